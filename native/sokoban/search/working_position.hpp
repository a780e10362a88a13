// The position that a search works on: taken out of its store and laid out for its pushes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/region_after.hpp"
#include "sokoban/board/symmetries.hpp"

namespace gridproof::sokoban {

// A position has a name, the key that it is stored under: of those that symmetries take it to the
// least one, with the player's square if that counts, or else the lowest one of his region.
template <int Words>
class WorkingPosition {
 public:
  // Level and symmetries have to stay.
  WorkingPosition(const Level& level, const Symmetries& symmetries, bool walks)
      : occupied(level.board),
        region(level.board),
        level_(level),
        symmetries_(symmetries),
        walks_(walks),
        child_(level.board),
        images_(symmetries.size()),
        ends_(symmetries.size()) {}

  Occupied occupied;
  std::vector<Square> boxes;
  Region region;  // the player's

  // The number of the box on a square.
  std::size_t number(Square box) const {
    return static_cast<std::size_t>(std::find(boxes.begin(), boxes.end(), box) - boxes.begin());
  }

  // Lays out these boxes, with no player yet.
  void lay(const std::vector<Square>& all) {
    lift();
    for (const Square box : all) put(box);
  }
  void lay(const Key<Words>& position) {
    lift();
    position.each_box([&](std::size_t slot) { put(level_.square_of[slot]); });
  }

  // Puts the player on a square and fills his region; where walks count, with the steps to it.
  void enter(Square player) {
    player_ = player;
    if (walks_) return region.measure(occupied, player);
    region.fill(occupied, player);
    for (std::size_t k = 0; k < ends_.size(); ++k) ends_[k] = ends(region, k);
  }

  // The name of the position.
  Key<Words> name() const {
    return least(
        [this](std::size_t k) { return images_[k]; },
        [this](std::size_t k) { return walks_ ? symmetries_[k][player_] : ends_[k].first; });
  }

  // The position after a box is moved, without the player.
  Key<Words> moved(Square from, Square to) const { return moved(from, to, 0); }

  // The name of the position once a box has been moved on the board to a square next to it;
  // `player` is any of his squares then, or the one that counts.
  Key<Words> name_after(Square from, Square to, Square player) {
    return least([&](std::size_t k) { return moved(from, to, k); },
                 [&](std::size_t k) {
                   return walks_ ? symmetries_[k][player] : lowest_after(from, to, player, k);
                 });
  }

 private:
  void lift() {
    for (const Square box : boxes) occupied.put(box, On::nothing);
    boxes.clear();
    std::fill(images_.begin(), images_.end(), Key<Words>{});
  }

  // A position with a box where none may be has no name.
  void put(Square box) {
    boxes.push_back(box);
    occupied.put(box, On::box);
    if (level_.slot_of[box] == Level::none) return;
    for (std::size_t k = 0; k < images_.size(); ++k)
      images_[k].add(level_.slot_of[symmetries_[k][box]]);
  }

  Ends ends(const Region& region, std::size_t k) const {
    return {region, level_.board.wall(), [&](Square s) { return symmetries_[k][s]; }};
  }

  Key<Words> moved(Square from, Square to, std::size_t k) const {
    Key<Words> key = images_[k];
    key.remove(level_.slot_of[symmetries_[k][from]]);
    key.add(level_.slot_of[symmetries_[k][to]]);
    return key;
  }

  // The least image, first by its boxes, then by the player.
  template <class Image, class Player>
  Key<Words> least(Image image, Player player) const {
    Key<Words> best = image(0);
    std::uint32_t ties = 1;
    for (std::size_t k = 1; k < images_.size(); ++k) {
      const Key<Words> other = image(k);
      if (best.boxes < other.boxes) continue;
      if (other.boxes < best.boxes) {
        best = other;
        ties = 0;
      }
      ties |= 1U << k;
    }
    best.player = level_.board.wall();
    for (std::size_t k = 0; k < images_.size(); ++k)
      if (ties >> k & 1) best.player = std::min<std::uint32_t>(best.player, player(k));
    return best;
  }

  Square lowest_after(Square from, Square to, Square player, std::size_t k) {
    if (same_region_after(level_.board, occupied, region, from, to))
      return ends_[k].first_after(symmetries_[k][from], symmetries_[k][to]);
    const Square named = child_.fill(occupied, player);
    return k == 0 ? named : ends(child_, k).first;
  }

  const Level& level_;
  const Symmetries& symmetries_;
  bool walks_;  // whether the player's square counts
  Square player_ = 0;
  Region child_;
  std::vector<Key<Words>> images_;  // of the boxes
  std::vector<Ends> ends_;          // of the images of the region
};

// The pushes from the start that lead from each of these positions to the next. A symmetry may take
// each to the one that is meant; where several pushes do, it is the one with the shortest walk.
template <int Words>
std::vector<Push> pushes_along(const Level& level, const Symmetries& symmetries, bool walks,
                               const std::vector<Key<Words>>& names) {
  WorkingPosition<Words> working(level, symmetries, walks);
  std::vector<Square> boxes = level.board.boxes();
  Square player = level.board.player();
  std::vector<Push> path;
  for (std::size_t i = 1; i < names.size(); ++i) {
    working.lay(boxes);
    working.enter(player);
    std::optional<Push> best;
    std::uint32_t shortest = 0;
    for (const Square from : boxes)
      for (int d = 0; d < directions; ++d) {
        const Square to = level.board.next(d, from), stands = level.board.next(opposite(d), from);
        if (!working.occupied.free(to) || !working.region.has(stands) ||
            level.slot_of[to] == Level::none)
          continue;
        const std::uint32_t steps = walks ? working.region.steps(stands) : 0;
        working.occupied.move(from, to);
        const bool meant = working.name_after(from, to, from) == names[i];
        working.occupied.move(to, from);
        if (!meant || (best && steps >= shortest)) continue;
        best = Push{from, to};
        shortest = steps;
      }
    if (!best) throw std::logic_error("no push leads to the next position");
    path.push_back(*best);
    boxes[working.number(best->from)] = best->to;
    player = best->from;
  }
  return path;
}

}  // namespace gridproof::sokoban
