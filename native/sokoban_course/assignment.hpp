// What the boxes still need: an admissible sum, and the course's, which is not.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "common/limits.hpp"
#include "sokoban_course/board.hpp"

namespace gridproof::sokoban_course {

// The cheapest assignment of boxes to goals, each by the pushes it needs when alone: the Hungarian
// method with shortest augmenting paths.
template <int Words>
class Assignment {
 public:
  Assignment(const Problem& problem, Ticker& ticker)
      : pushes_(problem.pushes),
        ticker_(ticker),
        size_(problem.goals.size()),
        row_of_(size_ + 1),
        before_(size_ + 1),
        box_price_(size_ + 1),
        goal_price_(size_ + 1),
        slack_(size_ + 1),
        done_(size_ + 1) {}

  // `unreachable` if there is none. If the ticker stops it, the result means nothing.
  std::uint32_t operator()(const std::array<std::uint64_t, Words>& boxes) {
    boxes_.clear();
    for_each_box<Words>(boxes, [&](int box) { boxes_.push_back(box); });
    std::fill(row_of_.begin(), row_of_.end(), 0);
    std::fill(box_price_.begin(), box_price_.end(), 0);
    std::fill(goal_price_.begin(), goal_price_.end(), 0);
    for (std::size_t row = 1; row <= size_; ++row)
      if (!add(row)) return unreachable;
    std::uint32_t total = 0;
    for (std::size_t goal = 1; goal <= size_; ++goal)
      total += pushes_[goal - 1][boxes_[row_of_[goal] - 1]];
    return total;
  }

 private:
  static constexpr std::int64_t infinite = std::int64_t{1} << 40;

  std::int64_t cost(std::size_t row, std::size_t goal) const {
    const std::uint32_t pushes = pushes_[goal - 1][boxes_[row - 1]];
    return pushes == unreachable ? infinite : std::int64_t{pushes};
  }

  // Matches one more row; goal 0 stands for the place where it comes in.
  bool add(std::size_t row) {
    std::fill(slack_.begin(), slack_.end(), infinite);
    std::fill(done_.begin(), done_.end(), false);
    row_of_[0] = row;
    std::size_t goal = 0;
    do {
      if (!ticker_.going(1 + size_ / 32)) return false;
      done_[goal] = true;
      const std::size_t here = row_of_[goal];
      std::int64_t least = infinite;
      std::size_t nearest = 0;
      for (std::size_t other = 1; other <= size_; ++other) {
        if (done_[other]) continue;
        const std::int64_t through = cost(here, other) - box_price_[here] - goal_price_[other];
        if (through < slack_[other]) {
          slack_[other] = through;
          before_[other] = goal;
        }
        if (slack_[other] < least) {
          least = slack_[other];
          nearest = other;
        }
      }
      if (least >= infinite / 2) return false;
      for (std::size_t other = 0; other <= size_; ++other)
        if (done_[other]) {
          box_price_[row_of_[other]] += least;
          goal_price_[other] -= least;
        } else {
          slack_[other] -= least;
        }
      goal = nearest;
    } while (row_of_[goal]);
    for (; goal; goal = before_[goal]) row_of_[goal] = row_of_[before_[goal]];
    return true;
  }

  const std::vector<std::vector<std::uint32_t>>& pushes_;
  Ticker& ticker_;
  std::size_t size_;
  std::vector<int> boxes_;
  std::vector<std::size_t> row_of_, before_;
  std::vector<std::int64_t> box_price_, goal_price_, slack_;
  std::vector<bool> done_;
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
