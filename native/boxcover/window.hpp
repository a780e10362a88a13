// A window: a few neighbouring points, all its covers, and the cuts that they give.
//
// Squares that contain the same points of a window are of one kind. For any weights of the kinds
// the squares of a cover of all points weigh no less than the lightest cover of the window: that is
// a cut ("Cuts from windows" in docs/explanation/boxcover-solver.md). The lightest cover is found
// by dynamic programming over the sets of points that are left: the first of them has to be covered
// by some kind. Points are in an order in which neighbours are near, so there are few sets.
//
// The cut that a solution of the relaxation violates the most, if it violates any, has the weights
// w >= 0 with the least amounts * w such that no cover weighs less than 1. That is a covering
// program with a row for each cover, of which those are added that are found to weigh less.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "covering/linear_program.hpp"
#include "covering/row.hpp"

namespace gridproof::boxcover {

class Window {
 public:
  using Set = std::uint64_t;  // of points, as bits
  static constexpr std::size_t max_points = 64;

  // Each cover weighs at least `least`.
  struct Cut {
    std::vector<std::int64_t> weights;  // by kind
    std::int64_t least;
  };

  // `kinds`: the points of each kind of squares. Each point is in one. Nothing if the dynamic
  // program has too many states, or if the ticker stops it.
  static std::optional<Window> make(std::size_t points, std::vector<Set> kinds, Ticker& ticker) {
    Window window(points, std::move(kinds));
    if (!window.enumerate(ticker)) return {};
    return window;
  }

  // A cut that these amounts of the kinds violate, if there is one, and the ticker does not stop
  // it.
  std::optional<Cut> cut(const std::vector<double>& amounts, Ticker& ticker) const {
    const std::optional<std::vector<double>> weights = separate(amounts, ticker);
    if (!weights) return {};
    Cut found = in_whole_numbers(*weights, amounts);
    double weight = 0;
    for (std::size_t t = 0; t < kinds_.size(); ++t)
      if (amounts[t] > present) weight += static_cast<double>(found.weights[t]) * amounts[t];
    if (weight >= static_cast<double>(found.least) * (1 - least_violation / 2)) return {};
    if (!lift(found, amounts, ticker)) return {};
    return found;
  }

 private:
  static constexpr std::size_t max_states = 100'000;
  static constexpr std::size_t bytes_a_step = 16;                // a set, and later an arc
  static constexpr std::int64_t unused = std::int64_t{1} << 50;  // of kinds no cover should use
  static constexpr std::uint32_t covers_at_a_time = 2;
  static constexpr int max_rounds = 1000, largest_divisor = 24, fine_divisor = 60;
  static constexpr double present = 1e-6, least_violation = 1e-4;

  Window(std::size_t points, std::vector<Set> kinds)
      : points_(points), kinds_(std::move(kinds)), on_(points) {
    for (std::uint32_t t = 0; t < kinds_.size(); ++t)
      for (Set left = kinds_[t]; left != 0; left &= left - 1) on_[first_of(left)].push_back(t);
  }

  static std::size_t first_of(Set set) { return static_cast<std::size_t>(std::countr_zero(set)); }

  // The states, those with the same first point together and before those of later points.
  bool enumerate(Ticker& ticker) {
    std::vector<std::vector<Set>> by_first(points_);
    by_first[0].push_back(points_ == max_points ? ~Set{0} : (Set{1} << points_) - 1);
    std::vector<std::uint32_t> offset(points_);
    std::uint32_t states = 0;
    std::size_t pushed = 0;
    for (std::size_t p = 0; p < points_; ++p) {
      std::vector<Set>& sets = by_first[p];
      if (!ticker.going(sets.size())) return false;
      std::sort(sets.begin(), sets.end());
      sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
      offset[p] = states;
      states += static_cast<std::uint32_t>(sets.size());
      if (states > max_states) return false;
      for (Set set : sets) {
        pushed += on_[p].size();
        if (!ticker.going() || !ticker.fits(pushed * bytes_a_step)) return false;
        for (std::uint32_t t : on_[p])
          if (const Set rest = set & ~kinds_[t]) by_first[first_of(rest)].push_back(rest);
      }
    }
    for (std::size_t p = 0; p < points_; ++p)
      for (Set set : by_first[p]) {
        if (!ticker.going()) return false;
        first_arc_.push_back(static_cast<std::uint32_t>(arcs_.size()));
        for (std::uint32_t t : on_[p]) {
          const Set rest = set & ~kinds_[t];
          std::uint32_t next = states;
          if (rest != 0) {
            const std::vector<Set>& there = by_first[first_of(rest)];
            next = offset[first_of(rest)] +
                   static_cast<std::uint32_t>(std::lower_bound(there.begin(), there.end(), rest) -
                                              there.begin());
          }
          arcs_.push_back({t, next});
        }
      }
    first_arc_.push_back(static_cast<std::uint32_t>(arcs_.size()));
    return true;
  }

