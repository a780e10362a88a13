#include "sokoban/tables/bound.hpp"

#include <algorithm>

namespace gridproof::sokoban {

namespace {

// How many sets, or other entries, are made in about the time that a node takes; and how long all
// may take of the time that is left.
constexpr std::size_t sets_a_node = 40;
constexpr double share_of_time = 0.25, seconds_a_set = 3e-6;

std::size_t sets(std::size_t slots, std::size_t size) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < size; ++i) count = count * (slots - std::min(i, slots)) / (i + 1);
  return count;
}

}  // namespace

Bound::Bound(const Level& level, const ReducedCosts& costs, const Parts& parts, std::size_t memory,
             Ticker& ticker)
    : level_(level),
      costs_(costs),
      parts_(parts),
      memory_(memory),
      ticker_(ticker),
      assignment_(level.board.boxes().size()),
      rows_(level.board.boxes().size()),
      alone_(level.board),
      around_(level.board) {
  if (!parts.groups) next_ = Step::none;
}

void Bound::grow(std::uint64_t nodes) {
  while (next_ != Step::none && ticker_.stop() == Stop::none) {
    const std::size_t slots = level_.square_of.size();
    const std::size_t size = next_ == Step::pairs ? 2 : next_ == Step::triples ? 3 : 4;
    const std::size_t count = sets(slots, size);
    if (nodes < count / sets_a_node) return;
    if (bytes() + bytes_of(next_) > memory_ ||
        count * seconds_a_set > ticker_.seconds_left() * share_of_time ||
        (next_ == Step::quadruples && !parts_.quadruples)) {
      next_ = Step::none;
      return;
    }
    make(next_);
    next_ = static_cast<Step>(static_cast<int>(next_) + 1);
  }
}

std::size_t Bound::bytes_of(Step step) const {
  return step == Step::pairs     ? GroupTable<2>::bytes(level_)
         : step == Step::triples ? GroupTable<3>::bytes(level_)
                                 : GroupTable<4>::bytes(level_);
}

void Bound::make(Step step) {
  const Charges all{costs_.pushes(), std::vector<std::uint8_t>(level_.board.squares(), 1)};
  const auto add = [&](auto& table, const auto* smaller) {
    table.emplace(level_, costs_);
    if (!table->make(pairs_ ? &*pairs_ : nullptr, smaller, all, ticker_)) table.reset();
  };
  if (step == Step::pairs)
    add(pairs_, static_cast<const GroupTable<1>*>(nullptr));
  else if (step == Step::triples)
    add(triples_, &*pairs_);
  else
    add(quadruples_, &*triples_);
}

std::size_t Bound::bytes() const {
  std::size_t sum = costs_.bytes();
  each_table([&](const auto& table) { sum += table.bytes(); });
  return sum;
}

const std::uint16_t* Bound::row(Square box, Square player) const {
  return level_.to_goals.row(Distances::place(box, level_.sides.side(box, player)));
}

// All solutions have pushes of one parity, and every assignment has it.
std::uint32_t Bound::even(std::int32_t bound, std::int32_t assigned) const {
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
  around_.fill(alone_, player_->squares().front());
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
  const Square at = player.squares().front();
  base_ = costs_.base(boxes, at);
  if (base_ == ReducedCosts::dead) return dead;
  for (std::size_t i = 0; i < boxes.size(); ++i) rows_[i] = row(boxes[i], at);
  assigned_ = assignment_.solve(rows_, ticker_);
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
  child_.all = gains_.all;
  return even(std::max(assigned_, base_ + static_cast<std::int32_t>(packing_.best(child_.all))),
              assigned_);
}

std::uint32_t Bound::pushed(std::size_t i, int d) {
  const Square from = boxes_[i], to = level_.board.next(d, from);
  const std::int32_t before = costs_.potential(from, player_->squares().front());
  const std::int32_t after = costs_.potential(to, from);
  if (after == ReducedCosts::dead) return dead;
  const std::int32_t base = base_ - before + after;

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
  look(slot, box, most_table_slots, behind, child_);
  bits_[left / 64] ^= std::uint64_t{1} << left % 64;
  if (child_.dead) return dead;

  const std::int32_t assigned = assignment_.with(i, row(to, from));
  if (assigned >= matching::Assignment::infinite) return dead;
  for (const Item& item : gains_.all)
    if (!(item.boxes & box)) child_.all.push_back(item);
  return even(std::max(assigned, base + static_cast<std::int32_t>(packing_.best(child_.all))),
              assigned);
}

}  // namespace gridproof::sokoban
