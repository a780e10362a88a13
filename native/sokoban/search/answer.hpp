// The answer of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/bucket_queue.hpp"

namespace gridproof::sokoban {

// A search writes into it as it goes, so that what it has proven outlives its failing.
struct Answer {
  bool solved = false, exhausted = false, decided = false;
  std::string moves;              // of the best solution, in letters
  BucketQueue::Rank bound{0, 0};  // proven; the second metric counts where the objective has two
  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;
  std::size_t peak_memory = 0;
};

}  // namespace gridproof::sokoban
