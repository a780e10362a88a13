// Some solution, fast.
#pragma once

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

// A solution, or the proof that there is none, or neither if the ticker stops it before.
void any(const Level& level, Ticker& ticker, Answer& answer);

}  // namespace gridproof::sokoban
