// Exact search for boards of up to 16 × 16 cells with three to nine robots, plain rules.
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
// The last two layers are never made: docs/explanation/robots-kernel.md has the proofs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"
#include "robots/board_tables.hpp"
#include "robots/cell_set.hpp"
#include "robots/endgame.hpp"
#include "robots/helpers.hpp"
#include "robots/relaxed_sets.hpp"
#include "robots/state_lists.hpp"
#include "robots/trace.hpp"

namespace gridproof::robots {

template <int Count>
class SetSearch {
 public:
  // The memory limit has to leave room for the object itself.
  SetSearch(const Problem& problem, Ticker& ticker, Answer& answer)
      : ticker_(ticker),
        answer_(answer),
        board_(problem),
        relaxed_(board_),
        endgame_(board_, relaxed_),
        lists_(ticker, answer, sizeof *this) {
    answer.peak_memory = sizeof *this;
    for (int i = 0; i <= Count; ++i)
      if (problem.target_robot == i || problem.target_robot == Problem::any_robot)
        add_start(problem, i);
    std::sort(starts_.begin(), starts_.end(),
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
    for (std::uint32_t n = 0;; ++n) {
      length_ = n + least;
      answer_.prove(length_, ticker_);
      if (length_ > max_bound) return;
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
  static constexpr int moves = 4 * Count;  // of helpers

  struct Start {
    unsigned h, t;
    Group helpers;
  };
  struct Kept {
    GroupSets<Count> sets;
    std::array<std::uint32_t, moves> next;  // group after helper move j; 0: it cannot move
  };
  using Lists = StateLists<Count, Kept>;
  using Pending = typename Lists::Pending;

  // A start with robot i as the target robot, unless it can never get there.
  void add_start(const Problem& problem, int i) {
    Start start;
    start.t = board_.wide(problem.robots[i]);
    start.h = board_.h[start.t];
    if (start.h == BoardTables::no_way) return;
    std::array<std::uint8_t, Count> others;
    for (int o = 0, next = 0; o <= Count; ++o)
      if (o != i) others[next++] = static_cast<std::uint8_t>(board_.wide(problem.robots[o]));
    start.helpers = Group(others);
    starts_.push_back(start);
  }

  bool nothing_waits() const {
    return pending_[0].empty() && pending_[1].empty() && starts_.back().h + 2 <= length_;
  }

  // True if a solution is found.
  bool pass(std::uint32_t n) {
    for (const Start& start : starts_) {
      const CellSet cell = CellSet::of(start.t);
      if (start.h == length_ && try_descents(cell, start.helpers)) return true;
      if (start.h + 1 == length_ && try_all_but_one(cell, start.helpers)) return true;
    }
    std::vector<Pending> hopeful;
    hopeful.swap(hopeful_);
    for (const Pending& state : hopeful) {
      if (!ticker_.going(moves)) return false;
      if (try_all_but_one(state.cells, lists_.group(state.group))) return true;
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
      add(group, CellSet::of(start.t) - lists_.seen(group));
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
      const CellSet cells = lists_.entry(i).cells;
      const Kept& kept = lists_.kept(group);
      const CellSet met = cells & kept.sets.paths;
      const CellSet clear = cells - met;
      const CellSet* seen = lists_.seen();
      for (std::uint32_t next : kept.next) add(next, clear - seen[next]);
      if (met.any()) met.each([&](unsigned t) { move_helpers(group, t); });
    }
  }

  void add(std::uint32_t group, const CellSet& fresh) {
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

  // Makes the helper moves of one state whose target robot stands in the way of some of them.
  void move_helpers(std::uint32_t group, unsigned t) {
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
        if (!lists_.seen(next).test(t)) lists_.add(next, CellSet::of(t));
      }
    }
  }

  // Closes an entry of list n under descents, makes its level moves (list n + 1) and rises (list
  // n + 2), and looks for solutions that leave it. True if one is found.
  bool expand(std::uint32_t entry, std::uint32_t n) {
    const std::uint32_t group = lists_.entry(entry).group;
    const Group helpers = lists_.group(group);
    const GroupSets<Count>& sets = lists_.kept(group).sets;
    if (!lists_.entry(entry).before) relaxed_.fill(helpers, lists_.kept(group).sets);
    CellSet cells = lists_.entry(entry).cells, seen = lists_.seen(group);
    std::array<CellSet, 3> ends;  // of descents, level moves and rises
    unsigned count = 0;
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
    const CellSet level = ends[1] - seen, rise = ends[2] - seen;
    answer_.generated += count;
    if (!ticker_.tick(count)) return false;
    lists_.entry(entry).cells = cells;
    lists_.seen(group) = seen;
    const CellSet rise_near = rise & sets.near_one, level_near = level & sets.near_one;
    if (rise_near.any() && try_descents(rise_near, helpers)) return true;
    if (level_near.any() && try_all_but_one(level_near, helpers)) return true;
    CellSet worth = cells & sets.near_two;
    ((cells & sets.paths) - worth).each([&](unsigned t) {
      if (relaxed_.stopped_is_worth(helpers, sets, t)) worth.set(t);
    });
    if (worth.any() && try_helpers(worth, helpers, sets)) return true;
    lists_.note(hopeful_, rise_near, group);
    lists_.note(pending_[n % 2], rise, group);
    add(group, level);
    return false;
  }

  // The following look for solutions of length `length_`, from states with just so much slack to
  // spare. True if there is one; it is in the answer then.

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
    answer_.path = trace(board_, t, helpers, g, [&](unsigned cell, const Group& group) {
      const int list = lists_.list_of(cell, group);
      return list < 0 ? -1 : list + first_f - board_.h[cell];
    });
    endgame_.finish(t, helpers, slack, answer_.path);
    for (Step& step : answer_.path) step.cell = board_.narrow(step.cell);
    answer_.solved = true;
    ticker_.find(length_);
    return true;
  }

  Ticker& ticker_;
  Answer& answer_;
  BoardTables board_;
  RelaxedSets<Count> relaxed_;
  Endgame<Count> endgame_;
  Lists lists_;
  std::vector<Start> starts_;                    // by h
  std::uint32_t length_ = 0;                     // of the solutions that are looked for
  std::array<std::vector<Pending>, 2> pending_;  // by n % 2: states that rises will add to list n
  std::vector<Pending> hopeful_;                 // those of them that may have slack 1
};

// One helper has few states, and a byte for each of more than eight would not fit into a key.
inline constexpr int fewest_helpers = 2, most_helpers = 8;

inline bool set_search_fits(const Problem& problem) {
  const int helpers = static_cast<int>(problem.robots.size()) - 1;
  return BoardTables::fits(problem) && fewest_helpers <= helpers && helpers <= most_helpers &&
         !problem.ricochet;
}

// Runs the search on sets for the problem's number of robots.
template <int Count = fewest_helpers>
void run_set_search(const Problem& problem, std::uint32_t max_bound, Ticker& ticker,
                    Answer& answer) {
  if constexpr (Count < most_helpers) {
    if (problem.robots.size() > Count + 1)
      return run_set_search<Count + 1>(problem, max_bound, ticker, answer);
  }
  if (ticker.fits(sizeof(SetSearch<Count>)))
    std::make_unique<SetSearch<Count>>(problem, ticker, answer)->run(max_bound);
}

}  // namespace gridproof::robots
