// Exact costs of all sets of boxes in a zone: a few squares of the board.
//
// On the relaxed board of a zone boxes outside of it do not exist. One comes into being on any
// square beside the zone when it is pushed in from there, and is gone when it is pushed out. A
// state is the set of boxes in the zone and the player's region of the floor without them; it ends
// when the boxes are just on the goals of the zone. Its value is the least that a play from there
// costs: the reduced costs of pushes that start or end in the zone, and of ends on its goals.
//
// In real play a push that does not touch the zone changes no state, since the player gets past no
// box without pushing it; any other push is one of the relaxed board, with the player on the same
// side of the box, so that it costs the same. So the value is no more than what the rest of a
// solution spends in the zone, and a state without a play to the end is dead, whatever is outside.
// Values of several zones add up if each push and each end is charged in one of them only. The
// whole proof: docs/explanation/sokoban-bounds.md.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/tables/floor_nodes.hpp"
#include "sokoban/tables/side_by_side.hpp"

namespace gridproof::sokoban {

class Zone {
 public:
  // The squares of the zone that hold a box, by their numbers in it.
  using Boxes = std::uint32_t;
  static constexpr std::size_t max_squares = 25;
  // Higher values are cut to this one; `dead` is no value.
  static constexpr std::uint8_t dearest = ReducedCosts::dearest, dead = ReducedCosts::none;

  // Tests whether a table is worth going on with; its values may still be too high.
  using Worth = std::function<bool(const Zone&)>;

  // All that touches a square that is `taken`, by the number of the square, is charged elsewhere
  // and costs nothing here: pushes that start or end there, and the end on it. The table is of use
  // only if it has() values: the zone may cut the rest of the floor into too many parts, or the
  // ticker stop it, since there is no room besides the bytes that are `held` for instance; or it is
  // not `worth` it. A team shares the making.
  Zone(const Level& level, const ReducedCosts& costs, const std::vector<std::uint8_t>& taken,
       std::vector<Square> squares, std::size_t held, Ticker& ticker, Team* team = nullptr,
       const Worth& worth = {})
      : squares_(std::move(squares)),
        bit_(level.board.squares() + 1),
        floor_(level.board, squares_),
        max_boxes_(static_cast<int>(level.board.boxes().size())) {
    if (squares_.size() > max_squares || !floor_.fits()) return;
    for (std::size_t i = 0; i < squares_.size(); ++i) bit_[squares_[i]] = Boxes{1} << i;
    find_moves(level.board, costs, taken);
    const bool made = number_regions(held, ticker, team) &&
                      spread_values(level.board, costs, taken, held, worth, ticker, team);
    work_ = offsets_.size() + values_.size() -
            static_cast<std::size_t>(std::count(values_.begin(), values_.end(), dead));
    if (!made) values_.clear();
  }

  bool has() const { return !values_.empty(); }
  std::size_t bytes() const {
    return offsets_.capacity() * sizeof(std::uint32_t) + values_.capacity() +
           bit_.size() * (sizeof(Boxes) + 1);
  }

  // The work that it took: sets of boxes, and states from which there is a play to the end.
  std::uint64_t work() const { return work_; }

  const std::vector<Square>& squares() const { return squares_; }
  // Of a square: its bit; 0 outside the zone.
  Boxes bit(Square s) const { return bit_[s]; }
  Boxes boxes(std::span<const Square> all) const {
    Boxes inside = 0;
    for (Square box : all) inside |= bit_[box];
    return inside;
  }

  // The value with no more boxes than the level has, the player on any square of his region.
  std::uint8_t value(Boxes boxes, Square player) const {
    return values_[state(boxes, floor_.node(player))];
  }

 private:
  using Nodes = FloorNodes::Nodes;

  // A push that ends with a box on a square of the zone: from where the player stands after it,
  // the nodes of this square and of the one that he stood on before, and the box's bit before it.
  // Or one that takes a box out of the zone.
  struct Move {
    Nodes after, before;
    Boxes from;
    std::uint8_t cost;
  };

