// Connectivity: the regions into which boxes cut the floor in a position, and in all positions with
// one box elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Counts the regions of the floor: each free square is one until it is joined with another.
class Regions {
 public:
  explicit Regions(const Board& board) : board_(board), up_(board.squares() + 1) {}

  int count(const Occupied& occupied) {
    int regions = 0;
    for (Square s = 0; s < board_.squares(); ++s) {
      if (!occupied.free(s)) continue;
      up_[s] = s;
      ++regions;
      for (const int d : {0, 2}) {  // above and to the left: their numbers are smaller
        const Square t = board_.next(d, s);
        if (!occupied.free(t)) continue;
        const Square a = root(s), b = root(t);
        if (a == b) continue;
        up_[a] = b;
        --regions;
      }
    }
    return regions;
  }

 private:
  Square root(Square s) {
    while (up_[s] != s) s = up_[s] = up_[up_[s]];
    return s;
  }

  const Board& board_;
  std::vector<Square> up_;  // a forest for each region
};

// Into which parts a box on any square of a connected piece of floor would cut that piece. One
// depth-first search with low points (Hopcroft and Tarjan, CACM 16, 1973) answers for all squares:
// a subtree of a square is a part of its own unless one of its squares is next to one above it.
class Cuts {
 public:
  // A part, with the numbers of its squares if they are a whole subtree.
  struct Part {
    Square lowest;
    std::uint16_t size, first, end;
  };

  // The parts around a square.
  struct Split {
    int parts = 0;
    std::array<std::int8_t, directions> side;  // the part that is next to it in each direction
    std::array<Part, directions> part;
  };
  static constexpr std::int8_t none = -1;  // no part: no free floor

  explicit Cuts(const Board& board)
      : board_(board),
        number_(board.squares() + 1, unseen),
        order_(board.squares()),
        trees_(board.squares()),
        least_before_(board.squares() + 1),
        least_from_(board.squares() + 1) {}

  // Looks at the floor that is connected with `root`, a free square. All later answers hold for the
  // present board.
  void search(const Occupied& occupied, Square root) {
    for (const Square s : squares()) number_[s] = unseen;
    size_ = 0;
    enter(root, 0);
    for (std::uint16_t at = 0;;) {
      Tree& here = trees_[at];
      if (here.turn < directions) {
        const Square t = board_.next(here.turn++, order_[at]);
        if (!occupied.free(t)) continue;
        if (number_[t] == unseen) {
          enter(t, at);
          at = size_ - 1;
        } else {
          here.low = std::min(here.low, number_[t]);
        }
        continue;
      }
      here.end = size_;
      if (at == 0) break;
      at = here.parent;
      trees_[at].low = std::min(trees_[at].low, here.low);
      trees_[at].lowest = std::min(trees_[at].lowest, here.lowest);
    }
    least_before_[0] = least_from_[size_] = board_.wall();
    for (std::size_t i = 0; i < size_; ++i)
      least_before_[i + 1] = std::min(least_before_[i], order_[i]);
    for (std::size_t i = size_; i-- > 0;) least_from_[i] = std::min(least_from_[i + 1], order_[i]);
  }

  // The squares that were found.
  std::span<const Square> squares() const { return {order_.data(), size_}; }

  // Returns the parts into which a box on `s`, one of them, cuts them.
  Split split(Square s) const {
    Split split;
    const std::uint16_t i = number_[s];
    const Tree& tree = trees_[i];
    Part rest{std::min(least_before_[i], least_from_[tree.end]),
              static_cast<std::uint16_t>(size_ - (tree.end - i)), 0, 0};
    for (const Square t : board_.around(s)) {
      const std::uint16_t c = number_[t];
      if (c == unseen || c <= i || trees_[c].parent != i) continue;
      const auto size = static_cast<std::uint16_t>(trees_[c].end - c);
      if (trees_[c].low == i) {
        split.part[split.parts++] = {trees_[c].lowest, size, c, trees_[c].end};
      } else {
        rest.lowest = std::min(rest.lowest, trees_[c].lowest);
        rest.size += size;
      }
    }
    if (i > 0) split.part[split.parts++] = rest;
    for (int d = 0; d < directions; ++d) split.side[d] = side(split, board_.next(d, s));
    return split;
  }

  // The part that a square is in.
  std::int8_t side(const Split& split, Square s) const {
    const std::uint16_t i = number_[s];
    if (i == unseen) return none;
    int p = 0;
    while (p + 1 < split.parts && (i < split.part[p].first || i >= split.part[p].end)) ++p;
    return static_cast<std::int8_t>(p);
  }

 private:
  // A square with what is below it in the tree; squares have numbers in the order they are found.
  struct Tree {
    std::uint16_t parent, low, end;  // the lowest number next to it; the first number after it
    Square lowest;
    int turn;  // the next direction
  };
  static constexpr std::uint16_t unseen = 0xffff;

  void enter(Square s, std::uint16_t parent) {
    number_[s] = size_;
    order_[size_] = s;
    trees_[size_] = {parent, size_, size_, s, 0};
    ++size_;
  }

  const Board& board_;
  std::vector<std::uint16_t> number_;
  std::vector<Square> order_;
  std::vector<Tree> trees_;
  std::vector<Square> least_before_, least_from_;
  std::uint16_t size_ = 0;
};

}  // namespace gridproof::sokoban
