// The turns that the search for a first solution takes with the exact one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/blockers.hpp"
#include "robots/board.hpp"
#include "robots/first_solution.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// The two searches take turns by the numbers of their nodes, and never by time.
template <int Words>
class FirstTurns {
 public:
  FirstTurns(const Problem& problem, const Rules<Words>& rules, Ticker& ticker)
      : problem_(problem), rules_(rules), ticker_(ticker) {}

  // From now on there are turns, after this number of nodes of the exact search for the first time.
  void begin(std::uint64_t nodes) { next_ = nodes; }
  bool due(std::uint64_t nodes) const { return nodes >= next_; }

  // Makes the tables, once, unless they would take more than `budget` bytes.
  void prepare(std::size_t budget) {
    if (tries_ == 0) guide_.fill(problem_, budget, ticker_);
  }
  // The bytes of the tables, and the most that the turn takes beside them.
  std::size_t bytes() const { return guide_.bytes(); }
  std::size_t peak_bytes() const { return first_ ? first_->peak_bytes() : 0; }

  // Begins a turn with as many nodes as were expanded up to now, or a share of them if a solution
  // is known, and with `budget` bytes.
  void start(std::uint64_t nodes, bool solved, std::size_t budget) {
    next_ *= growth;
    if (guide_.bytes() == 0 || budget < FirstSolution<Words>::min_bytes()) return;
    share_ = solved ? later_share : 1;
    left_ = nodes / share_;
    const std::uint32_t weight = solved ? later_weight : weights[tries_ % weights.size()];
    ++tries_;
    first_ = std::make_unique<FirstSolution<Words>>(rules_, guide_, ticker_, budget, weight);
  }
  bool running() const { return first_ != nullptr; }

  // The nodes of the turn that are left, and those of them while the exact search expands `nodes`,
  // so that the turn is over when the next one is due.
  std::uint64_t left() const { return left_; }
  std::uint64_t left(std::uint64_t nodes) const {
    return std::min(left_, nodes / (share_ * (growth - 1)));
  }

  // Goes on with the turn for some of its nodes, to look for a solution of fewer than `limit`
  // moves. `bound(robots)` are the moves to go at least.
  template <class Bound>
  void go(std::uint64_t nodes, std::uint32_t limit, Bound bound) {
    left_ -= nodes;
    over_ = !first_->go(nodes, limit, bound) || left_ == 0;
  }

  // Notes a solution that go() has found, which is shorter than `limit` was for it, and ends a turn
  // that is over. The tickers may be two.
  void end(std::uint32_t& limit, Answer& answer, Ticker& ticker) {
    if (!over_) return;
    if (first_->found()) {
      answer.path = first_->path();
      answer.solved = true;
      limit = static_cast<std::uint32_t>(answer.path.size());
      ticker.find(limit);
    }
    first_.reset();
  }

 private:
  static constexpr std::uint64_t growth = 3;
  static constexpr std::array<std::uint32_t, 4> weights{5, 20, 3, 10};  // until there is one,
  static constexpr std::uint32_t later_weight = 2;                      // and for shorter ones,
  static constexpr std::uint64_t later_share = 8;  // for which it gets an eighth of the nodes

  const Problem& problem_;
  const Rules<Words>& rules_;
  Ticker& ticker_;
  BlockerGuide guide_;
  std::unique_ptr<FirstSolution<Words>> first_;
  std::uint64_t next_ = ~std::uint64_t{0}, share_ = 1, left_ = 0;
  std::size_t tries_ = 0;
  bool over_ = false;
};

}  // namespace gridproof::robots
