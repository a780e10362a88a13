// The search by single states, shared by threads.
//
// Each state belongs to one of a fixed number of parts, by its hash. Within a phase a part changes
// its own states only and leaves messages for the others, which they read in the next phase, in
// the order of the senders. So the order of all states and the counts are the same with any number
// of threads; docs/explanation/threads.md says more.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "common/team.hpp"
#include "robots/answer.hpp"
#include "robots/blockers.hpp"
#include "robots/board.hpp"
#include "robots/ends_turns.hpp"
#include "robots/expansion.hpp"
#include "robots/first_turns.hpp"
#include "robots/parts.hpp"
#include "robots/rules.hpp"
#include "robots/shared_layers.hpp"

namespace gridproof::robots {

// A* as AStar does it, in rounds: each part expands some of its states with the smallest f, then
// stores the children that are its own. Of equal f, a part takes those with the smallest bound.
template <int Words>
class SharedAStar {
 public:
  // Tests whether so many bytes leave each part enough for its first tables.
  static bool fits(std::size_t bytes) {
    return bytes >= sizeof(SharedAStar) + parts * (sizeof(Part) + least_share);
  }

  // `own_bytes`: what the tables take that the caller has made.
  SharedAStar(const Problem& problem, const Rules<Words>& rules, const Expansion<Words>& expansion,
              const BlockerBound& blockers, std::size_t own_bytes, std::size_t threads,
              std::uint32_t limit, bool any, Ticker& ticker, Answer& answer)
      : rules_(rules),
        expansion_(expansion),
        blockers_(blockers),
        own_bytes_(own_bytes + sizeof(SharedAStar) + parts * sizeof(Part)),
        any_(any),
        limit_(limit),
        ticker_(ticker),
        answer_(answer),
        team_(threads, ticker),
        first_ticker_(team_.part()),
        turns_(problem, rules, first_ticker_),
        ends_(problem) {
    for (auto& part : parts_) part = std::make_unique<Part>(team_.part());
    share_memory();
  }

  // Searches from the start, whose bound is above 0; for a first solution too, and from both ends,
  // each from some node on.
  void run(std::uint64_t first_turn, std::uint64_t first_step) {
    turns_.begin(first_turn);
    ends_.begin(first_step);
    const Robots start = rules_.start();
    const PackedState<Words> key = rules_.pack(start);
    const std::uint32_t p = owner(key.hash());
    store(*parts_[p], p, {key, {States::none, 0, 0, 0}}, key.hash());
    while (go_on() && !nothing_is_open()) {
      const std::uint32_t f = least_f();
      if (std::max(f, answer_.bound) >= limit_) break;
      answer_.prove(f, ticker_);
      if (turns_.due(nodes_)) start_turn();
      if (ends_.due(nodes_))
        step_from_both_ends();
      else
        make_round(f);
    }
    note_memory(0);
    if (!go_on()) return;
    const bool cut =
        std::any_of(parts_.begin(), parts_.end(), [](auto& part) { return part->cut; });
    answer_.exhausted = !answer_.solved && !cut && nothing_is_open();
    if (!answer_.exhausted) answer_.prove(limit_, ticker_);
  }

 private:
  using Key = PackedState<Words>;
  using States = Store<Key, Reached>;
  using Parent = typename Expansion<Words>::Parent;
  using Message = Arrival<Key>;

  static constexpr std::size_t least_share = 1 << 20;
  // The states of a part that are expanded between two phases: few, so that messages are, and so
  // that little is done beside a solution; but phases take much longer than to begin them.
  static constexpr std::size_t at_once = 64;
  static constexpr std::uint32_t max_moves = std::numeric_limits<std::uint16_t>::max();

  // A part, with all that one task touches.
  struct alignas(64) Part {
    Ticker ticker;
    States states;
    BucketQueue open{0};  // by f, then by the moves to go at least
    Outbox<Message> children;
    std::size_t share = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> taken;  // numbers, and their bounds
    std::uint64_t expanded = 0, generated = 0, evaluated = 0;
    std::uint32_t goal = States::none;  // a state on the target,
    std::uint32_t goal_moves = 0;       // and the moves that lead to it
    bool cut = false;                   // some states were of no use

    explicit Part(Ticker own) : ticker(std::move(own)), states(0, &ticker) {
      taken.reserve(at_once);
    }
    std::size_t bytes() const { return states.bytes() + open.bytes() + children.bytes(); }
  };

  const Key& key_of(std::uint32_t number) const {
    return parts_[number % parts]->states.key(number / parts);
  }
  const Reached& reached(std::uint32_t number) const {
    return parts_[number % parts]->states.data(number / parts);
  }

  std::uint32_t bound(const Robots& robots) const { return rules_.least(blockers_, robots); }

