// The tables of a board for the search on sets, and the part of its states that a thread works on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"
#include "robots/board_tables.hpp"
#include "robots/cell_set.hpp"
#include "robots/closure.hpp"
#include "robots/endgame.hpp"
#include "robots/helpers.hpp"
#include "robots/places.hpp"
#include "robots/relaxed_sets.hpp"
#include "robots/state_lists.hpp"
#include "robots/trace.hpp"

namespace gridproof::robots {

// The tables of a board and the starts of a search. `Set` is a CellSet, or with `ricochet` a
// PlaceSet.
template <int Count, class Set>
class SetBoard {
 public:
  using Group = Helpers<Count>;
  static constexpr bool ricochet = std::is_same_v<Set, PlaceSet>;

  struct Start {
    unsigned h, place;
    std::uint32_t needed;  // moves at least
    Group helpers;
  };
  // States of one group, each of which has this slack to spare and a solution within it.
  struct Found {
    CellSet cells;
    Group helpers;
    int slack = 0;
  };

  GRIDPROOF_SELDOM explicit SetBoard(const Problem& problem)
      : board(problem),
        places(board.target),
        relaxed(board),
        endgame(board, relaxed),
        problem_(problem) {
    std::vector<std::uint16_t> needed_moves;
    if constexpr (ricochet) needed_moves = wall_only_bound(problem);
    for (int i = 0; i <= Count; ++i)
      if (problem.target_robot == i || problem.target_robot == Problem::any_robot)
        add_start(problem, i, needed_moves);
  }

  // Calls pass(n, length) for n = 0, 1, ... until it is true, no solution is left, or a limit stops
  // it. Pass n looks for solutions of length n + least, none is shorter, and expands list n, which
  // has the states with f = n + least - 2. So the first two lists are empty. `open` tells whether
  // something is left after a pass.
  template <class Pass, class Open>
  void each_length(std::uint32_t max_bound, Ticker& ticker, Answer& answer, Pass pass,
                   Open open) const {
    if (starts.empty()) {
      answer.exhausted = true;
      return;
    }
    const std::uint32_t least = starts.front().h;
    const std::uint32_t needed =
        std::min_element(starts.begin(), starts.end(), [](const Start& a, const Start& b) {
          return a.needed < b.needed;
        })->needed;
    bool may_reach = false;
    for (std::uint32_t n = 0;; ++n) {
      if (!may_reach && answer.generated > easy_states) {
        may_reach = Closure::reaches_target(problem_, ticker);
        if (!may_reach) {
          answer.exhausted = true;
          return;
        }
      }
      const std::uint32_t length = n + least;
      answer.prove(std::max(length, needed), ticker);
      if (std::max(length, needed) > max_bound) return;
      if (pass(n, length) || ticker.stop() != Stop::none) return;
      if (!open(n) && starts.back().h + 2 <= length) {
        answer.exhausted = true;
        return;
      }
    }
  }

  // H of a place. From the target without any axis, two moves are needed to see it with one.
  unsigned h(unsigned place) const {
    if constexpr (!ricochet) return board.h[place];
    return place == Places::on_target ? 2 : board.h[places.cell(place)];
  }

  // Writes down the solution of this length by way of a state. `list_of(place, helpers)` is the
  // list in which a state was reached, -1 if it was not.
  template <class ListOf>
  GRIDPROOF_SELDOM void solve_from(const Found& found, std::uint32_t length, ListOf list_of,
                                   Ticker& ticker, Answer& answer) const {
    unsigned t = board.target;
    found.cells.each([&](unsigned cell) {
      const CellSet one = CellSet::of(cell);
      if (found.slack == 0 ? endgame.descends(one, found.helpers)
                           : endgame.descends_but_one(one, found.helpers))
        t = cell;
    });
    const int g = static_cast<int>(length) - found.slack - board.h[t];
    // States of list n have f = n + starts[0].h - 2.
    const int first_f = static_cast<int>(starts.front().h) - 2;
    answer.path =
        trace<ricochet>(board, t, found.helpers, g, [&](unsigned place, const Group& group) {
          const int list = list_of(place, group);
          return list < 0 ? -1 : list + first_f - static_cast<int>(h(place));
        });
    endgame.finish(t, found.helpers, found.slack, answer.path);
    for (Step& step : answer.path) step.cell = board.narrow(step.cell);
    answer.solved = true;
    ticker.find(length);
  }

  BoardTables board;
  Places places;
  RelaxedSets<Count> relaxed;
  Endgame<Count> endgame;
  std::vector<Start> starts;  // by h

 private:
  // After as many, it is tested whether there can be a solution at all.
  static constexpr std::uint64_t easy_states = 20'000;

