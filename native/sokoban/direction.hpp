// Best-first search over pushes, forwards from the start or backwards from the solved positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/buckets.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "matching/assignment.hpp"
#include "sokoban/board.hpp"
#include "sokoban/corral.hpp"
#include "sokoban/deadlocks.hpp"
#include "sokoban/distances.hpp"
#include "sokoban/lessons.hpp"
#include "sokoban/level.hpp"
#include "sokoban/objective.hpp"
#include "sokoban/parts.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

using matching::Assignment;

// One direction of search. Backwards a node is a position from which the rest of the play is
// known, and its cost is what that rest costs.
template <int Words, bool Backward>
class Direction {
 public:
  struct All {
    bool operator()(const Key<Words>&) const { return true; }
  };
  using Position = Key<Words>;
  static constexpr std::uint32_t none = Store<Position>::none;

  // Of `memory` a sixteenth is for patterns. Of the rest the store may take three quarters.
  Direction(const Level& level, Objective objective, const Parts& parts, std::size_t memory,
            Ticker& ticker)
      : level_(level),
        board_(level.board),
        distances_(Backward ? level.from_starts : level.to_goals),
        objective_(objective),
        parts_(parts),
        ticker_(ticker),
        store_((memory - memory / 16) / 4 * 3, &ticker),
        open_((memory - memory / 16) / 4),
        occupied_(board_),
        player_(board_),
        child_(board_),
        assignment_(board_.boxes().size()),
        freeze_(board_, level.to_goals),
        corrals_(board_, level.sides, level.to_goals, ticker) {
    rows_.resize(board_.boxes().size());
    if constexpr (Backward) {
      add_solved();
    } else {
      if (parts.patterns && Lessons<Words>::least_bytes(level) <= memory / 16)
        lessons_.emplace(level, memory / 16, ticker);
      add_start();
    }
  }

  // Positions that lead to no play cheaper than `cost`, in the objective's metrics, are not kept
  // from now on.
  void keep_below(const Buckets::Rank& cost) { below_ = cost; }

  bool empty() const { return open_.empty(); }
  // The lowest cost, in the first metric, that an open node may lead to.
  std::uint32_t bound() { return open_.lowest().first; }
  Buckets::Rank lowest() { return open_.lowest(); }
  std::size_t bytes() const {
    return store_.peak_bytes() + open_.peak_bytes() + (lessons_ ? lessons_->bytes() : 0);
  }
  std::size_t open() const { return open_.size(); }

  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;

  // Expands the best open node; calls `made(node)` for each new or cheaper node. Returns false if
  // there was none worth it (it had been expanded already). If the ticker stops meanwhile, nodes
  // are missing. Positions that are not `admitted(position)` are left out.
  template <class Made, class Admitted = All>
  bool expand(Made made, Admitted admitted = {}) {
    const std::uint32_t node = open_.pop();
    Data& data = store_.data(node);
    if (data.closed) return false;
    data.closed = true;
    unpack(node);
    const Cost cost{data.pushes, data.moves};
    if (walks())
      player_.measure(occupied_, static_cast<Square>(store_.key(node).player));
    else
      player_.fill(occupied_, static_cast<Square>(store_.key(node).player));
    const auto last = [&] { return pushed(node); };
    if (lessons_ && lessons_->dead(store_.key(node), boxes_, player_.squares().front(), last)) {
      ++dead_ends;
      return true;
    }
    if (parts_.matching) {
      for (std::size_t i = 0; i < boxes_.size(); ++i) rows_[i] = row(boxes_[i]);
      if (assignment_.solve(rows_, ticker_) >= Assignment::infinite) return true;  // it was stopped
    }
    bool restricted = false;
    if constexpr (!Backward) {
      if (parts_.corrals && objective_ == Objective::pushes) {
        const auto verdict = corrals_.find(occupied_, player_, boxes_);
        if (verdict == Corrals::Verdict::dead) {
          ++dead_ends;
          if (lessons_) lessons_->dead_boxes(corrals_.fence(), player_.squares().front());
          return true;
        }
        restricted = verdict == Corrals::Verdict::restricted;
      }
    }
    const std::uint64_t before = generated, dead_before = dead_ends;
    if (restricted) {
      for (const Push& push : corrals_.pushes()) {
        int d = 0;
        while (board_.next(d, push.from) != push.to) ++d;
        make(node, cost, push.from, d, made, admitted);
      }
    } else {
      for (Square box : boxes_)
        for (int d = 0; d < directions; ++d) make(node, cost, box, d, made, admitted);
    }
    if (lessons_)
      lessons_->expanded(boxes_, player_.squares().front(), last,
                         dead_ends - dead_before == generated - before);
    return true;
  }

