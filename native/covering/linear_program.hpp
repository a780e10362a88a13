// The linear program of covering: the least cost of columns x >= 0 such that the columns of each
// row add up to its least sum. Rows are added and dropped as it goes.
//
// A dual simplex method with the inverse of the basis written out. The programs have one or two
// hundred rows and a few thousand columns, and are solved thousands of times, each from the optimum
// of one that differs by a row or two; that is where a program for all purposes spends its time on
// setting up. Nothing is concluded from its numbers but what prices.hpp proves from them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "covering/prices.hpp"
#include "covering/row.hpp"

namespace gridproof::covering {

class LinearProgram {
 public:
  enum class Status { optimal, above, infeasible, unfinished };

  // Costs of at least 0.
  explicit LinearProgram(std::vector<double> costs)
      : cost_(std::move(costs)), place_(cost_.size(), outside) {
    // Costs that differ a little: with equal ones most steps would gain nothing.
    for (std::uint32_t j = 0; j < cost_.size(); ++j)
      cost_[j] += spread * (j * 0x9e3779b1u >> 8) / (1 << 24);
    reduced_ = cost_;
  }

  const std::vector<RowPointer>& rows() const { return rows_; }
  double objective() const { return objective_; }
  std::size_t bytes() const {
    return (inverse_.size() + 4 * cost_.size() + 8 * rows_.size()) * sizeof(double) + row_bytes_;
  }

  // With costs of 1: an optimum that is seen to be above this is more than `most`, in spite of the
  // costs' spread and of rounding.
  static double clearly_above(std::uint32_t most) { return most * (1 + 4 * spread) + 1e-4; }

  // Adds rows; each one's surplus enters the basis.
  void add(const std::vector<RowPointer>& added) {
    const std::size_t old = rows_.size(), now = old + added.size();
    std::vector<double> wider(now * now, 0);
    for (std::size_t i = 0; i < old; ++i) std::copy_n(&inverse_[i * old], old, &wider[i * now]);
    for (std::size_t i = old; i < now; ++i) {
      const Row& row = *added[i - old];
      double* mine = &wider[i * now];
      double value = -row.least();
      for (std::uint32_t j : row.columns()) {
        if (place_[j] == outside) continue;
        const double* theirs = &wider[place_[j] * now];
        for (std::size_t r = 0; r < old; ++r) mine[r] += row.sign() * theirs[r];
        value += row.sign() * value_[place_[j]];
      }
      mine[i] = -1;
      rows_.push_back(added[i - old]);
      row_bytes_ += row.bytes();
      basis_.push_back(surplus | static_cast<std::uint32_t>(i));
      surplus_place_.push_back(static_cast<std::uint32_t>(i));
      price_.push_back(0);
      value_.push_back(value);
      norm_.push_back(square(mine, now));
    }
    inverse_ = std::move(wider);
  }

  // Drops rows with more slack than the given one. Their surplus is in the basis, so what is left
  // of the inverse is the inverse of what is left of the basis.
  void drop_loose(double spare) {
    std::vector<std::uint32_t> rows_kept, places_kept;
    std::vector<bool> goes(basis_.size(), false);
    for (std::uint32_t r = 0; r < rows_.size(); ++r) {
      const std::uint32_t place = surplus_place_[r];
      const bool loose = !rows_[r]->stays() && place != outside && value_[place] > spare;
      if (!loose) {
        rows_kept.push_back(r);
        continue;
      }
      goes[place] = true;
      row_bytes_ -= rows_[r]->bytes();
    }
    if (rows_kept.size() == rows_.size()) return;
    for (std::uint32_t i = 0; i < basis_.size(); ++i)
      if (!goes[i]) places_kept.push_back(i);
    const std::size_t old = rows_.size(), now = rows_kept.size();
    std::vector<double> inverse(now * now);
    std::vector<std::uint32_t> row_now(old, outside);
    for (std::uint32_t r = 0; r < now; ++r) row_now[rows_kept[r]] = r;
    for (std::uint32_t i = 0; i < now; ++i) {
      const std::size_t from = places_kept[i];  // never before i
      for (std::size_t r = 0; r < now; ++r)
        inverse[i * now + r] = inverse_[from * old + rows_kept[r]];
      value_[i] = value_[from];
      norm_[i] = square(&inverse[i * now], now);
      const std::uint32_t one = basis_[from];
      basis_[i] = one & surplus ? surplus | row_now[one & ~surplus] : one;
    }
    for (std::uint32_t r = 0; r < now; ++r) {
      rows_[r] = rows_[rows_kept[r]];
      price_[r] = price_[rows_kept[r]];
    }
    inverse_ = std::move(inverse);
    rows_.resize(now);
    price_.resize(now);
    value_.resize(now);
    norm_.resize(now);
    basis_.resize(now);
    surplus_place_.assign(now, outside);
    for (std::uint32_t i = 0; i < now; ++i)
      (basis_[i] & surplus ? surplus_place_[basis_[i] & ~surplus] : place_[basis_[i]]) = i;
  }

