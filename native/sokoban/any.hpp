// Some solution, fast.
#pragma once

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

// A solution, or the proof that there is none, or neither if the ticker stops it before; both
// within a limit, if there is one.
void any(const Level& level, Ticker& ticker, Answer& answer, Within* within = nullptr);

}  // namespace gridproof::sokoban
