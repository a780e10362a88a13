// The parts by which the optimal search of Sokoban drops positions, bound for its tests.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/image.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/deadlock/freeze.hpp"
#include "sokoban/deadlock/pi_corrals.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/bound_tables.hpp"
#include "sokoban/tables/table_maker.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban;

namespace {

using Cells = std::vector<std::uint32_t>;

// A level with bounds by tables and deadlocks. Squares are told by their cells.
class Bounds {
 public:
  // `parts`: of groups, quadruples and zones those that count. All tables are made at once.
  Bounds(std::uint32_t width, std::uint32_t height, const nb::bytes& cells, const Cells& boxes,
         std::uint32_t player, const std::vector<std::string_view>& parts,
         std::uint32_t zone_squares)
      : level_({width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), boxes, player},
               ticker_),
        costs_(level_, ticker_),
        freeze_(level_.board, level_.to_goals),
        corrals_(level_.board, level_.sides, level_.to_goals, ticker_),
        square_(std::size_t{width} * height, level_.board.wall()),
        occupied_(level_.board),
        region_(level_.board) {
    for (Square s = 0; s < level_.board.squares(); ++s) square_[level_.board.cell(s)] = s;
    if (!costs_.has() || !BoundTables::fit(level_))
      throw std::invalid_argument("no bound by tables");
    Options options;
    options.tables_after = 1;
    options.zone_squares = zone_squares;
    options.groups = options.quadruples = options.zones = false;
    for (const std::string_view part : parts) {
      if (part == "groups")
        options.groups = true;
      else if (part == "quadruples")
        options.quadruples = true;
      else if (part == "zones")
        options.zones = true;
      else
        throw std::invalid_argument("no such part of the bound");
    }
    maker_.emplace(level_, costs_, options, ticker_.memory(), ticker_);
    bound_.emplace(level_, costs_, maker_->tables(), ticker_);
  }

  // Makes the tables that are worth it after so many nodes.
  void grow(std::uint64_t nodes) { maker_->grow(nodes); }

  // Learns a zone from positions (boxes, player, pushes); false if there is none.
  bool learn(const std::vector<std::tuple<Cells, std::uint32_t, int>>& of) {
    std::vector<LearntZones::Sample> samples;
    for (const auto& [boxes, player, least] : of)
      samples.push_back({squares(boxes), at(player), least});
    return maker_->learn(samples, 0);
  }

  // The bound of a position; None: it is dead.
  std::optional<std::uint32_t> of(const Cells& boxes, std::uint32_t player) {
    lay(boxes, player);
    return known(bound_->take(boxes_, region_));
  }

  // The bound of the position after a push of a box to a cell beside it, as the search has it.
  std::optional<std::uint32_t> after(const Cells& boxes, std::uint32_t player, std::uint32_t box,
                                     std::uint32_t to) {
    lay(boxes, player);
    if (bound_->take(boxes_, region_) == Bound::dead) return std::nullopt;
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      if (boxes_[i] == at(box))
        return known(bound_->pushed(i, level_.board.direction(at(box), at(to))));
    throw std::invalid_argument("no box there");
  }

  // Tests whether the box on a cell is frozen together with others, one of them off goal.
  bool frozen(const Cells& boxes, std::uint32_t box) {
    lay(boxes, std::nullopt);
    return freeze_.deadlock(occupied_, at(box));
  }

  // The only pushes (box, to) that need be tried by a corral: none if it says nothing, [] if it is
  // dead.
  using Pushes = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  std::optional<Pushes> corral(const Cells& boxes, std::uint32_t player) {
    lay(boxes, player);
    const auto verdict = corrals_.find(occupied_, region_, boxes_);
    if (verdict == PiCorrals::Verdict::none) return std::nullopt;
    Pushes pushes;
    if (verdict == PiCorrals::Verdict::restricted)
      for (const Push& push : corrals_.pushes())
        pushes.emplace_back(level_.board.cell(push.from), level_.board.cell(push.to));
    return pushes;
  }

 private:
  static std::optional<std::uint32_t> known(std::uint32_t bound) {
    return bound == Bound::dead ? std::nullopt : std::optional(bound);
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

  void lay(const Cells& boxes, std::optional<std::uint32_t> player) {
    if (boxes.size() != level_.board.boxes().size())
      throw std::invalid_argument("as many boxes as at the start");
    for (const Square box : boxes_) occupied_.put(box, On::nothing);
    boxes_ = squares(boxes);
    for (const Square box : boxes_) occupied_.put(box, On::box);
    if (player) region_.fill(occupied_, at(*player));
  }

  Ticker ticker_{Limits{}};
  Level level_;
  ReducedCosts costs_;
  FreezeDeadlock freeze_;
  PiCorrals corrals_;
  std::optional<TableMaker> maker_;
  std::optional<Bound> bound_;
  std::vector<Square> square_;  // of each cell
  std::vector<Square> boxes_;
  Occupied occupied_;
  Region region_;
};

// A level turned or mirrored, and the way back for its solutions.
class TestedImage {
 public:
  TestedImage(std::uint32_t width, std::uint32_t height, const nb::bytes& cells, const Cells& boxes,
              std::uint32_t player, unsigned number)
      : image_({width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), boxes, player},
               number) {}

  std::tuple<std::uint32_t, std::uint32_t, nb::bytes, Cells, std::uint32_t> problem() const {
    const Problem& all = image_.problem();
    return {all.width, all.height, nb::bytes(all.cells, std::size_t{all.width} * all.height),
            all.boxes, all.player};
  }
  std::string back(const std::string& moves) const { return image_.back(moves); }

 private:
  Image image_;
};

}  // namespace

void bind_sokoban_bounds(nb::module_& m) {
  nb::class_<Bounds>(m, "SokobanBounds", "A level of Sokoban with bounds by tables.")
      .def(nb::init<std::uint32_t, std::uint32_t, const nb::bytes&, const Cells&, std::uint32_t,
                    const std::vector<std::string_view>&, std::uint32_t>(),
           "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a, "parts"_a, "zone_squares"_a)
      .def("grow", &Bounds::grow, "nodes"_a, "Makes the tables that are worth it by then.")
      .def("learn", &Bounds::learn, "positions"_a, "Learns a zone; false if there is none.")
      .def("of", &Bounds::of, "boxes"_a, "player"_a, "A position's bound; None if it is dead.")
      .def("after", &Bounds::after, "boxes"_a, "player"_a, "box"_a, "to"_a,
           "That of the position after a push.")
      .def("frozen", &Bounds::frozen, "boxes"_a, "box"_a, "Tests whether that box has frozen.")
      .def("corral", &Bounds::corral, "boxes"_a, "player"_a,
           "The pushes a corral restricts play to; [] if it is dead, None if it is free.");
  nb::class_<TestedImage>(m, "SokobanImage", "A level of Sokoban turned or mirrored.")
      .def(nb::init<std::uint32_t, std::uint32_t, const nb::bytes&, const Cells&, std::uint32_t,
                    unsigned>(),
           "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a, "number"_a)
      .def("problem", &TestedImage::problem, "Width, height, cells, boxes and player.")
      .def("back", &TestedImage::back, "moves"_a, "The same play on the level itself.");
}
