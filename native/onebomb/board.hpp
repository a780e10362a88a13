// The board of onebomb as the kernels are given it, and what they find.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace gridproof::onebomb {

enum Cell : std::uint8_t { empty = '.', brick = '#', rock = 'X' };

struct Problem {
  std::uint32_t width = 0, height = 0;
  const std::uint8_t* cells = nullptr;  // width * height bytes, row by row
  std::uint32_t start = 0, goal = 0;    // y * width + x
  std::uint32_t radius = 0;             // length of an arm

  // The length of the way without obstacles.
  std::uint32_t straight() const {
    auto gap = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
    return gap(start % width, goal % width) + gap(start / width, goal / width);
  }

  bool limited() const { return radius < std::max(width, height); }
};

struct Answer {
  bool solved = false, proven = false;  // proven: no walk is shorter, or there is none
  std::uint32_t length = 0, bomb = 0;
  std::string path;  // of U, D, L, R
};

}  // namespace gridproof::onebomb
