// Boxes that can never be pulled: a deadlock test of a search backwards.
#pragma once

#include <algorithm>
#include <vector>

#include "sokoban/any/macro.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Each box that can be pulled is taken off the board, again and again. A box on the board only
// takes ways from the others, so one that is left can never be pulled in the position either.
class PullDeadlock {
 public:
  PullDeadlock(const Board& board, const Tables& tables)
      : board_(board), tables_(tables), region_(board) {}

  // Tests whether one that is on no start square is left. `occupied` is left as it is.
  bool dead(Occupied& occupied, const std::vector<Square>& boxes, const Region& player) {
    left_ = boxes;
    for (const Region* reach = &player; take_off(occupied, *reach); reach = &region_)
      region_.fill(occupied, player.player());
    for (Square box : boxes) occupied.put(box, On::box);
    return !std::all_of(left_.begin(), left_.end(), [&](Square s) { return tables_.start(s); });
  }

 private:
  // Takes off those that can be pulled from there; true if there is any.
  bool take_off(Occupied& occupied, const Region& reach) {
    return std::erase_if(left_, [&](Square box) {
             const bool pulled = movable<true>(board_, occupied, box, reach);
             if (pulled) occupied.put(box, On::nothing);
             return pulled;
           }) > 0;
  }

  const Board& board_;
  const Tables& tables_;
  Region region_;
  std::vector<Square> left_;
};

}  // namespace gridproof::sokoban
