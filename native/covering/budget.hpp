// Covers within a budget: all rows by a limited number of columns, when prices of the rows leave
// little room ("A budget" in docs/explanation/bombcover-solver.md).
//
// Prices of at least 0 come to at most 1 on each column. The cost of a column beyond the prices of
// its rows, and each row that is covered a second time, use up a part of the budget: what the
// columns may cost beyond all prices together. Rows that are not covered yet fall apart into parts
// that share no column; a part whose prices are no whole number wastes what is missing to one. All
// of it is counted in whole numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/limits.hpp"

namespace gridproof::covering {

class Budget {
 public:
  enum class Outcome { covered, none, paused, stopped };
  using Numbers = std::vector<std::uint32_t>;

  // `one`: the price of a column, in the unit of the rows' prices. Throws std::invalid_argument for
  // prices that are no bound.
  Budget(std::uint32_t columns, const std::vector<Numbers>& rows,
         const std::vector<std::int64_t>& prices, std::int64_t one, std::uint32_t most)
      : rows_(rows),
        price_(prices),
        one_(one),
        rows_of_(columns),
        state_(columns, State::free),
        excess_(columns, one),
        covered_(rows.size(), 0),
        choices_(rows.size(), 0),
        weight_(rows.size(), 1),
        seen_(rows.size(), 0),
        open_(rows.size()) {
    constexpr std::int64_t large = std::int64_t{1} << 40;
    std::int64_t total = 0;
    if (one <= 0 || one > large) throw std::invalid_argument("a price of a column");
    for (std::uint32_t r = 0; r < rows_.size(); ++r) {
      if (price_[r] < 0 || price_[r] > one) throw std::invalid_argument("a price of a row");
      total += price_[r];
      if (price_[r] == 0) unpriced_.push_back(r);
      choices_[r] = static_cast<std::uint32_t>(rows_[r].size());
      for (std::uint32_t s : rows_[r]) {
        rows_of_[s].push_back(r);
        excess_[s] -= price_[r];
      }
    }
    for (std::int64_t excess : excess_)
      if (excess < 0) throw std::invalid_argument("a column whose rows are dearer than it");
    left_ = one * most - total;
  }

  // Has the tree of the search written down, in preorder: a column that is first taken, then left
  // out, or `closed`.
  static constexpr std::int64_t closed = -1;
  void record(std::vector<std::int64_t>& tree) { tree_ = &tree; }

  // The columns of the cover that was found.
  const Numbers& cover() const { return cover_; }

  // Searches up to a number of nodes.
  Outcome run(std::uint64_t nodes, Ticker& ticker) {
    ticker_ = &ticker;
    if (left_ < 0) return Outcome::none;
    exclude_dear();
    for (std::uint32_t r = 0; r < rows_.size(); ++r)
      if (choices_[r] == 1) units_.push_back(r);
    if (!settle(0)) return ended(Outcome::none);
    std::vector<std::pair<std::size_t, std::uint32_t>> path;  // places in the trail, and choices
    for (std::uint64_t node = 0;; ++node) {
      if (node == nodes) return Outcome::paused;
      if (!ticker.tick()) return Outcome::stopped;
      bool going = probe();
      if (ticker.stop() != Stop::none) return Outcome::stopped;
      if (going && open_ == 0) {
        for (std::uint32_t s = 0; s < state_.size(); ++s)
          if (state_[s] == State::in) cover_.push_back(s);
        return Outcome::covered;
      }
      if (going) {
        const std::uint32_t column = choose();
        path.emplace_back(trail_.size(), column);
        if (tree_) tree_->push_back(column);
        going = take(column) && settle(path.back().first);
      }
      while (!going) {
        if (ticker.stop() != Stop::none) return Outcome::stopped;
        if (tree_) tree_->push_back(closed);
        if (path.empty()) return Outcome::none;
        const auto [mark, column] = path.back();
        path.pop_back();
        undo(mark);
        going = exclude(column) && settle(mark);
      }
    }
  }

