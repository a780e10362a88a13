// Bounds of a position by zones that grow along its conflicts.
//
// A zone without goals has to be cleared (clearing.hpp). If that costs no more than is known, the
// cheapest play that clears it is tried on the real board. There some push of it fails: a box
// is in its way, or in the player's. The squares of such boxes join the zone; if none fails, those
// to which boxes get out. So the zone grows just where boxes are in each other's way, until it
// costs more to clear it, or the budget ends. (Counterexample-guided refinement: Clarke, Grumberg,
// Jha, Lu and Veith 2000.)
//
// Zones with tables that share no square with it stay, with what they say of the position; it is
// charged only for pushes that are not charged to them, so the values add up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/clearing.hpp"
#include "sokoban/tables/side_by_side.hpp"
#include "sokoban/tables/zone.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

class Conflicts {
 public:
  static constexpr std::uint32_t dead = std::numeric_limits<std::uint32_t>::max();

  // Level and costs have to stay.
  Conflicts(const Level& level, const ReducedCosts& costs)
      : level_(level), costs_(costs), left_(level.board.squares() + 1) {
    for (Square s = 0; s < level.board.squares(); ++s) {
      std::uint32_t least = far;
      for (int side = 0; side < directions; ++side) {
        const std::uint16_t* row = level.to_goals.row(Distances::place(s, side));
        for (std::size_t g = 0; g < level.board.goals().size(); ++g)
          least = std::min<std::uint32_t>(least, row[g]);
      }
      left_[s] = least;
    }
  }

  // Returns a bound on the pushes from a position that needs `least` for all that is known, the
  // player on any square of his region; `dead`: it has no solution. It looks at `states` states of
  // zones at most; `memory` is for each zone's. A team shares them by the boxes that zones grow
  // from.
  std::uint32_t bound(std::span<const Square> boxes, Square player, std::uint32_t least,
                      const Zones& zones, std::uint64_t states, std::size_t memory, Ticker& ticker,
                      Team* team = nullptr) const {
    const std::int32_t base = costs_.base(boxes, player);
    if (base == ReducedCosts::dead) return least;
    const std::int32_t known = static_cast<std::int32_t>(least) - base;
    const std::size_t lots = team ? shared_lots : 1;
    std::array<std::int32_t, shared_lots> most;
    most.fill(known);
    side_by_side(team, lots, memory / lots, ticker, [&](std::size_t lot, Ticker& own) {
      Task task(boxes, player, known, states / lots, memory / lots, own);
      choose_family(zones, task);
      mark_off_limits(zones, task);
      for (std::size_t i = lot; i < boxes.size(); i += lots) {
        Squares zone{boxes[i]};
        most[lot] = std::max(most[lot], grow(zone, unsolvable, zones, task));
      }
    });
    const std::int32_t highest = *std::max_element(most.begin(), most.end());
    if (highest == unsolvable) return dead;
    return static_cast<std::uint32_t>(base + highest);
  }

  // Returns a zone that raises the bound of a position above `least`, and does so no more without
  // any of its squares; none if none is found.
  std::vector<Square> small_zone(std::span<const Square> boxes, Square player, std::int32_t least,
                                 const Zones& zones, std::uint64_t states, std::size_t memory,
                                 Ticker& ticker) const {
    const std::int32_t base = costs_.base(boxes, player);
    if (base == ReducedCosts::dead) return {};
    Task task(boxes, player, least - base, states, memory, ticker);
    choose_family(zones, task);
    mark_off_limits(zones, task);
    for (const Square seed : boxes) {
      Squares zone{seed};
      if (grow(zone, task.known, zones, task) <= task.known) continue;
      shrink(zone, zones, task);
      return zone;
    }
    return {};
  }

 private:
  using Squares = std::vector<Square>;
  using Marks = std::vector<std::uint8_t>;  // by square

  static constexpr std::int32_t unsolvable = std::numeric_limits<std::int32_t>::max();
  // The parts of the boxes that a team deals out, each with a part of the states.
  static constexpr std::size_t shared_lots = 4;
  static constexpr std::uint32_t far = 100;  // pushes from where there is no way to a goal

