// Work on tables that a team shares where there is one, with the same outcome.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/zone.hpp"

namespace gridproof::sokoban {

// Calls task(i, ticker) for each i below `count`: one after the other, or with a team on several
// threads, each with a ticker of its own, and no more than `memory` bytes. Tasks are counted as if
// they had been one after the other. Returns how many were made before the ticker stopped: the
// outcome of the others is not to be used.
template <class Task>
std::size_t side_by_side(Team* team, std::size_t count, std::size_t memory, Ticker& ticker,
                         Task task) {
  if (!team) {
    for (std::size_t i = 0; i < count; ++i) task(i, ticker);
    return count;
  }
  Limits limits;
  limits.steps = ticker.steps_left();
  limits.memory = memory;
  std::vector<Ticker> own;
  for (std::size_t i = 0; i < count; ++i) own.push_back(team->part(limits));
  if (!team->run(count, [&](std::size_t i, std::size_t) { task(i, own[i]); })) return 0;
  for (std::size_t i = 0; i < count; ++i)
    if (!ticker.going(own[i].steps()) || !ticker.follow(own[i])) return i;
  return count;
}

// Calls look(i, found) for each i below `count`, in slices, each with a list of its own for what it
// finds; and now and then take(one) for all that was found, in order. Returns false if the ticker
// stops it.
template <class Found, class Look, class Take>
bool in_slices(std::size_t count, Team* team, Ticker& ticker, Look look, Take take) {
  constexpr std::size_t slice = 1 << 12, slices_at_once = 64;
  std::vector<std::vector<Found>> found(std::min((count + slice - 1) / slice, slices_at_once));
  for (std::size_t begin = 0; begin < count; begin += slice * slices_at_once) {
    const std::size_t tasks = std::min((count - begin + slice - 1) / slice, slices_at_once);
    side_by_side(tasks > 1 ? team : nullptr, tasks, ticker.memory(), ticker,
                 [&](std::size_t task, Ticker& own) {
                   const std::size_t from = begin + task * slice;
                   for (std::size_t i = from; i < std::min(from + slice, count); ++i) {
                     if (!own.going()) return;
                     look(i, found[task]);
                   }
                 });
    if (ticker.stop() != Stop::none) return false;
    for (std::vector<Found>& some : found) {
      for (const Found& one : some) take(one);
      some.clear();
    }
  }
  return true;
}

// The squares of a zone that is to be built, and those that are charged elsewhere.
struct ZonePlan {
  std::vector<Square> squares;
  std::vector<std::uint8_t> taken;  // by square
};

// Builds zones, with a team as many at once as find room beside the bytes that are held(). Calls
// take(i, zone) for each, in the order of the plans, those without values included.
template <class Held, class Take>
void build_zones(const Level& level, const ReducedCosts& costs, const std::vector<ZonePlan>& plans,
                 Held held, Team* team, Ticker& ticker, Take take) {
  constexpr std::size_t bytes_a_set = 16;  // about, while a zone is built
  for (std::size_t begin = 0, end; begin < plans.size(); begin = end) {
    const std::size_t now = held(), room = ticker.memory() - std::min(ticker.memory(), now);
    end = begin + 1;
    std::size_t most = plans[begin].squares.size();
    while (team && end < plans.size()) {
      most = std::max(most, plans[end].squares.size());
      if ((end + 1 - begin) * (bytes_a_set << std::min(most, Zone::max_squares)) > room) break;
      ++end;
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
