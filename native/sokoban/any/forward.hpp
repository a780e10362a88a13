// Best-first search over macro pushes, in cells of a feature space.
//
// After FESS (Shoham and Schaeffer, CoG 2020): every position is filed under the best that has been
// seen on the way to it of how much of the plan is done, into how many regions the boxes cut the
// floor, how many boxes stand out of plan, and how many are hotspots. The cells take turns, the
// best one every second time, so that the search neither forgets how far it has come nor digs in
// one place. In a cell the move with the least weight on its path is made next; moves that some
// advisor speaks for weigh nothing.
//
// All prunings are proofs, so a search that ends without a solution has proven that there is none;
// or none within a limit of pushes, if there is one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "matching/assignment.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/out_of_plan.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/dead_ends.hpp"
#include "sokoban/deadlock/freeze.hpp"
#include "sokoban/deadlock/patterns.hpp"
#include "sokoban/deadlock/pi_corrals.hpp"

namespace gridproof::sokoban {

// The objective of a forward search (a plan, or boxes on certain places) and its options.
struct ForwardOptions {
  Plan plan;
  std::vector<Square> places;   // as many as boxes, or none
  bool regions_first = false;   // with places: what counts more than boxes on them
  bool regions = true;          // whether they count at all
  bool needs = false;           // out of plan are steps without a box, not boxes that are shut in
  bool rooms_in_cells = false;  // whether broken rooms tell cells apart too
  bool opener = true;           // with a plan: whether that advisor is used
  bool foremost = true;         // whether every second move is taken from the best cell
  bool light = false;           // without what is dear: many nodes instead of good ones
  std::uint32_t moves_a_pattern =
      8;                   // moves that are generated for a position that learning looks at
  std::uint64_t seed = 0;  // else 0: of positions that are hardly better it prefers others
};

template <int Words>
class Forward {
 public:
  // The level is solved when it meets a position that one of the backward searches has seen.
  // within: a limit of the pushes, if any; the pushes of the backward searches are unknown, so
  // there are none then.
  Forward(const Level& level, const Tables& tables, const ForwardOptions& options,
          const std::vector<const Backward<Words>*>& backwards, Within* within, std::size_t memory,
          Ticker& ticker)
      : level_(level),
        board_(level.board),
        tables_(tables),
        rooms_(tables.rooms()),
        options_(options),
        plan_(options.plan),
        backwards_(backwards),
        within_(within),
        out_of_plan_(level, plan_, ticker),
        wanted_(board_.squares()),
        to_places_(Distances::to(options.places, board_, level.sides, 0, ticker)),
        to_places_matching_(options.places.size()),
        ticker_(ticker),
        memory_(memory),
        store_(memory / 2, &ticker),
        occupied_(board_),
        player_(board_),
        other_(board_),
        regions_(board_),
        macro_(board_, ticker),
        assignment_(board_.boxes().size()),
        freeze_(board_, level.to_goals),
        dead_ends_(level, ticker),
        patterns_(level, memory / 16, ticker),
        corrals_(board_, level.sides, level.to_goals, ticker),
        cells_(options.foremost) {
    rows_.resize(board_.boxes().size());
    for (Square s : options_.places) wanted_[s] = 1;
    if (ticker_.stop() == Stop::none) add_root();
  }

  // No more moves: there is no solution, unless there was one or memory was short.
  bool exhausted() const { return goal_ == none && !full_ && cells_.empty(); }
  bool full() const { return full_; }
  bool solved() const { return goal_ != none; }
  std::size_t bytes() const {
    return store_.peak_bytes() + cells_.bytes() + moves_.capacity() * sizeof(Candidate) +
           dead_ends_.bytes();
  }
  std::uint64_t generated() const { return generated_; }
  std::uint64_t dead_ends() const { return dead_; }

  // Makes moves until a number of further ones have been generated, or the level is solved.
  void advance(std::uint64_t moves) {
    const std::uint64_t most = generated_ + moves;
    while (goal_ == none && !full_ && (meeting_ || !cells_.empty()) && generated_ < most &&
           ticker_.tick())
      make(meeting_ ? *std::exchange(meeting_, std::nullopt) : cells_.take());
  }

  // The single pushes of the solution; some are missing if the ticker stops it.
  std::vector<Push> pushes() {
    std::vector<Push> pushes;
    std::vector<std::uint32_t> chain;
    for (std::uint32_t n = goal_; n != none; n = store_.data(n).parent) chain.push_back(n);
    std::reverse(chain.begin(), chain.end());
    for (std::size_t i = 1; i < chain.size(); ++i) {
      const Node& node = store_.data(chain[i]);
      play(store_.key(chain[i - 1]), {node.from, node.to}, store_.key(chain[i]), pushes);
    }
    if (met_)
      for (std::uint32_t n = behind_; met_->next(n) != none; n = met_->next(n))
        play(met_->position(n), met_->played(n), met_->position(met_->next(n)), pushes);
    return pushes;
  }

