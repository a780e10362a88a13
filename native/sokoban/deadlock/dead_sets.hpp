// Small sets of boxes that make a position dead, found by growing a set box by box.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/sub_search.hpp"

namespace gridproof::sokoban {

// After the pattern searches of Rolling Stone (Junghanns and Schaeffer, "Sokoban: Enhancing general
// single-agent search methods using domain knowledge", 2001): a few boxes are solved alone, their
// solution is played on the whole board, and the first box that is in its way is taken in, until
// the few are dead, or nothing is in the way.
class DeadSets {
 public:
  // The limits of a set's boxes, and of the positions of one of its searches.
  struct Effort {
    std::size_t boxes, positions;
  };

  // If the ticker stops it, it is of no use.
  DeadSets(const Level& level, Ticker& ticker)
      : board_(level.board),
        search_(level, ticker),
        occupied_(board_),
        first_(board_.squares() + 1),
        asked_(board_.squares() + 1) {}

  // Tests whether some of the boxes are seen to be dead alone, with the player where he is: a set
  // is grown from the box `start`. set() has it then, without boxes that it is seen to be dead
  // without.
  bool find(std::span<const Square> boxes, Square player, Square start, const Effort& effort) {
    positions_ = 0;
    set_.assign(1, start);
    while (!dead(set_, player, effort)) {
      if (verdict_ == SubSearch::Verdict::unknown || set_.size() == effort.boxes) return false;
      const Square other = obstacle(boxes, player);
      if (other == board_.wall()) return false;
      set_.push_back(other);
    }
    minimise(player, effort);
    return true;
  }

  // The same for a set that may be dead: whether it is.
  bool shrink(std::span<const Square> boxes, Square player, const Effort& effort) {
    positions_ = 0;
    if (!dead(boxes, player, effort)) return false;
    set_.assign(boxes.begin(), boxes.end());
    minimise(player, effort);
    return true;
  }

  // The same from any box, and for boxes that have not goals enough: of the sets that are found
  // with the least effort the smallest one, after about `most` positions in all at most.
  bool find_any(std::span<const Square> boxes, Square player, std::size_t most) {
    std::vector<Square> best;
    std::size_t spent = 0;
    const auto take = [&](bool found) {
      spent += positions_;
      if (found && (best.empty() || set_.size() < best.size())) best = set_;
    };
    std::vector<Square> few;
    for (std::size_t number : search_.shortage(boxes, player)) few.push_back(boxes[number]);
    if (!few.empty()) take(shrink(few, player, {few.size(), 1}));
    for (Effort effort = quick; best.empty() && spent < most; effort.positions *= step) {
      effort.positions = std::min(effort.positions, most - spent);
      for (std::size_t i = 0; i < boxes.size() && spent < most; ++i)
        take(find(boxes, player, boxes[i], effort));
      if (effort.positions >= most / step) break;
    }
    if (best.empty() && boxes.size() <= quick.boxes && spent < most)
      take(shrink(boxes, player, {boxes.size(), most - spent}));
    set_ = best;
    return !best.empty();
  }

  const std::vector<Square>& set() const { return set_; }

  // Tests whether these boxes alone are dead.
  bool dead(std::span<const Square> boxes, Square player, const Effort& effort) {
    verdict_ = search_.run(boxes, player, effort.positions);
    positions_ += search_.positions() + 1;
    return verdict_ == SubSearch::Verdict::dead;
  }

  // Positions that the last find() and what came after it have looked at.
  std::size_t positions() const { return positions_; }
  // The bytes that it takes, with room for some hundred positions; its other lists go with the
  // board's.
  static std::size_t min_bytes(const Level& level) {
    return GoalSets::bytes(level.board) + (1 << 16);
  }

 private:
  // The effort that find_any() begins with, and its growth.
  static constexpr Effort quick{12, 50};
  static constexpr std::size_t step = 10;

  // Leaves out of the set what it is dead without, as far as the effort shows it.
  void minimise(Square player, const Effort& effort) {
    for (std::size_t i = 0; i < set_.size() && set_.size() > 1;) {
      fewer_ = set_;
      fewer_.erase(fewer_.begin() + static_cast<std::ptrdiff_t>(i));
      if (dead(fewer_, player, effort))
        set_.swap(fewer_);
      else
        ++i;
    }
  }

  // The first box that stands in the way when the solution of the set is played among all boxes;
  // the wall if there is none.
  Square obstacle(std::span<const Square> boxes, Square player) {
    for (Square box : boxes) occupied_.put(box, On::box);
    for (Square box : set_) occupied_.put(box, On::wall);  // those that are not in the way
    Square found = board_.wall();
    for (const Push& push : search_.solution()) {
      found = on_way(player, board_.behind(push.from, push.to));
      if (found != board_.wall()) break;
      if (occupied_.box(push.to)) {
        found = push.to;
        break;
      }
      occupied_.put(push.from, On::nothing);
      occupied_.put(push.to, On::wall);
      player = push.from;
    }
    for (Square s = 0; s < board_.squares(); ++s) occupied_.put(s, On::nothing);
    return found;
  }

  // The first box on a way of the player that leads past as few boxes as can be; the wall if there
  // is none on it.
  Square on_way(Square player, Square target) {
    asked_.clear();
    now_.assign(1, player);
    later_.clear();
    first_[player] = board_.wall();
    asked_.add(player);
    while (!now_.empty()) {
      for (std::size_t i = 0; i < now_.size(); ++i) {
        if (now_[i] == target) return first_[target];
        for (const Square t : board_.around(now_[i])) {
          if (asked_.has(t) || occupied_.wall(t)) continue;
          asked_.add(t);
          const Square before = first_[now_[i]];
          const bool box = occupied_.box(t);
          first_[t] = box && before == board_.wall() ? t : before;
          (box ? later_ : now_).push_back(t);
        }
      }
      now_.swap(later_);
      later_.clear();
    }
    return board_.wall();
  }

  const Board& board_;
  SubSearch search_;
  Occupied occupied_;
  std::vector<Square> first_;  // of each square: the first box on the way there
  Marks<> asked_;
  std::vector<Square> now_, later_, set_, fewer_;
  SubSearch::Verdict verdict_ = SubSearch::Verdict::unknown;
  std::size_t positions_ = 0;
};

}  // namespace gridproof::sokoban
