// A solution from elsewhere for the optimal search: what `any` finds, improved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any.hpp"
#include "sokoban/improve.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"

namespace gridproof::sokoban {

// It costs nothing that is easy, since it is not asked before a search has taken so many nodes; and
// little that is hard, since it has as many for both its steps then, again when there are eight
// times as many, and so on.
class UpperBound {
 public:
  UpperBound(const Level& level, const Problem& problem, Objective objective)
      : level_(level), problem_(problem), objective_(objective) {}

  // Whether it is to be asked now.
  bool due(std::uint64_t nodes) const { return nodes >= next_; }

  // Looks for a solution, or for a better one; its counts go to `answer`. `taken`: bytes that are
  // in use meanwhile.
  void work(std::size_t taken, Ticker& ticker, Answer& answer) {
    const auto with_share = [&](auto solver) {
      const Limits all = ticker.limits();
      Limits share;
      share.nodes = std::min(next_, all.nodes - ticker.nodes()) / 2;
      share.seconds = ticker.seconds_left() / 8;
      share.memory = all.memory - std::min(all.memory, taken);
      Ticker own = ticker.part(share);
      Answer found;
      solver(own, found);
      if (found.solved) moves_ = found.moves;
      unsolvable_ = unsolvable_ || found.exhausted;
      add(found, taken, answer);
      ticker.tick(own.nodes());
    };
    if (moves_.empty()) with_share([&](Ticker& own, Answer& found) { any(level_, own, found); });
    if (!moves_.empty())
      with_share([&](Ticker& own, Answer& found) {
        Improver(level_, problem_, objective_, {}, own, found).run(moves_);
      });
    next_ *= 8;
  }

  bool unsolvable() const { return unsolvable_; }
  // Of the best solution, in letters; none if there is none yet.
  const std::string& moves() const { return moves_; }

 private:
  static void add(const Answer& found, std::size_t taken, Answer& answer) {
    answer.generated += found.generated;
    answer.evaluated += found.evaluated;
    answer.reopened += found.reopened;
    answer.dead_ends += found.dead_ends;
    answer.peak_memory = std::max(answer.peak_memory, taken + found.peak_memory);
  }

  const Level& level_;
  const Problem& problem_;
  Objective objective_;
  std::uint64_t next_ = 20'000;
  bool unsolvable_ = false;
  std::string moves_;
};

}  // namespace gridproof::sokoban
