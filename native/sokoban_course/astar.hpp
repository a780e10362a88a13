// A* on moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban_course/board.hpp"
#include "sokoban_course/estimate.hpp"

namespace gridproof::sokoban_course {

// The estimate is the cheapest assignment, plus the steps to the nearest box before the first push.
// It never says too much and is consistent ("Estimates" in docs/explanation/sokoban-course.md), so
// the first solution taken from the queue is optimal.
//
// `sorted`: the course's estimate instead, which may say too much. Then a state can be reached
// again by fewer moves after it was expanded, and is expanded again; the first solution that is
// taken from the queue need not be the best one.
template <int Words>
class AStar {
 public:
  // Solutions and bounds are written into `answer` as they are found.
  AStar(const Problem& problem, bool sorted, Ticker& ticker, Answer& answer)
      : problem_(problem),
        rules_(problem),
        cheapest_(problem, ticker),
        sorted_(sorted),
        ticker_(ticker),
        answer_(answer),
        states_(ticker.memory() / 4 * 3, &ticker),
        open_(ticker.memory() / 4) {}

  void run(std::uint32_t max_cost) {
    search(max_cost);
    answer_.forward = states_.size();
    answer_.peak_memory = states_.peak_bytes() + open_.peak_bytes();
  }

 private:
  struct Known {
    std::uint32_t parent, moves;
    std::uint32_t rest;  // the boxes' part of the estimate
    std::uint32_t estimate;
    bool expanded;
  };
  using States = Store<State<Words>, Known>;
  static constexpr std::uint32_t none = States::none;

  void search(std::uint32_t max_cost) {
    const State<Words> start = rules_.start();
    if ((answer_.exhausted = rules_.lost(start))) return;
    bool cut = !open(start, none, 0, max_cost);
    while (ticker_.stop() == Stop::none) {
      if (open_.empty()) {
        answer_.exhausted = !cut;
        if (cut) answer_.bound = max_cost + 1;
        return;
      }
      const std::uint32_t estimate = open_.lowest().first;
      if (!sorted_ && estimate > answer_.bound) {
        answer_.bound = estimate;
        ticker_.prove(estimate);
      }
      const std::uint32_t number = open_.pop();
      Known& known = states_.data(number);
      if (known.expanded || known.estimate != estimate) continue;  // reached by fewer moves since
      const State<Words> from = states_.key(number);
      if (rules_.solved(from)) return trace(number);
      if (!ticker_.tick() || !ticker_.going(rules_.effort())) return;
      known.expanded = true;
      const std::uint32_t moves = known.moves;
      State<Words> to;
      for (int d = 0; d < directions; ++d) {
        const Step step = rules_.step(from, d, to);
        answer_.dead_ends += step == Step::deadlock;
        if (step != Step::made) continue;
        ++answer_.generated;
        cut |= !open(to, number, moves + 1, max_cost);
      }
    }
  }

  // Opens a state if it is new or reached by fewer moves; false if it costs too much.
  bool open(const State<Words>& state, std::uint32_t parent, std::uint32_t moves,
            std::uint32_t max_cost) {
    std::uint32_t number = states_.find(state);
    std::uint32_t rest;
    if (number != none) {
      if (states_.data(number).moves <= moves) return true;
      rest = states_.data(number).rest;
    } else if (parent != none && states_.key(parent).boxes == state.boxes) {
      rest = states_.data(parent).rest;
    } else {
      ++answer_.evaluated;
      rest = sorted_ ? sorted_distances<Words>(problem_, state.boxes) : cheapest_(state.boxes);
    }
    if (ticker_.stop() != Stop::none) return true;
    if (rest == unreachable) {
      ++answer_.dead_ends;
      return true;
    }
    const std::uint32_t estimate = moves + rest + (sorted_ || !rest ? 0 : walk(state));
    if ((sorted_ ? moves : estimate) > max_cost) return false;
    const Known known{parent, moves, rest, estimate, false};
    if (number == none) {
      if (states_.insert(state, known) == Insert::full) {
        ticker_.out_of_memory();
        return true;
      }
      number = states_.last();
    } else {
      answer_.reopened += states_.data(number).expanded;
      states_.data(number) = known;
    }
    if (!open_.push({estimate, 0}, number)) ticker_.out_of_memory();
    return true;
  }

  // Steps that the player needs at least to stand next to a box.
  std::uint32_t walk(const State<Words>& state) const {
    const auto [x, y] = problem_.squares[state.player];
    int least = 1 << 16;
    for_each_box<Words>(state.boxes, [&, x = x, y = y](int box) {
      const auto& [box_x, box_y] = problem_.squares[box];
      least = std::min(least, std::abs(box_x - x) + std::abs(box_y - y) - 1);
    });
    return static_cast<std::uint32_t>(least);
  }

  void trace(std::uint32_t number) {
    std::vector<State<Words>> states;
    for (; number != none; number = states_.data(number).parent)
      states.push_back(states_.key(number));
    std::reverse(states.begin(), states.end());
    answer_.path = rules_.path(states);
    answer_.solved = true;
  }

  const Problem& problem_;
  Rules<Words> rules_;
  CheapestPushes<Words> cheapest_;
  bool sorted_;
  Ticker& ticker_;
  Answer& answer_;
  States states_;
  BucketQueue open_;  // by estimate
};

}  // namespace gridproof::sokoban_course
