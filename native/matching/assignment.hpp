// The cheapest assignment of rows to columns, and what it becomes when one row changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/limits.hpp"

namespace gridproof::matching {

// The cost of a pair: at most `max_cost`, or `no_pair`.
using Cost = std::uint16_t;
constexpr Cost max_cost = 1 << 14, no_pair = 0xffff;

// The Hungarian method with potentials, on as many columns as rows: u_i + v_j <= c_ij, equal where
// i is assigned to j. Any v starts it, with u_i = min_j (c_ij - v_j); the v of the costs before
// leaves few augmentations where they have not changed much.
//
// An augmentation only ever lowers v, so that from solve to solve they drift down, and not all
// alike. When one is below -drift, all start from 0 again. That keeps numbers apart from
// `infinite`: let S = drift be at least n * C, for n rows and costs up to C. At the start of a
// solve v is in [-S, 0]. Only columns that are assigned are lowered, and then they are joined to
// the column that comes in by at most n pairs of equalities, of which each changes v by at most C;
// that column is still as it was at the start. So v stays in [-2S, 0], u = c - v in [0, 3S], and
// the lengths of paths of finite costs, differences of sums of costs less u and v, in [0, 4S]. With
// an infinite cost a path has at least infinite - u > infinite - 3S. `infinite` / 2 is between
// them.
class Assignment {
 public:
  static constexpr std::size_t max_rows = 1024;
  static constexpr std::int32_t infinite = 1 << 28;

  explicit Assignment(std::size_t rows)
      : size_(rows),
        u_(rows),
        u_before_(rows),
        v_(rows),
        row_of_(rows),
        column_of_(rows),
        column_before_(rows),
        rows_(rows),
        rows_before_(rows),
        least_(rows),
        from_(rows),
        done_(rows) {}

  // The cost of the cheapest assignment; `infinite` if there is none. rows[i]: the costs of row i
  // by column; they have to stay where they are. If the ticker stops it, the result means nothing.
  std::int32_t solve(const std::vector<const Cost*>& rows, Ticker& ticker) {
    rows_ = rows;
    if (drifted()) std::fill(v_.begin(), v_.end(), 0);
    std::fill(row_of_.begin(), row_of_.end(), none);
    std::fill(column_of_.begin(), column_of_.end(), none);
    return complete(ticker);
  }

  // The same where many rows were among those of the solve before; they are known by where they
  // are, and found again if both are in ascending order. They keep their u and their column, since
  // v is still the same, and only the others are assigned.
  std::int32_t update(const std::vector<const Cost*>& rows, Ticker& ticker) {
    if (total_ >= infinite || drifted()) return solve(rows, ticker);
    rows_before_.swap(rows_);
    u_before_.swap(u_);
    column_before_.swap(column_of_);
    rows_ = rows;
    std::fill(row_of_.begin(), row_of_.end(), none);
    for (std::size_t i = 0, k = 0; i < size_; ++i) {
      while (k < size_ && rows_before_[k] < rows_[i]) ++k;
      column_of_[i] = none;
      if (k == size_ || rows_before_[k] != rows_[i]) continue;
      u_[i] = u_before_[k];
      assign(i, column_before_[k++]);
    }
    return complete(ticker);
  }

  // The potentials v of the columns; solve() or update() was the last call, and finite.
  const std::vector<std::int32_t>& column_prices() const { return v_; }

  // The time of one augmentation, or of one call of with(), in a ticker's short steps.
  std::size_t steps() const { return 1 + size_ * size_ / 1024; }