  bool go_on() const { return ticker_.stop() == Stop::none && !(answer_.solved && any_); }
  bool nothing_is_open() const {
    return std::all_of(parts_.begin(), parts_.end(), [](auto& part) { return part->open.empty(); });
  }
  std::uint32_t least_f() {
    std::uint32_t least = limit_;
    for (auto& part : parts_)
      if (!part->open.empty()) least = std::min(least, part->open.lowest().first);
    return least;
  }

  // Memory is divided evenly, so that each part ends at the same state with any number of threads.
  void share_memory() {
    const std::size_t left = room() - std::min(room(), first_share());
    for (auto& part : parts_) part->share = std::min(left / parts, most_bytes);
  }
  std::size_t room() const {
    return ticker_.memory() -
           std::min(ticker_.memory(), own_bytes_ + turns_.bytes() + ends_.bytes());
  }
  // The bytes of the search for a first solution.
  std::size_t first_share() const { return ticker_.memory() / 8; }
  // Numbers of states have 32 bits, the part among them.
  static constexpr std::size_t most_bytes =
      (std::size_t{1} << 32) / parts * (sizeof(Key) + sizeof(Reached));

  std::size_t spare() const {
    std::size_t taken = first_share();
    for (const auto& part : parts_) taken += part->bytes();
    return room() - std::min(room(), taken);
  }

  void note_memory(std::size_t more) {
    std::size_t taken = own_bytes_ + turns_.bytes() + ends_.bytes() + more;
    for (const auto& part : parts_)
      taken += part->states.peak_bytes() + part->open.peak_bytes() + part->children.bytes();
    answer_.peak_memory = std::max(answer_.peak_memory, std::min(taken, ticker_.memory()));
  }

  // Begins to look for a first solution, or for a shorter one.
  void start_turn() {
    turns_.prepare(spare() / 2);
    share_memory();
    turns_.start(nodes_, answer_.solved, first_share());
  }

  void step_from_both_ends() {
    const std::size_t left = spare() + ends_.bytes();
    ends_.go(nodes_, left / 2, limit_, answer_, ticker_, team_);
    note_memory(ends_.peak_bytes() - ends_.bytes());
    share_memory();
  }

  // Calls task(i) for each i below `count`. False if a part was stopped.
  template <class Task>
  bool phase(std::size_t count, Task task) {
    if (!team_.run(count, [&](std::size_t i, std::size_t) { task(i); })) return false;
    return std::all_of(parts_.begin(), parts_.end(),
                       [&](const auto& part) { return ticker_.follow(part->ticker); });
  }
  bool count(std::uint64_t nodes) { return count_nodes(ticker_, nodes); }

  // Expands some states of this f, and goes on with the search for a first solution.
  void make_round(std::uint32_t f) {
    if (!phase(parts, [&](std::size_t p) { expand(*parts_[p], p, f); })) return;
    std::uint64_t expanded = 0;
    for (const auto& part : parts_) {
      if (!count(part->expanded)) return;
      expanded += part->expanded;
    }
    nodes_ += expanded;
    const std::uint64_t before = first_ticker_.nodes();
    const std::uint64_t more = turns_.running() ? turns_.left(expanded) : 0;
    // It is one more task, begun before the others.
    const bool done = phase(1 + parts, [&](std::size_t i) {
      if (i > 0) return receive(*parts_[i - 1], i - 1);
      if (more > 0) turns_.go(more, limit_, [&](const Robots& robots) { return bound(robots); });
    });
    if (!done || !ticker_.follow(first_ticker_) || !count(first_ticker_.nodes() - before)) return;
    Part* best = nullptr;
    for (auto& part : parts_) {
      answer_.generated += std::exchange(part->generated, 0);
      answer_.evaluated += std::exchange(part->evaluated, 0);
      if (part->goal != States::none && (!best || part->goal_moves < best->goal_moves))
        best = part.get();
    }
    if (more > 0) end_turn();
    if (best && best->goal_moves < limit_) trace(best->goal);
  }

  void end_turn() {
    note_memory(turns_.peak_bytes());
    turns_.end(limit_, answer_, ticker_);
  }

