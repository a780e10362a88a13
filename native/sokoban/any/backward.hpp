// A search backwards from the filled goals, for a packing plan.
//
// After the retrograde analysis of Festival (Y. Shoham). Boxes are pulled from the goals; one that
// can be pulled onto a start square is taken off the board, together with that square. This is much
// easier than to pull all boxes to their start, and yet tells in which order goals may be filled
// and which boxes have to wait where: read forwards, boxes come from somewhere and are brought to
// where they were taken. A plan is advice only, so nothing here has to be exact.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "matching/assignment.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/pull_deadlock.hpp"
#include "sokoban/any/pull_position.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/sinks.hpp"
#include "sokoban/any/start_matching.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// The objective of a backward search.
enum class Backwards : std::uint8_t {
  sinks,  // boxes off the board, on start squares between which a box can be pushed back and forth
  bases,  // boxes off the board, on any of the start squares
  open,   // boxes far from the goals, where they are in nobody's way
  start,  // boxes on their start squares
};

template <int Words>
class Backward {
 public:
  Backward(const Level& level, const Tables& tables, Backwards after, std::size_t memory,
           Ticker& ticker)
      : after_(after),
        level_(level),
        board_(level.board),
        tables_(tables),
        rooms_(tables.rooms()),
        ticker_(ticker),
        memory_(memory),
        store_(memory / 2, &ticker),
        occupied_(board_),
        player_(board_),
        other_(board_),
        regions_(board_),
        macro_(board_, ticker),
        sinks_(board_),
        deadlock_(board_, tables),
        matching_(level, takes_off()) {
    add_roots();
  }

  bool done() const { return done_; }
  std::size_t bytes() const {
    return store_.peak_bytes() + cells_.bytes() + moves_.capacity() * sizeof(Candidate);
  }

  // Makes moves until a number of further ones have been generated.
  void advance(std::uint64_t moves) {
    const std::uint64_t most = generated_ + moves;
    while (!done_ && generated_ < most) {
      if (cells_.empty()) done_ = true;
      if (done_ || !ticker_.tick()) return;
      make(cells_.take());
    }
  }

  // Returns the plan that it found. wait: whether a box that no other can stand for waits where it
  // starts until its turn comes.
  Plan plan(bool wait) const {
    if (best_ == none) return {};
    std::vector<Plan::Step> steps;
    store_.key(best_).each([&](std::size_t slot) {
      steps.push_back({Plan::from_start, level_.square_of[slot], Plan::never});
    });
    const auto waits = [&](const Node& node) { return wait && node.only; };
    for (std::uint32_t n = best_; store_.data(n).parent != none; n = store_.data(n).parent)
      if (const Node& node = store_.data(n); waits(node))
        steps.push_back({Plan::from_start, node.to, Plan::never});
    for (std::uint32_t n = best_; store_.data(n).parent != none; n = store_.data(n).parent) {
      const Node& node = store_.data(n);
      const bool anywhere = node.sink && !waits(node);
      if (node.from != node.to || anywhere)
        steps.push_back({anywhere ? Plan::from_anywhere : node.to, node.from, Plan::never});
    }
    const Plan plan(steps);
    return boxes_left() == 0 ? plan : plan.to_goals(board_);
  }

  // The boxes of the best position.
  std::vector<Square> best() const {
    std::vector<Square> boxes;
    if (best_ != none)
      store_.key(best_).each([&](std::size_t slot) { boxes.push_back(level_.square_of[slot]); });
    return boxes;
  }

  static constexpr std::uint32_t none = Store<PullPosition<Words>>::none;

  // The node of a position with all boxes, or `none`.
  std::uint32_t find(const Key<Words>& forward) const { return store_.find(Position::of(forward)); }

  // The position of a node, and what is played from there on: a box is brought from `from` to `to`,
  // which leads to the next node; `none` after the last one.
  Key<Words> position(std::uint32_t number) const { return store_.key(number).forward(); }
  Push played(std::uint32_t number) const {
    return {store_.data(number).to, store_.data(number).from};
  }
  std::uint32_t next(std::uint32_t number) const { return store_.data(number).parent; }

  // The score of the best position: less is better.
  Score reached() const { return best_score_; }

  unsigned boxes_left() const { return PullFeatures::of(best_score_).boxes; }

 private:
  using Position = PullPosition<Words>;
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

  struct Node {
    std::uint32_t parent = none;
    std::uint32_t weight = 0;
    Score best = 0;  // on the way here
    Square from = 0, to = 0;
    bool sink = false;
    bool only = false;  // no other box could have got to this start square
  };

  auto fits() {
    return [this](std::size_t more) { return bytes() + more <= memory_; };
  }

