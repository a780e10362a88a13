// Work on the upper bound by another thread, while the search goes on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/bound_tables.hpp"

namespace gridproof::sokoban {

// It takes `most` nodes at most, and has an answer and maybe a bound of its own. Nobody else looks
// at the upper bound until it has ended.
struct UpperBoundAside {
  // nodes: those that the search has had; proven: its bound.
  UpperBoundAside(Team& team, const Limits& limits, std::uint64_t most, std::uint64_t nodes,
                  const BucketQueue::Rank& proven)
      : most(most), begun(nodes), job(team, limits) {
    answer.bound = proven;
  }

  // Tests whether it has to be waited for now: when the search has had as many nodes, or the limit
  // of nodes leaves no more than it takes.
  bool due(const Ticker& ticker) const { return nodes_left(ticker) == 0; }

  // The nodes that the search may have until then.
  std::uint64_t nodes_left(const Ticker& ticker) const {
    const std::uint64_t had = ticker.nodes() - begun, left = ticker.nodes_left();
    return std::min(most - std::min(most, had), left - std::min(left, most));
  }

  std::uint64_t most, begun;
  Answer answer;
  BoundTables tables;
  std::optional<Bound> bound;  // by these
  Team::Aside job;             // the last one: it ends before what it works on
};

}  // namespace gridproof::sokoban
