// The choice of zones: the squares whose tables say most about the start.
//
// Any choice is right. The first zone has the goals, so that goals that are filled in a wrong order
// are seen to be dead. The others are grown breadth-first from boxes of the start, which are mostly
// in each other's way there. Families of small zones are tried first, as their tables take no time;
// those that say most are built larger.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/zone.hpp"
#include "sokoban/tables/zone_plans.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

class ZoneChoice {
 public:
  // Zones of a family besides the first, and families with such.
  static constexpr std::size_t zones_a_family = 3, families = 2;
  // Small zones that are tried have `fewer_squares` less; the best `tried_zones` are built larger.
  static constexpr std::size_t fewer_squares = 4, tried_zones = 3;
  static constexpr std::size_t extra_goals = 3;

  // Zones have about `squares` squares; the first may have `extra_goals` more. `work` is what
  // trying may take, in states and sets of boxes. A team shares the work on several of them.
  ZoneChoice(const Level& level, const ReducedCosts& costs, std::size_t squares, std::uint64_t work,
             Ticker& ticker, Team* team = nullptr)
      : level_(level),
        costs_(costs),
        squares_(squares),
        left_(work),
        ticker_(ticker),
        team_(team),
        useful_(level.board.squares() + 1) {
    for (Square s = 0; s < level.board.squares(); ++s)
      useful_[s] = level.to_goals.live_square(s) && level.from_starts.live_square(s);
  }

  // Adds a zone of goals, and families with it, to zones that may be there. If the ticker stops it,
  // since they take more than its memory for instance, there are less of them.
  void add_to(Zones& zones) {
    const Squares room = goal_room();
    Taken taken(useful_.size());
    Zone first(level_, costs_, taken, room, zones.bytes(), ticker_, team_);
    if (!first.has()) return;
    held_ = zones.bytes() + first.bytes();
    for (const Square s : room) taken[s] = 1;
    std::vector<Family> found = best_families(taken);
    if (found.empty()) found.push_back({});
    found[0].zones.insert(found[0].zones.begin(), std::move(first));
    const std::size_t goals = zones.size();
    std::vector<std::size_t> beside;
    for (Family& family : found) {
      if (!zones.add(beside, std::move(family.zones))) return;
      beside.assign(1, goals);
      zones.set_room(goals);
    }
  }

 private:
  using Squares = std::vector<Square>;
  using Taken = std::vector<std::uint8_t>;  // by square
  struct Grown {
    int value, boxes;  // at the start
    Zone zone;
  };
  struct Family {
    int value = 0;
    std::size_t bytes = 0;
    std::vector<Zone> zones;
  };

  // Adds useful squares that are not taken, the nearest first. Squares between which a box can go
  // for nothing are nearest: through a gap there it would get out of the zone, or into it.
  Squares grown(const Squares& seeds, std::size_t size, const Taken& taken) const {
    const Board& board = level_.board;
    std::array<Squares, 3> ring;  // by distance, modulo its size
    ring[0] = seeds;
    Taken seen = taken;
    Squares zone;
    for (std::size_t k = 0, empty = 0; empty < ring.size() && zone.size() < size; ++k) {
      Squares& nearest = ring[k % ring.size()];
      empty = nearest.empty() ? empty + 1 : 0;
      for (std::size_t i = 0; i < nearest.size() && zone.size() < size; ++i) {
        const Square s = nearest[i];
        if (seen[s]) continue;
        seen[s] = 1;
        zone.push_back(s);
        for (int d = 0; d < directions; ++d) {
          const Square t = board.next(d, s);
          if (t == board.wall() || seen[t] || !useful_[t]) continue;
          const bool free = costs_.push(s, d) == 0 || costs_.push(t, opposite(d)) == 0;
          ring[(k + (free ? 1 : 2)) % ring.size()].push_back(t);
        }
      }
      nearest.clear();
    }
    return zone;
  }

