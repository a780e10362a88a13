// A part of a play, made as cheap as can be: best-first search from its first position to its last.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/symmetries.hpp"
#include "sokoban/search/answer.hpp"
#include "sokoban/search/direction.hpp"

namespace gridproof::sokoban {

// The target of a window.
struct Wanted {
  std::optional<Square> player;  // his square, or any one of his region; none: wherever he is
  BucketQueue::Rank below;       // only what is cheaper than this is of use
};

// The window is a level of its own, whose goals are the squares of the boxes at its end; so the
// bound, the dead squares, freeze deadlocks and corrals of the search are those of the window. A
// PI-corral may be used for it: what its proof puts in another order ends in the same position.
template <int Words>
class Window {
  using Forward = Direction<Words, false>;

 public:
  Window(const Level& level, Objective objective, const Wanted& wanted, std::size_t memory,
         Ticker& ticker)
      : level_(level),
        objective_(objective),
        ticker_(ticker),
        best_(wanted.below),
        none_(level, false),
        forward_(level, none_, objective, {.patterns = false, .backward = false}, memory, ticker) {
    if (wanted.player) {
      Occupied occupied(level.board);
      for (Square goal : level.board.goals()) occupied.put(goal, On::box);
      end_ = objective == Objective::pushes ? Region(level.board).fill(occupied, *wanted.player)
                                            : *wanted.player;
    }
  }

  // The pushes of the cheapest play through admitted positions that is found within a number of
  // expansions, if any.
  template <class Admitted = typename Forward::All>
  std::optional<std::vector<Push>> run(std::uint64_t most, Admitted admitted = {}) {
    forward_.keep_below(best_);
    std::optional<std::uint32_t> found;
    const auto meet = [&](std::uint32_t node) {
      const BucketQueue::Rank cost = value(objective_, forward_.cost(node));
      if (cost >= best_ || !forward_.solved(node)) return;
      if (end_ && forward_.position(node).player != *end_) return;
      best_ = cost;
      found = node;
      forward_.keep_below(best_);
    };
    if (!forward_.empty()) meet(0);
    for (; most > 0 && !forward_.empty() && forward_.lowest() < best_ && ticker_.tick(); --most)
      forward_.expand(meet, admitted);
    spent_all_ = most == 0;
    if (!found) return {};
    return pushes(*found);
  }

  // Tests whether it might have found better plays with more expansions.
  bool spent_all() const { return spent_all_; }
  std::size_t bytes() const { return forward_.bytes(); }

  void add_counts(Answer& answer) const {
    answer.generated += forward_.generated;
    answer.evaluated += forward_.evaluated;
    answer.reopened += forward_.reopened;
    answer.dead_ends += forward_.dead_ends;
  }

 private:
  std::vector<Push> pushes(std::uint32_t node) const {
    std::vector<Push> path;
    for (std::uint32_t n = node; forward_.parent(n) != Forward::none; n = forward_.parent(n)) {
      const Key<Words>&before = forward_.position(forward_.parent(n)),
            &after = forward_.position(n);
      Push push{};
      before.each_box([&](std::size_t slot) {
        if (!after.has(slot)) push.from = level_.square_of[slot];
      });
      after.each_box([&](std::size_t slot) {
        if (!before.has(slot)) push.to = level_.square_of[slot];
      });
      path.push_back(push);
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  const Level& level_;
  Objective objective_;
  Ticker& ticker_;
  BucketQueue::Rank best_;
  std::optional<Square> end_;
  Symmetries none_;  // they need not take the end to itself
  Forward forward_;
  bool spent_all_ = false;
};

}  // namespace gridproof::sokoban
