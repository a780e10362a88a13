// Advisors: each of them names at most one move of a position, which is then made early.
//
// After FESS (Shoham and Schaeffer, CoG 2020). They decide the order of moves alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sokoban/any/cells.hpp"
#include "sokoban/any/features.hpp"
#include "sokoban/any/macro.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/any/tables.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Those of a search that follows a plan. None of them names a move that undoes the plan.
class Advisors {
 public:
  // opener: whether that advisor is used. Board, tables and plan have to stay.
  Advisors(const Board& board, const Tables& tables, const Plan& plan, bool opener)
      : board_(board), tables_(tables), plan_(plan), opener_(opener), region_(board) {}

  // Gives the moves that they name this weight: moves of the position that is laid out, whose
  // features are `now`, and those after the moves `after`. The board is left as it is.
  void advise(std::vector<Candidate>& moves, std::uint32_t weight, const Features& now,
              const std::vector<Features>& after, Occupied& occupied,
              const std::vector<Square>& boxes, const Region& player) {
    const auto choose = [&](auto&& speaks_for) {
      std::size_t best = nothing;
      for (std::size_t k = 0; k < moves.size(); ++k)
        if (after[k].left <= now.left && (best == nothing || moves[k].score < moves[best].score) &&
            speaks_for(k))
          best = k;
      if (best != nothing) moves[best].weight = weight;
      return best != nothing;
    };
    const bool packs = choose([&](std::size_t k) { return after[k].left < now.left; });
    choose([&](std::size_t k) { return after[k].regions < now.regions; });
    choose([&](std::size_t k) { return after[k].rooms < now.rooms; });
    choose([&](std::size_t k) { return after[k].hotspots < now.hotspots; });
    choose([&](std::size_t k) {
      return tables_.pushable(moves[k].to, moves[k].from) &&
             explores(moves[k], occupied, boxes, player);
    });
    choose([&](std::size_t k) { return after[k].outside < now.outside; });
    if (!packs && opener_) {
      const std::size_t opening = open(moves, now, after, occupied);
      if (opening != nothing) moves[opening].weight = weight;
    }
    if (moves.size() <= 2) moves.front().weight = weight;
  }

 private:
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);

  // Tests whether after a move another box can be pushed from where the player could not get to
  // before, the square apart that was left just now.
  bool explores(const Candidate& move, Occupied& occupied, const std::vector<Square>& boxes,
                const Region& player) {
    // He gets to a square that was out of reach only from there.
    const auto& around = board_.around(move.from);
    if (std::all_of(around.begin(), around.end(),
                    [&](Square t) { return !occupied.free(t) || player.has(t); }))
      return false;
    occupied.move(move.from, move.to);
    region_.fill(occupied, move.player);
    const auto fresh = [&](Square s) { return region_.has(s) && !player.has(s) && s != move.from; };
    const bool found = std::any_of(boxes.begin(), boxes.end(), [&](Square box) {
      return box != move.from && movable(board_, occupied, box, fresh);
    });
    occupied.move(move.to, move.from);
    return found;
  }

  // The move that takes the box nearest to where the plan goes on as far from there as can be.
  std::size_t open(const std::vector<Candidate>& moves, const Features& now,
                   const std::vector<Features>& after, const Occupied& occupied) const {
    const Square target = plan_.next(board_, occupied);
    std::size_t best = nothing;
    if (target == board_.wall()) return best;
    std::pair<std::uint32_t, std::int64_t> best_rank;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const Features& then = after[k];
      if (then.left > now.left || then.regions > now.regions || then.rooms > now.rooms) continue;
      const std::uint32_t from = tables_.steps(target, moves[k].from);
      const std::uint32_t to = tables_.steps(target, moves[k].to);
      if (to < from) continue;
      const std::pair<std::uint32_t, std::int64_t> rank{from, -std::int64_t{to}};
      if (best != nothing && rank >= best_rank) continue;
      best = k;
      best_rank = rank;
    }
    return best;
  }

  const Board& board_;
  const Tables& tables_;
  const Plan& plan_;
  bool opener_;
  Region region_;
};

}  // namespace gridproof::sokoban