  // A start with robot i as the target robot, unless it can never get there. `needed_moves` is the
  // wall-only bound by cell and axes.
  GRIDPROOF_SELDOM void add_start(const Problem& problem, int i,
                                  const std::vector<std::uint16_t>& needed_moves) {
    Start start;
    start.place = board.wide(problem.robots[i]);
    start.needed = board.h[start.place];
    if (start.needed == BoardTables::no_way) return;
    if constexpr (ricochet) {
      start.needed = needed_moves[std::size_t{problem.robots[i]} * 4 + problem.axes[i]];
      if (start.needed == unreachable) return;
      start.place = places.of(start.place, problem.axes[i]);
    }
    start.h = h(start.place);
    std::array<std::uint8_t, Count> others;
    for (int o = 0, next = 0; o <= Count; ++o)
      if (o != i) others[next++] = static_cast<std::uint8_t>(board.wide(problem.robots[o]));
    start.helpers = Group(others);
    const auto next = std::find_if(starts.begin(), starts.end(),
                                   [&](const Start& other) { return start.h < other.h; });
    starts.insert(next, start);
  }

  const Problem& problem_;
};

// Groups of helpers with their states, and what is done with one group alone: all of it, and
// nothing else is touched. A search has one part, or several that own the groups between them.
template <int Count, class Set>
class SetPart {
 public:
  using Group = Helpers<Count>;
  using Board = SetBoard<Count, Set>;
  using Found = typename Board::Found;
  static constexpr bool ricochet = Board::ricochet;
  static constexpr int moves = 4 * Count;  // of helpers

  struct Kept {
    GroupSets<Count> sets;
    std::array<std::uint32_t, moves> next;  // group after helper move j; 0: it cannot move
  };
  using Lists = StateLists<Count, Set, Kept>;
  using Pending = typename Lists::Pending;

  // `own_bytes`: what the search takes beside the lists.
  SetPart(const Board& board, Ticker& ticker, Answer& answer, std::size_t own_bytes)
      : lists(ticker, answer, own_bytes), all_(board), ticker_(ticker) {}

  bool nothing_waits() const { return pending_[0].empty() && pending_[1].empty(); }

  void add(std::uint32_t group, const Set& fresh) {
    if (fresh.any()) lists.add(group, fresh);
  }

  // Adds the rises that lead to list n.
  void add_rises(std::uint32_t n) {
    for (const Pending& rise : pending_[n % 2]) {
      if (!ticker_.going()) return;
      add(rise.group, rise.cells - lists.seen(rise.group));
    }
    pending_[n % 2].clear();
  }

  // Those of an entry's places on which the target robot may stop a helper.
  Set met(const Set& places, const Kept& kept) const { return on(places, kept.sets.paths); }

  // Those of some places that are on these cells.
  Set on(const Set& places, const CellSet& path) const {
    Set found = cells_of(places) & path;
    if constexpr (ricochet)
      places.each_lacking([&](unsigned place) {
        if (path.test(all_.places.cell(place))) found.set(place);
      });
    return found;
  }

  // Calls visit(place, its cell) for each of these places.
  template <class Visit>
  void each_place(const Set& places, Visit visit) const {
    cells_of(places).each([&](unsigned t) { visit(t, t); });
    if constexpr (ricochet)
      places.each_lacking([&](unsigned place) { visit(place, all_.places.cell(place)); });
  }

  // The following look for solutions, from states with exactly as much slack to spare as they say.
  // True if there is one; found() has it then.

  // A start's, before it is in a list: `spare` is the length that is looked for less its H.
  bool try_start(const typename Board::Start& start, std::uint32_t spare) {
    if (ricochet && start.place >= Places::in_row) return false;  // a rise is still to come
    const CellSet cell = CellSet::of(start.place);
    if (spare == 0) return try_descents(cell, start.helpers);
    return spare == 1 && try_all_but_one(cell, start.helpers);
  }

  // Those that the last pass has left.
  bool try_hopeful() {
    std::vector<Pending> hopeful;
    hopeful.swap(hopeful_);
    for (const Pending& state : hopeful) {
      if (!ticker_.going(moves)) return false;
      if (try_all_but_one(cells_of(state.cells), lists.group(state.group))) return true;
    }
    return false;
  }

