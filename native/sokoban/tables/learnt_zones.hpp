// Zones that a search learns from positions it is stuck in: on squares where their boxes stand.
//
// When many positions of one bound are expanded, they often have one conflict in common that no
// table has in full. A zone on it has all its positions at once, so it says whether there is one:
// it is kept if it raises the bound of enough of them. A conflict may need more squares, so where
// small zones do not help larger ones are tried, as long as they take a small part of the search:
// each square more doubles a table. Any zone is right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/conflicts.hpp"
#include "sokoban/tables/side_by_side.hpp"
#include "sokoban/tables/zone.hpp"
#include "sokoban/tables/zone_plans.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

class LearntZones {
 public:
  struct Sample {
    std::vector<Square> boxes;
    Square player;       // any square of his region
    std::int32_t least;  // the pushes that are known to be needed from there on
  };

  // Zones have `squares` squares. A team shares the work on several of them.
  LearntZones(const Level& level, const ReducedCosts& costs, std::size_t squares,
              Team* team = nullptr)
      : level_(level),
        costs_(costs),
        team_(team),
        conflicts_(level, costs),
        squares_(squares),
        least_(squares) {}

  // Sets the least number of squares of later zones.
  void enlarge(std::size_t least) { least_ = least; }

  // Adds the zone that raises the bound of most samples, if it does so for one in fifty; how many
  // those are. `nodes` have been expanded so far: larger zones wait until that is much work, too.
  // If the ticker stops it, there are less to choose from.
  std::size_t learn(const std::vector<Sample>& samples, std::uint64_t nodes, Zones& zones,
                    Ticker& ticker) {
    const std::size_t met =
        best_of(of_conflicts(samples, nodes, zones, ticker), samples, zones, ticker);
    if (met > 0) return met;
    const std::size_t largest = least_ > squares_ ? least_ + 2 : least_;
    for (std::size_t size = least_; size <= largest; size += 2) {
      std::vector<Squares> found = candidates(size, samples, zones);
      const std::uint64_t most = work_at_first + work_a_node * nodes -
                                 std::min(work_, work_at_first + work_a_node * nodes);
      if (size > squares_) found.resize(std::min<std::size_t>(found.size(), most >> size));
      const std::size_t raised = best_of(found, samples, zones, ticker);
      if (raised > 0) return raised;
    }
    return 0;
  }

 private:
  using Squares = std::vector<Square>;

  static constexpr std::size_t min_share = 50, max_candidates = 5;
  // The samples whose conflicts are looked for, and the states that this may take for each: at
  // first, and one more for so many nodes.
  static constexpr std::size_t asked_samples = 10;
  static constexpr std::uint64_t states_at_first = 10'000, nodes_a_state = 40;
  // The middles of two candidates, this many squares, do not lie on the same squares.
  static constexpr std::size_t middle = 8;
  // The budget of trials, in sets and states: at first, and for each node that has been expanded.
  static constexpr std::uint64_t work_at_first = std::uint64_t{1} << 24, work_a_node = 25;

  // Zones of conflicts that some samples have.
  std::vector<Squares> of_conflicts(const std::vector<Sample>& samples, std::uint64_t nodes,
                                    const Zones& zones, Ticker& ticker) {
    const std::size_t step = samples.size() / asked_samples + 1;
    std::vector<Squares> asked((samples.size() + step - 1) / step);
    const std::size_t memory = ticker.memory() / (team_ ? asked_samples : 1);
    asked.resize(side_by_side(team_, asked.size(), memory, ticker, [&](std::size_t i, Ticker& own) {
      const Sample& sample = samples[i * step];
      asked[i] = conflicts_.small_zone(sample.boxes, sample.player, sample.least, zones,
                                       states_at_first + nodes / nodes_a_state, memory, own);
    }));
    std::vector<Squares> found;
    for (Squares& zone : asked) {
      if (zone.empty() || zone.size() > squares_ + 2) continue;
      if (std::find(tried_.begin(), tried_.end(), sorted(zone)) == tried_.end())
        found.push_back(std::move(zone));
    }
    return found;
  }

  // Adds the best of these zones, if it is good enough; how many samples it raises.
  std::size_t best_of(const std::vector<Squares>& candidates, const std::vector<Sample>& samples,
                      Zones& zones, Ticker& ticker) {
    std::vector<ZonePlan> plans;
    std::vector<std::vector<std::size_t>> beside;
    std::vector<std::vector<std::int32_t>> needed;  // for each plan, by sample
    for (const Squares& squares : candidates) {
      if (std::find(tried_.begin(), tried_.end(), sorted(squares)) != tried_.end()) continue;
      tried_.push_back(sorted(squares));
      beside.push_back(best_beside(squares, samples, zones));
      needed.push_back(raising_values(samples, beside.back(), zones));
      plans.push_back({squares, std::vector<std::uint8_t>(level_.board.squares() + 1)});
      for (const std::size_t i : beside.back())
        for (const Square s : zones[i].squares()) plans.back().taken[s] = 1;
    }
    std::size_t most = samples.size() / min_share;
    std::vector<Zone> best;
    std::vector<std::size_t> family;
    const auto held = [&] { return zones.bytes() + (best.empty() ? 0 : best.front().bytes()); };
    // A zone whose values are still too high raises no more samples in the end.
    const auto worth = [&](std::size_t i, const Zone& zone) {
      return raised(samples, needed[i], zone) > most;
    };
    build_zones(level_, costs_, plans, held, worth, team_, ticker, [&](std::size_t i, Zone zone) {
      work_ += zone.work();
      const std::size_t count = zone.has() ? raised(samples, needed[i], zone) : 0;
      if (count <= most) return;
      most = count;
      best.clear();
      best.push_back(std::move(zone));
      family = beside[i];
    });
    return !best.empty() && zones.add(std::move(family), std::move(best)) ? most : 0;
  }

