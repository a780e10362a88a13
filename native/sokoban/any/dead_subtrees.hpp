// Nodes of a forward search that turn out to be dead, with all that is below them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/patterns.hpp"

namespace gridproof::sokoban {

// A node of a forward search for any solution.
struct ForwardNode {
  std::uint32_t parent = Store<Key<1>>::none;
  std::uint32_t weight = 0;
  std::uint32_t pushes = 0;  // to get here, if they count
  Score best = 0;            // on the way here
  std::uint32_t size = 0;    // nodes below it
  Square from = 0, to = 0;
  bool dead = false;
};

// A node is dead if a few of its boxes are by themselves, and then nothing below it leads to a
// solution. Two kinds of nodes are tested: each one that is expanded, for the box that moved last;
// and those below which there are many nodes by now, for all boxes. Verdicts are kept as patterns.
// Each is a proof, since leaving boxes out of a solution leaves a solution.
template <int Words>
class DeadSubtrees {
 public:
  using Nodes = Store<Key<Words>, ForwardNode>;

  // Learning may take one position for so many moves that are generated, and some more; patterns
  // `memory`. Level and nodes have to stay.
  DeadSubtrees(const Level& level, Nodes& nodes, std::uint32_t moves_a_pattern, std::size_t memory,
               Ticker& ticker)
      : level_(level),
        nodes_(nodes),
        moves_a_pattern_(moves_a_pattern),
        patterns_(level, memory, ticker) {}

  const Patterns<Words>& patterns() const { return patterns_; }

  // Tests whether a node is dead by a few boxes, the one among them that moved last, after so many
  // moves.
  bool dead_by_last(std::uint32_t number, const std::vector<Square>& boxes, std::uint64_t moves) {
    if (number == 0 || !may_learn(moves)) return false;
    const auto player = static_cast<Square>(nodes_.key(number).player);
    return patterns_.learn(boxes, player, nodes_.data(number).to, {6, 100});
  }

  // Counts a new node for all above it, and tests those below which many are.
  void count(std::uint32_t number, std::uint64_t moves) {
    for (std::uint32_t n = nodes_.data(number).parent; n != none; n = nodes_.data(n).parent) {
      const std::uint32_t size = ++nodes_.data(n).size;
      if (size >= first_look && std::has_single_bit(size) && std::countr_zero(size) % 2 == 0)
        doubt(n, size, moves);
    }
  }

  // Tests whether a node or one above it is known to be dead by now.
  bool contains(std::uint32_t number) const {
    for (std::uint32_t n = number; n != none; n = nodes_.data(n).parent)
      if (nodes_.data(n).dead) return true;
    return false;
  }

 private:
  static constexpr std::uint32_t none = Nodes::none;
  static constexpr std::uint32_t first_look = 64;
  static constexpr std::uint64_t first_learning = 30'000;

  void doubt(std::uint32_t number, std::uint32_t size, std::uint64_t moves) {
    if (nodes_.data(number).dead || !may_learn(moves)) return;
    const Key<Words> position = nodes_.key(number);
    const auto player = static_cast<Square>(position.player);
    std::vector<Square> boxes;
    position.each_box([&](std::size_t slot) { boxes.push_back(level_.square_of[slot]); });
    bool dead = patterns_.known_dead(position, player);
    for (std::size_t i = 0; i < boxes.size() && !dead; ++i)
      if (!level_.board.goal(boxes[i]))
        dead = patterns_.learn(boxes, player, boxes[i], {10, std::min(size * 4, 1000u)});
    if (dead) nodes_.data(number).dead = true;
  }

  // Some positions are free: what learning finds early helps most.
  bool may_learn(std::uint64_t moves) const {
    return patterns_.spent() < first_learning + moves / moves_a_pattern_;
  }

  const Level& level_;
  Nodes& nodes_;
  std::uint32_t moves_a_pattern_;
  Patterns<Words> patterns_;
};

}  // namespace gridproof::sokoban