 private:
  using Position = Key<Words>;
  static constexpr std::uint32_t none = Store<Position>::none;
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

  struct Node {
    std::uint32_t parent = none;
    std::uint32_t weight = 0;
    std::uint32_t pushes = 0;  // to get here, if they count
    Score best = 0;            // on the way here
    std::uint32_t size = 0;    // nodes below it
    Square from = 0, to = 0;
    bool dead = false;
  };

  // The features of a position, in the order in which they count: how much is left to do, regions,
  // broken rooms, boxes out of plan, hotspots, and how far boxes are from where they should be.
  struct Features {
    unsigned left, regions, rooms, outside, hotspots, distance;
  };

  Score score(const Features& f) const {
    const auto cut = [](unsigned value, unsigned most) { return Score{std::min(value, most)}; };
    const Score regions = options_.regions ? cut(f.regions, 0xff) : 0;
    const Score first = options_.regions_first ? regions << 56 | cut(f.left, 0xfff) << 44
                                               : cut(f.left, 0xfff) << 52 | regions << 44;
    return first | cut(f.rooms, 0xff) << 36 | cut(f.outside, 0xff) << 28 |
           cut(f.hotspots, 0xff) << 20 | cut(f.distance, 0xfffff);
  }
  static constexpr Score cell_bits = Score{0xfffff} << 44 | Score{0xffff} << 20;
  static constexpr Score room_bits = Score{0xff} << 36;

  auto fits() {
    return [this](std::size_t more) {
      if (bytes() + more <= memory_) return true;
      full_ = true;
      return false;
    };
  }

  void lay(const Position& position) {
    for (Square box : boxes_) occupied_.put(box, On::nothing);
    boxes_.clear();
    position.each_box([&](std::size_t slot) {
      boxes_.push_back(level_.square_of[slot]);
      occupied_.put(boxes_.back(), On::box);
    });
  }

  bool all_home() const {
    return std::all_of(boxes_.begin(), boxes_.end(), [&](Square s) { return board_.goal(s); });
  }

  void add_root() {
    if (!ticker_.alive()) return;
    Position start;
    for (Square box : board_.boxes()) {
      if (level_.slot_of[box] == Level::none) return;
      start.add(level_.slot_of[box]);
    }
    lay(start);
    start.player = player_.fill(occupied_, board_.player());
    if (store_.insert(start, Node{}) != Insert::added) {
      full_ = true;
      return;
    }
    if (all_home()) {
      goal_ = 0;
      return;
    }
    store_.data(0).best = score(features(start, regions_.count(occupied_)));
    expand(0);
  }

  // The features of the working position, whose boxes cut the floor into this many regions.
  Features features(const Position& position, int regions) {
    Features now{0,
                 static_cast<unsigned>(regions),
                 options_.light ? 0 : rooms_.broken(occupied_),
                 0,
                 hotspots(),
                 0};
    if (options_.places.empty()) {
      const std::size_t done = plan_.done(occupied_);
      now.left = static_cast<unsigned>(plan_.size() - done);
      now.outside = outside(position, done);
      now.distance = max_distance;
      for (Square box : boxes_) now.distance -= tables_.from_goals(box);
    } else {
      for (Square box : boxes_) now.left += !wanted_[box];
      now.distance = far(place_cost_);
    }
    return now;
  }

  unsigned outside(const Position& position, std::size_t done) {
    return options_.needs ? out_of_plan_.steps(position, done) : out_of_plan_.boxes(position, done);
  }

  unsigned hotspots() const {
    return options_.light ? 0 : static_cast<unsigned>(tables_.hotspots().count(boxes_));
  }

  // The same after a move, which is made on the board, from now_ before it.
  Features features_after(const Position& position, Square from, const Reached& r,
                          int more_regions) {
    Features then{
        now_.left,
        static_cast<unsigned>(static_cast<int>(now_.regions) + more_regions),
        !options_.light && (tables_.rooms().matters(from) || tables_.rooms().matters(r.box))
            ? rooms_.broken(occupied_)
            : now_.rooms,
        0,
        hotspots(),
        0};
    if (options_.places.empty()) {
      const std::size_t done = plan_.done(occupied_);
      then.left = static_cast<unsigned>(plan_.size() - done);
      then.outside = outside(position, done);
      then.distance = now_.distance + tables_.from_goals(from) - tables_.from_goals(r.box);
    } else {
      then.left += wanted_[from] - wanted_[r.box];
      then.distance = far(place_cost_ < Assignment::infinite
                              ? to_places_matching_.join(place_row(r.box, r.player))
                              : Assignment::infinite);
    }
    return then;
  }

