#include "sokoban/any.hpp"

#include <cstddef>

#include "sokoban/any/portfolio.hpp"

namespace gridproof::sokoban {

void any(const Level& level, Ticker& ticker, Answer& answer, Within* within,
         const Helpers& helpers) {
  const std::size_t slots = level.square_of.size();
  if (slots <= 128) return Portfolio<2>(level, within, helpers, ticker, answer).run();
  if (slots <= 256) return Portfolio<4>(level, within, helpers, ticker, answer).run();
  if (slots <= most_slots) return Portfolio<16>(level, within, helpers, ticker, answer).run();
  Portfolio<most_squares / 64>(level, within, helpers, ticker, answer).run();
}

}  // namespace gridproof::sokoban