  // The cost if row i were `row` instead; solve() or update() was the last call, and finite. The
  // costs of all assignments of these rows differ by multiples of `gap`.
  //
  // Without i the rest stays assigned at lowest cost, and i's column is the only free one: the
  // cheapest way to bring i in is the shortest path of reassignments from i to that column. A path
  // that is known to be less than `gap` longer than that is as short.
  std::int32_t with(std::size_t i, const Cost* row, std::int32_t gap = 1) {
    const std::size_t free = column_of_[i];
    const std::int32_t shortest = set_out(row, 0);
    // Mostly the prices settle it.
    if (least_[free] < shortest + gap && shortest < infinite / 2)
      return total_ - rows_[i][free] + row[free];
    std::fill(done_.begin(), done_.end(), 0);
    for (std::size_t best = first_at(shortest);;) {
      if (best == none) return infinite;
      const std::int32_t distance = least_[best];
      if (least_[free] < distance + gap) return total_ - rows_[i][free] + least_[free] + v_[free];
      best = relax(best, distance);
    }
  }

  // For many rows in place of row i: leave(i), and then join(row) is the cost with each; solve() or
  // update() was the last call before leave(), and finite.
  //
  // The lengths of the shortest paths from the columns to i's (Dijkstra from there backwards) are
  // the same for all rows that may take its place.
  void leave(std::size_t i) {
    const std::size_t free = column_of_[i];
    without_ = total_ - rows_[i][free] + v_[free];
    std::fill(least_.begin(), least_.end(), infinite);
    std::fill(done_.begin(), done_.end(), 0);
    least_[free] = 0;
    for (std::size_t best = free; best != none; best = nearest()) {
      done_[best] = done;
      const std::int32_t distance = least_[best] - v_[best];
      for (std::size_t j = 0; j < size_; ++j) {
        const std::size_t k = row_of_[j];
        if (!done_[j]) least_[j] = std::min(least_[j], distance + cost(k, best) - u_[k]);
      }
    }
  }

  std::int32_t join(const Cost* row) const {
    std::int32_t least = infinite;
    for (std::size_t j = 0; j < size_; ++j)
      if (row[j] != no_pair) least = std::min(least, row[j] - v_[j] + least_[j]);
    return least < infinite / 2 ? without_ + least : infinite;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr std::int32_t done = std::numeric_limits<std::int32_t>::max();
  static constexpr std::int32_t drift = max_rows * max_cost;
  static_assert(drift <= infinite / 16);

  std::int32_t cost(std::size_t i, std::size_t j) const {
    return rows_[i][j] == no_pair ? infinite : rows_[i][j];
  }

  bool drifted() const {
    return std::any_of(v_.begin(), v_.end(), [](std::int32_t v) { return v < -drift; });
  }

  // Assigns the rows that have no column.
  std::int32_t complete(Ticker& ticker) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (column_of_[i] != none) continue;
      const std::int32_t least = set_out(rows_[i], 0);
      if (least >= infinite / 2) return total_ = infinite;
      u_[i] = least;
      std::size_t j = 0;
      while (j < size_ && (least_[j] != least || row_of_[j] != none)) ++j;
      if (j < size_) assign(i, j);
    }
    free_columns_.clear();
    for (std::size_t j = 0; j < size_; ++j)
      if (row_of_[j] == none) free_columns_.push_back(j);
    for (std::size_t i = 0; i < size_; ++i)
      if (column_of_[i] == none && !(ticker.going(steps()) && augment(i))) {
        std::fill(v_.begin(), v_.end(), 0);  // half an augmentation's potentials are of no use
        return total_ = infinite;
      }
    total_ = 0;
    for (std::size_t i = 0; i < size_; ++i) total_ += rows_[i][column_of_[i]];
    return total_;
  }

  void assign(std::size_t i, std::size_t j) {
    row_of_[j] = i;
    column_of_[i] = j;
  }

  // Sets the paths to the columns to one pair each, of a row with these costs less u; returns the
  // length of the shortest.
  std::int32_t set_out(const Cost* __restrict row, std::int32_t u) {
    const std::int32_t* __restrict const v = v_.data();
    std::int32_t* __restrict const least = least_.data();
    const std::size_t size = size_;
    std::int32_t shortest = infinite;
    for (std::size_t j = 0; j < size; ++j) {
      const std::int32_t length = (row[j] == no_pair ? infinite : row[j]) - u - v[j];
      least[j] = length;
      shortest = length < shortest ? length : shortest;
    }
    return shortest;
  }

