// Best-first search over pushes, forwards from the start or backwards from the solved positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/search/expander.hpp"
#include "sokoban/search/node_order.hpp"
#include "sokoban/search/open_list.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/search/pattern_learning.hpp"

namespace gridproof::sokoban {

// One direction of search. Backwards a node is a position from which the rest of the play is known,
// and its cost is what that rest costs. If there is a search from the other end too, its open nodes
// are an OpenList.
template <int Words, bool Backward>
class Direction {
 public:
  struct All {
    bool operator()(const Key<Words>&) const { return true; }
  };
  using Position = Key<Words>;
  using Expander = gridproof::sokoban::Expander<Words, Backward>;
  using Findings = gridproof::sokoban::Findings<Words>;
  static constexpr std::uint32_t none = NodeData::none;
  static_assert(none == Store<Position>::none);

  // Of `memory` a sixteenth is for patterns. Of the rest the store may take three quarters.
  Direction(const Level& level, const Symmetries& symmetries, Objective objective,
            const Options& options, std::size_t memory, Ticker& ticker)
      : level_(level),
        board_(level.board),
        order_(objective, options.greedy),
        meets_(options.backward && objective == Objective::pushes),
        ticker_(ticker),
        store_((memory - memory / 16) / 4 * 3, &ticker),
        open_((memory - memory / 16) / 4),
        open_list_((memory - memory / 16) / 4),
        own_(level, symmetries, objective, options, ticker) {
    if constexpr (Backward) {
      add_solved();
    } else {
      if (options.patterns && PatternLearning<Words>::min_bytes(level) <= memory / 16)
        learning_.emplace(level, memory / 16, ticker);
      add_start();
    }
  }

  // A search that meets another does not stop the ticker where its memory is full, for others may
  // go on; but it has lost a node, so its lists say nothing more.
  bool full() const { return full_; }

  // Positions that lead to no play cheaper than `cost`, in the objective's metrics, are not kept
  // from now on.
  void keep_below(const BucketQueue::Rank& cost) { below_ = cost; }

  // Tests whether there is an open node; for one that does not meet another search, its lowest
  // rank.
  bool empty() const {
    return meets_ ? open_list_.open() == 0 && open_list_.none_wait() : open_.empty();
  }
  BucketQueue::Rank lowest() { return open_.lowest(); }
  std::size_t bytes() const {
    return store_.peak_bytes() + open_.peak_bytes() + open_list_.peak_bytes() +
           (learning_ ? learning_->bytes() : 0);
  }

  // Of a search that meets another: tests whether there is an open node within its limit.
  bool ready() const { return !full_ && open_list_.open() > 0; }
  // And its front, that has open nodes within its limit or waiting.
  const OpenList& open_list() const { return open_list_; }
  std::uint32_t next() { return open_list_.next(); }
  std::uint32_t least_sum() { return open_list_.least_sum(look()); }
  void raise(std::uint32_t limit) {
    if (!open_list_.raise(limit, look())) run_out();
  }

  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;

  // Expands the best open node; calls `made(node)` for each new or cheaper node, and before that
  // `coming(hash)` for each position that may become one. Returns false if there was none worth it
  // (it had been expanded already). If the ticker stops meanwhile, nodes are missing. Positions
  // that are not `admitted(position)` are left out.
  template <class Made, class Admitted = All, class Coming = NoPrefetch>
  bool expand(Made made, Admitted admitted = {}, Coming coming = {}) {
    const std::uint32_t node = meets_ ? open_list_.pop(look()) : open_.pop();
    Data& data = store_.data(node);
    if (data.closed) return false;
    data.closed = true;
    const Cost cost = this->cost(node);
    own_.lay(store_.key(node));
    if (learning_ && learn_dead(node)) {
      ++dead_ends;
      return true;
    }
    const auto prefetching = [&](std::uint64_t hash) {
      store_.prefetch_slot(hash);
      coming(hash);
    };
    if (!own_.make_children(prefetching)) {
      ++dead_ends;
      if (learning_) learning_->dead_boxes(own_.fence(), own_.player());
      return true;
    }
    const std::uint64_t before = dead_ends;
    generated += own_.generated();
    dead_ends += own_.dead_places();
    for (const Child& child : own_.children()) store_.prefetch_state(child.hash);
    for (const Child& child : own_.children()) add(node, cost, child, made, admitted);
    if (learning_) learn_from(node, dead_ends - before == own_.generated());
    return true;
  }

  // Nodes may be expanded many at once, in three steps. The first one takes that many open nodes,
  // or all; how many they are.
  std::size_t take(std::uint64_t most) {
    taken_.clear();
    while (taken_.size() < most && ready()) {
      taken_.push_back(open_list_.pop(look()));
      store_.data(taken_.back()).closed = true;
    }
    return taken_.size();
  }

