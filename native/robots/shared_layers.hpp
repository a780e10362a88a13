// The layers of the search from both ends, shared by threads.
//
// Each state, and each subgoal, belongs to one of a fixed number of parts, by its hash; a subgoal
// of all robots to that of the state that meets it. Layers are made in rounds, and results are the
// same with any number of threads, as in shared_astar.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "common/team.hpp"
#include "robots/board.hpp"
#include "robots/expansion.hpp"
#include "robots/layers_part.hpp"
#include "robots/pair_reach.hpp"
#include "robots/parts.hpp"
#include "robots/rules.hpp"
#include "robots/subgoals.hpp"

namespace gridproof::robots {

// Makes what LoneLayers makes, and a few subgoals more: one that asks for all that another one asks
// for is left out only if that was made in an earlier phase.
class SharedLayers {
 public:
  // The bytes that it takes at least.
  static std::size_t min_bytes(const Problem& problem) {
    return PairReach::bytes(problem) + parts * (sizeof(Part) + least_share);
  }

  SharedLayers(const Problem& problem, const Rules<1>& rules, Ticker& ticker, Team& team)
      : rules_(rules),
        target_(problem.target),
        ticker_(ticker),
        team_(team),
        count_(rules.count()),
        own_bytes_(PairReach::bytes(problem) + parts * sizeof(Part)),
        pairs_(problem, count_ - 1),
        subgoals_(problem, pairs_),
        expansion_(problem, rules) {
    for (auto& part : parts_) part = std::make_unique<Part>(team.part());
  }

  // From now on it may take so many bytes. They are divided evenly, so that each part ends at the
  // same state with any number of threads.
  void let(std::size_t budget) {
    const std::size_t share = (budget - std::min(budget, own_bytes_)) / parts;
    for (auto& part : parts_) part->share = std::min(share, most_bytes);
  }
  std::size_t bytes() const {
    std::size_t all = own_bytes_;
    for (const auto& part : parts_) all += part->bytes();
    return all;
  }
  std::size_t peak_bytes() const {
    std::size_t all = own_bytes_;
    for (const auto& part : parts_) all += part->peak;
    return all;
  }

  // Reaches the start.
  bool begin() {
    const Robots start = rules_.start();
    const Key key = rules_.pack(start);
    Part& part = *parts_[owner(key.hash())];
    part.add_to(part.reached, [&] { reach(part, {key, {Met::none, 0, 0, 0}}, key.hash()); });
    note(0);
    return goes_on(part) && pairs_.begin(0, each_block_);
  }

  // Reaches the states one move farther.
  bool forwards() {
    if (!pairs_.begin(static_cast<std::uint8_t>(depth_), each_block_)) return false;
    for (auto& part : parts_) part->reached_layer.end = part->reached.size();
    for (std::uint32_t done = 0; done < longest(&Part::reached_layer); done += at_once) {
      if (!phase([&](Part& part, std::size_t p) { expand(part, p, done); }) || !count() ||
          !phase([&](Part& part, std::size_t p) { receive(part, p); }))
        return false;
      note(static_cast<std::uint8_t>(depth_ + 1));
    }
    for (auto& part : parts_) part->reached_layer.begin = part->reached_layer.end;
    return pairs_.begin(static_cast<std::uint8_t>(++depth_), each_block_);
  }

  // Makes the subgoals of solutions of `most` moves, and none of others.
  bool backwards(std::uint32_t most) {
    while (pairs_.depth() < most)
      if (!pairs_.extend(each_block_)) return false;
    for (auto& part : parts_) part->forget_subgoals();
    const Key first = subgoals_.pack({target_}, 1), name = named(first, 1);
    Part& part = *parts_[owner(first.hash())];
    part.add_to(part.few, [&] { part.keep(part.few, name, name.hash(), 0u); });
    if (!goes_on(part)) return false;
    for (std::uint32_t depth = 1; depth <= most; ++depth) {
      for (auto& part : parts_) {
        part->few_layer.end = part->few.size();
        part->all_layer.end = part->all.size();
      }
      const std::uint32_t most_entries =
          std::max(longest(&Part::few_layer), longest(&Part::all_layer));
      if (most_entries == 0) break;
      for (std::uint32_t done = 0; done < most_entries; done += at_once)
        if (!phase([&](Part& part, auto) { regress(part, done, most - depth); }) || !count() ||
            !phase([&](Part& part, std::size_t p) { keep_few(part, p, depth); }) ||
            !phase([&](Part& part, std::size_t p) { keep_all(part, p, depth, most - depth); }))
          return false;
      for (auto& part : parts_) {
        part->few_layer.begin = part->few_layer.end;
        part->all_layer.begin = part->all_layer.end;
      }
    }
    return true;
  }

