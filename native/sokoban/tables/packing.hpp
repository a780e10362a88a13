// The best choice of sets without a common box.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"

namespace gridproof::sokoban {

// A set of boxes, by their numbers, and what it adds to a bound.
struct Item {
  std::uint64_t boxes;
  std::uint32_t gain;
};

// The most that disjoint items add, by branch and bound, one component of overlapping items after
// the other. After a limit of steps in a component its best choice so far counts: any choice is a
// bound. That is rare; the choice is exact else, and so no push lowers it by more than the push
// costs (a maximum of sums of which each is so).
class Packing {
 public:
  static constexpr std::size_t max_boxes = 64;

  // The items are put in another order.
  std::uint32_t best(std::vector<Item>& items) {
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      return a.gain != b.gain ? a.gain > b.gain : a.boxes < b.boxes;  // the same on all machines
    });
    std::uint32_t sum = 0;
    for (Item *from = items.data(), *end = from + items.size(); from != end;) {
      std::uint64_t boxes = from->boxes;
      Item* to = from + 1;
      for (Item* found = to; found != end;) {
        found = std::find_if(to, end, [&](const Item& item) { return item.boxes & boxes; });
        if (found == end) break;
        boxes |= found->boxes;
        std::rotate(to, found, found + 1);  // the order by gain stays
        ++to;
      }
      sum += component(from, to, boxes);
      from = to;
    }
    return sum;
  }

 private:
  static constexpr int max_steps = 300;
  static constexpr std::uint32_t shares = 12;  // of a gain: divisible by the sizes of sets

  std::uint32_t component(const Item* from, const Item* to, std::uint64_t boxes) {
    if (to - from == 1) return from->gain;
    from_ = from;
    to_ = to;
    best_ = 0;
    steps_ = 0;
    for (std::uint64_t left = boxes; left; left &= left - 1) share_[std::countr_zero(left)] = 0;
    for (const Item* item = from; item != to; ++item) {
      const auto size = static_cast<std::uint32_t>(count_bits(item->boxes));
      const std::uint32_t share = (item->gain * shares + size - 1) / size;
      for (std::uint64_t left = item->boxes; left; left &= left - 1) {
        std::uint32_t& most = share_[std::countr_zero(left)];
        most = std::max(most, share);
      }
    }
    choose(from, boxes, 0);
    return best_;
  }

  // Takes or leaves the first item from `item` on that is free yet. The free boxes can add at most
  // the sum of their best shares.
  void choose(const Item* item, std::uint64_t free, std::uint32_t sum) {
    best_ = std::max(best_, sum);
    while (item != to_ && (item->boxes & ~free)) ++item;
    if (item == to_ || ++steps_ > max_steps) return;
    std::uint32_t left = 0;
    std::uint64_t open = 0;
    for (const Item* other = item; other != to_; ++other)
      if (!(other->boxes & ~free)) open |= other->boxes;
    for (std::uint64_t bits = open; bits; bits &= bits - 1) left += share_[std::countr_zero(bits)];
    if (sum + left / shares <= best_) return;
    choose(item + 1, free & ~item->boxes, sum + item->gain);
    choose(item + 1, free, sum);
  }

  const Item *from_ = nullptr, *to_ = nullptr;
  std::uint32_t best_ = 0;
  int steps_ = 0;
  std::array<std::uint32_t, max_boxes> share_{};
};

}  // namespace gridproof::sokoban
