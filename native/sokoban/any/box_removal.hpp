// Box removal: advice from the solution of a level without one of its boxes and one of its goals.
#pragma once

#include <cstdint>
#include <vector>

#include "sokoban/any/plan.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Each stay of a box in such a solution is a step, in their order, and the last one brings some box
// to the goal that was left out. The box that was left out may be in the way, so this is advice.
inline Plan plan_without(const Board& board, Square box, Square goal,
                         const std::vector<Push>& pushes) {
  enum : std::uint8_t { nothing, at_start, brought };
  std::vector<std::uint8_t> boxes(board.squares(), nothing);
  for (Square start : board.boxes())
    if (start != box) boxes[start] = at_start;
  std::vector<Plan::Step> moved;
  for (const auto& [from, to] : pushes) {
    moved.push_back({boxes[from] == brought ? from : Plan::from_anywhere, to});
    boxes[from] = nothing;
    boxes[to] = brought;
  }
  std::vector<Plan::Step> steps;
  for (Square start : board.boxes())
    if (boxes[start] == at_start) steps.push_back({Plan::from_start, start});
  steps.insert(steps.end(), moved.begin(), moved.end());
  steps.push_back({Plan::from_anywhere, goal});
  return Plan(steps);
}

}  // namespace gridproof::sokoban
