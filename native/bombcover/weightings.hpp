// Weights of crates that bound the explosions from below.
//
// No bomb may take crates of more than weight 1, where a bomb on a site takes one crate on each
// arm, and never one that it cannot be reached without removing; then what is left needs at least
// its total weight ("Bound" in docs/explanation/bombcover-solver.md). Several weightings may be
// given; the best one counts. They are scaled to integers and checked exactly here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/separators.hpp"
#include "bombcover/setup_limits.hpp"
#include "common/compiler.hpp"

namespace gridproof::bombcover {

// For each site and arm the crates that a bomb there may be the first to take: the site can be
// reached while they stand.
inline std::vector<std::vector<std::vector<std::uint16_t>>> find_bound_arms(const Board& board,
                                                                            SetupLimits& setup) {
  const Separators separators(board, setup);
  std::vector<std::vector<std::vector<std::uint16_t>>> found;
  setup.take(board.sites().size() * sizeof(found[0]));
  found.reserve(board.sites().size());
  for (const Board::Site& site : board.sites()) {
    setup.step();
    std::size_t seen = 0;
    for (const auto& arm : site.arms) seen += arm.size();
    setup.take(site.arms.size() * sizeof(site.arms[0]) + 2 * seen * sizeof(std::uint16_t));
    auto& arms = found.emplace_back(site.arms.size());
    for (std::size_t a = 0; a < arms.size(); ++a)
      for (std::uint16_t c : site.arms[a])
        if (!separators.cut_off(site.node, c)) arms[a].push_back(c);
  }
  return found;
}

class Weightings {
 public:
  static constexpr std::uint32_t max_weightings = 64;

  // `one`: weight 1 in whole numbers; `one` a crate has to fit into 31 bits.
  Weightings(const Board& board, std::int32_t one, SetupLimits& setup)
      : crates_(board.crates()), one_(one) {
    bound_arms_ = find_bound_arms(board, setup);
    setup.take(std::size_t{crates_} * max_weightings * sizeof(std::int32_t));
    // A first weighting without a linear program: 1 over the most arms of a site that sees it.
    std::vector<double> weights(crates_, 1);
    for (const auto& arms : bound_arms_) {
      const auto used =
          std::count_if(arms.begin(), arms.end(), [](auto& arm) { return !arm.empty(); });
      for (const auto& arm : arms)
        for (std::uint16_t c : arm) weights[c] = std::min(weights[c], 1.0 / used);
    }
    add(weights);
  }

  // For each site and arm the crates that count for the bound.
  const std::vector<std::vector<std::vector<std::uint16_t>>>& bound_arms() const {
    return bound_arms_;
  }

  // Adds weights of the crates, lowered where a bomb could take more than 1.
  void add(const std::vector<double>& weights) {
    std::vector<std::int32_t> scaled(crates_, 0);
    for (std::size_t c = 0; c < std::min(weights.size(), scaled.size()); ++c)
      if (weights[c] > 0)  // false for what is not a number
        scaled[c] = static_cast<std::int32_t>(std::floor(std::min(weights[c], 1.0) * one_ + 0.5));
    for (const auto& arms : bound_arms_) {
      const std::int64_t total = heaviest(arms, scaled);
      if (total <= one_) continue;
      for (const auto& arm : arms)
        for (std::uint16_t c : arm)
          scaled[c] = static_cast<std::int32_t>(std::int64_t{scaled[c]} * one_ / total);
    }
    const std::int64_t total = std::accumulate(scaled.begin(), scaled.end(), std::int64_t{0});
    best_bound_ = std::max(best_bound_, static_cast<std::uint32_t>((total + one_ - 1) / one_));
    const bool more = weightings_ < max_weightings;
    const std::uint32_t place = more ? weightings_ : next_replaced();
    if (place >= stride_) widen();
    fresh_.push_back(place);
    weightings_ += more;
    for (std::size_t i = 0; i < scaled.size(); ++i) weight_[i * stride_ + place] = scaled[i];
  }

