// Some solution, fast: best-first search over macro pushes, in cells of a feature space.
//
// After FESS (Shoham and Schaeffer, CoG 2020): every position is filed under how many boxes are
// packed, in the order of packing_layers(), and into how many regions the boxes cut the floor. The
// cells take turns, the best one every second time, so that the search neither forgets how far it
// has come nor digs in one place. In a cell the move with the least weight on its path is made
// next; moves that some feature speaks for weigh nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "matching/assignment.hpp"
#include "sokoban/answer.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/board.hpp"
#include "sokoban/cells.hpp"
#include "sokoban/corral.hpp"
#include "sokoban/deadlocks.hpp"
#include "sokoban/distances.hpp"
#include "sokoban/level.hpp"
#include "sokoban/macro.hpp"
#include "sokoban/packing.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

using matching::Assignment;

template <int Words>
class AnySearch {
 public:
  AnySearch(const Level& level, Ticker& ticker, Answer& answer)
      : level_(level),
        board_(level.board),
        ticker_(ticker),
        answer_(answer),
        packing_(board_, ticker),
        store_(left() / 2, &ticker),
        occupied_(board_),
        player_(board_),
        regions_(board_),
        macro_(board_, ticker),
        assignment_(board_.boxes().size()),
        freeze_(board_, level.to_goals),
        corrals_(board_, level.sides, level.to_goals, ticker) {
    rows_.resize(board_.boxes().size());
  }

  void run() {
    answer_.peak_memory = bytes();
    if (!ticker_.alive()) return;
    Node root;
    Key<Words> start;
    for (Square box : board_.boxes()) {
      if (level_.slot_of[box] == Level::none) {
        answer_.exhausted = true;
        return;
      }
      start.add(level_.slot_of[box]);
      occupied_.put(box, On::box);
    }
    start.player = player_.fill(occupied_, board_.player());
    boxes_ = board_.boxes();
    if (store_.insert(start, root) == Insert::full) {
      ticker_.out_of_memory();
      return;
    }
    std::uint32_t goal = store_.none;
    if (evaluate(0)) {
      if (solved()) goal = 0;
      expand(0);
    }
    while (goal == store_.none && !cells_.empty() && ticker_.tick()) goal = make(cells_.take());
    answer_.generated = generated_;
    answer_.dead_ends = dead_ends_;
    answer_.peak_memory = bytes();
    answer_.exhausted = goal == store_.none && ticker_.stop() == Stop::none;
    if (goal == store_.none) return;
    const std::vector<Push> line = pushes(goal);
    if (ticker_.stop() != Stop::none) return;
    answer_.moves = walk(board_, line);
    answer_.solved = true;
  }

 private:
  struct Node {
    std::uint32_t parent = Store<Key<Words>>::none;
    std::uint32_t weight = 0;
    std::uint16_t packed = 0, regions = 0;  // the best on the way here
  };

  // What is left for the store and the cells.
  std::size_t left() const {
    const std::size_t limit = ticker_.limits().memory;
    return limit - std::min(limit, level_.bytes());
  }

  std::size_t bytes() const {
    return level_.bytes() + store_.peak_bytes() + cells_.bytes() +
           moves_.capacity() * sizeof(Candidate) + rooms_.capacity() * sizeof(std::uint32_t);
  }

  // Says of so many bytes more whether there is room for them; if not, the ticker stops.
  auto fits() {
    return [this](std::size_t more) { return ticker_.fits(bytes() + more); };
  }

  bool solved() const {
    return std::all_of(boxes_.begin(), boxes_.end(), [&](Square s) { return board_.goal(s); });
  }

  // Lays the position of a node out and finds its features; false if it is dead.
  bool evaluate(std::uint32_t number) {
    const Key<Words>& key = store_.key(number);
    player_.fill(occupied_, static_cast<Square>(key.player));
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      rows_[i] = level_.to_goals.row(Distances::place(
          boxes_[i], level_.sides.side(boxes_[i], static_cast<Square>(key.player))));
    if (assignment_.solve(rows_, ticker_) >= Assignment::infinite) return false;
    Node& node = store_.data(number);
    node.packed = static_cast<std::uint16_t>(packing_.filled(occupied_));
    node.regions = static_cast<std::uint16_t>(regions_.count(occupied_));
    return true;
  }