  // A position, with what is known of the excess over its base; and what may be done for it.
  struct Task {
    Task(std::span<const Square> boxes, Square player, std::int32_t known, std::uint64_t states,
         std::size_t memory, Ticker& ticker)
        : boxes(boxes),
          player(player),
          known(known),
          states(states),
          memory(memory),
          ticker(ticker) {}

    std::span<const Square> boxes;
    Square player;
    std::int32_t known;
    std::uint64_t states;
    std::size_t memory;
    Ticker& ticker;
    std::vector<std::size_t> family;   // of zones with tables
    std::vector<std::int32_t> values;  // of each of these
    std::int32_t sum = 0;              // of the values
    Marks off_limits;                  // for zones that grow
    std::set<Squares> seen;            // zones that were asked
  };

  // The family that says most.
  static void choose_family(const Zones& zones, Task& task) {
    task.sum = -1;
    for (const std::vector<std::size_t>& family : zones.families()) {
      std::vector<std::int32_t> values;
      for (const std::size_t i : family)
        values.push_back(zones[i].value(zones[i].boxes(task.boxes), task.player));
      const std::int32_t sum = std::accumulate(values.begin(), values.end(), 0);
      if (sum <= task.sum) continue;
      task.sum = sum;
      task.family = family;
      task.values = std::move(values);
    }
    task.sum = std::max(task.sum, 0);
  }

  // Goals, and zones with goals that say something: these cannot join a zone.
  void mark_off_limits(const Zones& zones, Task& task) const {
    task.off_limits.assign(level_.board.squares() + 1, 0);
    for (Square s = 0; s < level_.board.squares(); ++s)
      task.off_limits[s] = level_.slot_of[s] == Level::none || level_.board.goal(s);
    for (std::size_t i = 0; i < task.family.size(); ++i) {
      const Squares& squares = zones[task.family[i]].squares();
      if (task.values[i] > 0 && std::any_of(squares.begin(), squares.end(),
                                            [&](Square s) { return level_.board.goal(s); }))
        for (const Square s : squares) task.off_limits[s] = 1;
    }
  }

  // Grows a zone as long as plays that clear it fail elsewhere, or until more than `enough` is
  // known; the excess that is known then.
  std::int32_t grow(Squares& zone, std::int32_t enough, const Zones& zones, Task& task) const {
    if (task.off_limits[zone.front()]) return 0;
    std::int32_t excess = task.sum + ((task.sum ^ task.known) & 1);  // it has one parity
    while (excess <= enough && task.states > 0 && task.ticker.stop() == Stop::none) {
      Marks inside = marks(zone);
      absorb(zone, inside, zones, task);
      Squares sorted = zone;
      std::sort(sorted.begin(), sorted.end());
      if (!task.seen.insert(std::move(sorted)).second) break;
      std::vector<Push> play;
      auto verdict = Clearing::Verdict::dearer;
      while (excess <= enough) {
        verdict = ask(zone, inside, excess, zones, task, play);
        if (verdict != Clearing::Verdict::dearer) break;
        excess += 2;
      }
      if (verdict == Clearing::Verdict::dead) return unsolvable;
      if (verdict != Clearing::Verdict::possible || !add_conflict(play, zone, inside, task)) break;
    }
    return excess;
  }

  // Leaves out squares without which more than is known follows still.
  void shrink(Squares& zone, const Zones& zones, Task& task) const {
    std::vector<Push> play;
    for (std::size_t i = zone.size(); i-- > 0;) {
      Squares fewer = zone;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const auto verdict = ask(fewer, marks(fewer), task.known, zones, task, play);
      if (verdict == Clearing::Verdict::dearer || verdict == Clearing::Verdict::dead)
        zone = std::move(fewer);
    }
  }

  Marks marks(const Squares& zone) const {
    Marks inside(level_.board.squares() + 1);
    for (const Square s : zone) inside[s] = 1;
    return inside;
  }

  // Asks whether a zone can be cleared at an excess of no more than `most` in all, with a part of
  // the states that are left, so that one hard zone does not take all; the play if it can.
  Clearing::Verdict ask(const Squares& zone, const Marks& inside, std::int32_t most,
                        const Zones& zones, Task& task, std::vector<Push>& play) const {
    constexpr std::uint64_t share = 8;
    std::int32_t beside = 0;
    const ReducedCosts::Table charges = this->charges(inside, zones, task, beside);
    if (beside > most) return Clearing::Verdict::dearer;
    Clearing clearing(level_, charges, zone, left_, tables_in(inside, zones, task));
    if (!clearing.fits()) return Clearing::Verdict::unknown;
    const std::uint64_t states = task.states / share + 1;
    std::uint64_t left = states;
    const auto verdict = clearing.within(static_cast<std::uint32_t>(most - beside), task.boxes,
                                         task.player, left, task.memory, task.ticker);
    task.states -= std::min(task.states, states - left);
    play = clearing.play();
    return verdict;
  }

