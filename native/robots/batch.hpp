// States that are expanded together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "robots/board.hpp"
#include "robots/expansion.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// All children of some states are made, and the memory for them is asked for, before the first one
// is stored.
template <int Words>
class Batch {
 public:
  using Parent = typename Expansion<Words>::Parent;
  struct Child : Expansion<Words>::Child {
    std::size_t parent;  // its place among the parents
    PackedState<Words> key;
    std::uint64_t hash;
  };

  Batch(const Rules<Words>& rules, const Expansion<Words>& expansion)
      : rules_(rules), expansion_(expansion) {}

  void clear() {
    parents_.clear();
    children_.clear();
  }
  bool full() const { return parents_.size() == states; }

  // Makes the children of a state of a store, but for the moves that are skipped.
  template <class States>
  void add(const States& store, std::uint32_t number, std::uint16_t moves, std::uint16_t skipped) {
    expansion_.begin(parents_.emplace_back(), number, moves, rules_.unpack(store.key(number)));
    expansion_.each_child(parents_.back(), skipped, [&](const auto& child) {
      const PackedState<Words> key = rules_.pack(child.robots);
      children_.push_back({child, parents_.size() - 1, key, key.hash()});
      store.prefetch_slot(children_.back().hash);
    });
  }

  // The children, to be stored now.
  template <class States>
  const std::vector<Child>& children(const States& store) const {
    for (const Child& child : children_) store.prefetch_state(child.hash);
    return children_;
  }
  const Parent& parent(std::size_t place) const { return parents_[place]; }
  const Parent& parent(const Child& child) const { return parent(child.parent); }
  std::size_t size() const { return parents_.size(); }

  // The moves that a child skips.
  std::uint16_t skipped(const Child& child) const {
    return expansion_.skipped(parent(child), child);
  }

 private:
  static constexpr std::size_t states = 8;

  const Rules<Words>& rules_;
  const Expansion<Words>& expansion_;
  std::vector<Parent> parents_;
  std::vector<Child> children_;
};

}  // namespace gridproof::robots
