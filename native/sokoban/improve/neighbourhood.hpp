// The positions near a solution: a few boxes stand a little off one of its positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/solution.hpp"

namespace gridproof::sokoban {

// The size of a neighbourhood: the number of boxes that may be off, and of the nearest squares to a
// missing one on which they may stand.
struct Reach {
  int boxes;
  std::size_t squares;
};

template <int Words>
class Neighbourhood {
 public:
  static constexpr int max_boxes = 3;

  // If the ticker stops it, it is of no use.
  Neighbourhood(const Level& level, const Solution& solution, std::size_t from, std::size_t to,
                Reach reach, Ticker& ticker)
      : reach_(reach) {
    const std::size_t slots = level.square_of.size();
    near_.resize(slots);
    std::vector<Square> queue;
    Marks<> seen(level.board.squares() + 1);
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (!ticker.going(1 + reach.squares / squares_a_step)) return;
      seen.clear();
      queue.assign(1, level.square_of[slot]);
      seen.add(queue[0]);
      seen.add(level.board.wall());
      std::size_t taken = 0;
      for (std::size_t i = 0; i < queue.size() && taken <= reach.squares; ++i) {
        if (level.slot_of[queue[i]] != Level::none) {
          near_[slot].add(level.slot_of[queue[i]]);
          ++taken;
        }
        for (Square t : level.board.around(queue[i]))
          if (!seen.has(t)) {
            seen.add(t);
            queue.push_back(t);
          }
      }
    }
    Key<Words> key;
    for (Square box : solution.boxes(from)) key.add(level.slot_of[box]);
    positions_.push_back(key);
    for (std::size_t i = from; i < to; ++i) {
      key.remove(level.slot_of[solution.pushes()[i].from]);
      key.add(level.slot_of[solution.pushes()[i].to]);
      positions_.push_back(key);
    }
  }

  std::size_t bytes() const {
    return (near_.capacity() + positions_.capacity()) * sizeof(Key<Words>);
  }

  bool has(const Key<Words>& position) const {
    for (const Key<Words>& key : positions_) {
      int off = 0;
      for (int w = 0; w < Words; ++w) off += count_bits(position.boxes[w] & ~key.boxes[w]);
      if (off <= reach_.boxes && close(position, key, off)) return true;
    }
    return false;
  }

 private:
  // Tests whether each of the boxes that are off has a square near it where one is missing, another
  // one for each.
  bool close(const Key<Words>& position, const Key<Words>& key, int off) const {
    if (off == 0) return true;
    std::array<std::size_t, max_boxes> there, missing;
    list(position, key, there);
    list(key, position, missing);
    const auto last = missing.begin() + off;
    do {
      bool all = true;
      for (int i = 0; i < off && all; ++i) all = near_[missing[i]].has(there[i]);
      if (all) return true;
    } while (std::next_permutation(missing.begin(), last));
    return false;
  }

  static void list(const Key<Words>& of, const Key<Words>& without,
                   std::array<std::size_t, max_boxes>& slots) {
    std::size_t n = 0;
    for (int w = 0; w < Words; ++w)
      for (std::uint64_t left = of.boxes[w] & ~without.boxes[w]; left; left &= left - 1)
        slots[n++] = static_cast<std::size_t>(w * 64 + std::countr_zero(left));
  }

  Reach reach_;
  std::vector<Key<Words>> near_;  // of each slot
  std::vector<Key<Words>> positions_;
};

}  // namespace gridproof::sokoban