  // The best bound for all crates.
  std::uint32_t root_bound() const { return best_bound_; }

  // Forgets which weightings are new.
  void forget_fresh() { fresh_.clear(); }

  // The heaviest total weight of these crates by a weighting that is new.
  template <class Set>
  std::int32_t heaviest_fresh(const Set& crates) const {
    std::int32_t most = 0;
    for (std::uint32_t place : fresh_) {
      std::int32_t total = 0;
      crates.each([&](std::uint32_t c) { total += weight_[c * stride_ + place]; });
      most = std::max(most, total);
    }
    return most;
  }

  // Puts the total weights of these crates into `base_`.
  template <class Set>
  void weigh(const Set& crates) {
    const std::uint32_t count = stride_;
    base_.assign(count, 0);
    std::int32_t* total = base_.data();
    crates.each([&](std::size_t c) {
      const std::int32_t* row = weight_.data() + c * count;
      GRIDPROOF_INDEPENDENT_ROUNDS  // weights and totals lie apart
          for (std::uint32_t i = 0; i < count; ++i) total[i] += row[i];
    });
    leading_ =
        static_cast<std::uint32_t>(std::max_element(base_.begin(), base_.end()) - base_.begin());
  }

  // The total weight without these crates by the weighting that is heaviest with them: mostly that
  // prunes already.
  template <class Set>
  std::int32_t leading_without(const Set& hit) const {
    std::int32_t total = base_[leading_];
    hit.each([&](std::uint32_t c) { total -= weight_[std::size_t{c} * stride_ + leading_]; });
    return total;
  }

  // The heaviest total weight of the state in `base_` without these crates.
  template <class Set>
  std::int32_t without(const Set& hit) {
    const std::uint32_t count = stride_;
    rest_ = base_;
    std::int32_t* total = rest_.data();
    hit.each([&](std::size_t c) {
      const std::int32_t* row = weight_.data() + c * count;
      GRIDPROOF_INDEPENDENT_ROUNDS  // weights and totals lie apart
          for (std::uint32_t i = 0; i < count; ++i) total[i] -= row[i];
    });
    std::int32_t most = 0;
    for (std::uint32_t i = 0; i < count; ++i) most = std::max(most, total[i]);
    return most;
  }

 private:
  // The most that a bomb with these arms can take.
  static std::int64_t heaviest(const std::vector<std::vector<std::uint16_t>>& arms,
                               const std::vector<std::int32_t>& weight) {
    std::int64_t total = 0;
    for (const auto& arm : arms) {
      std::int32_t most = 0;
      for (std::uint16_t c : arm) most = std::max(most, weight[c]);
      total += most;
    }
    return total;
  }

  std::uint32_t next_replaced() {  // the first two stay: the simple one and the root's
    replaced_ = replaced_ < 2 || replaced_ + 1 >= max_weightings ? 2 : replaced_ + 1;
    return replaced_;
  }
  void widen() {
    const std::uint32_t wider = stride_ + 4;
    std::vector<std::int32_t> moved(std::size_t{crates_} * wider, 0);
    for (std::size_t i = 0; i < crates_; ++i)
      std::copy_n(weight_.begin() + i * stride_, stride_, moved.begin() + i * wider);
    weight_ = std::move(moved);
    stride_ = wider;
  }

  std::uint32_t crates_;
  std::int32_t one_;
  std::vector<std::vector<std::vector<std::uint16_t>>> bound_arms_;
  std::vector<std::uint32_t> fresh_;
  std::vector<std::int32_t> weight_;  // crate * stride_ + weighting; padding: 0
  std::uint32_t stride_ = 0, weightings_ = 0, replaced_ = 0, best_bound_ = 0;
  // Scratch: total weights, by weighting
  std::vector<std::int32_t> base_, rest_;
  std::uint32_t leading_ = 0;  // the heaviest one in `base_`
};

}  // namespace gridproof::bombcover
