// The cheapest way to clear a zone without goals, from one position.
//
// It is the relaxed board of a Zone (zone.hpp), whose boxes all have to get out. A table has the
// values of all states, so a zone of 25 squares is a large one. This is a search from one state,
// and it goes to few others, so the zone may have some fifty squares:
//
// - No box needs to come in. Leave such a box out of a play: its pushes become steps, and the rest
//   stays possible and costs no more.
// - A box that can get out for nothing while the others stay where they are goes first. The rest
//   needs no more, by the same reason: leave this box out of the rest of any play. The player is
//   where he can be without the box.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/bits.hpp"
#include "common/bucket_queue.hpp"
#include "common/limits.hpp"
#include "common/store.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/floor_nodes.hpp"
#include "sokoban/tables/zone.hpp"

namespace gridproof::sokoban {

class Clearing {
 public:
  // `charges`: the cost of the push of the box on each square in each direction. `pushes_left`: of
  // a box on each square, about; positions with few are looked at first. They have to stay.
  // `tables`: zones that lie in this one, and are charged for no push that it is not charged for,
  // nor two of them for one: what they say is a part of what it costs.
  Clearing(const Level& level, const ReducedCosts::Table& charges, std::span<const Square> zone,
           const std::vector<std::uint32_t>& pushes_left, const std::vector<const Zone*>& tables)
      : board_(level.board),
        squares_(zone.begin(), zone.end()),
        bit_(board_.squares() + 1),
        left_(pushes_left),
        tables_(tables),
        floor_(board_, squares_),
        moves_(squares_.size()) {
    if (!floor_.fits()) return;
    for (std::size_t i = 0; i < squares_.size(); ++i) bit_[squares_[i]] = Boxes{1} << i;
    for (std::size_t i = 0; i < squares_.size(); ++i)
      for (int d = 0; d < directions; ++d) {
        const Square from = squares_[i], to = board_.next(d, from);
        const std::uint8_t cost = charges[from][d];
        if (cost == ReducedCosts::none) continue;
        const Square behind = board_.next(opposite(d), from);
        moves_[i].push_back({floor_.node(behind), bit_[to], cost, {from, to}});
      }
  }

  // It is of use only then.
  bool fits() const { return floor_.fits(); }

  enum class Verdict : std::uint8_t { possible, dearer, dead, unknown };

  // Tests whether the zone can be cleared for no more than `limit`, or, if it is dead, at no cost;
  // the player is on any square of his region. It looks at `states` at most, and takes from them
  // those that it has looked at.
  Verdict within(std::uint32_t limit, std::span<const Square> boxes, Square player,
                 std::uint64_t& states, std::size_t memory, Ticker& ticker) {
    Search search(memory, ticker);
    Boxes inside = 0;
    for (const Square box : boxes) inside |= bit_[box];
    limit_ = limit;
    cut_ = false;
    if (!add(search, inside, floor_.node(player), 0, no_parent, nullptr)) return Verdict::unknown;
    while (!search.open.empty()) {
      const std::uint32_t all = search.open.lowest().first, state = search.open.pop();
      const Kept& kept = search.store.data(state);
      if (kept.closed || kept.cost + kept.value != all) continue;
      if (states == 0 || !ticker.going(steps_a_state)) return Verdict::unknown;
      --states;
      search.store.data(state).closed = true;
      const std::uint32_t cost = kept.cost;
      const Key key = search.store.key(state);
      if (key.boxes == 0) {
        trace(search, state);
        return Verdict::possible;
      }
      const Nodes region = this->region(key.boxes, Nodes{1} << key.node);
      if (way_out(key.boxes, region)) {
        Boxes after = key.boxes;
        for (const Move* move : way_) after = (after ^ bit_[move->push.from]) | move->to;
        if (!add(search, after, floor_.node(way_.back()->push.from), cost, state, way_.back()))
          return Verdict::unknown;
        continue;
      }
      for (Boxes left = key.boxes; left; left &= left - 1)
        for (const Move& move : moves_[std::countr_zero(left)]) {
          if (!(move.behind & region) || (move.to & key.boxes)) continue;
          const Boxes after = (key.boxes ^ (left & -left)) | move.to;
          if (!add(search, after, floor_.node(move.push.from), cost + move.cost, state, &move))
            return Verdict::unknown;
        }
    }
    return cut_ ? Verdict::dearer : Verdict::dead;
  }

  // The play that was found last.
  const std::vector<Push>& play() const { return play_; }

 private:
  using Nodes = FloorNodes::Nodes;
  using Boxes = std::uint64_t;  // the squares of the zone that hold a box, by their numbers in it

  static constexpr std::uint32_t no_parent = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t steps_a_state = 16;

  // The push of a box from a square of the zone, to one of it or out of it (`to` is 0 then).
  struct Move {
    Nodes behind;
    Boxes to;
    std::uint8_t cost;
    Push push;
  };

  struct Key {
    Boxes boxes = 0;
    std::uint8_t node = 0;  // the lowest of the player's region

