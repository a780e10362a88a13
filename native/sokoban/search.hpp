// Best-first search over pushes, forwards from the start or backwards from the solved positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/buckets.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban/board.hpp"
#include "sokoban/corral.hpp"
#include "sokoban/deadlocks.hpp"
#include "sokoban/distances.hpp"
#include "sokoban/matching.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

enum class Objective : std::uint8_t { pushes, moves, pushes_moves, moves_pushes };

// What the search may use; each can be switched off without a change of the optimum.
struct Parts {
  bool matching = true;  // else the sum of each box's nearest target
  bool freeze = true;
  bool corrals = true;   // for `pushes` only
  bool backward = true;  // a second search from the solved positions, for `pushes` only
};

// Pushes and moves of a play.
struct Cost {
  std::uint32_t pushes = 0, moves = 0;
};

// What everybody needs to know of a level. If the ticker stops its making, it is of no use.
struct Level {
  Level(const Level&) = delete;  // its parts point to each other
  Level(const Problem& problem, Ticker& ticker)
      : board(problem),
        sides(board, ticker),
        to_goals(Distances::to_goals(board, sides, bytes(0), ticker)),
        from_starts(Distances::from_starts(board, sides, bytes(1), ticker)),
        slot_of(board.squares(), none) {
    if (ticker.stop() != Stop::none) return;
    for (Square s = 0; s < board.squares(); ++s)
      if (to_goals.live_square(s)) {
        slot_of[s] = static_cast<Square>(square_of.size());
        square_of.push_back(s);
      }
    if (square_of.size() > most_slots) throw std::invalid_argument("too many squares for boxes");
  }

  // With so many of its two tables of distances, which are equally large.
  std::size_t bytes(std::size_t tables = 2) const {
    return board.bytes() + sides.bytes() + tables * Distances::bytes(board, board.goals().size());
  }

  static constexpr Square none = 0xffff;

  Board board;
  Sides sides;
  Distances to_goals, from_starts;
  // The squares from which a box can get to a goal have slots: no box of a position that is worth
  // storing stands elsewhere.
  std::vector<Square> slot_of, square_of;
};

// One direction of search. Backwards a node is a position from which the rest of the play is
// known, and its cost is what that rest costs.
template <int Words, bool Backward>
class Direction {
 public:
  using Position = Key<Words>;
  static constexpr std::uint32_t none = Store<Position>::none;

  // The store may take three quarters of `memory`, the open list the rest.
  Direction(const Level& level, Objective objective, const Parts& parts, std::size_t memory,
            Ticker& ticker)
      : level_(level),
        board_(level.board),
        distances_(Backward ? level.from_starts : level.to_goals),
        objective_(objective),
        parts_(parts),
        ticker_(ticker),
        store_(memory / 4 * 3, &ticker),
        open_(memory / 4),
        occupied_(board_),
        player_(board_),
        child_(board_),
        matching_(board_.boxes().size()),
        freeze_(board_, level.to_goals),
        corrals_(board_, level.sides, level.to_goals, ticker) {
    rows_.resize(board_.boxes().size());
    if constexpr (Backward)
      add_solved();
    else
      add_start();
  }

  bool empty() const { return open_.empty(); }
  // The lowest cost, in the first metric, that an open node may lead to.
  std::uint32_t bound() { return open_.lowest().first; }
  Buckets::Rank lowest() { return open_.lowest(); }
  std::size_t bytes() const { return store_.peak_bytes() + open_.peak_bytes(); }
  std::size_t open() const { return open_.size(); }

  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;

  // Expands the best open node; calls `made(node)` for each new or cheaper node. Returns false if
  // there was none worth it (it had been expanded already). If the ticker stops meanwhile, nodes
  // are missing.
  template <class Made>
  bool expand(Made made) {
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
    if (parts_.matching) {
      for (std::size_t i = 0; i < boxes_.size(); ++i) rows_[i] = row(boxes_[i]);
      if (matching_.solve(rows_, ticker_) >= Matching::infinite) return true;  // it was stopped
    }
    bool restricted = false;
    if constexpr (!Backward) {
      if (parts_.corrals && objective_ == Objective::pushes) {
        const auto verdict = corrals_.find(occupied_, player_, boxes_);
        if (verdict == Corrals::Verdict::dead) {
          ++dead_ends;
          return true;
        }
        restricted = verdict == Corrals::Verdict::restricted;
      }
    }
    if (restricted) {
      for (const Push& push : corrals_.pushes()) {
        int d = 0;
        while (board_.next(d, push.from) != push.to) ++d;
        make(node, cost, push.from, d, made);
      }
    } else {
      for (Square box : boxes_)
        for (int d = 0; d < directions; ++d) make(node, cost, box, d, made);
    }
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

  // Adds the position in hand, unless it is seen to be dead.
  void add_root(Square player) {
    Position position;
    position.player = player;
    std::int32_t least = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      rows_[i] = row(boxes_[i]);
      least = std::min(least + nearest(rows_[i]), Matching::infinite);
    }
    if (parts_.matching) least = matching_.solve(rows_, ticker_);
    if (least >= Matching::infinite || ticker_.stop() != Stop::none) return;
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
    return least == unreachable ? Matching::infinite : least;
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
    const std::pair<std::uint32_t, std::uint32_t> pushes_first[] = {{a.pushes, a.moves},
                                                                    {b.pushes, b.moves}};
    const std::pair<std::uint32_t, std::uint32_t> moves_first[] = {{a.moves, a.pushes},
                                                                   {b.moves, b.pushes}};
    switch (objective_) {
      case Objective::pushes:
        return a.pushes < b.pushes;
      case Objective::moves:
        return a.moves < b.moves;
      case Objective::pushes_moves:
        return pushes_first[0] < pushes_first[1];
      case Objective::moves_pushes:
        return moves_first[0] < moves_first[1];
    }
    return false;
  }

