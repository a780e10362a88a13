// PI-corrals: parts of the floor that boxes cut off and that have to be opened sooner or later.
//
// Let R be a union of regions of free squares that the player cannot get to, and F the boxes next
// to it. While no box of F has been pushed, R stays closed: nobody enters it. Take all pushes of
// boxes of F that are possible with only F on the board, from where the player can then get to (on
// the real board at most these are possible before F is first touched). If all of them
//   (I) go into R, and
//   (P) can be made right now on the real board, and
//   (U) F must be touched some time: a box of F is off goal, or R has a goal without a box,
// then only they need be tried. Proof: in a shortest solution let p be the first push of a box of
// F. Up to it R is closed, so p is one of them. Make p first: its target lies in R, where the
// pushes before p have no business, and its old square only becomes free; they are possible as
// before, and after them the board is the same and the player in the same region. The number of
// pushes is the same. If there is no such push, F can never be touched, and the position is dead.
//
// This holds for pushes only: the walks between them change.
#pragma once

#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/freeze.hpp"

namespace gridproof::sokoban {

class PiCorrals {
 public:
  enum class Verdict : std::uint8_t { none, restricted, dead };

  PiCorrals(const Board& board, const Sides& sides, const Distances& to_goals, Ticker& ticker)
      : board_(board),
        sides_(sides),
        to_goals_(to_goals),
        ticker_(ticker),
        fence_board_(board),
        reach_(board),
        part_(board.squares() + 1),
        tried_(board.squares() + 1) {}

  // Looks for the corral with the fewest pushes; they are in pushes() if `restricted`. If the
  // ticker stops it, the remaining corrals are not tested.
  Verdict find(const Occupied& occupied, const Region& player, const std::vector<Square>& boxes) {
    tried_.clear();
    best_.clear();
    bool found = false;
    if (player.all_of(occupied)) return Verdict::none;
    for (Square box : boxes)
      for (int d = 0; d < directions; ++d) {
        const Square s = board_.next(d, box);
        if (!occupied.free(s) || player.has(s) || tried_.has(s)) continue;
        if (!usable(occupied, player, s)) continue;
        if (pushes_.empty()) return Verdict::dead;
        if (!found || pushes_.size() < best_.size()) best_ = pushes_;
        found = true;
      }
    return found ? Verdict::restricted : Verdict::none;
  }

  const std::vector<Push>& pushes() const { return best_; }
  // The boxes next to the corral that was looked at last: after `dead`, dead without the others.
  const std::vector<Square>& fence() const { return fence_; }

 private:
  // Tests whether the corral that grows from the region of `start` is a PI-corral; fills pushes_.
  bool usable(const Occupied& occupied, const Region& player, Square start) {
    part_.clear();
    squares_.clear();
    fence_.clear();
    grow(occupied, start);
    for (Square s : squares_) tried_.add(s);
    bool usable = true;
    while (usable && step(occupied, player, usable))
      usable = ticker_.going(1 + squares_.size() / squares_a_step);
    for (Square f : fence_) fence_board_.put(f, On::nothing);
    if (!usable) return false;
    for (Square f : fence_)
      if (!board_.goal(f)) return true;
    for (Square s : squares_)
      if (board_.goal(s)) return true;
    return false;
  }

  // Adds the region of `start` to the corral, and the boxes next to it to its fence.
  void grow(const Occupied& occupied, Square start) {
    std::size_t i = squares_.size();
    squares_.push_back(start);
    part_.add(start);
    for (; i < squares_.size(); ++i)
      for (int d = 0; d < directions; ++d) {
        const Square t = board_.next(d, squares_[i]);
        if (part_.has(t) || occupied.wall(t)) continue;
        part_.add(t);
        if (occupied.box(t)) {
          fence_.push_back(t);
          fence_board_.put(t, On::box);
        } else {
          squares_.push_back(t);
        }
      }
  }

  bool inside(const Occupied& occupied, Square s) const { return part_.has(s) && occupied.free(s); }

  // Collects the pushes of the fence; true if the corral grew meanwhile and all is to be done
  // again. `usable` becomes false if it is no PI-corral.
  bool step(const Occupied& occupied, const Region& player, bool& usable) {
    pushes_.clear();
    reach_.fill(fence_board_, player.player());
    for (std::size_t i = 0; i < fence_.size(); ++i) {
      const Square box = fence_[i];
      for (int d = 0; d < directions; ++d) {
        const Square to = board_.next(d, box), behind = board_.next(opposite(d), box);
        if (!fence_board_.free(to) || !reach_.has(behind)) continue;
        // A push that kills the box by itself is none.
        if (!to_goals_.live(Distances::place(to, sides_.side(to, box)))) continue;
        if (!inside(occupied, to)) {
          if (occupied.box(to) || player.has(to)) return usable = false;
          grow(occupied, to);
          return true;
        }
        if (!player.has(behind)) {
          if (occupied.box(behind)) return usable = false;
          grow(occupied, behind);
          return true;
        }
        pushes_.push_back({box, to});
      }
    }
    return false;
  }

  const Board& board_;
  const Sides& sides_;
  const Distances& to_goals_;
  Ticker& ticker_;
  Occupied fence_board_;
  Region reach_;
  Marks<> part_, tried_;
  std::vector<Square> squares_, fence_;
  std::vector<Push> pushes_, best_;
};

}  // namespace gridproof::sokoban