    bool operator==(const Key&) const = default;
    std::uint64_t hash() const { return mix(boxes ^ mix(node + 1U)); }
  };
  struct Kept {
    std::uint32_t parent = no_parent;
    const Move* move = nullptr;
    std::uint16_t cost = 0;
    std::uint8_t value = 0;  // what the rest costs at least
    bool closed = false;
  };

  struct Search {
    Search(std::size_t memory, Ticker& ticker) : store(memory / 2, &ticker), open(memory / 2) {}

    Store<Key, Kept> store;
    BucketQueue open;
  };

  Nodes region(Boxes boxes, Nodes player) const {
    return floor_.region(floor_.others(floor_.nodes(boxes)), player);
  }

  // False if there is no room.
  bool add(Search& search, Boxes boxes, Nodes player, std::uint32_t cost, std::uint32_t parent,
           const Move* move) {
    const Key key{boxes, static_cast<std::uint8_t>(std::countr_zero(region(boxes, player)))};
    const std::uint32_t value = this->value(boxes, player);
    if (value == Zone::dead) return true;
    if (cost + value > limit_) {
      cut_ = true;
      return true;
    }
    const Kept kept{parent, move, static_cast<std::uint16_t>(cost),
                    static_cast<std::uint8_t>(value)};
    const Insert outcome = search.store.insert(key, kept);
    if (outcome == Insert::full) return false;
    const std::uint32_t state = search.store.last();
    if (outcome == Insert::found) {
      Kept& known = search.store.data(state);
      if (known.closed || known.cost <= cost) return true;
      known = kept;
    }
    std::uint32_t left = 0;
    for (Boxes rest = boxes; rest; rest &= rest - 1)
      left += left_[squares_[std::countr_zero(rest)]];
    return search.open.push({cost + value, left}, state);
  }

  // The least that it costs to clear the zone from here, by tables; Zone::dead if it is impossible.
  std::uint32_t value(Boxes boxes, Nodes player) const {
    if (tables_.empty()) return 0;
    std::uint32_t sum = 0;
    for (const Zone* table : tables_) {
      Zone::Boxes inside = 0;
      for (Boxes rest = boxes; rest; rest &= rest - 1)
        inside |= table->bit(squares_[std::countr_zero(rest)]);
      const std::uint8_t value = table->value(inside, floor_.some(player));
      if (value == Zone::dead) return Zone::dead;
      sum += value;
    }
    return std::min<std::uint32_t>(sum, Zone::dearest);
  }

  // Looks for a box that gets out for nothing, all others where they are; way_ has its moves then.
  bool way_out(Boxes boxes, Nodes region) {
    for (Boxes left = boxes; left; left &= left - 1) {
      const Boxes others = boxes ^ (left & -left);
      visits_.assign(1, {std::countr_zero(left), region, 0, nullptr});
      for (std::size_t k = 0; k < visits_.size(); ++k) {
        const Visit visit = visits_[k];
        for (const Move& move : moves_[visit.at]) {
          if (move.cost || !(move.behind & visit.region) || (move.to & others)) continue;
          if (move.to == 0) {
            way_.assign(1, &move);
            for (std::size_t i = k; visits_[i].move; i = visits_[i].before)
              way_.push_back(visits_[i].move);
            std::reverse(way_.begin(), way_.end());
            return true;
          }
          const Nodes there = this->region(others | move.to, floor_.node(move.push.from));
          const int at = std::countr_zero(move.to);
          if (std::none_of(visits_.begin(), visits_.end(), [&](const Visit& other) {
                return other.at == at && other.region == there;
              }))
            visits_.push_back({at, there, k, &move});
        }
      }
    }
    return false;
  }

  // Puts the pushes that lead to a state into play_.
  void trace(const Search& search, std::uint32_t state) {
    play_.clear();
    for (; search.store.data(state).move; state = search.store.data(state).parent) {
      const Key& before = search.store.key(search.store.data(state).parent);
      if (way_out(before.boxes, region(before.boxes, Nodes{1} << before.node)))
        for (std::size_t i = way_.size(); i-- > 0;) play_.push_back(way_[i]->push);
      else
        play_.push_back(search.store.data(state).move->push);
    }
    std::reverse(play_.begin(), play_.end());
  }

  const Board& board_;
  std::vector<Square> squares_;
  std::vector<Boxes> bit_;  // by square
  const std::vector<std::uint32_t>& left_;
  std::vector<const Zone*> tables_;
  FloorNodes floor_;
  std::vector<std::vector<Move>> moves_;  // by square of the zone
  std::uint32_t limit_ = 0;               // of costs
  bool cut_ = false;                      // whether it cut anything off
  std::vector<Push> play_;

  // The places of a box that looks for its way out, from the first one on; and the way.
  struct Visit {
    int at;
    Nodes region;
    std::size_t before;
    const Move* move;
  };
  std::vector<Visit> visits_;
  std::vector<const Move*> way_;
};

}  // namespace gridproof::sokoban