  static constexpr std::uint64_t whim = 16;

  // Far from the goals is near to what is wanted as long as the plan is not done.
  static constexpr unsigned max_distance = 0xfffff;

  static unsigned far(std::int32_t cost) {
    return std::min(static_cast<unsigned>(cost), max_distance);
  }

  const std::uint16_t* place_row(Square box, Square player) const {
    return to_places_.row(Distances::place(box, level_.sides.side(box, player)));
  }

  // Collects the moves of a node, which is laid out, in its cell, unless it is dead.
  void expand(std::uint32_t number) {
    const Position position = store_.key(number);
    const Node node = store_.data(number);
    const auto player = static_cast<Square>(position.player);
    player_.fill(occupied_, player);
    for (std::size_t i = 0; i < boxes_.size(); ++i) rows_[i] = row(boxes_[i], player);
    if (assignment_.solve(rows_, ticker_) >= Assignment::infinite) {
      ++dead_;
      return;
    }
    if (!options_.light &&
        (dead_ends_.dead(occupied_, boxes_, player_) || dead_by_pattern(number))) {
      ++dead_;
      store_.data(number).dead = true;
      return;
    }
    const auto verdict = corrals_.find(occupied_, player_, boxes_);
    if (verdict == PiCorrals::Verdict::dead) {
      ++dead_;
      return;
    }
    const bool restricted = verdict == PiCorrals::Verdict::restricted;
    if (!options_.places.empty()) {
      for (std::size_t i = 0; i < boxes_.size(); ++i) rows_[i] = place_row(boxes_[i], player);
      place_cost_ = to_places_matching_.solve(rows_, ticker_);
    }
    now_ = features(position, regions_.count(occupied_));
    moves_.clear();
    seen_.clear();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Square box = boxes_[i];
      if (!movable(board_, occupied_, player_, box)) continue;
      const auto allowed = [&](Square from, int d) {
        const Square to = board_.next(d, from);
        if (!level_.to_goals.live(Distances::place(to, level_.sides.side(to, from)))) return false;
        if (!restricted || from != box) return true;
        for (const Push& push : corrals_.pushes())
          if (push.from == from && push.to == to) return true;
        return false;
      };
      const std::vector<Reached>& reached = macro_.run(occupied_, box, player, allowed);
      if (reached.size() == 1) continue;
      if (!ticker_.going(assignment_.steps())) return;
      assignment_.leave(i);
      if (!options_.places.empty() && place_cost_ < Assignment::infinite)
        to_places_matching_.leave(i);
      for (std::size_t k = 1; k < reached.size(); ++k)
        if (!consider(number, position, node, i, reached[k], reached[k].parts - reached[0].parts))
          return;
    }
    if (moves_.empty()) {
      ++dead_;
      return;
    }
    advise(node);
    cells_.add(node.best & (options_.rooms_in_cells ? cell_bits | room_bits : cell_bits), moves_,
               fits());
  }

  // Tests whether a few of the boxes are seen to be dead, the one among them that moved last.
  bool dead_by_pattern(std::uint32_t number) {
    if (number == 0 || !may_learn()) return false;
    return patterns_.learn(boxes_, player_.player(), store_.data(number).to, {6, 100});
  }

  // Counts a new node for all above it, and asks of those below which many are whether a few of
  // their boxes are dead.
  void grow(std::uint32_t number) {
    for (std::uint32_t n = store_.data(number).parent; n != none; n = store_.data(n).parent) {
      const std::uint32_t size = ++store_.data(n).size;
      if (size >= first_look && std::has_single_bit(size) && std::countr_zero(size) % 2 == 0)
        doubt(n, size);
    }
  }

  void doubt(std::uint32_t number, std::uint32_t size) {
    const Position position = store_.key(number);
    if (options_.light || store_.data(number).dead || !may_learn()) return;
    lay(position);
    const auto player = static_cast<Square>(position.player);
    bool dead = patterns_.known_dead(position, player);
    const std::vector<Square> boxes = boxes_;
    for (std::size_t i = 0; i < boxes.size() && !dead; ++i)
      if (!board_.goal(boxes[i]))
        dead = patterns_.learn(boxes, player, boxes[i], {10, std::min(size * 4, 1000u)});
    if (dead) store_.data(number).dead = true;
  }