  // The node of a position, or `none`.
  std::uint32_t find(const Position& position) const { return store_.find(position); }
  const Position& position(std::uint32_t node) const { return store_.key(node); }
  std::uint32_t parent(std::uint32_t node) const { return store_.data(node).parent; }
  Cost cost(std::uint32_t node) const {
    return {store_.data(node).pushes, store_.data(node).moves};
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
  struct Data {
    std::uint32_t parent = none;
    std::uint32_t moves = 0;
    std::uint32_t pushes = 0;
    std::uint32_t least : 31 = 0;  // pushes that are needed still, at least
    std::uint32_t closed : 1 = 0;
  };

  // A play that is longer is not searched on: its numbers would not fit.
  static constexpr std::uint32_t longest = 1 << 30;

  // Whether the player's square counts, not only his region.
  bool walks() const { return objective_ != Objective::pushes; }

  void add_start() {
    boxes_ = board_.boxes();
    for (Square box : boxes_) occupied_.put(box, On::box);
    const Square lowest = player_.fill(occupied_, board_.player());
    add_root(walks() ? board_.player() : lowest);
  }

  void add_solved() {
    boxes_ = board_.goals();
    for (Square goal : boxes_) occupied_.put(goal, On::box);
    std::vector<std::uint8_t> seen(board_.squares());
    for (Square s = 0; s < board_.squares(); ++s) {
      if (seen[s] || !occupied_.free(s)) continue;
      const Square lowest = player_.fill(occupied_, s);
      for (Square t : player_.squares()) seen[t] = 1;
      add_root(lowest);
    }
  }

  // The box that was pushed last; any one at the start.
  Square pushed(std::uint32_t node) const {
    const std::uint32_t parent = store_.data(node).parent;
    if (parent != none)
      for (Square box : boxes_)
        if (!store_.key(parent).has(level_.slot_of[box])) return box;
    return boxes_.front();
  }

  // Adds the position in hand, unless it is seen to be dead.
  void add_root(Square player) {
    Position position;
    position.player = player;
    std::int32_t least = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      rows_[i] = row(boxes_[i]);
      least = std::min(least + nearest(rows_[i]), Assignment::infinite);
    }
    if (parts_.matching) least = assignment_.solve(rows_, ticker_);
    if (least >= Assignment::infinite || ticker_.stop() != Stop::none) return;
    for (Square box : boxes_) position.add(level_.slot_of[box]);
    Data data;
    data.least = static_cast<std::uint32_t>(least);
    if (store_.insert(position, data) == Insert::full || !open_.push(rank(data), store_.last()))
      ticker_.out_of_memory();
  }

  void unpack(std::uint32_t node) {
    for (Square box : boxes_) occupied_.put(box, On::nothing);
    boxes_.clear();
    store_.key(node).each_box([&](std::size_t slot) {
      const Square s = level_.square_of[slot];
      occupied_.put(s, On::box);
      boxes_.push_back(s);
    });
  }

  // The distances of a box of the position in hand.
  const std::uint16_t* row(Square box) const {
    const Square player = player_.squares().front();
    return distances_.row(Distances::place(box, level_.sides.side(box, player)));
  }

  std::int32_t nearest(const std::uint16_t* row) const {
    const std::uint16_t least = *std::min_element(row, row + distances_.targets());
    return least == unreachable ? Assignment::infinite : least;
  }

