// A row of a covering program.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace gridproof::covering {

// `sign` times the sum of the columns is at least `least`. A column that counts more than once is
// listed as often.
class Row {
 public:
  Row(std::vector<std::uint32_t> columns, int sign, int least, bool stays)
      : columns_(std::move(columns)), sign_(sign), least_(least), stays_(stays) {
    bits_.resize(columns_.empty() ? 0 : columns_.back() / 64 + 1);
    for (std::uint32_t j : columns_) {
      if (has(j)) {
        repeated_.resize(bits_.size());
        repeated_[j / 64] |= std::uint64_t{1} << (j % 64);
      }
      bits_[j / 64] |= std::uint64_t{1} << (j % 64);
    }
  }

  const std::vector<std::uint32_t>& columns() const { return columns_; }  // never decreasing
  bool has(std::uint32_t j) const {
    return j / 64 < bits_.size() && (bits_[j / 64] >> (j % 64) & 1) != 0;
  }
  // The number of times that a column counts.
  int times(std::uint32_t j) const {
    if (!has(j)) return 0;
    if (repeated_.empty() || (repeated_[j / 64] >> (j % 64) & 1) == 0) return 1;
    const auto [first, last] = std::equal_range(columns_.begin(), columns_.end(), j);
    return static_cast<int>(last - first);
  }
  int sign() const { return sign_; }
  int least() const { return least_; }
  bool stays() const { return stays_; }  // is not dropped for having room
  std::size_t bytes() const {
    return columns_.size() * sizeof(std::uint32_t) +
           (bits_.size() + repeated_.size()) * sizeof(std::uint64_t);
  }

 private:
  std::vector<std::uint32_t> columns_;
  std::vector<std::uint64_t> bits_, repeated_;  // repeated: those that count more than once
  int sign_, least_;
  bool stays_;
};

using RowPointer = std::shared_ptr<const Row>;

}  // namespace gridproof::covering
