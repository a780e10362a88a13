// Some solution, fast.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/forward.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

template <int Words>
void any_solution(const Level& level, Ticker& ticker, Answer& answer) {
  answer.peak_memory = level.bytes();
  for (Square box : level.board.boxes())
    if (level.slot_of[box] == Level::none) {
      answer.exhausted = true;
      return;
    }
  Tables tables(level, ticker);
  if (ticker.stop() != Stop::none) return;
  const std::size_t memory = std::min(ticker.limits().memory, std::size_t{1} << 31);
  Backward<Words> backward(level, tables, memory / 4, ticker);
  backward.advance(200'000);
  if (ticker.stop() != Stop::none) return;
  const Plan plan = backward.plan();
  Forward<Words> forward(level, tables, plan, memory / 4, ticker);
  forward.advance(~std::uint64_t{0} / 2);
  answer.generated = forward.generated();
  answer.dead_ends = forward.dead_ends();
  answer.exhausted = forward.exhausted() && ticker.stop() == Stop::none;
  if (forward.full()) ticker.out_of_memory();
  if (!forward.solved()) return;
  const std::vector<Push> line = forward.pushes();
  if (ticker.stop() != Stop::none) return;
  answer.moves = walk(level.board, line);
  answer.solved = true;
}

inline void any(const Level& level, Ticker& ticker, Answer& answer) {
  const std::size_t slots = level.square_of.size();
  if (slots <= 64) return any_solution<1>(level, ticker, answer);
  if (slots <= 128) return any_solution<2>(level, ticker, answer);
  if (slots <= 256) return any_solution<4>(level, ticker, answer);
  return any_solution<16>(level, ticker, answer);
}

}  // namespace gridproof::sokoban
