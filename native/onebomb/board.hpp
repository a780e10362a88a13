// The board of onebomb as the kernels see it, and what they find.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/limits.hpp"

namespace gridproof::onebomb {

enum Cell : std::uint8_t { empty = '.', brick = '#', rock = 'X' };

struct Problem {
  std::uint32_t width = 0, height = 0;
  const std::uint8_t* cells = nullptr;  // width * height bytes, row by row
  std::uint32_t start = 0, goal = 0;    // y * width + x
  std::uint32_t radius = 0;             // length of an arm; at least both sides: no limit
};

struct Answer {
  bool solved = false, proven = false;  // proven: no walk is shorter, or there is none
  std::uint32_t length = 0, bomb = 0;
  std::string path;  // of U, D, L, R
};

// Makes a table of `size` equal values, bit by bit, as the system hands out its memory; false:
// stop.
template <class T>
bool fill(std::vector<T>& table, std::size_t size, T value, Ticker& ticker) {
  constexpr std::size_t part = 1 << 20;
  table.clear();
  table.reserve(size);
  while (table.size() < size) {
    if (!ticker.alive()) return false;
    table.resize(std::min(size, table.size() + part), value);
  }
  return true;
}

// The board with a border of rock, so that every cell has four neighbours.
class Padded {
 public:
  explicit Padded(const Problem& p)
      : stride_(p.width + 2), cells_(std::size_t{p.width + 2} * (p.height + 2), rock) {
    for (std::uint32_t y = 0; y < p.height; ++y)
      std::copy_n(p.cells + std::size_t{y} * p.width, p.width, cells_.data() + index(0, y));
    steps_ = {-static_cast<std::int32_t>(stride_), static_cast<std::int32_t>(stride_), -1, 1};
  }

  static std::size_t bytes(const Problem& p) { return std::size_t{p.width + 2} * (p.height + 2); }
  std::uint32_t stride() const { return stride_; }
  std::size_t size() const { return cells_.size(); }
  std::uint8_t operator[](std::size_t cell) const { return cells_[cell]; }
  const std::uint8_t* data() const { return cells_.data(); }
  const std::array<std::int32_t, 4>& steps() const { return steps_; }  // U, D, L, R

  std::uint32_t inner(const Problem& p, std::uint32_t cell) const {
    return index(cell % p.width, cell / p.width);
  }
  std::uint32_t outer(const Problem& p, std::uint32_t cell) const {
    return (cell / stride_ - 1) * p.width + cell % stride_ - 1;
  }

 private:
  std::uint32_t index(std::uint32_t x, std::uint32_t y) const { return (y + 1) * stride_ + x + 1; }

  std::uint32_t stride_;
  std::vector<std::uint8_t> cells_;
  std::array<std::int32_t, 4> steps_;
};

// Adds the steps of a straight line between two cells of one row or column.
inline void walk_straight(const Padded& board, std::uint32_t from, std::uint32_t to,
                          std::string& path) {
  const bool vertical = from % board.stride() == to % board.stride();
  const std::uint32_t gap = from < to ? to - from : from - to;
  path.append(vertical ? gap / board.stride() : gap, "UDLR"[(vertical ? 0 : 2) + (from < to)]);
}

}  // namespace gridproof::onebomb
