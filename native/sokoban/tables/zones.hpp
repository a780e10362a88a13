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

  // A position in all zones.
  struct At {
    std::array<Zone::Boxes, most> boxes{};
    std::array<std::uint8_t, most> values{};
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

  // Adds a family of zones that are there by their numbers, and of new ones that have values. False
  // if they are too many.
  bool add(std::vector<std::size_t> family, std::vector<Zone> zones) {
    if (zones_.size() + zones.size() > most) return false;
    for (Zone& zone : zones) {
      for (const Square s : zone.squares()) {
        if (s >= touching_.size()) touching_.resize(s + 1);
        touching_[s] |= 1U << zones_.size();
      }
      family.push_back(zones_.size());
      zones_.push_back(std::make_shared<const Zone>(std::move(zone)));
    }
    families_.push_back(std::move(family));
    return true;
  }

  // The player is on any square of his region.
  At at(std::span<const Square> boxes, Square player) const {
    At at;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      at.boxes[i] = zones_[i]->boxes(boxes);
      at.values[i] = zones_[i]->value(at.boxes[i], player);
    }
    return at;
  }

  Excess excess(const At& at) const {
    Excess excess;
    for (const auto& family : families_) {
      int sum = 0;
      for (const std::size_t i : family) {
        excess.dead |= at.values[i] == Zone::dead;
        sum += at.values[i];
      }
      excess.best = std::max(excess.best, sum);
    }
    if (!zones_.empty()) excess.first = at.values[0];
    return excess;
  }

  // After a push from a position that is not dead. The player is where the box was: a zone that the
  // box has not been in has the same boxes and the same region.
  Excess after(At at, Square from, Square to) const {
    for (std::uint32_t left = touching(from) | touching(to); left; left &= left - 1) {
      const int i = std::countr_zero(left);
      at.boxes[i] ^= zones_[i]->bit(from) ^ zones_[i]->bit(to);
      at.values[i] = zones_[i]->value(at.boxes[i], from);
      if (at.values[i] == Zone::dead) return {.dead = true};
    }
    return excess(at);
  }

 private:
  std::uint32_t touching(Square s) const { return s < touching_.size() ? touching_[s] : 0; }

  std::vector<std::shared_ptr<const Zone>> zones_;
  std::size_t room_ = 0;
  std::vector<std::vector<std::size_t>> families_;
  std::vector<std::uint32_t> touching_;  // by square: the zones that it is in
};

}  // namespace gridproof::sokoban