  // Makes the push of the box on `box` in direction d, or backwards the pull that undoes a push in
  // direction d, if it is possible.
  template <class Made>
  void make(std::uint32_t node, const Cost& cost, Square box, int d, Made made) {
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
    add(position, data, from, to, place, made);
    occupied_.move(to, from);
  }

  template <class Made>
  void add(const Position& position, Data& data, Square from, Square to, std::size_t place,
           Made made) {
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
    ++evaluated;
    if (!ticker_.going(matching_.steps())) return;
    std::int32_t least = Matching::infinite;
    if (Backward || !parts_.freeze || !freeze_.deadlock(occupied_, to)) {
      if (parts_.matching) {
        const std::size_t box = std::find(boxes_.begin(), boxes_.end(), from) - boxes_.begin();
        least = matching_.with(box, distances_.row(place));
      } else {
        least = nearest(distances_.row(place));
        for (Square box : boxes_)
          if (box != from) least = std::min(least + nearest(row(box)), Matching::infinite);
      }
    }
    if (least >= Matching::infinite) {
      ++dead_ends;
      return;
    }
    data.least = static_cast<std::uint32_t>(least);
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
  Store<Position, Data> store_;
  Buckets open_;
  Occupied occupied_;
  Region player_, child_;
  std::vector<Square> boxes_;
  std::vector<const std::uint16_t*> rows_;
  Matching matching_;
  Freeze freeze_;
  Corrals corrals_;
};

// A search writes into it as it goes, so that what it has proven outlives its failing.
struct Answer {
  bool solved = false, exhausted = false, decided = false;
  std::string moves;          // of the best solution, in letters
  Buckets::Rank bound{0, 0};  // proven; the second metric counts where the objective has two
  std::uint64_t generated = 0, evaluated = 0, reopened = 0, dead_ends = 0;
  std::size_t peak_memory = 0;
};

struct Request {
  Objective objective;
  Parts parts;
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();  // dearer ones are not wanted
  std::optional<Buckets::Rank> enough;  // stop as soon as it is known whether this can be reached
};

template <int Words>
class Search {
 public:
  Search(const Level& level, const Request& request, Ticker& ticker, Answer& answer)
      : level_(level),
        request_(request),
        ticker_(ticker),
        answer_(answer),
        both_(request.objective == Objective::pushes && request.parts.backward),
        memory_(left(ticker.limits().memory, level.bytes()) / (both_ ? 2 : 1)),
        forward_(level, request.objective, request.parts, memory_, ticker) {
    if (both_) backward_.emplace(level, request.objective, request.parts, memory_, ticker);
  }

  void run() {
    try {
      search();
    } catch (const std::bad_alloc&) {  // what is known stays, and may still be written out
      ticker_.out_of_memory();
    }
    answer_.peak_memory = level_.bytes();
    add_counts(forward_);
    if (both_) add_counts(*backward_);
    answer_.exhausted = !solved_ && answer_.bound.first == infinite;
    if (solved_) {
      answer_.moves = walk(level_.board, pushes());
      answer_.solved = true;
    }
    answer_.decided = decided_;
  }

 private:
  static constexpr std::uint32_t none = Direction<Words, false>::none;
  using Rank = Buckets::Rank;

  static std::size_t left(std::size_t limit, std::size_t used) {
    return limit > used ? limit - used : 0;
  }

  void search() {
    if (!forward_.empty()) meet_forward(0);
    // When the ticker stops in the middle of an expansion, nodes are missing: what is open says
    // nothing any more.
    while (ticker_.stop() == Stop::none && !ended()) {
      if (!ticker_.tick()) break;
      // The side with the smaller open list makes its next layer with fewer nodes.
      if (both_ && backward_->open() < forward_.open())
        backward_->expand([&](std::uint32_t node) { meet_backward(node); });
      else
        forward_.expand([&](std::uint32_t node) { meet_forward(node); });
    }
  }

