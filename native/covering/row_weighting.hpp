// A local search for a given number of columns that cover all rows.
//
// Row weighting (C. Gao, X. Yao, T. Weise, J. Li, "An efficient local search heuristic with row
// weighting for the unicost set covering problem", EJOR 246, 2015): rows that stay uncovered gain
// weight until it pays to cover them. It finds good covers soon, but proves nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/random.hpp"
#include "covering/row.hpp"

namespace gridproof::covering {

class RowWeighting {
 public:
  explicit RowWeighting(std::uint32_t columns)
      : rows_of_(columns),
        score_(columns, 0),
        since_(columns, 0),
        place_(columns, out),
        may_enter_(columns, true),
        random_(1) {
    chosen_.reserve(columns);
  }

  // The columns that the last search has ended with.
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }

  // Steps in all so far.
  std::uint64_t steps() const { return now_; }

  std::size_t rows() const { return rows_.size(); }

  // Adds a row to cover; it is not empty.
  void add(RowPointer columns) {
    const auto row = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back({std::move(columns)});
    uncovered_.reserve(rows_.capacity());  // the search itself allocates nothing and cannot fail
    for (std::uint32_t q : rows_[row].columns->columns()) rows_of_[q].push_back(row);
    for (std::uint32_t q : chosen_) rows_[row].covered += rows_[row].columns->has(q);
    if (rows_[row].covered == 0) {
      uncovered_.push_back(row);
      reward(row, 1);
    } else if (rows_[row].covered == 1) {
      blame(row, -1);
    }
  }

  // Searches for a number of steps; returns true if `size` columns that cover all rows were found.
  // It goes on from where it was.
  bool find(std::uint32_t size, std::uint64_t steps, Ticker& ticker) {
    while (chosen_.size() > size && ticker.alive()) drop(least_missed());
    while (chosen_.size() < std::min<std::size_t>(size, score_.size()) && ticker.alive())
      take(best_outside());
    if (ticker.stop() != Stop::none) return false;
    for (std::uint64_t step = 0; !uncovered_.empty(); ++step) {
      if (chosen_.empty() || step == steps || !ticker.tick()) return false;
      exchange();
    }
    return true;
  }

 private:
  static constexpr std::uint32_t out = ~0u;
  struct WeightedRow {
    RowPointer columns;
    std::int64_t weight = 1;
    std::uint32_t covered = 0;  // the number of chosen columns that cover it
  };

  // A row that is not covered: it adds to the scores of the columns that would.
  void reward(std::uint32_t row, std::int64_t amount) {
    for (std::uint32_t q : rows_[row].columns->columns()) score_[q] += amount;
  }
  // A row that one chosen column covers alone.
  void blame(std::uint32_t row, std::int64_t amount) {
    for (std::uint32_t q : chosen_)
      if (rows_[row].columns->has(q)) score_[q] += amount;
  }

  void exchange() {
    ++now_;
    const std::uint32_t gone = least_missed();
    drop(gone);
    const std::uint32_t row =
        uncovered_.empty() ? out : uncovered_[random_.below(uncovered_.size())];
    const std::uint32_t in =
        row == out ? best_outside() : best_of(rows_[row].columns->columns(), gone);
    take(in);
    newest_ = in;
    for (std::uint32_t left : uncovered_) {
      ++rows_[left].weight;
      reward(left, 1);
    }
  }

  bool better(std::uint32_t a, std::uint32_t b) const {
    return b == out || score_[a] > score_[b] || (score_[a] == score_[b] && since_[a] < since_[b]);
  }
  std::uint32_t least_missed() const {
    std::uint32_t best = out;
    for (std::uint32_t q : chosen_)
      if ((q != newest_ || chosen_.size() == 1) && better(q, best)) best = q;
    return best;
  }
  std::uint32_t best_of(const std::vector<std::uint32_t>& columns, std::uint32_t but) {
    std::uint32_t best = out;
    for (std::uint32_t q : columns)
      if (may_enter_[q] && q != but && better(q, best)) best = q;
    return best == out ? columns[random_.below(columns.size())] : best;
  }
  std::uint32_t best_outside() const {
    std::uint32_t best = out;
    for (std::uint32_t q = 0; q < score_.size(); ++q)
      if (place_[q] == out && better(q, best)) best = q;
    return best;
  }

  void take(std::uint32_t q) {
    for (std::uint32_t row : rows_of_[q]) {
      WeightedRow& r = rows_[row];
      if (r.covered == 0) {
        reward(row, -r.weight);
        allow(row);
        uncovered_.erase(std::find(uncovered_.begin(), uncovered_.end(), row));
        score_[q] -= r.weight;  // from now on it is missed if this one goes
      } else if (r.covered == 1) {
        blame(row, r.weight);
      }
      ++r.covered;
    }
    place_[q] = static_cast<std::uint32_t>(chosen_.size());
    chosen_.push_back(q);
    since_[q] = now_;
  }

  void drop(std::uint32_t q) {
    chosen_[place_[q]] = chosen_.back();
    place_[chosen_.back()] = place_[q];
    chosen_.pop_back();
    place_[q] = out;
    for (std::uint32_t row : rows_of_[q]) {
      WeightedRow& r = rows_[row];
      if (--r.covered == 0) {
        score_[q] += r.weight;
        reward(row, r.weight);
        allow(row);
        uncovered_.push_back(row);
      } else if (r.covered == 1) {
        blame(row, -r.weight);
      }
    }
    since_[q] = now_;
    may_enter_[q] = false;
  }

  // Columns that just left may come back once something about their rows has changed.
  void allow(std::uint32_t row) {
    for (std::uint32_t q : rows_[row].columns->columns()) may_enter_[q] = true;
  }

  std::vector<WeightedRow> rows_;
  std::vector<std::vector<std::uint32_t>> rows_of_;  // by column
  std::vector<std::uint32_t> chosen_, uncovered_;
  std::vector<std::int64_t> score_;   // by column: weight gained by taking it, minus if chosen
  std::vector<std::uint64_t> since_;  // by column: the step at which it came or went
  std::vector<std::uint32_t> place_;  // by column: among the chosen ones
  std::vector<char> may_enter_;       // by column
  std::uint64_t now_ = 0;
  std::uint32_t newest_ = out;
  Random random_;
};

}  // namespace gridproof::covering
