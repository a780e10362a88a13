#include "sokoban/any/any.hpp"

#include <cstddef>

#include "sokoban/any/portfolio.hpp"

namespace gridproof::sokoban {

void any(const Level& level, Ticker& ticker, Answer& answer, Within* within,
         const SubSolvers& sub_solvers, Team::Aside* job) {
  const std::size_t slots = level.square_of.size();
  if (slots <= 128) return Portfolio<2>(level, within, sub_solvers, job, ticker, answer).run();
  if (slots <= 256) return Portfolio<4>(level, within, sub_solvers, job, ticker, answer).run();
  if (slots <= max_slots)
    return Portfolio<16>(level, within, sub_solvers, job, ticker, answer).run();
  Portfolio<max_squares / 64>(level, within, sub_solvers, job, ticker, answer).run();
}

}  // namespace gridproof::sokoban
