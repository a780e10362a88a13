// Plans are played, and sets of crates learnt where one gets stuck.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/crates.hpp"
#include "bombcover/plans.hpp"
#include "bombcover/setup_limits.hpp"
#include "common/limits.hpp"
#include "common/random.hpp"

namespace gridproof::bombcover {

template <int Words>
class PlayedPlans final : public Plans {
  using Set = CrateSet<Words>;

 public:
  PlayedPlans(Board board, SetupLimits& setup)
      : Plans(std::move(board), setup), walk_(board_, setup), random_(0) {
    for (std::uint32_t q = 0; q < patterns(); ++q) {
      setup.step();
      const Board::Site& site = board_.sites()[this->site(q)];
      Pattern pattern{site.node, {}, {}};
      for (std::size_t a = 0; a < site.arms.size(); ++a) {
        for (std::uint16_t c : site.arms[a]) {
          if (c == targets(q)[a]) break;
          pattern.before.set(c);
        }
        pattern.target.set(targets(q)[a]);
      }
      patterns_.push_back(pattern);
    }
    order_.resize(crates());
    std::iota(order_.begin(), order_.end(), 0);
    for (std::uint32_t c = 0; c < crates(); ++c) {
      setup.look();
      Set set;
      set.set(c);
      learn(set);
    }
    bytes_ += setup.bytes();
  }

  std::vector<std::uint16_t> crates_of(std::size_t set) const override {
    std::vector<std::uint16_t> found;
    sets_[set].each([&](std::uint32_t c) { found.push_back(static_cast<std::uint16_t>(c)); });
    return found;
  }

  bool play(const Plan& plan, Ticker& ticker) override {
    Plan left = plan;
    std::vector<std::uint32_t> bombs;
    Set crates = walk_.all();
    for (bool fired = true; fired && crates.any();) {
      fired = false;
      reach(crates);
      for (std::uint32_t& q : left) {
        const Pattern& pattern = patterns_[q];
        if (!active(pattern, crates)) continue;
        bombs.push_back(board_.sites()[site(q)].cell);
        // The bomb may take more than its pattern says, which is never worse.
        for (const auto& arm : board_.sites()[site(q)].arms) {
          const auto first =
              std::find_if(arm.begin(), arm.end(), [&](std::uint16_t c) { return crates.test(c); });
          if (first != arm.end()) crates.reset(*first);
        }
        q = left.back();
        left.pop_back();
        fired = true;
        break;
      }
    }
    if (crates.any()) {
      learn_from(crates, plan, ticker);
      return false;
    }
    solution_ = std::move(bombs);
    return true;
  }

  void separate(const Plan& plan, const std::vector<double>& amounts, std::size_t most,
                std::size_t starts, Ticker& ticker) override {
    auto total = [&](const Set& set, double enough) {
      reach(set);
      double sum = 0;
      for (std::size_t i = 0; i < plan.size() && sum < enough; ++i)
        if (active(patterns_[plan[i]], set)) sum += amounts[i];
      return sum;
    };
    const std::vector<double> sums = covered(plan, amounts);
    std::vector<std::uint32_t> from;
    for (std::uint32_t s = 0; s < sums.size(); ++s)
      if (sums[s] < hardly) from.push_back(s);
    random_.shuffle(from);
    if (from.size() > starts) from.resize(starts);
    std::vector<std::pair<double, Set>> found;
    for (std::uint32_t s : from) {
      Set set = sets_[s];
      double least = sums[s];
      descend(set, separation_passes, ticker, [&](const Set& other) {
        const double now = total(other, least);
        const bool better = now < least - 1e-7;
        if (better) least = now;
        return better;
      });
      if (least < 1 - 1e-3) found.emplace_back(least, set);
    }
    learn_best(found, most);
  }

 private:
  struct Pattern {
    std::uint32_t node;
    Set before, target;
  };

  static constexpr int tries = 8, separation_passes = 6, breakers_passes = 4;
  static constexpr std::size_t learnt_at_a_time = 4;
  static constexpr double hardly = 1.2;

  // A step goes over up to all patterns: the clock is read every few.
  bool going(Ticker& ticker) {
    constexpr std::uint32_t few = 64;
    return ++steps_ % few == 0 ? ticker.alive() : ticker.stop() == Stop::none;
  }

