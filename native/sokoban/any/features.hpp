// The features of a position for a search forwards: how promising it is.
//
// After FESS (Shoham and Schaeffer, CoG 2020). They decide the order of moves alone, so nothing
// here has to be exact.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/forward_options.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/out_of_plan.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// In the order in which they count: how much is left to do, regions, broken rooms, boxes out of
// plan, hotspots, and how far boxes are from where they should be. Less is better.
struct Features {
  unsigned left, regions, rooms, outside, hotspots, distance;
};

// Evaluates one position at a time, and derives the features after each of its moves from its own.
template <int Words>
class FeatureEvaluator {
 public:
  // Level, tables and options have to stay. If the ticker stops it, it is of no use.
  FeatureEvaluator(const Level& level, const Tables& tables, const ForwardOptions& options,
                   Ticker& ticker)
      : level_(level),
        tables_(tables),
        options_(options),
        ticker_(ticker),
        rooms_(tables.rooms()),
        regions_(level.board),
        out_of_plan_(level, options.plan, ticker),
        wanted_(level.board.squares()),
        to_places_(Distances::to(options.places, level.board, level.sides, 0, ticker)),
        to_places_matching_(options.places.size()) {
    for (Square s : options.places) wanted_[s] = 1;
  }

  // Evaluates the position with these boxes, which are laid out.
  const Features& evaluate(const Key<Words>& position, const std::vector<Square>& boxes,
                           const Occupied& occupied) {
    now_ = {0,
            static_cast<unsigned>(regions_.count(occupied)),
            options_.light ? 0 : rooms_.broken(occupied),
            0,
            hotspots(boxes),
            0};
    if (options_.places.empty()) {
      add_plan(now_, position, occupied);
      now_.distance = max_distance;
      for (Square box : boxes) now_.distance -= tables_.from_goals(box);
    } else {
      for (Square box : boxes) now_.left += !wanted_[box];
      rows_.clear();
      for (Square box : boxes) rows_.push_back(row(box, static_cast<Square>(position.player)));
      place_cost_ = to_places_matching_.solve(rows_, ticker_);
      now_.distance = far(place_cost_);
    }
    return now_;
  }

  // The features of the position that was evaluated last.
  const Features& now() const { return now_; }

  // Prepares after() for the moves of its i-th box.
  void leave(std::size_t i) {
    if (!options_.places.empty() && place_cost_ < matching::Assignment::infinite)
      to_places_matching_.leave(i);
  }

  // The features after that box has been brought from a square to another place, which makes so
  // many more regions. The move is made on the board, and among the boxes.
  Features after(const Key<Words>& position, const std::vector<Square>& boxes,
                 const Occupied& occupied, Square from, const Reached& to, int more_regions) {
    const bool rooms_change =
        !options_.light && (tables_.rooms().matters(from) || tables_.rooms().matters(to.box));
    Features then{now_.left,
                  static_cast<unsigned>(static_cast<int>(now_.regions) + more_regions),
                  rooms_change ? rooms_.broken(occupied) : now_.rooms,
                  0,
                  hotspots(boxes),
                  0};
    if (options_.places.empty()) {
      add_plan(then, position, occupied);
      then.distance = now_.distance + tables_.from_goals(from) - tables_.from_goals(to.box);
    } else {
      then.left += wanted_[from] - wanted_[to.box];
      then.distance = far(place_cost_ < matching::Assignment::infinite
                              ? to_places_matching_.join(row(to.box, to.player))
                              : matching::Assignment::infinite);
    }
    return then;
  }

  Score score(const Features& f) const {
    const auto cut = [](unsigned value, unsigned most) { return Score{std::min(value, most)}; };
    const Score regions = options_.regions ? cut(f.regions, 0xff) : 0;
    const Score first = options_.regions_first ? regions << 56 | cut(f.left, 0xfff) << 44
                                               : cut(f.left, 0xfff) << 52 | regions << 44;
    return first | cut(f.rooms, 0xff) << 36 | cut(f.outside, 0xff) << 28 |
           cut(f.hotspots, 0xff) << 20 | cut(f.distance, max_distance);
  }

  // The part of a score that names the position's cell.
  Score cell(Score score) const {
    return score & (options_.rooms_in_cells ? cell_bits | room_bits : cell_bits);
  }

 private:
  // Far from the goals is near to what is wanted as long as the plan is not done.
  static constexpr unsigned max_distance = 0xfffff;
  static constexpr Score cell_bits = Score{0xfffff} << 44 | Score{0xffff} << 20;
  static constexpr Score room_bits = Score{0xff} << 36;

  static unsigned far(std::int32_t cost) {
    return std::min(static_cast<unsigned>(cost), max_distance);
  }

  void add_plan(Features& features, const Key<Words>& position, const Occupied& occupied) {
    const std::size_t done = options_.plan.done(occupied);
    features.left = static_cast<unsigned>(options_.plan.size() - done);
    features.outside =
        options_.needs ? out_of_plan_.steps(position, done) : out_of_plan_.boxes(position, done);
  }

  unsigned hotspots(const std::vector<Square>& boxes) const {
    return options_.light ? 0 : static_cast<unsigned>(tables_.hotspots().count(boxes));
  }

  const std::uint16_t* row(Square box, Square player) const {
    return to_places_.row(level_.place(box, player));
  }

  const Level& level_;
  const Tables& tables_;
  const ForwardOptions& options_;
  Ticker& ticker_;
  Rooms rooms_;
  Regions regions_;
  OutOfPlan<Words> out_of_plan_;
  std::vector<std::uint8_t> wanted_;
  Distances to_places_;
  matching::Assignment to_places_matching_;
  std::vector<const std::uint16_t*> rows_;
  std::int32_t place_cost_ = 0;  // of that matching
  Features now_{};
};

}  // namespace gridproof::sokoban