  std::size_t states() const { return first_arc_.size() - 1; }

  // By state, the least weight that covers what is left; last the end, where nothing is.
  template <class Number>
  void find_to_end(const std::vector<Number>& weights, std::vector<Number>& to_end) const {
    to_end.assign(states() + 1, 0);
    for (std::size_t v = states(); v-- > 0;) {
      Number least = std::numeric_limits<Number>::max();
      for (std::uint32_t e = first_arc_[v]; e < first_arc_[v + 1]; ++e)
        least = std::min(least, weights[arcs_[e].kind] + to_end[arcs_[e].next]);
      to_end[v] = least;
    }
  }

  // The least weight of what covers the window together with one kind. (Covers that do not need
  // the kind weigh `least` without it: there is no need to look at those.)
  std::int64_t lightest_beside(std::uint32_t kind, const std::vector<std::int64_t>& weights) const {
    std::vector<std::int64_t> to_end;
    find_to_end(weights, to_end);
    std::vector<std::int64_t> from_start(states() + 1,
                                         std::numeric_limits<std::int64_t>::max() / 2);
    from_start[0] = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t v = 0; v < states(); ++v)
      for (std::uint32_t e = first_arc_[v]; e < first_arc_[v + 1]; ++e) {
        const auto [taken, next] = arcs_[e];
        from_start[next] = std::min(from_start[next], from_start[v] + weights[taken]);
        if (taken == kind) least = std::min(least, from_start[v] + to_end[next]);
      }
    return least;
  }

  // A lightest cover, its kinds in order. If several are lightest, `turn` says which to take.
  std::vector<std::uint32_t> lightest_cover(const std::vector<double>& weights,
                                            const std::vector<double>& to_end,
                                            std::uint32_t turn) const {
    constexpr double equal = 1e-9;
    std::vector<std::uint32_t> cover;
    for (std::size_t v = 0; v < states();) {
      std::uint32_t next = first_arc_[v];
      for (std::uint32_t e = next, skip = turn;;
           e = e + 1 < first_arc_[v + 1] ? e + 1 : first_arc_[v]) {
        if (weights[arcs_[e].kind] + to_end[arcs_[e].next] > to_end[v] + equal) continue;
        next = e;
        if (skip-- == 0) break;
      }
      cover.push_back(arcs_[next].kind);
      v = arcs_[next].next;
    }
    std::sort(cover.begin(), cover.end());
    return cover;
  }