  void find_moves(const Board& board, const ReducedCosts& costs,
                  const std::vector<std::uint8_t>& taken) {
    in_.resize(squares_.size());
    out_.resize(squares_.size());
    for (Square from = 0; from < board.squares(); ++from)
      for (int d = 0; d < directions; ++d) {
        std::uint8_t cost = costs.push(from, d);
        if (cost == ReducedCosts::none) continue;
        const Square to = board.next(d, from), behind = board.next(opposite(d), from);
        if (taken[from] || taken[to]) cost = 0;
        const Move move{floor_.node(from), floor_.node(behind), bit_[from], cost};
        if (bit_[to])
          in_[std::countr_zero(bit_[to])].push_back(move);
        else if (bit_[from])
          out_[std::countr_zero(bit_[from])].push_back(move);
      }
  }

  Nodes free(Boxes boxes) const { return floor_.others(floor_.nodes(boxes)); }

  // The region of free nodes that holds the lowest of them.
  Nodes first_region(Nodes free) const { return floor_.region(free, free & -free); }

  // The number of the state with the player on the node. Regions are in the order of their lowest
  // nodes.
  std::size_t state(Boxes boxes, Nodes player) const {
    const std::size_t last = offsets_[boxes + 1] - 1;
    Nodes left = free(boxes);
    for (std::size_t state = offsets_[boxes]; state < last; ++state) {
      const Nodes region = floor_.region(left, left & -left, player);
      if (region & player) return state;
      left ^= region;
    }
    return last;
  }

  Nodes region_of(Boxes boxes, std::size_t state) const {
    Nodes left = free(boxes);
    if (regions(boxes) == 1) return left;
    for (std::size_t k = offsets_[boxes]; k < state; ++k) left ^= first_region(left);
    return first_region(left);
  }

  std::uint32_t regions(Boxes boxes) const { return offsets_[boxes + 1] - offsets_[boxes]; }

  // Without its lowest box a set has the same regions, but for the one that the box would be in:
  // the box cuts it into those beside it. So a slice of sets needs none of another but the first.
  bool number_regions(std::size_t held, Ticker& ticker, Team* team) {
    constexpr std::size_t slice = 1 << 12, cleared_at_once = 1 << 20;
    const std::size_t sets = std::size_t{1} << squares_.size();
    if (!ticker.alive() || !ticker.fits(held + bytes() + (sets + 1) * sizeof(std::uint32_t)))
      return false;
    // At first the number of a set's own regions. To clear all at once would take long.
    offsets_.reserve(sets + 1);
    while (offsets_.size() <= sets) {
      if (!ticker.alive()) return false;
      offsets_.resize(std::min(sets + 1, offsets_.size() + cleared_at_once));
    }
    for (Nodes left = free(0); left; left ^= first_region(left)) ++offsets_[0];
    const auto count = [&](std::size_t set) {
      const auto boxes = static_cast<Boxes>(set);
      if (count_bits(boxes) > max_boxes_) return;
      const Boxes box = boxes & -boxes;
      offsets_[boxes] =
          offsets_[boxes ^ box] - 1 +
          static_cast<std::uint32_t>(floor_.regions_beside(free(boxes), floor_.nodes(box)));
    };
    for (std::size_t first = slice; first < sets; first += slice) count(first);
    const auto look = [&](std::size_t i, const std::vector<char>&) {
      if (i % slice != 0) count(i);
    };
    if (!in_slices<char>(slice, sets, team, ticker, look, [](char) {})) return false;
    std::uint32_t states = 0;
    for (std::uint32_t& offset : offsets_) states += std::exchange(offset, states);
    return true;
  }

