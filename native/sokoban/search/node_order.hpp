// The stored data of a node of the optimal search, and the order in which nodes are expanded.
#pragma once

#include <cstdint>
#include <limits>

#include "common/bucket_queue.hpp"
#include "sokoban/board/objective.hpp"

namespace gridproof::sokoban {

struct NodeData {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  // A play that is longer is not searched on: its numbers would not fit.
  static constexpr std::uint32_t longest = 1 << 30;

  std::uint32_t parent = none;
  union {
    std::uint32_t moves = 0;  // where they count
    std::uint32_t so_far;     // where they do not: pushes that there have been, at least
  };
  std::uint32_t pushes = 0;
  std::uint32_t least : 31 = 0;  // pushes that are needed still, at least
  std::uint32_t closed : 1 = 0;
};

// Compares nodes by an objective. As each push is a move, too, the pushes that are needed still
// bound both metrics.
class NodeOrder {
 public:
  // greedy: any play will do, so the node with the least to come is first.
  NodeOrder(Objective objective, bool greedy) : objective_(objective), greedy_(greedy) {}

  // Tests whether the player's square counts, not only his region.
  bool walks() const { return objective_ != Objective::pushes; }

  Cost cost(const NodeData& node) const { return {node.pushes, walks() ? node.moves : 0}; }

  // A bound of all plays through a node, in the objective's metrics.
  BucketQueue::Rank least_cost(const NodeData& node) const {
    return value(objective_, {node.pushes + node.least, walks() ? node.moves + node.least : 0});
  }

  // The node of the lowest rank is expanded first. Unless the order is greedy, the first number
  // bounds the first metric of all plays through the node.
  BucketQueue::Rank rank(const NodeData& node) const {
    if (greedy_) return {node.least, node.pushes};
    const std::uint32_t pushes = node.pushes + node.least;
    if (!walks()) return {pushes, node.least};
    const std::uint32_t moves = node.moves + node.least;
    switch (objective_) {
      case Objective::pushes:
        break;
      case Objective::moves:
        return {moves, node.least};
      case Objective::pushes_moves:
        return {pushes, node.moves};
      case Objective::moves_pushes:
        return {moves, pushes};
    }
    return {};
  }

  // Tests whether to keep `a` in place of `b`, which is another way to the same position.
  bool cheaper(const NodeData& a, const NodeData& b) const {
    if (greedy_) return false;
    return value(objective_, cost(a)) < value(objective_, cost(b));
  }

 private:
  Objective objective_;
  bool greedy_;
};

}  // namespace gridproof::sokoban
