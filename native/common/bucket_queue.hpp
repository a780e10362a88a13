// An open list for small whole costs: lowest first value, then lowest second value, then newest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/compiler.hpp"

namespace gridproof {

class BucketQueue {
 public:
  using Rank = std::pair<std::uint32_t, std::uint32_t>;

  explicit BucketQueue(std::size_t budget_bytes) : budget_(budget_bytes) {}

  // Another budget from now on; what there is stays.
  void let(std::size_t budget_bytes) { budget_ = budget_bytes; }

  // False if there is no room left.
  [[nodiscard]] bool push(Rank rank, std::uint32_t node) {
    if (rank.first >= rows_.size() && !grow(rows_, rank.first, Row{})) return false;
    Row& row = rows_[rank.first];
    if (rank.second >= row.heads.size() && !grow(row.heads, rank.second, none)) return false;
    if (spare_ == none && made_ % chunk == 0) {
      if (!fits(chunk * sizeof(Entry))) return false;
      chunks_.push_back(std::make_unique<Entry[]>(chunk));
      bytes_ += chunk * sizeof(Entry);
    }
    const std::uint32_t entry = take();
    at(entry) = {node, row.heads[rank.second]};
    row.heads[rank.second] = entry;
    row.lowest = row.size++ == 0 ? rank.second : std::min(row.lowest, rank.second);
    lowest_ = size_++ == 0 ? rank.first : std::min(lowest_, rank.first);
    return true;
  }

  // The lowest rank; not for an empty list.
  Rank lowest() {
    while (rows_[lowest_].size == 0) ++lowest_;
    Row& row = rows_[lowest_];
    while (row.heads[row.lowest] == none) ++row.lowest;
    return {lowest_, row.lowest};
  }

  // The node that pop() takes.
  std::uint32_t top() {
    const Rank rank = lowest();
    return at(rows_[rank.first].heads[rank.second]).node;
  }

  std::uint32_t pop() {
    const Rank rank = lowest();
    Row& row = rows_[rank.first];
    const std::uint32_t entry = row.heads[rank.second];
    const auto [node, next] = at(entry);
    row.heads[rank.second] = next;
    if (next != none) prefetch_memory(&at(next));
    at(entry).next = spare_;
    spare_ = entry;
    --row.size;
    --size_;
    return node;
  }

  bool empty() const { return size_ == 0; }
  std::size_t bytes() const { return bytes_; }
  std::size_t peak_bytes() const { return peak_; }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t chunk = 1 << 10;

  // Each bucket is a list; entries that were popped are used again.
  struct Entry {
    std::uint32_t node, next;
  };
  struct Row {
    std::vector<std::uint32_t> heads;
    std::size_t size = 0;
    std::uint32_t lowest = 0;
  };

  // Tests whether `more` bytes can be taken, for a while at least.
  bool fits(std::size_t more) {
    if (bytes_ + more > budget_) return false;
    peak_ = std::max(peak_, bytes_ + more);
    return true;
  }

  // Makes room for an index; it doubles where it can, and the old one is there meanwhile.
  template <class T>
  bool grow(std::vector<T>& list, std::size_t index, const T& filling) {
    const std::size_t before = list.capacity();
    if (index >= before) {
      const std::size_t wanted = std::max(index + 1, before * 2);
      if (!fits(wanted * sizeof(T))) return false;
      list.reserve(wanted);
      bytes_ += (list.capacity() - before) * sizeof(T);
    }
    list.resize(index + 1, filling);
    return true;
  }

  Entry& at(std::uint32_t entry) { return chunks_[entry / chunk][entry % chunk]; }

  std::uint32_t take() {
    if (spare_ != none) {
      const std::uint32_t entry = spare_;
      spare_ = at(entry).next;
      return entry;
    }
    return made_++;
  }

  std::vector<Row> rows_;
  std::vector<std::unique_ptr<Entry[]>> chunks_;
  std::size_t budget_, bytes_ = 0, peak_ = 0, size_ = 0;
  std::uint32_t lowest_ = 0, made_ = 0, spare_ = none;
};

}  // namespace gridproof
