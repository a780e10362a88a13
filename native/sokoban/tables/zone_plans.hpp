// Zones that are to be built.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/side_by_side.hpp"
#include "sokoban/tables/zone.hpp"

namespace gridproof::sokoban {

// The squares of a zone that is to be built, and those that are charged elsewhere.
struct ZonePlan {
  std::vector<Square> squares;
  std::vector<std::uint8_t> taken;  // by square
};

// Builds zones. With a team small ones are built at once, as many as find room beside the bytes
// that are held(); a large one is shared by it, and given up if worth(i, zone) is false meanwhile
// (see Zone::Worth). Calls take(i, zone) for each, in the order of the plans, those without values
// included.
template <class Held, class Worth, class Take>
void build_zones(const Level& level, const ReducedCosts& costs, const std::vector<ZonePlan>& plans,
                 Held held, Worth worth, Team* team, Ticker& ticker, Take take) {
  constexpr std::size_t bytes_a_set = 16;  // about, while a zone is built
  constexpr std::size_t large = 18;        // squares
  for (std::size_t begin = 0, end; begin < plans.size(); begin = end) {
    const std::size_t now = held(), room = ticker.memory() - std::min(ticker.memory(), now);
    end = begin + 1;
    std::size_t most = plans[begin].squares.size();
    while (team && end < plans.size()) {
      most = std::max(most, plans[end].squares.size());
      if (most >= large) break;
      if ((end + 1 - begin) * (bytes_a_set << std::min(most, Zone::max_squares)) > room) break;
      ++end;
    }
    if (end == begin + 1) {
      const ZonePlan& plan = plans[begin];
      take(begin, Zone(level, costs, plan.taken, plan.squares, now, ticker, team,
                       [&](const Zone& zone) { return worth(begin, zone); }));
      continue;
    }
    std::vector<std::optional<Zone>> made(end - begin);
    const std::size_t count = side_by_side(
        team, made.size(), now + room / made.size(), ticker, [&](std::size_t i, Ticker& own) {
          const ZonePlan& plan = plans[begin + i];
          made[i].emplace(level, costs, plan.taken, plan.squares, now, own);
        });
    for (std::size_t i = 0; i < count; ++i) take(begin + i, std::move(*made[i]));
    if (count < made.size()) return;
  }
}

}  // namespace gridproof::sokoban
