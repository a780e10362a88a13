// Separators: the parts of a board that a single crate cuts off.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/setup_limits.hpp"

namespace gridproof::bombcover {

// A depth-first tree from the start over all nodes, as if no crate stood. It has no edges across:
// what hangs below a crate is cut off by it unless an edge leads from there to above the crate.
class Separators {
 public:
  Separators(const Board& board, SetupLimits& setup) {
    const std::uint32_t nodes = board.nodes();
    setup.take(nodes * (sizeof(entered_[0]) * 3 + sizeof(below_[0]) + 3 * sizeof(Step)));
    entered_.assign(nodes, 0);
    left_.assign(nodes, 0);
    highest_.assign(nodes, 0);
    below_.resize(nodes);
    for (std::uint32_t room : board.start_rooms()) highest_[room] = start;
    for (std::uint32_t room : board.start_rooms())
      if (!entered_[room]) grow(board, room, setup);
  }

  // Tests whether a node cannot be reached while this crate stands.
  bool cut_off(std::uint32_t node, std::uint32_t crate) const {
    if (node == crate) return true;
    if (entered_[node] < entered_[crate] || entered_[node] > left_[crate]) return false;
    const auto& below = below_[crate];
    const auto next =
        std::upper_bound(below.begin(), below.end(), entered_[node],
                         [&](std::uint32_t time, std::uint32_t n) { return time < entered_[n]; });
    return highest_[*(next - 1)] >= entered_[crate];
  }

 private:
  static constexpr std::uint32_t start = 1;  // the time at which the start was entered
  struct Step {
    std::uint32_t node;
    std::size_t next;  // of its neighbours
  };

  void grow(const Board& board, std::uint32_t root, SetupLimits& setup) {
    std::vector<Step> path;
    auto enter = [&](std::uint32_t node) {
      entered_[node] = ++time_;
      if (highest_[node] != start) highest_[node] = time_;
      path.push_back({node, 0});
    };
    enter(root);
    while (!path.empty()) {
      setup.step();
      const std::uint32_t node = path.back().node;
      const auto& neighbours = board.neighbours()[node];
      if (path.back().next < neighbours.size()) {
        const std::uint32_t next = neighbours[path.back().next++];
        if (!entered_[next]) {
          below_[node].push_back(next);
          enter(next);
        } else {
          highest_[node] = std::min(highest_[node], entered_[next]);
        }
        continue;
      }
      left_[node] = time_;
      path.pop_back();
      if (path.empty()) continue;
      // The edge back to the parent is one of those seen: it leads to the parent, not above it.
      std::uint32_t& above = highest_[path.back().node];
      above = std::min(above, highest_[node]);
    }
  }

  std::uint32_t time_ = start;
  std::vector<std::uint32_t> entered_, left_;      // by node: times
  std::vector<std::uint32_t> highest_;             // by node: earliest time with an edge from below
  std::vector<std::vector<std::uint32_t>> below_;  // by node: its children, by time
};

}  // namespace gridproof::bombcover
