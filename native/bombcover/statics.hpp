// The static side of a board, for solvers: solutions by greedy bombs and from plans, and the
// patterns that the static relaxation covers the crates with. Boards may have any number of crates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/field.hpp"
#include "bombcover/nearest.hpp"
#include "bombcover/setup_limits.hpp"
#include "bombcover/weightings.hpp"
#include "common/limits.hpp"

namespace gridproof::bombcover {

// A bomb that takes at most these crates, one on each arm, by a site's number. `at_once`: it takes
// all that are left of them whenever it goes off, from the start on.
struct StaticPattern {
  std::uint32_t site;
  std::vector<std::uint16_t> crates;  // ascending
  bool at_once;
};

class Statics {
 public:
  Statics(const Problem& problem, SetupLimits& setup)
      : width_(problem.width),
        height_(problem.height),
        start_(problem.starts.front()),
        board_(problem, setup),
        bound_arms_(find_bound_arms(board_, setup)),
        bytes_(setup.bytes()) {}

  const Board& board() const { return board_; }
  const std::vector<std::vector<std::vector<std::uint16_t>>>& bound_arms() const {
    return bound_arms_;
  }
  std::size_t bytes() const { return bytes_; }

  // Bomb cells that clear the board: first those of `plan`, pairs of a site and the crates that it
  // is for, as soon as they take what they are for; then always a site that takes the most crates,
  // a near one. None if the ticker stops it.
  using Plan = std::vector<std::pair<std::uint32_t, std::vector<std::uint16_t>>>;
  std::optional<std::vector<std::uint32_t>> play(const Plan& plan, Ticker& ticker) const {
    SetupLimits setup(ticker);
    setup.take(bytes_);
    Field field(board_, setup);
    std::vector<std::uint32_t> bombs;
    std::uint32_t here = start_;
    auto fire = [&](std::uint32_t site, auto changed) {
      here = board_.sites()[site].cell;
      bombs.push_back(here);
      field.fire(site, changed);
    };

    std::vector<char> pending(plan.size(), true);
    for (bool fired = true; fired;) {
      fired = false;
      Nearest ready(width_, height_);
      setup.take(Nearest::bytes());
      for (std::uint32_t i = 0; i < plan.size(); ++i) {
        setup.step();
        if (pending[i] && can_fire(field, plan[i].first, plan[i].second))
          ready.add(i, board_.sites()[plan[i].first].cell);
      }
      setup.give_back(Nearest::bytes());
      auto valid = [&](std::uint32_t i) { return bool{pending[i] != 0}; };
      for (std::uint32_t i; (i = ready.find(here, valid)) != Nearest::none;) {
        setup.look();
        pending[i] = false;
        if (field.power(plan[i].first) == 0) continue;
        fire(plan[i].first, [](std::uint32_t) {});
        fired = true;
      }
    }

    std::vector<Nearest> by_power;
    auto note = [&](std::uint32_t site) {
      const std::uint32_t power = field.power(site);
      if (power == 0 || !field.reached(site)) return;
      while (by_power.size() <= power) {
        setup.take(Nearest::bytes());
        by_power.emplace_back(width_, height_);
      }
      by_power[power].add(site, board_.sites()[site].cell);
    };
    if (field.remaining() > 0)
      for (std::uint32_t site = 0; site < board_.sites().size(); ++site) {
        setup.step();
        note(site);
      }
    while (field.remaining() > 0) {
      setup.look();
      std::uint32_t site = Nearest::none;
      while (site == Nearest::none) {
        if (by_power.empty())
          return std::nullopt;  // never: a crate next to what is reached is seen
        auto valid = [&](std::uint32_t s) { return field.power(s) == by_power.size() - 1; };
        site = by_power.back().find(here, valid);
        if (site == Nearest::none) by_power.pop_back();
      }
      fire(site, note);
    }
    return bombs;
  }

  // The patterns with distinct sets of crates; at most `most` of them, else none.
  std::vector<StaticPattern> patterns(std::size_t most, SetupLimits& setup) const {
    std::vector<StaticPattern> found;
    std::map<std::vector<std::uint16_t>, std::uint32_t> known;
    std::vector<bool> reached(board_.nodes(), false);
    for (std::uint32_t room : board_.start_rooms()) reached[room] = true;
    for (std::uint32_t s = 0; s < board_.sites().size(); ++s) {
      std::vector<std::uint32_t> used;  // arms
      for (std::uint32_t a = 0; a < bound_arms_[s].size(); ++a)
        if (!bound_arms_[s][a].empty()) used.push_back(a);
      if (used.empty()) continue;
      std::vector<std::size_t> at(used.size(), 0);
      for (bool more = true; more;) {
        setup.step();
        StaticPattern pattern{s, {}, reached[board_.sites()[s].node]};
        for (std::size_t i = 0; i < used.size(); ++i) {
          const std::uint16_t c = bound_arms_[s][used[i]][at[i]];
          pattern.crates.push_back(c);
          pattern.at_once = pattern.at_once && c == board_.sites()[s].arms[used[i]][0];
        }
        std::sort(pattern.crates.begin(), pattern.crates.end());
        const auto [place, is_new] =
            known.emplace(pattern.crates, static_cast<std::uint32_t>(found.size()));
        if (is_new) {
          if (found.size() == most) return {};
          setup.take(bytes_a_pattern + 4 * sizeof(std::uint16_t) * pattern.crates.size());
          found.push_back(std::move(pattern));
        } else if (pattern.at_once && !found[place->second].at_once) {
          found[place->second] = std::move(pattern);
        }
        std::size_t i = 0;
        while (i < used.size() && ++at[i] == bound_arms_[s][used[i]].size()) at[i++] = 0;
        more = i < used.size();
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t bytes_a_pattern = 192;

  // Tests whether a bomb takes all that is left of its crates.
  bool can_fire(const Field& field, std::uint32_t site,
                const std::vector<std::uint16_t>& crates) const {
    if (!field.reached(site)) return false;
    const auto& arms = board_.sites()[site].arms;
    for (std::uint16_t c : crates) {
      if (!field.left(c)) continue;
      bool taken = false;
      for (std::size_t a = 0; a < arms.size() && !taken; ++a) taken = field.first(site, a) == c;
      if (!taken) return false;
    }
    return true;
  }

  std::uint32_t width_, height_, start_;
  Board board_;
  std::vector<std::vector<std::vector<std::uint16_t>>> bound_arms_;
  std::size_t bytes_;
};

}  // namespace gridproof::bombcover
