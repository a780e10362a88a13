// The moves that led to a state which the search on sets has reached.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "robots/board_tables.hpp"
#include "robots/helpers.hpp"

namespace gridproof::robots {

// The moves from a start to a state that is reached with g moves, found backwards: some state that
// was reached with g - 1 moves leads there. `moves_to(t, helpers)` is the number of moves with
// which a state was reached, -1 if it was not.
template <int Count, class MovesTo>
std::vector<Step> trace(const BoardTables& board, unsigned t, Helpers<Count> helpers, int g,
                        MovesTo moves_to) {
  std::vector<Step> steps;
  // Tries all cells from which a robot may have come to `end` over others as `far` says.
  auto came_from = [&](unsigned end, std::uint32_t far, auto state_before) {
    for (int d = 0; d < 4; ++d) {
      if (far >> (8 * d) & 255) continue;  // it would not have stopped here
      unsigned from = end;
      for (std::uint32_t k = far >> (8 * (d ^ 1)) & 255; k > 0; --k) {
        from -= BoardTables::offset[d];
        if (!state_before(from)) continue;
        steps.push_back({from, d});
        return true;
      }
    }
    return false;
  };
  for (; g > 0; --g) {
    bool found = false;
    for (int i = 0; i < Count && !found; ++i) {
      const unsigned end = helpers[i];
      const std::uint32_t far =
          BoardTables::nearer(board.slides(end, helpers), board.blocked[end][t]);
      found = came_from(end, far, [&](unsigned from) {
        const Helpers<Count> before = helpers.moved(i, from);
        if (moves_to(t, before) != g - 1) return false;
        helpers = before;
        return true;
      });
    }
    if (found) continue;
    came_from(t, board.slides(t, helpers), [&](unsigned from) {
      if (moves_to(from, helpers) != g - 1) return false;
      t = from;
      return true;
    });
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace gridproof::robots
