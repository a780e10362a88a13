// The searches for fewest pushes, expanded by threads in rounds of so many nodes.
//
// In a round no search looks at another one, and between two rounds one thread works alone. So each
// is where it would be if they had been expanded one after the other, in any order. Then all that
// they have made is looked up in the others as they are now. So no meeting is lost: of two nodes of
// one position, the one that is made last, or made cheaper last, finds the other. Only after that
// is anything proven of what is open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/symmetries.hpp"
#include "sokoban/search/expander.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/table_search.hpp"
#include <variant>
#include <optional>

namespace gridproof::sokoban {

// The part that one search has of a round. Its ticker is a part of the whole one, for the search
// alone.
struct RoundShare {
  explicit RoundShare(Ticker ticker) : ticker(std::move(ticker)) {}

  // Expands `nodes` nodes of a search, fewer if it is not ready() any more or the ticker stops.
  template <class Search>
  void expand(Search& search, std::uint64_t nodes) {
    for (; nodes > 0 && search.ready() && ticker.tick(); --nodes) {
      search.expand([this](std::uint32_t node) { made.push_back(node); }, [](std::uint64_t) {});
      ++expanded;
    }
  }

  // Adds to a search what was found about some of its nodes.
  template <class Search, class Found>
  void add(Search& search, const Found& found) {
    search.add(found, [this](std::uint32_t node) { made.push_back(node); });
    expanded += found.nodes.size();
  }

  Ticker ticker;
  std::vector<std::uint32_t> made;  // new nodes, or cheaper ones
  std::uint64_t expanded = 0;
};

template <int Words>
class Rounds {
 public:
  enum Searcher : std::uint8_t { with_tables, forwards, backwards };

  static constexpr std::uint64_t nodes = 256;  // of a round, at most

  Rounds(const Level& level, const Symmetries& symmetries, const Options& options, Team& team)
      : team_(team),
        shares_{RoundShare(team.part()), RoundShare(team.part()), RoundShare(team.part())} {
    for (std::size_t i = 0; i < team.threads(); ++i)
      workers_.emplace_back(level, symmetries, options, team);
  }

  Rounds(const Rounds&) = delete;  // its parts point to each other
  Rounds& operator=(const Rounds&) = delete;

  Ticker& ticker(Searcher search) { return shares_[search].ticker; }

  // Stops `whole` for what has stopped a part of it.
  void stop(Ticker& whole) const {
    for (const RoundShare& share : shares_) whole.follow(share.ticker);
    for (const Worker& worker : workers_) whole.follow(worker.ticker);
  }

  // Expands so many nodes of the search from both ends. Threads find out about slices of them, and
  // one thread a side adds it. Meanwhile one calls tables(share).
  template <class Forward, class Backward, class Tables>
  void expand(Forward& forward, Backward& backward, std::uint64_t of_ends, Tables* tables, std::uint64_t of_tables) {
    const std::uint64_t most = share_forwards(of_ends, forward, backward);
    const auto count = [](std::size_t taken) { return (taken + slice - 1) / slice; };
    const std::size_t ahead = count(forward.take(most)),
                      back = count(backward.take(of_ends - most));
    std::size_t with = 0;
    if constexpr (!std::is_same_v<Tables, std::monostate>)
      if (tables) {
        with = count(tables->take(of_tables));
        for (Worker& worker : workers_) worker.bound.emplace(tables->bound(), worker.ticker);
      }
    if (findings_.size() < ahead + back) findings_.resize(ahead + back);
    if (table_findings_.size() < with) table_findings_.resize(with);
    const bool all = team_.run(with + ahead + back, [&](std::size_t task, std::size_t thread) {
      Worker& own = workers_[thread];
      if constexpr (!std::is_same_v<Tables, std::monostate>)
        if (task < with) return tables->find_children(task * slice, slice, own.forwards, *own.bound, table_findings_[task]);
      const std::size_t i = task - with;
      if (i < ahead)
        forward.find_children(i * slice, slice, own.forwards, findings_[i]);
      else
        backward.find_children((i - ahead) * slice, slice, own.backwards, findings_[i]);
    });
    if (!all) return;  // stopped: nodes are missing, and the search proves nothing more
    team_.run(3, [&](std::size_t side, std::size_t) {
      if constexpr (!std::is_same_v<Tables, std::monostate>)
        if (side == 2) {
          for (std::size_t i = 0; i < with; ++i) shares_[with_tables].add(*tables, table_findings_[i]);
          return;
        }
      if (side == 2) return;
      if (side == 0)
        for (std::size_t i = 0; i < ahead; ++i) shares_[forwards].add(forward, findings_[i]);
      else
        for (std::size_t i = 0; i < back; ++i)
          shares_[backwards].add(backward, findings_[ahead + i]);
    });
  }

  // After a round: calls coming(node), then meet(node) for each node that a search has made, and
  // counts those that it has expanded.
  template <class Coming, class Meet>
  void end(Searcher search, Ticker& whole, Coming coming, Meet meet) {
    RoundShare& share = shares_[search];
    for (const std::uint32_t node : share.made) coming(node);
    for (const std::uint32_t node : share.made) meet(node);
    share.made.clear();
    whole.tick(std::exchange(share.expanded, 0));
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
    std::optional<Bound> bound;
  };

  static constexpr std::size_t slice = 8;       // nodes that a thread takes up at once
  static constexpr std::uint64_t sixteen = 16;  // parts of a round

  // The end with fewer open nodes is through with them sooner, so it gets a little more each time.
  template <class Forward, class Backward>
  std::uint64_t share_forwards(std::uint64_t of_ends, const Forward& forward,
                               const Backward& backward) {
    if (backward.open_list().open() < forward.open_list().open())
      forwards_share_ -= forwards_share_ > 0;
    else
      forwards_share_ += forwards_share_ < sixteen;
    return of_ends * forwards_share_ / sixteen;
  }

  Team& team_;
  std::array<RoundShare, 3> shares_;  // by Searcher
  std::deque<Worker> workers_;        // by thread
  std::vector<Findings<Words>> findings_;
  std::vector<TableFindings<Words>> table_findings_;
  std::uint64_t forwards_share_ = sixteen / 2;
};

}  // namespace gridproof::sokoban
