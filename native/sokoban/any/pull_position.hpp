// A position of a search backwards, as it is stored, and its score.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sokoban/any/cells.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Boxes, and *bases*: start squares that are left where boxes leave the board. They are the upper
// half of the key's slots.
template <int Words>
struct PullPosition : Key<2 * Words> {
  void add_base(std::size_t slot) { this->add(Words * 64 + slot); }
  void remove_base(std::size_t slot) { this->remove(Words * 64 + slot); }
  bool has_base(std::size_t slot) const { return this->has(Words * 64 + slot); }

  // Calls box(slot) with each box, and then base(slot) with each base.
  template <class Box, class Base>
  void each(Box box, Base base) const {
    this->each_box([&](std::size_t slot) {
      if (slot < Words * 64)
        box(slot);
      else
        base(slot - Words * 64);
    });
  }
  template <class Box>
  void each(Box box) const {
    each(box, [](std::size_t) {});
  }

  // The same for a search forwards, which has no bases.
  static PullPosition of(const Key<Words>& forward) {
    PullPosition position;
    std::copy(forward.boxes.begin(), forward.boxes.end(), position.boxes.begin());
    position.player = forward.player;
    return position;
  }
  Key<Words> forward() const {
    Key<Words> forward;
    std::copy_n(this->boxes.begin(), Words, forward.boxes.begin());
    forward.player = this->player;
    return forward;
  }
};

// The features of such a position, in the order in which they count: boxes on the board, regions,
// boxes where they should not stay, broken rooms. The last one is better the larger it is.
struct PullFeatures {
  unsigned boxes, regions, misplaced, rooms, distance;

  static constexpr unsigned max_distance = 0xffffff;

  Score score() const {
    const auto cut = [](unsigned value, unsigned most) { return Score{std::min(value, most)}; };
    return cut(boxes, 0xffff) << 48 | cut(regions, 0xff) << 40 | cut(misplaced, 0xff) << 32 |
           cut(rooms, 0xff) << 24 | (max_distance - cut(distance, max_distance));
  }

  // Reads them from a score; large ones are cut off.
  static PullFeatures of(Score score) {
    const auto field = [score](int shift, Score most) {
      return static_cast<unsigned>(score >> shift & most);
    };
    return {field(48, 0xffff), field(40, 0xff), field(32, 0xff), field(24, 0xff),
            max_distance - field(0, max_distance)};
  }

  // The part of a score that names the position's cell.
  static constexpr Score cell_bits = ~Score{max_distance};
};

}  // namespace gridproof::sokoban