  // Takes states of part p off its open list, and sends their children to the parts that own them.
  void expand(Part& part, std::size_t p, std::uint32_t f) {
    part.expanded = 0;
    part.taken.clear();
    part.children.clear();
    while (part.taken.size() < at_once && !part.open.empty() && part.open.lowest().first == f) {
      const std::uint32_t least = part.open.lowest().second;
      part.taken.emplace_back(part.open.pop(), least);
      prefetch_memory(&part.states.data(part.taken.back().first));
    }
    for (const auto& [number, least] : part.taken) {
      const std::uint32_t parent = part.states.data(number).parent;
      if (parent != States::none) prefetch_memory(&key_of(parent));
    }
    for (const auto& [number, least] : part.taken) {
      if (!part.ticker.going()) return;
      const Reached& from = part.states.data(number);
      if (from.moves + least != f) continue;  // reached again with fewer moves
      if (from.moves == max_moves) return part.ticker.out_of_memory();
      ++part.expanded;
      Parent parent;
      expansion_.begin(parent, joined(p, number), from.moves,
                       rules_.unpack(part.states.key(number)));
      expansion_.each_child(parent, skipped(from, parent.robots), [&](const auto& child) {
        const Key key = rules_.pack(child.robots);
        send(part, {key,
                    {parent.number, static_cast<std::uint16_t>(parent.moves + 1),
                     static_cast<std::uint8_t>(child.robot),
                     static_cast<std::uint8_t>(child.direction)}});
      });
    }
  }

  // The moves that a state skips. They are worked out when it is expanded, and not when it is
  // stored: many states never are, and messages are shorter.
  std::uint16_t skipped(const Reached& reached, const Robots& robots) const {
    if (reached.parent == States::none) return 0;
    Parent before;
    expansion_.begin(before, reached.parent, 0, rules_.unpack(key_of(reached.parent)));
    return expansion_.skipped(before, {reached.robot, reached.direction, robots});
  }

  void send(Part& part, const Message& message) {
    const auto room = [&] { return part.share - std::min(part.share, part.bytes()); };
    if (!part.children.send(owner(message.key.hash()), message, room))
      return part.ticker.out_of_memory();
    ++part.generated;
  }

  // Stores what others have sent to part p.
  void receive(Part& part, std::size_t p) {
    part.goal = States::none;
    each_message<Message>(
        p, [this](std::size_t sender) -> const auto& { return parts_[sender]->children; },
        [](const Message& message) { return message.key.hash(); },
        [&](std::uint64_t hash) { part.states.prefetch_slot(hash); },
        [&](std::uint64_t hash) { part.states.prefetch_state(hash); },
        [&](const Message& message, std::uint64_t hash) {
          if (!part.ticker.going()) return false;
          store(part, p, message, hash);
          return true;
        });
  }

  // Stores a state of part p, unless it is there with as few moves.
  void store(Part& part, std::size_t p, const Message& message, std::uint64_t hash) {
    divide(part);
    const auto& [key, reached] = message;
    const Insert outcome = part.states.insert(key, hash, reached);
    if (outcome == Insert::full) return part.ticker.out_of_memory();
    const std::uint32_t number = part.states.last(), moves = reached.moves;
    if (outcome == Insert::found) {
      if (part.states.data(number).moves <= moves) return;
      part.states.data(number) = reached;
    }
    ++part.evaluated;
    const std::uint32_t least = bound(rules_.unpack(key));
    if (least >= unreachable) return;
    if (moves + least >= limit_) {
      part.cut = true;
    } else if (least > 0) {
      divide(part);
      if (!part.open.push({moves + least, least}, number)) part.ticker.out_of_memory();
    } else if (part.goal == States::none || moves < part.goal_moves) {
      part.goal = joined(p, number);
      part.goal_moves = moves;
    }
  }

  // Gives the states and the open list of a part what the other one does not take.
  static void divide(Part& part) {
    const std::size_t room = part.share - std::min(part.share, part.children.bytes());
    part.states.let(room - std::min(room, part.open.bytes()));
    part.open.let(room - std::min(room, part.states.bytes()));
  }

  // Notes the solution that ends with a state.
  void trace(std::uint32_t goal) {
    std::vector<Robots> chain;
    for (std::uint32_t n = goal; n != States::none; n = reached(n).parent)
      chain.push_back(rules_.unpack(key_of(n)));
    answer_.path.clear();
    for (std::size_t i = chain.size() - 1; i > 0; --i)
      answer_.path.push_back(rules_.step_between(chain[i], chain[i - 1]));
    answer_.solved = true;
    limit_ = static_cast<std::uint32_t>(answer_.path.size());
    ticker_.find(limit_);
  }

  const Rules<Words>& rules_;
  const Expansion<Words>& expansion_;
  const BlockerBound& blockers_;
  const std::size_t own_bytes_;
  const bool any_;
  std::uint64_t nodes_ = 0;
  std::uint32_t limit_;  // states with f of as many moves, or more, are of no use
  Ticker& ticker_;
  Answer& answer_;
  Team team_;
  Ticker first_ticker_;  // of the search for a first solution, which a task goes on with
  FirstTurns<Words> turns_;
  EndsTurns<SharedLayers> ends_;
  std::array<std::unique_ptr<Part>, parts> parts_;
};

}  // namespace gridproof::robots
