// Flood fill on a rectangular grid with four neighbours a cell.
#pragma once

#include <cstdint>
#include <vector>

#include "common/limits.hpp"

namespace gridproof {

// Marks with 1 in `reached` (width * height bytes, all 0 before) the cells that can be reached from
// `starts` over cells that are not 0 in `passable`. Cells are y * width + x; a start that is not
// passable reaches nothing. One node is one reached cell. False if the ticker stopped it.
inline bool flood_fill(const std::uint8_t* passable, std::uint32_t width, std::uint32_t height,
                       const std::vector<std::uint32_t>& starts, Ticker& ticker,
                       std::uint8_t* reached) {
  std::vector<std::uint32_t> stack;
  auto reach = [&](std::uint32_t cell) {
    if (passable[cell] && !reached[cell]) {
      reached[cell] = 1;
      stack.push_back(cell);
    }
  };
  for (std::uint32_t start : starts) reach(start);
  while (!stack.empty()) {
    if (!ticker.tick()) return false;
    const std::uint32_t cell = stack.back();
    stack.pop_back();
    const std::uint32_t x = cell % width, y = cell / width;
    if (x > 0) reach(cell - 1);
    if (x + 1 < width) reach(cell + 1);
    if (y > 0) reach(cell - width);
    if (y + 1 < height) reach(cell + width);
  }
  return true;
}

}  // namespace gridproof
