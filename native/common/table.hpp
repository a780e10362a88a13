// A hash table with a fixed memory budget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"

namespace gridproof {

// Whoever inserts has to look at the outcome: what was not added is not searched.
enum class [[nodiscard]] Insert : std::uint8_t { added, found, full };

// Open addressing with linear probing; keys are stored whole, so a hit is exact.
//
// The table starts small and doubles while both the old and the new array fit into the budget;
// after that it fills to 15/16 and then answers `full`. A search that gets `full` ends with
// MEMORY_LIMIT: nothing stored is lost and no allocation ever exceeds the budget.
//
// Key must have operator== and a member `std::uint64_t hash() const`.
template <class Key, class Value>
class Table {
 public:
  explicit Table(std::size_t budget_bytes, std::size_t first_slots = 1024) : budget_(budget_bytes) {
    const std::size_t most = floor_power_of_two(budget_ / sizeof(Slot));
    slots_.resize(std::min(floor_power_of_two(first_slots), most));
    peak_ = bytes();
  }

  // Looks `key` up and adds it with `value` if it is new; the pointer is to the stored value
  // (null if full), valid until the next insertion.
  std::pair<Insert, Value*> insert(const Key& key, const Value& value) {
    if (slots_.empty()) return {Insert::full, nullptr};
    std::size_t i = locate(slots_, key);
    if (slots_[i].used) return {Insert::found, &slots_[i].value};
    if (size_ >= limit() && !grow()) {
      if (size_ >= slots_.size() / 16 * 15) return {Insert::full, nullptr};
    }
    i = locate(slots_, key);
    slots_[i] = Slot{key, value, true};
    ++size_;
    return {Insert::added, &slots_[i].value};
  }

  const Value* find(const Key& key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[locate(slots_, key)];
    return slot.used ? &slot.value : nullptr;
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }
  std::size_t peak_bytes() const { return peak_; }

 private:
  struct Slot {
    Key key{};
    Value value{};
    bool used = false;
  };

  std::size_t limit() const { return slots_.size() / 4 * 3; }

  static std::size_t locate(const std::vector<Slot>& slots, const Key& key) {
    const std::size_t mask = slots.size() - 1;
    std::size_t i = key.hash() & mask;
    while (slots[i].used && !(slots[i].key == key)) i = (i + 1) & mask;
    return i;
  }

  bool grow() {
    const std::size_t wanted = slots_.size() * 2;
    if ((slots_.size() + wanted) * sizeof(Slot) > budget_) return false;
    std::vector<Slot> larger(wanted);
    peak_ = std::max(peak_, (slots_.size() + wanted) * sizeof(Slot));
    for (const Slot& slot : slots_)
      if (slot.used) larger[locate(larger, slot.key)] = slot;
    slots_.swap(larger);
    return true;
  }

  std::size_t budget_, size_ = 0, peak_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace gridproof
