// The moves that led to a state which the search on sets has reached.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/compiler.hpp"
#include "robots/board_tables.hpp"
#include "robots/helpers.hpp"
#include "robots/places.hpp"

namespace gridproof::robots {

// The moves from a start to a state that is reached with g moves, found backwards: some state that
// was reached with g - 1 moves leads there. `moves_to(place, helpers)` is the number of moves with
// which a state was reached, -1 if it was not. Without `Ricochet`, cells are the only places.
template <bool Ricochet, int Count, class MovesTo>
GRIDPROOF_SELDOM std::vector<Step> trace(const BoardTables& board, unsigned place,
                                         Helpers<Count> helpers, int g, MovesTo moves_to) {
  const Places places(board.target);
  std::vector<Step> steps;
  // Tries all cells from which a robot may have come to `end` over others as `far` says.
  auto came_from = [&](unsigned end, std::uint32_t far, auto state_before) {
    for (int d = 0; d < 4; ++d) {
      if (far >> (8 * d) & 255) continue;  // it would not have stopped here
      unsigned from = end;
      for (std::uint32_t k = far >> (8 * (d ^ 1)) & 255; k > 0; --k) {
        from -= BoardTables::offset[d];
        if (!state_before(from, d)) continue;
        steps.push_back({from, d});
        return true;
      }
    }
    return false;
  };
  for (; g > 0; --g) {
    const unsigned t = places.cell(place);
    bool found = false;
    for (int i = 0; i < Count && !found; ++i) {
      const unsigned end = helpers[i];
      const std::uint32_t far =
          BoardTables::nearer(board.slides(end, helpers), board.blocked[end][t]);
      found = came_from(end, far, [&](unsigned from, int) {
        const Helpers<Count> before = helpers.moved(i, from);
        if (moves_to(place, before) != g - 1) return false;
        helpers = before;
        return true;
      });
    }
    if (found) continue;
    came_from(t, board.slides(t, helpers), [&](unsigned from, int d) {
      auto was_at = [&](unsigned before) {
        const bool was = before != Places::none && moves_to(before, helpers) == g - 1;
        if (was) place = before;
        return was;
      };
      if constexpr (Ricochet) {
        const int axes = Places::axes(place), axis = axis_of(d);
        return (axes & axis) &&
               (was_at(places.of(from, axes)) || was_at(places.of(from, axes & ~axis)));
      }
      return was_at(from);
    });
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace gridproof::robots
