// Boxes that can never be moved again, and what follows from taking them for walls.
#pragma once

#include <algorithm>
#include <vector>

#include "common/limits.hpp"
#include "matching/bipartite.hpp"
#include "sokoban/board.hpp"
#include "sokoban/position.hpp"
#include "sokoban/walls.hpp"

namespace gridproof::sokoban {

// The frozen boxes are what is left when boxes that some push may move are taken out of the set of
// all boxes, again and again. May move: the player is on the side of the box from which it is
// pushed, no wall and no box of the set is before it or behind it, and where it goes a goal is left
// for it. The first box of the set that ever moved on the way to a solution would be pushed so,
// since other boxes only obstruct, and the player gets to another side of a box only by pushing
// it; so none moves. Then they are walls, more places are dead, and more boxes may freeze.
//
// A box that is frozen off goal makes the position dead. So does it if the other boxes cannot each
// have a goal that they get to between those walls.
class Frozen {
 public:
  Frozen(const Board& board, Ticker& ticker, std::size_t budget)
      : board_(board),
        cache_(board, ticker, budget),
        stuck_(board.squares() + 1),
        bipartite_(board.goals().size()) {}

  std::size_t bytes() const { return cache_.bytes(); }

  // If the ticker stops it, it finds nothing.
  bool dead(const std::vector<Square>& boxes, Square player) {
    frozen_.clear();
    for (;;) {
      walls_ = cache_.find(frozen_);
      if (!walls_) return false;
      const std::size_t before = frozen_.size();
      find(boxes, player);
      for (Square s : frozen_)
        if (!board_.goal(s)) return true;
      if (frozen_.size() == before) break;
    }
    rows_.clear();
    for (Square s : boxes)
      if (walls_->floor(s)) rows_.push_back(walls_->goals(s, walls_->cuts().side(s, player)));
    return !bipartite_.matches(rows_);
  }

  // Of the position that was last looked at: its frozen boxes in ascending order, and what the
  // others can do between them; null if the ticker stopped it.
  const std::vector<Square>& boxes() const { return frozen_; }
  const Walls* walls() const { return walls_; }

 private:
  // Finds the frozen boxes, those that are walls already among them.
  void find(const std::vector<Square>& boxes, Square player) {
    stuck_.clear();
    for (Square s : boxes) stuck_.add(s);
    frozen_ = boxes;
    for (bool more = true; more;) {
      const auto free = [&](Square s) {
        if (!movable(s, player)) return false;
        stuck_.remove(s);
        return true;
      };
      const auto end = std::remove_if(frozen_.begin(), frozen_.end(), free);
      more = end != frozen_.end();
      frozen_.erase(end, frozen_.end());
    }
    std::sort(frozen_.begin(), frozen_.end());
  }

  bool movable(Square s, Square player) const {
    const Cuts& cuts = walls_->cuts();
    if (!walls_->floor(s) || !cuts.connected(s, player)) return false;
    const int side = cuts.side(s, player);
    for (int d = 0; d < directions; ++d)
      if (cuts.side_at(s, opposite(d)) == side && !stuck_.has(board_.next(d, s)) &&
          !stuck_.has(board_.next(opposite(d), s)) && walls_->may_push(board_, s, d))
        return true;
    return false;
  }

  const Board& board_;
  WallsCache cache_;
  Marks<> stuck_;
  matching::Bipartite bipartite_;
  const Walls* walls_ = nullptr;
  std::vector<Square> frozen_;
  std::vector<const Walls::Word*> rows_;
};

}  // namespace gridproof::sokoban
