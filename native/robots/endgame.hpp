// The last moves of a solution, move by move: descents, with at most one move of slack 1.
#pragma once

#include <cstdint>
#include <vector>

#include "common/compiler.hpp"
#include "robots/board_tables.hpp"
#include "robots/cell_set.hpp"
#include "robots/helpers.hpp"
#include "robots/relaxed_sets.hpp"

namespace gridproof::robots {

template <int Count>
class Endgame {
 public:
  using Group = Helpers<Count>;

  Endgame(const BoardTables& board, const RelaxedSets<Count>& relaxed)
      : board_(board), relaxed_(relaxed) {}

  // Tests whether descents alone lead from some of these cells to the target.
  bool descends(CellSet from, const Group& helpers) const {
    for (int k = board_.highest; k > 0; --k) {
      const CellSet here = from & board_.level[k];
      if (!here.any()) continue;
      CellSet ends;
      here.each([&](unsigned c) {
        const std::uint32_t far = board_.slides(c, helpers);
        for (int d = 0; d < 4; ++d) ends.set(BoardTables::stop(c, far, d));
      });
      from |= ends & board_.level[k - 1];
    }
    return from.test(board_.target);
  }

  // Tests whether descents with one move of slack 1 among them lead from some of these cells to the
  // target, when descents alone lead there from none.
  bool descends_but_one(const CellSet& cells, const Group& helpers) const {
    Reach<Count> r;
    relaxed_.reach(helpers, r);
    CellSet closed = cells & r.near_one, level;  // under descents; ends of level moves
    if (!closed.any()) return false;
    for (CellSet todo = closed; todo.any();) {
      CellSet ends;
      todo.each([&](unsigned t) {
        const std::uint32_t far = board_.slides(t, helpers);
        for (int d = 0; d < 4; ++d) {
          const unsigned end = BoardTables::stop(t, far, d);
          if (board_.h[end] < board_.h[t]) ends.set(end);
          if (board_.h[end] == board_.h[t]) level.set(end);
        }
      });
      todo = (ends & r.near_one) - closed;
      closed |= todo;
    }
    return descends((level & r.descents) - closed, helpers) ||
           helper_then_descents(closed & r.one_move, helpers, r);
  }

  // Visits the states to which helper moves lead from these cells until `visit(cells, helpers)` is
  // true; `stop` has where the moves end if the target robot is out of their way.
  template <class Stops, class Visit>
  bool each_helper_move(const CellSet& cells, const Group& helpers, const Stops& stop,
                        Visit visit) const {
    bool found = false;
    for (int j = 0; j < 4 * Count && !found && cells.any(); ++j) {
      const unsigned p = helpers[j / 4], e = stop[j];
      if (e == p) continue;
      const CellSet path = board_.path(p, e, j % 4);
      const CellSet clear = cells - path;
      found = clear.any() && visit(clear, helpers.moved(j / 4, e));
      (cells & path).each([&](unsigned t) {
        const unsigned before = t - BoardTables::offset[j % 4];
        found = found || (before != p && visit(CellSet::of(t), helpers.moved(j / 4, before)));
      });
    }
    return found;
  }

  // Adds the moves of a solution with this slack, 0 or 1, from a state that has one and none with
  // less.
  GRIDPROOF_SELDOM void finish(unsigned t, Group helpers, int slack,
                               std::vector<Step>& path) const {
    while (t != board_.target) {
      const std::uint32_t far = board_.slides(t, helpers);
      bool moved = false;
      for (int d = 0; d < 4 && !moved; ++d) {
        const unsigned end = BoardTables::stop(t, far, d);
        const int rest = slack - (board_.h[end] - board_.h[t] + 1);
        if (end == t || rest < 0) continue;
        const CellSet there = CellSet::of(end);
        moved = rest == 0 ? descends(there, helpers) : descends_but_one(there, helpers);
        if (!moved) continue;
        path.push_back({t, d});
        t = end;
        slack = rest;
      }
      if (!moved && !finish_after_helper(t, helpers, slack, path)) return;
    }
  }

 private:
  // Tests whether a helper's move and then descents lead from some of these cells, closed under
  // descents that may be of use, to the target. The move has to open a descent from one of them.
  bool helper_then_descents(const CellSet& cells, const Group& helpers,
                            const Reach<Count>& r) const {
    CellSet coming, leaving;
    cells.each([&](unsigned t) {
      coming |= board_.opens_by_coming[t];
      leaving |= board_.opens_by_leaving[t];
    });
    bool found = false;
    for (int j = 0; j < 4 * Count && !found && cells.any(); ++j) {
      const unsigned p = helpers[j / 4], e = r.stop[j];
      if (e == p) continue;
      const CellSet path = board_.path(p, e, j % 4);
      const bool leaves = leaving.test(p);
      if (leaves || coming.test(e)) found = descends(cells - path, helpers.moved(j / 4, e));
      (cells & path).each([&](unsigned t) {
        const unsigned before = t - BoardTables::offset[j % 4];
        found = found ||
                (before != p && leaves && descends(CellSet::of(t), helpers.moved(j / 4, before)));
      });
    }
    return found;
  }

  // Makes a helper's move after which descents lead to the target; false if there is none.
  GRIDPROOF_SELDOM bool finish_after_helper(unsigned t, Group& helpers, int& slack,
                                            std::vector<Step>& path) const {
    for (int j = 0; j < 4 * Count; ++j) {
      const unsigned p = helpers[j / 4];
      const std::uint32_t far =
          BoardTables::nearer(board_.slides(p, helpers), board_.blocked[p][t]);
      const unsigned end = BoardTables::stop(p, far, j % 4);
      const Group after = helpers.moved(j / 4, end);
      if (end == p || !descends(CellSet::of(t), after)) continue;
      path.push_back({p, j % 4});
      helpers = after;
      slack = 0;
      return true;
    }
    return false;
  }

  const BoardTables& board_;
  const RelaxedSets<Count>& relaxed_;
};

}  // namespace gridproof::robots
