// When a search learns patterns, and how much it may spend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/dead_sets.hpp"
#include "sokoban/deadlock/patterns.hpp"

namespace gridproof::sokoban {

// Learning costs positions of small searches. The search that learns earns them, a few by its own
// nodes and more by those that patterns have saved it; a set that was found to be dead is free. A
// search that ends soon has no use for it.
template <int Words>
class PatternLearning {
 public:
  static std::size_t min_bytes(const Level& level) { return Patterns<Words>::min_bytes(level); }

  // They may take `memory`; if the ticker stops it, they are of no use.
  PatternLearning(const Level& level, std::size_t memory, Ticker& ticker)
      : patterns_(level, memory, ticker) {}

  // Tests whether a child of a node is dead by a pattern with the box that was pushed to `slot`.
  bool child_dead(const Key<Words>& position, std::size_t slot, Square player) {
    const bool dead = known_dead(position, slot, player);
    matched(dead);
    return dead;
  }

  // The same for threads: they only ask what is known. Their matches are counted later.
  bool known_dead(const Key<Words>& position, std::size_t slot, Square player) const {
    return patterns_.known_dead(position, slot, player);
  }
  bool known_dead(const Key<Words>& position, Square player) const {
    return patterns_.known_dead(position, player);
  }
  void matched(std::uint64_t times) { credit_ += static_cast<std::int64_t>(times) * a_match; }

  // Tests whether dead() learns from the next node.
  bool eager() const { return nodes_ >= easy && credit_ >= spare; }

  // Tests whether a node that is to be expanded is dead by a pattern, maybe by one that is learned
  // from it now: from the box that was pushed() last, or every second time from any.
  template <class Pushed>
  bool dead(const Key<Words>& position, std::span<const Square> boxes, Square player,
            Pushed pushed) {
    if (patterns_.known_dead(position, player)) return true;
    if (!eager()) return false;
    ++turn_;
    return learn(boxes, player, turn_ % 2 ? pushed() : boxes[turn_ / 2 % boxes.size()]);
  }

  // A node has been expanded; `dead_end`: all that came of it is dead, so it is, and some of its
  // boxes may be by themselves.
  template <class Pushed>
  void expanded(std::span<const Square> boxes, Square player, Pushed pushed, bool dead_end) {
    credit_ += a_node;
    if (++nodes_ < easy || !dead_end || credit_ < 0) return;
    const Square first = pushed();
    if (learn(boxes, player, first)) return;
    for (std::size_t i = 0; i < boxes.size() && credit_ > 0; ++i)
      if (boxes[i] != first && learn(boxes, player, boxes[i])) return;
  }

  // These boxes are dead without the others.
  void dead_boxes(std::span<const Square> boxes, Square player) {
    if (nodes_ >= easy && credit_ > 0) pay([&] { return patterns_.learn(boxes, player, effort); });
  }

  std::size_t bytes() const { return patterns_.bytes(); }

 private:
  static constexpr DeadSets::Effort effort{8, 300};
  // Credit, in parts of what a position costs: to begin with, for a node and for a match; and what
  // is kept for dead ends.
  static constexpr std::int64_t a_position = 8, at_first = 8'000 * a_position, a_node = 2,
                                a_match = 4, spare = 1'000 * a_position;
  static constexpr std::uint64_t easy = 1000;  // nodes before the first learning

  bool learn(std::span<const Square> boxes, Square player, Square start) {
    return pay([&] { return patterns_.learn(boxes, player, start, effort); });
  }

  template <class Learn>
  bool pay(Learn learn) {
    const std::uint64_t before = patterns_.spent();
    const bool dead = learn();
    if (!dead) credit_ -= static_cast<std::int64_t>(patterns_.spent() - before) * a_position;
    return dead;
  }

  Patterns<Words> patterns_;
  std::int64_t credit_ = at_first;
  std::size_t turn_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace gridproof::sokoban
