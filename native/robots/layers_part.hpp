// A part of the states and subgoals of a search from both ends that threads share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "robots/pair_reach.hpp"
#include "robots/parts.hpp"
#include "robots/subgoals.hpp"

namespace gridproof::robots {

// A part, with all that one task touches.
struct alignas(64) LayersPart {
  using Key = Subgoals::Key;
  using Message = Arrival<Key>;
  using Met = Store<Key, Reached>;
  using States = Store<Key, std::uint32_t>;  // subgoals with their depths

  // The numbers of those that were stored in one layer.
  struct Layer {
    std::uint32_t begin = 0, end = 0;
  };

  Ticker ticker;
  Met reached;
  States few, all;  // subgoals of some robots, and of all
  Layer reached_layer, few_layer, all_layer;
  Outbox<Message> children;
  Outbox<Key> few_before, all_before;
  std::vector<PairReach::Pair> pairs;  // new ones
  std::size_t share = 0, peak = 0;     // bytes
  std::uint64_t expanded = 0;          // in the last phase

  explicit LayersPart(Ticker own)
      : ticker(std::move(own)), reached(0, &ticker), few(0, &ticker), all(0, &ticker) {}

  std::size_t bytes() const {
    return reached.bytes() + few.bytes() + all.bytes() + children.bytes() + few_before.bytes() +
           all_before.bytes() + pairs.capacity() * sizeof(PairReach::Pair);
  }
  std::size_t room() const { return share - std::min(share, bytes()); }

  void forget_subgoals() {
    few = States(0, &ticker);
    all = States(0, &ticker);
    few_layer = all_layer = {};
  }

  // Calls visit(number) for `count` of a layer, or what is left of it after `done`.
  template <class Visit>
  void each_of(const Layer& layer, std::uint32_t done, std::uint32_t count, Visit visit) {
    const std::uint32_t size = layer.end - layer.begin;
    for (std::uint32_t i = std::min(size, done); i < std::min(size, done + count); ++i) {
      if (!ticker.going()) return;
      visit(layer.begin + i);
    }
  }

  // Lets a task add to one of the stores what room there is; notes the most that was taken.
  template <class Data, class Task>
  void add_to(Store<Key, Data>& states, Task task) {
    states.let(states.bytes() + room());
    task();
    peak = std::max(peak, bytes() - states.bytes() + states.peak_bytes());
  }
  // Adds to that store; false: it was there, or there is no room.
  template <class Data>
  bool keep(Store<Key, Data>& states, const Key& key, std::uint64_t hash, const Data& data) {
    const Insert outcome = states.insert(key, hash, data);
    if (outcome == Insert::full) ticker.out_of_memory();
    return outcome == Insert::added;
  }
  // Remembers a pair of a state that was stored.
  void remember(const PairReach::Pair& pair) {
    if (pairs.size() == pairs.capacity()) {
      const std::size_t wanted = std::max<std::size_t>(2 * pairs.size(), 16);
      if (wanted * sizeof(pair) > room()) return ticker.out_of_memory();
      pairs.reserve(wanted);
      reached.let(reached.bytes() + room());
    }
    pairs.push_back(pair);
  }

  // Sends a message to the part that owns a key.
  template <class Message>
  void send(Outbox<Message>& outbox, const Key& key, const Message& message) {
    if (!outbox.send(owner(key.hash()), message, [this] { return room(); })) ticker.out_of_memory();
  }
};

}  // namespace gridproof::robots
