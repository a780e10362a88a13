// Features and moves of Sokoban positions, bound for their tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/hotspots.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/deadlock/dead_ends.hpp"
#include "sokoban/deadlock/dead_sets.hpp"
#include "sokoban/deadlock/patterns.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban;

namespace {

using Cells = std::vector<std::uint32_t>;

// A board on which boxes are put here and there. Squares are told by their cells.
class Positions {
 public:
  Positions(std::uint32_t width, std::uint32_t height, const nb::bytes& cells, const Cells& goals)
      : level_(problem(width, height, cells, goals), ticker_),
        square_(std::size_t{width} * height, level_.board.wall()),
        rooms_(level_.board),
        hotspots_(level_, ticker_),
        regions_(level_.board),
        macro_(level_.board, ticker_),
        dead_ends_(level_, ticker_),
        patterns_(level_, ticker_.memory(), ticker_) {
    for (Square s = 0; s < level_.board.squares(); ++s) square_[level_.board.cell(s)] = s;
  }

  int regions(const Cells& boxes) { return regions_.count(with(boxes)); }
  int broken_rooms(const Cells& boxes) { return rooms_.broken(with(boxes)); }

  // The hot ones of boxes from which goals can be got to.
  Cells hotspots(const Cells& boxes) const {
    std::vector<Square> squares;
    for (std::uint32_t box : boxes)
      if (const Square s = at(box); level_.slot_of[s] != Level::none) squares.push_back(s);
    Cells hot;
    for (Square s : squares)
      if (hotspots_.hot(s, squares)) hot.push_back(level_.board.cell(s));
    return hot;
  }

  // Tests whether a pattern has it dead: one that was learned before, or is now.
  bool dead_by_pattern(const Cells& boxes, std::uint32_t player) {
    if (level_.square_of.size() > 64) throw std::invalid_argument("too many squares for boxes");
    Key<1> position;
    std::vector<Square> squares;
    for (std::uint32_t box : boxes) {
      squares.push_back(at(box));
      if (level_.slot_of[at(box)] == Level::none) return false;  // no such position is stored
      position.add(level_.slot_of[at(box)]);
    }
    constexpr DeadSets::Effort effort{8, 6};
    return patterns_.known_dead(position, at(player)) ||
           std::any_of(squares.begin(), squares.end(), [&](Square start) {
             return patterns_.learn(squares, at(player), start, effort);
           });
  }

  // Of each place that the first box can be brought to: box, player, region, room, parts, before.
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, int, int, int>;
  std::vector<Place> macro(const Cells& boxes, std::uint32_t player, bool pull) {
    Occupied occupied = with(boxes);
    const auto all = [](Square, int) { return true; };
    const Square box = at(boxes.front());
    const Board& board = level_.board;
    std::vector<Place> places;
    for (const Reached& r : pull ? macro_.run<true>(occupied, box, at(player), all)
                                 : macro_.run<false>(occupied, box, at(player), all))
      places.emplace_back(board.cell(r.box), board.cell(r.player), board.cell(r.region), r.room,
                          r.parts, r.before);
    return places;
  }

  // The test that sees the position dead, if any does.
  std::optional<std::string> dead(const Cells& boxes, std::uint32_t player) {
    if (boxes.size() != level_.board.goals().size())
      throw std::invalid_argument("as many boxes as goals");
    Occupied occupied = with(boxes);
    Region region(level_.board);
    region.fill(occupied, at(player));
    std::vector<Square> squares;
    for (std::uint32_t box : boxes) squares.push_back(at(box));
    if (!dead_ends_.dead(occupied, squares, region)) return std::nullopt;
    return dead_ends_.why();
  }

  // The cells that the player gets to.
  Cells region(const Cells& boxes, std::uint32_t player) {
    Region region(level_.board);
    const Square lowest = region.fill(with(boxes), at(player));
    Cells cells;
    region.each([&](Square s) { cells.push_back(level_.board.cell(s)); });
    std::size_t squares = 0;
    for (Square s = 0; s <= level_.board.wall(); ++s) squares += region.has(s);
    if (squares != cells.size() ||
        *std::min_element(cells.begin(), cells.end()) != level_.board.cell(lowest))
      throw std::logic_error("a region has not the squares that it lists");
    return cells;
  }

  bool movable(const Cells& boxes, std::uint32_t player, bool pull) {
    const Occupied occupied = with(boxes);
    Region region(level_.board);
    region.fill(occupied, at(player));
    const Square box = at(boxes.front());
    return pull ? sokoban::movable<true>(level_.board, occupied, box, region)
                : sokoban::movable<false>(level_.board, occupied, box, region);
  }

 private:
  static Problem problem(std::uint32_t width, std::uint32_t height, const nb::bytes& cells,
                         const Cells& goals) {
    if (goals.empty() || cells.size() != std::size_t{width} * height)
      throw std::invalid_argument("a byte a cell, and a goal");
    return {width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), goals,
            goals.front()};
  }

  Square at(std::uint32_t cell) const {
    if (cell >= square_.size() || square_[cell] == level_.board.wall())
      throw std::invalid_argument("not on the floor");
    return square_[cell];
  }

  Occupied with(const Cells& boxes) const {
    Occupied occupied(level_.board);
    for (std::uint32_t box : boxes) occupied.put(at(box), On::box);
    return occupied;
  }

  Ticker ticker_{Limits{}};
  Level level_;
  std::vector<Square> square_;  // of each cell
  Rooms rooms_;
  Hotspots hotspots_;
  Regions regions_;
  Macro macro_;
  DeadEnds dead_ends_;
  Patterns<1> patterns_;
};

}  // namespace

void bind_sokoban(nb::module_& m) {
  nb::class_<Positions>(m, "SokobanPositions", "Positions on a board of Sokoban.")
      .def(nb::init<std::uint32_t, std::uint32_t, const nb::bytes&, const Cells&>(), "width"_a,
           "height"_a, "cells"_a, "goals"_a)
      .def("region", &Positions::region, "boxes"_a, "player"_a,
           "The cells that the player gets to.")
      .def("regions", &Positions::regions, "boxes"_a,
           "The number of regions into which they cut the floor.")
      .def("broken_rooms", &Positions::broken_rooms, "boxes"_a,
           "The number of pairs of neighbouring rooms that they cut off from each other.")
      .def("hotspots", &Positions::hotspots, "boxes"_a, "Boxes that cut goals off for others.")
      .def("macro", &Positions::macro, "boxes"_a, "player"_a, "pull"_a,
           "Places of the first box: box, player, region, its size, parts, place before.")
      .def("dead", &Positions::dead, "boxes"_a, "player"_a,
           "The test that sees that nothing leads from there to a solution; None if none does.")
      .def("dead_by_pattern", &Positions::dead_by_pattern, "boxes"_a, "player"_a,
           "Tests whether some of the boxes are learned to be dead, or were before.")
      .def("movable", &Positions::movable, "boxes"_a, "player"_a, "pull"_a,
           "Tests whether the first box can be moved at once.");
}
