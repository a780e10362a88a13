// Search from both ends, for proofs on large boards: backwards from the target over the cells that
// matter, kept short by what a search forwards has reached.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/board.hpp"
#include "robots/rules.hpp"
#include "robots/subgoals.hpp"

namespace gridproof::robots {

// Let s be a state from which n moves lead to the target. Then s meets a subgoal of depth n or
// less: so does the state after the first of these moves, with n - 1. If the robot that moves is
// none of that subgoal's, s meets it too. If it is, then s meets the subgoal a move back, since the
// robot that stopped it is in s, and no robot of the subgoal is on the way. A subgoal that asks for
// all that one made before asks for is left out: the states that meet it meet the other one, which
// is of the same depth or less, since subgoals are made in the order of their depths.
//
// To see whether there is a solution of at most `most` moves, subgoals are made layer by layer, but
// for those that no state meets soon enough: one of depth n is of use only if at most `most` - n
// moves lead from the start to a state that meets it. That takes the moves that each pair of its
// robots needs at least, and, for a subgoal of all robots, the states that were reached. No state
// of such a solution meets only subgoals that were left out; to leave out fewer costs time alone,
// for each subgoal is true. So if the start meets none, there is no such solution. If it does, a
// search from the start that goes to no state but such that meet a subgoal soon enough finds one,
// or there is none.
//
// `Layers` makes the states and the subgoals: LoneLayers, or SharedLayers in threads.
template <class Layers>
class TwoEnds {
 public:
  // Tests whether boards of this kind can be searched: one target robot, no axes, and states in a
  // word.
  static bool suits(const Problem& problem) {
    return problem.target_robot != Problem::any_robot && !problem.ricochet &&
           problem.robots.size() >= 3 && problem.robots.size() <= most_robots &&
           problem.cells() <= PairReach::most_cells && Rules<1>::bits_needed(problem) <= 64;
  }
  // The bytes that it takes at least.
  static std::size_t min_bytes(const Problem& problem) {
    return Rules<1>::bytes(problem) + Layers::min_bytes(problem);
  }

  // No solution is shorter than `bound`.
  template <class... More>
  TwoEnds(const Problem& problem, std::uint32_t bound, Ticker& ticker, More&... more)
      : rules_(problem, true),
        target_(problem.target),
        ticker_(ticker),
        own_bytes_(Rules<1>::bytes(problem)),
        layers_(problem, rules_, ticker, more...),
        bound_(bound) {}

  // Searches one move farther from one of the ends, within `budget` bytes. False: it was stopped,
  // or has no room, and is of no more use.
  bool step(std::size_t budget) {
    budget_ = budget - std::min(budget, own_bytes_);
    layers_.let(budget_);
    if (layers_.reached() == 0) return layers_.begin();
    if (std::max(bound_, layers_.depth()) >= Subgoals::most_moves) return false;
    const bool forwards = layers_.open() && layers_.reached() < forward_share * expected_;
    if (!forwards) return backwards(bound_);
    expected_ /= growth;
    return layers_.forwards();
  }

  std::uint32_t bound() const { return bound_; }  // no solution is shorter
  bool solved() const { return !path_.empty(); }
  const std::vector<Step>& path() const { return path_; }  // a shortest one, if solved
  std::uint64_t nodes() const { return nodes_ + layers_.nodes(); }
  std::size_t bytes() const { return own_bytes_ + layers_.bytes(); }
  std::size_t peak_bytes() const { return own_bytes_ + std::max(peak_, layers_.peak_bytes()); }

 private:
  static constexpr std::size_t most_robots = 5;
  // About as many times more subgoals are made for a move more, and fewer for a move more forwards.
  static constexpr std::uint64_t growth = 5;
  // A subgoal takes the time of as many states.
  static constexpr std::uint64_t forward_share = 3;

  // Looks for a solution of `most` moves.
  bool backwards(std::uint32_t most) {
    if (!layers_.backwards(most)) return false;
    expected_ = growth * layers_.made();
    if (layers_.least_depth(rules_.start()) <= most && !follow(most)) return false;
    if (!solved()) bound_ = most + 1;
    return true;
  }

  // Looks for a solution of `most` moves among the states that meet subgoals soon enough.
  bool follow(std::uint32_t most) {
    using Key = PackedState<1>;
    Store<Key> states(budget_ - std::min(budget_, layers_.bytes()), &ticker_);
    const auto reach = [&](const Key& key, std::uint32_t before) {
      const Insert outcome = states.insert(key, before);
      peak_ = std::max(peak_, layers_.bytes() + states.peak_bytes());
      return outcome != Insert::full;
    };
    if (!reach(rules_.pack(rules_.start()), Store<Key>::none)) return false;
    std::uint32_t n = 0;
    for (std::uint32_t depth = 1; depth <= most; ++depth)
      for (const std::uint32_t end = states.size(); n < end; ++n) {
        ++nodes_;
        if (!ticker_.tick()) return false;
        const Robots robots = rules_.unpack(states.key(n));
        for (int i = 0; i < rules_.count(); ++i)
          for (int d = 0; d < directions; ++d) {
            const std::uint32_t stop = rules_.slide(robots, i, d);
            if (stop == robots.cell[i]) continue;
            const Robots after = rules_.moved(robots, i, d, stop);
            if (layers_.least_depth(after) > most - depth) continue;
            if (!reach(rules_.pack(after), n)) return false;
            if (after.cell[0] != target_) continue;
            for (std::uint32_t at = states.last(); at != 0; at = states.data(at))
              path_.push_back(rules_.step_between(rules_.unpack(states.key(states.data(at))),
                                                  rules_.unpack(states.key(at))));
            std::reverse(path_.begin(), path_.end());
            return true;
          }
      }
    return true;
  }

  const Rules<1> rules_;
  const std::uint32_t target_;
  Ticker& ticker_;
  const std::size_t own_bytes_;
  Layers layers_;
  std::uint64_t expected_ = 0;
  std::vector<Step> path_;
  std::uint32_t bound_;
  std::uint64_t nodes_ = 0;
  std::size_t budget_ = 0, peak_ = 0;
};

}  // namespace gridproof::robots