  void reach(const Set& standing) {
    reached_.assign(board_.nodes(), false);
    walk_.reach(standing, [&](std::uint32_t node) { reached_[node] = true; });
  }

  // Tests whether a pattern is active on a set; reach() has to know what stands.
  bool active(const Pattern& pattern, const Set& set) const {
    return reached_[pattern.node] && (pattern.target & set).any() && !(pattern.before & set).any();
  }

  void learn(const Set& set) {
    if (std::find(sets_.begin(), sets_.end(), set) != sets_.end()) return;
    sets_.push_back(set);
    reach(set);
    std::vector<std::uint32_t> list;
    for (std::uint32_t q = 0; q < patterns_.size(); ++q)
      if (active(patterns_[q], set)) list.push_back(q);
    add_row(std::move(list));
  }

  // The first sets of a list of (how good, set) that are not known yet.
  template <class Measure>
  void learn_best(std::vector<std::pair<Measure, Set>>& found, std::size_t most) {
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::size_t before = sets_.size();
    for (const auto& [measure, set] : found)
      if (sets_.size() - before < most) learn(set);
  }

  // Adds and takes out crates as long as `better` says that the set has become better.
  template <class Better>
  void descend(Set& set, int passes, Ticker& ticker, Better better) {
    for (bool changed = true; changed && passes > 0; --passes) {
      changed = false;
      random_.shuffle(order_);
      for (std::uint32_t c : order_) {
        if (!going(ticker)) return;
        Set other = set;
        if (other.test(c))
          other.reset(c);
        else
          other.set(c);
        if (!other.any() || !better(other)) continue;
        set = other;
        changed = true;
      }
    }
  }

  // Learns sets that a plan does not cover, and few patterns do: from what it leaves, first as few
  // crates as possible, then such that fewer patterns are active.
  void learn_from(const Set& stuck, const Plan& plan, Ticker& ticker) {
    std::vector<std::pair<std::size_t, Set>> found;
    for (int round = 0; round < tries; ++round) {
      Set set = stuck;
      random_.shuffle(order_);
      for (std::uint32_t c : order_) {
        if (!going(ticker)) return;
        if (!set.test(c)) continue;
        Set fewer = set;
        fewer.reset(c);
        if (fewer.any() && missed(fewer, plan)) set = fewer;
      }
      std::size_t least = breakers(set, patterns_.size());
      descend(set, breakers_passes, ticker, [&](const Set& other) {
        if (!missed(other, plan)) return false;
        const std::size_t now = breakers(other, least);
        const bool better = now < least;
        if (better) least = now;
        return better;
      });
      found.emplace_back(least, set);
    }
    learn_best(found, learnt_at_a_time);
  }

  bool missed(const Set& set, const Plan& plan) {
    reach(set);
    return std::none_of(plan.begin(), plan.end(),
                        [&](std::uint32_t q) { return active(patterns_[q], set); });
  }

  // Counts the patterns that are active on a set, up to `enough`.
  std::size_t breakers(const Set& set, std::size_t enough) {
    reach(set);
    std::size_t count = 0;
    for (std::size_t q = 0; q < patterns_.size() && count < enough; ++q)
      count += active(patterns_[q], set);
    return count;
  }

  Walk<Words> walk_;
  Random random_;
  std::vector<Pattern> patterns_;
  std::vector<Set> sets_;
  std::vector<std::uint32_t> order_;  // of the crates; shuffled again and again
  std::vector<char> reached_;         // by node
  std::uint32_t steps_ = 0;           // since some look at the clock; it may wrap
};

inline std::unique_ptr<Plans> Plans::make(const Problem& problem, Ticker& ticker) {
  SetupLimits setup(ticker);
  Board board(problem, setup);
  const std::uint32_t crates = board.crates();
  std::size_t patterns = 0;
  for (const Board::Site& site : board.sites()) {
    std::size_t product = 1;
    for (const auto& arm : site.arms) product *= arm.size();
    patterns += product;
  }
  if (crates > 256 || patterns > max_patterns) return nullptr;
  setup.take(patterns * bytes_a_pattern);
  if (crates <= 64) return std::make_unique<PlayedPlans<1>>(std::move(board), setup);
  if (crates <= 128) return std::make_unique<PlayedPlans<2>>(std::move(board), setup);
  return std::make_unique<PlayedPlans<4>>(std::move(board), setup);
}

}  // namespace gridproof::bombcover
