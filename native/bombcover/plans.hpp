// Plans: which bombs to set, as patterns, in no order; and the sets of crates that tell plans that
// can be played from those that cannot.
//
// A bomb on a site fits a pattern: on each arm one crate, such that everything nearer is gone when
// it goes off and that crate is gone afterwards (the first crate left, or the last one of the arm
// if all are gone). An arm that pierces takes all of its crates at once: there each crate counts as
// an arm of its own, and a site has one pattern. A pattern is *active* on a set S of crates if its
// site can be reached while S stands, nothing of S lies before its crates, and one of them is of S.
//
// A plan can be played, in some order, so that the board is cleared if and only if on each set of
// crates one of its patterns is active ("Plans" in docs/explanation/bombcover-solver.md). The
// fewest explosions are therefore the fewest patterns that cover all sets. There are too many sets
// to write down: one starts with single crates, and where a plan that covers the sets known so far
// gets stuck, sets are learnt that it does not cover.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/setup_limits.hpp"
#include "common/limits.hpp"
#include "covering/row.hpp"

namespace gridproof::bombcover {

using Plan = std::vector<std::uint32_t>;  // patterns

class Plans {
 public:
  static constexpr std::size_t max_patterns = 30'000;
  // Sets of crates before and at its crates, lists of crates and sets, and doubled by growth.
  static constexpr std::size_t bytes_a_pattern = 256;

  // Null for boards with more crates or patterns than are of use here; throws SetupStopped.
  static std::unique_ptr<Plans> make(const Problem& problem, Ticker& ticker);
  virtual ~Plans() = default;

  const Board& board() const { return board_; }
  std::uint32_t crates() const { return board_.crates(); }
  std::uint32_t patterns() const { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t site(std::uint32_t pattern) const { return site_[pattern]; }
  // The crate on each arm that a pattern is for.
  const std::vector<std::uint16_t>& targets(std::uint32_t pattern) const {
    return targets_[pattern];
  }
  // All patterns of a site.
  Plan all_of(std::uint32_t site) const {
    Plan all(first_[site + 1] - first_[site]);
    std::iota(all.begin(), all.end(), first_[site]);
    return all;
  }

  // The sets learnt, the single crates first: for each one the patterns that are active on it.
  const std::vector<covering::RowPointer>& sets() const { return rows_; }

  // The crates of a set that was learnt.
  virtual std::vector<std::uint16_t> crates_of(std::size_t set) const = 0;

  // Counts how often these patterns, taken in these amounts, cover each set.
  std::vector<double> covered(const Plan& plan, const std::vector<double>& amounts) const {
    std::vector<double> total(rows_.size(), 0);
    for (std::size_t i = 0; i < plan.size(); ++i)
      for (std::uint32_t set : sets_of_[plan[i]]) total[set] += amounts[i];
    return total;
  }

  // Plays a plan. If it gets stuck, sets are learnt that it does not cover; fewer, or none, if the
  // ticker stops it.
  virtual bool play(const Plan& plan, Ticker& ticker) = 0;
  // The bomb cells of the last plan that could be played.
  const std::vector<std::uint32_t>& solution() const { return solution_; }

  // Learns at most `most` sets that these patterns, taken in these amounts, cover less than once:
  // the sets are changed crate by crate, from up to `starts` of those that are hardly covered.
  virtual void separate(const Plan& plan, const std::vector<double>& amounts, std::size_t most,
                        std::size_t starts, Ticker& ticker) = 0;

  std::size_t bytes() const { return bytes_; }

 protected:
  Plans(Board board, SetupLimits& setup) : board_(std::move(board)) {
    for (const Board::Site& site : board_.sites()) {
      setup.step();
      first_.push_back(patterns());
      add_patterns(site);
    }
    first_.push_back(patterns());
    sets_of_.resize(patterns());
  }

  void add_patterns(const Board::Site& site) {
    const auto number = static_cast<std::uint32_t>(first_.size() - 1);
    std::vector<std::size_t> at(site.arms.size(), 0);
    while (true) {
      std::vector<std::uint16_t> targets;
      for (std::size_t a = 0; a < at.size(); ++a) targets.push_back(site.arms[a][at[a]]);
      targets_.push_back(std::move(targets));
      site_.push_back(number);
      std::size_t a = 0;
      while (a < at.size() && ++at[a] == site.arms[a].size()) at[a++] = 0;
      if (a == at.size()) return;
    }
  }

  void add_row(std::vector<std::uint32_t> active) {
    for (std::uint32_t q : active) sets_of_[q].push_back(static_cast<std::uint32_t>(rows_.size()));
    rows_.push_back(std::make_shared<const covering::Row>(std::move(active), 1, 1, false));
    bytes_ += 2 * rows_.back()->bytes();
  }

  Board board_;
  std::vector<std::vector<std::uint16_t>> targets_;  // by pattern
  std::vector<std::uint32_t> site_;                  // by pattern
  std::vector<std::uint32_t> first_;                 // by site, and the end
  std::vector<covering::RowPointer> rows_;           // by set
  std::vector<std::vector<std::uint32_t>> sets_of_;  // by pattern
  std::vector<std::uint32_t> solution_;
  std::size_t bytes_ = 0;
};

}  // namespace gridproof::bombcover
