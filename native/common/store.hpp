// An append-only store of distinct states with something kept for each, within a memory budget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"

namespace gridproof {

// Whoever inserts has to look at the outcome: what was not added is not searched.
enum class [[nodiscard]] Insert : std::uint8_t { added, found, full };

// States are numbered in the order of their insertion and never move, so that a layer of a search
// is a range of numbers. Keys are stored whole: a hit is exact. The index over them doubles while
// the budget allows it, then fills to 15/16; after that insert() answers `full`. Doubling a large
// index takes long: with a ticker the clock is looked at meanwhile, and a stop leaves the old one.
//
// Key must have operator== and a member `std::uint64_t hash() const`. What is kept for a state is
// the number of its parent, or more.
template <class Key, class Data = std::uint32_t>
class Store {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit Store(std::size_t budget_bytes, Ticker* ticker = nullptr)
      : budget_(budget_bytes), ticker_(ticker), index_(least_slots, none) {}

  Store(Store&&) = default;  // and is never copied

  // What it takes whatever the budget.
  static constexpr std::size_t least_bytes() { return least_slots * sizeof(std::uint32_t); }

  // Adds `key` unless it is there; `added` tells its number to the caller through last().
  Insert insert(const Key& key, const Data& data) {
    std::size_t i = locate(key);
    if (index_[i] != none) {
      last_ = index_[i];
      return Insert::found;
    }
    if (size_ >= index_.size() / 4 * 3 && !grow() && size_ >= index_.size() / 16 * 15)
      return Insert::full;
    if (size_ == none - 1) return Insert::full;
    if (size_ % chunk == 0) {
      if (bytes() + chunk * sizeof(Node) > budget_) return Insert::full;
      chunks_.push_back(std::make_unique<Node[]>(chunk));
      peak_ = std::max(peak_, bytes());
    }
    i = locate(key);
    index_[i] = last_ = size_;
    chunks_[size_ / chunk][size_ % chunk] = {key, data};
    ++size_;
    return Insert::added;
  }

  // The number of `key`, or `none`.
  std::uint32_t find(const Key& key) const { return index_[locate(key)]; }

  const Key& key(std::uint32_t number) const { return node(number).key; }
  const Data& data(std::uint32_t number) const { return node(number).data; }
  Data& data(std::uint32_t number) { return chunks_[number / chunk][number % chunk].data; }
  std::uint32_t last() const { return last_; }
  std::uint32_t size() const { return size_; }
  std::size_t bytes() const {
    return chunks_.size() * chunk * sizeof(Node) + index_.size() * sizeof(std::uint32_t);
  }
  std::size_t peak_bytes() const { return std::max(peak_, bytes()); }

 private:
  struct Node {
    Key key;
    Data data;
  };
  static constexpr std::uint32_t chunk = 1 << 10;
  static constexpr std::size_t least_slots = 1 << 10;
  static constexpr std::size_t cleared_at_once = 1 << 20;

  const Node& node(std::uint32_t number) const { return chunks_[number / chunk][number % chunk]; }

  std::size_t locate(const Key& key) const {
    const std::size_t mask = index_.size() - 1;
    std::size_t i = key.hash() & mask;
    while (index_[i] != none && !(node(index_[i]).key == key)) i = (i + 1) & mask;
    return i;
  }

  bool grow() {
    const std::size_t wanted = index_.size() * 2;
    if (bytes() + wanted * sizeof(std::uint32_t) > budget_ || stopped()) return false;
    peak_ = std::max(peak_, bytes() + wanted * sizeof(std::uint32_t));
    std::vector<std::uint32_t> larger;
    larger.reserve(wanted);
    while (larger.size() < wanted) {
      larger.resize(std::min(larger.size() + cleared_at_once, wanted), none);
      if (ticker_ && !ticker_->alive()) return false;
    }
    for (std::uint32_t number = 0; number < size_; ++number) {
      if (ticker_ && !ticker_->going()) return false;
      std::size_t i = node(number).key.hash() & (wanted - 1);
      while (larger[i] != none) i = (i + 1) & (wanted - 1);
      larger[i] = number;
    }
    index_.swap(larger);
    return true;
  }

  bool stopped() const { return ticker_ && ticker_->stop() != Stop::none; }

  std::size_t budget_, peak_ = 0;
  Ticker* ticker_;
  std::uint32_t size_ = 0, last_ = none;
  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::vector<std::uint32_t> index_;
};

}  // namespace gridproof
