// The greedy search of Sokoban by pulls, bound for its tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/greedy_pulls.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/search/answer.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban;

namespace {

// Its solution, if there is one, and whether it has shown that there is none; so many nodes a turn.
std::tuple<std::optional<std::string>, bool> greedy_pulls(std::uint32_t width, std::uint32_t height,
                                                          const nb::bytes& cells,
                                                          const std::vector<std::uint32_t>& boxes,
                                                          std::uint32_t player,
                                                          std::uint64_t nodes) {
  const Problem problem{width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), boxes,
                        player};
  Limits limits;
  limits.nodes = 0;
  Ticker unlimited({}), turns(limits);
  const Level level(problem, unlimited);
  for (const Square box : level.board.boxes())
    if (level.slot_of[box] == Level::none) return {std::nullopt, true};  // such a start has no name
  Answer answer;
  const auto go_on = begin_greedy_pulls(level, turns, answer);
  while (!answer.solved && !answer.exhausted) {
    turns.extend(nodes);
    go_on();
  }
  return {answer.solved ? std::optional(answer.moves) : std::nullopt, answer.exhausted};
}

}  // namespace

void bind_sokoban_pulls(nb::module_& m) {
  m.def("sokoban_greedy_pulls", &greedy_pulls, "width"_a, "height"_a, "cells"_a, "boxes"_a,
        "player"_a, "nodes"_a,
        "Moves that solve it, or None, and whether nothing does; so many nodes a turn.");
}
