// Moves to go, at least or about, counting the robots which have to stand in the way of others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "robots/blocker_needs.hpp"
#include "robots/board.hpp"
#include "robots/lone_distances.hpp"
#include "robots/number_lanes.hpp"

namespace gridproof::robots {

// The least sum of moves over all chains of blockers.
//
// A robot's way to a cell x ends with moves that walls stop. They begin on some cell y of the
// *closure* of x, the cells from which a lone robot gets to x. Either the robot is on y from the
// start, or it came to y by a move in some direction d that no wall stopped: then another robot was
// on the cell b behind y, a *blocker*. So a way of the target robot to the target needs no blocker,
// or a first one, q, on some b. If q has moved, then in the same way its own way to b needs no
// other robot, or a second one, r; and r needs none, or a third one, s. The moves of different
// robots are different moves, so their numbers add up. Each robot's number is taken from the
// distances along the cells on which it stood: the target robot may be r or s, and q may be s, on
// the way to their own ends.
//
// With the distances of a robot that may stop anywhere this is a bound. It never exceeds the true
// distance, and it falls by at most 1 a move: a move changes one distance of one robot by at most
// 1, and a chain after the move is a chain before it, in which the robot that moved was stopped by
// what stopped it.
//
// The pairs of a first and a second blocker's cell are lanes, and 16 of them are worked out side by
// side.
template <class Number, class Distances>
class BlockerChains {
 public:
  // The bytes that it takes.
  std::size_t bytes() const {
    return rows_.capacity() * sizeof(Block) + free_.capacity() * sizeof(Number);
  }

  // Fills the tables, unless they would take more than `budget` bytes. False when the ticker
  // stopped it. Without tables, no moves are asked for.
  bool fill(const Problem& problem, std::size_t budget, Ticker& ticker) {
    const std::uint32_t cells = problem.cells();
    if (cells * (max_blocks * sizeof(Block) + max_vectors * sizeof(Number)) > budget) return true;
    problem_ = &problem;
    ticker_ = &ticker;
    Distances reach(problem, limit);
    Needs first = needs(problem.target, max_first, reach);
    const std::size_t share =
        std::max(least_share, max_lanes / std::max<std::size_t>(first.list.size(), 1));
    std::vector<Needs> seconds;
    for (const Need& need : first.list) seconds.push_back(needs(need.blocker, share, reach));
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      lanes.push_back({&first.list[i], &seconds[i], nullptr});
      for (const Need& need : seconds[i].list) {
        if (lanes.back().second) lanes.push_back(lanes.back());
        lanes.back().second = &need;
      }
    }
    blocks_ = (lanes.size() + 15) / 16;
    const std::size_t wanted = cells * blocks_;
    rows_.reserve(wanted);
    while (rows_.size() < wanted && ticker.alive())
      rows_.resize(std::min(rows_.size() + cleared_at_once, wanted), blank());
    std::map<std::uint32_t, Second> known;
    for (std::size_t i = 0; i < lanes.size() && ticker.alive(); ++i)
      fill_lane(i / 16, i % 16, lanes[i], reach, known);
    free_ = std::move(first.free);
    return ticker.alive();
  }

  // The moves for a target robot on `seeker`; `helper(i)` is the cell of each of `count` others.
  template <class Cell>
  unsigned operator()(std::uint32_t seeker, int count, Cell helper) const {
    if (free_.empty()) return 0;
    Lanes best = Lanes::all(free_[seeker]);
    const Block* t = rows_.data() + seeker * blocks_;  // no lanes: no rows
    std::array<const Block*, 9> rows;
    for (int i = 0; i < count; ++i) rows[i] = rows_.data() + helper(i) * blocks_;
    for (std::size_t block = 0; block < blocks_; ++block)
      best =
          least(best, sums(t[block], count, [&](int i) -> const Block& { return rows[i][block]; }));
    return static_cast<unsigned>(best.least_of_all());
  }

 private:
  using Lanes = NumberLanes<Number>;

  // Larger distances count as this one, so that the sum of four is a number.
  static constexpr Number limit = std::numeric_limits<Number>::max() / 4, most = 4 * limit;
  // The limits of first blockers, and of lanes: those of 16 first ones with 4 second ones each.
  static constexpr std::size_t max_first = 16, least_share = 4, max_lanes = 32;
  static constexpr std::size_t max_blocks = 4;
  static constexpr std::size_t max_vectors = 256;  // of numbers by cell, while it is filled
  static constexpr std::size_t cleared_at_once = 1 << 12;

