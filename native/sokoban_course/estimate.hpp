// Heuristics: an admissible sum of the boxes' pushes, and the course's, which is not admissible.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban_course/board.hpp"

namespace gridproof::sokoban_course {

// The cheapest assignment of boxes to goals, each by the pushes it needs when alone.
template <int Words>
class CheapestPushes {
 public:
  CheapestPushes(const Problem& problem, Ticker& ticker)
      : ticker_(ticker),
        goals_(problem.goals.size()),
        pushes_(problem.squares.size() * goals_),
        assignment_(goals_) {
    for (std::size_t goal = 0; goal < goals_; ++goal)
      for (std::size_t square = 0; square < problem.squares.size(); ++square) {
        const std::uint32_t pushes = problem.pushes[goal][square];
        pushes_[square * goals_ + goal] =
            pushes == unreachable ? matching::no_pair : static_cast<matching::Cost>(pushes);
      }
  }

  // `unreachable` if there is none. If the ticker stops it, the result means nothing.
  std::uint32_t operator()(const std::array<std::uint64_t, Words>& boxes) {
    rows_.clear();
    for_each_box<Words>(boxes, [&](int box) { rows_.push_back(&pushes_[box * goals_]); });
    const std::int32_t total = assignment_.solve(rows_, ticker_);
    return total >= matching::Assignment::infinite ? unreachable : total;
  }

 private:
  Ticker& ticker_;
  std::size_t goals_;
  std::vector<matching::Cost> pushes_;  // square * goals_ + goal
  std::vector<const matching::Cost*> rows_;
  matching::Assignment assignment_;
};

// The course's estimate: boxes and goals are sorted by column, then row, and the first box is
// counted to the first goal, and so on. It may say too much.
template <int Words>
std::uint32_t sorted_distances(const Problem& problem,
                               const std::array<std::uint64_t, Words>& boxes) {
  std::uint32_t total = 0;
  std::size_t i = 0;
  for_each_box<Words>(boxes, [&](int box) {
    const auto [x, y] = problem.squares[box];
    const auto [goal_x, goal_y] = problem.squares[problem.goals[i++]];
    total += static_cast<std::uint32_t>(std::abs(x - goal_x) + std::abs(y - goal_y));
  });
  return total;
}

}  // namespace gridproof::sokoban_course
