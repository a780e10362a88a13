// Zone tables of Sokoban, bound for their tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/level.hpp"
#include "sokoban/tables/reduced_costs.hpp"
#include "sokoban/tables/zone.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban;

namespace {

using Cells = std::vector<std::uint32_t>;

// A level with reduced costs and zones. Squares are told by their cells.
class Zoned {
 public:
  Zoned(std::uint32_t width, std::uint32_t height, const nb::bytes& cells, const Cells& boxes,
        std::uint32_t player)
      : level_({width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), boxes, player},
               ticker_),
        costs_(level_, ticker_),
        square_(std::size_t{width} * height, level_.board.wall()) {
    for (Square s = 0; s < level_.board.squares(); ++s) square_[level_.board.cell(s)] = s;
  }

  bool has_costs() const { return costs_.has(); }

  std::optional<int> push(std::uint32_t from, int direction) const {
    const std::uint8_t cost = costs_.push(at(from), direction);
    return cost == ReducedCosts::none ? std::nullopt : std::optional<int>(cost);
  }

  int end(std::uint32_t goal, std::uint32_t player) const {
    return costs_.end(at(goal), at(player));
  }

  std::optional<int> base(const Cells& boxes, std::uint32_t player) const {
    const std::int32_t base = costs_.base(squares(boxes), at(player));
    return base == ReducedCosts::dead ? std::nullopt : std::optional<int>(base);
  }

  // Builds one more zone, in which nothing is charged that touches the `taken` cells; false if the
  // limits or the board do not allow it.
  bool add(const Cells& zone, const Cells& taken, std::size_t memory) {
    std::vector<std::uint8_t> elsewhere(level_.board.squares() + 1);
    for (std::uint32_t cell : taken) elsewhere[at(cell)] = 1;
    Limits limits;
    limits.memory = memory;
    Ticker ticker(limits);
    Zone made(level_, costs_, elsewhere, squares(zone), ticker);
    if (!made.has()) return false;
    zones_.push_back(std::move(made));
    return true;
  }

  // The value in a zone; None if it is dead.
  std::optional<int> value(std::size_t zone, const Cells& boxes, std::uint32_t player) const {
    const Zone& asked = zones_.at(zone);
    const std::uint8_t value = asked.value(asked.boxes(squares(boxes)), at(player));
    return value == Zone::dead ? std::nullopt : std::optional<int>(value);
  }

 private:
  Square at(std::uint32_t cell) const {
    if (cell >= square_.size() || square_[cell] == level_.board.wall())
      throw std::invalid_argument("not on the floor");
    return square_[cell];
  }

  std::vector<Square> squares(const Cells& cells) const {
    std::vector<Square> found;
    for (std::uint32_t cell : cells) found.push_back(at(cell));
    return found;
  }

  Ticker ticker_{Limits{}};
  Level level_;
  ReducedCosts costs_;
  std::vector<Square> square_;  // of each cell
  std::vector<Zone> zones_;
};

}  // namespace

void bind_sokoban_zones(nb::module_& m) {
  nb::class_<Zoned>(m, "SokobanZones", "A level of Sokoban with zone tables.")
      .def(nb::init<std::uint32_t, std::uint32_t, const nb::bytes&, const Cells&, std::uint32_t>(),
           "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a)
      .def("has_costs", &Zoned::has_costs, "Whether boxes can be assigned to goals at all.")
      .def("push", &Zoned::push, "box"_a, "direction"_a,
           "A push's reduced cost; None: no such push.")
      .def("end", &Zoned::end, "goal"_a, "player"_a, "What a box costs that ends there.")
      .def("base", &Zoned::base, "boxes"_a, "player"_a, "What all else adds to; None if dead.")
      .def("add", &Zoned::add, "zone"_a, "taken"_a, "memory"_a,
           "Builds one more zone; false if there is no room.")
      .def("value", &Zoned::value, "zone"_a, "boxes"_a, "player"_a, "None if it is dead.");
}
