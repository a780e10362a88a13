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

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"
#include "robots/board_tables.hpp"
#include "robots/cell_set.hpp"
#include "robots/set_part.hpp"
#ifndef __wasm__  // which has no threads
#include "robots/shared_set_search.hpp"
#endif

namespace gridproof::robots {

// The search of one thread.
template <int Count, class Set>
class SetSearch {
 public:
  // The memory limit has to leave room for the object itself.
  SetSearch(const Problem& problem, Ticker& ticker, Answer& answer)
      : ticker_(ticker),
        answer_(answer),
        all_(problem),
        part_(all_, ticker, answer, sizeof *this),
        lists_(part_.lists) {
    answer.peak_memory = sizeof *this;
  }

  void run(std::uint32_t max_bound) {
    all_.each_length(
        max_bound, ticker_, answer_,
        [&](std::uint32_t n, std::uint32_t length) {
          if (n == 0 && !lists_.begin()) return false;
          if (!pass(n, length)) return false;
          all_.solve_from(
              part_.found(), length,
              [&](unsigned place, const Group& group) { return lists_.list_of(place, group); },
              ticker_, answer_);
          return true;
        },
        [&](std::uint32_t n) {
          return lists_.begin(n) != lists_.end(n) || !part_.nothing_waits();
        });
  }

 private:
  using Part = SetPart<Count, Set>;
  using Group = typename Part::Group;
  using Kept = typename Part::Kept;
  static constexpr int moves = Part::moves;

  // True if a solution is found.
  bool pass(std::uint32_t n, std::uint32_t length) {
    for (const auto& start : all_.starts)
      if (part_.try_start(start, length - start.h)) return true;
    if (part_.try_hopeful()) return true;
    if (ticker_.stop() != Stop::none) return false;
    make_list(n, length);
    lists_.end_list();
    const std::function<bool(unsigned)> admit = [&](unsigned count) {
      answer_.generated += count;
      return ticker_.tick(count);
    };
    const std::uint32_t end = lists_.end(n);
    for (std::uint32_t i = lists_.begin(n); i < end && ticker_.stop() == Stop::none; ++i) {
      if (i + 4 < end) lists_.prefetch_entry(i + 4);
      if (part_.expand(i, n, admit)) return true;
    }
    return false;
  }

  // Completes list n, begun by level moves from list n - 1, with starts, with rises from list n - 2
  // and the helper moves from list n - 1.
  void make_list(std::uint32_t n, std::uint32_t length) {
    part_.add_rises(n);
    for (const auto& start : all_.starts) {
      if (start.h + 2 != length) continue;
      const std::uint32_t group = lists_.number(start.helpers);
      if (!group) return;
      part_.add(group, Set::of(start.place) - lists_.seen(group));
    }
    if (n == 0) return;
    const std::uint32_t begin = lists_.begin(n - 1), end = lists_.end(n - 1);
    if (begin < end && !link(begin)) return;
    for (std::uint32_t i = begin; i < end && ticker_.going(); ++i) {
      if (i + 1 < end) {  // one ahead, so that the cells of its successors arrive in time
        if (!link(i + 1)) return;
        for (std::uint32_t next : lists_.kept(i + 1).next) lists_.prefetch(next);
      }
      const Set places = lists_.entry(i).cells;
      const Kept& kept = lists_.kept(i);
      const Set met = part_.met(places, kept), clear = places - met;
      const Set* seen = lists_.seen();
      for (std::uint32_t next : kept.next) part_.add(next, clear - seen[next]);
      part_.each_place(met, [&](unsigned place, unsigned t) { move_helpers(i, place, t); });
    }
  }

  // Makes the helper moves of one state whose target robot, on t, stands in the way of some of
  // them.
  void move_helpers(std::uint32_t entry, unsigned place, unsigned t) {
    const Group helpers = lists_.group(lists_.entry(entry).group);
    const Kept& kept = lists_.kept(entry);
    for (int i = 0; i < Count; ++i) {
      const int towards = all_.relaxed.met_by(helpers, kept.sets, i, t);
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

  // Fills `next` of an entry's group if this is its first entry. False when it was stopped.
  bool link(std::uint32_t entry) {
    if (lists_.entry(entry).before) return true;
    Kept& kept = lists_.kept(entry);
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

  Ticker& ticker_;
  Answer& answer_;
  SetBoard<Count, Set> all_;
  Part part_;
  typename Part::Lists& lists_;
};

// One helper has few states, and a byte for each of more than eight would not fit into a key.
inline constexpr int fewest_helpers = 2, max_helpers = 8;

inline bool set_search_fits(const Problem& problem) {
  const int helpers = static_cast<int>(problem.robots.size()) - 1;
  return BoardTables::fits(problem) && fewest_helpers <= helpers && helpers <= max_helpers;
}

// Runs the search on sets for the problem's number of robots, with so many threads.
template <class Set, int Count = fewest_helpers>
void run_set_search(const Problem& problem, std::uint32_t max_bound, std::size_t threads,
                    Ticker& ticker, Answer& answer) {
  if constexpr (Count < max_helpers) {
    if (problem.robots.size() > Count + 1)
      return run_set_search<Set, Count + 1>(problem, max_bound, threads, ticker, answer);
  }
#ifndef __wasm__
  using Shared = SharedSetSearch<Count, Set>;
  if (threads > 1 && Shared::fits(ticker))
    return std::make_unique<Shared>(problem, threads, ticker, answer)->run(max_bound);
#endif
  if (ticker.fits(sizeof(SetSearch<Count, Set>)))
    std::make_unique<SetSearch<Count, Set>>(problem, ticker, answer)->run(max_bound);
}

}  // namespace gridproof::robots
