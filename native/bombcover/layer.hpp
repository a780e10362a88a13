// A layer of states, and the index of the one that is being made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "bombcover/crates.hpp"
#include "common/compiler.hpp"
#include "common/limits.hpp"

namespace gridproof::bombcover {

// States with what is kept for each, in lists of their own.
template <int Words>
struct Layer {
  using Set = CrateSet<Words>;

  std::vector<Set> states;
  std::vector<std::uint64_t> hashes;
  std::vector<std::int32_t> scores;    // heaviest total weight
  std::vector<std::uint32_t> parents;  // place in the layer before
  std::vector<std::uint32_t> bombs;    // site of the bomb that led here

  std::size_t bytes() const {
    return states.capacity() * sizeof(Set) + hashes.capacity() * sizeof(std::uint64_t) +
           scores.capacity() * sizeof(std::int32_t) +
           (parents.capacity() + bombs.capacity()) * sizeof(std::uint32_t);
  }

  void add(const Set& state, std::uint64_t hash, std::int32_t score, std::uint32_t parent,
           std::uint32_t bomb) {
    states.push_back(state);
    hashes.push_back(hash);
    scores.push_back(score);
    parents.push_back(parent);
    bombs.push_back(bomb);
  }

  void filter(const std::vector<bool>& keep) {
    std::size_t kept = 0;
    for (std::size_t n = 0; n < states.size(); ++n) {
      if (!keep[n]) continue;
      states[kept] = states[n];
      hashes[kept] = hashes[n];
      scores[kept] = scores[n];
      parents[kept] = parents[n];
      bombs[kept++] = bombs[n];
    }
    states.resize(kept);
    hashes.resize(kept);
    scores.resize(kept);
    parents.resize(kept);
    bombs.resize(kept);
  }

  // Keeps the best ones.
  void keep_best(std::size_t width) {
    std::vector<std::uint32_t> order(states.size());
    std::iota(order.begin(), order.end(), 0);
    std::nth_element(order.begin(), order.begin() + width, order.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       return std::pair(scores[a], a) < std::pair(scores[b], b);
                     });
    std::vector<bool> keep(states.size(), false);
    for (std::size_t i = 0; i < width; ++i) keep[order[i]] = true;
    filter(keep);
  }
};

// Finds the states of a layer by their hashes.
template <int Words>
class LayerIndex {
 public:
  using Set = CrateSet<Words>;

  void clear() { slots_.assign(1024, 0); }
  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

  // The slot that holds a state, or would.
  std::size_t slot_of(const Layer<Words>& layer, const Set& state, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] && ((slots_[at] ^ hash) >> 32 != 0 ||
                          !(layer.states[(slots_[at] & 0xffffffff) - 1] == state)))
      at = (at + 1) & mask;
    return at;
  }
  bool taken(std::size_t slot) const { return slots_[slot] != 0; }
  void put(std::size_t slot, std::uint64_t hash, std::size_t place) {
    slots_[slot] = entry(hash, place);
  }
  void prefetch(std::uint64_t hash) const { prefetch_memory(&slots_[hash & (slots_.size() - 1)]); }

  bool crowded(const Layer<Words>& layer) const { return layer.states.size() * 2 > slots_.size(); }
  // Doubles; false if it was stopped, or if the numbers of 32 bits for places are used up.
  bool grow(const Layer<Words>& layer, Ticker& ticker) {
    if (slots_.size() > std::numeric_limits<std::uint32_t>::max()) {
      ticker.out_of_memory();
      return false;
    }
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t n = 0; n < layer.states.size(); ++n) {
      if (!ticker.going()) return false;
      std::size_t at = layer.hashes[n] & (slots_.size() - 1);
      while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = entry(layer.hashes[n], n);
    }
    return true;
  }

 private:
  // Half of the hash and the place + 1, so that most other states are told apart without a look at
  // them.
  static std::uint64_t entry(std::uint64_t hash, std::size_t place) {
    return (hash & 0xffffffff00000000) | (place + 1);
  }

  std::vector<std::uint64_t> slots_;
};

}  // namespace gridproof::bombcover