  // All goals if there are not too many; else the largest clusters that fit, or a part of one.
  Squares goal_room() const {
    const Board& board = level_.board;
    const std::vector<Square>& goals = board.goals();
    const Taken none(useful_.size());
    if (goals.size() <= squares_ + extra_goals)
      return grown(goals, std::max(squares_, goals.size()), none);
    Taken no_goal(useful_.size(), 1);
    for (const Square goal : goals) no_goal[goal] = 0;
    std::vector<Squares> clusters;
    for (Taken seen = no_goal; const Square goal : goals) {
      if (seen[goal]) continue;
      clusters.push_back(grown({goal}, goals.size(), seen));
      for (const Square s : clusters.back()) seen[s] = 1;
    }
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const Squares& a, const Squares& b) { return a.size() > b.size(); });
    Squares room;
    for (const Squares& cluster : clusters)
      if (room.size() + cluster.size() <= squares_)
        room.insert(room.end(), cluster.begin(), cluster.end());
    if (!room.empty()) return grown(room, squares_, none);
    // Those farthest from the boxes are to be filled first.
    const auto distance = [&](Square goal) {
      std::uint64_t sum = 0;
      const std::uint16_t* row = level_.from_starts.row(Distances::place(goal, 0));
      for (std::size_t box = 0; box < level_.from_starts.targets(); ++box) sum += row[box];
      return sum;
    };
    const Square farthest =
        *std::max_element(clusters[0].begin(), clusters[0].end(),
                          [&](Square a, Square b) { return distance(a) < distance(b); });
    return grown(grown({farthest}, squares_, no_goal), squares_, none);
  }

  static std::size_t bytes(const std::vector<Grown>& zones) {
    std::size_t sum = 0;
    for (const Grown& one : zones) sum += one.zone.bytes();
    return sum;
  }

  // Builds zones of these squares; those with most value, and then most boxes, come first. With
  // fewer than two boxes there is nothing to be seen.
  std::vector<Grown> built(const std::vector<Squares>& zones, const Taken& taken) {
    const Board& board = level_.board;
    std::vector<ZonePlan> plans;
    std::vector<int> boxes;
    for (const Squares& squares : zones) {
      const auto inside = [&](Square box) {
        return std::find(squares.begin(), squares.end(), box) != squares.end();
      };
      const auto count =
          static_cast<int>(std::count_if(board.boxes().begin(), board.boxes().end(), inside));
      if (count < 2) continue;
      boxes.push_back(count);
      plans.push_back({squares, taken});
    }
    std::vector<Grown> found;
    const auto held = [&] { return held_ + bytes(found); };
    const auto worth = [](std::size_t, const Zone&) { return true; };
    build_zones(level_, costs_, plans, held, worth, team_, ticker_, [&](std::size_t i, Zone zone) {
      left_ -= std::min(left_, zone.work());
      if (!zone.has()) return;
      const int value = zone.value(zone.boxes(board.boxes()), board.player());
      found.push_back({value, boxes[i], std::move(zone)});
    });
    std::stable_sort(found.begin(), found.end(), [](const Grown& a, const Grown& b) {
      return std::pair(a.value, a.boxes) > std::pair(b.value, b.boxes);
    });
    return found;
  }

  // Returns good zones of this many squares, the best first: from the boxes whose small zones are
  // best.
  std::vector<Grown> best_zones(std::size_t size, const Taken& taken) {
    std::vector<Squares> small, large;
    for (const Square box : level_.board.boxes())
      if (!taken[box] && useful_[box])
        small.push_back(grown({box}, squares_ - std::min(squares_, fewer_squares), taken));
    for (const Grown& one : built(small, taken)) {
      if (large.size() == tried_zones) break;
      large.push_back(grown(one.zone.squares(), size, taken));
    }
    return built(large, taken);
  }

  // Families that begin with different zones; each goes on with the best one that is left.
  std::vector<Family> best_families(const Taken& taken) {
    std::vector<Family> best;
    const std::size_t before = held_;
    for (const std::size_t size : {squares_ + 1, squares_, squares_ + 2}) {
      std::vector<Grown> firsts = best_zones(size, taken);
      for (Grown& first : firsts) {
        Family family;
        held_ = before + bytes(firsts);
        for (const Family& other : best) held_ += other.bytes;
        Taken now = taken;
        const auto take = [&](Grown& one) {
          for (const Square s : one.zone.squares()) now[s] = 1;
          held_ += one.zone.bytes();
          family.bytes += one.zone.bytes();
          family.value += one.value;
          family.zones.push_back(std::move(one.zone));
        };
        take(first);
        while (family.zones.size() < zones_a_family) {
          std::vector<Grown> next = best_zones(size, now);
          if (next.empty()) break;
          take(next.front());
        }
        if (ticker_.stop() != Stop::none) return best;
        const auto worse = std::find_if(best.begin(), best.end(), [&](const Family& other) {
          return other.value < family.value;
        });
        best.insert(worse, std::move(family));
        if (best.size() > families) best.pop_back();
        if (left_ == 0) return best;
      }
    }
    return best;
  }

  const Level& level_;
  const ReducedCosts& costs_;
  std::size_t squares_;
  std::uint64_t left_;    // of the work
  std::size_t held_ = 0;  // the bytes of zones that there are
  Ticker& ticker_;
  Team* team_;
  Taken useful_;  // squares that a box can get to, and on to a goal
};

}  // namespace gridproof::sokoban