  // Of the columns that are not done the one with the shortest path, if there is any.
  std::size_t nearest() const {
    std::int32_t distance = infinite / 2;
    for (std::size_t j = 0; j < size_; ++j) distance = std::min(distance, least_[j] | done_[j]);
    return first_at(distance);
  }

  // The first column that is not done at this distance; none if that is not finite.
  std::size_t first_at(std::int32_t distance) const {
    if (distance >= infinite / 2) return none;
    std::size_t j = 0;
    while ((least_[j] | done_[j]) != distance) ++j;
    return j;
  }

  // Column `best`, at this distance, is done: lengthens its path by the row that has it, and
  // returns the nearest() then. No path to a column that is done gets shorter so, since reduced
  // costs are not negative. Numbers of one size, apart from each other, are worked on several at a
  // time.
  std::size_t relax(std::size_t best, std::int32_t distance) {
    done_[best] = done;
    const auto k = static_cast<std::int32_t>(row_of_[best]);
    const Cost* __restrict const row = rows_[k];
    const std::int32_t before = distance - u_[k];
    std::int32_t nearest = infinite / 2;
    const std::int32_t* __restrict const v = v_.data();
    const std::int32_t* __restrict const done_here = done_.data();
    std::int32_t* __restrict const least = least_.data();
    std::int32_t* __restrict const from = from_.data();
    const std::size_t size = size_;
    for (std::size_t j = 0; j < size; ++j) {
      const std::int32_t cost = row[j] == no_pair ? infinite : row[j];
      const std::int32_t longer = before + cost - v[j], shortest = least[j];
      from[j] = longer < shortest ? k : from[j];
      least[j] = longer < shortest ? longer : shortest;
      const std::int32_t length = least[j] | done_here[j];
      nearest = length < nearest ? length : nearest;
    }
    return first_at(nearest);
  }

  // A free column at this distance, if there is one.
  std::size_t free_at(std::int32_t distance) const {
    for (const std::size_t j : free_columns_)
      if (least_[j] == distance) return j;
    return none;
  }

  // Finds a column for row i along a shortest path of reduced costs (Dijkstra over columns).
  // Columns as far away as the one it ends at keep their v, so it may end before they are done.
  bool augment(std::size_t i) {
    const std::int32_t shortest = set_out(rows_[i], u_[i]);
    std::fill(from_.begin(), from_.end(), static_cast<std::int32_t>(i));
    std::fill(done_.begin(), done_.end(), 0);
    for (std::size_t best = first_at(shortest);;) {
      if (best == none) return false;
      const std::int32_t distance = least_[best];
      if (row_of_[best] != none) {
        const std::size_t here = free_at(distance);
        if (here == none) {
          best = relax(best, distance);
          continue;
        }
        best = here;
      }
      for (std::size_t j = 0; j < size_; ++j)
        if (done_[j]) {
          v_[j] += least_[j] - distance;
          u_[row_of_[j]] += distance - least_[j];
        }
      u_[i] += distance;
      std::erase(free_columns_, best);
      for (std::size_t j = best; j != none;) {
        const auto k = static_cast<std::size_t>(from_[j]);
        const std::size_t before = column_of_[k];
        assign(k, j);
        j = k == i ? none : before;
      }
      return true;
    }
  }

  std::size_t size_;
  std::vector<std::int32_t> u_, u_before_, v_;
  std::vector<std::size_t> row_of_, column_of_, column_before_;  // of a column, of a row; or none
  std::vector<const Cost*> rows_, rows_before_;                  // and those of the solve before
  std::int32_t total_ = infinite, without_ = 0;
  std::vector<std::size_t> free_columns_;  // while rows are assigned
  std::vector<std::int32_t> least_;
  std::vector<std::int32_t> from_;  // the row before a column on its path
  std::vector<std::int32_t> done_;  // 0, or `done`, which no length is above
};

}  // namespace gridproof::matching
