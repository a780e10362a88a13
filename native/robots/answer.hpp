// What the robots kernels return.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/limits.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

struct Answer {
  bool solved = false;
  bool exhausted = false;                 // no solution exists
  std::vector<Step> path;                 // a shortest solution, if solved
  std::uint32_t bound = 0;                // no solution is shorter
  std::uint64_t generated = 0;            // states made
  std::uint64_t evaluated = 0;            // states whose bound was looked up
  std::size_t peak_memory = 0;            // bytes
  std::uint64_t solutions = 0;            // number of shortest solutions, if they were counted
  std::vector<std::vector<Step>> listed;  // the first of them
};

}  // namespace gridproof::robots
