// Iterative deepening with the wall-only bound: little memory, and no proof on unsolvable boards
// but by exhaustion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// A depth-first search to a growing depth. A table remembers for states the depth that was left
// when they were searched without success; a state that is met again with no more depth left is
// skipped. That is safe within one iteration: what could be found below it has been looked for. If
// an iteration is cut nowhere by its depth, all states have been seen and there is no solution.
//
// A table that the memory limit keeps small may forget so much that the search would never end: the
// memory is used up when it has visited too many states for its size.
template <int Words>
class IterativeDeepening {
 public:
  // The bytes that it takes at least; the memory limit has to leave room for them.
  static std::size_t min_bytes(const Problem& problem) { return Rules<Words>::bytes(problem); }

  IterativeDeepening(const Problem& problem, Ticker& ticker, Answer& answer)
      : rules_(problem, true),
        rules_bytes_(Rules<Words>::bytes(problem)),
        ticker_(ticker),
        answer_(answer) {}

  void run(std::uint32_t max_bound) {
    const Robots start = rules_.start();
    const std::uint16_t h = rules_.bound(start);
    if (h == unreachable) {
      answer_.exhausted = true;
      return;
    }
    answer_.prove(h, ticker_);
    if (h > max_bound || !make_table()) return;
    for (depth_ = h; depth_ <= max_bound; ++depth_) {
      answer_.prove(depth_, ticker_);
      cut_ = false;
      if (search(start)) return found();
      if (ticker_.stop() != Stop::none) return;
      if (!cut_) {
        answer_.exhausted = true;
        return;
      }
    }
    answer_.prove(depth_, ticker_);
  }

 private:
  static constexpr std::size_t least_slots = 1 << 10;
  // Clearing more would cost easy boards dearly.
  static constexpr std::size_t table_bytes = 1 << 24;
  static constexpr std::uint64_t visits_per_slot = 64;  // of a table that is kept small

  struct Slot {
    PackedState<Words> key;
    std::uint32_t iteration = 0, left = 0;
  };
  // A state on the path and the next of its moves to try: robot next / 4 in direction next % 4.
  struct Open {
    Robots robots;
    Step step;  // the move that is being tried
    unsigned next = 0;
  };

  // Half of the memory is for the table, the other half for the path.
  bool make_table() {
    const std::size_t half = (ticker_.memory() - rules_bytes_) / 2;
    const std::size_t slots = floor_power_of_two(std::min(half, table_bytes) / sizeof(Slot));
    if (slots < least_slots) {
      ticker_.out_of_memory();
      return false;
    }
    max_visits_ = half < table_bytes ? visits_per_slot * slots : ~std::uint64_t{0};
    slots_.resize(slots);
    return true;
  }

  bool enter(const Robots& robots) {
    if (path_.size() == path_.capacity()) {
      const std::size_t wanted = std::max<std::size_t>(path_.capacity() * 2, 64);
      const std::size_t bytes =
          rules_bytes_ + slots_.size() * sizeof(Slot) + (path_.capacity() + wanted) * sizeof(Open);
      if (!ticker_.fits(bytes)) return false;
      answer_.peak_memory = bytes;
      path_.reserve(wanted);
    }
    path_.push_back({robots, {}, 0});
    return true;
  }

  // Counts a node; false: stop.
  bool count() {
    if (!ticker_.tick()) return false;
    if (++visits_ <= max_visits_) return true;
    ticker_.out_of_memory();
    return false;
  }

  // Tests whether a state was searched in this iteration with no less depth left; it is noted if
  // not.
  bool known(const Robots& robots, std::uint32_t left) {
    const PackedState<Words> key = rules_.pack(robots);
    Slot& slot = slots_[key.hash() & (slots_.size() - 1)];
    if (slot.iteration == depth_ + 1 && slot.left >= left && slot.key == key) return true;
    slot = {key, depth_ + 1, left};
    return false;
  }

  // Tests whether a solution of the present depth is found: `path_` then holds it.
  bool search(const Robots& start) {
    path_.clear();
    if (rules_.bound(start) == 0) return true;
    if (!count() || known(start, depth_) || !enter(start)) return false;
    const unsigned moves = static_cast<unsigned>(rules_.count()) * directions;
    while (!path_.empty()) {
      Open& open = path_.back();
      const auto left = depth_ - static_cast<std::uint32_t>(path_.size());  // after the next move
      unsigned next = open.next;
      for (; next < moves; ++next) {
        const int i = static_cast<int>(next / directions), d = static_cast<int>(next % directions);
        const std::uint32_t stop = rules_.slide(open.robots, i, d);
        if (stop == open.robots.cell[i]) continue;
        ++answer_.generated;
        const Robots after = rules_.moved(open.robots, i, d, stop);
        const std::uint32_t h = rules_.bound(after);
        if (h > left) {
          cut_ = true;
          continue;
        }
        if (h > 0 && !count()) return false;
        if (h > 0 && known(after, left)) continue;
        open.step = {open.robots.cell[i], d};
        if (h == 0) return true;
        open.next = next + 1;
        if (!enter(after)) return false;
        break;
      }
      if (next == moves) path_.pop_back();
    }
    return false;
  }

  void found() {
    for (const Open& open : path_) answer_.path.push_back(open.step);
    answer_.solved = true;
    ticker_.find(static_cast<std::int64_t>(answer_.path.size()));
  }

  Rules<Words> rules_;
  std::size_t rules_bytes_;
  Ticker& ticker_;
  Answer& answer_;
  std::vector<Slot> slots_;
  std::vector<Open> path_;
  std::uint64_t visits_ = 0, max_visits_ = 0;
  std::uint32_t depth_ = 0;
  bool cut_ = false;
};

}  // namespace gridproof::robots
