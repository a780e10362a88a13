// Advice for the searches for any solution, computed once for a level.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/hotspots.hpp"
#include "sokoban/any/lone_box.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// All of it is advice. If the ticker stops its making, it is of no use.
class Tables {
 public:
  Tables(const Level& level, Ticker& ticker)
      : board_(level.board),
        rooms_(level.board),
        hotspots_(level, ticker),
        start_(board_.squares()),
        from_goals_(board_.squares()),
        hole_(board_.squares() + 1) {
    const std::size_t n = board_.squares();
    for (Square s : board_.boxes()) start_[s] = 1;
    for (Square s = 0; s < n; ++s)
      for (std::size_t g = 0; g < board_.goals().size(); ++g) {
        std::uint16_t least = unreachable;
        for (int side = 0; side < directions; ++side)
          least = std::min(least, level.to_goals.row(Distances::place(s, side))[g]);
        if (least != unreachable) from_goals_[s] += least;
      }
    find_holes();
    if (!ticker.fits(level.bytes() + hotspots_.bytes() + bytes_for(n))) return;
    steps_.assign(n * n, 0xffff);
    pushable_.assign(n * n, 0);
    const Occupied empty(board_);
    Region region(board_);
    LoneBox lone(board_);
    lone.lay(empty);
    for (Square s = 0; s < n; ++s) {
      if (!ticker.going(1 + 8 * n / squares_a_step)) return;
      region.measure(empty, s);
      region.each([&](Square t) { steps_[s * n + t] = region.steps(t); });
      const Square root[] = {s};
      const auto& reached = lone.spread<false>(root);
      for (Square t = 0; t < n; ++t) pushable_[s * n + t] = reached.has(t);
    }
  }

  static std::size_t bytes_for(std::size_t squares) { return squares * squares * 3; }
  std::size_t bytes() const {
    return steps_.capacity() * sizeof(std::uint16_t) + pushable_.capacity() + hotspots_.bytes();
  }

  bool start(Square s) const { return start_[s]; }
  // The sum of the pushes to all goals.
  std::uint32_t from_goals(Square s) const { return from_goals_[s]; }
  // Tests whether a goal is a dead end, or would be if those behind it were filled: boxes go in and
  // never out.
  bool hole(Square s) const { return hole_[s]; }
  // Steps between squares of the empty board.
  std::uint32_t steps(Square from, Square to) const { return steps_[from * board_.squares() + to]; }
  // Tests whether a box can be pushed from one to the other on the empty board.
  bool pushable(Square from, Square to) const { return pushable_[from * board_.squares() + to]; }
  // Tests whether two squares are in different parts of the board.
  bool apart(Square a, Square b) const {
    if (steps(a, b) >= far) return true;
    const auto r = rooms_.room(a), q = rooms_.room(b);
    return r != q && r != Rooms::corridor && q != Rooms::corridor;
  }

  const Rooms& rooms() const { return rooms_; }
  const Hotspots& hotspots() const { return hotspots_; }

 private:
  static constexpr std::uint32_t far = 6;

  void find_holes() {
    hole_[board_.wall()] = 1;
    for (bool changed = true; changed;) {
      changed = false;
      for (Square g : board_.goals()) {
        if (hole_[g]) continue;
        int closed = 0;
        for (Square t : board_.around(g)) closed += hole_[t];
        if (closed != 3) continue;
        hole_[g] = 1;
        changed = true;
      }
    }
    hole_[board_.wall()] = 0;
  }

  const Board& board_;
  Rooms rooms_;
  Hotspots hotspots_;
  std::vector<std::uint8_t> start_;
  std::vector<std::uint32_t> from_goals_;
  std::vector<std::uint8_t> hole_;
  std::vector<std::uint16_t> steps_;
  std::vector<std::uint8_t> pushable_;
};

}  // namespace gridproof::sokoban
