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
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "matching/assignment.hpp"
#include "sokoban/any/advisors.hpp"
#include "sokoban/any/backward.hpp"
#include "sokoban/any/cells.hpp"
#include "sokoban/any/dead_subtrees.hpp"
#include "sokoban/any/features.hpp"
#include "sokoban/any/forward_options.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/any/within.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/dead_ends.hpp"
#include "sokoban/deadlock/freeze.hpp"
#include "sokoban/deadlock/pi_corrals.hpp"

namespace gridproof::sokoban {

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
        options_(options),
        backwards_(backwards),
        within_(within),
        features_(level, tables, options_, ticker),
        advisors_(board_, tables, options_.plan, options.opener),
        ticker_(ticker),
        memory_(memory),
        store_(memory / 2, &ticker),
        occupied_(board_),
        player_(board_),
        macro_(board_, ticker),
        assignment_(board_.boxes().size()),
        freeze_(board_, level.to_goals),
        dead_ends_(level, ticker),
        dead_subtrees_(level, store_, options.moves_a_pattern, memory / 16, ticker),
        corrals_(board_, level.sides, level.to_goals, ticker),
        cells_(options.foremost) {
    rows_.resize(board_.boxes().size());
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
  using Node = ForwardNode;
  static constexpr std::uint32_t none = Store<Position>::none;
  static constexpr std::uint64_t whim = 16;  // with a seed: the distances are as many pushes off

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
    store_.data(0).best = features_.score(features_.evaluate(start, boxes_, occupied_));
    expand(0);
  }

  // Collects the moves of a node in its cell, unless it is dead. It is laid out, and the player's
  // region is filled.
  void expand(std::uint32_t number) {
    const Position position = store_.key(number);
    const Node node = store_.data(number);
    const auto player = static_cast<Square>(position.player);
    for (std::size_t i = 0; i < boxes_.size(); ++i) rows_[i] = row(boxes_[i], player);
    if (assignment_.solve(rows_, ticker_) >= matching::Assignment::infinite) {
      ++dead_;
      return;
    }
    if (!options_.light && (dead_ends_.dead(occupied_, boxes_, player_) ||
                            dead_subtrees_.dead_by_last(number, boxes_, generated_))) {
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
    features_.evaluate(position, boxes_, occupied_);
    moves_.clear();
    seen_.clear();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Square box = boxes_[i];
      if (!movable(board_, occupied_, box, player_)) continue;
      const auto allowed = [&](Square from, int d) {
        const Square to = board_.next(d, from);
        if (!level_.to_goals.live(level_.place(to, from))) return false;
        if (!restricted || from != box) return true;
        for (const Push& push : corrals_.pushes())
          if (push.from == from && push.to == to) return true;
        return false;
      };
      const std::vector<Reached>& reached = macro_.run(occupied_, box, player, allowed);
      if (reached.size() == 1) continue;
      if (!ticker_.going(assignment_.steps())) return;
      assignment_.leave(i);
      features_.leave(i);
      for (std::size_t k = 1; k < reached.size(); ++k)
        if (!consider(number, position, node, i, reached[k], reached[k].parts - reached[0].parts))
          return;
    }
    if (moves_.empty()) {
      ++dead_;
      return;
    }
    if (options_.places.empty())
      advisors_.advise(moves_, node.weight, features_.now(), seen_, occupied_, boxes_, player_);
    else
      for (Candidate& move : moves_) move.weight = node.weight;
    cells_.add(features_.cell(node.best), moves_, fits());
  }

  const std::uint16_t* row(Square box, Square player) const {
    return level_.to_goals.row(level_.place(box, player));
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
    if (dead_subtrees_.patterns().known_dead(child, level_.slot_of[r.box], r.player) ||
        (r.box != box && freeze_.deadlock(occupied_, r.box)) ||
        too_far(pushes, assignment_.join(row(r.box, r.player)))) {
      ++dead_;
      occupied_.move(r.box, box);
      return true;
    }
    boxes_[i] = r.box;
    seen_.push_back(features_.after(child, boxes_, occupied_, box, r, more_regions));
    if (options_.seed != 0) seen_.back().distance += mix(child.hash() ^ options_.seed) % whim;
    boxes_[i] = box;
    occupied_.move(r.box, box);
    const Candidate move{
        node.weight + 1, number, features_.score(seen_.back()), box, r.box, r.player, r.region,
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
    return assigned >= matching::Assignment::infinite ||
           (within_ && pushes + static_cast<std::uint32_t>(assigned) > within_->most);
  }

  void make(const Candidate& move) {
    if (dead_subtrees_.contains(move.node)) return;
    Position key = store_.key(move.node);
    key.remove(level_.slot_of[move.from]);
    key.add(level_.slot_of[move.to]);
    key.player = move.region;
    if (known(key, move.pushes)) return;
    lay(key);
    player_.fill(occupied_, move.region);
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
    if (met_ || all_home()) {
      goal_ = number;
    } else {
      expand(number);
      if (!options_.light) dead_subtrees_.count(number, generated_);
    }
  }

  // The single pushes that bring a box from one place to another, and the player where he is after.
  void play(const Position& before, const Push& push, const Position& after,
            std::vector<Push>& pushes) {
    if (ticker_.stop() != Stop::none) return;
    lay(before);
    const std::vector<Push> more = macro_.pushes(
        occupied_, push, static_cast<Square>(before.player), static_cast<Square>(after.player));
    pushes.insert(pushes.end(), more.begin(), more.end());
  }

  const Level& level_;
  const Board& board_;
  ForwardOptions options_;
  std::vector<const Backward<Words>*> backwards_;
  Within* within_;
  FeatureEvaluator<Words> features_;
  Advisors advisors_;
  Ticker& ticker_;
  std::size_t memory_;
  Store<Position, Node> store_;
  Occupied occupied_;
  Region player_;
  Macro macro_;
  matching::Assignment assignment_;
  FreezeDeadlock freeze_;
  DeadEnds dead_ends_;
  DeadSubtrees<Words> dead_subtrees_;
  PiCorrals corrals_;
  std::vector<Square> boxes_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<Candidate> moves_;
  std::vector<Features> seen_;  // after the moves
  Cells cells_;
  std::optional<Candidate> meeting_;
  const Backward<Words>* met_ = nullptr;
  std::uint32_t goal_ = none, behind_ = none;
  std::uint64_t generated_ = 0, dead_ = 0;
  bool full_ = false;
};

}  // namespace gridproof::sokoban