  // Closes an entry of list n under descents, makes its level moves (list n + 1) and rises (list
  // n + 2), and looks for solutions that leave it. True if one is found. `admit(count)` counts its
  // states, and says whether it may be expanded at all.
  bool expand(std::uint32_t entry, std::uint32_t n,
              const std::function<bool(unsigned count)>& admit) {
    const std::uint32_t group = lists.entry(entry).group;
    const Group helpers = lists.group(group);
    if (!lists.entry(entry).before) {
      if (!lists.add_kept(entry)) return false;
      all_.relaxed.fill(helpers, lists.kept(entry).sets);
    }
    const GroupSets<Count>& sets = lists.kept(entry).sets;
    Set places = lists.entry(entry).cells, all_seen = lists.seen(group);
    Set level_places, rise_places;
    unsigned count = 0;
    if constexpr (ricochet)
      count = expand_lacking(helpers, places, all_seen, level_places, rise_places);
    CellSet& cells = cells_of(places);
    CellSet& seen = cells_of(all_seen);
    std::array<CellSet, 3> ends;  // of descents, level moves and rises
    const CellSet in_sight = all_.board.in_sight(helpers);
    for (CellSet todo = cells; todo.any();) {
      const CellSet watched = todo & in_sight;
      (todo - watched).each([&](unsigned t) {
        ++count;
        for (int i = 0; i < 3; ++i) ends[i] |= all_.board.ends[t][i];
      });
      watched.each([&](unsigned t) {
        ++count;
        const std::uint32_t far = all_.board.slides(t, helpers);
        const int level = all_.board.h[t] - 1;  // of the cells at the end of descents
        for (int d = 0; d < 4; ++d) {
          const unsigned end = BoardTables::stop(t, far, d);
          ends[all_.board.h[end] - level].set(end);
        }
      });
      todo = ends[0] - seen;
      cells |= todo;
      seen |= todo;
    }
    cells_of(level_places) |= ends[1];
    cells_of(rise_places) |= ends[2];
    level_places = level_places - all_seen;
    rise_places = rise_places - all_seen;
    const CellSet &level = cells_of(level_places), &rise = cells_of(rise_places);
    if (!admit(count)) return false;
    lists.entry(entry).cells = places;
    lists.seen(group) = all_seen;
    const CellSet rise_near = rise & sets.near_one, level_near = level & sets.near_one;
    if (rise_near.any() && try_descents(rise_near, helpers)) return true;
    if (level_near.any() && try_all_but_one(level_near, helpers)) return true;
    CellSet worth = cells & sets.near_two;
    ((cells & sets.paths) - worth).each([&](unsigned t) {
      if (all_.relaxed.stopped_is_worth(helpers, sets, t)) worth.set(t);
    });
    if (worth.any() && try_helpers(worth, helpers, sets)) return true;
    lists.note(hopeful_, rise_near, group);
    lists.note(pending_[n % 2], rise_places, group);
    add(group, level_places);
    return false;
  }

  const Found& found() const { return found_; }

  Lists lists;

 private:
  // Adds to `places`, some of a group with these helpers, the ends of descents from those that lack
  // an axis, and gives the ends of their level moves and rises. Returns how many lack one.
  //
  // Such a place has an H of at most 1, so a move that leads to both axes is a rise: from the
  // target to a cell that sees it, from another place to one beside the target's row and column.
  unsigned expand_lacking(const Group& helpers, PlaceSet& places, PlaceSet& seen, PlaceSet& level,
                          PlaceSet& rise) const {
    unsigned count = 0;
    PlaceSet todo({}, places.lacking);
    while (todo.any()) {
      std::array<PlaceSet, 3> ends;  // of descents, level moves and rises
      todo.each_lacking([&](unsigned place) {
        ++count;
        const unsigned t = all_.places.cell(place);
        const std::uint32_t far = all_.board.slides(t, helpers);
        for (int d = 0; d < 4; ++d) {
          const unsigned end = BoardTables::stop(t, far, d);
          if (end == t) continue;
          const unsigned there = all_.places.of(end, Places::axes(place) | axis_of(d));
          ends[all_.h(there) + 1 - all_.h(place)].set(there);
        }
      });
      level |= ends[1];
      rise |= ends[2];
      todo = ends[0] - seen;
      places |= todo;
      seen |= todo;
    }
    return count;
  }

  bool try_descents(const CellSet& cells, const Group& helpers) {
    if (!all_.endgame.descends(cells, helpers)) return false;
    found_ = {cells, helpers, 0};
    return true;
  }

  bool try_all_but_one(const CellSet& cells, const Group& helpers) {
    if (!all_.endgame.descends_but_one(cells, helpers)) return false;
    found_ = {cells, helpers, 1};
    return true;
  }

  bool try_helpers(const CellSet& cells, const Group& helpers, const GroupSets<Count>& sets) {
    return all_.endgame.each_helper_move(
        cells, helpers, sets.stop, [&](const CellSet& left, const Group& after) {
          return ticker_.going(moves) && try_all_but_one(left, after);
        });
  }

  const Board& all_;
  Ticker& ticker_;
  std::array<std::vector<Pending>, 2> pending_;  // by n % 2: states that rises will add to list n
  std::vector<Pending> hopeful_;                 // those of them that may have slack 1
  Found found_;
};

}  // namespace gridproof::robots
