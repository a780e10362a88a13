// The search on sets for boards with `ricochet`.
#pragma once

#include <cstdint>

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

// Runs the search on sets for a problem with `ricochet`. It is compiled by itself: with the search
// for plain boards in one unit, a compiler inlines less in both.
void run_ricochet_search(const Problem& problem, std::uint32_t max_bound, std::size_t threads,
                         Ticker& ticker, Answer& answer);

}  // namespace gridproof::robots
