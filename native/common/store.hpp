// An append-only store of distinct states with something kept for each, within a memory budget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/bits.hpp"
#include "common/compiler.hpp"
#include "common/huge_pages.hpp"
#include "common/limits.hpp"

namespace gridproof {

// Whoever inserts has to look at the outcome: what was not added is not searched.
enum class [[nodiscard]] Insert : std::uint8_t { added, found, full };

// States are numbered in the order of their insertion and never move, so that a layer of a search
// is a range of numbers. Keys are stored whole: a hit is exact. The index over them has half of
// each key's hash too, so that a state is hardly ever looked at in vain, nor hashed again when the
// index doubles. It doubles while the budget allows it, then fills to 15/16; after that insert()
// answers `full`. Doubling a large index takes long: with a ticker the clock is looked at
// meanwhile, and a stop leaves the old one.
//
// Key must have operator== and a member `std::uint64_t hash() const`. The data of a state are the
// number of its parent, or more.
template <class Key, class Data = std::uint32_t>
class Store {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  explicit Store(std::size_t budget_bytes, Ticker* ticker = nullptr)
      : budget_(budget_bytes), ticker_(ticker), index_(least_slots) {}

  Store(Store&&) = default;  // and is never copied
  Store& operator=(Store&&) = default;

  // Another budget from now on; what there is stays.
  void let(std::size_t budget_bytes) { budget_ = budget_bytes; }

  // The bytes that it takes at any budget.
  static constexpr std::size_t min_bytes() { return least_slots * sizeof(Slot); }

  // Adds `key` unless it is there; `added` tells its number to the caller through last().
  Insert insert(const Key& key, const Data& data) { return insert(key, key.hash(), data); }
  // The same, for a key whose hash is known.
  Insert insert(const Key& key, std::uint64_t whole_hash, const Data& data) {
    const auto hash = static_cast<std::uint32_t>(whole_hash);
    std::size_t i = locate(key, hash);
    if (index_[i].number != none) {
      last_ = index_[i].number;
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
    i = free_slot(index_, hash);
    index_[i] = {last_ = size_, hash};
    chunks_[size_ / chunk][size_ % chunk] = {key, data};
    ++size_;
    return Insert::added;
  }

  // Asks for the memory that insert() of a key with this hash reads first, and then, once that is
  // there, for the state that it compares.
  void prefetch_slot(std::uint64_t hash) const {
    prefetch_memory(&index_[static_cast<std::uint32_t>(hash) & (index_.size() - 1)]);
  }
  void prefetch_state(std::uint64_t hash) const {
    const std::size_t mask = index_.size() - 1;
    const auto half = static_cast<std::uint32_t>(hash);
    std::size_t i = half & mask;
    while (index_[i].number != none && index_[i].hash != half) i = (i + 1) & mask;
    if (index_[i].number != none) prefetch_memory(&node(index_[i].number));
  }

  // The number of `key`, or `none`.
  std::uint32_t find(const Key& key) const { return find(key, key.hash()); }
  std::uint32_t find(const Key& key, std::uint64_t hash) const {
    return index_[locate(key, static_cast<std::uint32_t>(hash))].number;
  }

  const Key& key(std::uint32_t number) const { return node(number).key; }
  const Data& data(std::uint32_t number) const { return node(number).data; }
  Data& data(std::uint32_t number) { return chunks_[number / chunk][number % chunk].data; }
  std::uint32_t last() const { return last_; }
  std::uint32_t size() const { return size_; }
  std::size_t bytes() const {
    return chunks_.size() * chunk * sizeof(Node) + index_.size() * sizeof(Slot);
  }
  std::size_t peak_bytes() const { return std::max(peak_, bytes()); }

 private:
  struct Node {
    Key key;
    Data data;
  };
  struct Slot {
    std::uint32_t number = none, hash = 0;
  };
  static constexpr std::uint32_t chunk = 1 << 10;
  static constexpr std::size_t least_slots = 1 << 9;
  static constexpr std::size_t cleared_at_once = 1 << 20;

  const Node& node(std::uint32_t number) const { return chunks_[number / chunk][number % chunk]; }

  // The place of `key` in the index, or for it.
  std::size_t locate(const Key& key, std::uint32_t hash) const {
    const std::size_t mask = index_.size() - 1;
    std::size_t i = hash & mask;
    while (index_[i].number != none &&
           !(index_[i].hash == hash && node(index_[i].number).key == key))
      i = (i + 1) & mask;
    return i;
  }

  // The first free slot for a new entry.
  static std::size_t free_slot(const std::vector<Slot>& index, std::uint32_t hash) {
    const std::size_t mask = index.size() - 1;
    std::size_t i = hash & mask;
    while (index[i].number != none) i = (i + 1) & mask;
    return i;
  }

  bool grow() {
    const std::size_t wanted = index_.size() * 2;
    if (bytes() + wanted * sizeof(Slot) > budget_ || stopped()) return false;
    peak_ = std::max(peak_, bytes() + wanted * sizeof(Slot));
    std::vector<Slot> larger;
    larger.reserve(wanted);
    prefer_huge_pages(larger.data(), wanted * sizeof(Slot));
    while (larger.size() < wanted) {
      larger.resize(std::min(larger.size() + cleared_at_once, wanted));
      if (ticker_ && !ticker_->alive()) return false;
    }
    for (const Slot& slot : index_) {
      if (ticker_ && !ticker_->going()) return false;
      if (slot.number != none) larger[free_slot(larger, slot.hash)] = slot;
    }
    index_.swap(larger);
    return true;
  }

  bool stopped() const { return ticker_ && ticker_->stop() != Stop::none; }

  std::size_t budget_, peak_ = 0;
  Ticker* ticker_;
  std::uint32_t size_ = 0, last_ = none;
  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::vector<Slot> index_;
};

}  // namespace gridproof
