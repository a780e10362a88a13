// Iterative deepening with the wall-only bound: little memory, and no proof on unsolvable boards
// but by exhaustion.
#pragma once

#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/astar.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

// A depth-first search to a growing depth. A table remembers for states the depth that was left
// when they were searched without success; a state that is met again with no more depth left is
// skipped. That is safe within one iteration: what could be found below it has been looked for. If
// an iteration is cut nowhere by its depth, all states have been seen and there is no solution.
template <int Words>
class Deepening {
 public:
  Deepening(const Problem& problem, Ticker& ticker) : rules_(problem, true), ticker_(ticker) {
    const std::size_t half = ticker.limits().memory / 2;
    const std::size_t most = std::min<std::size_t>(half, table_bytes) / sizeof(Slot);
    slots_.resize(std::max<std::size_t>(floor_power_of_two(most), 1));
  }

  Answer run(std::uint32_t max_bound) {
    const Robots start = rules_.start();
    const std::uint16_t h = rules_.bound(start);
    answer_.peak_memory = slots_.size() * sizeof(Slot) + rules_.bytes();
    if (h == unreachable) {
      answer_.exhausted = true;
      return answer_;
    }
    for (depth_ = h;; ++depth_) {
      answer_.bound = depth_;
      if (depth_ > max_bound) return answer_;
      cut_ = false;
      answer_.solved = search(start, depth_);
      if (answer_.solved || ticker_.stop() != Stop::none) return answer_;
      if (!cut_) {
        answer_.exhausted = true;
        return answer_;
      }
    }
  }

 private:
  static constexpr std::size_t table_bytes = 1
                                             << 24;  // clearing more would cost easy boards dearly

  struct Slot {
    PackedState<Words> key;
    std::uint32_t iteration = 0, left = 0;
  };

  bool search(const Robots& robots, std::uint32_t left) {
    const std::uint32_t h = rules_.bound(robots);
    if (h == 0) return true;
    if (h > left) {
      cut_ = true;
      return false;
    }
    if (!ticker_.tick()) return false;
    const PackedState<Words> key = rules_.pack(robots);
    Slot& slot = slots_[key.hash() & (slots_.size() - 1)];
    if (slot.iteration == depth_ + 1 && slot.left >= left && slot.key == key) return false;
    slot = {key, depth_ + 1, left};
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        ++answer_.generated;
        answer_.path.push_back({robots.cell[i], d});
        if (search(rules_.moved(robots, i, d, stop), left - 1)) return true;
        answer_.path.pop_back();
        if (ticker_.stop() != Stop::none) return false;
      }
    return false;
  }

  Rules<Words> rules_;
  Ticker& ticker_;
  std::vector<Slot> slots_;
  std::uint32_t depth_ = 0;
  bool cut_ = false;
  Answer answer_;
};

}  // namespace gridproof::robots
