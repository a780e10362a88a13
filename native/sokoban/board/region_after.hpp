// The name of the player's region after a box is moved, mostly without filling it.
#pragma once

#include <algorithm>
#include <utility>

#include "sokoban/board/board.hpp"
#include "sokoban/board/joined_around.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// The lowest two squares of a region, the first of which names it; the wall where there is only
// one.
struct Ends {
  Square first, second;

  // Of the squares of a region, by what map(square) makes of each.
  template <class Map>
  Ends(const Region& region, Square wall, Map map) : first(wall), second(wall) {
    region.each([&](Square square) {
      const Square s = map(square);
      if (s < second) second = s;
      if (second < first) std::swap(first, second);
    });
  }
  Ends() = default;

  // The first one of the same region with one more square, and without another.
  Square first_after(Square more, Square without) const {
    return std::min(more, without == first ? second : first);
  }
};

// Tests whether the region is the same after a box is moved on the board to the next square, but
// for these two squares. So it is where the box has left nothing open but to the region, and does
// not cut it.
inline bool same_region_after(const Board& board, const Occupied& after, const Region& before,
                              Square from, Square to) {
  const auto free = [&](Square s) { return after.free(s); };
  const auto& around = board.around(from);
  return std::all_of(around.begin(), around.end(),
                     [&](Square s) { return !free(s) || before.has(s); }) &&
         (!before.has(to) || joined_around(board, to, free));
}

}  // namespace gridproof::sokoban
