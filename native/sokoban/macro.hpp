// Macro pushes: one box goes as far as it can while the others stand still.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

// Where a macro push ends: the box's square and the player's region (its lowest square and size),
// and the push or pull before the last one, as a place in the list; -1 for the first.
struct Reached {
  Square box;
  Square player;  // his square after the push
  Square region;
  std::uint32_t room;
  std::int32_t before;
};

class Macro {
  struct Nowhere {
    bool operator()(const Reached&) const { return false; }
  };

 public:
  Macro(const Board& board, Ticker& ticker)
      : board_(board), ticker_(ticker), region_(board), seen_(board.squares() * directions) {}

  // All places to which the box on `box` can be brought from where the player is, the box's own
  // start first. `allowed(from, direction)` says which single pushes may be made. It ends at the
  // first place that is `wanted`, or if the ticker stops it: then others are missing.
  template <bool Pull = false, class Allowed, class Wanted = Nowhere>
  const std::vector<Reached>& run(Occupied& occupied, Square box, Square player, Allowed allowed,
                                  Wanted wanted = {}) {
    seen_.clear();
    found_.clear();
    occupied.put(box, On::nothing);
    visit(occupied, box, player, -1);
    for (std::size_t i = 0; i < found_.size() && !wanted(found_.back()); ++i) {
      if (!ticker_.going(1 + board_.squares() / squares_a_step)) break;
      const Reached here = found_[i];
      occupied.put(here.box, On::box);
      region_.fill(occupied, here.player);
      occupied.put(here.box, On::nothing);
      bool can_stand[directions];
      for (int d = 0; d < directions; ++d)
        can_stand[d] = region_.has(board_.next(Pull ? d : opposite(d), here.box));
      for (int d = 0; d < directions && !wanted(found_.back()); ++d) {
        const Square ahead = board_.next(d, here.box);
        if (!can_stand[d] || !occupied.free(ahead) || !allowed(here.box, d)) continue;
        const Square after = Pull ? board_.next(d, ahead) : here.box;
        if (occupied.free(after)) visit(occupied, ahead, after, static_cast<std::int32_t>(i));
      }
    }
    occupied.put(box, On::box);
    return found_;
  }

  // The single pushes that lead to found_[index].
  std::vector<Push> pushes(std::size_t index) const {
    std::vector<Push> line;
    for (auto i = static_cast<std::int32_t>(index); found_[i].before >= 0; i = found_[i].before)
      line.push_back({found_[found_[i].before].box, found_[i].box});
    std::reverse(line.begin(), line.end());
    return line;
  }

 private:
  // Adds (box, side of the player) unless it is known: the sides of the box that are in the
  // player's region are marked together.
  void visit(Occupied& occupied, Square box, Square player, std::int32_t before) {
    for (int d = 0; d < directions; ++d)
      if (board_.next(d, box) == player && seen_.has(box * directions + d)) return;
    occupied.put(box, On::box);
    const Square lowest = region_.fill(occupied, player);
    occupied.put(box, On::nothing);
    for (int d = 0; d < directions; ++d)
      if (region_.has(board_.next(d, box))) seen_.add(box * directions + d);
    found_.push_back(
        {box, player, lowest, static_cast<std::uint32_t>(region_.squares().size()), before});
  }

  const Board& board_;
  Ticker& ticker_;
  Region region_;
  Marks<> seen_;
  std::vector<Reached> found_;
};

}  // namespace gridproof::sokoban
