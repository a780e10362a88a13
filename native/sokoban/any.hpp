// Some solution, fast.
#pragma once

#include <functional>

#include "common/limits.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/level.hpp"

namespace gridproof::sokoban {

// Solves the level as well, or shows that it has no solution, if its ticker lets it.
using Thorough = std::function<void(Ticker& ticker, Answer& answer)>;

// A solution, or the proof that there is none, or neither if the ticker stops it before; both
// within a limit, if there is one. `thorough`, if there is one, is another search that gets a part
// of the nodes.
void any(const Level& level, Ticker& ticker, Answer& answer, Within* within = nullptr,
         const Thorough& thorough = {});

}  // namespace gridproof::sokoban
