// A proof that no play brings a robot to the target, without a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

// The cells on which each robot may stop when all the others stand on all of theirs at once and are
// in nobody's way. A move of a play is one of these: the robot that stops it stands on one of its
// cells. So a play ends on no other cells.
class Closure {
 public:
  static std::size_t bytes(const Problem& problem) {
    const std::size_t places = problem.robots.size() * problem.cells();
    return places * (2 * sizeof(std::uint8_t) + sizeof(std::pair<int, std::uint32_t>));
  }

  // Tests whether some robot that may solve the board can be on the target; true if it was stopped.
  static bool reaches_target(const Problem& problem, Ticker& ticker) {
    Closure closure(problem);
    for (int i = 0; i < closure.count_; ++i) closure.stand(i, problem.robots[i]);
    while (!closure.todo_.empty() && ticker.going(4)) {
      const auto [robot, cell] = closure.todo_.back();
      closure.todo_.pop_back();
      for (int d = 0; d < directions; ++d) {
        closure.leave(robot, cell, d);
        closure.stop_others(robot, cell, d);
      }
    }
    bool reached = ticker.stop() != Stop::none;
    for (int i = 0; i < closure.count_; ++i)
      if (problem.target_robot == Problem::any_robot || problem.target_robot == i)
        reached = reached || closure.stands_[closure.place(i, problem.target)];
    return reached;
  }

 private:
  explicit Closure(const Problem& problem)
      : problem_(problem),
        count_(static_cast<int>(problem.robots.size())),
        stands_(problem.robots.size() * problem.cells()),
        passes_(stands_.size()) {
    todo_.reserve(stands_.size());
  }

  std::size_t place(int robot, std::uint32_t cell) const {
    return static_cast<std::size_t>(robot) * problem_.cells() + cell;
  }

  void stand(int robot, std::uint32_t cell) {
    if (stands_[place(robot, cell)]) return;
    stands_[place(robot, cell)] = true;
    todo_.emplace_back(robot, cell);
  }

  // Moves a robot on to all cells in direction d that no move of it in this direction has met yet.
  void leave(int robot, std::uint32_t cell, int d) {
    while (!problem_.wall(cell, d)) {
      cell += problem_.offset(d);
      std::uint8_t& passes = passes_[place(robot, cell)];
      if (passes >> d & 1) return;
      passes = static_cast<std::uint8_t>(passes | 1 << d);
      if (problem_.wall(cell, d) || is_beside_another(robot, cell + problem_.offset(d)))
        stand(robot, cell);
    }
  }

  bool is_beside_another(int robot, std::uint32_t cell) const {
    for (int o = 0; o < count_; ++o)
      if (o != robot && stands_[place(o, cell)]) return true;
    return false;
  }

  // Stops the robots that move in direction d and would go on to this robot's cell.
  void stop_others(int robot, std::uint32_t cell, int d) {
    if (problem_.wall(cell, d ^ 1)) return;
    const std::uint32_t before = cell + problem_.offset(d ^ 1);
    for (int o = 0; o < count_; ++o)
      if (o != robot && passes_[place(o, before)] >> d & 1) stand(o, before);
  }

  const Problem& problem_;
  const int count_;
  std::vector<std::uint8_t> stands_;  // by robot and cell
  std::vector<std::uint8_t> passes_;  // a bit for each direction in which it has moved to the cell
  std::vector<std::pair<int, std::uint32_t>> todo_;
};

}  // namespace gridproof::robots
