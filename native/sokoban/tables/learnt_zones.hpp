// Zones that a search learns from positions it is stuck in: on squares where their boxes stand.
//
// Where many positions of one bound are expanded, they often have one conflict in common that no
// table has in full. A zone on it has all its positions at once, so it says whether there is one:
// it is kept if it raises the bound of enough of them. Any zone is right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board.hpp"
#include "sokoban/level.hpp"
#include "sokoban/tables/reduced_costs.hpp"
#include "sokoban/tables/zone.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

class LearntZones {
 public:
  struct Sample {
    std::vector<Square> boxes;
    Square player;       // any square of his region
    std::int32_t least;  // the pushes that are known to be needed from there on
  };

  // They have so many `squares`.
  LearntZones(const Level& level, const ReducedCosts& costs, std::size_t squares)
      : level_(level), costs_(costs), squares_(squares) {}

  // Adds the zone that raises the bound of most samples, if it does so for one in fifty; how many
  // those are. If the ticker stops it, there are less to choose from.
  std::size_t learn(const std::vector<Sample>& samples, Zones& zones, Ticker& ticker) {
    std::size_t most = samples.size() / least_share;
    std::vector<Zone> best;
    std::vector<std::size_t> family;
    for (const Squares& squares : candidates(samples, zones)) {
      const std::vector<std::size_t> beside = disjoint(squares, zones);
      std::vector<std::uint8_t> taken(level_.board.squares() + 1);
      for (const std::size_t i : beside)
        for (const Square s : zones[i].squares()) taken[s] = 1;
      const std::size_t held = zones.bytes() + (best.empty() ? 0 : best.front().bytes());
      Zone zone(level_, costs_, taken, squares, held, ticker);
      if (!zone.has()) continue;
      std::size_t raised = 0;
      for (const Sample& sample : samples) raised += raises(sample, zone, beside, zones);
      if (raised <= most) continue;
      most = raised;
      best.clear();
      best.push_back(std::move(zone));
      family = beside;
    }
    return !best.empty() && zones.add(std::move(family), std::move(best)) ? most : 0;
  }

 private:
  using Squares = std::vector<Square>;

  static constexpr std::size_t least_share = 50, most_candidates = 5;
  // Candidates do not have their middles, so many squares, on the same squares.
  static constexpr std::size_t middle = 8;

  // Zones of squares on which boxes stand often, outside of the first zone.
  std::vector<Squares> candidates(const std::vector<Sample>& samples, const Zones& zones) {
    std::vector<std::uint32_t> often(level_.board.squares() + 1);
    for (const Sample& sample : samples)
      for (const Square box : sample.boxes) ++often[box];
    Squares centres;
    for (Square s = 0; s < level_.board.squares(); ++s)
      if (often[s] && !(zones.size() && zones[0].bit(s))) centres.push_back(s);
    std::stable_sort(centres.begin(), centres.end(),
                     [&](Square a, Square b) { return often[a] > often[b]; });
    std::vector<Squares> found;
    for (const Square centre : centres) {
      if (found.size() == most_candidates) break;
      const bool near = std::any_of(found.begin(), found.end(), [&](const Squares& other) {
        const auto end = other.begin() + std::min(middle, other.size());
        return std::find(other.begin(), end, centre) != end;
      });
      if (near) continue;
      Squares squares = grown(centre, often, zones);
      Squares sorted = squares;
      std::sort(sorted.begin(), sorted.end());
      if (std::find(tried_.begin(), tried_.end(), sorted) != tried_.end()) continue;
      tried_.push_back(std::move(sorted));
      found.push_back(std::move(squares));
    }
    return found;
  }

  // Always adds the square beside the zone on which most boxes stand; of equals the nearest to the
  // centre.
  Squares grown(Square centre, const std::vector<std::uint32_t>& often, const Zones& zones) const {
    Squares zone{centre};
    while (zone.size() < squares_) {
      Square best = level_.board.wall();
      for (const Square s : zone)
        for (const Square t : level_.board.around(s)) {
          if (t == level_.board.wall() || level_.slot_of[t] == Level::none ||
              (zones.size() && zones[0].bit(t)) ||
              std::find(zone.begin(), zone.end(), t) != zone.end())
            continue;
          if (best == level_.board.wall() || often[t] > often[best]) best = t;
        }
      if (best == level_.board.wall()) break;
      zone.push_back(best);
    }
    return zone;
  }

  // The zones of the first family that share no square with these.
  static std::vector<std::size_t> disjoint(const Squares& squares, const Zones& zones) {
    std::vector<std::size_t> found;
    if (zones.empty()) return found;
    for (const std::size_t i : zones.first_family())
      if (std::none_of(squares.begin(), squares.end(),
                       [&](Square s) { return zones[i].bit(s) != 0; }))
        found.push_back(i);
    return found;
  }

  bool raises(const Sample& sample, const Zone& zone, const std::vector<std::size_t>& beside,
              const Zones& zones) const {
    std::int32_t sum = costs_.base(sample.boxes, sample.player);
    if (sum == ReducedCosts::dead) return false;
    const auto add = [&](const Zone& one) {
      const std::uint8_t value = one.value(one.boxes(sample.boxes), sample.player);
      sum += value;
      return value != Zone::dead;
    };
    if (!add(zone)) return true;
    for (const std::size_t i : beside) add(zones[i]);
    return sum > sample.least;
  }

  const Level& level_;
  const ReducedCosts& costs_;
  std::size_t squares_;
  std::vector<Squares> tried_;
};

}  // namespace gridproof::sokoban
