// Exact search for boards of up to 16 × 16 cells with three to nine robots.
//
// Most states share the places of their helpers with many others. So the search works on sets: for
// each sorted group of helper cells the set of cells of the target robot, 256 bits. With f = g + H
// (H the wall-only bound of the target robot's cell), a move changes f by its slack: 0 for a
// descent (target robot, H - 1), 1 for a helper's move or a level move (target robot, same H), 2
// for a rise (target robot, H + 1). Lists are kept by f alone, since g = f - H follows from the
// cell.
//
// If any robot may reach the target, each of them in turn is the target robot of a start.
//
// With `ricochet`, the target robot has places beside its cells, of as small an H as their cells; a
// move by which it gets its last axis is a rise.
//
// The last two layers are never made: docs/explanation/robots-kernel.md has the proofs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

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

// `Set` is a CellSet, or with `ricochet` a PlaceSet.
template <int Count, class Set>
class SetSearch {
 public:
  // The memory limit has to leave room for the object itself.
  SetSearch(const Problem& problem, Ticker& ticker, Answer& answer)
      : problem_(problem),
        ticker_(ticker),
        answer_(answer),
        board_(problem),
        places_(board_.target),
        relaxed_(board_),
        endgame_(board_, relaxed_),
        lists_(ticker, answer, sizeof *this) {
    answer.peak_memory = sizeof *this;
    std::vector<std::uint16_t> needed;
    if constexpr (ricochet) needed = wall_only_bound(problem);
    for (int i = 0; i <= Count; ++i)
      if (problem.target_robot == i || problem.target_robot == Problem::any_robot)
        add_start(problem, i, needed);
    std::stable_sort(starts_.begin(), starts_.end(),
                     [](const Start& a, const Start& b) { return a.h < b.h; });
  }

  void run(std::uint32_t max_bound) {
    if (starts_.empty()) {
      answer_.exhausted = true;
      return;
    }
    // Pass n looks for solutions of length n + least, none is shorter, and expands list n, which
    // has the states with f = n + least - 2. So the first two lists are empty.
    const std::uint32_t least = starts_.front().h;
    const std::uint32_t needed =
        std::min_element(starts_.begin(), starts_.end(), [](const Start& a, const Start& b) {
          return a.needed < b.needed;
        })->needed;
    bool may_reach = false;
    for (std::uint32_t n = 0;; ++n) {
      if (!may_reach && answer_.generated > easy_states) {
        may_reach = Closure::reaches_target(problem_, ticker_);
        if (!may_reach) {
          answer_.exhausted = true;
          return;
        }
      }
      length_ = n + least;
      answer_.prove(std::max(length_, needed), ticker_);
      if (std::max(length_, needed) > max_bound) return;
      if (n == 0 && !lists_.begin()) return;
      if (pass(n) || ticker_.stop() != Stop::none) return;
      if (lists_.begin(n) == lists_.end(n) && nothing_waits()) {
        answer_.exhausted = true;
        return;
      }
    }
  }

 private:
  using Group = Helpers<Count>;
  static constexpr bool ricochet = std::is_same_v<Set, PlaceSet>;
  static constexpr int moves = 4 * Count;  // of helpers
  // After as many, it is tested whether there can be a solution at all.
  static constexpr std::uint64_t easy_states = 20'000;

  struct Start {
    unsigned h, place;
    std::uint32_t needed;  // moves at least
    Group helpers;
  };
  struct Kept {
    GroupSets<Count> sets;
    std::array<std::uint32_t, moves> next;  // group after helper move j; 0: it cannot move
  };
  using Lists = StateLists<Count, Set, Kept>;
  using Pending = typename Lists::Pending;