  // The moves of a robot from a cell, at least.
  struct Block {
    Lanes target;                         // as the target robot, to the target
    Lanes by_second;                      // the same by way of the second blocker's cell
    Lanes first;                          // as the first blocker, which the second one stops
    Lanes first_free;                     // as the first blocker, if it needs no second one
    Lanes second_free;                    // as the second blocker, if it needs no third one
    std::array<Lanes, 4> by_third;        // as the target robot, by way of the third blocker's cell
    std::array<Lanes, 4> first_by_third;  // as the first blocker, likewise
    std::array<Lanes, 4> second;          // as the second blocker, which the third one stops
    std::array<Lanes, 4> third;           // as the third blocker
  };

  using Need = BlockerNeed<Number>;
  using Needs = BlockerNeeds<Number>;
  struct Lane {
    const Need* first;
    const Needs* seconds;
    const Need* second;  // null: there are none
  };
  // The second blocker's distances to its cell, and its needs.
  struct Second {
    std::vector<Number> to;
    Needs needs;
    std::vector<std::vector<Number>> to_third;
  };

  static Block blank() {
    Block block;
    block.target = block.by_second = block.first = block.first_free = block.second_free =
        Lanes::all(limit);
    for (int e = 0; e < 4; ++e)
      block.by_third[e] = block.first_by_third[e] = block.second[e] = block.third[e] =
          Lanes::all(limit);
    return block;
  }
  static Number sum(Number a, Number b) { return static_cast<Number>(std::min<int>(a + b, limit)); }

  template <class Rows>
  static Lanes sums(const Block& t, int count, Rows row) {
    Lanes best = Lanes::all(most);
    for (int q = 0; q < count; ++q) {
      const Block& a = row(q);
      Lanes other = Lanes::all(limit);
      for (int r = 0; r < count; ++r)
        if (r != q) other = least(other, row(r).second_free);
      best = least(best,
                   least(t.target + a.first_free, a.first + least(t.by_second, t.target + other)));
      for (int r = 0; r < count; ++r) {
        if (r == q) continue;
        const Block& b = row(r);
        for (int e = 0; e < 4; ++e) {
          Lanes third = Lanes::all(limit);
          for (int s = 0; s < count; ++s)
            if (s != q && s != r) third = least(third, row(s).third[e]);
          const Lanes rest = least(t.target + a.first_by_third[e],
                                   a.first + least(t.by_third[e], t.target + third));
          best = least(best, b.second[e] + rest);
        }
      }
    }
    return best;
  }

  Needs needs(std::uint32_t cell, std::size_t max, Distances& reach) const {
    return find_blocker_needs<Number>(*problem_, cell, max, limit, reach, *ticker_);
  }

  void fill_lane(std::size_t block, std::size_t lane, const Lane& chain, Distances& reach,
                 std::map<std::uint32_t, Second>& known) {
    auto row = [&](std::uint32_t cell) -> Block& { return rows_[cell * blocks_ + block]; };
    const std::uint32_t cells = problem_->cells();
    for (std::uint32_t c = 0; c < cells; ++c) {
      row(c).target.set(lane, chain.first->moves[c]);
      row(c).first_free.set(lane, chain.seconds->free[c]);
    }
    if (!chain.second) return;
    Second& second = known[chain.second->blocker];
    if (second.to.empty()) {
      second.to = reach.to({chain.second->blocker}, 0);
      second.needs = needs(chain.second->blocker, directions, reach);
      for (const Need& need : second.needs.list)
        second.to_third.push_back(reach.to({need.blocker}, 0));
    }
    const Number rest = chain.first->moves[chain.second->blocker];
    for (std::uint32_t c = 0; c < cells; ++c) {
      row(c).by_second.set(lane, sum(second.to[c], rest));
      row(c).first.set(lane, chain.second->moves[c]);
      row(c).second_free.set(lane, second.needs.free[c]);
    }
    for (std::size_t e = 0; e < second.needs.list.size() && ticker_->going(cells); ++e) {
      const Need& need = second.needs.list[e];
      const Number to_target = chain.first->moves[need.blocker];
      const Number to_first = chain.second->moves[need.blocker];
      for (std::uint32_t c = 0; c < cells; ++c) {
        row(c).second[e].set(lane, need.moves[c]);
        row(c).third[e].set(lane, second.to_third[e][c]);
        row(c).by_third[e].set(lane, sum(second.to_third[e][c], to_target));
        row(c).first_by_third[e].set(lane, sum(second.to_third[e][c], to_first));
      }
    }
  }

  const Problem* problem_ = nullptr;
  Ticker* ticker_ = nullptr;
  std::size_t blocks_ = 0;
  std::vector<Block> rows_;   // by cell and block
  std::vector<Number> free_;  // for each cell the moves of a target robot without a blocker
};

// Moves to go at least.
using BlockerBound = BlockerChains<std::uint8_t, FreeDistances>;
// About as many moves as are to go.
using BlockerGuide = BlockerChains<std::int16_t, GuideDistances>;

}  // namespace gridproof::robots
