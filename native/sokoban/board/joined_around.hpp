// The test for a box that cuts the floor when it comes to a square.
#pragma once

#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

// Tests whether the free squares next to `s` are joined by free squares of the eight around it:
// then a region that has them stays in one piece without `s`. A corner joins the two squares next
// to it.
template <class Free>
bool joined_around(const Board& board, Square s, Free free) {
  constexpr int turn[] = {0, 3, 1, 2};  // up, right, down, left
  int sides = 0, joins = 0;
  for (int i = 0; i < directions; ++i) {
    const Square a = board.next(turn[i], s), b = board.next(turn[(i + 1) % directions], s);
    if (!free(a)) continue;
    ++sides;
    joins += free(b) && free(board.next(turn[(i + 1) % directions], a));
  }
  return sides - joins <= 1;
}

}  // namespace gridproof::sokoban
