// Reflections and rotations of the board that change nothing about a level.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"

namespace gridproof::sokoban {

// A symmetry takes walls to walls, goals to goals, and start places (a box, and the side of it that
// the player starts on) to start places. It takes each play to a play of the same pushes and moves.
// So positions that symmetries take to each other are equally far from the solved ones, and a
// search need only keep one of them, whichever it met first; and where the searches from both ends
// have met in two such positions, there is a play of the sum of their costs. The pushes of a lone
// box to a goal, or from a start, are the same for both, and so are bounds by these. (Orbit search:
// Pochter, Zohar and Rosenschein, "Exploiting problem symmetries in state-based planners", AAAI
// 2011. The whole proof: docs/explanation/sokoban-solver.md.)
class Symmetries {
 public:
  // Of each square, where it is taken.
  using Map = std::vector<Square>;

  // Only the one that moves nothing, or all.
  Symmetries(const Level& level, bool all) {
    const Box box(level.board);
    for (int turn = 0; turn < (all ? 8 : 1); ++turn) {
      if (turn & transposed && box.wide != box.high) break;
      Map map = box.turned(level.board, turn);
      if (turn == 0 || is_symmetry(level, map)) maps_.push_back(std::move(map));
    }
  }

  // The number of symmetries, with the identity, which is the first.
  std::size_t size() const { return maps_.size(); }
  const Map& operator[](std::size_t i) const { return maps_[i]; }

 private:
  // Each axis reversed or not, and then one for the other or not.
  static constexpr int mirrored = 1, upside_down = 2, transposed = 4;

  // The floor within the least rectangle around it.
  struct Box {
    explicit Box(const Board& board) {
      const std::uint32_t width = board.width();
      std::uint32_t right = 0, bottom = 0;
      for (Square s = 0; s < board.squares(); ++s) {
        const std::uint32_t x = board.cell(s) % width, y = board.cell(s) / width;
        left = std::min(left, x);
        top = std::min(top, y);
        right = std::max(right, x);
        bottom = std::max(bottom, y);
      }
      wide = right - left + 1;
      high = bottom - top + 1;
      square.assign(wide * high, board.wall());
      for (Square s = 0; s < board.squares(); ++s)
        square[(board.cell(s) / width - top) * wide + board.cell(s) % width - left] = s;
    }

    // Returns the image of each square; the wall if floor is taken to none.
    Map turned(const Board& board, int turn) const {
      Map map(board.squares());
      for (std::uint32_t y = 0; y < high; ++y)
        for (std::uint32_t x = 0; x < wide; ++x) {
          const Square from = square[y * wide + x];
          if (from == board.wall()) continue;
          std::uint32_t column = turn & mirrored ? wide - 1 - x : x;
          std::uint32_t row = turn & upside_down ? high - 1 - y : y;
          if (turn & transposed) std::swap(column, row);
          map[from] = square[row * wide + column];
        }
      return map;
    }

    std::uint32_t left = std::numeric_limits<std::uint32_t>::max(), top = left, wide = 0, high = 0;
    std::vector<Square> square;  // row by row
  };

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
