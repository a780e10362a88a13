// Work on tables that a team shares where there is one, with the same outcome.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"

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

// Of in_slices(), between two times that what was found is taken.
constexpr std::size_t slices_at_once = 64;

// Calls look(i, found) for each i below `count`, in slices of so many, each with a list of its own
// for what it finds; and now and then, after `slices_at_once`, take(one) for all that was found, in
// order. Returns false if the ticker stops it.
template <class Found, class Look, class Take>
bool in_slices(std::size_t slice, std::size_t count, Team* team, Ticker& ticker, Look look,
               Take take) {
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

}  // namespace gridproof::sokoban
