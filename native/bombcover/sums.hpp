// Rows that follow from those of sets: sums of them, halved and rounded up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "covering/half_sums.hpp"
#include "covering/row.hpp"

namespace gridproof::bombcover {

// Makes them; those that a proof may name are kept.
class Sums {
 public:
  // In proofs the numbers of sums begin here; those of sets begin at 0.
  static constexpr std::int64_t first = std::int64_t{1} << 32;

  explicit Sums(bool recording) : recording_(recording) {}

  const std::vector<covering::RowPointer>& rows() const { return rows_; }
  // The numbers of the sets that a sum is made of.
  const std::vector<std::int64_t>& parts(std::size_t sum) const { return parts_[sum]; }
  std::size_t bytes() const { return bytes_; }

  // Half the sum of these rows of sets, whose numbers count where proofs are recorded.
  covering::RowPointer make(const std::vector<covering::RowPointer>& rows,
                            std::vector<std::int64_t> numbers) {
    covering::RowPointer sum = covering::half_sum(rows);
    if (recording_) {
      bytes_ += 2 * (sum->bytes() + numbers.size() * sizeof(numbers[0]));
      rows_.push_back(sum);
      parts_.push_back(std::move(numbers));
    }
    return sum;
  }

 private:
  bool recording_;
  std::vector<covering::RowPointer> rows_;
  std::vector<std::vector<std::int64_t>> parts_;  // by sum
  std::size_t bytes_ = 0;
};

}  // namespace gridproof::bombcover
