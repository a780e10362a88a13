// Objectives: the metrics that are minimised.
#pragma once

#include <cstdint>

#include "common/bucket_queue.hpp"

namespace gridproof::sokoban {

enum class Objective : std::uint8_t { pushes, moves, pushes_moves, moves_pushes };

// Tests whether there is a second metric.
constexpr bool lexicographic(Objective objective) {
  return objective == Objective::pushes_moves || objective == Objective::moves_pushes;
}

// Pushes and moves of a play.
struct Cost {
  std::uint32_t pushes = 0, moves = 0;
};

// The same in the objective's metrics, 0 where there is no second one.
constexpr BucketQueue::Rank value(Objective objective, const Cost& cost) {
  switch (objective) {
    case Objective::pushes:
      return {cost.pushes, 0};
    case Objective::moves:
      return {cost.moves, 0};
    case Objective::pushes_moves:
      return {cost.pushes, cost.moves};
    case Objective::moves_pushes:
      return {cost.moves, cost.pushes};
  }
  return {};
}

}  // namespace gridproof::sokoban
