#include "sokoban/tables/bound.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>

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

Bound::Bound(const Level& level, const ReducedCosts& costs, const Options& options,
             std::size_t memory, Ticker& ticker, Team* team)
    : level_(level),
      costs_(costs),
      options_(options),
      memory_(memory),
      ticker_(ticker),
      team_(team),
      learnt_(level, costs, options.zone_squares, team),
      conflicts_(level, costs),
      assignment_(level.board.boxes().size()),
      rows_(level.board.boxes().size()),
      alone_(level.board),
      around_(level.board) {}

Bound::Bound(const Bound& other, Ticker& ticker)
    : Bound(other.level_, other.costs_, other.options_, 0, ticker) {
  options_.conflicts = false;
  next_ = Step::none;
  pairs_ = other.pairs_;
  triples_ = other.triples_;
  quadruples_ = other.quadruples_;
  zones_ = other.zones_;
  start_ = other.start_;
}

void Bound::grow(std::uint64_t nodes) {
  make_tables(nodes);
  if (options_.conflicts && !zones_.empty() && nodes >= conflicts_at_ &&
      ticker_.stop() == Stop::none)
    raise_start();
}

void Bound::make_tables(std::uint64_t nodes) {
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

std::size_t Bound::entries_of(Step step) const {
  if (step == Step::zones) return zone_entries / 20;
  if (step == Step::larger_zones) return larger_zone_entries;
  const std::size_t size = step == Step::pairs ? 2 : step == Step::triples ? 3 : 4;
  const std::size_t slots = level_.square_of.size();
  std::size_t count = 1;
  for (std::size_t i = 0; i < size; ++i) count = count * (slots - std::min(i, slots)) / (i + 1);
  return count;
}

std::size_t Bound::bytes_of(Step step) const {
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

void Bound::make(Step step, std::uint64_t nodes) {
  const Charges all{costs_.pushes(), std::vector<std::uint8_t>(level_.board.squares(), 1)};
  // Another thread may have the tables too.
  const auto own = [](auto& table) {
    if (table.use_count() > 1)
      table = std::make_shared<typename std::decay_t<decltype(table)>::element_type>(*table);
  };
  if (step == Step::zones) {
    own(pairs_);
    own(triples_);
  }
  const GroupTable<2>* pairs = pairs_.get();
  const GroupTable<1>* single = nullptr;
  const auto add = [&](auto& table, const auto* smaller) {
    table = std::make_shared<typename std::decay_t<decltype(table)>::element_type>(level_, costs_);
    if (!table->make(pairs, smaller, all, ticker_, team_) ||
        (outside_ && !table->add_outside(pairs, smaller, *outside_, ticker_, team_)))
      table.reset();
  };
  switch (step) {
    case Step::pairs:
      return add(pairs_, single);
    case Step::triples:
      if (pairs_) add(triples_, pairs);
      return;
    case Step::quadruples:
      if (triples_) add(quadruples_, &*triples_);
      return;
    case Step::larger_zones: {
      Ticker part = room(nodes);
      const std::size_t squares = options_.zone_squares + more_zone_squares;
      ZoneChoice(level_, costs_, squares, zone_entries, part, team_).add_to(zones_);
      return learnt_.enlarge(squares);
    }
    default:
      Ticker part = room(nodes);
      ZoneChoice(level_, costs_, options_.zone_squares, zone_entries, part, team_).add_to(zones_);
      if (ticker_.stop() != Stop::none || zones_.empty()) return;
      outside_ = leave_out(all, zones_[0].squares());
      if (pairs_) pairs_->add_outside(nullptr, single, *outside_, ticker_, team_);
      if (triples_) triples_->add_outside(pairs, pairs, *outside_, ticker_, team_);
  }
}

bool Bound::learn(const std::vector<LearntZones::Sample>& samples, std::uint64_t nodes) {
  if (zones_.empty()) return false;
  Ticker part = room(nodes);
  return learnt_.learn(samples, nodes, zones_, part) > 0;
}

// Raises the bound of the start by its conflicts, if there are such; it takes the start in hand.
// The next time it is four times as much work, and due when the search is.
void Bound::raise_start() {
  const std::uint64_t states = conflict_states_;
  conflict_states_ *= 4;
  conflicts_at_ = conflict_states_ / conflict_states_a_node;
  const Board& board = level_.board;
  Occupied occupied(board);
  for (const Square box : board.boxes()) occupied.put(box, On::box);
  sokoban::Region region(board);
  region.fill(occupied, board.player());
  const std::uint32_t least = take(board.boxes(), region);
  if (least == dead) return;
  Limits limits;
  limits.memory = memory_ - std::min(memory_, bytes());
  Ticker part = ticker_.part(limits);
  start_ = conflicts_.bound(board.boxes(), board.player(), std::max(start_, least), zones_, states,
                            limits.memory, part, team_);
}

// A ticker for more zones. If it stops them, the search goes on without.
Ticker Bound::room(std::uint64_t nodes) {
  Limits limits;
  limits.steps = zone_steps_at_first + zone_steps_a_node * nodes;
  limits.memory = memory_ - std::min(memory_, bytes() - zones_.bytes());
  return ticker_.part(limits);
}

// Returns the charges without those of the zone.
Charges Bound::leave_out(Charges charges, std::span<const Square> zone) const {
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

std::size_t Bound::bytes() const {
  std::size_t sum = costs_.bytes() + zones_.bytes();
  each_table([&](const auto& table) { sum += table.bytes(); });
  return sum;
}

const std::uint16_t* Bound::row(Square box, Square player) const {
  return level_.to_goals.row(Distances::place(box, level_.sides.side(box, player)));
}

// The largest bound of a position whose gains are in child_. All solutions have pushes of one
// parity, and every assignment has it.
std::uint32_t Bound::largest(std::int32_t base, std::int32_t assigned, const Zones::Excess& zones) {
  const auto packed = [&](std::vector<Item>& items) {
    return static_cast<std::int32_t>(packing_.best(items));
  };
  std::int32_t bound = std::max({assigned, base + packed(child_.all), base + zones.best});
  if (zones.first > 0) bound = std::max(bound, base + zones.first + packed(child_.outside));
  return static_cast<std::uint32_t>(bound + ((bound ^ assigned) & 1));
}

template <std::size_t K>
int Bound::region(std::uint64_t ports, const std::array<std::uint8_t, K>& slots) {
  const auto known = [&](const sokoban::Region& player) {
    for (std::size_t w = 0; w < K; ++w)
      for (int d = 0; d < directions; ++d) {
        const int number = GroupTable<2>::port(ports, w, d);
        if (number != GroupTable<2>::no_region &&
            player.has(level_.board.next(d, level_.square_of[slots[w]])))
          return number;
      }
    return GroupTable<2>::no_region;
  };
  const int number = known(*player_);
  if (number != GroupTable<2>::no_region) return number;
  // Other boxes are between: the player's region on the board with these alone has a port.
  for (const std::uint8_t slot : slots) alone_.put(level_.square_of[slot], On::box);
  around_.fill(alone_, player_->player());
  for (const std::uint8_t slot : slots) alone_.put(level_.square_of[slot], On::nothing);
  return known(around_);
}

// Adds the sets of a box on `slot` and others on lower slots than the limit.
template <class Region>
void Bound::look(std::uint8_t slot, std::uint64_t box, std::size_t limit, Region region,
                 Gains& gains) {
  each_table([&](const auto& table) {
    if (gains.dead) return;
    table.each(slot, bits_, limit, region, [&](const auto& slots, const GroupGain& gain) {
      if (gain.all == GroupTable<2>::dead) {
        gains.dead = true;
        return;
      }
      std::uint64_t set = box;
      for (const std::uint8_t other : slots)
        if (other != slot) set |= std::uint64_t{1} << box_of_[other];
      if (gain.all) gains.all.push_back({set, gain.all});
      if (gain.outside) gains.outside.push_back({set, gain.outside});
    });
  });
}

std::uint32_t Bound::take(std::span<const Square> boxes, const sokoban::Region& player) {
  boxes_ = boxes;
  player_ = &player;
  const Square at = player.player();
  base_ = costs_.base(boxes, at);
  if (base_ == ReducedCosts::dead) return dead;
  for (std::size_t i = 0; i < boxes.size(); ++i) rows_[i] = row(boxes[i], at);
  assigned_ = assignment_.update(rows_, ticker_);
  if (assigned_ >= matching::Assignment::infinite) return dead;
  bits_.fill(0);
  gains_.clear();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto slot = static_cast<std::uint8_t>(level_.slot_of[boxes[i]]);
    box_of_[slot] = static_cast<std::uint8_t>(i);
    bits_[slot / 64] |= std::uint64_t{1} << slot % 64;
  }
  const auto here = [this](std::uint64_t ports, const auto& slots) { return region(ports, slots); };
  for (std::size_t i = 0; i < boxes.size() && !gains_.dead; ++i) {
    const auto slot = static_cast<std::uint8_t>(level_.slot_of[boxes[i]]);
    look(slot, std::uint64_t{1} << i, slot, here, gains_);
  }
  if (gains_.dead) return dead;
  at_ = zones_.at(boxes, at);
  const Zones::Excess zones = zones_.excess(at_);
  if (zones.dead) return dead;
  child_ = gains_;
  return largest(base_, assigned_, zones);
}

std::uint32_t Bound::pushed(std::size_t i, int d) {
  const Square from = boxes_[i], to = level_.board.next(d, from);
  const std::int32_t before = costs_.potential(from, player_->player());
  const std::int32_t after = costs_.potential(to, from);
  if (after == ReducedCosts::dead) return dead;
  const std::int32_t base = base_ - before + after;
  const Zones::Excess zones = zones_.after(at_, from, to);
  if (zones.dead) return dead;

  // A set with a box where the player stands has no region there, and would say nothing: the
  // square that is left is not asked for, to save time.
  const auto slot = static_cast<std::uint8_t>(level_.slot_of[to]);
  const std::uint16_t left = level_.slot_of[from];
  bits_[left / 64] ^= std::uint64_t{1} << left % 64;
  child_.clear();
  // The player stands where the box was.
  const auto behind = [slot, d](std::uint64_t ports, const auto& slots) {
    const std::size_t w = std::find(slots.begin(), slots.end(), slot) - slots.begin();
    return GroupTable<2>::port(ports, w, opposite(d));
  };
  const std::uint64_t box = std::uint64_t{1} << i;
  look(slot, box, max_table_slots, behind, child_);
  bits_[left / 64] ^= std::uint64_t{1} << left % 64;
  if (child_.dead) return dead;

  const std::int32_t assigned = assignment_.with(i, row(to, from), push_gap);
  if (assigned >= matching::Assignment::infinite) return dead;
  const auto add = [box](const std::vector<Item>& items, std::vector<Item>& all) {
    for (const Item& item : items)
      if (!(item.boxes & box)) all.push_back(item);
  };
  add(gains_.all, child_.all);
  if (zones.first > 0) add(gains_.outside, child_.outside);
  return largest(base, assigned, zones);
}

}  // namespace gridproof::sokoban
