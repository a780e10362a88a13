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
#include "sokoban/any/lone_box.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

using matching::Assignment;

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
        lone_(board_),
        assignment_(board_.boxes().size()) {
    add_roots();
  }

  bool done() const { return done_; }
  std::size_t bytes() const {
    return store_.peak_bytes() + cells_.bytes() + moves_.capacity() * sizeof(Candidate);
  }
  std::uint64_t generated() const { return generated_; }

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
    store_.key(best_).each_box([&](std::size_t slot) {
      if (slot < Words * 64)
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
      store_.key(best_).each_box([&](std::size_t slot) {
        if (slot < Words * 64) boxes.push_back(level_.square_of[slot]);
      });
    return boxes;
  }

  static constexpr std::uint32_t none = Store<Key<2 * Words>>::none;

  // The node of a position with all boxes, or `none`.
  std::uint32_t find(const Key<Words>& forward) const {
    Position position;
    std::copy(forward.boxes.begin(), forward.boxes.end(), position.boxes.begin());
    position.player = forward.player;
    return store_.find(position);
  }

  // The position of a node, and what is played from there on: a box is brought from `from` to `to`,
  // which leads to the next node; `none` after the last one.
  Key<Words> position(std::uint32_t number) const {
    Key<Words> forward;
    std::copy_n(store_.key(number).boxes.begin(), Words, forward.boxes.begin());
    forward.player = store_.key(number).player;
    return forward;
  }
  Push played(std::uint32_t number) const {
    return {store_.data(number).to, store_.data(number).from};
  }
  std::uint32_t next(std::uint32_t number) const { return store_.data(number).parent; }

  // The score of the best position: less is better.
  Score reached() const { return best_score_; }

  unsigned boxes_left() const { return static_cast<unsigned>(best_score_ >> 48); }

 private:
  // Boxes, and start squares that are left where boxes leave the board.
  using Position = Key<2 * Words>;

  struct Node {
    std::uint32_t parent = none;
    std::uint32_t weight = 0;
    Score best = 0;  // on the way here
    Square from = 0, to = 0;
    bool sink = false;
    bool only = false;  // no other box could have got to this start square
  };

  // boxes 8, regions 8, on goals 8, rooms 8, distance 16 (far away is better)
  static Score score_of(unsigned boxes, unsigned regions, unsigned on_goals, unsigned rooms,
                        unsigned distance) {
    const auto cut = [](unsigned value, unsigned most) { return Score{std::min(value, most)}; };
    return cut(boxes, 0xffff) << 48 | cut(regions, 0xff) << 40 | cut(on_goals, 0xff) << 32 |
           cut(rooms, 0xff) << 24 | (0xffffff - cut(distance, 0xffffff));
  }
  static constexpr Score cell_bits = ~Score{0xffffff};

  auto fits() {
    return [this](std::size_t more) { return bytes() + more <= memory_; };
  }

  void add_roots() {
    Position goals;
    for (Square g : board_.goals()) goals.add(level_.slot_of[g]);
    if (takes_off())
      for (Square s : board_.boxes()) goals.add(Words * 64 + level_.slot_of[s]);
    lay(goals);
    Marks<> tried(board_.squares());
    tried.clear();
    for (Square s = 0; s < board_.squares(); ++s) {
      if (!occupied_.free(s) || tried.has(s)) continue;
      Position root = goals;
      lay(root);
      root.player = player_.fill(occupied_, s);
      player_.each([&](Square t) { tried.add(t); });
      if (stuck()) continue;
      lay(root);
      Node node;
      player_.fill(occupied_, static_cast<Square>(root.player));
      if (!match(root, static_cast<Square>(root.player))) continue;
      node.best = score(cost_);
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
    position.each_box([&](std::size_t slot) {
      if (slot >= Words * 64) {
        bases_.push_back(level_.square_of[slot - Words * 64]);
      } else {
        boxes_.push_back(level_.square_of[slot]);
        occupied_.put(boxes_.back(), On::box);
      }
    });
  }

  Score score(std::int32_t to_starts) {
    if (after_ == Backwards::start) {
      unsigned away = 0;
      for (Square box : boxes_) away += !tables_.start(box);
      return score_of(static_cast<unsigned>(boxes_.size()),
                      static_cast<unsigned>(regions_.count(occupied_)), away, 0,
                      0xffffff - static_cast<unsigned>(to_starts));
    }
    unsigned on_goals = 0, distance = 0;
    for (Square box : boxes_) {
      on_goals += board_.goal(box);
      distance += tables_.from_goals(box);
    }
    if (after_ == Backwards::open) on_goals = 0;
    return score_of(static_cast<unsigned>(boxes_.size()),
                    static_cast<unsigned>(regions_.count(occupied_)), on_goals,
                    rooms_.broken(occupied_), distance);
  }

  // Tests whether a box that is not at home can never be pulled, even if those that can be pulled
  // now are no longer there. Takes boxes off the board.
  bool stuck() {
    std::vector<Square> left = boxes_;
    for (bool changed = true; changed;) {
      changed = false;
      player_.fill(occupied_, player_.player());
      std::vector<Square> still;
      for (Square box : left) {
        bool free = false;
        for (int d = 0; d < directions && !free; ++d) {
          const Square a = board_.next(d, box);
          free = player_.has(a) && occupied_.free(board_.next(d, a));
        }
        if (free) {
          occupied_.put(box, On::nothing);
          changed = true;
        } else {
          still.push_back(box);
        }
      }
      left = still;
    }
    bool away = false;
    for (Square box : left) away = away || !tables_.start(box);
    for (Square box : boxes_) occupied_.put(box, On::box);
    return away;
  }

  // Prepares the matching of boxes and start squares that are left; false if there is none.
  bool match(const Position& position, Square player) {
    const std::size_t n = board_.boxes().size();
    matrix_.assign(n * n, matching::no_pair);
    rows_.clear();
    std::size_t row = 0;
    for (; row < boxes_.size(); ++row) {
      const std::uint16_t* from = level_.from_starts.row(
          Distances::place(boxes_[row], level_.sides.side(boxes_[row], player)));
      mask(position, from, &matrix_[row * n]);
    }
    for (; row < n; ++row)
      for (std::size_t b = 0; b < n; ++b)
        if (!position.has(Words * 64 + level_.slot_of[board_.boxes()[b]])) matrix_[row * n + b] = 0;
    for (std::size_t i = 0; i < n; ++i) rows_.push_back(&matrix_[i * n]);
    return (cost_ = assignment_.solve(rows_, ticker_)) < Assignment::infinite;
  }

  void mask(const Position& position, const std::uint16_t* from, std::uint16_t* to) const {
    const auto& starts = board_.boxes();
    for (std::size_t b = 0; b < starts.size(); ++b)
      to[b] = !takes_off() || position.has(Words * 64 + level_.slot_of[starts[b]])
                  ? from[b]
                  : matching::no_pair;
  }

  bool takes_off() const { return after_ == Backwards::sinks || after_ == Backwards::bases; }

  // Finds the squares on which boxes may leave the board: on any start square that is left, or on
  // the largest set of them, all within the player's reach, among which a box can be pushed back
  // and forth.
  void find_sinks() {
    sinks_.clear();
    std::vector<Square> open;
    for (Square s : bases_)
      if (occupied_.free(s)) open.push_back(s);
    if (after_ == Backwards::bases) {
      sinks_ = open;
      return;
    }
    lone_.lay(occupied_);
    const std::size_t n = open.size();
    std::vector<std::uint8_t> reaches(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      const Square root[] = {open[i]};
      const auto& reached = lone_.template spread<false>(root);
      for (std::size_t j = 0; j < n; ++j) reaches[i * n + j] = reached.has(open[j]);
    }
    std::vector<std::uint8_t> taken(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (taken[i]) continue;
      std::vector<Square> group;
      for (std::size_t j = i; j < n; ++j)
        if (!taken[j] && (i == j || (reaches[i * n + j] && reaches[j * n + i]))) {
          taken[j] = 1;
          group.push_back(open[j]);
        }
      if (group.size() > sinks_.size()) sinks_ = group;
    }
    for (Square s : sinks_)
      if (!player_.has(s)) {
        sinks_.clear();
        return;
      }
  }

  // Tests whether a lone box gets to a start square from none of the others, between the boxes that
  // are laid out.
  bool only_one(Square base) {
    lone_.lay(occupied_);
    std::vector<Square> others;
    for (Square s : board_.boxes())
      if (s != base) others.push_back(s);
    return !lone_.template spread<false>(others).has(base);
  }

  // Collects the moves of a node, which is laid out, in its cell.
  void expand(std::uint32_t number) {
    const Position position = store_.key(number);
    const Node node = store_.data(number);
    const auto player = static_cast<Square>(position.player);
    player_.fill(occupied_, player);
    if (!match(position, player)) return;
    moves_.clear();
    sinks_.clear();
    if (takes_off()) find_sinks();
    if (!sinks_.empty()) collect_sinks(number, position, node, player);
    if (moves_.empty()) collect(number, position, node, player);
    if (moves_.empty()) return;
    if (moves_.size() <= 2) moves_.front().weight = node.weight;
    cells_.add(node.best & cell_bits, moves_, fits());
  }

  bool live(Square box, Square player) const {
    return level_.from_starts.live(Distances::place(box, level_.sides.side(box, player)));
  }

  auto allowed() const {
    return [this](Square from, int d) {
      const Square to = board_.next(d, from);
      return live(to, board_.next(d, to));
    };
  }

  // Boxes that can be taken off the board: one move for each.
  void collect_sinks(std::uint32_t number, const Position& position, const Node& node,
                     Square player) {
    const std::size_t n = board_.boxes().size();
    std::vector<std::uint16_t> only(n);
    std::size_t best = static_cast<std::size_t>(-1);
    bool best_floats = false;
    std::uint64_t best_rank = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Square box = boxes_[i];
      if (!movable<true>(board_, occupied_, player_, box)) continue;
      const std::vector<Reached>& reached = macro_.run<true>(occupied_, box, player, allowed());
      generated_ += reached.size();
      for (std::size_t k = 1; k < reached.size(); ++k) {
        const Reached r = reached[k];
        if (std::find(sinks_.begin(), sinks_.end(), r.box) == sinks_.end()) continue;
        if (!tables_.apart(box, r.box)) continue;
        for (std::size_t b = 0; b < n; ++b)
          only[b] = board_.boxes()[b] == r.box ? 0 : matching::no_pair;
        if (assignment_.with(i, only.data()) >= Assignment::infinite) continue;
        occupied_.put(box, On::nothing);
        Position child = position;
        child.remove(level_.slot_of[box]);
        child.remove(Words * 64 + level_.slot_of[r.box]);
        child.player = other_.fill(occupied_, r.player);
        const unsigned regions_then = static_cast<unsigned>(regions_.count(occupied_));
        const unsigned rooms = rooms_.broken(occupied_);
        occupied_.put(box, On::box);
        if (store_.find(child) != none) continue;
        unsigned on_goals = 0, distance = 0;
        for (Square other : boxes_)
          if (other != box) {
            on_goals += board_.goal(other);
            distance += tables_.from_goals(other);
          }
        Candidate move{node.weight + 1,
                       number,
                       score_of(static_cast<unsigned>(boxes_.size() - 1), regions_then, on_goals,
                                rooms, distance),
                       box,
                       r.box,
                       r.player,
                       true};
        const bool floats = !board_.goal(box);
        const std::uint64_t rank = std::uint64_t{tables_.hole(box)} << 40 |
                                   std::uint64_t{regions_then} << 20 |
                                   (0xfffff - tables_.steps(box, r.box));
        if (best == static_cast<std::size_t>(-1) || (floats && !best_floats) ||
            (floats == best_floats && rank < best_rank)) {
          best = moves_.size();
          best_floats = floats;
          best_rank = rank;
        }
        if (!append(moves_, move, fits())) return;
        break;
      }
      if (!ticker_.going(assignment_.steps())) return;
    }
    if (!moves_.empty()) moves_[best].weight = node.weight;
  }

  void collect(std::uint32_t number, const Position& position, const Node& node, Square player) {
    constexpr std::size_t nothing = static_cast<std::size_t>(-1);
    std::size_t best_pull = nothing, best_regions = nothing, best_rooms = nothing,
                best_explorer = nothing;
    std::uint64_t best_rank = 0;
    const Score now = score(cost_);
    const auto field = [](Score s, int shift) { return s >> shift & 0xff; };
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Square box = boxes_[i];
      if (!movable<true>(board_, occupied_, player_, box)) continue;
      const std::vector<Reached> reached = macro_.run<true>(occupied_, box, player, allowed());
      for (std::size_t k = 1; k < reached.size(); ++k) {
        const Reached& r = reached[k];
        ++generated_;
        if (!ticker_.going(1 + assignment_.steps() + board_.squares() / squares_a_step)) return;
        Position child = position;
        child.remove(level_.slot_of[box]);
        child.add(level_.slot_of[r.box]);
        child.player = r.region;
        if (store_.find(child) != none) continue;
        mask_row_.resize(board_.boxes().size());
        mask(position,
             level_.from_starts.row(Distances::place(r.box, level_.sides.side(r.box, r.player))),
             mask_row_.data());
        const std::int32_t cost = assignment_.with(i, mask_row_.data());
        if (cost >= Assignment::infinite) continue;
        occupied_.move(box, r.box);
        boxes_[i] = r.box;
        const Score then = score(cost);
        const bool explores = shows_more(r.region);
        boxes_[i] = box;
        occupied_.move(r.box, box);
        const Candidate move{node.weight + 1, number, then, box, r.box, r.player, false};
        const std::size_t at = moves_.size();
        const auto better = [&](std::size_t best) {
          return best == nothing || then < moves_[best].score;
        };
        if (field(then, 40) < field(now, 40) && better(best_regions)) best_regions = at;
        if (field(then, 24) < field(now, 24) && better(best_rooms)) best_rooms = at;
        if (explores && better(best_explorer)) best_explorer = at;
        if (board_.goal(box) && field(then, 40) <= field(now, 40) &&
            field(then, 24) <= field(now, 24) && (then & 0xffffff) < (now & 0xffffff)) {
          const std::uint64_t rank = std::uint64_t{tables_.hole(box)} << 60 |
                                     field(then, 40) << 50 | field(then, 24) << 40 |
                                     (0xffff - tables_.steps(box, r.box));
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
    for (Square box : boxes_)
      for (int d = 0; d < directions; ++d) {
        const Square a = board_.next(d, box);
        if (other_.has(a) && !player_.has(a) && occupied_.free(board_.next(d, a))) return true;
      }
    return false;
  }

  void make(const Candidate& move) {
    Position key = store_.key(move.node);
    key.remove(level_.slot_of[move.from]);
    if (move.sink)
      key.remove(Words * 64 + level_.slot_of[move.to]);
    else
      key.add(level_.slot_of[move.to]);
    lay(key);
    key.player = player_.fill(occupied_, move.player);
    if (store_.find(key) != none) return;
    if (!move.sink && stuck()) return;
    Node node;
    node.parent = move.node;
    node.weight = move.weight;
    node.from = move.from;
    node.to = move.to;
    node.sink = move.sink;
    node.only = move.sink && after_ == Backwards::bases && only_one(move.to);
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
  LoneBox lone_;
  Assignment assignment_;
  std::vector<Square> boxes_, bases_, sinks_;
  std::vector<std::uint16_t> matrix_, mask_row_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<Candidate> moves_;
  Cells cells_;
  std::int32_t cost_ = 0;  // of the matching
  std::uint32_t best_ = none;
  Score best_score_ = ~Score{0};
  std::uint64_t generated_ = 0;
  bool done_ = false;
};

}  // namespace gridproof::sokoban
