// A local search for plans of a given size that cover all known sets.
//
// Row weighting (C. Gao, X. Yao, T. Weise, J. Li, "An efficient local search heuristic with row
// weighting for the unicost set covering problem", EJOR 246, 2015): sets that stay uncovered gain
// weight until it pays to cover them. It finds plans that the beams over states miss, but proves
// nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bombcover/plans.hpp"
#include "common/limits.hpp"
#include "common/random.hpp"

namespace gridproof::bombcover {

class RowWeighting {
 public:
  explicit RowWeighting(const Plans& plans)
      : plans_(plans),
        score_(plans.patterns(), 0),
        since_(plans.patterns(), 0),
        place_(plans.patterns(), out),
        may_enter_(plans.patterns(), true),
        random_(1) {}

  // The plan that the last search has ended with.
  const Plan& plan() const { return chosen_; }

  // Steps in all so far.
  std::uint64_t steps() const { return now_; }

  // Searches for so many steps; whether a plan of `size` patterns was found. It goes on from where
  // it was, and takes in the sets learnt since.
  bool find(std::uint32_t size, std::uint64_t steps, Ticker& ticker) {
    take_in_sets();
    while (chosen_.size() > size) drop(least_missed());
    while (chosen_.size() < std::min<std::size_t>(size, plans_.patterns())) take(best_outside());
    for (std::uint64_t step = 0; !uncovered_.empty(); ++step) {
      if (chosen_.empty() || step == steps || !ticker.tick()) return false;
      exchange();
    }
    return true;
  }

 private:
  static constexpr std::uint32_t out = ~0u;
  struct Set {
    std::int64_t weight = 1;
    std::uint32_t covered = 0;  // by so many of the chosen patterns
  };

  const CoverRow& row(std::uint32_t set) const { return *plans_.sets()[set]; }

  void take_in_sets() {
    for (auto set = static_cast<std::uint32_t>(sets_.size()); set < plans_.sets().size(); ++set) {
      sets_.emplace_back();
      for (std::uint32_t q : chosen_) sets_[set].covered += row(set).has(q);
      if (sets_[set].covered == 0) {
        uncovered_.push_back(set);
        reward(set, 1);
      } else if (sets_[set].covered == 1) {
        blame(set, -1);
      }
    }
  }

  // A set that is not covered: it adds to the scores of the patterns that would.
  void reward(std::uint32_t set, std::int64_t amount) {
    for (std::uint32_t q : row(set).columns()) score_[q] += amount;
  }
  // A set that one chosen pattern covers alone.
  void blame(std::uint32_t set, std::int64_t amount) {
    for (std::uint32_t q : chosen_)
      if (row(set).has(q)) score_[q] += amount;
  }

  void exchange() {
    ++now_;
    const std::uint32_t gone = least_missed();
    drop(gone);
    const std::uint32_t set =
        uncovered_.empty() ? out : uncovered_[random_.below(uncovered_.size())];
    std::uint32_t in = set == out ? best_outside() : best_of(row(set).columns(), gone);
    take(in);
    newest_ = in;
    for (std::uint32_t left : uncovered_) {
      ++sets_[left].weight;
      reward(left, 1);
    }
  }

  bool better(std::uint32_t a, std::uint32_t b) const {
    return b == out || score_[a] > score_[b] || (score_[a] == score_[b] && since_[a] < since_[b]);
  }
  std::uint32_t least_missed() const {
    std::uint32_t best = out;
    for (std::uint32_t q : chosen_)
      if ((q != newest_ || chosen_.size() == 1) && better(q, best)) best = q;
    return best;
  }
  std::uint32_t best_of(const std::vector<std::uint32_t>& patterns, std::uint32_t but) {
    std::uint32_t best = out;
    for (std::uint32_t q : patterns)
      if (may_enter_[q] && q != but && better(q, best)) best = q;
    return best == out ? patterns[random_.below(patterns.size())] : best;
  }
  std::uint32_t best_outside() const {
    std::uint32_t best = out;
    for (std::uint32_t q = 0; q < plans_.patterns(); ++q)
      if (place_[q] == out && better(q, best)) best = q;
    return best;
  }

  void take(std::uint32_t q) {
    for (std::uint32_t set : plans_.sets_of(q)) {
      if (set >= sets_.size()) break;
      Set& s = sets_[set];
      if (s.covered == 0) {
        reward(set, -s.weight);
        allow(set);
        uncovered_.erase(std::find(uncovered_.begin(), uncovered_.end(), set));
        score_[q] -= s.weight;  // from now on it is missed if this one goes
      } else if (s.covered == 1) {
        blame(set, s.weight);
      }
      ++s.covered;
    }
    place_[q] = static_cast<std::uint32_t>(chosen_.size());
    chosen_.push_back(q);
    since_[q] = now_;
  }

  void drop(std::uint32_t q) {
    chosen_[place_[q]] = chosen_.back();
    place_[chosen_.back()] = place_[q];
    chosen_.pop_back();
    place_[q] = out;
    for (std::uint32_t set : plans_.sets_of(q)) {
      if (set >= sets_.size()) break;
      Set& s = sets_[set];
      if (--s.covered == 0) {
        score_[q] += s.weight;
        reward(set, s.weight);
        allow(set);
        uncovered_.push_back(set);
      } else if (s.covered == 1) {
        blame(set, -s.weight);
      }
    }
    since_[q] = now_;
    may_enter_[q] = false;
  }

  // Patterns that just left may come back once something about their sets has changed.
  void allow(std::uint32_t set) {
    for (std::uint32_t q : row(set).columns()) may_enter_[q] = true;
  }

  const Plans& plans_;
  std::vector<Set> sets_;
  Plan chosen_;
  std::vector<std::uint32_t> uncovered_;
  std::vector<std::int64_t> score_;   // by pattern: weight gained by taking it, minus if chosen
  std::vector<std::uint64_t> since_;  // by pattern: the step at which it came or went
  std::vector<std::uint32_t> place_;  // by pattern: among the chosen ones
  std::vector<char> may_enter_;       // by pattern
  std::uint64_t now_ = 0;
  std::uint32_t newest_ = out;
  Random random_;
};

}  // namespace gridproof::bombcover