  void add_roots() {
    Position goals;
    for (Square g : board_.goals()) goals.add(level_.slot_of[g]);
    if (takes_off())
      for (Square s : board_.boxes()) goals.add_base(level_.slot_of[s]);
    lay(goals);
    Marks<> tried(board_.squares());
    for (Square s = 0; s < board_.squares(); ++s) {
      if (!occupied_.free(s) || tried.has(s)) continue;
      Position root = goals;
      root.player = player_.fill(occupied_, s);
      player_.each([&](Square t) { tried.add(t); });
      if (deadlock_.dead(occupied_, boxes_, player_) || !match(root)) continue;
      Node node;
      node.best = features(matching_.cost()).score();
      if (store_.insert(root, node) != Insert::added) continue;
      offer(store_.last());
      expand(store_.last());
      if (!ticker_.going()) return;
    }
  }

  // Puts the boxes of a position on the board.
  void lay(const Position& position) {
    for (Square box : boxes_) occupied_.put(box, On::nothing);
    boxes_.clear();
    bases_.clear();
    position.each(
        [&](std::size_t slot) {
          boxes_.push_back(level_.square_of[slot]);
          occupied_.put(boxes_.back(), On::box);
        },
        [&](std::size_t slot) { bases_.push_back(level_.square_of[slot]); });
  }

  // The features of the position that is laid out; the boxes are so many pushes from the starts.
  PullFeatures features(std::int32_t to_starts) {
    const auto boxes = static_cast<unsigned>(boxes_.size());
    const auto regions = static_cast<unsigned>(regions_.count(occupied_));
    if (after_ == Backwards::start) {
      unsigned away = 0;
      for (Square box : boxes_) away += !tables_.start(box);
      return {boxes, regions, away, 0,
              PullFeatures::max_distance - static_cast<unsigned>(to_starts)};
    }
    unsigned on_goals = 0, distance = 0;
    for (Square box : boxes_) {
      on_goals += board_.goal(box);
      distance += tables_.from_goals(box);
    }
    if (after_ == Backwards::open) on_goals = 0;
    return {boxes, regions, on_goals, rooms_.broken(occupied_), distance};
  }

  bool match(const Position& position) {
    return matching_.match(position, boxes_, static_cast<Square>(position.player), ticker_);
  }

  bool takes_off() const { return after_ == Backwards::sinks || after_ == Backwards::bases; }

  // Finds the squares on which boxes may leave the board: on any start square that is left, or
  // only where they can get back and forth.
  void find_sinks() {
    sinks_.clear();
    if (after_ == Backwards::bases)
      sinks_.take_all(bases_, occupied_);
    else if (after_ == Backwards::sinks)
      sinks_.take_joined(bases_, occupied_, player_);
  }

  // Collects the moves of a node in its cell. It is laid out, and the player's region is filled.
  void expand(std::uint32_t number) {
    const Position position = store_.key(number);
    const Node node = store_.data(number);
    const auto player = static_cast<Square>(position.player);
    if (!match(position)) return;
    moves_.clear();
    find_sinks();
    if (!sinks_.squares().empty()) collect_sinks(number, position, node, player);
    if (moves_.empty()) collect(number, position, node, player);
    if (moves_.empty()) return;
    if (moves_.size() <= 2) moves_.front().weight = node.weight;
    cells_.add(node.best & PullFeatures::cell_bits, moves_, fits());
  }

  auto allowed() const {
    return [this](Square from, int d) {
      const Square to = board_.next(d, from);
      return level_.from_starts.live(level_.place(to, board_.next(d, to)));
    };
  }

