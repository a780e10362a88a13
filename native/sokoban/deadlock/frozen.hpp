// Boxes that can never be moved again, and what follows from taking them for walls.
#pragma once

#include <algorithm>
#include <vector>

#include "common/limits.hpp"
#include "matching/bipartite.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/walls.hpp"

namespace gridproof::sokoban {

// The boxes that are left when those that some push may move are taken out of the set of all boxes,
// again and again. May move: the player is on the side of the box from which it is pushed, no wall
// and no box of the set is before it or behind it, and where it goes a goal is left for it. The
// first box of the set that ever moved on the way to a solution would be pushed so, since other
// boxes only obstruct, and the player gets to another side of a box only by pushing it; so none
// moves.
class Stuck {
 public:
  explicit Stuck(const Board& board) : board_(board), stuck_(board.squares() + 1) {}

  // Leaves in `boxes` only those that are stuck between these walls. Boxes that are walls are.
  void keep(const Walls& walls, std::vector<Square>& boxes, Square player) {
    stuck_.clear();
    for (Square s : boxes) stuck_.add(s);
    const auto freed = [&](Square s) {
      if (!movable(walls, s, player)) return false;
      stuck_.remove(s);
      return true;
    };
    while (std::erase_if(boxes, freed) > 0) {
    }
  }

 private:
  bool movable(const Walls& walls, Square s, Square player) const {
    const FloorSides& sides = walls.sides();
    if (!walls.floor(s) || !sides.connected(s, player)) return false;
    const int side = sides.side(s, player);
    for (int d = 0; d < directions; ++d)
      if (sides.side_at(s, opposite(d)) == side && !stuck_.has(board_.next(d, s)) &&
          !stuck_.has(board_.next(opposite(d), s)) && walls.may_push(board_, s, d))
        return true;
    return false;
  }

  const Board& board_;
  Marks<> stuck_;
};

// The frozen boxes are those that are stuck; then they are walls, more places are dead, and more
// boxes may be stuck between them.
//
// A box that is frozen off goal makes the position dead. So does it if the other boxes cannot each
// have a goal that they get to between those walls.
class Frozen {
 public:
  Frozen(const Board& board, Ticker& ticker, std::size_t budget)
      : board_(board),
        ticker_(ticker),
        cache_(board, ticker, budget),
        stuck_(board),
        bipartite_(board.goals().size()) {}

  std::size_t bytes() const { return cache_.bytes(); }

  // If the ticker stops it, it finds nothing.
  bool dead(const std::vector<Square>& boxes, Square player) {
    frozen_.clear();
    for (;;) {
      walls_ = cache_.find(frozen_);
      if (!walls_ || !ticker_.going(1 + boxes.size() / boxes_a_step)) return false;
      const std::size_t before = frozen_.size();
      frozen_ = boxes;
      stuck_.keep(*walls_, frozen_, player);
      std::sort(frozen_.begin(), frozen_.end());
      for (Square s : frozen_)
        if (!board_.goal(s)) return true;
      if (frozen_.size() == before) break;
    }
    rows_.clear();
    for (Square s : boxes)
      if (walls_->floor(s)) rows_.push_back(walls_->goals(s, walls_->sides().side(s, player)));
    return !bipartite_.matches(rows_);
  }

  // Of the position that was last looked at: its frozen boxes in ascending order, and what the
  // others can do between them; null if the ticker stopped it.
  const std::vector<Square>& boxes() const { return frozen_; }
  const Walls* walls() const { return walls_; }

 private:
  // The number of boxes that take about as long as one of a ticker's short steps.
  static constexpr std::size_t boxes_a_step = 16;

  const Board& board_;
  Ticker& ticker_;
  WallsCache cache_;
  Stuck stuck_;
  matching::Bipartite bipartite_;
  const Walls* walls_ = nullptr;
  std::vector<Square> frozen_;
  std::vector<const Walls::Word*> rows_;
};

}  // namespace gridproof::sokoban