  Buckets::Rank rank(const Data& data) const {
    const std::uint32_t pushes = data.pushes + data.least, moves = data.moves + data.least;
    switch (objective_) {
      case Objective::pushes:
        return {pushes, data.least};
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
    return value(objective_, {a.pushes, a.moves}) < value(objective_, {b.pushes, b.moves});
  }

  // Makes the push of the box on `box` in direction d, or backwards the pull that undoes a push in
  // direction d, if it is possible.
  template <class Made, class Admitted>
  void make(std::uint32_t node, const Cost& cost, Square box, int d, Made made, Admitted admitted) {
    Square from = box, to, player, stands;  // the player's square after it, and before it
    if constexpr (Backward) {
      to = board_.next(opposite(d), box);
      stands = to;
      player = board_.next(opposite(d), to);
      if (!occupied_.free(to) || !player_.has(to) || !occupied_.free(player)) return;
    } else {
      to = board_.next(d, box);
      stands = board_.next(opposite(d), box);
      player = box;
      if (!player_.has(stands) || !occupied_.free(to)) return;
    }
    ++generated;
    const std::size_t place = Distances::place(to, level_.sides.side(to, player));
    if (!distances_.live(place)) {
      ++dead_ends;
      return;
    }
    Data data;
    data.parent = node;
    data.pushes = cost.pushes + 1;
    data.moves = walks() ? cost.moves + player_.steps(stands) + 1 : 0;
    if (std::max(data.pushes, data.moves) > longest) return ticker_.out_of_memory();
    occupied_.move(from, to);
    Position position = store_.key(node);
    position.remove(level_.slot_of[from]);
    position.add(level_.slot_of[to]);
    position.player = walks() ? player : child_.fill(occupied_, player);
    add(position, data, from, to, place, made, admitted);
    occupied_.move(to, from);
  }

  template <class Made, class Admitted>
  void add(const Position& position, Data& data, Square from, Square to, std::size_t place,
           Made made, Admitted admitted) {
    const std::uint32_t known = store_.find(position);
    if (known != none) {
      Data& before = store_.data(known);
      if (!cheaper(data, before)) return;
      reopened += before.closed;
      data.least = before.least;
      before = data;
      if (!open_.push(rank(data), known)) return ticker_.out_of_memory();
      made(known);
      return;
    }
    if (!admitted(position)) return;
    ++evaluated;
    if (!ticker_.going(assignment_.steps())) return;
    std::int32_t least = Assignment::infinite;
    if (lessons_ &&
        lessons_->child_dead(position, level_.slot_of[to], static_cast<Square>(position.player))) {
      ++dead_ends;
      return;
    }
    if (Backward || !parts_.freeze || !freeze_.deadlock(occupied_, to)) {
      if (parts_.matching) {
        const std::size_t box = std::find(boxes_.begin(), boxes_.end(), from) - boxes_.begin();
        least = assignment_.with(box, distances_.row(place));
      } else {
        least = nearest(distances_.row(place));
        for (Square box : boxes_)
          if (box != from) least = std::min(least + nearest(row(box)), Assignment::infinite);
      }
    }
    if (least >= Assignment::infinite) {
      ++dead_ends;
      return;
    }
    data.least = static_cast<std::uint32_t>(least);
    if (value(objective_, {data.pushes + data.least, data.moves + data.least}) >= below_) return;
    if (store_.insert(position, data) == Insert::full || !open_.push(rank(data), store_.last()))
      return ticker_.out_of_memory();
    made(store_.last());
  }

  const Level& level_;
  const Board& board_;
  const Distances& distances_;
  Objective objective_;
  Parts parts_;
  Ticker& ticker_;
  Buckets::Rank below_{std::numeric_limits<std::uint32_t>::max(), 0};
  Store<Position, Data> store_;
  Buckets open_;
  Occupied occupied_;
  Region player_, child_;
  std::vector<Square> boxes_;
  std::vector<const std::uint16_t*> rows_;
  Assignment assignment_;
  Freeze freeze_;
  Corrals corrals_;
  std::optional<Lessons<Words>> lessons_;  // forwards only
};

}  // namespace gridproof::sokoban