  // Boxes that can be taken off the board: one move for each.
  void collect_sinks(std::uint32_t number, const Position& position, const Node& node,
                     Square player) {
    std::size_t best = nothing;
    bool best_floats = false;
    std::uint64_t best_rank = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Square box = boxes_[i];
      if (!movable<true>(board_, occupied_, box, player_)) continue;
      const std::vector<Reached>& reached = macro_.run<true>(occupied_, box, player, allowed());
      generated_ += reached.size();
      for (std::size_t k = 1; k < reached.size(); ++k) {
        const Reached r = reached[k];
        if (!sinks_.has(r.box) || !tables_.apart(box, r.box)) continue;
        if (!matching_.leaves(i, r.box)) continue;
        occupied_.put(box, On::nothing);
        Position child = position;
        child.remove(level_.slot_of[box]);
        child.remove_base(level_.slot_of[r.box]);
        child.player = other_.fill(occupied_, r.player);
        PullFeatures then{static_cast<unsigned>(boxes_.size() - 1),
                          static_cast<unsigned>(regions_.count(occupied_)), 0,
                          rooms_.broken(occupied_), 0};
        occupied_.put(box, On::box);
        if (store_.find(child) != none) continue;
        for (Square other : boxes_)
          if (other != box) {
            then.misplaced += board_.goal(other);
            then.distance += tables_.from_goals(other);
          }
        const auto region = static_cast<Square>(child.player);
        const Candidate move{node.weight + 1, number,   then.score(), box,
                             r.box,           r.player, region,       true};
        const bool floats = !board_.goal(box);
        const std::uint64_t rank = std::uint64_t{tables_.hole(box)} << 40 |
                                   std::uint64_t{then.regions} << 20 |
                                   (0xfffff - tables_.steps(box, r.box));
        if (best == nothing || (floats && !best_floats) ||
            (floats == best_floats && rank < best_rank)) {
          best = moves_.size();
          best_floats = floats;
          best_rank = rank;
        }
        if (!append(moves_, move, fits())) return;
        break;
      }
      if (!ticker_.going(matching_.steps())) return;
    }
    if (!moves_.empty()) moves_[best].weight = node.weight;
  }

  void collect(std::uint32_t number, const Position& position, const Node& node, Square player) {
    std::size_t best_pull = nothing, best_regions = nothing, best_rooms = nothing,
                best_explorer = nothing;
    std::uint64_t best_rank = 0;
    const PullFeatures now = PullFeatures::of(features(matching_.cost()).score());
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Square box = boxes_[i];
      if (!movable<true>(board_, occupied_, box, player_)) continue;
      const std::vector<Reached> reached = macro_.run<true>(occupied_, box, player, allowed());
      for (std::size_t k = 1; k < reached.size(); ++k) {
        const Reached& r = reached[k];
        ++generated_;
        if (!ticker_.going(1 + matching_.steps() + board_.squares() / squares_a_step)) return;
        Position child = position;
        child.remove(level_.slot_of[box]);
        child.add(level_.slot_of[r.box]);
        child.player = r.region;
        if (store_.find(child) != none) continue;
        const std::int32_t cost = matching_.with(i, position, r.box, r.player);
        if (cost >= matching::Assignment::infinite) continue;
        occupied_.move(box, r.box);
        boxes_[i] = r.box;
        const Score score = features(cost).score();
        const bool explores = shows_more(r.region);
        boxes_[i] = box;
        occupied_.move(r.box, box);
        const PullFeatures then = PullFeatures::of(score);
        const Candidate move{node.weight + 1, number, score, box, r.box, r.player, r.region, false};
        const std::size_t at = moves_.size();
        const auto better = [&](std::size_t best) {
          return best == nothing || score < moves_[best].score;
        };
        if (then.regions < now.regions && better(best_regions)) best_regions = at;
        if (then.rooms < now.rooms && better(best_rooms)) best_rooms = at;
        if (explores && better(best_explorer)) best_explorer = at;
        if (board_.goal(box) && then.regions <= now.regions && then.rooms <= now.rooms &&
            then.distance > now.distance) {
          const std::uint64_t rank =
              std::uint64_t{tables_.hole(box)} << 60 | std::uint64_t{then.regions} << 50 |
              std::uint64_t{then.rooms} << 40 | (0xffff - tables_.steps(box, r.box));
          if (best_pull == nothing || rank < best_rank) {
            best_pull = at;
            best_rank = rank;
          }
        }
        if (!append(moves_, move, fits())) return;
      }
    }
    for (const std::size_t advised : {best_pull, best_regions, best_rooms, best_explorer})
      if (advised != nothing) moves_[advised].weight = node.weight;
  }

  // Tests whether some box can be pulled from where the player could not get to before; the board
  // is as after the move, and player_ as before.
  bool shows_more(Square player) {
    other_.fill(occupied_, player);
    const auto fresh = [&](Square s) { return other_.has(s) && !player_.has(s); };
    return std::any_of(boxes_.begin(), boxes_.end(),
                       [&](Square box) { return movable<true>(board_, occupied_, box, fresh); });
  }

  void make(const Candidate& move) {
    Position key = store_.key(move.node);
    key.remove(level_.slot_of[move.from]);
    if (move.sink)
      key.remove_base(level_.slot_of[move.to]);
    else
      key.add(level_.slot_of[move.to]);
    key.player = move.region;
    if (store_.find(key) != none) return;
    lay(key);
    player_.fill(occupied_, move.region);
    if (!move.sink && deadlock_.dead(occupied_, boxes_, player_)) return;
    Node node;
    node.parent = move.node;
    node.weight = move.weight;
    node.from = move.from;
    node.to = move.to;
    node.sink = move.sink;
    node.only = move.sink && after_ == Backwards::bases && sinks_.only_one(move.to, occupied_);
    node.best = std::min(store_.data(move.node).best, move.score);
    if (store_.insert(key, node) != Insert::added) {
      done_ = true;  // no room
      return;
    }
    offer(store_.last());
    if (boxes_.empty()) {
      done_ = true;
      return;
    }
    expand(store_.last());
  }

  void offer(std::uint32_t number) {
    if (best_ != none && store_.data(number).best >= best_score_) return;
    best_ = number;
    best_score_ = store_.data(number).best;
  }

  Backwards after_;
  const Level& level_;
  const Board& board_;
  const Tables& tables_;
  Rooms rooms_;
  Ticker& ticker_;
  std::size_t memory_;
  Store<Position, Node> store_;
  Occupied occupied_;
  Region player_, other_;
  Regions regions_;
  Macro macro_;
  Sinks sinks_;
  PullDeadlock deadlock_;
  StartMatching<Words> matching_;
  std::vector<Square> boxes_, bases_;
  std::vector<Candidate> moves_;
  Cells cells_;
  std::uint32_t best_ = none;
  Score best_score_ = ~Score{0};
  std::uint64_t generated_ = 0;
  bool done_ = false;
};

}  // namespace gridproof::sokoban
