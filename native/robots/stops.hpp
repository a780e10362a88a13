// The fewest moves after which each robot can stop on each cell: one breadth-first search for all
// of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// The results for each robot and cell (index robot * cells + cell).
struct Stops {
  static constexpr std::int32_t unknown = -1;

  std::vector<std::int32_t> depth;  // fewest moves until the robot stops there
  std::vector<std::uint8_t> ways;   // the number of plays of this many moves; 2: or more
  std::uint32_t complete = 0;       // what is unknown takes more moves than that,
  bool exhausted = false;           // or cannot be had at all
  std::size_t peak_memory = 0;      // bytes
};

// The first layer in which some state has a robot on a cell is the optimum of the board that asks
// this robot to stop there, so one search answers for all boards that differ by robot and target
// alone. For that, robots are told apart: no two of them are alike here.
//
// A robot comes to a cell first by a move of its own, and a play of fewest moves passes each state
// at its least depth: so ways add up over the moves from one layer to the next, and over the last
// moves. Moves are looked at when the state before them is expanded, so the last layer need not
// exist: when no state more may be stored, the present layer is still expanded to its end.
template <int Words>
class StopSearch {
 public:
  static std::size_t min_bytes(const Problem& problem) {
    return Rules<Words>::bytes(problem) + result_bytes(problem) + States::min_bytes();
  }

  // With `ricochet`, the problem has to be one of any robot: each one's axes matter.
  StopSearch(const Problem& problem, Ticker& ticker, Stops& stops)
      : problem_(problem),
        rules_(problem, false),
        own_bytes_(Rules<Words>::bytes(problem) + result_bytes(problem)),
        ticker_(ticker),
        store_(ticker.memory() - own_bytes_, &ticker),
        stops_(stops) {
    stops_.depth.assign(problem.robots.size() * problem.cells(), Stops::unknown);
    stops_.ways.assign(problem.robots.size() * problem.cells(), 0);
  }

  void run(std::uint32_t max_states) {
    search(max_states);
    stops_.peak_memory = own_bytes_ + store_.peak_bytes();
  }

 private:
  using States = Store<PackedState<Words>, std::uint8_t>;  // with each state its ways

  static std::size_t result_bytes(const Problem& problem) {
    return problem.robots.size() * problem.cells() * (sizeof(std::int32_t) + sizeof(std::uint8_t));
  }

  void search(std::uint32_t max_states) {
    const Robots start = rules_.start();
    for (int i = 0; i < rules_.count() && !problem_.ricochet; ++i) note(i, start.cell[i], 0, 1);
    if (store_.insert(rules_.pack(start), 1) == Insert::full) return ticker_.out_of_memory();
    for (std::uint32_t first = 0; first < store_.size() && store_.size() < max_states;) {
      layer_ = store_.size();
      for (; first < layer_; ++first) {
        if (!ticker_.tick()) return;
        expand(first, max_states);
      }
      ++stops_.complete;
      ticker_.prove(stops_.complete);
    }
    stops_.exhausted = store_.size() < max_states;
  }

  void expand(std::uint32_t number, std::uint32_t max_states) {
    const Robots robots = rules_.unpack(store_.key(number));
    const std::uint8_t ways = store_.data(number);
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        const std::uint32_t stop = rules_.slide(robots, i, d);
        if (stop == robots.cell[i]) continue;
        const Robots after = rules_.moved(robots, i, d, stop);
        if (!problem_.ricochet || after.axes[i] == both_axes)
          note(i, stop, static_cast<std::int32_t>(stops_.complete + 1), ways);
        if (store_.size() >= max_states) continue;
        const Insert outcome = store_.insert(rules_.pack(after), ways);
        if (outcome == Insert::full) return ticker_.out_of_memory();
        if (outcome == Insert::found && store_.last() >= layer_)
          add(store_.data(store_.last()), ways);
      }
  }

  void note(int robot, std::uint32_t cell, std::int32_t depth, std::uint8_t ways) {
    const std::size_t place = static_cast<std::size_t>(robot) * problem_.cells() + cell;
    if (stops_.depth[place] == Stops::unknown) stops_.depth[place] = depth;
    if (stops_.depth[place] == depth) add(stops_.ways[place], ways);
  }

  static void add(std::uint8_t& sum, std::uint8_t ways) {
    sum = static_cast<std::uint8_t>(std::min(sum + ways, 2));
  }

  const Problem& problem_;
  Rules<Words> rules_;
  std::size_t own_bytes_;
  Ticker& ticker_;
  States store_;
  std::uint32_t layer_ = 0;  // the number at which the layer that is being made begins
  Stops& stops_;
};

}  // namespace gridproof::robots
