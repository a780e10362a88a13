// The making of tables, as a search is worth it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/bound_tables.hpp"
#include "sokoban/tables/conflicts.hpp"
#include "sokoban/tables/groups.hpp"
#include "sokoban/tables/learnt_zones.hpp"

namespace gridproof::sokoban {

// Tables cost as much time as many nodes, so each waits until the search has taken a part of that.
class TableMaker {
 public:
  // There are no tables at first; they may take `memory`, with the costs. A team shares the making
  // of some of them.
  TableMaker(const Level& level, const ReducedCosts& costs, const Options& options,
             std::size_t memory, Ticker& ticker, Team* team = nullptr);

  const BoundTables& tables() const { return tables_; }

  // Sets the bytes that the tables may take from now on.
  void let(std::size_t memory) { memory_ = memory; }

  // Makes the next tables if they are worth it after `nodes` nodes. The ticker may stop it.
  void grow(std::uint64_t nodes);

  // Learns a zone from positions whose bound is too low, after `nodes` nodes; true if there is one.
  bool learn(const std::vector<LearntZones::Sample>& samples, std::uint64_t nodes);

  std::size_t bytes() const { return costs_.bytes() + tables_.bytes(); }

 private:
  enum class Step : std::uint8_t { pairs, triples, zones, quadruples, larger_zones, none };

  void make(Step step, std::uint64_t nodes);
  void make_tables(std::uint64_t nodes);
  void raise_start();
  Ticker room(std::uint64_t nodes);
  std::size_t entries_of(Step step) const;
  std::size_t bytes_of(Step step) const;
  Charges leave_out(Charges charges, std::span<const Square> zone) const;

  const Level& level_;
  const ReducedCosts& costs_;
  Options options_;
  std::size_t memory_;
  Ticker& ticker_;
  Team* team_;
  Step next_ = Step::pairs;
  BoundTables tables_;
  LearntZones learnt_;
  Conflicts conflicts_;
  std::uint64_t conflict_states_ = 200'000;  // that are looked at the next time,
  std::uint64_t conflicts_at_ = 0;           // and after how many nodes
  std::optional<Charges> outside_;           // the first zone
};

}  // namespace gridproof::sokoban
