#include "sokoban/tables/bound.hpp"

#include <algorithm>

namespace gridproof::sokoban {

Bound::Bound(const Level& level, const ReducedCosts& costs, const BoundTables& tables,
             Ticker& ticker)
    : level_(level),
      costs_(costs),
      tables_(tables),
      ticker_(ticker),
      assignment_(level.board.boxes().size()),
      rows_(level.board.boxes().size()),
      alone_(level.board),
      around_(level.board) {}

const std::uint16_t* Bound::row(Square box, Square player) const {
  return level_.to_goals.row(level_.place(box, player));
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
  tables_.each([&](const auto& table) {
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
  at_ = tables_.zones.at(boxes, at);
  const Zones::Excess zones = tables_.zones.excess(at_);
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
  const Zones::Excess zones = tables_.zones.after(at_, from, to);
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
