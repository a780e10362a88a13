// Sums of rows, halved and rounded up.
//
// Whole columns of at least 0 that satisfy some rows satisfy their sum. Halved, with what each
// column counts rounded up, the left side is no smaller; it is whole, so it is at least the right
// side rounded up. If that was odd, the new row says more than the rows do: fractional solutions
// are cut off that the rows let through.
//
// A sum is broken if the rows' slack and the columns that count an odd number of times come to less
// than 1. Such sums are looked for by elimination modulo 2 (A. M. C. A. Koster, A. Zymolka,
// M. Kutschka, "Algorithms to separate {0, 1/2}-Chvatal-Gomory cuts", Algorithmica 55, 2009).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/random.hpp"
#include "covering/row.hpp"

namespace gridproof::covering {

// Half the sum of these rows, rounded up. Their signs are 1.
inline RowPointer half_sum(const std::vector<RowPointer>& rows) {
  std::vector<std::uint32_t> all, half;
  int least = 0;
  for (const RowPointer& row : rows) {
    all.insert(all.end(), row->columns().begin(), row->columns().end());
    least += row->least();
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end] == all[i]) ++end;
    half.insert(half.end(), (end - i + 1) / 2, all[i]);
    i = end;
  }
  return std::make_shared<const Row>(std::move(half), 1, (least + 1) / 2, false);
}

// Finds sums of rows that a solution breaks.
class HalfSums {
 public:
  struct Found {
    double broken;                     // by how much
    std::vector<std::uint32_t> parts;  // places of its rows in the list
  };

  // The columns of the solution and how much there is of each.
  HalfSums(const std::vector<RowPointer>& rows, const std::vector<std::uint32_t>& columns,
           const std::vector<double>& amounts)
      : amounts_(amounts), words_((columns.size() + 63) / 64) {
    for (std::uint32_t r = 0; r < rows.size(); ++r) {
      Line line{std::vector<std::uint64_t>(words_, 0),
                {},
                -1.0 * rows[r]->least(),
                0,
                rows[r]->least() % 2 != 0};
      for (std::uint32_t i = 0; i < columns.size(); ++i) {
        const int times = rows[r]->times(columns[i]);
        line.slack += times * amounts[i];
        if (times % 2 != 0) line.columns[i / 64] |= std::uint64_t{1} << (i % 64);
      }
      line.slack = std::max(line.slack, 0.0);
      line.parts = {r};
      if (line.slack < most_slack) lines_.push_back(std::move(line));
    }
  }

  // At most `most` sums, the most broken first, from `rounds` eliminations in orders of their own.
  std::vector<Found> find(std::size_t most, int rounds, Random& random, Ticker& ticker) {
    std::vector<std::uint32_t> order(amounts_.size());
    std::vector<double> key(amounts_);
    for (int round = 0; round < rounds; ++round) {
      std::iota(order.begin(), order.end(), 0);
      if (round > 0)
        for (std::size_t i = 0; i < key.size(); ++i)
          key[i] = amounts_[i] * (1 + random.below(1000) / 1000.0);
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return key[a] > key[b] || (key[a] == key[b] && a < b);
      });
      if (!eliminate(order, ticker)) break;
    }
    std::vector<Found> found;
    for (const auto& [parts, broken] : found_) found.push_back({broken, parts});
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.broken > b.broken; });
    if (found.size() > most) found.resize(most);
    return found;
  }

 private:
  static constexpr double most_slack = 0.9, least_broken = 0.02;
  struct Line {
    std::vector<std::uint64_t> columns;  // those that count an odd number of times
    std::vector<std::uint32_t> parts;    // increasing
    double slack;
    double rest;  // of the columns that were eliminated from the others only
    bool odd;
  };

  bool eliminate(const std::vector<std::uint32_t>& order, Ticker& ticker) {
    std::vector<Line> lines = lines_;
    for (Line& line : lines) note(line);
    for (std::uint32_t column : order) {
      if (!ticker.going(lines.size())) return false;
      auto has = [&](const Line& line) { return line.columns[column / 64] >> (column % 64) & 1; };
      const Line* least = nullptr;
      for (const Line& line : lines)
        if (has(line) && (!least || cost(line) < cost(*least))) least = &line;
      if (!least) continue;
      const Line pivot = *least;
      const std::size_t place = static_cast<std::size_t>(least - lines.data());
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == place || !has(lines[i])) continue;
        add(lines[i], pivot);
        note(lines[i]);
      }
      lines[place].columns[column / 64] &= ~(std::uint64_t{1} << (column % 64));
      lines[place].rest += amounts_[column];
      std::erase_if(lines, [](const Line& line) { return cost(line) >= 1 - 2 * least_broken; });
    }
    return true;
  }

  static double cost(const Line& line) { return line.slack + line.rest; }

  static void add(Line& to, const Line& line) {
    for (std::size_t w = 0; w < to.columns.size(); ++w) to.columns[w] ^= line.columns[w];
    to.slack += line.slack;
    to.rest += line.rest;
    to.odd = to.odd != line.odd;
    std::vector<std::uint32_t> parts;
    std::set_symmetric_difference(to.parts.begin(), to.parts.end(), line.parts.begin(),
                                  line.parts.end(), std::back_inserter(parts));
    to.parts = std::move(parts);
  }

  void note(const Line& line) {
    if (!line.odd || line.parts.size() < 2) return;
    double left = cost(line);
    for (std::size_t w = 0; w < words_ && left < 1; ++w)
      for (std::uint64_t bits = line.columns[w]; bits; bits &= bits - 1)
        left += amounts_[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
    if (left < 1 - 2 * least_broken) found_.emplace(line.parts, (1 - left) / 2);
  }

  const std::vector<double>& amounts_;
  std::size_t words_;
  std::vector<Line> lines_;
  std::map<std::vector<std::uint32_t>, double> found_;
};

}  // namespace gridproof::covering
