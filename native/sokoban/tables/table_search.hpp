// The forward search for fewest pushes with bounds by tables.
//
// It stands in for Direction<Words, false> once that has not ended soon: the tables cost more than
// a small search. It is a class of its own since nodes are evaluated again, wait in several lists,
// and know no moves; it has the same interface towards Search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/search/expander.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/search/working_position.hpp"
#include "sokoban/tables/bound.hpp"
#include "sokoban/tables/bound_tables.hpp"
#include "sokoban/tables/goal_order.hpp"
#include "sokoban/tables/learnt_zones.hpp"
#include "sokoban/tables/table_expander.hpp"
#include "sokoban/tables/table_maker.hpp"
#include "sokoban/tables/turns.hpp"

namespace gridproof::sokoban {

template <int Words>
class TableSearch {
 public:
  using Position = Key<Words>;
  using Expander = TableExpander<Words>;
  using Findings = TableFindings<Words>;
  // Tests whether there may be tables for positions of so many words.
  static constexpr bool possible = Words * 64 <= max_table_slots;
  static constexpr std::uint32_t none = Store<Position>::none;

  // The tables may take a quarter of `memory`; what they leave is for the store and the lists, as
  // they need it. Level, symmetries and costs have to stay. A team shares the making of tables.
  TableSearch(const Level& level, const Symmetries& symmetries, const ReducedCosts& costs,
              const Options& options, std::size_t memory, Ticker& ticker, Team* team = nullptr)
      : level_(level),
        board_(level.board),
        options_(options),
        memory_(memory),
        ticker_(ticker),
        maker_(level, costs, options, memory / 4, ticker, team),
        order_(level, ticker),
        store_(0, &ticker),
        open_(options.turns ? Turns::most : 1),
        own_(level, symmetries, options, costs, maker_.tables(), ticker) {
    add_start();
  }

  // Sets the memory that it may take from now on.
  void let(std::size_t memory) { memory_ = memory; }
  // Tests whether that is nearly used up.
  bool nearly_full() const { return bytes_now() > memory_ / 4 * 3; }

  // Positions that lead to no play of fewer pushes are not kept from now on.
  void keep_below(const BucketQueue::Rank& cost) { below_ = cost.first; }

  bool empty() const { return open_.empty() || tables().start == Bound::dead; }
  BucketQueue::Rank lowest() { return {std::max(open_.lowest(), tables().start), 0}; }
  const BoundTables& tables() const { return maker_.tables(); }
  TableMaker& maker() { return maker_; }
  Bound& bound() { return own_.bound; }
  std::size_t bytes() const {
    const std::size_t peaks = store_.peak_bytes() + open_.peak_bytes() + tables_bytes();
    return std::max(bytes_now(), std::min(peaks, memory_));  // they are not at the same time
  }

  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;

  // Makes the tables that are due after so many nodes, before another one is expanded. The ticker
  // may stop it.
  void make_tables() {
    maker_.let(std::min(memory_ / 4, room(store_.bytes() + open_.bytes())));
    maker_.grow(expanded_);
    if (layer_.size() >= lesson_) learn();
  }

  // Tests whether there is an open node, and room for what comes of it.
  bool ready() const { return !empty() && !nearly_full(); }

  // Expands the best open node; calls `made(node)` for each new or cheaper node, and before that
  // `coming(hash)` for each position that may become one. One that is worth more than was known
  // waits again instead. If the ticker stops meanwhile, nodes are missing.
  template <class Made, class Coming>
  void expand(Made made, Coming coming) {
    take(1);
    find_children(0, 1, own_, found_, coming);
    if (ticker_.stop() == Stop::none) add(found_, made);
  }

  // Nodes may be expanded many at once, in three steps. The first one takes that many open nodes of
  // the lowest f, or all; how many they are.
  std::size_t take(std::uint64_t most) {
    taken_.clear();
    const auto is_open = [&](std::uint32_t node, std::uint32_t f) {
      return !store_.data(node).closed && store_.data(node).f == f;
    };
    const auto coming = [&](std::uint32_t node) { prefetch_memory(&store_.data(node)); };
    for (const std::uint32_t f = empty() ? 0 : open_.lowest();
         taken_.size() < most && !empty() && open_.lowest() == f;) {
      taken_.push_back(open_.pop(is_open, coming));
      store_.data(taken_.back()).closed = true;
    }
    return taken_.size();
  }