  // Solves, as far as `max_steps` and the ticker allow; `above`: the optimum is more than `limit`.
  Status solve(double limit, Ticker& ticker, std::uint64_t max_steps = ~std::uint64_t{0}) {
    find_objective();
    for (std::uint64_t step = 0;; ++step) {
      if (steps_ >= refresh) make_fresh();
      if (objective_ > limit) return Status::above;
      const std::size_t out = leaving();
      if (out == none) return Status::optimal;
      if (step == max_steps) return Status::unfinished;
      if (!ticker.going(effort())) return Status::unfinished;
      const double* rho = &inverse_[out * rows_.size()];
      find_alpha(rho);
      const std::uint32_t in = entering(rho);
      if (in != outside) {
        pivot(out, in);
      } else if (steps_ > 0) {
        make_fresh();
      } else {
        ray_.assign(rho, rho + rows_.size());
        return Status::infeasible;
      }
    }
  }

  // The columns above 0, and how much of each.
  std::vector<std::pair<std::uint32_t, double>> solution() const {
    std::vector<std::pair<std::uint32_t, double>> found;
    for (std::size_t i = 0; i < basis_.size(); ++i)
      if (!(basis_[i] & surplus) && value_[i] > 1e-7) found.emplace_back(basis_[i], value_[i]);
    std::sort(found.begin(), found.end());
    return found;
  }

  // With costs of 1: whether the prices prove that each solution comes to more than `most`. After
  // `infeasible`, prices may go along the ray as far as one likes.
  bool proves(std::uint32_t most, Status status, WholePrices* proof = nullptr) const {
    std::vector<double> prices = price_;
    if (status == Status::infeasible) {
      double gain = 0;
      for (std::size_t r = 0; r < rows_.size(); ++r) gain -= ray_[r] * rows_[r]->least();
      if (gain <= 0) return false;
      for (std::size_t r = 0; r < rows_.size(); ++r) prices[r] -= (most + 1.5) / gain * ray_[r];
    }
    return prices_prove(rows_, prices, cost_.size(), most, proof);
  }

 private:
  static constexpr std::uint32_t outside = ~0u, surplus = 1u << 31;
  static constexpr std::size_t none = ~std::size_t{0};
  static constexpr double spread = 2e-6, infeasible = 1e-7, smallest_pivot = 1e-7;
  static constexpr std::uint64_t refresh = 300;  // steps until everything is worked out anew

  // Sums in four parts: the processor adds them side by side.
  static double square(const double* row, std::size_t n) {
    double total[4] = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4)
      for (std::size_t k = 0; k < 4; ++k) total[k] += row[i + k] * row[i + k];
    for (; i < n; ++i) total[0] += row[i] * row[i];
    return (total[0] + total[1]) + (total[2] + total[3]);
  }

