// Several zones at once: what their values add up to, at a position and after a push.
//
// Zones are in families. In a family each push and each end is charged to one zone at most, so that
// the values add up; of several families the highest sum counts. A zone may be in more than one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sokoban/board/board.hpp"
#include "sokoban/tables/zone.hpp"

namespace gridproof::sokoban {

// Copies have their tables in common.
class Zones {
 public:
  static constexpr std::size_t most = 32;

  // A position in all zones, and what each family's values add up to.
  using Sums = std::array<std::int16_t, most>;
  struct At {
    std::array<Zone::Boxes, most> boxes{};
    std::array<std::uint8_t, most> values{};
    Sums sums{};
  };

  // Lower bounds on the cost of the rest of a solution beyond the base: by the best family, and by
  // the first zone alone.
  struct Excess {
    bool dead = false;
    int best = 0, first = 0;
  };

  // The zone of goals of the family that was chosen last.
  std::size_t room() const { return room_; }
  void set_room(std::size_t i) { room_ = i; }

  bool empty() const { return zones_.empty(); }
  std::size_t size() const { return zones_.size(); }
  const Zone& operator[](std::size_t i) const { return *zones_[i]; }
  const std::vector<std::vector<std::size_t>>& families() const { return families_; }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& zone : zones_) sum += zone->bytes();
    return sum;
  }

  // Adds a family of zones that are there by their numbers, and of new ones that have values, one
  // at least. False if they are too many.
  bool add(std::vector<std::size_t> family, std::vector<Zone> zones) {
    if (zones_.size() + zones.size() > most) return false;
    for (Zone& zone : zones) {
      for (const Square s : zone.squares()) {
        if (s >= touching_.size()) touching_.resize(s + 1);
        touching_[s] |= std::uint64_t{1} << zones_.size();
      }
      family.push_back(zones_.size());
      zones_.push_back(std::make_shared<const Zone>(std::move(zone)));
    }
    for (const std::size_t i : family) families_of_[i] |= std::uint64_t{1} << families_.size();
    families_.push_back(std::move(family));
    return true;
  }

  // Sets the position; the player is on any square of his region.
  Excess lay(std::span<const Square> boxes, Square player, At& at) const {
    at.sums.fill(0);
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      at.boxes[i] = zones_[i]->boxes(boxes);
      at.values[i] = zones_[i]->value(at.boxes[i], player);
      if (at.values[i] == Zone::dead) return {.dead = true};
      add(at.values[i], i, at.sums);
    }
    return excess(at.values[0], at.sums);
  }

  // After a push from a position that is not dead. The player is where the box was: a zone that the
  // box has not been in has the same boxes and the same region.
  Excess after(const At& at, Square from, Square to) const {
    int first = at.values[0];
    Sums sums = at.sums;
    for (std::uint64_t left = touching(from) | touching(to); left; left &= left - 1) {
      const int i = std::countr_zero(left);
      const Zone::Boxes boxes = at.boxes[i] ^ zones_[i]->bit(from) ^ zones_[i]->bit(to);
      const std::uint8_t value = zones_[i]->value(boxes, from);
      if (value == Zone::dead) return {.dead = true};
      if (i == 0) first = value;
      if (value != at.values[i]) add(value - at.values[i], i, sums);
    }
    return excess(first, sums);
  }

 private:
  // Adds a value to the families of a zone.
  void add(int value, std::size_t zone, Sums& sums) const {
    for (std::uint64_t left = families_of_[zone]; left; left &= left - 1) {
      std::int16_t& sum = sums[std::countr_zero(left)];
      sum = static_cast<std::int16_t>(sum + value);
    }
  }

  static Excess excess(int first, const Sums& sums) {
    std::int16_t best = 0;
    for (const std::int16_t sum : sums) best = std::max(best, sum);  // many at once
    return {.best = best, .first = first};
  }

  std::uint64_t touching(Square s) const { return s < touching_.size() ? touching_[s] : 0; }

  std::vector<std::shared_ptr<const Zone>> zones_;
  std::size_t room_ = 0;
  std::vector<std::vector<std::size_t>> families_;
  std::array<std::uint64_t, most> families_of_{};  // by zone
  std::vector<std::uint64_t> touching_;            // by square: the zones that it is in
};

}  // namespace gridproof::sokoban