  // The second one finds out what comes of those from number `begin` on, of `count` at most. It
  // changes nothing here, so threads may do it side by side, each with an expander of its own. If
  // the ticker of that stops it, what it has found means nothing.
  template <class Coming = NoPrefetch>
  void find_children(std::size_t begin, std::size_t count, Expander& expander, Findings& found,
                     Coming coming = {}) const {
    const std::size_t end = std::min(begin + count, taken_.size());
    found.clear();
    for (std::size_t i = begin; i < end && expander.moves.going(); ++i)
      find_out(found.nodes.emplace_back(taken_[i]), expander, found, coming);
  }

  // The third one adds it, and calls `made(node)` as expand() does.
  template <class Made>
  void add(const Findings& found, Made made) {
    generated += found.generated;
    evaluated += found.evaluated;
    dead_ends += found.dead_ends;
    auto next = found.children.begin();
    for (const typename Findings::Node& parent : found.nodes) {
      if (parent.verdict == Findings::Verdict::raised) put_back(parent);
      if (parent.verdict == Findings::Verdict::expanded) {
        ++expanded_;
        if (options_.zones && options_.learnt_zones) note(parent.node);
      }
      for (const auto end = next + parent.children; next != end; ++next)
        add(parent.node, *next, made);
    }
  }

  // The node of a position, or `none`.
  std::uint32_t find(const Position& position) const { return store_.find(position); }
  const Position& position(std::uint32_t node) const { return store_.key(node); }
  std::uint32_t parent(std::uint32_t node) const {
    const std::uint32_t parent = store_.data(node).parent;
    return parent == no_parent ? none : parent;
  }
  Cost cost(std::uint32_t node) const { return {store_.data(node).pushes, 0}; }
  bool solved(std::uint32_t node) const {
    bool all = true;
    store_.key(node).each_box(
        [&](std::size_t slot) { all = all && board_.goal(level_.square_of[slot]); });
    return all;
  }

 private:
  using Child = typename gridproof::sokoban::Expander<Words, false>::Child;

  static constexpr std::size_t first_lesson = 2000;

  // There are many nodes, so they are small; more nodes than have numbers, or longer plays, are as
  // if memory were full.
  static constexpr std::uint32_t no_parent = (std::uint32_t{1} << 31) - 1;
  static constexpr std::uint32_t max_pushes = std::numeric_limits<std::uint16_t>::max();
  struct Reached {
    std::uint32_t parent, pushes, f;
  };
  struct Data {
    std::uint32_t parent : 31 = no_parent;
    std::uint32_t closed : 1 = 0;
    std::uint16_t pushes = 0;
    std::uint16_t f = 0;  // pushes of a whole play, at least

    explicit Data(const Reached& reached)
        : parent(reached.parent),
          pushes(static_cast<std::uint16_t>(reached.pushes)),
          f(static_cast<std::uint16_t>(reached.f)) {}
    Data() = default;
  };

  void add_start() {
    WorkingPosition<Words>& working = own_.moves.working;
    working.lay(board_.boxes());
    working.enter(board_.player());
    const std::uint32_t least = own_.bound.take(working.boxes, working.region);
    if (ticker_.stop() != Stop::none || least == Bound::dead) return;
    const Position start = working.name();
    // If there is no room, that has stopped the ticker.
    static_cast<void>(insert(start, start.hash(), {no_parent, 0, least}, orders(least, working)));
  }

  std::size_t tables_bytes() const {
    return maker_.bytes() + layer_.capacity() * sizeof(std::uint32_t);
  }
  std::size_t bytes_now() const { return store_.bytes() + open_.bytes() + tables_bytes(); }
  std::size_t room(std::size_t taken) const { return memory_ - std::min(memory_, taken); }

