// Bipartite matching: can each of some rows have a column of its own?
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridproof::matching {

// Augmenting paths, breadth first, over rows of bits. Most rows have a free column of their own,
// for which the free ones are kept as bits too.
class Bipartite {
 public:
  using Word = std::uint64_t;

  explicit Bipartite(std::size_t columns)
      : words_((columns + 63) / 64),
        seen_(words_),
        free_(words_),
        row_of_(columns),
        came_(columns) {}

  // rows[i]: the columns that row i may have, as the bits of as many words as they take.
  bool matches(const std::vector<const Word*>& rows) {
    begin(rows);
    for (std::uint32_t i = 0; i < rows.size(); ++i)
      if (!augment(i)) return false;
    return true;
  }

  // Returns the size of a largest matching.
  std::size_t most(const std::vector<const Word*>& rows) {
    begin(rows);
    std::size_t matched = 0;
    for (std::uint32_t i = 0; i < rows.size(); ++i) matched += augment(i);
    return matched;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  void begin(const std::vector<const Word*>& rows) {
    rows_ = &rows;
    column_of_.assign(rows.size(), none);
    std::fill(free_.begin(), free_.end(), ~Word{0});
  }

  bool augment(std::uint32_t root) {
    if (ends_at(root)) return true;
    std::fill(seen_.begin(), seen_.end(), 0);
    queue_.assign(1, root);
    for (std::size_t k = 0; k < queue_.size(); ++k) {
      const Word* row = (*rows_)[queue_[k]];
      for (std::size_t w = 0; w < words_; ++w) {
        for (Word left = row[w] & ~seen_[w]; left; left &= left - 1) {
          const std::size_t j = w * 64 + std::countr_zero(left);
          came_[j] = queue_[k];
          if (ends_at(row_of_[j])) return true;
          queue_.push_back(row_of_[j]);
        }
        seen_[w] |= row[w];
      }
    }
    return false;
  }

  // Flips the path that ends at a free column of row i, if there is one.
  bool ends_at(std::uint32_t i) {
    const Word* row = (*rows_)[i];
    for (std::size_t w = 0; w < words_; ++w)
      if (const Word some = row[w] & free_[w]) {
        const std::size_t j = w * 64 + std::countr_zero(some);
        free_[w] &= ~(some & -some);
        came_[j] = i;
        flip(j);
        return true;
      }
    return false;
  }

  // Gives every row of the path that ends at the free column j the column before.
  void flip(std::size_t j) {
    for (std::uint32_t next = static_cast<std::uint32_t>(j); next != none;) {
      const std::uint32_t i = came_[next], before = column_of_[i];
      row_of_[next] = i;
      column_of_[i] = next;
      next = before;
    }
  }

  std::size_t words_;
  const std::vector<const Word*>* rows_ = nullptr;
  std::vector<Word> seen_, free_;             // of columns
  std::vector<std::uint32_t> row_of_, came_;  // of a column; row_of_ only of those that are taken
  std::vector<std::uint32_t> column_of_;      // of a row
  std::vector<std::uint32_t> queue_;          // of rows
};

}  // namespace gridproof::matching