  // A start with robot i as the target robot, unless it can never get there. `needed` is the
  // wall-only bound by cell and axes.
  void add_start(const Problem& problem, int i, const std::vector<std::uint16_t>& needed) {
    Start start;
    start.place = board_.wide(problem.robots[i]);
    start.needed = board_.h[start.place];
    if (start.needed == BoardTables::no_way) return;
    if constexpr (ricochet) {
      start.needed = needed[std::size_t{problem.robots[i]} * 4 + problem.axes[i]];
      if (start.needed == unreachable) return;
      start.place = places_.of(start.place, problem.axes[i]);
    }
    start.h = h(start.place);
    std::array<std::uint8_t, Count> others;
    for (int o = 0, next = 0; o <= Count; ++o)
      if (o != i) others[next++] = static_cast<std::uint8_t>(board_.wide(problem.robots[o]));
    start.helpers = Group(others);
    starts_.push_back(start);
  }

  // H of a place. From the target without any axis, two moves are needed to see it with one.
  unsigned h(unsigned place) const {
    if constexpr (!ricochet) return board_.h[place];
    return place == Places::on_target ? 2 : board_.h[places_.cell(place)];
  }

  bool nothing_waits() const {
    return pending_[0].empty() && pending_[1].empty() && starts_.back().h + 2 <= length_;
  }

  // True if a solution is found.
  bool pass(std::uint32_t n) {
    for (const Start& start : starts_) {
      if (ricochet && start.place >= Places::in_row) continue;  // a rise is still to come
      const CellSet cell = CellSet::of(start.place);
      if (start.h == length_ && try_descents(cell, start.helpers)) return true;
      if (start.h + 1 == length_ && try_all_but_one(cell, start.helpers)) return true;
    }
    std::vector<Pending> hopeful;
    hopeful.swap(hopeful_);
    for (const Pending& state : hopeful) {
      if (!ticker_.going(moves)) return false;
      if (try_all_but_one(cells_of(state.cells), lists_.group(state.group))) return true;
    }
    make_list(n);
    lists_.end_list();
    const std::uint32_t end = lists_.end(n);
    for (std::uint32_t i = lists_.begin(n); i < end && ticker_.stop() == Stop::none; ++i) {
      if (i + 4 < end) lists_.prefetch_entry(i + 4);
      if (expand(i, n)) return true;
    }
    return false;
  }

  // Completes list n, begun by level moves from list n - 1, with starts, with rises from list n - 2
  // and the helper moves from list n - 1.
  void make_list(std::uint32_t n) {
    for (const Pending& rise : pending_[n % 2]) {
      if (!ticker_.going()) return;
      add(rise.group, rise.cells - lists_.seen(rise.group));
    }
    pending_[n % 2].clear();
    for (const Start& start : starts_) {
      if (start.h + 2 != length_) continue;
      const std::uint32_t group = lists_.number(start.helpers);
      if (!group) return;
      add(group, Set::of(start.place) - lists_.seen(group));
    }
    if (n == 0) return;
    const std::uint32_t begin = lists_.begin(n - 1), end = lists_.end(n - 1);
    if (begin < end && !link(begin)) return;
    for (std::uint32_t i = begin; i < end && ticker_.going(); ++i) {
      if (i + 1 < end) {  // one ahead, so that the cells of its successors arrive in time
        if (!link(i + 1)) return;
        for (std::uint32_t next : lists_.kept(lists_.entry(i + 1).group).next)
          lists_.prefetch(next);
      }
      const std::uint32_t group = lists_.entry(i).group;
      const Set places = lists_.entry(i).cells;
      const Kept& kept = lists_.kept(group);
      Set met = cells_of(places) & kept.sets.paths;
      if constexpr (ricochet)
        places.each_lacking([&](unsigned place) {
          if (kept.sets.paths.test(places_.cell(place))) met.set(place);
        });
      const Set clear = places - met;
      const Set* seen = lists_.seen();
      for (std::uint32_t next : kept.next) add(next, clear - seen[next]);
      if (!met.any()) continue;
      cells_of(met).each([&](unsigned t) { move_helpers(group, t, t); });
      if constexpr (ricochet)
        met.each_lacking([&](unsigned place) { move_helpers(group, place, places_.cell(place)); });
    }
  }

