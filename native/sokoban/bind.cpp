// gridproof._native.sokoban: optimal search for Sokoban.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string_view>
#include <vector>

#include "common/python.hpp"
#include "sokoban/any.hpp"
#include "sokoban/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban;

namespace {

Objective objective_of(std::string_view name) {
  if (name == "pushes") return Objective::pushes;
  if (name == "moves") return Objective::moves;
  if (name == "pushes-moves") return Objective::pushes_moves;
  if (name == "moves-pushes") return Objective::moves_pushes;
  throw std::invalid_argument("no such objective");
}

// Throws if the searches do not take the level.
void check(const Level& level) {
  if (level.board.squares() > most_squares || level.square_of.size() > most_slots)
    throw std::invalid_argument("too many squares");
  if (level.board.boxes().size() != level.board.goals().size())
    throw std::invalid_argument("as many boxes as goals");
}

Problem problem_of(std::uint32_t width, std::uint32_t height, const nb::bytes& cells,
                   const std::vector<std::uint32_t>& boxes, std::uint32_t player) {
  if (cells.size() != std::size_t{width} * height)
    throw std::invalid_argument("a board has a byte a cell");
  return {width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), boxes, player};
}

void add(Found& out, const Answer& answer) {
  out["moves"] = answer.solved ? nb::object(nb::str(answer.moves.c_str())) : nb::none();
  out["exhausted"] = answer.exhausted;
  out["decided"] = answer.decided;
  out["bound"] = answer.bound;
  out["generated"] = answer.generated;
  out["evaluated"] = answer.evaluated;
  out["reopened"] = answer.reopened;
  out["dead_ends"] = answer.dead_ends;
  out["peak_memory"] = answer.peak_memory;
}

Found solve(std::uint32_t width, std::uint32_t height, nb::bytes cells,
            const std::vector<std::uint32_t>& boxes, std::uint32_t player,
            std::string_view objective, const std::vector<std::string_view>& without,
            std::uint32_t most, std::uint32_t enough, std::uint64_t nodes, double seconds,
            std::size_t memory, nb::object poll) {
  const Problem problem = problem_of(width, height, cells, boxes, player);
  Request request{objective_of(objective), {}, most, enough};
  for (std::string_view part : without) {
    if (part == "matching")
      request.parts.matching = false;
    else if (part == "freeze")
      request.parts.freeze = false;
    else if (part == "corrals")
      request.parts.corrals = false;
    else if (part == "backward")
      request.parts.backward = false;
    else
      throw std::invalid_argument("no such part of the search");
  }
  Answer answer;
  Found out = run_kernel({nodes, seconds, memory}, poll, [&](Ticker& ticker) {
    const Level level(problem);
    check(level);
    answer = search(level, request, ticker);
  });
  add(out, answer);
  return out;
}

Found any_py(std::uint32_t width, std::uint32_t height, nb::bytes cells,
             const std::vector<std::uint32_t>& boxes, std::uint32_t player, std::uint64_t nodes,
             double seconds, std::size_t memory, nb::object poll) {
  const Problem problem = problem_of(width, height, cells, boxes, player);
  Answer answer;
  Found out = run_kernel({nodes, seconds, memory}, poll, [&](Ticker& ticker) {
    const Level level(problem);
    check(level);
    answer = any(level, ticker);
  });
  add(out, answer);
  return out;
}

}  // namespace

NB_MODULE(sokoban, m) {
  m.doc() = "Optimal search for Sokoban.";
  constexpr Limits none;
  m.def(
      "solve", &solve, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a,
      "objective"_a = "pushes", "without"_a = std::vector<std::string_view>(),
      "most"_a = 0xffffffff, "enough"_a = 0, "nodes"_a = none.nodes, "seconds"_a = none.seconds,
      "memory"_a = none.memory, "poll"_a = nb::none(),
      "Searches for a cheapest solution.\n\n"
      "cells: a byte a cell, row by row, of `#`, ` ` and `.` (goal); boxes, player: cells\n"
      "y * width + x; objective: its id; without: parts to leave out, of matching, freeze,\n"
      "corrals and backward; most: dearer solutions are not wanted; enough: stop as soon as it is\n"
      "known whether this cost can be reached (0: go on to the optimum).\n"
      "Returns moves (in letters, or None), exhausted (there is no solution), decided, bound (on\n"
      "the first metric), generated, evaluated, reopened, dead_ends, peak_memory (bytes), stop,\n"
      "nodes and seconds.");
  m.def("any", &any_py, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a,
        "nodes"_a = none.nodes, "seconds"_a = none.seconds, "memory"_a = none.memory,
        "poll"_a = nb::none(),
        "Searches for some solution, fast; arguments and result are those of `solve`.");
}
