// The tables that a bound is looked up in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sokoban/board/level.hpp"
#include "sokoban/tables/groups.hpp"
#include "sokoban/tables/packing.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

// Copies have them in common; each may go on to get others, and the tables themselves do not
// change as long as there are two.
struct BoundTables {
  // Tests whether there can be tables for a level at all.
  static bool fit(const Level& level) {
    return level.square_of.size() <= max_table_slots &&
           level.board.boxes().size() <= Packing::max_boxes;
  }

  // Calls visit(table) for each table of groups that there is.
  template <class Visit>
  void each(Visit visit) const {
    if (pairs) visit(*pairs);
    if (triples) visit(*triples);
    if (quadruples) visit(*quadruples);
  }

  std::size_t bytes() const {
    std::size_t sum = zones.bytes();
    each([&](const auto& table) { sum += table.bytes(); });
    return sum;
  }

  std::shared_ptr<GroupTable<2>> pairs;
  std::shared_ptr<GroupTable<3>> triples;
  std::shared_ptr<GroupTable<4>> quadruples;
  Zones zones;
  // A bound of all solutions from the start, higher than that of its position may be.
  std::uint32_t start = 0;
};

}  // namespace gridproof::sokoban