  // Tests whether it is known to be dead by now.
  bool given_up(std::uint32_t number) const {
    for (std::uint32_t n = number; n != none; n = store_.data(n).parent)
      if (store_.data(n).dead) return true;
    return false;
  }

  static constexpr std::uint32_t first_look = 64;

  // Learning may take as many positions as a part of what is generated, and some more: what it
  // finds early helps most.
  bool may_learn() const {
    return patterns_.spent() < first_learning + generated_ / options_.moves_a_pattern;
  }
  static constexpr std::uint64_t first_learning = 30'000;

  const std::uint16_t* row(Square box, Square player) const {
    return level_.to_goals.row(Distances::place(box, level_.sides.side(box, player)));
  }

  // Adds a move unless it is dead or leads to a known position; false: stop.
  bool consider(std::uint32_t number, const Position& position, const Node& node, std::size_t i,
                const Reached& r, int more_regions) {
    const Square box = boxes_[i];
    ++generated_;
    if (!ticker_.going(1 + board_.squares() / squares_a_step)) return false;
    Position child = position;
    child.remove(level_.slot_of[box]);
    child.add(level_.slot_of[r.box]);
    child.player = r.region;
    const std::uint32_t pushes = within_ ? node.pushes + r.pushes : 0;
    if (known(child, pushes)) return true;
    occupied_.move(box, r.box);
    if (patterns_.known_dead(child, level_.slot_of[r.box], r.player) ||
        (r.box != box && freeze_.deadlock(occupied_, r.box)) ||
        too_far(pushes, assignment_.join(row(r.box, r.player)))) {
      ++dead_;
      occupied_.move(r.box, box);
      return true;
    }
    boxes_[i] = r.box;
    seen_.push_back(features_after(child, box, r, more_regions));
    if (options_.seed != 0) seen_.back().distance += mix(child.hash() ^ options_.seed) % whim;
    boxes_[i] = box;
    occupied_.move(r.box, box);
    const Candidate move{node.weight + 1, number, score(seen_.back()), box, r.box, r.player,
                         false,           pushes};
    if (std::any_of(backwards_.begin(), backwards_.end(), [&](const Backward<Words>* backward) {
          return backward->find(child) != none;
        })) {
      meeting_ = move;
      return false;
    }
    return append(moves_, move, fits());
  }

  // Tests whether a position is known, reached with no more pushes.
  bool known(const Position& position, std::uint32_t pushes) const {
    const std::uint32_t before = store_.find(position);
    return before != none && store_.data(before).pushes <= pushes;
  }

  // Tests whether a position after `pushes` pushes is dead, by its cheapest assignment.
  bool too_far(std::uint32_t pushes, std::int32_t assigned) const {
    return assigned >= Assignment::infinite ||
           (within_ && pushes + static_cast<std::uint32_t>(assigned) > within_->most);
  }

  // Tests whether after a move another box can be pushed from where the player could not get to
  // before, the square apart that was left just now.
  bool explores(const Candidate& move) {
    // He gets to a square that was out of reach only from there.
    const auto& around = board_.around(move.from);
    if (std::all_of(around.begin(), around.end(),
                    [&](Square t) { return !occupied_.free(t) || player_.has(t); }))
      return false;
    occupied_.move(move.from, move.to);
    other_.fill(occupied_, move.player);
    const auto pushable = [&](Square box) {
      for (int d = 0; d < directions; ++d) {
        const Square behind = board_.next(opposite(d), box);
        if (other_.has(behind) && !player_.has(behind) && behind != move.from &&
            occupied_.free(board_.next(d, box)))
          return true;
      }
      return false;
    };
    const bool found = std::any_of(boxes_.begin(), boxes_.end(),
                                   [&](Square box) { return box != move.from && pushable(box); });
    occupied_.move(move.to, move.from);
    return found;
  }

  // Lets the advisors name a move each, which then weighs nothing.
  void advise(const Node& node) {
    if (!options_.places.empty()) {
      for (Candidate& move : moves_) move.weight = node.weight;
      return;
    }
    const auto choose = [&](auto&& speaks_for) {
      std::size_t best = nothing;
      for (std::size_t k = 0; k < moves_.size(); ++k)
        if (seen_[k].left <= now_.left &&
            (best == nothing || moves_[k].score < moves_[best].score) && speaks_for(k))
          best = k;
      if (best != nothing) moves_[best].weight = node.weight;
      return best != nothing;
    };
    const bool packs = choose([&](std::size_t k) { return seen_[k].left < now_.left; });
    choose([&](std::size_t k) { return seen_[k].regions < now_.regions; });
    choose([&](std::size_t k) { return seen_[k].rooms < now_.rooms; });
    choose([&](std::size_t k) { return seen_[k].hotspots < now_.hotspots; });
    choose([&](std::size_t k) {
      return tables_.pushable(moves_[k].to, moves_[k].from) && explores(moves_[k]);
    });
    choose([&](std::size_t k) { return seen_[k].outside < now_.outside; });
    if (!packs && options_.opener) open(node);
    if (moves_.size() <= 2) moves_.front().weight = node.weight;
  }

