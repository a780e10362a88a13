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
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/matching_bound.hpp"
#include "sokoban/deadlock/freeze.hpp"
#include "sokoban/deadlock/pi_corrals.hpp"
#include "sokoban/search/open_list.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/search/pattern_learning.hpp"
#include "sokoban/search/working_position.hpp"

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
  struct Nothing {
    void operator()(std::uint64_t) const {}
  };
  using Position = Key<Words>;
  static constexpr std::uint32_t none = Store<Position>::none;

  // Of `memory` a sixteenth is for patterns. Of the rest the store may take three quarters.
  Direction(const Level& level, const Symmetries& symmetries, Objective objective,
            const Options& options, std::size_t memory, Ticker& ticker)
      : level_(level),
        board_(level.board),
        distances_(Backward ? level.from_starts : level.to_goals),
        objective_(objective),
        meets_(options.backward && objective == Objective::pushes),
        options_(options),
        ticker_(ticker),
        store_((memory - memory / 16) / 4 * 3, &ticker),
        open_((memory - memory / 16) / 4),
        open_list_((memory - memory / 16) / 4),
        working_(level, symmetries, objective != Objective::pushes),
        to_come_(level, distances_, options.matching),
        so_far_(level, Backward ? level.to_goals : level.from_starts, options.matching),
        freeze_(board_, level.to_goals),
        corrals_(board_, level.sides, level.to_goals, ticker) {
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

  // Of a search that meets another: its front, that has open nodes within its limit or waiting.
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
  template <class Made, class Admitted = All, class Coming = Nothing>
  bool expand(Made made, Admitted admitted = {}, Coming coming = {}) {
    const std::uint32_t node = meets_ ? open_list_.pop(look()) : open_.pop();
    Data& data = store_.data(node);
    if (data.closed) return false;
    data.closed = true;
    working_.lay(store_.key(node));
    const Cost cost = this->cost(node);
    working_.enter(static_cast<Square>(store_.key(node).player));
    const auto last = [&] { return pushed(node); };
    if (learning_ &&
        learning_->dead(store_.key(node), working_.boxes, working_.region.player(), last)) {
      ++dead_ends;
      return true;
    }
    bounded_ = false;
    bool restricted = false;
    if constexpr (!Backward) {
      if (options_.corrals && objective_ == Objective::pushes) {
        const auto verdict = corrals_.find(working_.occupied, working_.region, working_.boxes);
        if (verdict == PiCorrals::Verdict::dead) {
          ++dead_ends;
          if (learning_) learning_->dead_boxes(corrals_.fence(), working_.region.player());
          return true;
        }
        restricted = verdict == PiCorrals::Verdict::restricted;
      }
    }
    const std::uint64_t before = generated, dead_before = dead_ends;
    children_.clear();
    if (restricted) {
      for (const Push& push : corrals_.pushes())
        make(working_.number(push.from), board_.direction(push.from, push.to), coming);
    } else {
      for (std::size_t i = 0; i < working_.boxes.size(); ++i)
        for (int d = 0; d < directions; ++d) make(i, d, coming);
    }
    for (const Child& child : children_) store_.prefetch_state(child.hash);
    for (const Child& child : children_) add(node, cost, child, made, admitted);
    if (learning_)
      learning_->expanded(working_.boxes, working_.region.player(), last,
                          dead_ends - dead_before == generated - before);
    return true;
  }

  // Asks for the memory that find() of a position with this hash reads first.
  void prefetch(std::uint64_t hash) const { store_.prefetch_slot(hash); }
  // The node of a position, or `none`.
  std::uint32_t find(const Position& position) const { return store_.find(position); }
  const Position& position(std::uint32_t node) const { return store_.key(node); }
  std::uint32_t parent(std::uint32_t node) const { return store_.data(node).parent; }
  Cost cost(std::uint32_t node) const {
    return {store_.data(node).pushes, walks() ? store_.data(node).moves : 0};
  }
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

  struct Data {
    std::uint32_t parent = none;
    union {
      std::uint32_t moves = 0;  // where they count
      std::uint32_t so_far;     // where they do not: pushes that there have been, at least
    };
    std::uint32_t pushes = 0;
    std::uint32_t least : 31 = 0;  // pushes that are needed still, at least
    std::uint32_t closed : 1 = 0;
  };

  // A play that is longer is not searched on: its numbers would not fit.
  static constexpr std::uint32_t longest = 1 << 30;

  // Tests whether the player's square counts, not only his region.
  bool walks() const { return objective_ != Objective::pushes; }

  void add_start() {
    working_.lay(board_.boxes());
    working_.enter(board_.player());
    add_root();
  }

  void add_solved() {
    working_.lay(board_.goals());
    std::vector<std::uint8_t> seen(board_.squares());
    for (Square s = 0; s < board_.squares(); ++s) {
      if (seen[s] || !working_.occupied.free(s)) continue;
      working_.enter(s);
      working_.region.each([&](Square t) { seen[t] = 1; });
      add_root();
    }
  }

  // The box that was pushed last; another one at the start, and maybe where a symmetry has come
  // between.
  Square pushed(std::uint32_t node) const {
    const std::uint32_t parent = store_.data(node).parent;
    if (parent != none)
      for (Square box : working_.boxes)
        if (!store_.key(parent).has(level_.slot_of[box])) return box;
    return working_.boxes.front();
  }

  // Adds the working position, unless it is seen to be dead.
  void add_root() {
    const Bounds bounds = this->bounds();
    if (dead(bounds) || ticker_.stop() != Stop::none) return;
    Data data;
    note(data, bounds);
    const Insert inserted = store_.insert(working_.name(), data);
    if (inserted == Insert::full || (inserted == Insert::added && !open(store_.last()))) run_out();
  }

  // Pushes to come, and so far where they are asked for.
  struct Bounds {
    std::int32_t to_come, so_far = 0;
  };
  static bool dead(const Bounds& bounds) {
    return std::max(bounds.to_come, bounds.so_far) >= MatchingBound::infinite;
  }

  // Of the working position.
  Bounds bounds() {
    const Square player = working_.region.player();
    Bounds found{to_come_.of(working_.boxes, player, ticker_)};
    if (meets_) found.so_far = so_far_.of(working_.boxes, player, ticker_);
    return found;
  }

  void note(Data& data, const Bounds& bounds) const {
    data.least = static_cast<std::uint32_t>(bounds.to_come);
    if (meets_) data.so_far = static_cast<std::uint32_t>(bounds.so_far);
  }

  auto look() const {
    return [this](std::uint32_t node) { return estimates(store_.data(node)); };
  }
  NodeEstimates estimates(const Data& data) const {
    return {data.pushes, data.least, data.so_far, data.closed == 1};
  }

  // Puts a node into the open list; false if there is no room.
  [[nodiscard]] bool open(std::uint32_t node) {
    const Data& data = store_.data(node);
    return meets_ ? open_list_.add(node, estimates(data)) : open_.push(rank(data), node);
  }

  BucketQueue::Rank rank(const Data& data) const {
    if (options_.greedy) return {data.least, data.pushes};
    const std::uint32_t pushes = data.pushes + data.least;
    if (!walks()) return {pushes, data.least};
    const std::uint32_t moves = data.moves + data.least;
    switch (objective_) {
      case Objective::pushes:
        break;
      case Objective::moves:
        return {moves, data.least};
      case Objective::pushes_moves:
        return {pushes, data.moves};
      case Objective::moves_pushes:
        return {moves, pushes};
    }
    return {};
  }

  bool cheaper(const Data& a, const Data& b) const {
    if (options_.greedy) return false;  // any play will do
    if (!walks()) return a.pushes < b.pushes;
    return value(objective_, {a.pushes, a.moves}) < value(objective_, {b.pushes, b.moves});
  }

  // A position that a push, or a pull, of the working position leads to.
  struct Child {
    Push move;
    Square player, stands;  // the player's square after it, and before it
    std::size_t box, place;
    Position position;
    std::uint64_t hash;
  };

  // Makes the push of box i in direction d, or backwards the pull that undoes a push in direction
  // d, if it is possible. All children are made before the first is looked up: meanwhile the
  // store's memory is on its way.
  template <class Coming>
  void make(std::size_t i, int d, Coming coming) {
    const Square from = working_.boxes[i];
    Square to, player, stands;
    if constexpr (Backward) {
      to = board_.next(opposite(d), from);
      stands = to;
      player = board_.next(opposite(d), to);
      if (!working_.occupied.free(to) || !working_.region.has(to) ||
          !working_.occupied.free(player))
        return;
    } else {
      to = board_.next(d, from);
      stands = board_.next(opposite(d), from);
      player = from;
      if (!working_.region.has(stands) || !working_.occupied.free(to)) return;
    }
    ++generated;
    const std::size_t place = Distances::place(to, level_.sides.side(to, player));
    if (!distances_.live(place)) {
      ++dead_ends;
      return;
    }
    working_.occupied.move(from, to);
    const Position position = working_.name_after(from, to, player);
    working_.occupied.move(to, from);
    const std::uint64_t hash = position.hash();
    store_.prefetch_slot(hash);
    coming(hash);
    children_.push_back({{from, to}, player, stands, i, place, position, hash});
  }

  // Adds a child, unless it is dead or known as cheap.
  template <class Made, class Admitted>
  void add(std::uint32_t node, const Cost& cost, const Child& child, Made made, Admitted admitted) {
    Data data;
    data.parent = node;
    data.pushes = cost.pushes + 1;
    if (walks()) data.moves = cost.moves + working_.region.steps(child.stands) + 1;
    if (std::max(data.pushes, data.moves) > longest) return run_out();
    const Position& position = child.position;
    const std::uint32_t known = store_.find(position);
    if (known != none) {
      Data& before = store_.data(known);
      if (!cheaper(data, before)) return;
      reopened += before.closed;
      if (meets_ && !before.closed) open_list_.leave(estimates(before));
      data.least = before.least;
      if (meets_) data.so_far = before.so_far;
      before = data;
      if (!open(known)) return run_out();
      made(known);
      return;
    }
    if (!admitted(position)) return;
    ++evaluated;
    if (!ticker_.going(to_come_.steps())) return;
    const auto [from, to] = child.move;
    if (learning_ &&
        learning_->child_dead(working_.moved(from, to), level_.slot_of[to], child.player)) {
      ++dead_ends;
      return;
    }
    Bounds bounds{MatchingBound::infinite};
    if (Backward || !options_.freeze || !frozen(child.move)) {
      // Many nodes have no new child, and need no assignments.
      if (!bounded_ && dead(this->bounds())) return;  // it was stopped
      bounded_ = true;
      bounds.to_come = to_come_.with(child.box, child.place);
      if (meets_) bounds.so_far = so_far_.with(child.box, child.place);
    }
    if (dead(bounds)) {
      ++dead_ends;
      return;
    }
    note(data, bounds);
    const std::uint32_t moves = walks() ? data.moves + data.least : 0;
    if (value(objective_, {data.pushes + data.least, moves}) >= below_) return;
    if (store_.insert(position, data) == Insert::full || !open(store_.last())) return run_out();
    made(store_.last());
  }

  // Tests whether a push freezes boxes off goal.
  bool frozen(const Push& move) {
    working_.occupied.move(move.from, move.to);
    const bool deadlock = freeze_.deadlock(working_.occupied, move.to);
    working_.occupied.move(move.to, move.from);
    return deadlock;
  }

  const Level& level_;
  const Board& board_;
  const Distances& distances_;
  Objective objective_;
  bool meets_;  // a search from the other end
  Options options_;
  bool full_ = false;
  Ticker& ticker_;
  BucketQueue::Rank below_{std::numeric_limits<std::uint32_t>::max(), 0};
  Store<Position, Data> store_;
  BucketQueue open_;  // or
  OpenList open_list_;
  WorkingPosition<Words> working_;
  std::vector<Child> children_;  // of the working position
  MatchingBound to_come_, so_far_;
  bool bounded_ = false;  // whether these are of the working position
  FreezeDeadlock freeze_;
  PiCorrals corrals_;
  std::optional<PatternLearning<Words>> learning_;  // forwards only
};

}  // namespace gridproof::sokoban
