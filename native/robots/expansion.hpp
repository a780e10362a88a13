// States that are expanded together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// All children of some states are made, and the memory for them is asked for, before the first one
// is stored.
template <int Words>
class Expansion {
 public:
  static constexpr std::size_t batch = 8;  // states

  // A state that is expanded.
  struct Parent {
    std::uint32_t number;
    std::uint16_t moves;
    Robots robots;
    typename Rules<Words>::Stops stops;
  };
  // A move of it that is tried.
  struct Child {
    std::size_t parent;
    int robot, direction;
    Robots robots;
    PackedState<Words> key;
    std::uint64_t hash;
  };

  explicit Expansion(const Rules<Words>& rules) : rules_(rules) {}

  void clear() {
    parents_.clear();
    children_.clear();
  }
  bool full() const { return parents_.size() == batch; }

  // Makes the children of a state of `states`, but for the moves that are skipped.
  template <class States>
  void add(const States& states, std::uint32_t number, std::uint16_t moves, std::uint16_t skipped) {
    Parent& parent = parents_.emplace_back();
    parent.number = number;
    parent.robots = rules_.unpack(states.key(number));
    parent.moves = moves;
    rules_.slide_all(parent.robots, parent.stops);
    for (int i = 0; i < rules_.count(); ++i)
      for (int d = 0; d < directions; ++d) {
        if (parent.stops[i][d] == parent.robots.cell[i]) continue;
        if (Rules<Words>::skips(skipped, i, d)) continue;
        Child& child = children_.emplace_back();
        child.parent = parents_.size() - 1;
        child.robot = i;
        child.direction = d;
        child.robots = rules_.moved(parent.robots, i, d, parent.stops[i][d]);
        child.key = rules_.pack(child.robots);
        child.hash = child.key.hash();
        states.prefetch_slot(child.hash);
      }
  }

  // The children, to be stored now.
  template <class States>
  const std::vector<Child>& children(const States& states) const {
    for (const Child& child : children_) states.prefetch_state(child.hash);
    return children_;
  }
  const Parent& parent(const Child& child) const { return parents_[child.parent]; }

  // The moves that a child skips.
  std::uint16_t skipped(const Child& child) const {
    const Parent& from = parent(child);
    return rules_.skipped(from.robots, from.stops, child.robot, child.direction, child.robots);
  }

 private:
  const Rules<Words>& rules_;
  std::vector<Parent> parents_;
  std::vector<Child> children_;
};

}  // namespace gridproof::robots