 private:
  enum class State : std::uint8_t { free, in, out };

  Outcome ended(Outcome outcome) const {
    return ticker_->stop() == Stop::none ? outcome : Outcome::stopped;
  }

  // Takes a column; false: that is not within the budget.
  bool take(std::uint32_t s) {
    state_[s] = State::in;
    trail_.push_back(s);
    left_ -= excess_[s];
    if (excess_[s] > 0) narrower_ = true;
    for (std::uint32_t r : rows_of_[s]) {
      --choices_[r];
      if (covered_[r]++ > 0) continue;
      --open_;
      if (price_[r] == 0) continue;
      for (std::uint32_t other : rows_[r])
        if (state_[other] == State::free) {
          excess_[other] += price_[r];
          if (excess_[other] > left_) dear_.push_back(other);
        }
    }
    return left_ >= 0;
  }

  // Leaves a column out; false: some row cannot be covered any more.
  bool exclude(std::uint32_t s) {
    state_[s] = State::out;
    trail_.push_back(s);
    bool possible = true;
    for (std::uint32_t r : rows_of_[s]) {
      --choices_[r];
      if (covered_[r] > 0 || choices_[r] > 1) continue;
      if (choices_[r] == 1) {
        units_.push_back(r);
      } else {
        possible = false;
        ++weight_[r];
      }
    }
    return possible;
  }

  void undo(std::size_t mark) {
    units_.clear();
    dear_.clear();
    narrower_ = false;
    while (trail_.size() > mark) {
      const std::uint32_t s = trail_.back();
      trail_.pop_back();
      for (std::size_t i = rows_of_[s].size(); i-- > 0;) {
        const std::uint32_t r = rows_of_[s][i];
        ++choices_[r];
        if (state_[s] == State::out || --covered_[r] > 0) continue;
        ++open_;
        if (price_[r] == 0) continue;
        for (std::uint32_t other : rows_[r])
          if (state_[other] == State::free) excess_[other] -= price_[r];
      }
      if (state_[s] == State::in) left_ += excess_[s];
      state_[s] = State::free;
    }
  }

  void exclude_dear() {
    for (std::uint32_t s = 0; s < state_.size(); ++s)
      if (state_[s] == State::free && excess_[s] > left_) dear_.push_back(s);
    narrower_ = false;
  }

  // Does what follows from what was taken and left out since `mark`; false: a contradiction.
  bool settle(std::size_t mark) {
    while (!units_.empty() || !dear_.empty() || narrower_) {
      if (!ticker_->going(8)) return false;
      if (!dear_.empty()) {
        const std::uint32_t s = dear_.back();
        dear_.pop_back();
        if (state_[s] == State::free && !exclude(s)) return false;
      } else if (narrower_) {
        exclude_dear();
      } else {
        const std::uint32_t r = units_.back();
        units_.pop_back();
        if (covered_[r] > 0) continue;
        const auto& row = rows_[r];
        const auto s = std::find_if(row.begin(), row.end(),
                                    [&](std::uint32_t q) { return state_[q] == State::free; });
        if (s == row.end() || !take(*s)) {
          ++weight_[r];
          return false;
        }
      }
    }
    return wasted(mark) <= left_;
  }

  // Returns the least waste of the parts touched since `mark`.
  std::int64_t wasted(std::size_t mark) {
    ++now_;
    std::int64_t total = 0;
    for (std::size_t i = mark; i < trail_.size() && total <= left_; ++i)
      for (std::uint32_t r : rows_of_[trail_[i]]) total += wasted_around(r);
    if (mark == 0)
      for (std::uint32_t r = 0; r < rows_.size(); ++r) total += wasted_around(r);
    return total;
  }

