// The parts that a floor falls into when a box stands on one of its squares.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

// Sides of squares, as in Sides, but in linear time and memory, for floors that change: a
// depth-first tree of the floor (Tarjan 1972). The subtree of a child is a side of its own if no
// edge leads from it to above the parent; all the rest is one side. A side has the number of one
// of the directions in which it lies.
class FloorSides {
 public:
  // floor: says of each square, and of the walls' one, whether it belongs to the floor.
  FloorSides(const Board& board, const std::vector<std::uint8_t>& floor)
      : board_(board), of_(board.squares() + 1), at_(board.squares() * directions, nowhere) {
    for (Square s = 0; s < board.squares(); ++s)
      if (floor[s] && of_[s].part == none) grow(s, floor);
    for (Square s = 0; s < board.squares(); ++s)
      for (int d = 0; d < directions; ++d)
        if (of_[board.next(d, s)].part != none && of_[s].part != none)
          at_[s * directions + d] = static_cast<std::uint8_t>(side(s, board.next(d, s)));
  }

  static std::size_t bytes(const Board& board) {
    return (board.squares() + 1) * sizeof(Place) + board.squares() * directions;
  }

  // Tests whether one can walk from one to the other if no box is in the way.
  bool connected(Square a, Square b) const { return of_[a].part == of_[b].part; }

  // The side of `s` that `player` is on; the two are different and connected.
  int side(Square s, Square player) const {
    const Place& here = of_[s];
    const std::uint16_t when = of_[player].first;
    if (when < here.first || when >= here.last) return here.up;
    for (int d = 0; d < directions; ++d) {
      const Place& child = of_[board_.next(d, s)];
      if (child.up == opposite(d) && child.first > here.first && child.first <= when &&
          when < child.last)
        return child.low < here.first ? here.up : d;
    }
    return here.up;  // not reached: some child's subtree has him
  }

  // The side in direction `d`; `nowhere` if there is no floor.
  static constexpr std::uint8_t nowhere = 0xff;
  int side_at(Square s, int d) const { return at_[s * directions + d]; }

 private:
  static constexpr std::uint16_t none = 0xffff;

  // A square in its tree: `part` is the tree's root, `up` the direction to the parent; squares are
  // numbered when they are entered, and those of a subtree are [first, last). The lowest number
  // that an edge leads to from the subtree is `low`.
  struct Place {
    std::uint16_t part = none, first = 0, last = 0, low = 0;
    std::uint8_t up = nowhere, turn = 0;
  };

  void grow(Square root, const std::vector<std::uint8_t>& floor) {
    const auto enter = [&](Square s, int up) {
      of_[s].part = root;
      of_[s].first = of_[s].low = now_++;
      of_[s].up = static_cast<std::uint8_t>(up);
      stack_.push_back(s);
    };
    enter(root, nowhere);
    while (!stack_.empty()) {
      const Square s = stack_.back();
      Place& here = of_[s];
      if (here.turn < directions) {
        const int d = here.turn++;
        const Square t = board_.next(d, s);
        if (!floor[t]) continue;
        if (of_[t].part == none)
          enter(t, opposite(d));
        else
          here.low = std::min(here.low, of_[t].first);
        continue;
      }
      here.last = now_;
      stack_.pop_back();
      if (!stack_.empty()) of_[stack_.back()].low = std::min(of_[stack_.back()].low, here.low);
    }
  }

  const Board& board_;
  std::vector<Place> of_;
  std::vector<std::uint8_t> at_;
  std::vector<Square> stack_;
  std::uint16_t now_ = 0;
};

}  // namespace gridproof::sokoban
