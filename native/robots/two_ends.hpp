// Search from both ends, for proofs on large boards: backwards from the target over the cells that
// matter, kept short by what a search forwards has reached.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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

namespace gridproof::robots {

// A *subgoal* is a cell of the target robot and cells on which some of the helpers stand; the other
// helpers may be anywhere. A state meets it if the robots stand there. The first subgoal is the
// target robot on the target. A subgoal that was made n moves back has *depth* n: the last of its
// robots to move, r, came to its cell y from some cell x. A wall stopped it, or a robot on the cell
// behind y did: one of the subgoal, or one more helper.
//
// Let s be a state from which n moves lead to the target. Then s meets a subgoal of depth n or
// less: so does the state after the first of these moves, with n - 1. If the robot that moves is
// none of that subgoal's, s meets it too. If it is, then s meets the subgoal a move back, since the
// robot that stopped it is in s, and no robot of the subgoal is on the way. A subgoal that asks for
// all that another one asks for, of the same depth or less, is left out: the states that meet it
// meet the other one.
//
// To see whether there is a solution of at most `most` moves, subgoals are made layer by layer, but
// for those that no state meets soon enough: one of depth n is of use only if at most `most` - n
// moves lead from the start to a state that meets it. That takes the moves that each pair of its
// robots needs at least, and, for a subgoal of all robots, the states that were reached. No state
// of such a solution meets only subgoals that were left out. So if the start meets none, there is
// no such solution. If it does, a search from the start that goes to no state but such that meet a
// subgoal soon enough finds one, or there is none.
class TwoEnds {
 public:
  // Tests whether boards of this kind can be searched: one target robot, no axes, and states in a
  // word.
  static bool suits(const Problem& problem) {
    return problem.target_robot != Problem::any_robot && !problem.ricochet &&
           problem.robots.size() >= 3 && problem.robots.size() <= most_robots &&
           problem.cells() <= most_cells && Rules<1>::bits_needed(problem) <= 64;
  }
  // The bytes that it takes at least.
  static std::size_t min_bytes(const Problem& problem) {
    return PairReach::bytes(problem) + Rules<1>::bytes(problem) +
           (problem.robots.size() + 2) * States::min_bytes();
  }

  // No solution is shorter than `bound`.
  TwoEnds(const Problem& problem, std::uint32_t bound, Ticker& ticker)
      : rules_(problem, true),
        problem_(problem),
        ticker_(ticker),
        count_(rules_.count()),
        bits_(std::bit_width(problem.cells() - 1)),
        own_bytes_(PairReach::bytes(problem) + Rules<1>::bytes(problem)),
        pairs_(problem, count_ - 1),
        reached_(0, &ticker),
        expansion_(problem, rules_),
        batch_(rules_, expansion_),
        bound_(bound) {}

  // Searches one move farther from one of the ends, within `budget` bytes. False: it was stopped,
  // or has no room, and is of no more use.
  bool step(std::size_t budget) {
    budget_ = budget;
    taken_ = bytes();
    if (reached_.size() == 0) {
      const Robots start = rules_.start();
      if (!insert(reached_, pack(start.cell, count_), {0, 0})) return false;
      pairs_.note(start, 0);
      return pairs_.begin(0, ticker_);
    }
    if (std::max(bound_, depth_) >= most_moves) return false;
    const bool more = layer_ < reached_.size();
    return more && reached_.size() < forward_share * expected_ ? forwards() : backwards(bound_);
  }

  std::uint32_t bound() const { return bound_; }  // no solution is shorter
  bool solved() const { return !path_.empty(); }
  const std::vector<Step>& path() const { return path_; }  // a shortest one, if solved
  std::uint64_t nodes() const { return nodes_; }
  std::size_t bytes() const {
    std::size_t all = own_bytes_ + reached_.bytes();
    for (const States& made : made_) all += made.bytes();
    return all;
  }
  std::size_t peak_bytes() const { return peak_; }

 private:
  using Key = PackedState<1>;
  // The states that were reached, with the moves made, and those that are skipped.
  struct Reached {
    std::uint16_t moves, skipped;
  };
  using Met = Store<Key, Reached>;
  // Subgoals with their depths, or states with the numbers of those before.
  using States = Store<Key, std::uint32_t>;
  using Cells = std::array<std::uint32_t, max_robots>;

  static constexpr std::size_t most_robots = 5, most_cells = 1 << 11;
  static constexpr std::uint32_t most_moves = PairReach::never - 1;
  // Subgoals whose children are made together, for the memory in which these are looked up.
  static constexpr std::uint32_t at_once = 8;
  // About as many times more subgoals are made for a move more, and fewer for a move more forwards.
  static constexpr std::uint64_t growth = 5;
  // A subgoal takes the time of as many states.
  static constexpr std::uint64_t forward_share = 3;

