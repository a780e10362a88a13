// The subgoals of a search back from the target, and the moves between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "robots/board.hpp"
#include "robots/pair_reach.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// A *subgoal* is a cell of the target robot and cells on which some of the helpers stand; the other
// helpers may be anywhere. A state meets it if the robots stand there. The first subgoal is the
// target robot on the target. A subgoal that was made n moves back has *depth* n: the last of its
// robots to move, r, came to its cell y from some cell x. A wall stopped it, or a robot on the cell
// behind y did: one of the subgoal, or one more helper.
class Subgoals {
 public:
  using Key = PackedState<1>;
  using Cells = std::array<std::uint32_t, max_robots>;

  // No search makes subgoals of such a depth.
  static constexpr std::uint32_t most_moves = PairReach::never - 1;

  Subgoals(const Problem& problem, const PairReach& pairs)
      : problem_(problem),
        pairs_(pairs),
        count_(static_cast<int>(problem.robots.size())),
        bits_(std::bit_width(problem.cells() - 1)) {}

  // Subgoals of `count` robots as keys; one of all robots has the key of the state that meets it.
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

  // Calls visit(cells, count) for the subgoals a move before one of `count` robots, those of them
  // whose pairs are reached by `left` moves.
  template <class Visit>
  void each_before(const Cells& cells, int count, std::uint32_t left, Visit visit) const {
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
            make(others, other, helper, from, visit);
          else if (std::find(others.begin(), others.begin() + other, from) !=
                   others.begin() + other)
            break;
        }
      }
  }

  // The least depth of the subgoals that ask for the target robot's cell and some of the others;
  // those that ask for all of them are looked up only if `all` is set. `depth_of(key, count)` is
  // the depth of a subgoal of so many robots, or at least `most_moves` if there is none.
  template <class DepthOf>
  std::uint32_t least_depth(const Cells& cells, int count, bool all, DepthOf depth_of) const {
    std::uint32_t least = most_moves;
    const unsigned whole = (1u << (count - 1)) - 1;
    for (unsigned set = 0; set < whole + all; ++set) {
      Cells some{};
      int size = 0;
      some[size++] = cells[0];
      for (int i = 1; i < count; ++i)
        if (set >> (i - 1) & 1) some[size++] = cells[i];
      least = std::min(least, depth_of(pack(some, size), size));
    }
    return least;
  }

 private:
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

  // Makes the subgoal of one robot on `cell` and some others: the target robot's cell comes first,
  // then those of the helpers in order.
  template <class Visit>
  static void make(const Cells& others, int other, bool helper, std::uint32_t cell, Visit& visit) {
    Cells cells{};
    cells[helper ? other : 0] = cell;
    for (int j = 0; j < other; ++j) cells[helper ? j : j + 1] = others[j];
    for (int i = 2; i <= other; ++i)
      for (int j = i; j > 1 && cells[j] < cells[j - 1]; --j) std::swap(cells[j], cells[j - 1]);
    visit(cells, other + 1);
  }

  const Problem& problem_;
  const PairReach& pairs_;
  const int count_, bits_;
};

}  // namespace gridproof::robots
