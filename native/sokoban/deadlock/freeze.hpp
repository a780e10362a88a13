// Positions from which no play leads to a solution: boxes that can never be moved again.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Freeze deadlocks. A box is frozen if on both axes it can never move: a wall or a frozen box is
// next to it, or both squares are dead (a box that went there could not be brought to a goal).
// Boxes that are being looked at count as walls along the way, so what is found is a set of boxes
// each of which is blocked by walls, dead squares and the others of the set: none can be the first
// to move. One of them off goal makes the position dead.
//
// Among many boxes the ways from box to box are too many for all to be followed. After a number of
// steps the search takes boxes for movable, and so misses a deadlock, but never sees one too many.
class FreezeDeadlock {
 public:
  FreezeDeadlock(const Board& board, const Distances& to_goals) : board_(board) {
    for (Square s = 0; s < board.squares(); ++s) dead_.push_back(!to_goals.live_square(s));
    dead_.push_back(true);  // walls
  }

  bool dead(Square s) const { return dead_[s]; }

  // Tests whether the box on `s`, the last one that moved, belongs to a frozen set with a box off
  // goal. A position without one before the move has one after it only if the box belongs to it.
  bool deadlock(Occupied& occupied, Square s) {
    frozen_.clear();
    steps_ = 0;
    if (!frozen(occupied, s)) return false;
    for (Square box : frozen_)
      if (!board_.goal(box)) return true;
    return false;
  }

 private:
  static constexpr std::uint32_t max_steps = 1 << 14;

  // Lists the frozen boxes. None is to be taken off the list again: the box that asks blocks `s` on
  // their line, so if `s` can move, no box on its other line was frozen.
  bool frozen(Occupied& occupied, Square s) {
    if (++steps_ > max_steps) return false;
    occupied.put(s, On::wall);
    const bool found = blocked(occupied, s, 0) && blocked(occupied, s, 2);
    occupied.put(s, On::box);
    if (found) frozen_.push_back(s);
    return found;
  }

  // Tests whether the box cannot move along the axis of `direction`.
  bool blocked(Occupied& occupied, Square s, int direction) {
    const Square a = board_.next(direction, s), b = board_.next(opposite(direction), s);
    if (occupied.wall(a) || occupied.wall(b)) return true;
    if (dead_[a] && dead_[b]) return true;
    return (occupied.box(a) && frozen(occupied, a)) || (occupied.box(b) && frozen(occupied, b));
  }

  const Board& board_;
  std::vector<std::uint8_t> dead_;
  std::vector<Square> frozen_;
  std::uint32_t steps_ = 0;
};

}  // namespace gridproof::sokoban