  // Adds a position and puts it in the lists, unless it is known already, or there is no room.
  Insert insert(const Position& position, std::uint64_t hash, const Reached& reached,
                const Turns::Orders& orders) {
    store_.let(room(open_.bytes() + tables_bytes()));
    const Insert inserted = reached.f > max_pushes || store_.size() == no_parent
                                ? Insert::full
                                : store_.insert(position, hash, Data(reached));
    if (inserted == Insert::full) ticker_.out_of_memory();
    if (inserted == Insert::added) wait(store_.last(), reached.f, orders);
    return inserted;
  }

  // The orders of the position that is laid out. The more is done the sooner it is taken.
  Turns::Orders orders(std::uint32_t to_come, const WorkingPosition<Words>& working) const {
    constexpr std::uint32_t max_left = 511;
    const std::uint32_t left = std::min(to_come, max_left);
    Turns::Orders orders{left};
    if (options_.turns) {
      orders[1] = order_.early(working.occupied) * (max_left + 1) + left;
      orders[2] = order_.missing(working.occupied) * (max_left + 1) + left;
    }
    return orders;
  }

  // Puts a node in the lists.
  void wait(std::uint32_t node, std::uint32_t f, const Turns::Orders& orders) {
    open_.let(room(store_.bytes() + tables_bytes()));
    if (!open_.push(f, orders, node)) ticker_.out_of_memory();
  }

  // Puts a node back into the lists, as it is worth more than was known.
  void put_back(const typename Findings::Node& raised) {
    Data& data = store_.data(raised.node);
    if (!data.closed) open_.leave(data.f);  // since then it has been reached with fewer pushes
    const std::uint32_t f = std::max<std::uint32_t>(data.f, data.pushes + raised.to_come);
    if (f > max_pushes) return ticker_.out_of_memory();
    data.f = static_cast<std::uint16_t>(f);
    data.closed = f >= below_;
    if (!data.closed) wait(raised.node, f, raised.orders);
  }

  // Keeps in mind which nodes of the lowest f have been expanded.
  void note(std::uint32_t node) {
    if (const std::uint32_t f = store_.data(node).f; f != layer_f_) {
      layer_f_ = f;
      layer_.clear();
      // Lessons that were in vain mostly still are; but each layer may have a conflict of its own.
      lesson_ = std::max(first_lesson, lesson_ / 2);
    }
    layer_.push_back(node);
  }

  // Learns a zone from some of these, once they are many; if that fails, the next time it is twice
  // as many. It is done between two expansions: the bound that is at work knows no new zone.
  void learn() {
    if (maker_.learn(samples(learning_++ % 2 == 1), expanded_)) {
      layer_.clear();
      lesson_ = first_lesson;
    } else {
      lesson_ *= 2;
    }
  }

  // Half of them from those with the fewest pushes left, half from all; or from those near the
  // start: where it is raised for these, the whole layer is.
  std::vector<LearntZones::Sample> samples(bool near_start) const {
    constexpr std::size_t half = 200;
    std::vector<std::uint32_t> few = layer_;
    const auto end = few.begin() + static_cast<std::ptrdiff_t>(std::max(half, few.size() / 20));
    std::nth_element(few.begin(), end, few.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (near_start) std::swap(a, b);
      return std::pair(store_.data(b).pushes + 0u, a) < std::pair(store_.data(a).pushes + 0u, b);
    });
    few.erase(end, few.end());
    std::vector<LearntZones::Sample> drawn;
    const auto draw = [&](const std::vector<std::uint32_t>& from) {
      for (std::size_t i = 0; i < half; ++i) {
        const std::uint32_t node = from[i * from.size() / half];
        LearntZones::Sample sample;
        store_.key(node).each_box(
            [&](std::size_t slot) { sample.boxes.push_back(level_.square_of[slot]); });
        sample.player = static_cast<Square>(store_.key(node).player);
        sample.least = static_cast<std::int32_t>(layer_f_ - store_.data(node).pushes);
        drawn.push_back(std::move(sample));
      }
    };
    draw(few);
    draw(near_start ? few : layer_);
    return drawn;
  }