  // Takes in the whole of each zone that says something and has a square in common.
  static void absorb(Squares& zone, Marks& inside, const Zones& zones, const Task& task) {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < task.family.size(); ++i) {
        const Squares& squares = zones[task.family[i]].squares();
        if (task.values[i] == 0 || !meets(squares, inside)) continue;
        for (const Square s : squares) {
          if (inside[s] || task.off_limits[s]) continue;
          inside[s] = 1;
          zone.push_back(s);
          more = true;
        }
      }
    }
  }

  // The zones with tables that have been taken in.
  static std::vector<const Zone*> tables_in(const Marks& inside, const Zones& zones,
                                            const Task& task) {
    std::vector<const Zone*> tables;
    for (const std::size_t i : task.family) {
      const Squares& squares = zones[i].squares();
      if (std::all_of(squares.begin(), squares.end(), [&](Square s) { return inside[s]; }))
        tables.push_back(&zones[i]);
    }
    return tables;
  }

  static bool meets(const Squares& squares, const Marks& inside) {
    return std::any_of(squares.begin(), squares.end(), [&](Square s) { return inside[s]; });
  }

  // The costs of pushes but for those that are charged in a zone with a table beside this one: of
  // the zones of a family that a push touches, in the first. `beside`: what these zones say.
  ReducedCosts::Table charges(const Marks& inside, const Zones& zones, const Task& task,
                              std::int32_t& beside) const {
    constexpr std::uint8_t none = 0, here = 1, elsewhere = 2;
    Marks owner(level_.board.squares() + 1, none);
    std::vector<std::size_t> rank(level_.board.squares() + 1, task.family.size());
    beside = 0;
    for (std::size_t i = task.family.size(); i-- > 0;) {
      const Squares& squares = zones[task.family[i]].squares();
      const bool apart = !meets(squares, inside);
      if (apart) beside += task.values[i];
      for (const Square s : squares) {
        owner[s] = apart ? elsewhere : here;
        rank[s] = i;
      }
    }
    ReducedCosts::Table charges = costs_.pushes();
    for (Square from = 0; from < level_.board.squares(); ++from)
      for (int d = 0; d < directions; ++d) {
        if (charges[from][d] == ReducedCosts::none) continue;
        const Square to = level_.board.next(d, from);
        if (owner[rank[from] <= rank[to] ? from : to] == elsewhere) charges[from][d] = 0;
      }
    return charges;
  }

  // Makes a play on the real board until it fails, and adds what is in its way. False if nothing
  // can be added.
  bool add_conflict(const std::vector<Push>& play, Squares& zone, Marks& inside,
                    const Task& task) const {
    const Board& board = level_.board;
    const std::size_t before = zone.size();
    const auto add = [&](Square s) {
      if (inside[s] || task.off_limits[s]) return;
      inside[s] = 1;
      zone.push_back(s);
    };
    Occupied occupied(board);
    for (const Square box : task.boxes) occupied.put(box, On::box);
    Region region(board);
    Square player = task.player;
    for (const Push& push : play) {
      region.measure(occupied, player);  // for boxes next to nearer squares first
      if (!region.has(board.behind(push.from, push.to))) {
        region.each([&](Square s) {
          for (const Square t : board.around(s))
            if (occupied.box(t)) add(t);
        });
        break;
      }
      if (occupied.box(push.to)) {
        add(push.to);
        break;
      }
      occupied.move(push.from, push.to);
      player = push.from;
    }
    for (auto push = play.begin(); zone.size() == before && push != play.end(); ++push)
      add(push->to);
    return zone.size() > before;
  }

  const Level& level_;
  const ReducedCosts& costs_;
  std::vector<std::uint32_t> left_;  // the fewest pushes of a box alone from each square, about
};

}  // namespace gridproof::sokoban
