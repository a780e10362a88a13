// Rounds of cuts from windows all over a component.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "boxcover/window.hpp"
#include "common/limits.hpp"

namespace gridproof::boxcover {

using Point = std::pair<std::int64_t, std::int64_t>;
using Members = std::vector<std::uint32_t>;

// The squares weigh at least `least` in every cover.
struct SquareCut {
  Members squares;
  std::vector<std::int64_t> weights;
  std::int64_t least;
};

class Windows {
 public:
  // `squares`: the points of each.
  Windows(std::vector<Point> points, std::vector<Members> squares)
      : points_(std::move(points)), squares_(std::move(squares)), squares_of_(points_.size()) {
    for (std::uint32_t j = 0; j < squares_.size(); ++j)
      for (std::uint32_t p : squares_[j]) squares_of_[p].push_back(j);
  }

  std::size_t points() const { return points_.size(); }
  std::size_t squares() const { return squares_.size(); }

  // Returns the `size` points nearest to one, itself included.
  Members near(std::uint32_t centre, std::size_t size) const {
    const auto [x, y] = points_[centre];
    std::vector<std::pair<std::int64_t, std::uint32_t>> found(points_.size());
    for (std::uint32_t p = 0; p < points_.size(); ++p)
      found[p] = {std::max(std::abs(points_[p].first - x), std::abs(points_[p].second - y)), p};
    size = std::min(size, found.size());
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(size) - 1,
                     found.end());
    Members points(size);
    for (std::size_t i = 0; i < size; ++i) points[i] = found[i].second;
    return points;
  }

  // Cuts that these amounts of the squares violate, from windows of `size` points round those of
  // `centres` where amounts are not whole. No centre is in more than `times` windows.
  std::vector<SquareCut> cuts(const std::vector<double>& amounts, std::size_t size,
                              const Members& centres, int times, Ticker& ticker) const {
    std::vector<int> windows(points_.size(), 0);
    std::vector<SquareCut> found;
    for (std::uint32_t centre : centres) {
      if (windows[centre] >= times || is_whole(centre, amounts)) continue;
      if (!ticker.alive()) break;
      Members points = near(centre, size);
      for (std::uint32_t p : points) ++windows[p];
      if (auto cut = cut_of(std::move(points), amounts, ticker)) found.push_back(std::move(*cut));
    }
    return found;
  }

 private:
  bool is_whole(std::uint32_t point, const std::vector<double>& amounts) const {
    constexpr double nearly = 1e-6;
    return std::none_of(squares_of_[point].begin(), squares_of_[point].end(), [&](std::uint32_t j) {
      return amounts[j] > nearly && amounts[j] < 1 - nearly;
    });
  }

  std::optional<SquareCut> cut_of(Members points, const std::vector<double>& amounts,
                                  Ticker& ticker) const {
    sort_along(points);
    std::map<std::uint32_t, Window::Set> trace;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::uint32_t j : squares_of_[points[i]]) trace[j] |= Window::Set{1} << i;
    std::map<Window::Set, Members> by_trace;
    for (const auto& [j, set] : trace) by_trace[set].push_back(j);
    std::vector<Window::Set> kinds;
    std::vector<double> amount;
    for (const auto& [set, squares] : by_trace) {
      kinds.push_back(set);
      amount.push_back(0);
      for (std::uint32_t j : squares) amount.back() += amounts[j];
    }
    const std::optional<Window> window = Window::make(points.size(), std::move(kinds), ticker);
    if (!window) return {};
    const std::optional<Window::Cut> cut = window->cut(amount, ticker);
    if (!cut) return {};
    SquareCut found{{}, {}, cut->least};
    auto weight = cut->weights.begin();
    for (const auto& [set, squares] : by_trace) {
      if (*weight > 0)
        for (std::uint32_t j : squares) {
          found.squares.push_back(j);
          found.weights.push_back(*weight);
        }
      ++weight;
    }
    return found;
  }

  // Along the longer side: so there are the fewest sets.
  void sort_along(Members& points) const {
    auto extent = [&](auto coordinate) {
      const auto [least, most] = std::minmax_element(
          points.begin(), points.end(),
          [&](std::uint32_t a, std::uint32_t b) { return coordinate(a) < coordinate(b); });
      return coordinate(*most) - coordinate(*least);
    };
    const bool wide = extent([&](std::uint32_t p) { return points_[p].first; }) >=
                      extent([&](std::uint32_t p) { return points_[p].second; });
    std::sort(points.begin(), points.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto [ax, ay] = points_[a];
      const auto [bx, by] = points_[b];
      return wide ? std::tuple(ax, ay, a) < std::tuple(bx, by, b)
                  : std::tuple(ay, ax, a) < std::tuple(by, bx, b);
    });
  }

  std::vector<Point> points_;
  std::vector<Members> squares_;
  std::vector<Members> squares_of_;  // by point
};

}  // namespace gridproof::boxcover