  // The moves up to which all states are reached; their number, and whether some are reached by no
  // fewer moves.
  std::uint32_t depth() const { return depth_; }
  std::uint64_t reached() const {
    std::uint64_t all = 0;
    for (const auto& part : parts_) all += part->reached.size();
    return all;
  }
  bool open() const {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) {
      return part->reached_layer.begin < part->reached.size();
    });
  }
  // The number of subgoals, and the least depth of those that a state meets.
  std::uint64_t made() const {
    std::uint64_t all = 0;
    for (const auto& part : parts_) all += part->few.size() + part->all.size();
    return all;
  }
  std::uint32_t least_depth(const Robots& robots) const {
    return least_depth(robots.cell, count_, true);
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Key = Subgoals::Key;
  using Cells = Subgoals::Cells;
  using Part = LayersPart;
  using Message = Part::Message;
  using Layer = Part::Layer;
  using Met = Part::Met;
  using States = Part::States;
  using Parent = Expansion<1>::Parent;

  // The bytes without which a part is not worth while.
  static constexpr std::size_t least_share = 1 << 18;
  // The states of a part that are expanded between two phases, and the subgoals.
  static constexpr std::uint32_t at_once = 2048;
  static constexpr std::uint32_t ahead = 8;

  const Key& key_of(std::uint32_t number) const {
    return parts_[number % parts]->reached.key(number / parts);
  }

  // Calls task(part, its number) for each part.
  template <class Task>
  bool phase(Task task) {
    return team_.run(parts, [&](std::size_t p, std::size_t) { task(*parts_[p], p); }) &&
           std::all_of(parts_.begin(), parts_.end(),
                       [&](const auto& part) { return goes_on(*part); });
  }
  // A part that has no room ends this search, and not the one that it takes turns with.
  bool goes_on(const Part& part) {
    return part.ticker.stop() != Stop::memory_limit && ticker_.follow(part.ticker);
  }

  std::uint32_t longest(Layer Part::* layer) const {
    std::uint32_t most = 0;
    for (const auto& part : parts_)
      most = std::max(most, ((*part).*layer).end - ((*part).*layer).begin);
    return most;
  }

  // Counts the nodes of the last phase; false: stop.
  bool count() {
    for (const auto& part : parts_) {
      nodes_ += part->expanded;
      if (!count_nodes(ticker_, part->expanded)) return false;
    }
    return true;
  }

  // Sends the children of some states to the parts that own them.
  void expand(Part& part, std::size_t p, std::uint32_t done) {
    part.expanded = 0;
    part.children.clear();
    const Layer& layer = part.reached_layer;
    part.each_of(layer, done, at_once, [&](std::uint32_t number) {
      if (number + ahead < layer.end && depth_ > 0)
        prefetch_memory(&key_of(part.reached.data(number + ahead).parent));
      ++part.expanded;
      Parent parent;
      expansion_.begin(parent, joined(p, number), static_cast<std::uint16_t>(depth_),
                       rules_.unpack(part.reached.key(number)));
      expansion_.each_child(
          parent, skipped(part.reached.data(number), parent.robots), [&](const auto& child) {
            const Key key = rules_.pack(child.robots);
            part.send(part.children, key,
                      Message{key,
                              {parent.number, static_cast<std::uint16_t>(depth_ + 1),
                               static_cast<std::uint8_t>(child.robot),
                               static_cast<std::uint8_t>(child.direction)}});
          });
    });
  }

  // The moves that a state skips.
  std::uint16_t skipped(const Reached& reached, const Robots& robots) const {
    if (reached.parent == Met::none) return 0;
    Parent before;
    expansion_.begin(before, reached.parent, 0, rules_.unpack(key_of(reached.parent)));
    return expansion_.skipped(before, {reached.robot, reached.direction, robots});
  }

  // Stores the states that others have sent to part p.
  void receive(Part& part, std::size_t p) {
    part.add_to(part.reached, [&] {
      each_message<Message>(
          p, [this](std::size_t sender) -> const auto& { return parts_[sender]->children; },
          [](const Message& message) { return message.key.hash(); },
          [&](std::uint64_t hash) { part.reached.prefetch_slot(hash); },
          [&](std::uint64_t hash) { part.reached.prefetch_state(hash); },
          [&](const Message& message, std::uint64_t hash) {
            reach(part, message, hash);
            return part.ticker.going();
          });
    });
  }

  // Stores a state, and remembers its pairs that are new.
  void reach(Part& part, const Message& message, std::uint64_t hash) {
    if (!part.keep(part.reached, message.key, hash, message.reached)) return;
    pairs_.each_new(rules_.unpack(message.key), static_cast<std::uint8_t>(message.reached.moves),
                    [&](const PairReach::Pair& pair) { part.remember(pair); });
  }

  // Notes the new pairs of all parts: few, so that one thread does it.
  void note(std::uint8_t depth) {
    for (auto& part : parts_) {
      for (const PairReach::Pair& pair : part->pairs) pairs_.note(pair, depth);
      part->pairs.clear();
    }
  }

  // A subgoal of some robots, as a key that tells their number too: robots take 44 bits at most.
  static Key named(Key key, int count) {
    key.words[0] |= std::uint64_t(count) << 60;
    return key;
  }
  static int count_of(const Key& key) { return static_cast<int>(key.words[0] >> 60); }

  // Sends the subgoals a move before some to the parts that own them.
  void regress(Part& part, std::uint32_t done, std::uint32_t left) {
    part.expanded = 0;
    part.few_before.clear();
    part.all_before.clear();
    const auto make = [&](const Cells& cells, int count) {
      const Key key = subgoals_.pack(cells, count);
      if (count == count_)
        part.send(part.all_before, key, key);
      else if (!is_met_by_less(cells, count))
        part.send(part.few_before, key, named(key, count));
    };
    part.each_of(part.few_layer, done, at_once, [&](std::uint32_t number) {
      ++part.expanded;
      const Key& key = part.few.key(number);
      subgoals_.each_before(subgoals_.unpack(key, count_of(key)), count_of(key), left, make);
    });
    part.each_of(part.all_layer, done, at_once, [&](std::uint32_t number) {
      ++part.expanded;
      subgoals_.each_before(subgoals_.unpack(part.all.key(number), count_), count_, left, make);
    });
  }

  // Tests whether a subgoal asks for all that another one asks for.
  bool is_met_by_less(const Cells& cells, int count) const {
    return least_depth(cells, count, false) < Subgoals::most_moves;
  }

  void keep_few(Part& part, std::size_t p, std::uint32_t depth) {
    part.add_to(part.few, [&] {
      each_message<Key>(
          p, [this](std::size_t sender) -> const auto& { return parts_[sender]->few_before; },
          [](const Key& key) { return key.hash(); },
          [&](std::uint64_t hash) { part.few.prefetch_slot(hash); },
          [&](std::uint64_t hash) { part.few.prefetch_state(hash); },
          [&](const Key& key, std::uint64_t hash) {
            part.keep(part.few, key, hash, depth);
            return part.ticker.going();
          });
    });
  }

  // Nobody adds to the subgoals of some robots meanwhile.
  void keep_all(Part& part, std::size_t p, std::uint32_t depth, std::uint32_t left) {
    const bool known = left <= depth_;  // all states that are reached soon enough
    part.add_to(part.all, [&] {
      each_message<Key>(
          p, [this](std::size_t sender) -> const auto& { return parts_[sender]->all_before; },
          [](const Key& key) { return key.hash(); },
          [&](std::uint64_t hash) {
            part.all.prefetch_slot(hash);
            if (known) part.reached.prefetch_slot(hash);
          },
          [&](std::uint64_t hash) {
            part.all.prefetch_state(hash);
            if (known) part.reached.prefetch_state(hash);
          },
          [&](const Key& key, std::uint64_t hash) {
            if (!known || is_reached(part, key, hash, left)) keep_unmet(part, key, hash, depth);
            return part.ticker.going();
          });
    });
  }

  static bool is_reached(const Part& part, const Key& key, std::uint64_t hash,
                         std::uint32_t moves) {
    const std::uint32_t n = part.reached.find(key, hash);
    return n != Met::none && part.reached.data(n).moves <= moves;
  }

  // Keeps a subgoal of all robots, unless another one asks for less.
  void keep_unmet(Part& part, const Key& key, std::uint64_t hash, std::uint32_t depth) const {
    if (part.all.find(key, hash) == States::none &&
        !is_met_by_less(subgoals_.unpack(key, count_), count_))
      part.keep(part.all, key, hash, depth);
  }

  std::uint32_t least_depth(const Cells& cells, int count, bool all) const {
    return subgoals_.least_depth(cells, count, all, [&](const Key& key, int size) {
      const Part& part = *parts_[owner(key.hash())];
      const States& made = size == count_ ? part.all : part.few;
      const std::uint32_t n = made.find(size == count_ ? key : named(key, size));
      return n == States::none ? Subgoals::most_moves : made.data(n);
    });
  }

  // Numbers of states have 32 bits, the part among them.
  static constexpr std::size_t most_bytes =
      (std::size_t{1} << 32) / parts * (sizeof(Key) + sizeof(Reached));

  const Rules<1>& rules_;
  const std::uint32_t target_;
  Ticker& ticker_;
  Team& team_;
  const int count_;
  const std::size_t own_bytes_;
  PairReach pairs_;
  const PairReach::EachBlock each_block_ = [this](const auto& task) {
    return team_.run(pairs_.blocks(), [&](std::size_t block, std::size_t) { task(block); });
  };
  const Subgoals subgoals_;
  const Expansion<1> expansion_;
  std::uint32_t depth_ = 0;
  std::uint64_t nodes_ = 0;
  std::array<std::unique_ptr<Part>, parts> parts_;
};

}  // namespace gridproof::robots
