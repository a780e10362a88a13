// The answer of the robots kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/limits.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

// A search writes into it as it goes, so that what it has proven outlives its failing.
struct Answer {
  bool solved = false;
  bool exhausted = false;       // no solution exists
  std::vector<Step> path;       // a solution, if solved: a shortest one, if it is as short as the
  std::uint32_t bound = 0;      // bound; no solution is shorter
  std::uint64_t generated = 0;  // states made
  std::uint64_t evaluated = 0;  // states whose bound was looked up
  std::size_t peak_memory = 0;  // bytes
  // Number of shortest solutions, if they were counted to the end; and the first of them.
  std::optional<std::uint64_t> solutions;
  std::vector<std::vector<Step>> listed;

  void prove(std::uint32_t proven, Ticker& ticker) {
    bound = std::max(bound, proven);
    ticker.prove(bound);
  }
};

}  // namespace gridproof::robots
