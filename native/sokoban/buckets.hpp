// An open list for small whole costs: lowest first value, then lowest second value, then newest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace gridproof::sokoban {

class Buckets {
 public:
  using Rank = std::pair<std::uint32_t, std::uint32_t>;

  void push(Rank rank, std::uint32_t node) {
    if (rank.first >= rows_.size()) rows_.resize(rank.first + 1);
    Row& row = rows_[rank.first];
    if (rank.second >= row.heads.size()) {
      heads_ += rank.second + 1 - row.heads.size();
      row.heads.resize(rank.second + 1, none);
    }
    const std::uint32_t entry = take();
    at(entry) = {node, row.heads[rank.second]};
    row.heads[rank.second] = entry;
    row.lowest = row.size++ == 0 ? rank.second : std::min(row.lowest, rank.second);
    lowest_ = size_++ == 0 ? rank.first : std::min(lowest_, rank.first);
  }

  // The lowest rank; not for an empty list.
  Rank lowest() {
    while (rows_[lowest_].size == 0) ++lowest_;
    Row& row = rows_[lowest_];
    while (row.heads[row.lowest] == none) ++row.lowest;
    return {lowest_, row.lowest};
  }

  std::uint32_t pop() {
    const Rank rank = lowest();
    Row& row = rows_[rank.first];
    const std::uint32_t entry = row.heads[rank.second];
    const auto [node, next] = at(entry);
    row.heads[rank.second] = next;
    at(entry).next = spare_;
    spare_ = entry;
    --row.size;
    --size_;
    return node;
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const {
    return chunks_.size() * chunk * sizeof(Entry) + rows_.size() * sizeof(Row) +
           heads_ * sizeof(std::uint32_t);
  }

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

  Entry& at(std::uint32_t entry) { return chunks_[entry / chunk][entry % chunk]; }

  std::uint32_t take() {
    if (spare_ != none) {
      const std::uint32_t entry = spare_;
      spare_ = at(entry).next;
      return entry;
    }
    if (made_ % chunk == 0) chunks_.push_back(std::make_unique<Entry[]>(chunk));
    return made_++;
  }

  std::vector<Row> rows_;
  std::vector<std::unique_ptr<Entry[]>> chunks_;
  std::size_t size_ = 0, heads_ = 0;
  std::uint32_t lowest_ = 0, made_ = 0, spare_ = none;
};

}  // namespace gridproof::sokoban
