// A solution from elsewhere for the optimal search: what `any` finds, improved; and what it finds
// within the bound.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/limits.hpp"
#include "sokoban/any/any.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/improve/improver.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/tables/bound.hpp"

namespace gridproof::sokoban {

// It costs nothing on easy levels, since it starts only after a number of nodes; and little on hard
// ones, since both its steps together get as many nodes, again when there are eight times as many,
// and so on.
//
// When the bound is the optimum, all that is missing is a solution; many positions may have the
// same bound then, and to go through all of them takes long. So a search that is guided by features
// of solutions goes through them as well, whenever the bound has not risen for a while.
class UpperBound {
 public:
  // patience: after how many nodes without a rise of the bound it looks within it.
  UpperBound(const Level& level, const Problem& problem, Objective objective,
             std::uint64_t patience)
      : level_(level),
        problem_(problem),
        objective_(objective),
        min_patience_(std::max<std::uint64_t>(patience, 1)) {}

  // Tests whether it is due now.
  bool due(std::uint64_t nodes) const { return nodes >= next_; }

  // Looks for a solution, or for a better one; its counts go to `answer`. `taken`: bytes that are
  // in use meanwhile.
  void work(std::size_t taken, Ticker& ticker, Answer& answer) {
    const auto step = [&](auto solver) {
      const Answer found = share(next_ / 2, taken, ticker, answer, solver);
      unsolvable_ = unsolvable_ || found.exhausted;
    };
    if (moves_.empty()) step([&](Ticker& own, Answer& found) { any(level_, own, found); });
    if (!moves_.empty())
      step([&](Ticker& own, Answer& found) {
        Improver(level_, problem_, objective_, {}, own, found).run(moves_);
      });
    next_ *= 8;
  }

  // Tests whether a solution within the bound is due to be looked for.
  bool due(std::uint64_t nodes, std::uint32_t bound) {
    if (bound != bound_) {
      bound_ = bound;
      since_ = nodes;
      patience_ = min_patience_;
    }
    return nodes - since_ >= patience_;
  }

  // Looks for it, with some of the nodes that it has been waited for: fewer if these were cheap
  // ones, without tables.
  void work(Bound& bound, bool cheap, std::size_t taken, Ticker& ticker, Answer& answer) {
    Within within{bound, bound_};
    share(patience_ / (cheap ? 8 : 2) + 1, taken, ticker, answer,
          [&](Ticker& own, Answer& found) { any(level_, own, found, &within); });
    patience_ *= 4;
  }

  bool unsolvable() const { return unsolvable_; }
  // Of the best solution, in letters; none if there is none yet.
  const std::string& moves() const { return moves_; }

 private:
  // Runs a solver that looks for a solution, with at most `nodes` nodes.
  template <class Solver>
  Answer share(std::uint64_t nodes, std::size_t taken, Ticker& ticker, Answer& answer,
               Solver solver) {
    Limits share;
    share.nodes = std::min(nodes, ticker.nodes_left() / 2);
    share.memory = ticker.memory() - std::min(ticker.memory(), taken);
    Ticker own = ticker.part(share);
    Answer found;
    solver(own, found);
    if (found.solved) moves_ = found.moves;
    add(found, taken, answer);
    ticker.tick(own.nodes());
    return found;
  }

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
  std::uint64_t min_patience_;
  std::uint32_t bound_ = 0;     // the present one, which has not risen
  std::uint64_t since_ = 0;     // the nodes when it rose last
  std::uint64_t patience_ = 0;  // and those that it may wait
  bool unsolvable_ = false;
  std::string moves_;
};

}  // namespace gridproof::sokoban
