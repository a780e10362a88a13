// Several open lists over the same nodes that take turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/bucket_queue.hpp"

namespace gridproof::sokoban {

// Each list has every open node, at its f, in an order of its own below that. A node that was taken
// from one is left behind in the others, and is known there by not being open any more, or by
// another f: the caller of pop() says so. The open nodes of each f are counted, so that those left
// behind do not blur the lowest one.
class Turns {
 public:
  static constexpr std::size_t most = 3;
  using Orders = std::array<std::uint32_t, most>;

  explicit Turns(std::size_t lists) {
    for (std::size_t i = 0; i < lists; ++i) lists_.emplace_back(0);
  }

  // Sets the bytes that all lists may take from now on.
  void let(std::size_t budget_bytes) { budget_ = budget_bytes; }

  // False if there is no room left.
  [[nodiscard]] bool push(std::uint32_t f, const Orders& orders, std::uint32_t node) {
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      const std::size_t others = bytes() - lists_[i].bytes();
      lists_[i].let(budget_ - std::min(budget_, others));
      if (!lists_[i].push({f, orders[i]}, node)) return false;
    }
    if (open_.size() <= f) open_.resize(f + 1);
    ++open_[f];
    lowest_ = size_++ == 0 ? f : std::min(lowest_, f);
    return true;
  }

  // The next node, with the lowest f; not for an empty list. is_open(node, f): whether it is open
  // still, at this f. Calls coming(node) for one that will be asked for soon.
  template <class IsOpen, class Coming>
  std::uint32_t pop(IsOpen is_open, Coming coming) {
    if (BucketQueue& last = lists_[turn_]; !last.empty()) coming(last.top());
    turn_ = (turn_ + 1) % lists_.size();
    for (;;) {
      const std::uint32_t f = lists_[turn_].lowest().first, node = lists_[turn_].pop();
      if (!is_open(node, f)) continue;
      leave(f);
      return node;
    }
  }

  // An open node at f is it no more, or is pushed again.
  void leave(std::uint32_t f) {
    --open_[f];
    --size_;
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::uint32_t lowest() {
    while (open_[lowest_] == 0) ++lowest_;
    return lowest_;
  }
  std::size_t bytes() const {
    std::size_t sum = open_.size() * sizeof(std::size_t);
    for (const BucketQueue& list : lists_) sum += list.bytes();
    return sum;
  }
  std::size_t peak_bytes() const {
    std::size_t sum = open_.size() * sizeof(std::size_t);
    for (const BucketQueue& list : lists_) sum += list.peak_bytes();
    return sum;
  }

 private:
  std::vector<BucketQueue> lists_;
  std::vector<std::size_t> open_;  // nodes by f
  std::size_t budget_ = 0, size_ = 0, turn_ = 0;
  std::uint32_t lowest_ = 0;
};

}  // namespace gridproof::sokoban
