// The layers of the search from both ends, made by one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/batch.hpp"
#include "robots/board.hpp"
#include "robots/expansion.hpp"
#include "robots/pair_reach.hpp"
#include "robots/rules.hpp"
#include "robots/subgoals.hpp"

namespace gridproof::robots {

// The states up to some moves from the start, and the subgoals up to some moves back from the
// target. A method that returns false was stopped, or has no room, and all is of no more use.
class LoneLayers {
 public:
  // The bytes that it takes at least.
  static std::size_t min_bytes(const Problem& problem) {
    return PairReach::bytes(problem) + (problem.robots.size() + 2) * States::min_bytes();
  }

  LoneLayers(const Problem& problem, const Rules<1>& rules, Ticker& ticker)
      : rules_(rules),
        target_(problem.target),
        ticker_(ticker),
        count_(rules.count()),
        own_bytes_(PairReach::bytes(problem)),
        pairs_(problem, count_ - 1),
        subgoals_(problem, pairs_),
        reached_(0, &ticker),
        expansion_(problem, rules),
        batch_(rules, expansion_) {}

  // From now on it may take so many bytes.
  void let(std::size_t budget) {
    budget_ = budget;
    taken_ = bytes();
  }
  std::size_t bytes() const {
    std::size_t all = own_bytes_ + reached_.bytes();
    for (const States& made : made_) all += made.bytes();
    return all;
  }
  std::size_t peak_bytes() const { return peak_; }

  // Reaches the start.
  bool begin() {
    const Robots start = rules_.start();
    if (!insert(reached_, rules_.pack(start), {0, 0})) return false;
    note(start, 0);
    return pairs_.begin(0, each_block_);
  }

  // Reaches the states one move farther.
  bool forwards() {
    if (!pairs_.begin(static_cast<std::uint8_t>(depth_), each_block_)) return false;
    const std::uint32_t end = reached_.size();
    const auto moves = static_cast<std::uint16_t>(depth_ + 1);
    for (std::uint32_t n = layer_; n < end;) {
      batch_.clear();
      for (; n < end && !batch_.full(); ++n) {
        if (!tick()) return false;
        batch_.add(reached_, n, moves, reached_.data(n).skipped);
      }
      for (const auto& child : batch_.children(reached_)) {
        if (!insert(reached_, child.key, {moves, 0})) return false;
        if (!fresh_) continue;
        reached_.data(reached_.last()).skipped = batch_.skipped(child);
        note(child.robots, static_cast<std::uint8_t>(moves));
      }
    }
    layer_ = end;
    return pairs_.begin(static_cast<std::uint8_t>(++depth_), each_block_);
  }

  // Makes the subgoals of solutions of `most` moves, and none of others.
  bool backwards(std::uint32_t most) {
    while (pairs_.depth() < most)
      if (!pairs_.extend(each_block_)) return false;
    made_.clear();
    for (int count = 1; count <= count_; ++count) made_.emplace_back(0, &ticker_);
    taken_ = bytes();
    if (!insert(made_[0], subgoals_.pack({target_}, 1), 0u)) return false;
    std::array<std::uint32_t, max_robots> first{}, end{};
    bool more = true;
    for (std::uint32_t depth = 1; depth <= most && more; ++depth) {
      for (int i = 0; i < count_; ++i) end[i] = made_[i].size();
      for (int i = 0; i < count_; ++i)
        for (std::uint32_t n = first[i]; n < end[i];) {
          children_.clear();
          for (const std::uint32_t last = std::min(n + at_once, end[i]); n < last; ++n) {
            if (!tick()) return false;
            subgoals_.each_before(subgoals_.unpack(made_[i].key(n), i + 1), i + 1, most - depth,
                                  [&](const Cells& cells, int count) { make(cells, count); });
          }
          for (const Child& child : children_) made_[child.count - 1].prefetch_state(child.hash);
          for (const Child& child : children_)
            if (!keep(child, depth, most - depth)) return false;
        }
      more = false;
      for (int i = 0; i < count_; ++i) {
        first[i] = end[i];
        more = more || made_[i].size() > end[i];
      }
    }
    return true;
  }

