// A limit of the pushes of any solution that is looked for.
#pragma once

#include <cstdint>
#include <span>

#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/table_maker.hpp"

namespace gridproof::sokoban {

// With it a position from which there is no solution within the limit, by the bound, is a dead end;
// and one that is reached again with fewer pushes is looked at again.
struct Within {
  Bound& bound;
  TableMaker* maker;   // if there may be more tables the longer it takes
  std::uint32_t most;  // pushes
  std::uint64_t asked = 0;

  // Tests whether a position may still be reached after `pushes` pushes.
  bool admits(std::uint32_t pushes, std::span<const Square> boxes, const Region& player) {
    ++asked;
    if (maker) maker->grow(asked);
    const std::uint32_t least = bound.take(boxes, player);
    return least <= most && pushes <= most - least;
  }
};

}  // namespace gridproof::sokoban
