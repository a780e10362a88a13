// Dead corrals of positions: which ones are searched, and what is kept of the searches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/corral_search.hpp"
#include "sokoban/deadlock/frozen.hpp"
#include "sokoban/deadlock/walls.hpp"

namespace gridproof::sokoban {

// Looks at every region of free squares that the player cannot get to, then at each with the boxes
// next to its fence besides, then at every two that have a box of their fences in common.
class CorralDeadlocks {
 public:
  CorralDeadlocks(const Board& board, Ticker& ticker, std::size_t budget)
      : board_(board),
        ticker_(ticker),
        budget_(budget),
        search_(board, ticker),
        fences_(board),
        reach_(board),
        region_(board),
        part_(board.squares() + 1),
        seen_(board.squares() + 1) {}

  std::size_t bytes() const { return bytes_ + search_.bytes(); }

  // frozen: what is known of the position's frozen boxes. If the ticker stops it, it finds nothing.
  bool dead(const Occupied& occupied, const std::vector<Square>& boxes, const Region& player,
            const Frozen& frozen) {
    if (!frozen.walls()) return false;
    regions(occupied, boxes, player, *frozen.walls());
    for (const Corral& corral : corrals_)
      if (dead(corral, player, frozen)) return true;
    for (const Corral& corral : corrals_)
      if (ticker_.going() && grow(corral, occupied, *frozen.walls()) &&
          dead(other_, player, frozen))
        return true;
    for (std::size_t i = 0; i < corrals_.size(); ++i)
      for (std::size_t j = i + 1; j < corrals_.size(); ++j)
        if (ticker_.going() && join(corrals_[i], corrals_[j]) && dead(other_, player, frozen))
          return true;
    return false;
  }

 private:
  static constexpr std::size_t max_boxes = 12, first_budget = 64, max_budget = 4096;
  static constexpr std::uint32_t first_repeat = 128;

  // The key of a corral: its boxes, the walls around it, the region of the player.
  using Key = std::vector<Square>;
  struct Known {
    CorralSearch::Verdict verdict = CorralSearch::Verdict::unknown;
    std::uint32_t queries = 0, repeat = first_repeat, budget = first_budget;
  };
  // The bytes of an entry without its squares. They decide when all is forgotten, so they are not
  // those of this machine's library: counts of nodes would be its own too.
  static constexpr std::size_t entry_bytes = 96;

  void regions(const Occupied& occupied, const std::vector<Square>& boxes, const Region& player,
               const Walls& walls) {
    corrals_.clear();
    seen_.clear();
    for (Square box : boxes)
      for (const Square start : board_.around(box)) {
        if (!occupied.free(start) || player.has(start) || seen_.has(start)) continue;
        Corral corral;
        corral.lowest.assign(1, region_.fill(occupied, start));
        region_.each([&](Square s) { corral.squares.push_back(s); });
        part_.clear();
        for (Square s : corral.squares) {
          seen_.add(s);
          for (const Square t : board_.around(s))
            if (occupied.box(t) && walls.floor(t) && !part_.has(t)) {
              part_.add(t);
              corral.fence.push_back(t);
            }
        }
        if (corral.fence.size() > max_boxes) continue;
        std::sort(corral.fence.begin(), corral.fence.end());
        corrals_.push_back(std::move(corral));
      }
  }

  // Adds to a fence the boxes next to its boxes, which may stand in their way; false if there are
  // none, or too many.
  bool grow(const Corral& corral, const Occupied& occupied, const Walls& walls) {
    other_ = corral;
    part_.clear();
    for (Square s : corral.fence) part_.add(s);
    for (Square s : corral.fence)
      for (const Square t : board_.around(s))
        if (occupied.box(t) && walls.floor(t) && !part_.has(t)) {
          part_.add(t);
          other_.fence.push_back(t);
        }
    std::sort(other_.fence.begin(), other_.fence.end());
    return other_.fence.size() > corral.fence.size() && other_.fence.size() <= max_boxes;
  }

  // Makes one of two, if they have boxes in common and are not too large.
  bool join(const Corral& a, const Corral& b) {
    other_.squares.clear();
    other_.fence.clear();
    std::set_union(a.fence.begin(), a.fence.end(), b.fence.begin(), b.fence.end(),
                   std::back_inserter(other_.fence));
    if (other_.fence.size() == a.fence.size() + b.fence.size() || other_.fence.size() > max_boxes)
      return false;
    other_.squares = a.squares;
    other_.squares.insert(other_.squares.end(), b.squares.begin(), b.squares.end());
    other_.lowest = {a.lowest.front(), b.lowest.front()};
    return true;
  }

  bool dead(const Corral& corral, const Region& player, const Frozen& frozen) {
    if (!ticker_.going(1 + 2 * board_.squares() / squares_a_step)) return false;
    for (Square s : corral.fence) fences_.put(s, On::box);
    for (Square s : frozen.boxes()) fences_.put(s, On::wall);
    const Square lowest = reach_.fill(fences_, player.player());
    for (Square s : corral.fence) fences_.put(s, On::nothing);
    for (Square s : frozen.boxes()) fences_.put(s, On::nothing);
    key_.assign(1, lowest);
    key_.insert(key_.end(), corral.lowest.begin(), corral.lowest.end());
    key_.push_back(board_.wall());
    key_.insert(key_.end(), corral.fence.begin(), corral.fence.end());
    key_.push_back(board_.wall());
    key_.insert(key_.end(), frozen.boxes().begin(), frozen.boxes().end());
    if (bytes_ > budget_) {
      known_.clear();
      bytes_ = 0;
    }
    const auto [found, added] = known_.try_emplace(key_);
    Known& known = found->second;
    if (added) bytes_ += entry_bytes + key_.size() * sizeof(Square);
    if (known.verdict == CorralSearch::Verdict::unknown &&
        (added || ++known.queries >= known.repeat)) {
      if (!added) {
        known.queries = 0;
        known.repeat *= 2;
        known.budget = std::min<std::uint32_t>(known.budget * 4, max_budget);
      }
      known.verdict = search_.run(*frozen.walls(), corral, lowest, known.budget);
    }
    return known.verdict == CorralSearch::Verdict::dead;
  }

  const Board& board_;
  Ticker& ticker_;
  std::size_t budget_, bytes_ = 0;
  CorralSearch search_;
  Occupied fences_;
  Region reach_, region_;
  Marks<> part_, seen_;
  std::vector<Corral> corrals_;
  Corral other_;
  Key key_;
  std::unordered_map<Key, Known, SquaresHash> known_;
};

}  // namespace gridproof::sokoban
