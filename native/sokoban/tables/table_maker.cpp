#include "sokoban/tables/table_maker.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>

#include "sokoban/board/position.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/zone_choice.hpp"

namespace gridproof::sokoban {

namespace {

// About the entries of tables that are made in the time that a node takes, and the entries that a
// zone takes as long as.
constexpr std::size_t entries_a_node = 40, zone_entries = 4'000'000,
                      larger_zone_entries = 24'000'000;
// The squares that larger zones have more.
constexpr std::size_t more_zone_squares = 4;
// The steps of the ticker that zones may take each time: at first, and for each node so far. Zones
// that take more would take longer than the search did.
constexpr std::uint64_t zone_steps_at_first = 16'000'000, zone_steps_a_node = 100;
// The states in which conflicts of the start are looked for as long as a node takes.
constexpr std::uint64_t conflict_states_a_node = 10;

}  // namespace

TableMaker::TableMaker(const Level& level, const ReducedCosts& costs, const Options& options,
                       std::size_t memory, Ticker& ticker, Team* team)
    : level_(level),
      costs_(costs),
      options_(options),
      memory_(memory),
      ticker_(ticker),
      team_(team),
      learnt_(level, costs, options.zone_squares, team),
      conflicts_(level, costs) {}

void TableMaker::grow(std::uint64_t nodes) {
  make_tables(nodes);
  if (options_.conflicts && !tables_.zones.empty() && nodes >= conflicts_at_ &&
      ticker_.stop() == Stop::none)
    raise_start();
}

void TableMaker::make_tables(std::uint64_t nodes) {
  for (; next_ != Step::none && ticker_.stop() == Stop::none;
       next_ = static_cast<Step>(static_cast<int>(next_) + 1)) {
    if (next_ == Step::zones || next_ == Step::larger_zones
            ? !options_.zones
            : !options_.groups || (next_ == Step::quadruples && !options_.quadruples))
      continue;
    const std::size_t entries = entries_of(next_);
    const bool all_at_once = options_.tables_after <= 1 && next_ != Step::larger_zones;
    if (!all_at_once && nodes < entries / entries_a_node) return;
    if (bytes() + bytes_of(next_) <= memory_) make(next_, nodes);
  }
}

std::size_t TableMaker::entries_of(Step step) const {
  if (step == Step::zones) return zone_entries / 20;
  if (step == Step::larger_zones) return larger_zone_entries;
  const std::size_t size = step == Step::pairs ? 2 : step == Step::triples ? 3 : 4;
  const std::size_t slots = level_.square_of.size();
  std::size_t count = 1;
  for (std::size_t i = 0; i < size; ++i) count = count * (slots - std::min(i, slots)) / (i + 1);
  return count;
}

std::size_t TableMaker::bytes_of(Step step) const {
  switch (step) {
    case Step::pairs:
      return GroupTable<2>::bytes(level_);
    case Step::triples:
      return GroupTable<3>::bytes(level_);
    case Step::quadruples:
      return GroupTable<4>::bytes(level_);
    default:
      return 0;
  }
}

void TableMaker::make(Step step, std::uint64_t nodes) {
  const Charges all{costs_.pushes(), std::vector<std::uint8_t>(level_.board.squares(), 1)};
  // Another thread may have the tables too.
  const auto own = [](auto& table) {
    if (table.use_count() > 1)
      table = std::make_shared<typename std::decay_t<decltype(table)>::element_type>(*table);
  };
  if (step == Step::zones) {
    own(tables_.pairs);
    own(tables_.triples);
  }
  const GroupTable<2>* pairs = tables_.pairs.get();
  const GroupTable<1>* single = nullptr;
  const auto add = [&](auto& table, const auto* smaller) {
    table = std::make_shared<typename std::decay_t<decltype(table)>::element_type>(level_, costs_);
    if (!table->make(pairs, smaller, all, ticker_, team_) ||
        (outside_ && !table->add_outside(pairs, smaller, *outside_, ticker_, team_)))
      table.reset();
  };
  switch (step) {
    case Step::pairs:
      return add(tables_.pairs, single);
    case Step::triples:
      if (tables_.pairs) add(tables_.triples, pairs);
      return;
    case Step::quadruples:
      if (tables_.triples) add(tables_.quadruples, &*tables_.triples);
      return;
    case Step::larger_zones: {
      Ticker part = room(nodes);
      const std::size_t squares = options_.zone_squares + more_zone_squares;
      ZoneChoice(level_, costs_, squares, zone_entries, part, team_).add_to(tables_.zones);
      return learnt_.enlarge(squares);
    }
    default:
      Ticker part = room(nodes);
      ZoneChoice(level_, costs_, options_.zone_squares, zone_entries, part, team_)
          .add_to(tables_.zones);
      if (ticker_.stop() != Stop::none || tables_.zones.empty()) return;
      outside_ = leave_out(all, tables_.zones[0].squares());
      if (tables_.pairs) tables_.pairs->add_outside(nullptr, single, *outside_, ticker_, team_);
      if (tables_.triples) tables_.triples->add_outside(pairs, pairs, *outside_, ticker_, team_);
  }
}

bool TableMaker::learn(const std::vector<LearntZones::Sample>& samples, std::uint64_t nodes) {
  if (tables_.zones.empty()) return false;
  Ticker part = room(nodes);
  return learnt_.learn(samples, nodes, tables_.zones, part) > 0;
}

// Raises the bound of the start by its conflicts, if there are such.
// The next time it is four times as much work, and due when the search is.
void TableMaker::raise_start() {
  const std::uint64_t states = conflict_states_;
  conflict_states_ *= 4;
  conflicts_at_ = conflict_states_ / conflict_states_a_node;
  const Board& board = level_.board;
  Occupied occupied(board);
  for (const Square box : board.boxes()) occupied.put(box, On::box);
  sokoban::Region region(board);
  region.fill(occupied, board.player());
  Bound bound(level_, costs_, tables_, ticker_);
  const std::uint32_t least = bound.take(board.boxes(), region);
  if (least == Bound::dead) return;
  Limits limits;
  limits.memory = memory_ - std::min(memory_, bytes());
  Ticker part = ticker_.part(limits);
  tables_.start = conflicts_.bound(board.boxes(), board.player(), std::max(tables_.start, least),
                                   tables_.zones, states, limits.memory, part, team_);
}

// A ticker for more zones. If it stops them, the search goes on without.
Ticker TableMaker::room(std::uint64_t nodes) {
  Limits limits;
  limits.steps = zone_steps_at_first + zone_steps_a_node * nodes;
  limits.memory = memory_ - std::min(memory_, bytes() - tables_.zones.bytes());
  return ticker_.part(limits);
}

// Returns the charges without those of the zone.
Charges TableMaker::leave_out(Charges charges, std::span<const Square> zone) const {
  for (const Square s : zone) {
    charges.ends[s] = 0;
    for (int d = 0; d < directions; ++d) {
      const auto free = [&](Square from, int direction) {
        std::uint8_t& cost = charges.pushes[from][direction];
        if (cost != ReducedCosts::none) cost = 0;
      };
      free(s, d);
      const Square beside = level_.board.next(d, s);
      if (beside != level_.board.wall()) free(beside, opposite(d));
    }
  }
  return charges;
}

}  // namespace gridproof::sokoban