  static Squares sorted(Squares squares) {
    std::sort(squares.begin(), squares.end());
    return squares;
  }

  // Zones of squares on which boxes stand often, outside of the first zone, not tried before.
  std::vector<Squares> candidates(std::size_t size, const std::vector<Sample>& samples,
                                  const Zones& zones) const {
    std::vector<std::uint32_t> often(level_.board.squares() + 1);
    for (const Sample& sample : samples)
      for (const Square box : sample.boxes) ++often[box];
    Squares centres;
    for (Square s = 0; s < level_.board.squares(); ++s)
      if (often[s] && !(zones.size() && zones[zones.room()].bit(s))) centres.push_back(s);
    std::stable_sort(centres.begin(), centres.end(),
                     [&](Square a, Square b) { return often[a] > often[b]; });
    std::vector<Squares> found;
    for (const Square centre : centres) {
      if (found.size() == max_candidates) break;
      const bool near = std::any_of(found.begin(), found.end(), [&](const Squares& other) {
        const auto end = other.begin() + std::min(middle, other.size());
        return std::find(other.begin(), end, centre) != end;
      });
      if (near) continue;
      Squares squares = grown(centre, size, often, zones);
      if (std::find(tried_.begin(), tried_.end(), sorted(squares)) == tried_.end())
        found.push_back(std::move(squares));
    }
    return found;
  }

  // Always adds the square beside the zone on which most boxes stand; of equals the nearest to the
  // centre.
  Squares grown(Square centre, std::size_t size, const std::vector<std::uint32_t>& often,
                const Zones& zones) const {
    Squares zone{centre};
    while (zone.size() < std::min(size, Zone::max_squares)) {
      Square best = level_.board.wall();
      for (const Square s : zone)
        for (const Square t : level_.board.around(s)) {
          if (t == level_.board.wall() || level_.slot_of[t] == Level::none ||
              (zones.size() && zones[zones.room()].bit(t)) ||
              std::find(zone.begin(), zone.end(), t) != zone.end())
            continue;
          if (best == level_.board.wall() || often[t] > often[best]) best = t;
        }
      if (best == level_.board.wall()) break;
      zone.push_back(best);
    }
    return zone;
  }

  // Of a family, the zones that share no square with these: of that one of which they say most
  // about the samples.
  static std::vector<std::size_t> best_beside(const Squares& squares,
                                              const std::vector<Sample>& samples,
                                              const Zones& zones) {
    std::vector<std::size_t> best;
    std::uint64_t most = 0;
    for (const std::vector<std::size_t>& family : zones.families()) {
      std::vector<std::size_t> beside;
      std::uint64_t sum = 1;
      for (const std::size_t i : family) {
        if (std::any_of(squares.begin(), squares.end(),
                        [&](Square s) { return zones[i].bit(s) != 0; }))
          continue;
        beside.push_back(i);
        for (const Sample& sample : samples)
          sum += zones[i].value(zones[i].boxes(sample.boxes), sample.player);
      }
      if (sum <= most) continue;
      most = sum;
      best = std::move(beside);
    }
    return best;
  }

  // The least value that a zone beside these ones has to have to raise each sample: a dead state
  // does so in any case.
  std::vector<std::int32_t> raising_values(const std::vector<Sample>& samples,
                                           const std::vector<std::size_t>& beside,
                                           const Zones& zones) const {
    std::vector<std::int32_t> least;
    for (const Sample& sample : samples) {
      const std::int32_t base = costs_.base(sample.boxes, sample.player);
      if (base == ReducedCosts::dead) {
        least.push_back(Zone::dead + 1);
        continue;
      }
      std::int32_t more = sample.least + 1 - base;
      for (const std::size_t i : beside)
        more -= zones[i].value(zones[i].boxes(sample.boxes), sample.player);
      least.push_back(std::min<std::int32_t>(more, Zone::dead));
    }
    return least;
  }

  // Counts the samples that a zone raises, with what it has to be worth for each of them.
  static std::size_t raised(const std::vector<Sample>& samples,
                            const std::vector<std::int32_t>& needed, const Zone& zone) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
      count += zone.value(zone.boxes(samples[i].boxes), samples[i].player) >= needed[i];
    return count;
  }

  const Level& level_;
  const ReducedCosts& costs_;
  Team* team_;
  Conflicts conflicts_;
  std::size_t squares_, least_;
  std::vector<Squares> tried_;
  std::uint64_t work_ = 0;
};

}  // namespace gridproof::sokoban
