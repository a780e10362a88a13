// A solution from elsewhere for the optimal search: what `any` finds, improved; and what it finds
// within the bound.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/any/any.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/image.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/solution.hpp"
#include "sokoban/improve/improver.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/table_maker.hpp"

namespace gridproof::sokoban {

// It costs nothing on easy levels, since it starts only after a number of nodes; and little on hard
// ones, since it gets half as many nodes, again when there are four times as many, and so on, until
// nothing is to be gained any more.
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
        next_(few_positions(level) ? late : early),
        min_patience_(std::max<std::uint64_t>(patience, 1) *
                      (few_positions(level) ? late / early : 1)) {}

  // Tests whether it is due now.
  bool due(std::uint64_t nodes) const { return nodes >= next_; }

  // The most nodes that work() takes then.
  std::uint64_t effort() const { return next_ / 2; }

  // Looks for a solution, or for a better one; its counts go to `answer`. `taken`: bytes that are
  // in use meanwhile. A solution that is at a local optimum is left as it is; another image of the
  // level is solved anew then, as long as there are nodes left for it. job: the one that this is,
  // if it is done beside the search.
  void work(std::size_t taken, Ticker& ticker, Answer& answer, Team::Aside* job = nullptr) {
    Part part{effort(), taken, ticker, answer, job};
    next_ *= 4;
    if (!moves_.empty()) improve(part.nodes / 2, part);
    while (image_ < Image::count && wanted(part) && start(part)) {
    }
    if (!moves_.empty() && wanted(part)) improve(part.nodes, part);
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

  // The most nodes that it takes to look for it: some of those that it has been waited for, fewer
  // if these were cheap ones, without tables.
  std::uint64_t effort(bool cheap) const { return patience_ / (cheap ? 8 : 2) + 1; }

  // Looks for it, with so many nodes. A maker, if any, makes the tables that are worth it then.
  void work(Bound& bound, TableMaker* maker, std::uint64_t nodes, std::size_t taken, Ticker& ticker,
            Answer& answer, Team::Aside* job = nullptr) {
    Within within{bound, maker, bound_};
    Part part{nodes, taken, ticker, answer, job};
    const Answer found = share(part.nodes, part, [&](Ticker& own, Answer& any_found) {
      any(level_, own, any_found, &within, {}, job);
    });
    if (found.solved) moves_ = found.moves;
    patience_ *= 4;
  }

  bool unsolvable() const { return unsolvable_; }
  // Of the best solution, in letters; none if there is none yet.
  const std::string& moves() const { return moves_; }

 private:
  // The nodes before the first solution is looked for. If boxes have few squares the search goes
  // through all positions sooner than a better solution is of use, or one within the bound.
  static constexpr std::uint64_t early = 20'000, late = 5'120'000;

  static bool few_positions(const Level& level) {
    constexpr std::uint64_t few = std::uint64_t{1} << 36;
    return level.placements(few) < few;
  }

  // The nodes that are left to a piece of work, and what it works with.
  struct Part {
    std::uint64_t nodes;
    std::size_t taken;
    Ticker& ticker;
    Answer& answer;
    Team::Aside* job;
  };

  // The nodes in which a new solution is improved at first. Most of what can be gained is by then.
  static constexpr std::uint64_t start_effort = 60'000;

  Cost cost(const std::string& moves) const {
    Ticker endless({});
    return Solution(level_.board, pushes_of(level_.board, moves, endless), endless).cost();
  }

  bool wanted(const Part& part) const {
    return part.nodes > 0 && part.ticker.stop() == Stop::none && !unsolvable_ &&
           (moves_.empty() || value(objective_, cost(moves_)) > part.answer.bound);
  }

  // Solves the next image and improves that solution for a while: searches go other ways in it, and
  // end at other local optima. False: there were too few nodes.
  bool start(Part& part) {
    const Image image(problem_, image_);
    const Level level(image.problem(), part.ticker);
    if (part.ticker.stop() != Stop::none) return false;
    part.taken += level.bytes();
    Answer found = share(part.nodes, part, [&](Ticker& own, Answer& first) {
      any(level, own, first, nullptr, {}, part.job);
    });
    unsolvable_ = unsolvable_ || found.exhausted;
    if (found.solved) {
      ++image_;
      std::string moves = std::move(found.moves);
      const bool local = better(level, image.problem(), start_effort, moves, part);
      moves = image.back(std::move(moves));
      if (moves_.empty() || value(objective_, cost(moves)) < value(objective_, cost(moves_))) {
        moves_ = std::move(moves);
        local_ = local;
      }
    }
    part.taken -= level.bytes();
    return found.solved;
  }

  void improve(std::uint64_t nodes, Part& part) {
    if (!local_) local_ = better(level_, problem_, nodes, moves_, part);
  }

  // Improves a solution; true if it is at a local optimum then.
  bool better(const Level& level, const Problem& problem, std::uint64_t nodes, std::string& moves,
              Part& part) {
    bool local = false;
    const Answer found = share(nodes, part, [&](Ticker& own, Answer& improved) {
      Improver(level, problem, objective_, part.answer.bound, own, improved).run(moves);
      local = own.stop() == Stop::none;
    });
    if (found.solved) moves = found.moves;
    return local;
  }

  // Runs a solver with at most `nodes` nodes of a part.
  template <class Solver>
  Answer share(std::uint64_t nodes, Part& part, Solver solver) {
    Limits share;
    share.nodes = std::min({nodes, part.nodes, part.ticker.nodes_left() / 2});
    share.memory = part.ticker.memory() - std::min(part.ticker.memory(), part.taken);
    Ticker own = part.ticker.part(share);
    Answer found;
    solver(own, found);
    add(found, part.taken, part.answer);
    part.ticker.tick(own.nodes());
    part.nodes -= own.nodes();
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
  std::uint64_t next_;  // how many nodes before it is due
  std::uint64_t min_patience_;
  std::uint32_t bound_ = 0;     // the present one, which has not risen
  std::uint64_t since_ = 0;     // the nodes when it rose last
  std::uint64_t patience_ = 0;  // and those that it may wait
  bool unsolvable_ = false;
  unsigned image_ = 0;  // that is to be solved next
  std::string moves_;
  bool local_ = false;  // whether that solution is at a local optimum
};

}  // namespace gridproof::sokoban