  // A subgoal a move before another one.
  struct Child {
    Key key;
    std::uint64_t hash;
    int count;  // of its robots
    Cells cells;
  };

  Key pack(const Cells& cells, int count) const {
    Key key;
    for (int i = 0; i < count; ++i) key.words[0] |= std::uint64_t{cells[i]} << (i * bits_);
    return key;
  }
  Cells unpack(const Key& key, int count) const {
    Cells cells{};
    for (int i = 0; i < count; ++i)
      cells[i] = static_cast<std::uint32_t>(key.words[0] >> (i * bits_) &
                                            ((std::uint64_t{1} << bits_) - 1));
    return cells;
  }

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

  // Reaches the states one move farther.
  bool forwards() {
    if (!pairs_.begin(static_cast<std::uint8_t>(depth_), ticker_)) return false;
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
        pairs_.note(child.robots, static_cast<std::uint8_t>(moves));
      }
    }
    layer_ = end;
    expected_ /= growth;
    return pairs_.begin(static_cast<std::uint8_t>(++depth_), ticker_);
  }

  // Looks for a solution of `most` moves.
  bool backwards(std::uint32_t most) {
    while (pairs_.depth() < most)
      if (!pairs_.extend(ticker_)) return false;
    made_.clear();
    for (int count = 1; count <= count_; ++count) made_.emplace_back(0, &ticker_);
    taken_ = bytes();
    Cells target{};
    target[0] = problem_.target;
    if (!insert(made_[0], pack(target, 1), 0u)) return false;
    std::array<std::uint32_t, most_robots> first{}, end{};
    bool more = true;
    for (std::uint32_t depth = 1; depth <= most && more; ++depth) {
      for (int i = 0; i < count_; ++i) end[i] = made_[i].size();
      for (int i = 0; i < count_; ++i)
        for (std::uint32_t n = first[i]; n < end[i];) {
          children_.clear();
          for (const std::uint32_t last = std::min(n + at_once, end[i]); n < last; ++n) {
            if (!tick()) return false;
            regress(unpack(made_[i].key(n), i + 1), i + 1, most - depth);
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
    expected_ = 0;
    for (const States& made : made_) expected_ += growth * made.size();
    if (moves_to_go(rules_.start()) <= most && !follow(most)) return false;
    if (!solved()) bound_ = most + 1;
    return true;
  }

  // Makes the subgoals a move before one of `count` robots, those of them whose pairs are reached
  // by `left` moves.
  void regress(const Cells& cells, int count, std::uint32_t left) {
    for (int i = 0; i < count; ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t end = cells[i];
        if (problem_.wall(end, d ^ 1)) continue;
        Cells others{};
        int other = 0;
        for (int j = 0; j < count; ++j)
          if (j != i) others[other++] = cells[j];
        const bool helper = i > 0;  // else the target robot moves
        if (!problem_.wall(end, d)) {
          const std::uint32_t behind = end + problem_.offset(d);
          if (std::find(others.begin(), others.begin() + other, behind) == others.begin() + other) {
            if (count == count_ || !together(others, other, helper, behind, left)) continue;
            others[other++] = behind;
          }
        }
        std::array<const std::uint8_t*, max_robots> rows{pairs_.target()};
        for (int j = 0; j < other; ++j)
          rows[j] = !helper  ? pairs_.target_by_helper(others[j])
                    : j == 0 ? pairs_.helper_by_target(others[j])
                             : pairs_.helper_by_helper(others[j]);
        const int tests = std::max(other, 1);
        for (std::uint32_t from = end; !problem_.wall(from, d ^ 1);) {
          from += problem_.offset(d ^ 1);
          int j = 0;
          while (j < tests && rows[j][from] <= left) ++j;
          if (j == tests)
            make(others, other, helper, from);
          else if (std::find(others.begin(), others.begin() + other, from) !=
                   others.begin() + other)
            break;
        }
      }
  }

  // Tests whether one more helper may be on a cell, with each of some robots on theirs, after
  // `left` moves. The first robot is the target robot, if `target` is set.
  bool together(const Cells& others, int count, bool target, std::uint32_t cell,
                std::uint32_t left) const {
    for (int j = 0; j < count; ++j) {
      const std::uint8_t* row = j == 0 && target ? pairs_.helper_by_target(others[j])
                                                 : pairs_.helper_by_helper(others[j]);
      if (row[cell] > left) return false;
    }
    return true;
  }

  // Makes the subgoal of one robot on `cell` and some others.
  void make(const Cells& others, int other, bool helper, std::uint32_t cell) {
    Child& child = children_.emplace_back();
    child.count = other + 1;
    Cells& cells = child.cells;
    cells = {};
    cells[helper ? other : 0] = cell;
    for (int j = 0; j < other; ++j) cells[helper ? j : j + 1] = others[j];
    for (int i = 2; i < child.count; ++i)
      for (int j = i; j > 1 && cells[j] < cells[j - 1]; --j) std::swap(cells[j], cells[j - 1]);
    child.key = pack(cells, child.count);
    child.hash = child.key.hash();
    made_[other].prefetch_slot(child.hash);
    if (child.count == count_) reached_.prefetch_slot(child.hash);
  }

  // Keeps a subgoal, unless it is of no use. False: there is no room.
  bool keep(const Child& child, std::uint32_t depth, std::uint32_t left) {
    if (child.count == count_ && left <= depth_) {
      const std::uint32_t n = reached_.find(child.key);
      if (n == Met::none || reached_.data(n).moves > left) return true;
    }
    if (fewest_moves(child.cells, child.count, false) < most_moves) return true;
    return insert(made_[child.count - 1], child.key, depth);
  }

  // The least depth of the subgoals that ask for the target robot's cell and some of the others;
  // those that ask for all of them are looked up only if `all` is set.
  std::uint32_t fewest_moves(const Cells& cells, int count, bool all) const {
    std::uint32_t fewest = most_moves;
    const unsigned whole = (1u << (count - 1)) - 1;
    for (unsigned set = 0; set < whole + all; ++set) {
      Cells some{};
      int size = 0;
      some[size++] = cells[0];
      for (int i = 1; i < count; ++i)
        if (set >> (i - 1) & 1) some[size++] = cells[i];
      const States& made = made_[size - 1];
      const std::uint32_t n = made.find(pack(some, size));
      if (n != States::none) fewest = std::min(fewest, made.data(n));
    }
    return fewest;
  }
  std::uint32_t moves_to_go(const Robots& robots) const {
    return fewest_moves(robots.cell, count_, true);
  }

  // Looks for a solution of `most` moves among the states that meet subgoals soon enough.
  bool follow(std::uint32_t most) {
    States states(0, &ticker_);  // with the numbers of the states before
    taken_ = bytes() + states.bytes();
    auto robots_of = [&](std::uint32_t n) {
      Robots robots;
      robots.cell = unpack(states.key(n), count_);
      return robots;
    };
    if (!insert(states, pack(rules_.start().cell, count_), States::none)) return false;
    std::uint32_t n = 0;
    for (std::uint32_t depth = 1; depth <= most; ++depth)
      for (const std::uint32_t end = states.size(); n < end; ++n) {
        if (!tick()) return false;
        const Robots robots = robots_of(n);
        for (int i = 0; i < count_; ++i)
          for (int d = 0; d < directions; ++d) {
            const std::uint32_t stop = rules_.slide(robots, i, d);
            if (stop == robots.cell[i]) continue;
            const Robots after = rules_.moved(robots, i, d, stop);
            if (moves_to_go(after) > most - depth) continue;
            if (!insert(states, pack(after.cell, count_), n)) return false;
            if (after.cell[0] != problem_.target) continue;
            for (std::uint32_t at = states.last(); at != 0; at = states.data(at))
              path_.push_back(rules_.step_between(robots_of(states.data(at)), robots_of(at)));
            std::reverse(path_.begin(), path_.end());
            return true;
          }
      }
    return true;
  }

  const Rules<1> rules_;
  const Problem& problem_;
  Ticker& ticker_;
  const int count_, bits_;
  const std::size_t own_bytes_;
  PairReach pairs_;
  Met reached_;              // the states up to `depth_` moves from the start
  std::uint32_t layer_ = 0;  // the first one of the last layer
  std::uint32_t depth_ = 0;
  const Expansion<1> expansion_;
  Batch<1> batch_;            // of those
  std::vector<States> made_;  // the subgoals, by the number of their robots less one
  std::uint64_t expected_ = 0;
  std::vector<Child> children_;  // of subgoals
  std::vector<Step> path_;
  bool fresh_ = false;  // whether the last key was inserted
  std::uint32_t bound_;
  std::uint64_t nodes_ = 0;
  std::size_t budget_ = 0, taken_ = 0, peak_ = 0;
};

}  // namespace gridproof::robots
