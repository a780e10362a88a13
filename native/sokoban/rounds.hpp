// The searches for fewest pushes, expanded by threads in rounds of so many nodes.
//
// In a round no search looks at another one, and between two rounds one thread works alone. So each
// is where it would be if they had been expanded one after the other, in any order. Then all that
// they have made is looked up in the others as they are now. So no meeting is lost: of two nodes of
// one position, the one that is made last, or made cheaper last, finds the other. Only after that
// is anything proven of what is open.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/symmetries.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/search/direction.hpp"
#include "sokoban/search/expander.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/bound_tables.hpp"
#include "sokoban/tables/table_expander.hpp"
#include "sokoban/tables/table_search.hpp"

namespace gridproof::sokoban {

// The part that one search has of the rounds. Its ticker is a part of the whole one, for the search
// alone.
template <class Search>
class RoundShare {
 public:
  explicit RoundShare(Ticker ticker) : ticker(std::move(ticker)) {}

  Ticker ticker;

  // Takes that many nodes to expand, or all; in how many slices.
  std::size_t take(Search& search, std::uint64_t nodes) {
    slices_ = (search.take(nodes) + slice - 1) / slice;
    if (findings_.size() < slices_) findings_.resize(slices_);
    return slices_;
  }

  // Finds out about the nodes of a slice.
  void find_children(const Search& search, std::size_t i, typename Search::Expander& expander) {
    search.find_children(i * slice, slice, expander, findings_[i]);
  }

  // Adds to the search what was found.
  void add(Search& search) {
    for (std::size_t i = 0; i < slices_; ++i) {
      search.add(findings_[i], [this](std::uint32_t node) { made_.push_back(node); });
      expanded_ += findings_[i].nodes.size();
    }
  }

  // After a round: calls coming(node), then meet(node) for each new or cheaper node, and counts
  // those that have been expanded.
  template <class Coming, class Meet>
  void end(Ticker& whole, Coming coming, Meet meet) {
    for (const std::uint32_t node : made_) coming(node);
    for (const std::uint32_t node : made_) meet(node);
    made_.clear();
    whole.tick(std::exchange(expanded_, 0));
  }

 private:
  static constexpr std::size_t slice = 2;  // nodes that a thread takes up at once

  std::size_t slices_ = 0;
  std::vector<typename Search::Findings> findings_;  // by slice
  std::vector<std::uint32_t> made_;
  std::uint64_t expanded_ = 0;
};

template <int Words>
class Rounds {
 public:
  using Forward = Direction<Words, false>;
  using Backward = Direction<Words, true>;
  using Tables = TableSearch<Words>;

  static constexpr std::uint64_t nodes = 256;  // of a round, at most

  Rounds(const Level& level, const Symmetries& symmetries, const Options& options, Team& team)
      : forwards(team.part()),
        backwards(team.part()),
        with_tables(team.part()),
        level_(level),
        symmetries_(symmetries),
        options_(options),
        team_(team) {
    for (std::size_t i = 0; i < team.threads(); ++i)
      workers_.emplace_back(level, symmetries, options, team);
  }

  Rounds(const Rounds&) = delete;  // its parts point to each other
  Rounds& operator=(const Rounds&) = delete;

  RoundShare<Forward> forwards;
  RoundShare<Backward> backwards;
  RoundShare<Tables> with_tables;

  // From now on there are these tables.
  void begin_tables(const ReducedCosts& costs, const BoundTables& tables) {
    for (Worker& worker : workers_)
      worker.with_tables.emplace(level_, symmetries_, options_, costs, tables, worker.ticker);
  }

  // Stops `whole` for what has stopped a part of it.
  void stop(Ticker& whole) const {
    whole.follow(forwards.ticker);
    whole.follow(backwards.ticker);
    whole.follow(with_tables.ticker);
    for (const Worker& worker : workers_) whole.follow(worker.ticker);
  }

  // Expands so many nodes of the search from both ends, and of the one with tables, if there is
  // one. Threads find out about slices of them, and one thread a search adds it.
  void expand(Forward& forward, Backward& backward, std::uint64_t of_ends, Tables* tables,
              std::uint64_t of_tables) {
    const std::uint64_t of_forward = share_forwards(of_ends, forward, backward);
    const std::size_t ahead = forwards.take(forward, of_forward),
                      back = backwards.take(backward, of_ends - of_forward);
    if constexpr (Tables::possible)
      if (tables) {
        std::size_t beside = take(*tables, of_tables);
        if (!expand(forward, ahead, backward, back, tables, beside)) return;
        while ((beside = take(*tables, of_tables)) > 0)
          if (!expand(forward, 0, backward, 0, tables, beside)) return;
        return;
      }
    expand(forward, ahead, backward, back, nullptr, 0);
  }

 private:
  // All that a thread has of its own.
  struct Worker {
    Worker(const Level& level, const Symmetries& symmetries, const Options& options, Team& team)
        : ticker(team.part()),
          forwards(level, symmetries, Objective::pushes, options, ticker),
          backwards(level, symmetries, Objective::pushes, options, ticker) {}

    Ticker ticker;
    Expander<Words, false> forwards;
    Expander<Words, true> backwards;
    std::optional<TableExpander<Words>> with_tables;
  };

  static constexpr std::uint64_t sixteen = 16;  // parts of a round
  // Near the goals the search with tables goes deep, so that it may not wait for whole rounds.
  static constexpr std::uint64_t tables_at_once = 24;

  // Takes some of the nodes that are left to the search with tables, as long as it has room; in how
  // many slices.
  std::size_t take(Tables& tables, std::uint64_t& left) {
    const std::uint64_t now = tables.ready() ? std::min(left, tables_at_once) : 0;
    left -= now;
    return with_tables.take(tables, now);
  }

  // Expands what the searches have taken, in so many slices each; false: it was stopped, nodes are
  // missing, and the search proves nothing more.
  bool expand(Forward& forward, std::size_t ahead, Backward& backward, std::size_t back,
              Tables* tables, std::size_t beside) {
    const bool all = team_.run(beside + ahead + back, [&](std::size_t task, std::size_t thread) {
      Worker& own = workers_[thread];
      if (task >= beside + ahead)
        backwards.find_children(backward, task - beside - ahead, own.backwards);
      else if (task >= beside)
        forwards.find_children(forward, task - beside, own.forwards);
      else if constexpr (Tables::possible)
        with_tables.find_children(*tables, task, *own.with_tables);
    });
    if (!all) return false;
    if constexpr (Tables::possible)
      if (ahead + back == 0) {
        with_tables.add(*tables);
        return true;
      }
    return team_.run(3, [&](std::size_t search, std::size_t) {
      if (search == 0) forwards.add(forward);
      if (search == 1) backwards.add(backward);
      if constexpr (Tables::possible)
        if (search == 2 && beside > 0) with_tables.add(*tables);
    });
  }

  // The end with fewer open nodes is through with them sooner, so it gets a little more each time.
  std::uint64_t share_forwards(std::uint64_t of_ends, const Forward& forward,
                               const Backward& backward) {
    if (backward.open_list().open() < forward.open_list().open())
      forwards_share_ -= forwards_share_ > 0;
    else
      forwards_share_ += forwards_share_ < sixteen;
    return of_ends * forwards_share_ / sixteen;
  }

  const Level& level_;
  const Symmetries& symmetries_;
  Options options_;
  Team& team_;
  std::deque<Worker> workers_;  // by thread
  std::uint64_t forwards_share_ = sixteen / 2;
};

}  // namespace gridproof::sokoban