  // The moves up to which all states are reached; their number, and whether some are reached by no
  // fewer moves.
  std::uint32_t depth() const { return depth_; }
  std::uint64_t reached() const { return reached_.size(); }
  bool open() const { return layer_ < reached_.size(); }
  // The number of subgoals, and the least depth of those that a state meets.
  std::uint64_t made() const {
    std::uint64_t all = 0;
    for (const States& made : made_) all += made.size();
    return all;
  }
  std::uint32_t least_depth(const Robots& robots) const {
    return least_depth(robots.cell, count_, true);
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Key = Subgoals::Key;
  using Cells = Subgoals::Cells;
  // The states that were reached, with the moves made, and those that are skipped.
  struct Reached {
    std::uint16_t moves, skipped;
  };
  using Met = Store<Key, Reached>;
  using States = Store<Key, std::uint32_t>;  // subgoals with their depths

  // Subgoals whose children are made together, for the memory in which these are looked up.
  static constexpr std::uint32_t at_once = 8;

  // A subgoal a move before another one.
  struct Child {
    Key key;
    std::uint64_t hash;
    int count;  // of its robots
    Cells cells;
  };

  // Adds to a store; false: there is no room.
  template <class Data>
  bool insert(Store<Key, Data>& states, const Key& key, const Data& data) {
    const std::size_t others = taken_ - states.bytes();
    states.let(budget_ - std::min(budget_, others));
    const Insert outcome = states.insert(key, data);
    fresh_ = outcome == Insert::added;
    taken_ = others + states.bytes();
    peak_ = std::max(peak_, others + states.peak_bytes());
    return outcome != Insert::full;
  }

  bool tick() {
    ++nodes_;
    return ticker_.tick();
  }

  void note(const Robots& robots, std::uint8_t depth) {
    pairs_.each_new(robots, depth, [&](const PairReach::Pair& pair) { pairs_.note(pair, depth); });
  }

  void make(const Cells& cells, int count) {
    const Key key = subgoals_.pack(cells, count);
    children_.push_back({key, key.hash(), count, cells});
    made_[count - 1].prefetch_slot(children_.back().hash);
    if (count == count_) reached_.prefetch_slot(children_.back().hash);
  }

  // Keeps a subgoal, unless it is of no use. Those that are there have no larger depth, as they are
  // made in the order of it. False: there is no room.
  bool keep(const Child& child, std::uint32_t depth, std::uint32_t left) {
    if (child.count == count_ && left <= depth_) {
      const std::uint32_t n = reached_.find(child.key);
      if (n == Met::none || reached_.data(n).moves > left) return true;
    }
    if (least_depth(child.cells, child.count, false) < Subgoals::most_moves) return true;
    return insert(made_[child.count - 1], child.key, depth);
  }

  std::uint32_t least_depth(const Cells& cells, int count, bool all) const {
    return subgoals_.least_depth(cells, count, all, [&](const Key& key, int size) {
      const States& made = made_[size - 1];
      const std::uint32_t n = made.find(key);
      return n == States::none ? Subgoals::most_moves : made.data(n);
    });
  }

  const Rules<1>& rules_;
  const std::uint32_t target_;
  Ticker& ticker_;
  const int count_;
  const std::size_t own_bytes_;
  PairReach pairs_;
  const PairReach::EachBlock each_block_ = [this](const auto& task) {
    for (std::size_t block = 0; block < pairs_.blocks(); ++block) {
      if (!ticker_.alive()) return false;
      task(block);
    }
    return true;
  };
  const Subgoals subgoals_;
  Met reached_;              // the states up to `depth_` moves from the start
  std::uint32_t layer_ = 0;  // the first one of the last layer
  std::uint32_t depth_ = 0;
  const Expansion<1> expansion_;
  Batch<1> batch_;            // of those
  std::vector<States> made_;  // the subgoals, by the number of their robots less one
  std::vector<Child> children_;
  bool fresh_ = false;  // whether the last key was inserted
  std::uint64_t nodes_ = 0;
  std::size_t budget_ = 0, taken_ = 0, peak_ = 0;
};

}  // namespace gridproof::robots
