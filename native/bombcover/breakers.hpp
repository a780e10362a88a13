// Which bombs can be the first to break a set of crates.
//
// A bomb on a site fits a pattern: on each arm one crate, such that everything nearer is gone when
// it goes off and that crate is gone afterwards (the first crate left, or the last one of the arm
// if all are gone). Let a set S of crates be intact, and the bomb be the first that removes one of
// them. Then its site can be reached while S stands, none of its arms' crates lies behind a crate
// of S on that arm, and on some arm it is the first crate of S. A pattern for which this is so is
// *active* on S. So in every play that clears the board some bomb's pattern is active on S, for
// each set S; and if weights of sets are such that on every pattern the active ones weigh at most 1
// together, a play from a state needs at least the total weight of the sets that are intact there:
// charge each set to the bomb that breaks it first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"

namespace gridproof::bombcover {

class Breakers {
 public:
  struct Pattern {
    std::uint32_t site = 0;
    std::vector<std::uint16_t> choice;  // for each arm of the site a place on it
  };

  explicit Breakers(const Board& board) : board_(board), at_(board.sites().size()) {
    for (std::uint32_t c = 0; c < board.crates(); ++c) add({static_cast<std::uint16_t>(c)});
  }

  // The sets, each by its crates; at first every single crate, in their order.
  const std::vector<std::vector<std::uint16_t>>& sets() const { return sets_; }

  void add(std::vector<std::uint16_t> set) {
    const std::vector<bool> reached = board_.reached_without(set);
    for (std::uint32_t i = 0; i < at_.size(); ++i) {
      const Board::Site& site = board_.sites()[i];
      if (!reached[site.node]) continue;
      Sight sight{static_cast<std::uint32_t>(sets_.size()), {}};
      bool any = false;
      for (const auto& arm : site.arms) {
        const auto first = std::find_first_of(arm.begin(), arm.end(), set.begin(), set.end());
        any |= first != arm.end();
        sight.first.push_back(static_cast<std::uint16_t>(first - arm.begin()));
      }
      if (any) at_[i].push_back(std::move(sight));
    }
    sets_.push_back(std::move(set));
  }

  // The sets that some pattern of a site is active on.
  std::vector<std::uint32_t> seen_from(std::uint32_t site) const {
    std::vector<std::uint32_t> found;
    for (const Sight& sight : at_[site]) found.push_back(sight.set);
    return found;
  }

  // The sets that a pattern is active on.
  std::vector<std::uint32_t> active(const Pattern& pattern) const {
    std::vector<std::uint32_t> found;
    for (const Sight& sight : at_[pattern.site])
      if (is_active(sight, pattern.choice)) found.push_back(sight.set);
    return found;
  }

  // The pattern of a site whose active sets weigh the most, and their weight.
  template <class Weight>
  std::pair<Pattern, Weight> heaviest(std::uint32_t site,
                                      const std::vector<Weight>& weights) const {
    // Only places matter where some set with weight is met first; place 0 excludes nothing.
    const std::size_t arms = board_.sites()[site].arms.size();
    std::vector<const Sight*> seen;
    for (const Sight& sight : at_[site])
      if (weights[sight.set] > 0) seen.push_back(&sight);
    std::vector<std::vector<std::uint16_t>> places(arms, {0});
    for (const Sight* sight : seen)
      for (std::size_t a = 0; a < arms; ++a)
        if (sight->first[a] < board_.sites()[site].arms[a].size())
          places[a].push_back(sight->first[a]);
    for (auto& list : places) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    Pattern best{site, std::vector<std::uint16_t>(arms, 0)};
    Weight most = -1;
    std::vector<std::size_t> at(arms, 0);
    std::vector<std::uint16_t> choice(arms, 0);
    while (true) {
      for (std::size_t a = 0; a < arms; ++a) choice[a] = places[a][at[a]];
      Weight total = 0;
      for (const Sight* sight : seen)
        if (is_active(*sight, choice)) total += weights[sight->set];
      if (total > most) {
        most = total;
        best.choice = choice;
      }
      std::size_t a = 0;
      while (a < arms && ++at[a] == places[a].size()) at[a++] = 0;
      if (a == arms) return {best, most};
    }
  }

  // Sets of crates on which these patterns, taken as often as `amounts` says, are active less than
  // once in all: grown from each crate by the crate that lowers that the most.
  std::vector<std::vector<std::uint16_t>> missed(const std::vector<Pattern>& patterns,
                                                 const std::vector<double>& amounts,
                                                 std::size_t most_crates) const {
    std::vector<std::pair<double, std::vector<std::uint16_t>>> found;
    for (std::uint32_t c = 0; c < board_.crates(); ++c) {
      std::vector<std::uint16_t> set{static_cast<std::uint16_t>(c)};
      double amount = total_active(set, patterns, amounts);
      while (set.size() < most_crates) {
        double least = amount - 1e-6;
        std::uint16_t chosen = 0;
        bool better = false;
        set.push_back(0);
        for (std::uint32_t d = 0; d < board_.crates(); ++d) {
          if (std::find(set.begin(), set.end() - 1, d) != set.end() - 1) continue;
          set.back() = static_cast<std::uint16_t>(d);
          const double now = total_active(set, patterns, amounts);
          if (now < least) {
            least = now;
            chosen = static_cast<std::uint16_t>(d);
            better = true;
          }
        }
        set.back() = chosen;
        if (!better) set.pop_back();
        if (!better) break;
        amount = least;
      }
      std::sort(set.begin(), set.end());
      if (amount < 1 - 1e-3 && set.size() > 1) found.emplace_back(amount, std::move(set));
    }
    std::sort(found.begin(), found.end());
    std::vector<std::vector<std::uint16_t>> sets;
    for (auto& [amount, set] : found)
      if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(std::move(set));
    return sets;
  }

 private:
  // How a site sees a set that stands while the site can be reached.
  struct Sight {
    std::uint32_t set;
    std::vector<std::uint16_t>
        first;  // for each arm the place of its first crate; its length: none
  };

  static bool is_active(const Sight& sight, const std::vector<std::uint16_t>& choice) {
    bool breaks = false;
    for (std::size_t a = 0; a < choice.size(); ++a) {
      if (choice[a] > sight.first[a]) return false;
      breaks |= choice[a] == sight.first[a];
    }
    return breaks;
  }

  double total_active(const std::vector<std::uint16_t>& set, const std::vector<Pattern>& patterns,
                      const std::vector<double>& amounts) const {
    const std::vector<bool> reached = board_.reached_without(set);
    double total = 0;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const Board::Site& site = board_.sites()[patterns[i].site];
      if (!reached[site.node]) continue;
      bool breaks = false, behind = false;
      for (std::size_t a = 0; a < site.arms.size(); ++a) {
        const auto& arm = site.arms[a];
        const std::size_t place = patterns[i].choice[a];
        for (std::size_t k = 0; k <= place && !behind; ++k)
          if (std::find(set.begin(), set.end(), arm[k]) != set.end()) {
            breaks |= k == place;
            behind |= k < place;
          }
      }
      if (breaks && !behind) total += amounts[i];
    }
    return total;
  }

  const Board& board_;
  std::vector<std::vector<std::uint16_t>> sets_;
  std::vector<std::vector<Sight>> at_;  // by site
};

}  // namespace gridproof::bombcover
