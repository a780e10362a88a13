// What the solution of a level without one of its boxes and one of its goals says about the level.
#pragma once

#include <cctype>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sokoban/any/plan.hpp"
#include "sokoban/board.hpp"

namespace gridproof::sokoban {

// Each stay of a box in such a solution is a step, in their order, and the last one brings some box
// to the goal that was left out. The box that was left out may be in the way, so this is advice.
inline Plan plan_without(const Board& board, Square box, Square goal, std::string_view moves) {
  enum : std::uint8_t { nothing, at_start, brought };
  std::vector<std::uint8_t> boxes(board.squares() + 1, nothing);
  for (Square start : board.boxes())
    if (start != box) boxes[start] = at_start;
  std::vector<Plan::Step> pushes;
  Square player = board.player();
  for (char letter : moves) {
    const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    const int d = static_cast<int>(std::string_view(letters).find(upper));
    player = board.next(d, player);
    if (boxes[player] == nothing) continue;
    const Square to = board.next(d, player);
    pushes.push_back({boxes[player] == brought ? player : Plan::from_anywhere, to, Plan::never});
    boxes[player] = nothing;
    boxes[to] = brought;
  }
  std::vector<Plan::Step> steps;
  for (Square start : board.boxes())
    if (boxes[start] == at_start) steps.push_back({Plan::from_start, start, Plan::never});
  steps.insert(steps.end(), pushes.begin(), pushes.end());
  steps.push_back({Plan::from_anywhere, goal, Plan::never});
  return Plan(steps);
}

}  // namespace gridproof::sokoban
