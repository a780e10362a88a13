// The distance transform along a line within a radius: a sliding window.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "onebomb/bordered.hpp"
#include "onebomb/distances.hpp"

namespace gridproof::onebomb {

// One pass from each end of the line. A queue has the places of the window that no later one beats,
// their values rising, so the first one is the least; each place enters and leaves it once.
template <class Distance>
class RadiusWindow {
 public:
  explicit RadiusWindow(const Bordered& board) : board_(board) {}

  // Sets in `out` the least distance within the radius plus the way there, for each cell of a line
  // of `count` cells that are `step` apart; rock separates.
  void slide(const Distances<Distance>& d, std::size_t first, std::size_t step, std::size_t count,
             std::vector<Distance>& out) {
    out.assign(count, Distances<Distance>::wall);
    for (int way : {-1, 1}) {
      queue_.clear();  // places whose distance - place (or distance + place) rises
      std::size_t head = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = way < 0 ? i : count - 1 - i;
        if (board_.is_rock(first + at * step)) {
          queue_.clear();
          head = 0;
          continue;
        }
        const std::int64_t here = d.onto(first + at * step) + way * static_cast<std::int64_t>(at);
        while (queue_.size() > head && queue_.back().value >= here) queue_.pop_back();
        queue_.push_back({at, here});
        auto away = [&](std::size_t other) { return other > at ? other - at : at - other; };
        while (away(queue_[head].place) > board_.problem().radius) ++head;
        const std::int64_t least = queue_[head].value - way * static_cast<std::int64_t>(at);
        out[at] = static_cast<Distance>(std::min<std::int64_t>(out[at], least));
      }
    }
  }

 private:
  struct Place {
    std::size_t place;
    std::int64_t value;
  };

  const Bordered& board_;
  std::vector<Place> queue_;
};

}  // namespace gridproof::onebomb
