// The bound of a position by tables, from one position to those that a push leads to.
//
// It is the largest of the cheapest assignment, and of the base at reduced costs with what is
// charged besides: to groups of boxes; or to zones; or to the first zone, and outside of it to
// groups. Each is a bound. docs/explanation/sokoban-bounds.md has the proofs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/bound_tables.hpp"
#include "sokoban/tables/packing.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

// Works on one position at a time. Threads have one each, over the same tables; these may get more
// between two positions.
class Bound {
 public:
  static constexpr std::uint32_t dead = std::numeric_limits<std::uint32_t>::max();

  // Level, costs, tables and ticker have to stay. It is of no use if the costs are not.
  Bound(const Level& level, const ReducedCosts& costs, const BoundTables& tables, Ticker& ticker);

  // The same bound for another thread.
  Bound(const Bound& other, Ticker& ticker)
      : Bound(other.level_, other.costs_, other.tables_, ticker) {}

  // A bound of all solutions from the start.
  std::uint32_t start() const { return tables_.start; }

  // Takes a working position, and bounds the pushes from there on; `dead`: it has no solution, or
  // the ticker stopped it. The boxes and the region have to stay as they are while it is in hand.
  std::uint32_t take(std::span<const Square> boxes, const Region& player);

  // The same for the position that comes of it by the push of its i-th box in direction d.
  std::uint32_t pushed(std::size_t i, int d);

  // The time of one of these, in a ticker's short steps.
  std::size_t steps() const { return 1 + assignment_.steps(); }

 private:
  // The sets of a position that cost something.
  struct Gains {
    std::vector<Item> all, outside;
    bool dead = false;

    void clear() {
      all.clear();
      outside.clear();
      dead = false;
    }
  };

  template <class Region>
  void look(std::uint8_t slot, std::uint64_t box, std::size_t limit, Region region, Gains& gains);

  // The region of the player, of those around a set, in the working position.
  template <std::size_t K>
  int region(std::uint64_t ports, const std::array<std::uint8_t, K>& slots);

  const std::uint16_t* row(Square box, Square player) const;
  std::uint32_t largest(std::int32_t base, std::int32_t assigned, const Zones::Excess& zones);

  const Level& level_;
  const ReducedCosts& costs_;
  const BoundTables& tables_;
  Ticker& ticker_;
  matching::Assignment assignment_;
  Packing packing_;

  // Of the working position.
  std::span<const Square> boxes_;
  const Region* player_ = nullptr;
  SlotBits bits_{};
  std::array<std::uint8_t, max_table_slots> box_of_{};  // of a slot with a box
  std::vector<const std::uint16_t*> rows_;
  std::int32_t base_ = 0, assigned_ = 0;
  Zones::At at_;
  Gains gains_;

  Gains child_;
  Occupied alone_;
  sokoban::Region around_;
};

}  // namespace gridproof::sokoban
