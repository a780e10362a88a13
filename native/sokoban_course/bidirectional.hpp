// Breadth-first search from the start, and from all ends at once.
//
// H.-S. Liu's report to the course (2018) lets the search from the ends go a small part of the way,
// since a step back may or may not pull a box and so has up to eight outcomes instead of four.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban_course/board.hpp"

namespace gridproof::sokoban_course {

// Both searches work by whole layers, so that the first state that a new layer has in common with
// the other search is on an optimal solution ("Both ends" in docs/explanation/sokoban-course.md).
//
// `ratio`: the search from the ends is kept at 1/ratio of the depth of the other one; with 0 it
// is not begun, and this is plain breadth-first search.
template <int Words>
class Bidirectional {
 public:
  // Solutions and bounds are written into `answer` as they are found.
  Bidirectional(const Problem& problem, std::uint32_t ratio, Ticker& ticker, Answer& answer)
      : rules_(problem),
        ticker_(ticker),
        answer_(answer),
        ratio_(ratio),
        forward_(ticker),
        backward_(ticker) {}

  void run(std::uint32_t max_cost) {
    search(max_cost);
    answer_.forward = forward_.states.size();
    answer_.backward = backward_.states.size();
    answer_.peak_memory = forward_.states.peak_bytes() + backward_.states.peak_bytes();
  }

 private:
  static constexpr std::uint32_t none = Store<State<Words>>::none;

  struct Side {
    explicit Side(Ticker& ticker) : states(ticker.memory() / 2, &ticker) {}
    Store<State<Words>> states;
    std::uint32_t depth = 0;  // of the last layer,
    std::uint32_t begin = 0;  // which begins here
  };

  void search(std::uint32_t max_cost) {
    const State<Words> start = rules_.start();
    if ((answer_.solved = rules_.solved(start))) return;
    if ((answer_.exhausted = rules_.lost(start))) return;
    if (!add(forward_, start, none)) return;
    for (const State<Words>& end : rules_.ends())
      if (!add(backward_, end, none)) return;
    while (!answer_.solved && !answer_.exhausted) {
      answer_.bound = std::max(answer_.bound, forward_.depth + backward_.depth + 1);
      ticker_.prove(answer_.bound);
      if (answer_.bound > max_cost) return;
      const bool back = ratio_ && backward_.depth * std::uint64_t{ratio_} < forward_.depth;
      if (!(back ? layer(backward_, true) : layer(forward_, false))) return;
    }
  }

  // Makes the next layer of one side; false if the ticker stopped it.
  bool layer(Side& side, bool back) {
    const std::uint32_t end = side.states.size();
    State<Words> to;
    for (std::uint32_t number = side.begin; number < end; ++number) {
      if (!ticker_.tick() || !ticker_.going(rules_.effort())) return false;
      const State<Words> from = side.states.key(number);
      for (int d = 0; d < directions; ++d) {
        if (back) {
          for (bool pulls : {false, true})
            if (rules_.step_back(from, d, pulls, to) && !reach(side, forward_, to, number))
              return false;
        } else {
          const Step step = rules_.step(from, d, to);
          answer_.dead_ends += step == Step::deadlock;
          if (step == Step::made && !reach(side, backward_, to, number)) return false;
        }
        if (answer_.solved) return true;
      }
    }
    side.begin = end;
    ++side.depth;
    answer_.exhausted = side.states.size() == end;
    return true;
  }

  // Adds a state and looks for it on the other side; false if the store is full.
  bool reach(Side& side, const Side& other, const State<Words>& state, std::uint32_t parent) {
    if (answer_.solved) return true;
    ++answer_.generated;
    const std::uint32_t before = side.states.size();
    if (!add(side, state, parent)) return false;
    if (side.states.size() == before) return true;
    const std::uint32_t met = other.states.find(state);
    if (met == none) return true;
    trace(forward_.states.find(state), backward_.states.find(state));
    return true;
  }

  bool add(Side& side, const State<Words>& state, std::uint32_t parent) {
    if (side.states.insert(state, parent) != Insert::full) return true;
    ticker_.out_of_memory();
    return false;
  }

  void trace(std::uint32_t towards_start, std::uint32_t towards_end) {
    std::vector<State<Words>> states;
    for (std::uint32_t n = towards_start; n != none; n = forward_.states.data(n))
      states.push_back(forward_.states.key(n));
    std::reverse(states.begin(), states.end());
    for (std::uint32_t n = backward_.states.data(towards_end); n != none;
         n = backward_.states.data(n))
      states.push_back(backward_.states.key(n));
    answer_.path = rules_.path(states);
    answer_.solved = true;
  }

  Rules<Words> rules_;
  Ticker& ticker_;
  Answer& answer_;
  std::uint32_t ratio_;
  Side forward_, backward_;
};

}  // namespace gridproof::sokoban_course
