// A board in play: which crates are left, what can be reached, and what a bomb on each site takes.
// It holds boards of any number of crates, and is kept up to date in time linear in what changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/setup_limits.hpp"

namespace gridproof::bombcover {

class Field {
 public:
  static constexpr std::uint32_t none = ~0u;

  Field(const Board& board, SetupLimits& setup)
      : board_(board), left_(board.crates()), remaining_(board.crates()) {
    std::size_t seen = 0, arms = 0;
    for (const Board::Site& site : board.sites()) {
      setup.step();
      arms += site.arms.size();
      for (const auto& arm : site.arms) seen += arm.size();
    }
    setup.take(board.nodes() * (sizeof(sites_at_[0]) + 2) + board.crates() * sizeof(seeing_[0]) +
               board.sites().size() * 3 * sizeof(std::uint32_t) + arms * sizeof(standing_[0]) +
               2 * seen * sizeof(seeing_[0][0]));
    first_arm_.reserve(board.sites().size());
    standing_.reserve(arms);
    sites_at_.resize(board.nodes());
    seeing_.resize(board.crates());
    for (std::uint32_t s = 0; s < board.sites().size(); ++s) {
      setup.step();
      const Board::Site& site = board.sites()[s];
      sites_at_[site.node].push_back(s);
      first_arm_.push_back(static_cast<std::uint32_t>(standing_.size()));
      for (std::uint32_t a = 0; a < site.arms.size(); ++a) {
        for (std::uint16_t c : site.arms[a]) seeing_[c].emplace_back(s, first_arm_[s] + a);
        standing_.push_back(static_cast<std::uint32_t>(site.arms[a].size()));
      }
      power_.push_back(static_cast<std::uint32_t>(site.arms.size()));
    }
    left_.assign(board.crates(), true);
    reached_.assign(board.nodes(), false);
    for (std::uint32_t room : board.start_rooms()) reached_[room] = true;
  }

  std::uint32_t remaining() const { return remaining_; }
  bool left(std::uint32_t crate) const { return left_[crate]; }
  bool reached(std::uint32_t site) const { return reached_[board_.sites()[site].node]; }
  // The number of crates that a bomb on a site would take now.
  std::uint32_t power(std::uint32_t site) const { return power_[site]; }
  // The crate that an arm of a site would take now.
  std::uint32_t first(std::uint32_t site, std::size_t arm) const {
    for (std::uint16_t c : board_.sites()[site].arms[arm])
      if (left_[c]) return c;
    return none;
  }

  // Sets off a bomb; calls changed(site) for each site whose power has fallen or that can be
  // reached now.
  template <class Changed>
  void fire(std::uint32_t site, Changed changed) {
    const std::size_t arms = board_.sites()[site].arms.size();
    std::vector<std::uint32_t> taken;
    for (std::size_t a = 0; a < arms; ++a)
      if (const std::uint32_t c = first(site, a); c != none) taken.push_back(c);
    for (std::uint32_t c : taken) {
      left_[c] = false;
      --remaining_;
      for (const auto& [other, arm] : seeing_[c])
        if (--standing_[arm] == 0) {
          --power_[other];
          changed(other);
        }
    }
    for (std::uint32_t c : taken)
      for (std::uint32_t next : board_.neighbours()[c])
        if (reached_[next]) {
          enter(c, changed);
          break;
        }
  }

 private:
  template <class Changed>
  void enter(std::uint32_t node, Changed changed) {
    if (reached_[node]) return;
    std::vector<std::uint32_t> stack{node};
    reached_[node] = true;
    while (!stack.empty()) {
      const std::uint32_t here = stack.back();
      stack.pop_back();
      for (std::uint32_t site : sites_at_[here]) changed(site);
      for (std::uint32_t next : board_.neighbours()[here])
        if (!reached_[next] && (next >= board_.crates() || !left_[next])) {
          reached_[next] = true;
          stack.push_back(next);
        }
    }
  }

  const Board& board_;
  std::vector<bool> left_;     // by crate
  std::vector<bool> reached_;  // by node
  std::uint32_t remaining_;
  std::vector<std::vector<std::uint32_t>> sites_at_;  // by node
  std::vector<std::uint32_t> first_arm_;              // by site: number of its first arm
  std::vector<std::uint32_t> standing_;               // by arm: crates of it that are left
  std::vector<std::uint32_t> power_;                  // by site: arms with crates left
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> seeing_;  // by crate: site, arm
};

}  // namespace gridproof::bombcover