  // Takes the box nearest to where the plan goes on as far from there as can be.
  void open(const Node& node) {
    const Square target = plan_.next(board_, occupied_);
    if (target == board_.wall()) return;
    std::size_t best = nothing;
    std::pair<std::uint32_t, std::int64_t> best_rank;
    for (std::size_t k = 0; k < moves_.size(); ++k) {
      const Features& then = seen_[k];
      if (then.left > now_.left || then.regions > now_.regions || then.rooms > now_.rooms) continue;
      const std::uint32_t from = tables_.steps(target, moves_[k].from);
      const std::uint32_t to = tables_.steps(target, moves_[k].to);
      if (to < from) continue;
      const std::pair<std::uint32_t, std::int64_t> rank{from, -std::int64_t{to}};
      if (best != nothing && rank >= best_rank) continue;
      best = k;
      best_rank = rank;
    }
    if (best != nothing) moves_[best].weight = node.weight;
  }

  void make(const Candidate& move) {
    if (given_up(move.node)) return;
    Position key = store_.key(move.node);
    key.remove(level_.slot_of[move.from]);
    key.add(level_.slot_of[move.to]);
    lay(key);
    key.player = player_.fill(occupied_, move.player);
    if (known(key, move.pushes)) return;
    if (within_ && !within_->admits(move.pushes, boxes_, player_)) {
      ++dead_;
      return;
    }
    std::uint32_t number = store_.find(key);
    Node node = number == none ? Node{} : store_.data(number);
    node.parent = move.node;
    node.weight = move.weight;
    node.pushes = move.pushes;
    node.from = move.from;
    node.to = move.to;
    node.best = std::min(store_.data(move.node).best, move.score);
    if (number != none) {
      store_.data(number) = node;
    } else if (store_.insert(key, node) == Insert::added) {
      number = store_.last();
    } else {
      full_ = true;
      return;
    }
    for (const Backward<Words>* backward : backwards_)
      if (const std::uint32_t behind = backward->find(key); behind != none && !met_) {
        met_ = backward;
        behind_ = behind;
      }
    if (met_ || all_home())
      goal_ = number;
    else {
      expand(number);
      grow(number);
    }
  }

  // The single pushes that bring a box from one place to another, and the player where he is after.
  void play(const Position& before, const Push& push, const Position& after,
            std::vector<Push>& pushes) {
    if (ticker_.stop() != Stop::none) return;
    lay(before);
    const auto there = [&](const Reached& r) {
      return r.box == push.to && r.region == after.player;
    };
    const auto& reached = macro_.run(
        occupied_, push.from, static_cast<Square>(before.player), [](Square, int) { return true; },
        there);
    if (!there(reached.back())) return;
    const std::vector<Push> more = macro_.pushes(reached.size() - 1);
    pushes.insert(pushes.end(), more.begin(), more.end());
  }

  const Level& level_;
  const Board& board_;
  const Tables& tables_;
  Rooms rooms_;
  ForwardOptions options_;
  Plan plan_;
  std::vector<const Backward<Words>*> backwards_;
  Within* within_;
  OutOfPlan<Words> out_of_plan_;
  std::vector<std::uint8_t> wanted_;
  Distances to_places_;
  Assignment to_places_matching_;
  std::int32_t place_cost_ = 0;
  Ticker& ticker_;
  std::size_t memory_;
  Store<Position, Node> store_;
  Occupied occupied_;
  Region player_, other_;
  Regions regions_;
  Macro macro_;
  Assignment assignment_;
  FreezeDeadlock freeze_;
  DeadEnds dead_ends_;
  Patterns<Words> patterns_;
  PiCorrals corrals_;
  std::vector<Square> boxes_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<Candidate> moves_;
  std::vector<Features> seen_;  // after the moves
  Features now_{};
  Cells cells_;
  std::optional<Candidate> meeting_;
  const Backward<Words>* met_ = nullptr;
  std::uint32_t goal_ = none, behind_ = none;
  std::uint64_t generated_ = 0, dead_ = 0;
  bool full_ = false;
};

}  // namespace gridproof::sokoban