  // Calls reach(boxes, player, cost) for each state that a push leads from to this one.
  template <class Reach>
  void each_before(Boxes boxes, std::size_t state, Reach reach) const {
    const Nodes occupied = floor_.nodes(boxes), region = region_of(boxes, state);
    for (Boxes left = boxes; left; left &= left - 1)
      for (const Move& move : in_[std::countr_zero(left)])
        if (move.after & region && !(move.before & occupied))
          reach((boxes ^ (left & -left)) | move.from, move.before, move.cost);
    if (count_bits(boxes) == max_boxes_) return;
    for (Boxes left = static_cast<Boxes>(floor_.squares(region)); left; left &= left - 1)
      for (const Move& move : out_[std::countr_zero(left)])
        if (!(move.before & occupied)) reach(boxes | move.from, move.before, move.cost);
  }

  // From the ends backwards, by rising values. Those of one value are looked at side by side; the
  // outcome is the same in any order.
  bool spread_values(const Board& board, const ReducedCosts& costs,
                     const std::vector<std::uint8_t>& taken, std::size_t held, const Worth& worth,
                     Ticker& ticker, Team* team) {
    struct Entry {
      Boxes boxes;
      std::uint32_t state;
    };
    struct Reached {
      Entry entry;
      std::uint8_t value;
    };
    if (!ticker.fits(held + bytes() + offsets_.back())) return false;
    values_.assign(offsets_.back(), dead);
    std::vector<std::vector<Entry>> queue(dearest + 1);
    std::size_t queued = 0;
    const auto at = [&](Boxes boxes, Nodes player, std::int64_t value) -> Reached {
      return {{boxes, static_cast<std::uint32_t>(state(boxes, player))},
              static_cast<std::uint8_t>(std::min<std::int64_t>(value, dearest))};
    };
    const auto reach = [&](const Reached& reached) {
      const auto& [entry, value] = reached;
      if (values_[entry.state] <= value) return;
      values_[entry.state] = value;
      queue[value].push_back(entry);
      ++queued;
    };
    const Boxes goals = boxes(board.goals());
    for (Nodes left = free(goals); left;) {
      const Nodes region = first_region(left);
      left ^= region;
      std::int64_t ends = 0;
      for (const Square s : squares_)
        if (board.goal(s) && !taken[s]) ends += costs.end(s, floor_.some(region));
      reach(at(goals, region, ends));
    }
    for (std::size_t v = 0; v <= dearest; ++v) {
      // Those that have got a lower value since are done already.
      queued -= std::erase_if(queue[v], [&](const Entry& one) { return values_[one.state] < v; });
      for (std::size_t begin = 0; begin < queue[v].size();) {
        // A vector that grows is there twice.
        const std::size_t count = std::min(queue[v].size() - begin, slice * slices_at_once);
        if (!ticker.fits(held + bytes() + 3 * (queued + 4 * count) * sizeof(Entry))) return false;
        const auto look = [&](std::size_t i, std::vector<Reached>& found) {
          const auto [boxes, state] = queue[v][begin + i];
          each_before(boxes, state, [&](Boxes before, Nodes player, std::uint8_t cost) {
            const Reached reached = at(before, player, static_cast<std::int64_t>(v) + cost);
            if (!team)
              reach(reached);
            else if (values_[reached.entry.state] > reached.value)
              found.push_back(reached);
          });
        };
        if (!in_slices<Reached>(slice, count, team, ticker, look, reach)) return false;
        begin += count;
      }
      if (!queue[v].empty() && worth && !worth(*this)) return false;
      queued -= queue[v].size();
      std::vector<Entry>().swap(queue[v]);
    }
    return true;
  }

  static constexpr std::size_t slice = 512;

  std::vector<Square> squares_;
  std::vector<Boxes> bit_;  // by square
  FloorNodes floor_;
  int max_boxes_;
  std::vector<std::vector<Move>> in_, out_;  // by square of the zone: pushes to it; out from it
  std::vector<std::uint32_t> offsets_;       // by set of boxes: its first state
  std::uint64_t work_ = 0;
  std::vector<std::uint8_t> values_;  // by state
};

}  // namespace gridproof::sokoban
