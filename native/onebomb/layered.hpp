// The editorial's way: a 0-1 breadth-first search over (cell, fragment of the walk).
//
// A walk is cut into four fragments: over empty cells, along one arm of the bomb, along an arm at
// right angles, over empty cells. It may pass to the next fragment at any cell, for nothing; the
// bomb is where the third begins. Both orders of the arms have to be tried. Linear too, but with
// eight states a cell and a queue. Kept to be compared with.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "onebomb/board.hpp"
#include "onebomb/bordered.hpp"

namespace gridproof::onebomb {

// Makes a table of `size` equal values, part by part: the system takes its time to hand out memory.
// False: stop.
template <class T>
bool fill(std::vector<T>& table, std::size_t size, T value, Ticker& ticker) {
  constexpr std::size_t part = 1 << 20;
  table.clear();
  table.reserve(size);
  while (table.size() < size) {
    if (!ticker.alive()) return false;
    table.resize(std::min(size, table.size() + part), value);
  }
  return true;
}

class Layered {
 public:
  static constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();

  Layered(const Problem& problem, Ticker& ticker)
      : ticker_(ticker),
        board_(problem, problem.width + 2),
        start_(board_.inner(problem.start)),
        goal_(board_.inner(problem.goal)),
        size_(size(problem)),
        cells_(size_, rock),
        steps_{-stride(problem), stride(problem), -1, 1} {
    for (std::uint32_t y = 0; y < problem.height; ++y)
      std::copy_n(problem.cells + std::size_t{y} * problem.width, problem.width,
                  cells_.data() + board_.inner(y * problem.width));
  }

  // The cells, distances of four states a cell, the queues, and the walk.
  static std::size_t bytes(const Problem& p) { return size(p) * (2 + 6 * sizeof(std::uint32_t)); }

  // Writes the best walk into `best` as soon as it is known. A walk of `enough` steps will do.
  void run(std::uint32_t enough, Answer& best) {
    for (bool vertical_first : {false, true}) {
      vertical_first_ = vertical_first;
      if (!search()) return;
      Answer found;
      found.length = distance_[goal_ + 3 * size_];
      if (found.length != far && (!best.solved || found.length < best.length)) {
        if (!trace(found)) return;
        found.solved = true;
        best = std::move(found);
        ticker_.find(best.length);
      }
      best.proven = vertical_first;
      if (best.solved && best.length <= enough) break;
    }
  }

 private:
  // Every cell has four neighbours, since there is a border of rock.
  static std::size_t size(const Problem& p) { return std::size_t{p.width + 2} * (p.height + 2); }
  static std::ptrdiff_t stride(const Problem& p) {
    return static_cast<std::ptrdiff_t>(p.width) + 2;
  }

  // Tests whether a step out of `from`, or into `to`, belongs to a fragment.
  bool may_step(int fragment, int direction, std::uint8_t from, std::uint8_t to) const {
    const bool vertical = direction < 2;
    switch (fragment) {
      case 0:
        return from == empty && to != rock;
      case 3:
        return to == empty;
      default:
        return to != rock && vertical == (vertical_first_ == (fragment == 1));
    }
  }

  bool search() {
    if (!fill(distance_, 4 * size_, far, ticker_)) return false;
    std::vector<std::size_t> now{start_}, next;
    distance_[start_] = 0;
    for (std::uint32_t steps = 0; !now.empty(); ++steps) {
      next.clear();
      while (!now.empty()) {
        if (!ticker_.tick()) return false;
        const std::size_t state = now.back();
        now.pop_back();
        if (distance_[state] != steps) continue;
        const int fragment = static_cast<int>(state / size_);
        const std::size_t cell = state % size_;
        if (fragment < 3 && distance_[state + size_] > steps) {
          distance_[state + size_] = steps;
          now.push_back(state + size_);
        }
        for (int d = 0; d < 4; ++d) {
          const std::size_t beyond = state + steps_[d];
          if (distance_[beyond] <= steps + 1 ||
              !may_step(fragment, d, cells_[cell], cells_[cell + steps_[d]]))
            continue;
          distance_[beyond] = steps + 1;
          next.push_back(beyond);
        }
      }
      now.swap(next);
    }
    return true;
  }

  // The walk back from the goal, over states whose distances fit; false if the ticker stopped it.
  bool trace(Answer& answer) const {
    answer.path.clear();
    std::size_t state = goal_ + 3 * size_;
    while (state >= size_ || distance_[state] > 0) {
      if (!ticker_.going()) return false;
      const int fragment = static_cast<int>(state / size_);
      const std::size_t cell = state % size_;
      if (fragment > 0 && distance_[state - size_] == distance_[state]) {
        if (fragment == 2) answer.bomb = board_.outer(cell);
        state -= size_;
        continue;
      }
      for (int d = 0; d < 4; ++d) {
        const std::size_t before = state - steps_[d], from = cell - steps_[d];
        if (cells_[from] != rock && distance_[before] + 1 == distance_[state] &&
            may_step(fragment, d, cells_[from], cells_[cell])) {
          answer.path += "UDLR"[d];
          state = before;
          break;
        }
      }
    }
    std::reverse(answer.path.begin(), answer.path.end());
    return true;
  }

  Ticker& ticker_;
  const Bordered board_;
  const std::size_t start_, goal_, size_;
  std::vector<std::uint8_t> cells_;
  const std::array<std::ptrdiff_t, 4> steps_;  // U, D, L, R
  bool vertical_first_ = false;
  std::vector<std::uint32_t> distance_;
};

// Finds nothing, or nothing proven, if the ticker stops it. A walk of `enough` steps will do.
inline void layered(const Problem& problem, std::uint32_t enough, Ticker& ticker,
                    std::size_t& peak_memory, Answer& answer) {
  const std::size_t bytes = Layered::bytes(problem);
  if (!ticker.fits(bytes)) return;
  peak_memory = bytes;
  Layered(problem, ticker).run(enough, answer);
}

}  // namespace gridproof::onebomb
