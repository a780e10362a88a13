// The cells of the robots that help the target robot.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

namespace gridproof::robots {

// The cells of `Count` helpers on a board of 16 × 16 cells, sorted: helpers are alike, so that a
// state needs no more of them. Helper 0 stands on the lowest cell.
template <int Count>
class Helpers {
  static_assert(Count >= 2 && Count <= 8, "a helper takes a byte of the key");

 public:
  // Whole and exact, a byte for each helper.
  using Key = std::conditional_t<(Count <= 4), std::uint32_t, std::uint64_t>;

  Helpers() = default;
  // From cells in any order.
  explicit Helpers(const std::array<std::uint8_t, Count>& cells) {
    std::array<std::uint8_t, Count> sorted = cells;
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < Count; ++i) key_ |= Key{sorted[i]} << (8 * i);
  }

  unsigned operator[](int helper) const {
    return static_cast<unsigned>(key_ >> (8 * helper) & 255);
  }
  Key key() const { return key_; }

  // The same when this helper has gone to another cell.
  Helpers moved(int helper, unsigned cell) const {
    const Key before = (Key{1} << (8 * helper)) - 1;
    const Key others = (key_ & before) | (key_ >> 8 & ~before);
    int rank = 0;
    for (int i = 0; i < Count - 1; ++i) rank += (others >> (8 * i) & 255) < cell;
    const Key below = (Key{1} << (8 * rank)) - 1;
    return Helpers((others & below) | Key{cell} << (8 * rank) | (others & ~below) << 8);
  }

 private:
  explicit Helpers(Key key) : key_(key) {}

  Key key_ = 0;
};

}  // namespace gridproof::robots