  // Returns the waste of the part of this row, unless it was looked at already.
  std::int64_t wasted_around(std::uint32_t row) {
    if (!starts_part(row)) return 0;
    std::int64_t sum = 0;
    part_.assign(1, row);
    seen_[row] = now_;
    while (!part_.empty()) {
      const std::uint32_t r = part_.back();
      part_.pop_back();
      sum += price_[r];
      ticker_->going();
      for (std::uint32_t s : rows_[r]) {
        if (state_[s] != State::free) continue;
        for (std::uint32_t next : rows_of_[s])
          if (starts_part(next)) {
            seen_[next] = now_;
            part_.push_back(next);
          }
      }
    }
    return (one_ - sum % one_) % one_;
  }
  bool starts_part(std::uint32_t row) const {
    return covered_[row] == 0 && price_[row] > 0 && seen_[row] != now_;
  }

  // Tries each column of rows without a price, if they are few and so what makes it hard; false:
  // a contradiction.
  bool probe() {
    if (!few_unpriced()) return true;
    for (std::uint32_t r : unpriced_) {
      if (covered_[r] > 0) continue;
      for (std::size_t i = 0; i < rows_[r].size() && covered_[r] == 0; ++i) {
        const std::uint32_t s = rows_[r][i];
        if (state_[s] != State::free) continue;
        const std::size_t mark = trail_.size();
        const bool possible = take(s) && settle(mark);
        undo(mark);
        if (ticker_->stop() != Stop::none) return false;
        if (!possible && !(exclude(s) && settle(mark))) {
          ++weight_[r];
          return false;
        }
      }
    }
    return true;
  }

  bool few_unpriced() const { return unpriced_.size() * 8 <= rows_.size(); }

  // The column to try next: of one of few rows without a price, or else of a row with few
  // choices, the cheapest one.
  std::uint32_t choose() const {
    std::uint32_t best = 0;
    bool any = false;
    const bool few = few_unpriced();
    auto better = [&](std::uint32_t a, std::uint32_t b) {
      if (few && (price_[a] == 0) != (price_[b] == 0)) return price_[a] == 0;
      return std::uint64_t{choices_[a]} * weight_[b] < std::uint64_t{choices_[b]} * weight_[a];
    };
    for (std::uint32_t r = 0; r < rows_.size(); ++r)
      if (covered_[r] == 0 && (!any || better(r, best))) {
        best = r;
        any = true;
      }
    std::uint32_t chosen = 0;
    bool found = false;
    for (std::uint32_t s : rows_[best])
      if (state_[s] == State::free && (!found || excess_[s] < excess_[chosen])) {
        chosen = s;
        found = true;
      }
    return chosen;
  }

  const std::vector<Numbers> rows_;
  const std::vector<std::int64_t> price_;
  std::int64_t one_;
  std::vector<Numbers> rows_of_;      // by column
  std::vector<State> state_;          // by column
  std::vector<std::int64_t> excess_;  // by column: what taking it now uses up
  Numbers covered_;                   // by row: how often
  Numbers choices_;                   // by row: columns that are free
  Numbers weight_;                    // by row: how often it was the one that failed
  std::vector<std::uint64_t> seen_;   // by row
  std::size_t open_;                  // rows that are not covered
  std::int64_t left_ = 0;             // of the budget
  Numbers unpriced_;                  // rows without a price
  Numbers trail_, units_, dear_, part_, cover_;
  bool narrower_ = false;  // the budget has shrunk: more columns may be too dear
  std::uint64_t now_ = 0;
  Ticker* ticker_ = nullptr;
  std::vector<std::int64_t>* tree_ = nullptr;
};

constexpr const char* name(Budget::Outcome outcome) {
  switch (outcome) {
    case Budget::Outcome::covered:
      return "covered";
    case Budget::Outcome::none:
      return "none";
    case Budget::Outcome::paused:
      return "paused";
    case Budget::Outcome::stopped:
      break;
  }
  return "stopped";
}

}  // namespace gridproof::covering
