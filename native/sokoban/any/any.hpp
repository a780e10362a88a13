// Some solution, fast.
#pragma once

#include <functional>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/search/answer.hpp"

namespace gridproof::sokoban {

// Begins a search that solves the level as well, or shows that it has no solution; it goes on with
// each call, if its ticker lets it. Ticker and answer have to stay.
using CompleteSearch = std::function<std::function<void()>(Ticker& ticker, Answer& answer)>;

// Looks for some solution of the level without one of its boxes and one of its goals, and returns
// its pushes.
using SearchWithoutBox =
    std::function<std::vector<Push>(Square box, Square goal, Ticker& ticker, Answer& answer)>;

// Other searches that get a part of the nodes where it is hard; each may be missing.
struct SubSolvers {
  CompleteSearch both_ends;
  CompleteSearch pulls;
  SearchWithoutBox search_without_box;
};

// A solution, or the proof that there is none, or neither if the ticker stops it before; both
// within a limit, if there is one. It may be part of a job that other threads help with, without
// sub-solvers then.
void any(const Level& level, Ticker& ticker, Answer& answer, Within* within = nullptr,
         const SubSolvers& sub_solvers = {}, Team::Aside* job = nullptr);

}  // namespace gridproof::sokoban