  // A lower bound on all solutions that are not known yet.
  Rank lowest() {
    Rank least = forward_.empty() ? Rank{infinite, 0} : forward_.lowest();
    if (both_) {
      const Rank back = backward_->empty() ? Rank{infinite, 0} : backward_->lowest();
      if (back.first > least.first) least = {back.first, 0};
    }
    return least;
  }

  bool ended() {
    const Rank least = lowest();
    if (const Rank bound = std::min(least, best_); bound != answer_.bound) {
      answer_.bound = bound;
      if (bound.first != infinite) ticker_.prove(bound.first);
    }
    if (least.first == infinite) return true;
    if (solved_ && !better(least, best_)) return true;
    if (!solved_ && least.first > request_.most) return true;
    if (request_.enough && (least > *request_.enough || (solved_ && best_ <= *request_.enough))) {
      decided_ = true;
      return true;
    }
    return false;
  }

  bool lexicographic() const {
    return request_.objective == Objective::pushes_moves ||
           request_.objective == Objective::moves_pushes;
  }

  bool better(const Rank& a, const Rank& b) const {
    return lexicographic() ? a < b : a.first < b.first;
  }

  Rank value(const Cost& cost) const {
    switch (request_.objective) {
      case Objective::pushes:
        return {cost.pushes, 0};
      case Objective::moves:
        return {cost.moves, 0};
      case Objective::pushes_moves:
        return {cost.pushes, cost.moves};
      case Objective::moves_pushes:
        return {cost.moves, cost.pushes};
    }
    return {};
  }

  void meet_forward(std::uint32_t node) {
    const Cost cost = forward_.cost(node);
    if (forward_.solved(node)) offer(value(cost), node, none);
    if (!both_) return;
    const std::uint32_t other = backward_->find(forward_.position(node));
    if (other != none) offer(value({cost.pushes + backward_->cost(other).pushes, 0}), node, other);
  }

  void meet_backward(std::uint32_t node) {
    const std::uint32_t other = forward_.find(backward_->position(node));
    if (other == none) return;
    offer(value({forward_.cost(other).pushes + backward_->cost(node).pushes, 0}), other, node);
  }

  void offer(const Rank& value, std::uint32_t forward, std::uint32_t backward) {
    if (value.first > request_.most || (solved_ && !better(value, best_))) return;
    solved_ = true;
    best_ = value;
    ticker_.find(value.first);
    meeting_ = {forward, backward};
  }

  template <class Side>
  void add_counts(const Side& side) {
    answer_.generated += side.generated;
    answer_.evaluated += side.evaluated;
    answer_.reopened += side.reopened;
    answer_.dead_ends += side.dead_ends;
    answer_.peak_memory += side.bytes();
  }

  // The pushes of the best solution, from the positions along it.
  std::vector<Push> pushes() const {
    std::vector<Key<Words>> line;
    for (std::uint32_t n = meeting_.first; n != none; n = forward_.parent(n))
      line.push_back(forward_.position(n));
    std::reverse(line.begin(), line.end());
    if (meeting_.second != none)
      for (std::uint32_t n = backward_->parent(meeting_.second); n != none;
           n = backward_->parent(n))
        line.push_back(backward_->position(n));
    std::vector<Push> found;
    for (std::size_t i = 1; i < line.size(); ++i) {
      Push push{};
      line[i - 1].each_box([&](std::size_t slot) {
        if (!line[i].has(slot)) push.from = level_.square_of[slot];
      });
      line[i].each_box([&](std::size_t slot) {
        if (!line[i - 1].has(slot)) push.to = level_.square_of[slot];
      });
      found.push_back(push);
    }
    return found;
  }

  static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();

  const Level& level_;
  Request request_;
  Ticker& ticker_;
  Answer& answer_;
  bool both_;
  std::size_t memory_;  // for each direction
  Direction<Words, false> forward_;
  std::optional<Direction<Words, true>> backward_;
  bool solved_ = false, decided_ = false;
  Rank best_{infinite, infinite};
  std::pair<std::uint32_t, std::uint32_t> meeting_{none, none};
};

inline void search(const Level& level, const Request& request, Ticker& ticker, Answer& answer) {
  const std::size_t slots = level.square_of.size();
  if (slots <= 64) return Search<1>(level, request, ticker, answer).run();
  if (slots <= 128) return Search<2>(level, request, ticker, answer).run();
  if (slots <= 256) return Search<4>(level, request, ticker, answer).run();
  return Search<16>(level, request, ticker, answer).run();
}

}  // namespace gridproof::sokoban
