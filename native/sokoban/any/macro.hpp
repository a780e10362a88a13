// Macro pushes: one box goes as far as it can while the others stand still.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// The end of a macro push: the box's square and the player's region (its lowest square and size),
// into how many parts the box cuts the floor that it can be on, how many pushes or pulls it takes
// at least, and the one before the last, as a place in the list; -1 for the first.
struct Reached {
  Square box;
  Square player;  // his square after the push
  Square region;
  std::uint16_t room;
  std::uint8_t parts;
  std::uint8_t sides;  // a bit for each direction from the box in which the player can stand
  std::uint16_t pushes;
  std::int32_t before;
};

// Tests whether the box on `box` can be pushed, or pulled, at once by a player who stands on one of
// the free squares that `stands(square)` admits.
template <bool Pull = false, class Stands>
bool movable(const Board& board, const Occupied& occupied, Square box, Stands stands) {
  for (int d = 0; d < directions; ++d) {
    const Square ahead = board.next(d, box);
    if (!occupied.free(ahead)) continue;
    if (Pull ? stands(ahead) && occupied.free(board.next(d, ahead))
             : stands(board.next(opposite(d), box)))
      return true;
  }
  return false;
}

// The same from where the player is.
template <bool Pull = false>
bool movable(const Board& board, const Occupied& occupied, Square box, const Region& player) {
  return movable<Pull>(board, occupied, box, [&](Square s) { return player.has(s); });
}

class Macro {
  struct Nowhere {
    bool operator()(const Reached&) const { return false; }
  };

 public:
  Macro(const Board& board, Ticker& ticker)
      : board_(board), ticker_(ticker), cuts_(board), seen_(board.squares()) {}

  // All places to which the box on `box` can be brought from where the player is, the box's own
  // start first; that says nothing of the player's region if he cannot get to the box.
  // `allowed(from, direction)` says which single pushes may be made. It ends at the first place
  // that is `wanted`, or if the ticker stops it: then others are missing.
  //
  // The other boxes stand still, so one search of the floor without the box tells for every square
  // what it is cut into by the box there, and so which sides of the box the player can get to.
  template <bool Pull = false, class Allowed, class Wanted = Nowhere>
  const std::vector<Reached>& run(Occupied& occupied, Square box, Square player, Allowed allowed,
                                  Wanted wanted = {}) {
    for (const Reached& r : found_) seen_[r.box] = 0;
    found_.clear();
    occupied.put(box, On::nothing);
    cuts_.search(occupied, box);
    const Cuts::Split start = cuts_.split(box);
    add(box, player, start, cuts_.side(start, player), -1);
    ticker_.going(1 + cuts_.squares().size() / squares_a_step);
    for (std::size_t i = 0; i < found_.size() && !wanted(found_.back()); ++i) {
      if (!ticker_.going()) break;
      const Reached here = found_[i];
      for (int d = 0; d < directions && !wanted(found_.back()); ++d) {
        if (!(here.sides >> (Pull ? d : opposite(d)) & 1)) continue;
        const Square ahead = board_.next(d, here.box);
        if (!occupied.free(ahead)) continue;
        const Square after = Pull ? board_.next(d, ahead) : here.box;
        const int side = Pull ? d : opposite(d);
        if (!occupied.free(after) || seen_[ahead] >> side & 1 || !allowed(here.box, d)) continue;
        const Cuts::Split split = cuts_.split(ahead);
        add(ahead, after, split, split.side[side], static_cast<std::int32_t>(i));
      }
    }
    occupied.put(box, On::box);
    return found_;
  }

  // The single pushes that bring a box to a square, and the player into the region with this lowest
  // square; none if the ticker stops it.
  std::vector<Push> pushes(Occupied& occupied, const Push& move, Square player, Square region) {
    const auto there = [&](const Reached& r) { return r.box == move.to && r.region == region; };
    run(occupied, move.from, player, [](Square, int) { return true; }, there);
    if (!there(found_.back())) return {};
    std::vector<Push> path;
    for (auto i = static_cast<std::int32_t>(found_.size() - 1); found_[i].before >= 0;
         i = found_[i].before)
      path.push_back({found_[found_[i].before].box, found_[i].box});
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  // Adds the box's square with the player in one of the parts that it cuts the floor into.
  void add(Square box, Square player, const Cuts::Split& split, std::int8_t part,
           std::int32_t before) {
    Reached reached{box, player, player, 0, static_cast<std::uint8_t>(split.parts), 0, 0, before};
    if (before >= 0) reached.pushes = static_cast<std::uint16_t>(found_[before].pushes + 1);
    if (part != Cuts::none) {
      reached.region = split.part[part].lowest;
      reached.room = split.part[part].size;
      for (int d = 0; d < directions; ++d) reached.sides |= (split.side[d] == part) << d;
      seen_[box] |= reached.sides;
    }
    found_.push_back(reached);
  }

  const Board& board_;
  Ticker& ticker_;
  Cuts cuts_;
  std::vector<std::uint8_t> seen_;  // for each square of the box: the sides that were found
  std::vector<Reached> found_;
};

}  // namespace gridproof::sokoban
