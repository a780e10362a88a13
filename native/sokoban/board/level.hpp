// A level with the tables that every search needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"

namespace gridproof::sokoban {

// If the ticker stops its making, it is of no use.
struct Level {
  Level(const Level&) = delete;  // its parts point to each other
  Level(const Problem& problem, Ticker& ticker)
      : board(problem),
        sides(board, ticker),
        to_goals(Distances::to_goals(board, sides, bytes(0), ticker)),
        from_starts(Distances::from_starts(board, sides, bytes(1), ticker)),
        slot_of(board.squares(), none) {
    if (ticker.stop() != Stop::none) return;
    for (Square s = 0; s < board.squares(); ++s)
      if (to_goals.live_square(s)) {
        slot_of[s] = static_cast<Square>(square_of.size());
        square_of.push_back(s);
      }
  }

  // Refuses a level that is too large for the searches for the best solutions.
  void require_few_slots() const {
    if (square_of.size() > max_slots) throw std::invalid_argument("too many squares for boxes");
  }

  // The bytes of a level with this many of its two tables of distances, which are equally large.
  std::size_t bytes(std::size_t tables = 2) const {
    return board.bytes() + sides.bytes() + tables * Distances::bytes(board, board.goals().size());
  }

  // The ways to put the boxes on squares from which they can get to goals; where they are more than
  // `limit`, some larger number.
  std::uint64_t placements(std::uint64_t limit) const {
    const std::uint64_t slots = square_of.size(), boxes = board.boxes().size();
    if (boxes > slots) return 0;
    std::uint64_t ways = 1;  // C(slots - boxes + i, i), which never falls
    for (std::uint64_t i = 1; i <= boxes && ways <= limit; ++i)
      ways = ways * (slots - boxes + i) / i;
    return ways;
  }

  // The place of a box: its square, and the side of it that the player is on.
  std::size_t place(Square box, Square player) const {
    return Distances::place(box, sides.side(box, player));
  }

  static constexpr Square none = 0xffff;

  Board board;
  Sides sides;
  Distances to_goals, from_starts;
  // The squares from which a box can get to a goal have slots: no box of a position that is worth
  // storing stands elsewhere.
  std::vector<Square> slot_of, square_of;
};

}  // namespace gridproof::sokoban
