// The objective of a forward search for any solution, and its options.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/any/plan.hpp"
#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

// The objective is a plan, or boxes on certain places.
struct ForwardOptions {
  Plan plan;
  std::vector<Square> places;   // as many as boxes, or none
  bool regions_first = false;   // with places: what counts more than boxes on them
  bool regions = true;          // whether they count at all
  bool needs = false;           // out of plan are steps without a box, not boxes that are shut in
  bool rooms_in_cells = false;  // whether broken rooms tell cells apart too
  bool opener = true;           // with a plan: whether that advisor is used
  bool foremost = true;         // whether every second move is taken from the best cell
  bool light = false;           // without what is dear: many nodes instead of good ones
  std::uint32_t moves_a_pattern =
      8;                   // moves that are generated for a position that learning looks at
  std::uint64_t seed = 0;  // else 0: of positions that are hardly better it prefers others
};

}  // namespace gridproof::sokoban
