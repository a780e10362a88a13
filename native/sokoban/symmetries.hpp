// Reflections and rotations of the board that change nothing about a level.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sokoban/board.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

// A symmetry takes walls to walls, goals to goals, and start places (a box, and the side of it that
// the player starts on) to start places. It takes each play to a play of the same pushes and moves.
// So positions that symmetries take to each other are equally far from the solved ones, and a
// search need only keep one of them, whichever it met first; and where the searches from both ends
// have met in two such positions, there is a play of the sum of their costs. What a lone box needs
// to a goal, or from a start, is the same for both, so that bounds by these are too. (Orbit search:
// Pochter, Zohar and Rosenschein, "Exploiting problem symmetries in state-based planners", AAAI
// 2011. The whole proof: docs/explanation/sokoban-solver.md.)
class Symmetries {
 public:
  // Of each square, where it is taken.
  using Map = std::vector<Square>;

  // Only the one that moves nothing, or all.
  Symmetries(const Level& level, bool all) {
    const Board& board = level.board;
    for (int turn = 0; turn < (all ? 8 : 1); ++turn) {
      Map map = turned(board, turn);
      if (turn == 0 || is_symmetry(level, map)) maps_.push_back(std::move(map));
    }
  }

  // How many there are with the one that moves nothing, which is the first.
  std::size_t size() const { return maps_.size(); }
  const Map& operator[](std::size_t i) const { return maps_[i]; }

 private:
  // The board transposed or not, and each axis reversed or not; walls where floor is taken to none.
  static Map turned(const Board& board, int turn) {
    struct Cell {
      std::uint32_t x, y;
      auto operator<=>(const Cell&) const = default;
    };
    constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();
    std::vector<Cell> cells;
    Cell low{far, far}, high{0, 0};
    for (Square s = 0; s < board.squares(); ++s) {
      const Cell cell{board.cell(s) % board.width(), board.cell(s) / board.width()};
      low = {std::min(low.x, cell.x), std::min(low.y, cell.y)};
      high = {std::max(high.x, cell.x), std::max(high.y, cell.y)};
      cells.push_back(cell);
    }
    Map map;
    for (const auto& [column, row] : cells) {
      const bool mirrored = turn & 1, upside_down = turn & 2, transposed = turn & 4;
      std::uint32_t x = mirrored ? high.x - column : column - low.x;
      std::uint32_t y = upside_down ? high.y - row : row - low.y;
      if (transposed) std::swap(x, y);
      const Cell to{low.x + x, low.y + y};
      const auto found = std::find(cells.begin(), cells.end(), to);
      map.push_back(static_cast<Square>(found - cells.begin()));
    }
    return map;
  }

  static bool is_symmetry(const Level& level, const Map& map) {
    const Board& board = level.board;
    if (std::find(map.begin(), map.end(), board.wall()) != map.end()) return false;
    const Square player = map[board.player()];
    return std::all_of(board.goals().begin(), board.goals().end(),
                       [&](Square goal) { return board.goal(map[goal]); }) &&
           std::all_of(board.boxes().begin(), board.boxes().end(), [&](Square box) {
             const Square to = map[box];
             return std::find(board.boxes().begin(), board.boxes().end(), to) !=
                        board.boxes().end() &&
                    level.sides.side(to, player) == level.sides.side(to, board.player());
           });
  }

  std::vector<Map> maps_;
};

}  // namespace gridproof::sokoban