  // Finds out about one node.
  template <class Coming>
  void find_out(typename Findings::Node& parent, Expander& expander, Findings& found,
                Coming coming) const {
    auto& [moves, bound] = expander;
    const Data& data = store_.data(parent.node);
    moves.lay(store_.key(parent.node));
    const auto raise = [&](std::uint32_t to_come) {
      parent.verdict = Findings::Verdict::raised;
      parent.to_come = to_come;
      parent.orders = orders(to_come, moves.working);
    };
    // All that comes after the start needs as many pushes in all.
    if (data.f < bound.start()) return raise(bound.start() - data.pushes);
    const std::uint32_t least = bound.take(moves.boxes(), moves.working.region);
    if (least == Bound::dead) {
      parent.verdict = Findings::Verdict::dead;
      ++found.dead_ends;
      return;
    }
    if (data.pushes + least > data.f) return raise(least);
    const bool alive = moves.make_children([&](std::uint64_t hash) {
      store_.prefetch_slot(hash);
      coming(hash);
    });
    found.generated += moves.generated();
    found.dead_ends += alive ? moves.dead_places() : 1;
    if (!alive) return;
    const std::size_t before = found.children.size();
    for (const Child& child : moves.children()) store_.prefetch_state(child.hash);
    for (const Child& child : moves.children()) find_out(data, child, expander, found);
    parent.children = static_cast<std::uint32_t>(found.children.size() - before);
  }

  // Finds out about a child of a node with these data.
  void find_out(const Data& parent, const Child& child, Expander& expander, Findings& found) const {
    auto& [moves, bound] = expander;
    const Push& push = child.move;
    const std::uint32_t pushes = parent.pushes + 1;
    const std::uint32_t known = store_.find(child.position, child.hash);
    std::uint32_t to_come = 0;
    if (known != none) {
      const Data& data = store_.data(known);
      if (data.pushes <= pushes) return;
      to_come = data.f - data.pushes;
    } else {
      ++found.evaluated;
      if (!moves.going()) return;
      to_come = options_.freeze && moves.frozen(push)
                    ? Bound::dead
                    : bound.pushed(child.box, board_.direction(push.from, push.to));
      if (to_come == Bound::dead) {
        ++found.dead_ends;
        return;
      }
    }
    const std::uint32_t f = std::max<std::uint32_t>(parent.f, pushes + to_come);
    if (f >= below_) return;
    Occupied& occupied = moves.working.occupied;
    occupied.move(push.from, push.to);
    found.children.push_back(
        {child.position, child.hash, known, to_come, orders(f - pushes, moves.working)});
    occupied.move(push.to, push.from);
  }

  // Adds a child of a node.
  template <class Made>
  void add(std::uint32_t node, const typename Findings::Child& child, Made made) {
    const Data& parent = store_.data(node);
    const std::uint32_t pushes = parent.pushes + 1;
    const auto f = [&](std::uint32_t to_come) {
      return std::max<std::uint32_t>(parent.f, pushes + to_come);
    };
    std::uint32_t known = child.known;
    if (known == none) {
      if (f(child.to_come) >= below_) return;
      const Insert inserted =
          insert(child.position, child.hash, {node, pushes, f(child.to_come)}, child.orders);
      if (inserted == Insert::added) made(store_.last());
      if (inserted != Insert::found) return;
      known = store_.last();
    }
    Data& data = store_.data(known);
    if (data.pushes <= pushes) return;
    reopened += data.closed;
    if (!data.closed) open_.leave(data.f);
    data = Data({node, pushes, f(data.f - data.pushes)});
    wait(known, data.f, child.orders);
    made(known);
  }

  const Level& level_;
  const Board& board_;
  Options options_;
  std::size_t memory_;
  Ticker& ticker_;
  TableMaker maker_;
  GoalOrder order_;
  std::uint32_t below_ = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t expanded_ = 0;
  std::vector<std::uint32_t> layer_;  // what has been expanded at the lowest f
  std::uint32_t layer_f_ = 0;
  std::uint32_t learning_ = 0;
  std::size_t lesson_ = first_lesson;  // how many those are when something is learnt
  Store<Position, Data> store_;
  Turns open_;
  Expander own_;  // for what is not shared
  Findings found_;
  std::vector<std::uint32_t> taken_;
};

}  // namespace gridproof::sokoban