  // The second one finds out what comes of those from number `begin` on, of `count` at most. It
  // changes nothing here, so threads may do it side by side, each with an expander of its own.
  void find_children(std::size_t begin, std::size_t count, Expander& expander,
                     Findings& found) const {
    const std::size_t end = std::min(begin + count, taken_.size());
    found.clear();
    for (std::size_t i = begin; i < end && expander.going(); ++i) {
      const std::uint32_t node = taken_[i];
      typename Findings::Node& parent = found.nodes.emplace_back(node);
      expander.lay(store_.key(node));
      if (learning_ && learning_->known_dead(store_.key(node), expander.player())) {
        parent.dead = true;
        continue;
      }
      if (!expander.make_children([&](std::uint64_t hash) { store_.prefetch_slot(hash); })) {
        parent.dead = parent.corral = true;
        continue;
      }
      found.generated += expander.generated();
      found.dead_ends += expander.dead_places();
      for (const Child& child : expander.children()) store_.prefetch_state(child.hash);
      for (const Child& child : expander.children()) {
        const std::uint32_t known = store_.find(child.position, child.hash);
        if (known == none) {
          ++found.evaluated;
          if (!expander.going()) return;
          if (learning_ &&
              learning_->known_dead(expander.moved(child), slot(child), child.player)) {
            ++found.matches;
            ++found.dead_ends;
            continue;
          }
          const NodeBounds bounds = expander.bounds(child);
          if (bounds.dead()) {
            ++found.dead_ends;
            continue;
          }
          found.children.push_back({child.position, child.hash, known, bounds});
        } else {
          found.children.push_back({child.position, child.hash, known, {}});
        }
        ++parent.children;
      }
      parent.dead_end = parent.children == 0;
    }
  }

  // The third one adds it, and calls `made(node)` as expand() does.
  template <class Made>
  void add(const Findings& found, Made made) {
    generated += found.generated;
    evaluated += found.evaluated;
    dead_ends += found.dead_ends;
    if (learning_) learning_->matched(found.matches);
    auto next = found.children.begin();
    for (const auto& parent : found.nodes) {
      const auto end = next + parent.children;
      dead_ends += parent.dead;
      if (learning_ && (parent.corral || parent.dead_end || learning_->eager())) {
        own_.lay(store_.key(parent.node));
        if (parent.corral && !own_.make_children(NoPrefetch{}))
          learning_->dead_boxes(own_.fence(), own_.player());
        if (!parent.dead && learn_dead(parent.node)) {
          ++dead_ends;
          next = end;
          continue;
        }
      }
      for (; next != end; ++next) {
        Data data;
        data.parent = parent.node;
        data.pushes = store_.data(parent.node).pushes + 1;
        if (data.pushes > NodeData::longest) return run_out();
        const std::uint32_t known =
            next->known == none ? store_.find(next->position, next->hash) : next->known;
        if (known != none)
          improve(known, data, made);
        else
          insert(next->position, next->hash, data, next->bounds, made);
      }
      if (learning_ && !parent.dead) learn_from(parent.node, parent.dead_end);
    }
  }

  // Asks for the memory that find() of a position with this hash reads first.
  void prefetch(std::uint64_t hash) const { store_.prefetch_slot(hash); }
  // The node of a position, or `none`.
  std::uint32_t find(const Position& position) const { return store_.find(position); }
  const Position& position(std::uint32_t node) const { return store_.key(node); }
  std::uint32_t parent(std::uint32_t node) const { return store_.data(node).parent; }
  Cost cost(std::uint32_t node) const { return order_.cost(store_.data(node)); }
  bool solved(std::uint32_t node) const {
    bool all = true;
    if constexpr (Backward)
      all = false;
    else
      store_.key(node).each_box(
          [&](std::size_t slot) { all = all && board_.goal(level_.square_of[slot]); });
    return all;
  }

 private:
  void run_out() {
    if (meets_)
      full_ = true;
    else
      ticker_.out_of_memory();
  }

  using Data = NodeData;
  using Child = typename Expander::Child;

  std::size_t slot(const Child& child) const { return level_.slot_of[child.move.to]; }

  // Tests whether the node that is laid out is dead by a pattern, maybe by one learned from it now.
  bool learn_dead(std::uint32_t node) {
    return learning_->dead(store_.key(node), own_.boxes(), own_.player(),
                           [&] { return pushed(node); });
  }

