// A* on moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban_course/assignment.hpp"
#include "sokoban_course/board.hpp"

namespace gridproof::sokoban_course {

// The estimate is the cheapest assignment, plus the steps to the nearest box before the first
// push. It never says too much, since those steps are no pushes, and is consistent: a step changes
// the way to the nearest box by one at most, and a push is made next to a box and brings one box
// nearer by one push at most. So the first solution taken from the queue is optimal.
//
// `sorted`: the course's estimate instead, which may say too much. Then a state can be reached
// again by fewer moves after it was expanded, and is expanded again; the first solution that is
// taken from the queue need not be the best one.
template <int Words>
class AStar {
 public:
  AStar(const Problem& problem, bool sorted, Ticker& ticker)
      : problem_(problem),
        rules_(problem),
        assignment_(problem),
        sorted_(sorted),
        ticker_(ticker),
        states_(ticker.limits().memory / 2) {}

  Answer run(std::uint32_t max_cost) {
    search(max_cost);
    answer_.forward = states_.size();
    answer_.peak_memory = std::max(states_.peak_bytes(), bytes());
    return answer_;
  }

 private:
  static constexpr std::uint32_t none = Store<State<Words>>::none;

  struct Known {
    std::uint32_t moves;
    std::uint32_t rest;  // the boxes' part of the estimate
    bool expanded;
  };
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // number of a state, moves to it

  void search(std::uint32_t max_cost) {
    const State<Words> start = rules_.start();
    if ((answer_.exhausted = rules_.lost(start))) return;
    bool cut = !open(start, none, 0, max_cost);
    while (ticker_.stop() == Stop::none) {
      while (first_ < queue_.size() && queue_[first_].empty()) ++first_;
      if (first_ == queue_.size()) {
        answer_.exhausted = !cut;
        if (cut) answer_.bound = max_cost + 1;
        return;
      }
      if (!sorted_) answer_.bound = static_cast<std::uint32_t>(first_);
      const auto [number, moves] = queue_[first_].back();
      Known& known = known_[number];
      if (known.expanded || known.moves != moves) {
        queue_[first_].pop_back();
        --entries_;
        continue;
      }
      const State<Words> from = states_.key(number);
      if (rules_.solved(from)) return trace(number);
      if (!ticker_.fits(bytes()) || !ticker_.tick()) return;
      queue_[first_].pop_back();
      --entries_;
      known.expanded = true;
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

  // Puts a state into the queue if it is new or reached by fewer moves; false if it costs too much.
  bool open(const State<Words>& state, std::uint32_t parent, std::uint32_t moves,
            std::uint32_t max_cost) {
    std::uint32_t number = states_.find(state);
    std::uint32_t rest;
    if (number != none) {
      if (known_[number].moves <= moves) return true;
      rest = known_[number].rest;
    } else if (parent != none && states_.key(parent).boxes == state.boxes) {
      rest = known_[parent].rest;
    } else {
      ++answer_.evaluated;
      rest = sorted_ ? sorted_distances<Words>(problem_, state.boxes) : assignment_(state.boxes);
    }
    if (rest == unreachable) {
      ++answer_.dead_ends;
      return true;
    }
    const std::uint32_t estimate = moves + rest + (sorted_ || !rest ? 0 : walk(state));
    if ((sorted_ ? moves : estimate) > max_cost) return false;
    if (number == none) {
      if (states_.insert(state, parent) == Insert::full) {
        ticker_.out_of_memory();
        return true;
      }
      number = states_.last();
      known_.push_back({moves, rest, false});
    } else {
      answer_.reopened += known_[number].expanded;
      known_[number] = {moves, rest, false};
      states_.data(number) = parent;
    }
    if (estimate >= queue_.size()) queue_.resize(estimate + 1);
    first_ = std::min<std::size_t>(first_, estimate);
    queue_[estimate].push_back({number, moves});
    ++entries_;
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
    answer_.solved = true;
    std::vector<State<Words>> states;
    for (; number != none; number = states_.data(number)) states.push_back(states_.key(number));
    std::reverse(states.begin(), states.end());
    answer_.path = rules_.path(states);
  }

  // Of the tables; the lists of the queue have room for twice what is in them.
  std::size_t bytes() const {
    return states_.bytes() + known_.capacity() * sizeof(Known) + 2 * entries_ * sizeof(Entry);
  }

  const Problem& problem_;
  Rules<Words> rules_;
  Assignment<Words> assignment_;
  bool sorted_;
  Ticker& ticker_;
  Store<State<Words>> states_;
  std::vector<Known> known_;
  std::vector<std::vector<Entry>> queue_;  // by estimate
  std::size_t first_ = 0, entries_ = 0;
  Answer answer_;
};

}  // namespace gridproof::sokoban_course
