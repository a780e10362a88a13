// Supersets of the cells from which the target robot needs little slack, and the stops of helpers.
//
// docs/explanation/robots-kernel.md says what they are for and proves that they miss nothing.
#pragma once

#include <array>
#include <cstdint>

#include "robots/board_tables.hpp"
#include "robots/cell_set.hpp"
#include "robots/helpers.hpp"

namespace gridproof::robots {

// The moves of the helpers when the target robot is out of their way, and the cells from which it
// needs at most one more move of slack 1. Helper move j is helper j / 4 in direction j % 4.
template <int Count>
struct Reach {
  std::array<std::uint32_t, Count> slides;
  std::array<std::uint8_t, 4 * Count> stop;
  CellSet descents, near_one;       // slack 0; slack 0 or 1
  CellSet one_move, across;         // slack 0, or one level move, after at most one helper's move
  CellSet beside, beside_unopened;  // stops beside the helpers after at most one move
};

// The sets of a group of helpers that is expanded.
template <int Count>
struct GroupSets {
  CellSet paths;     // cells on the way of any helper move
  CellSet near_one;  // superset of the cells with slack 0 or 1
  CellSet near_two;  // superset of those that a helper's move leaves with slack 1, if it ran free
  CellSet beside;    // cells on which the helpers may stop the robot after two moves that ran free
  std::array<std::uint8_t, 4 * Count> stop;  // where helper move j ends
};

template <int Count>
class RelaxedSets {
 public:
  explicit RelaxedSets(BoardTables& board) : board_(board) {}

  void reach(const Helpers<Count>& helpers, Reach<Count>& r) const {
    CellSet beside;
    for (int i = 0; i < Count; ++i) beside |= board_.beside[helpers[i]];
    CellSet unopened = beside;
    r.descents = board_.by_walls;
    r.across = board_.across_by_walls;
    open(r.descents, r.across, unopened);
    r.near_one = r.across;
    close(r.near_one, beside);
    CellSet more;
    for (int i = 0; i < Count; ++i) {
      r.slides[i] = board_.slides(helpers[i], helpers);
      for (int d = 0; d < 4; ++d) {
        const unsigned e = BoardTables::stop(helpers[i], r.slides[i], d);
        r.stop[4 * i + d] = static_cast<std::uint8_t>(e);
        more |= board_.beside[e];
      }
    }
    r.one_move = r.descents;
    r.beside = beside | more;
    r.beside_unopened = unopened | (more - beside);
    open(r.one_move, r.across, r.beside_unopened);
    r.near_one |= r.one_move;
  }

  void fill(const Helpers<Count>& helpers, GroupSets<Count>& sets) const {
    Reach<Count> r;
    reach(helpers, r);
    sets.stop = r.stop;
    sets.near_one = r.near_one;
    sets.paths = {};
    sets.beside = r.beside;
    Slides without[Count];  // without[i][o]: how far helper o slides if i has gone
    slides_without(helpers, without);
    for (int i = 0; i < Count; ++i) {
      const unsigned p = helpers[i];
      for (int d = 0; d < 4; ++d) {
        const unsigned e = r.stop[4 * i + d];
        if (e == p) continue;
        sets.paths |= board_.path(p, e, d);
        // The second move: of this helper, or of one whose way the first has changed.
        add_stops(e, slides_of(i, e, helpers), sets.beside);
        for (int o = 0; o < Count; ++o) {
          if (o == i) continue;
          const std::uint32_t slides =
              BoardTables::nearer(without[i][o], board_.blocked[helpers[o]][e]);
          if (slides != r.slides[o]) add_stops(helpers[o], slides, sets.beside);
        }
      }
    }
    sets.near_two = r.one_move;
    close(sets.near_two, r.beside_unopened | (sets.beside - r.beside));
    close(r.across, r.beside);
    sets.near_two |= r.across;
  }

  // Tests whether a helper's move that the target robot on t stops can be one of two moves of slack
  // 1, followed by descents, in a way that `near_two` does not know of.
  bool stopped_is_worth(const Helpers<Count>& helpers, const GroupSets<Count>& sets,
                        unsigned t) const {
    for (int i = 0; i < Count; ++i) {
      const int d = met_by(helpers, sets, i, t);
      if (d < 0) continue;
      const unsigned e = t - BoardTables::offset[d];
      if (e == helpers[i]) continue;
      if (board_.corner[t][d]) return true;
      CellSet beside;
      add_stops(e, slides_of(i, e, helpers), beside);
      const Helpers<Count> after = helpers.moved(i, e);
      for (int o = 0; o < Count; ++o)
        if (o != i) add_stops(helpers[o], board_.slides(helpers[o], after), beside);
      if (((beside - sets.beside) & board_.cone(t)).any()) return true;
    }
    return false;
  }

  // The direction in which the target robot on t stands in helper i's way; -1: in none.
  static int met_by(const Helpers<Count>& helpers, const GroupSets<Count>& sets, int i,
                    unsigned t) {
    const unsigned p = helpers[i];
    int d = -1;
    if (p / 16 == t / 16) d = t > p ? 3 : 2;
    if (p % 16 == t % 16) d = t > p ? 1 : 0;
    if (d < 0) return -1;
    const unsigned e = sets.stop[4 * i + d];
    return (t > p ? e < t : e > t) ? -1 : d;
  }

 private:
  using Slides = std::array<std::uint32_t, Count>;

  // The length of helper i's slides from e, to which it has moved.
  std::uint32_t slides_of(int i, unsigned e, const Helpers<Count>& helpers) const {
    std::uint32_t least = board_.blocked[e][e];
    for (int o = 0; o < Count; ++o)
      if (o != i) least = BoardTables::nearer(least, board_.blocked[e][helpers[o]]);
    return least;
  }

  void slides_without(const Helpers<Count>& helpers, Slides (&without)[Count]) const {
    for (int i = 0; i < Count; ++i)
      for (int o = 0; o < Count; ++o) {
        if (o != i) without[i][o] = slides_of_two(i, o, helpers);
      }
  }

  std::uint32_t slides_of_two(int i, int o, const Helpers<Count>& helpers) const {
    const unsigned p = helpers[o];
    std::uint32_t least = board_.blocked[p][p];
    for (int k = 0; k < Count; ++k)
      if (k != i && k != o) least = BoardTables::nearer(least, board_.blocked[p][helpers[k]]);
    return least;
  }

  void add_stops(unsigned c, std::uint32_t slides, CellSet& beside) const {
    if (slides == board_.blocked[c][c]) {
      beside |= board_.beside_stops[c];
    } else {
      for (int d = 0; d < 4; ++d) beside |= board_.beside[BoardTables::stop(c, slides, d)];
    }
  }

  // Adds to `descents`, closed under descents that stop at walls, the cells with descents that may
  // stop on the cells `beside` too, and to `across` those from which one level move leads there;
  // `across` is not closed then. Takes from `beside` what has served.
  void open(CellSet& descents, CellSet& across, CellSet& beside) const {
    for (CellSet now = descents & beside; now.any(); now = descents & beside) {
      now.each([&](unsigned y) {
        descents |= board_.descends_to[y];
        across |= board_.crosses_to[y];
      });
      beside = beside - now;
    }
  }

  // The same for the descents alone.
  void close(CellSet& cells, CellSet beside) const {
    for (CellSet now = cells & beside; now.any(); now = cells & beside) {
      now.each([&](unsigned y) { cells |= board_.descends_to[y]; });
      beside = beside - now;
    }
  }

  BoardTables& board_;
};

}  // namespace gridproof::robots
