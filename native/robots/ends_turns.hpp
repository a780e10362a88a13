// The turns that the search from both ends takes with the one by single states.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"
#include "robots/two_ends.hpp"

namespace gridproof::robots {

// It has most of the nodes: once it is tried, it proves most boards first. The two take turns by
// the numbers of their nodes, and never by time.
template <class Layers>
class EndsTurns {
 public:
  explicit EndsTurns(const Problem& problem) : problem_(problem) {}

  // From now on there are turns, after this number of nodes of the other search for the first time.
  void begin(std::uint64_t nodes) { next_ = nodes; }
  bool due(std::uint64_t nodes) const { return nodes >= next_; }

  // The bytes that it takes between turns, and the most it took in the last one.
  std::size_t bytes() const { return ends_ ? ends_->bytes() : 0; }
  std::size_t peak_bytes() const { return peak_; }

  // Goes a move farther, within `budget` bytes, after so many nodes of the other search. Notes what
  // is proven, and a solution that is shorter than `limit`. `more` is what the layers need.
  template <class... More>
  void go(std::uint64_t nodes, std::size_t budget, std::uint32_t& limit, Answer& answer,
          Ticker& ticker, More&... more) {
    using Ends = TwoEnds<Layers>;
    if (!ends_ && Ends::suits(problem_) && budget > Ends::min_bytes(problem_))
      ends_.emplace(problem_, answer.bound, ticker, more...);
    next_ = never;
    if (!ends_) return;
    const bool goes_on = ends_->step(budget);
    peak_ = ends_->peak_bytes();
    answer.prove(ends_->bound(), ticker);
    if (ends_->solved() && ends_->path().size() < limit) {
      answer.path = ends_->path();
      answer.solved = true;
      limit = static_cast<std::uint32_t>(answer.path.size());
      ticker.find(limit);
    } else if (goes_on) {
      next_ = std::max(nodes, ends_->nodes() / share);
      return;
    }
    ends_.reset();
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  // It has as many nodes as the other one, times this.
  static constexpr std::uint64_t share = 32;

  const Problem& problem_;
  std::optional<TwoEnds<Layers>> ends_;
  std::uint64_t next_ = never;
  std::size_t peak_ = 0;
};

}  // namespace gridproof::robots
