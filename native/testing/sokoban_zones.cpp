// Zone tables of Sokoban, bound for their tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/clearing.hpp"
#include "sokoban/tables/conflicts.hpp"
#include "sokoban/tables/learnt_zones.hpp"
#include "sokoban/tables/zone.hpp"
#include "sokoban/tables/zone_choice.hpp"
#include "sokoban/tables/zones.hpp"

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
    Zone made(level_, costs_, elsewhere, squares(zone), 0, ticker);
    if (!made.has()) return false;
    zones_.push_back(std::move(made));
    return true;
  }

  // The values of a position in a zone, nothing charged elsewhere, as they fall while it is made;
  // it is given up after `most` of them, else the last one is final. 255: dead, as far as is known.
  std::vector<int> falling_values(const Cells& zone, const Cells& boxes, std::uint32_t player,
                                  std::size_t most) {
    std::vector<int> values;
    const std::vector<std::uint8_t> elsewhere(level_.board.squares() + 1);
    const auto note = [&](const Zone& made) {
      values.push_back(made.value(made.boxes(squares(boxes)), at(player)));
      return values.size() < most;
    };
    Ticker ticker(Limits{});
    const Zone made(level_, costs_, elsewhere, squares(zone), 0, ticker, nullptr, note);
    if (made.has()) note(made);
    return values;
  }

  // Chooses zones, some with this many squares; returns their sizes.
  std::vector<std::size_t> choose(std::size_t squares, std::uint64_t work) {
    ZoneChoice(level_, costs_, squares, work, ticker_).add_to(chosen_);
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < chosen_.size(); ++i) sizes.push_back(chosen_[i].squares().size());
    return sizes;
  }

  // Learns a zone from positions (boxes, player, pushes); returns the number of those that it
  // raises.
  std::size_t learn(std::size_t zone,
                    const std::vector<std::tuple<Cells, std::uint32_t, int>>& of) {
    std::vector<LearntZones::Sample> samples;
    for (const auto& [boxes, player, least] : of)
      samples.push_back({squares(boxes), at(player), least});
    return LearntZones(level_, costs_, zone).learn(samples, 0, chosen_, ticker_);
  }

  // The excess by the chosen zones, at best and by the first; None if it is dead.
  std::optional<std::pair<int, int>> excess(const Cells& boxes, std::uint32_t player) const {
    return pair(chosen_.excess(chosen_.at(squares(boxes), at(player))));
  }

  // The same after a push.
  std::optional<std::pair<int, int>> after(const Cells& boxes, std::uint32_t player,
                                           std::uint32_t from, std::uint32_t to) const {
    return pair(chosen_.after(chosen_.at(squares(boxes), at(player)), at(from), at(to)));
  }

  // The value in a zone; None if it is dead.
  std::optional<int> value(std::size_t zone, const Cells& boxes, std::uint32_t player) const {
    const Zone& asked = zones_.at(zone);
    const std::uint8_t value = asked.value(asked.boxes(squares(boxes)), at(player));
    return value == Zone::dead ? std::nullopt : std::optional<int>(value);
  }

  // The least that it costs to clear a zone without goals, with the tables that there are inside;
  // None if it takes more than `most`.
  std::optional<std::uint32_t> clear(const Cells& zone, const Cells& taken, const Cells& boxes,
                                     std::uint32_t player, std::uint32_t most) {
    ReducedCosts::Table charges = costs_.pushes();
    for (const std::uint32_t cell : taken)
      for (int d = 0; d < directions; ++d) {
        const Square s = at(cell), beside = level_.board.next(d, s);
        const auto free = [](std::uint8_t& cost) { cost = cost == ReducedCosts::none ? cost : 0; };
        free(charges[s][d]);
        if (beside != level_.board.wall()) free(charges[beside][opposite(d)]);
      }
    const std::vector<std::uint32_t> all_as_near(level_.board.squares() + 1);
    const std::vector<Square> inside = squares(zone);
    std::vector<const Zone*> tables;
    for (const Zone& table : zones_) tables.push_back(&table);
    Clearing clearing(level_, charges, inside, all_as_near, tables);
    if (!clearing.fits()) throw std::invalid_argument("too many parts");
    for (std::uint32_t limit = 0; limit <= most; ++limit) {
      std::uint64_t states = 1'000'000;
      const auto verdict =
          clearing.within(limit, squares(boxes), at(player), states, ticker_.memory(), ticker_);
      if (verdict == Clearing::Verdict::possible) return limit;
      if (verdict == Clearing::Verdict::unknown) throw std::runtime_error("too few states");
    }
    return std::nullopt;
  }

  // A bound by zones that grow along conflicts, where `least` pushes are known to be needed; None:
  // it is dead.
  std::optional<std::uint32_t> conflicts(const Cells& boxes, std::uint32_t player,
                                         std::uint32_t least, std::uint64_t states) {
    const std::uint32_t bound =
        Conflicts(level_, costs_)
            .bound(squares(boxes), at(player), least, chosen_, states, ticker_.memory(), ticker_);
    return bound == Conflicts::dead ? std::nullopt : std::optional(bound);
  }

 private:
  static std::optional<std::pair<int, int>> pair(const Zones::Excess& excess) {
    if (excess.dead) return std::nullopt;
    return std::pair(excess.best, excess.first);
  }

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
  Zones chosen_;
};

}  // namespace

void bind_sokoban_zones(nb::module_& m) {
  nb::class_<Zoned>(m, "SokobanZones", "A level of Sokoban with zone tables.")
      .def(nb::init<std::uint32_t, std::uint32_t, const nb::bytes&, const Cells&, std::uint32_t>(),
           "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a)
      .def("has_costs", &Zoned::has_costs, "Tests whether boxes can be assigned to goals at all.")
      .def("push", &Zoned::push, "box"_a, "direction"_a,
           "A push's reduced cost; None: no such push.")
      .def("end", &Zoned::end, "goal"_a, "player"_a, "The cost of a box that ends there.")
      .def("base", &Zoned::base, "boxes"_a, "player"_a,
           "The base to which all else is added; None if dead.")
      .def("add", &Zoned::add, "zone"_a, "taken"_a, "memory"_a,
           "Builds one more zone; false if there is no room.")
      .def("falling_values", &Zoned::falling_values, "zone"_a, "boxes"_a, "player"_a, "most"_a,
           "A position's values while a zone is made, given up after `most` of them.")
      .def("choose", &Zoned::choose, "squares"_a, "work"_a, "Chooses zones; their sizes.")
      .def("learn", &Zoned::learn, "squares"_a, "positions"_a, "Learns a zone; what it raises.")
      .def("excess", &Zoned::excess, "boxes"_a, "player"_a, "By the chosen zones; None if dead.")
      .def("after", &Zoned::after, "boxes"_a, "player"_a, "box"_a, "to"_a, "The same after a push.")
      .def("value", &Zoned::value, "zone"_a, "boxes"_a, "player"_a, "None if it is dead.")
      .def("clear", &Zoned::clear, "zone"_a, "taken"_a, "boxes"_a, "player"_a, "most"_a,
           "The least that it costs to clear a zone without goals; None if more than `most`.")
      .def("conflicts", &Zoned::conflicts, "boxes"_a, "player"_a, "least"_a, "states"_a,
           "The bound by zones that grow along conflicts; None if it is dead.");
}