  void add(std::uint32_t group, const Set& fresh) {
    if (fresh.any()) lists_.add(group, fresh);
  }

  // Fills `next` of an entry's group if this is its first entry. False when it was stopped.
  bool link(std::uint32_t entry) {
    if (lists_.entry(entry).before) return true;
    Kept& kept = lists_.kept(lists_.entry(entry).group);
    const Group helpers = lists_.group(lists_.entry(entry).group);
    std::array<Group, moves> after;
    for (int j = 0; j < moves; ++j) {
      after[j] = helpers.moved(j / 4, kept.sets.stop[j]);
      lists_.prefetch(after[j]);
    }
    for (int j = 0; j < moves; ++j) {
      kept.next[j] = 0;
      if (kept.sets.stop[j] == helpers[j / 4]) continue;
      kept.next[j] = lists_.number(after[j]);
      if (!kept.next[j]) return false;
    }
    return true;
  }

  // Makes the helper moves of one state whose target robot, on t, stands in the way of some of
  // them.
  void move_helpers(std::uint32_t group, unsigned place, unsigned t) {
    const Group helpers = lists_.group(group);
    const Kept& kept = lists_.kept(group);
    for (int i = 0; i < Count; ++i) {
      const int towards = relaxed_.met_by(helpers, kept.sets, i, t);
      for (int d = 0; d < 4; ++d) {
        std::uint32_t next = kept.next[4 * i + d];
        if (d == towards) {
          const unsigned before = t - BoardTables::offset[d];
          if (before == helpers[i]) continue;
          next = lists_.number(helpers.moved(i, before));
        }
        if (!lists_.seen(next).test(place)) lists_.add(next, Set::of(place));
      }
    }
  }

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
        const unsigned t = places_.cell(place);
        const std::uint32_t far = board_.slides(t, helpers);
        for (int d = 0; d < 4; ++d) {
          const unsigned end = BoardTables::stop(t, far, d);
          if (end == t) continue;
          const unsigned there = places_.of(end, Places::axes(place) | axis_of(d));
          ends[h(there) + 1 - h(place)].set(there);
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

  // Closes an entry of list n under descents, makes its level moves (list n + 1) and rises (list
  // n + 2), and looks for solutions that leave it. True if one is found.
  bool expand(std::uint32_t entry, std::uint32_t n) {
    const std::uint32_t group = lists_.entry(entry).group;
    const Group helpers = lists_.group(group);
    const GroupSets<Count>& sets = lists_.kept(group).sets;
    if (!lists_.entry(entry).before) relaxed_.fill(helpers, lists_.kept(group).sets);
    Set places = lists_.entry(entry).cells, all_seen = lists_.seen(group);
    Set level_places, rise_places;
    unsigned count = 0;
    if constexpr (ricochet)
      count = expand_lacking(helpers, places, all_seen, level_places, rise_places);
    CellSet& cells = cells_of(places);
    CellSet& seen = cells_of(all_seen);
    std::array<CellSet, 3> ends;  // of descents, level moves and rises
    const CellSet in_sight = board_.in_sight(helpers);
    for (CellSet todo = cells; todo.any();) {
      const CellSet watched = todo & in_sight;
      (todo - watched).each([&](unsigned t) {
        ++count;
        for (int i = 0; i < 3; ++i) ends[i] |= board_.ends[t][i];
      });
      watched.each([&](unsigned t) {
        ++count;
        const std::uint32_t far = board_.slides(t, helpers);
        const int level = board_.h[t] - 1;  // of the cells at the end of descents
        for (int d = 0; d < 4; ++d) {
          const unsigned end = BoardTables::stop(t, far, d);
          ends[board_.h[end] - level].set(end);
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
    answer_.generated += count;
    if (!ticker_.tick(count)) return false;
    lists_.entry(entry).cells = places;
    lists_.seen(group) = all_seen;
    const CellSet rise_near = rise & sets.near_one, level_near = level & sets.near_one;
    if (rise_near.any() && try_descents(rise_near, helpers)) return true;
    if (level_near.any() && try_all_but_one(level_near, helpers)) return true;
    CellSet worth = cells & sets.near_two;
    ((cells & sets.paths) - worth).each([&](unsigned t) {
      if (relaxed_.stopped_is_worth(helpers, sets, t)) worth.set(t);
    });
    if (worth.any() && try_helpers(worth, helpers, sets)) return true;
    lists_.note(hopeful_, rise_near, group);
    lists_.note(pending_[n % 2], rise_places, group);
    add(group, level_places);
    return false;
  }

  // The following look for solutions of length `length_`, from states with exactly this much slack
  // to spare. True if there is one; it is in the answer then.

  bool try_descents(const CellSet& cells, const Group& helpers) {
    return endgame_.descends(cells, helpers) && solve_from(cells, helpers, 0);
  }

  bool try_all_but_one(const CellSet& cells, const Group& helpers) {
    return endgame_.descends_but_one(cells, helpers) && solve_from(cells, helpers, 1);
  }

  bool try_helpers(const CellSet& cells, const Group& helpers, const GroupSets<Count>& sets) {
    return endgame_.each_helper_move(cells, helpers, sets.stop,
                                     [&](const CellSet& left, const Group& after) {
                                       return ticker_.going(moves) && try_all_but_one(left, after);
                                     });
  }

  // Writes down the solution by way of one of these states, which have this slack.
  bool solve_from(const CellSet& cells, const Group& helpers, int slack) {
    unsigned t = board_.target;
    cells.each([&](unsigned cell) {
      const CellSet one = CellSet::of(cell);
      if (slack == 0 ? endgame_.descends(one, helpers) : endgame_.descends_but_one(one, helpers))
        t = cell;
    });
    const int g = static_cast<int>(length_) - slack - board_.h[t];
    // States of list n have f = n + starts_[0].h - 2.
    const int first_f = static_cast<int>(starts_.front().h) - 2;
    answer_.path = trace<ricochet>(board_, t, helpers, g, [&](unsigned place, const Group& group) {
      const int list = lists_.list_of(place, group);
      return list < 0 ? -1 : list + first_f - static_cast<int>(h(place));
    });
    endgame_.finish(t, helpers, slack, answer_.path);
    for (Step& step : answer_.path) step.cell = board_.narrow(step.cell);
    answer_.solved = true;
    ticker_.find(length_);
    return true;
  }

  const Problem& problem_;
  Ticker& ticker_;
  Answer& answer_;
  BoardTables board_;
  Places places_;
  RelaxedSets<Count> relaxed_;
  Endgame<Count> endgame_;
  Lists lists_;
  std::vector<Start> starts_;                    // by h
  std::uint32_t length_ = 0;                     // of the solutions that are looked for
  std::array<std::vector<Pending>, 2> pending_;  // by n % 2: states that rises will add to list n
  std::vector<Pending> hopeful_;                 // those of them that may have slack 1
};

// One helper has few states, and a byte for each of more than eight would not fit into a key.
inline constexpr int fewest_helpers = 2, max_helpers = 8;

inline bool set_search_fits(const Problem& problem) {
  const int helpers = static_cast<int>(problem.robots.size()) - 1;
  return BoardTables::fits(problem) && fewest_helpers <= helpers && helpers <= max_helpers;
}

// Runs the search on sets for the problem's number of robots.
template <class Set, int Count = fewest_helpers>
void run_set_search(const Problem& problem, std::uint32_t max_bound, Ticker& ticker,
                    Answer& answer) {
  if constexpr (Count < max_helpers) {
    if (problem.robots.size() > Count + 1)
      return run_set_search<Set, Count + 1>(problem, max_bound, ticker, answer);
  }
  if (ticker.fits(sizeof(SetSearch<Count, Set>)))
    std::make_unique<SetSearch<Count, Set>>(problem, ticker, answer)->run(max_bound);
}

}  // namespace gridproof::robots
