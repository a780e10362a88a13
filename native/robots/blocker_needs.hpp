// The robots that have to stand in the way of another one, for its way to a cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

// A blocker's cell, and for each cell the moves of the robot that is stopped by it.
template <class Number>
struct BlockerNeed {
  std::uint32_t blocker;
  std::vector<Number> moves;
};

// The ways to a cell: without a blocker, by moves from each cell, and with one.
template <class Number>
struct BlockerNeeds {
  std::vector<Number> free;
  std::vector<BlockerNeed<Number>> list;
};

// Returns the needs of a way to `cell`, at most `max` of them; no number is above `limit`. The
// closure is followed as far as its needs are no more; a way from farther away has at least the
// moves to the cells there, and counts as one without a blocker.
template <class Number, class Distances>
BlockerNeeds<Number> find_blocker_needs(const Problem& problem, std::uint32_t cell, std::size_t max,
                                        Number limit, Distances& reach, Ticker& ticker) {
  BlockerNeeds<Number> found;
  found.free.assign(problem.cells(), limit);
  found.free[cell] = 0;
  std::map<std::uint32_t, std::vector<Number>> moves;  // by blocker
  std::vector<std::uint32_t> level{cell};
  for (Number n = 0; !level.empty() && ticker.alive(); ++n) {
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, int>>> stops;
    for (std::uint32_t y : level)
      for (int d = 0; d < directions; ++d)
        if (!problem.wall(y, d) && !problem.wall(y, d ^ 1))
          stops[y + problem.offset(d)].emplace_back(y, d);
    std::size_t together = moves.size();
    for (const auto& [blocker, ends] : stops) together += !moves.contains(blocker);
    if (together > max) {
      const std::vector<Number> far = reach.to(level, n);
      for (std::uint32_t c = 0; c < problem.cells(); ++c)
        found.free[c] = std::min(found.free[c], far[c]);
      break;
    }
    for (const auto& [blocker, ends] : stops) {
      if (!ticker.going(problem.cells())) break;
      std::vector<std::uint32_t> before;
      for (const auto& [y, d] : ends)
        for (std::uint32_t at = y; !problem.wall(at, d ^ 1);)
          before.push_back(at += problem.offset(d ^ 1));
      const std::vector<Number> more = reach.to(before, static_cast<Number>(n + 1));
      std::vector<Number>& least = moves[blocker];
      if (least.empty()) least.assign(problem.cells(), limit);
      for (std::uint32_t c = 0; c < problem.cells(); ++c) least[c] = std::min(least[c], more[c]);
    }
    std::vector<std::uint32_t> next;
    for (std::uint32_t y : level)
      for (int d = 0; d < directions; ++d)
        for (std::uint32_t at = y; problem.wall(y, d) && !problem.wall(at, d ^ 1);) {
          at += problem.offset(d ^ 1);
          if (found.free[at] != limit) continue;
          found.free[at] = static_cast<Number>(n + 1);
          next.push_back(at);
        }
    level.swap(next);
  }
  for (auto& [blocker, least] : moves) found.list.push_back({blocker, std::move(least)});
  return found;
}

}  // namespace gridproof::robots