  // It has been expanded; it is laid out if it is a dead end.
  void learn_from(std::uint32_t node, bool dead_end) {
    learning_->expanded(own_.boxes(), own_.player(), [&] { return pushed(node); }, dead_end);
  }

  void add_start() {
    own_.working.lay(board_.boxes());
    own_.working.enter(board_.player());
    add_root();
  }

  void add_solved() {
    own_.working.lay(board_.goals());
    std::vector<std::uint8_t> seen(board_.squares());
    for (Square s = 0; s < board_.squares(); ++s) {
      if (seen[s] || !own_.working.occupied.free(s)) continue;
      own_.working.enter(s);
      own_.working.region.each([&](Square t) { seen[t] = 1; });
      add_root();
    }
  }

  // The box that was pushed last; another one at the start, and maybe where a symmetry has come
  // between.
  Square pushed(std::uint32_t node) const {
    const std::uint32_t parent = store_.data(node).parent;
    if (parent != none)
      for (Square box : own_.boxes())
        if (!store_.key(parent).has(level_.slot_of[box])) return box;
    return own_.boxes().front();
  }

  // Adds the working position, unless it is seen to be dead.
  void add_root() {
    const NodeBounds bounds = own_.bounds();
    if (bounds.dead() || ticker_.stop() != Stop::none) return;
    Data data;
    note(data, bounds);
    const Insert inserted = store_.insert(own_.working.name(), data);
    if (inserted == Insert::full || (inserted == Insert::added && !open(store_.last()))) run_out();
  }

  void note(Data& data, const NodeBounds& bounds) const {
    data.least = static_cast<std::uint32_t>(bounds.to_come);
    if (meets_) data.so_far = static_cast<std::uint32_t>(bounds.so_far);
  }

  auto look() const {
    return [this](std::uint32_t node) { return estimates(store_.data(node)); };
  }
  static NodeEstimates estimates(const Data& data) {
    return {data.pushes, data.least, data.so_far, data.closed == 1};
  }

  // Puts a node into the open list; false if there is no room.
  [[nodiscard]] bool open(std::uint32_t node) {
    const Data& data = store_.data(node);
    return meets_ ? open_list_.add(node, estimates(data)) : open_.push(order_.rank(data), node);
  }

  // Adds a child, unless it is dead or known as cheap.
  template <class Made, class Admitted>
  void add(std::uint32_t node, const Cost& cost, const Child& child, Made made, Admitted admitted) {
    Data data;
    data.parent = node;
    data.pushes = cost.pushes + 1;
    if (order_.walks()) data.moves = cost.moves + own_.working.region.steps(child.stands) + 1;
    if (std::max(data.pushes, data.moves) > NodeData::longest) return run_out();
    const std::uint32_t known = store_.find(child.position, child.hash);
    if (known != none) return improve(known, data, made);
    if (!admitted(child.position)) return;
    ++evaluated;
    if (!own_.going()) return;
    if (learning_ && learning_->child_dead(own_.moved(child), slot(child), child.player)) {
      ++dead_ends;
      return;
    }
    const NodeBounds bounds = own_.bounds(child);
    if (ticker_.stop() != Stop::none) return;
    if (bounds.dead()) {
      ++dead_ends;
      return;
    }
    insert(child.position, child.hash, data, bounds, made);
  }

  // A known position has been reached with these data, which are kept if they are cheaper.
  template <class Made>
  void improve(std::uint32_t known, Data data, Made made) {
    Data& before = store_.data(known);
    if (!order_.cheaper(data, before)) return;
    reopened += before.closed;
    if (meets_ && !before.closed) open_list_.leave(estimates(before));
    data.least = before.least;
    if (meets_) data.so_far = before.so_far;
    before = data;
    if (!open(known)) return run_out();
    made(known);
  }

  // A new position, which is not kept if it leads to no play that is cheap enough.
  template <class Made>
  void insert(const Position& position, std::uint64_t hash, Data data, const NodeBounds& bounds,
              Made made) {
    note(data, bounds);
    if (order_.least_cost(data) >= below_) return;
    if (store_.insert(position, hash, data) == Insert::full || !open(store_.last()))
      return run_out();
    made(store_.last());
  }

  const Level& level_;
  const Board& board_;
  NodeOrder order_;
  bool meets_;  // a search from the other end
  bool full_ = false;
  Ticker& ticker_;
  BucketQueue::Rank below_{std::numeric_limits<std::uint32_t>::max(), 0};
  Store<Position, Data> store_;
  BucketQueue open_;  // or
  OpenList open_list_;
  Expander own_;  // for what is not shared
  std::vector<std::uint32_t> taken_;
  std::optional<PatternLearning<Words>> learning_;  // forwards only
};

}  // namespace gridproof::sokoban