  // Subtracts a row times a factor; the square of what is left.
  static double subtract_and_square(double* from, const double* row, double times, std::size_t n) {
    double total[4] = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4)
      for (std::size_t k = 0; k < 4; ++k) {
        from[i + k] -= times * row[i + k];
        total[k] += from[i + k] * from[i + k];
      }
    for (; i < n; ++i) {
      from[i] -= times * row[i];
      total[0] += from[i] * from[i];
    }
    return (total[0] + total[1]) + (total[2] + total[3]);
  }

  // A step goes over all columns of the basis's inverse, so large programs look at each.
  std::size_t effort() const { return 64 + inverse_.size() / 1024; }

  void find_objective() {
    objective_ = 0;
    for (std::size_t i = 0; i < basis_.size(); ++i)
      if (!(basis_[i] & surplus)) objective_ += cost_[basis_[i]] * value_[i];
  }

  // The place in the basis that is furthest below 0 (dual steepest edge).
  std::size_t leaving() const {
    std::size_t best = none;
    double most = 0;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      if (value_[i] >= -infeasible || value_[i] * value_[i] <= most * norm_[i]) continue;
      most = value_[i] * value_[i] / norm_[i];
      best = i;
    }
    return best;
  }

  // A row of the inverse times each column.
  void find_alpha(const double* rho) {
    alpha_.assign(cost_.size(), 0);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (std::abs(rho[r]) < 1e-12) continue;
      const double add = rho[r] * rows_[r]->sign();
      for (std::uint32_t j : rows_[r]->columns()) alpha_[j] += add;
    }
  }

  // Of the columns and surpluses whose ratio is the least, or nearly, the one with the largest
  // pivot.
  std::uint32_t entering(const double* rho) const {
    constexpr double nearly = 1e-9;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t j = 0; j < cost_.size(); ++j)
      if (alpha_[j] < -smallest_pivot && place_[j] == outside)
        least = std::min(least, (reduced_[j] + nearly) / -alpha_[j]);
    for (std::uint32_t r = 0; r < rows_.size(); ++r)
      if (rho[r] > smallest_pivot && surplus_place_[r] == outside)
        least = std::min(least, (price_[r] + nearly) / rho[r]);
    std::uint32_t best = outside;
    double largest = smallest_pivot;
    for (std::uint32_t j = 0; j < cost_.size(); ++j)
      if (-alpha_[j] > largest && place_[j] == outside && reduced_[j] <= least * -alpha_[j]) {
        largest = -alpha_[j];
        best = j;
      }
    for (std::uint32_t r = 0; r < rows_.size(); ++r)
      if (rho[r] > largest && surplus_place_[r] == outside && price_[r] <= least * rho[r]) {
        largest = rho[r];
        best = surplus | r;
      }
    return best;
  }

  void pivot(std::size_t out, std::uint32_t in) {
    const std::size_t m = rows_.size();
    double* pivot_row = &inverse_[out * m];
    express(in);
    const double by = column_[out];
    const double step = std::max(0.0, in & surplus ? price_[in & ~surplus] : reduced_[in]) / -by;
    for (std::size_t j = 0; j < cost_.size(); ++j) reduced_[j] += step * alpha_[j];
    for (std::size_t r = 0; r < m; ++r) price_[r] -= step * pivot_row[r];
    objective_ -= step * value_[out];
    const std::uint32_t gone = basis_[out];
    (gone & surplus ? surplus_place_[gone & ~surplus] : place_[gone]) = outside;
    (gone & surplus ? price_[gone & ~surplus] : reduced_[gone]) = step;
    (in & surplus ? surplus_place_[in & ~surplus] : place_[in]) = static_cast<std::uint32_t>(out);
    (in & surplus ? price_[in & ~surplus] : reduced_[in]) = 0;
    basis_[out] = in;
    for (std::size_t r = 0; r < m; ++r) pivot_row[r] /= by;
    value_[out] /= by;
    norm_[out] /= by * by;
    for (std::size_t i = 0; i < m; ++i) {
      const double times = column_[i];
      if (i == out || std::abs(times) < 1e-14) continue;
      double* row = &inverse_[i * m];
      norm_[i] = subtract_and_square(row, pivot_row, times, m);
      value_[i] -= times * value_[out];
    }
    ++steps_;
  }

  // Puts what enters, in terms of the basis, into `column_`.
  void express(std::uint32_t in) {
    const std::size_t m = rows_.size();
    column_.assign(m, 0);
    if (in & surplus) {
      for (std::size_t i = 0; i < m; ++i) column_[i] = -inverse_[i * m + (in & ~surplus)];
      return;
    }
    nonzero_.clear();
    for (std::size_t r = 0; r < m; ++r)
      if (const int times = rows_[r]->times(in)) nonzero_.emplace_back(r, times * rows_[r]->sign());
    for (std::size_t i = 0; i < m; ++i)
      for (const auto& [r, sign] : nonzero_) column_[i] += sign * inverse_[i * m + r];
  }

  // Works everything out anew from what is in the basis.
  void make_fresh() {
    const std::size_t m = rows_.size();
    invert();
    price_.assign(m, 0);
    for (std::size_t i = 0; i < m; ++i) {
      const double* row = &inverse_[i * m];
      value_[i] = 0;
      for (std::size_t r = 0; r < m; ++r) value_[i] += row[r] * rows_[r]->least();
      norm_[i] = square(row, m);
      if (basis_[i] & surplus) continue;
      for (std::size_t r = 0; r < m; ++r) price_[r] += cost_[basis_[i]] * row[r];
    }
    reduced_ = cost_;
    for (std::size_t r = 0; r < m; ++r) {
      if (surplus_place_[r] != outside) price_[r] = 0;
      for (std::uint32_t j : rows_[r]->columns()) reduced_[j] -= rows_[r]->sign() * price_[r];
    }
    find_objective();
    steps_ = 0;
  }

  // Works out the inverse. With the tight rows (no surplus of theirs is in the basis) and the
  // columns first, the basis is [T 0; L -1], and its inverse [1/T 0; L/T -1]: to eliminate in T is
  // enough.
  void invert() {
    const std::size_t m = rows_.size();
    std::vector<std::uint32_t> tight, place_of;  // rows, and places of columns
    std::vector<std::uint32_t> number(m);        // by place, of a column
    for (std::uint32_t r = 0; r < m; ++r)
      if (surplus_place_[r] == outside) tight.push_back(r);
    for (std::uint32_t i = 0; i < m; ++i) {
      if (basis_[i] & surplus) continue;
      number[i] = static_cast<std::uint32_t>(place_of.size());
      place_of.push_back(i);
    }
    const std::size_t k = tight.size();
    std::vector<double> left(k * k, 0), right(k * k, 0);
    for (std::size_t i = 0; i < k; ++i) {
      const Row& row = *rows_[tight[i]];
      right[i * k + i] = 1;
      for (std::uint32_t j : row.columns())
        if (place_[j] != outside) left[i * k + number[place_[j]]] += row.sign();
    }
    auto subtract = [](double* from, const double* row, double times, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) from[i] -= times * row[i];
    };
    std::vector<bool> used(k, false);
    std::vector<std::size_t> row_of(k);
    for (std::size_t c = 0; c < k; ++c) {
      std::size_t best = none;
      for (std::size_t r = 0; r < k; ++r)
        if (!used[r] && (best == none || std::abs(left[r * k + c]) > std::abs(left[best * k + c])))
          best = r;
      used[best] = true;
      row_of[c] = best;
      const double by = left[best * k + c];
      for (std::size_t i = c; i < k; ++i) left[best * k + i] /= by;
      for (std::size_t i = 0; i < k; ++i) right[best * k + i] /= by;
      for (std::size_t r = 0; r < k; ++r) {
        const double times = left[r * k + c];
        if (r == best || times == 0) continue;
        subtract(&left[r * k + c], &left[best * k + c], times, k - c);
        subtract(&right[r * k], &right[best * k], times, k);
      }
    }
    inverse_.assign(m * m, 0);
    for (std::size_t c = 0; c < k; ++c)
      for (std::size_t i = 0; i < k; ++i)
        inverse_[place_of[c] * m + tight[i]] = right[row_of[c] * k + i];
    for (std::size_t r = 0; r < m; ++r) {
      if (surplus_place_[r] == outside) continue;
      double* mine = &inverse_[surplus_place_[r] * m];
      mine[r] = -1;
      for (std::uint32_t j : rows_[r]->columns()) {
        if (place_[j] == outside) continue;
        const double* row = &right[row_of[number[place_[j]]] * k];
        for (std::size_t i = 0; i < k; ++i) mine[tight[i]] += rows_[r]->sign() * row[i];
      }
    }
  }

  std::vector<double> cost_, reduced_;  // by column
  std::vector<std::uint32_t> place_;    // by column: in the basis, or `outside`
  std::vector<RowPointer> rows_;
  std::size_t row_bytes_ = 0;                 // of rows that other programs may have, too
  std::vector<std::uint32_t> surplus_place_;  // by row
  std::vector<double> price_;                 // by row
  std::vector<std::uint32_t> basis_;          // by place: a column, or `surplus` and a row
  std::vector<double> value_, norm_;          // by place; norm: of the row of the inverse
  std::vector<double> inverse_;               // place * rows + row
  double objective_ = 0;
  std::uint64_t steps_ = 0;  // since all was worked out anew
  // Scratch
  std::vector<double> alpha_, column_, ray_;
  std::vector<std::pair<std::size_t, int>> nonzero_;
};

}  // namespace gridproof::covering
