// The proof by prices of rows, in whole numbers: rounding can cost time, but not truth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/compiler.hpp"
#include "covering/row.hpp"

namespace gridproof::covering {

// Prices of rows and of the cap on what columns come to together, in a unit of their own.
struct WholePrices {
  std::vector<std::int64_t> of_rows;
  std::int64_t of_cap = 0;
};

// Tests whether the prices prove that columns of at least 0 that satisfy all rows come to more than
// `most` together. Prices of at least 0 (others are left out) that come to at most 1 on each column
// are worth no more than the columns come to; here both are summed in whole numbers, and sums that
// 64 bits do not hold prove nothing. The whole numbers are put into `proof`, if that is given.
inline bool prices_prove(const std::vector<RowPointer>& rows, const std::vector<double>& prices,
                         std::size_t columns, std::uint32_t most, WholePrices* proof = nullptr) {
  constexpr double unit = 1 << 30, too_dear = 1 << 20;
  std::vector<std::int64_t> on_column(columns, 0);
  std::int64_t worth = 0, gained = 0, needed = 0;
  if (proof) proof->of_rows.assign(rows.size(), 0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!(prices[r] > 0)) continue;
    if (prices[r] > too_dear) return false;
    const auto price = static_cast<std::int64_t>(prices[r] * unit);
    if (proof) proof->of_rows[r] = price;
    if (multiply_overflows(price, rows[r]->least(), &gained) ||
        add_overflows(worth, gained, &worth))
      return false;
    for (std::uint32_t j : rows[r]->columns())
      if (add_overflows(on_column[j], rows[r]->sign() * price, &on_column[j])) return false;
  }
  // All prices divided by the heaviest column's: at most 1 on each.
  auto heaviest = static_cast<std::int64_t>(unit);
  for (std::int64_t total : on_column) heaviest = std::max(heaviest, total);
  if (proof) proof->of_cap = heaviest;
  return !multiply_overflows(heaviest, std::int64_t{most}, &needed) && worth > needed;
}

}  // namespace gridproof::covering