  // Weights of the kinds that are present such that each cover of these weighs 1, or nearly, and
  // the amounts less.
  std::optional<std::vector<double>> separate(const std::vector<double>& amounts,
                                              Ticker& ticker) const {
    std::vector<std::uint32_t> kind;  // by column
    std::vector<std::uint32_t> column(kinds_.size());
    std::vector<double> costs, to_end;
    std::vector<double> weights(kinds_.size(), static_cast<double>(unused));
    for (std::uint32_t t = 0; t < kinds_.size(); ++t) {
      if (amounts[t] <= present) continue;
      column[t] = static_cast<std::uint32_t>(kind.size());
      kind.push_back(t);
      costs.push_back(amounts[t]);
      weights[t] = 0;
    }
    covering::LinearProgram program(std::move(costs));
    double objective = 0;
    for (int round = 0; round < max_rounds; ++round) {
      if (!ticker.alive()) return {};
      find_to_end(weights, to_end);
      if (to_end[0] >= 1 - 1e-6) {
        if (round == 0) return {};  // what is present covers nothing: it is not from a relaxation
        return weights;
      }
      std::set<std::vector<std::uint32_t>> covers;
      for (std::uint32_t turn = 0; turn < covers_at_a_time; ++turn)
        covers.insert(lightest_cover(weights, to_end, turn));
      std::vector<covering::RowPointer> rows;
      for (std::vector<std::uint32_t> cover : covers) {
        for (std::uint32_t& t : cover) t = column[t];
        rows.push_back(std::make_shared<const covering::Row>(std::move(cover), 1, 1, false));
      }
      program.add(rows);
      if (program.solve(1, ticker) != covering::LinearProgram::Status::optimal ||
          program.objective() > 1 - least_violation)
        return {};
      if (program.objective() > objective + 1e-5) {
        objective = program.objective();
        program.drop_loose(0.02);
      }
      for (std::uint32_t t : kind) weights[t] = 0;
      for (const auto& [j, weight] : program.solution()) weights[kind[j]] = weight;
    }
    return {};
  }

  // The weights times a number that makes them whole, or rounded up; `least` is exact for them.
  // More than 1 is never needed, so weights are small whatever rounding did to the program.
  Cut in_whole_numbers(const std::vector<double>& weights,
                       const std::vector<double>& amounts) const {
    int divisor = 1;
    for (; divisor < fine_divisor;
         divisor = divisor < largest_divisor ? divisor + 1 : fine_divisor) {
      double off = 0;
      for (std::size_t t = 0; t < kinds_.size(); ++t)
        if (amounts[t] > present)
          off = std::max(off, std::abs(weights[t] * divisor - std::round(weights[t] * divisor)));
      if (off < 1e-4) break;
    }
    Cut cut{std::vector<std::int64_t>(kinds_.size(), unused), 0};
    for (std::size_t t = 0; t < kinds_.size(); ++t)
      if (amounts[t] > present)
        cut.weights[t] =
            static_cast<std::int64_t>(std::ceil(std::min(1.0, weights[t]) * divisor - 1e-4));
    std::vector<std::int64_t> to_end;
    find_to_end(cut.weights, to_end);
    cut.least = to_end[0];
    return cut;
  }

  // Lowers the weights of the kinds that are not present, one after another, as far as no cover
  // becomes too light. If another kind has all the points and more, its weight will do: it could
  // replace this one in a cover. False if it was stopped.
  bool lift(Cut& cut, const std::vector<double>& amounts, Ticker& ticker) const {
    std::vector<std::uint32_t> absent;
    for (std::uint32_t t = 0; t < kinds_.size(); ++t)
      if (amounts[t] <= present) absent.push_back(t);
    std::stable_sort(absent.begin(), absent.end(), [&](std::uint32_t a, std::uint32_t b) {
      return count_bits(kinds_[a]) > count_bits(kinds_[b]);
    });
    for (std::uint32_t t : absent)
      for (std::uint32_t u = 0; u < kinds_.size(); ++u)
        if ((kinds_[t] & ~kinds_[u]) == 0)
          cut.weights[t] = std::min(cut.weights[t], cut.weights[u]);
    for (std::uint32_t t : absent)
      if (cut.weights[t] > 0) {
        if (!ticker.alive()) return false;
        cut.weights[t] = std::max<std::int64_t>(0, cut.least - lightest_beside(t, cut.weights));
      }
    return true;
  }

  struct Arc {
    std::uint32_t kind, next;
  };

  std::size_t points_;
  std::vector<Set> kinds_;
  std::vector<std::vector<std::uint32_t>> on_;  // by point: the kinds with it
  std::vector<std::uint32_t> first_arc_;        // by state
  std::vector<Arc> arcs_;
};

}  // namespace gridproof::boxcover