  // Collects the moves of a node, which is laid out, in its cell.
  void expand(std::uint32_t number) {
    const Node node = store_.data(number);
    const auto player = static_cast<Square>(store_.key(number).player);
    const auto verdict = corrals_.find(occupied_, player_, boxes_);
    if (verdict == Corrals::Verdict::dead) {
      ++dead_ends_;
      return;
    }
    const bool restricted = verdict == Corrals::Verdict::restricted;
    const std::size_t room = player_.squares().size();
    moves_.clear();
    std::size_t best_packing = none, best_distance = none, best_room = none;
    const int packed_now = packing_.filled(occupied_);
    int most_packed = packed_now;
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
      const std::vector<Reached> reached = macro_.run(occupied_, box, player, allowed);
      for (std::size_t k = 1; k < reached.size(); ++k) {
        const Reached& r = reached[k];
        if (r.box == box && r.region == player) continue;
        if (!ticker_.going(assignment_.steps() + boxes_.size() / squares_a_step)) return;
        occupied_.move(box, r.box);
        const bool dead = r.box != box && freeze_.deadlock(occupied_, r.box);
        const int packed_then = packing_.filled(occupied_);
        occupied_.move(r.box, box);
        ++generated_;
        if (dead) {
          ++dead_ends_;
          continue;
        }
        const std::int32_t distance = assignment_.with(
            i, level_.to_goals.row(Distances::place(r.box, level_.sides.side(r.box, r.player))));
        if (distance >= Assignment::infinite) {
          ++dead_ends_;
          continue;
        }
        const auto fewer = static_cast<std::uint32_t>(boxes_.size() - packed_then);
        Candidate move{
            node.weight + 1u, fewer * 4096 + std::min(distance, 4095), number, box, r.box,
            r.player};
        const std::size_t at = moves_.size();
        if (packed_then > most_packed || (packed_then == most_packed && best_packing != none &&
                                          move.score < moves_[best_packing].score)) {
          most_packed = packed_then;
          best_packing = at;
        }
        if (best_distance == none || move.score < moves_[best_distance].score) best_distance = at;
        if (r.room > room && (best_room == none || r.room > rooms_[best_room])) best_room = at;
        if (!append(moves_, move, fits())) return;
        if (rooms_.size() <= at) rooms_.resize(at + 1);
        rooms_[at] = r.room;
      }
    }
    for (const std::size_t advised : {best_packing, best_distance, best_room})
      if (advised != none) moves_[advised].weight = node.weight;
    if (moves_.empty()) return;
    cells_.add({-static_cast<int>(node.packed), node.regions}, moves_, fits());
  }

  // Makes a move; returns the node if it solves the level.
  std::uint32_t make(const Candidate& move) {
    for (Square box : boxes_) occupied_.put(box, On::nothing);
    boxes_.clear();
    Key<Words> key = store_.key(move.node);
    key.remove(level_.slot_of[move.from]);
    key.add(level_.slot_of[move.to]);
    key.each_box([&](std::size_t slot) {
      boxes_.push_back(level_.square_of[slot]);
      occupied_.put(boxes_.back(), On::box);
    });
    key.player = player_.fill(occupied_, move.player);
    Node node;
    node.parent = move.node;
    node.weight = move.weight;
    const Insert inserted = store_.insert(key, node);
    if (inserted == Insert::full) ticker_.out_of_memory();
    if (inserted != Insert::added) return store_.none;
    const std::uint32_t number = store_.last();
    if (solved()) return number;
    if (!evaluate(number)) {
      ++dead_ends_;
      return store_.none;
    }
    expand(number);
    return store_.none;
  }

  // The single pushes to a node; some are missing if the ticker stops it.
  std::vector<Push> pushes(std::uint32_t goal) {
    std::vector<std::uint32_t> chain;
    for (std::uint32_t n = goal; n != store_.none; n = store_.data(n).parent) chain.push_back(n);
    std::reverse(chain.begin(), chain.end());
    std::vector<Push> line;
    for (std::size_t i = 1; i < chain.size(); ++i) {
      const Key<Words>&before = store_.key(chain[i - 1]), &after = store_.key(chain[i]);
      Occupied occupied(board_);
      Square from = board_.wall(), to = board_.wall();
      before.each_box([&](std::size_t slot) {
        occupied.put(level_.square_of[slot], On::box);
        if (!after.has(slot)) from = level_.square_of[slot];
      });
      after.each_box([&](std::size_t slot) {
        if (!before.has(slot)) to = level_.square_of[slot];
      });
      // A box may also come back to its square with the player on its other side.
      std::vector<Square> movers{from};
      if (from == board_.wall()) {
        movers.clear();
        before.each_box([&](std::size_t slot) { movers.push_back(level_.square_of[slot]); });
      }
      for (Square box : movers) {
        const Square end = from == board_.wall() ? box : to;
        const auto there = [&](const Reached& r) {
          return r.box == end && r.region == after.player;
        };
        const auto& reached = macro_.run(
            occupied, box, static_cast<Square>(before.player), [](Square, int) { return true; },
            there);
        if (ticker_.stop() != Stop::none) return line;
        if (!there(reached.back())) continue;
        const std::vector<Push> more = macro_.pushes(reached.size() - 1);
        line.insert(line.end(), more.begin(), more.end());
        break;
      }
    }
    return line;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  const Level& level_;
  const Board& board_;
  Ticker& ticker_;
  Answer& answer_;
  Packing packing_;
  Store<Key<Words>, Node> store_;
  Occupied occupied_;
  Region player_;
  Regions regions_;
  Macro macro_;
  Assignment assignment_;
  Freeze freeze_;
  Corrals corrals_;
  std::vector<Square> boxes_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<Candidate> moves_;
  std::vector<std::uint32_t> rooms_;
  Cells cells_;
  std::uint64_t generated_ = 0, dead_ends_ = 0;
};

inline void any(const Level& level, Ticker& ticker, Answer& answer) {
  const std::size_t slots = level.square_of.size();
  if (slots <= 64) return AnySearch<1>(level, ticker, answer).run();
  if (slots <= 128) return AnySearch<2>(level, ticker, answer).run();
  if (slots <= 256) return AnySearch<4>(level, ticker, answer).run();
  return AnySearch<16>(level, ticker, answer).run();
}

}  // namespace gridproof::sokoban
