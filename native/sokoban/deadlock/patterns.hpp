// Deadlock patterns that a search learns: sets of boxes that cannot be solved, no matter what
// stands besides them, while the player is in certain places.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/dead_sets.hpp"

namespace gridproof::sokoban {

// The places are squares of a board with the pattern's boxes alone. With more boxes the player gets
// to fewer of them, so any one square that he is on tells; and a position with all these boxes and
// the player in such a place is dead, since leaving boxes out of a solution leaves a solution.
template <int Words>
class Patterns {
 public:
  // The bytes that they take before the first one is learned.
  static std::size_t min_bytes(const Level& level) {
    return DeadSets::min_bytes(level) + level.square_of.size() * 2 * list_bytes;
  }

  // They may take `memory`; if the ticker stops it, they are of no use.
  Patterns(const Level& level, std::size_t memory, Ticker& ticker)
      : level_(level),
        sets_(level, ticker),
        occupied_(level.board),
        region_(level.board),
        words_(level.board.squares() / 64 + 1),
        by_slot_(level.square_of.size()),
        by_lowest_(level.square_of.size()),
        room_(memory - std::min(memory, min_bytes(level))) {}

  // Tests whether the position is dead by a pattern that has the box on `slot`. For a child of a
  // position that no pattern matches, the box that was pushed is the only one to ask for: the
  // player cannot have got to new places of a pattern whose boxes have not moved.
  bool known_dead(const Key<Words>& position, std::size_t slot, Square player) const {
    return any_of(by_slot_[slot], position, player);
  }

  // Tests whether it is dead by any pattern.
  bool known_dead(const Key<Words>& position, Square player) const {
    bool dead = false;
    position.each_box(
        [&](std::size_t slot) { dead = dead || any_of(by_lowest_[slot], position, player); });
    return dead;
  }

  // Looks for a dead set that is grown from the box on `start`, and keeps it; true if there is one:
  // the position is dead.
  bool learn(std::span<const Square> boxes, Square player, Square start,
             const DeadSets::Effort& effort) {
    const bool dead = sets_.find(boxes, player, start, effort);
    spent_ += sets_.positions();
    if (dead) keep(player, effort);
    return dead;
  }

  // The same for boxes that may be dead without all others.
  bool learn(std::span<const Square> boxes, Square player, const DeadSets::Effort& effort) {
    if (boxes.size() > effort.boxes) return false;
    const bool dead = sets_.shrink(boxes, player, effort);
    spent_ += sets_.positions();
    if (dead) keep(player, effort);
    return dead;
  }

  // Positions that learning has looked at so far.
  std::uint64_t spent() const { return spent_; }

  // The bytes that they take at most.
  std::size_t bytes() const { return min_bytes(level_) + taken_; }

 private:
  using List = std::vector<std::uint32_t>;  // numbers of patterns
  // Of an empty one; the same on machines whose addresses are shorter, and so are counts of nodes.
  static constexpr std::size_t list_bytes = 24;
  struct Pattern {
    std::array<std::uint64_t, Words> boxes{};  // as in a key
    std::size_t places;                        // where the bits of the player's places begin
  };

  bool any_of(const List& patterns, const Key<Words>& position, Square player) const {
    for (const std::uint32_t number : patterns) {
      const Pattern& pattern = patterns_[number];
      std::uint64_t missing = 0;
      for (int w = 0; w < Words; ++w) missing |= pattern.boxes[w] & ~position.boxes[w];
      if (!missing && has(pattern, player)) return true;
    }
    return false;
  }

  bool has(const Pattern& pattern, Square s) const {
    return places_[pattern.places + s / 64] >> (s % 64) & 1;
  }

  // Keeps the set that was found.
  void keep(Square player, const DeadSets::Effort& effort) {
    const std::vector<Square> boxes = sets_.set();
    // Lists that grow take three times of what was in them.
    const std::size_t more =
        3 * (sizeof(Pattern) + words_ * sizeof(std::uint64_t) + (boxes.size() + 1) * 4);
    if (taken_ + more > room_) return;
    taken_ += more;
    Pattern pattern;
    pattern.places = places_.size();
    places_.resize(places_.size() + words_);
    std::size_t lowest = level_.square_of.size();
    for (Square box : boxes) {
      occupied_.put(box, On::box);
      const std::size_t slot = level_.slot_of[box];
      pattern.boxes[slot / 64] |= std::uint64_t{1} << (slot % 64);
      by_slot_[slot].push_back(static_cast<std::uint32_t>(patterns_.size()));
      lowest = std::min(lowest, slot);
    }
    by_lowest_[lowest].push_back(static_cast<std::uint32_t>(patterns_.size()));
    add_places(pattern, player);
    // On other sides of the boxes the player may be no better off.
    for (Square box : boxes)
      for (const Square s : level_.board.around(box))
        if (occupied_.free(s) && !has(pattern, s) && sets_.dead(boxes, s, effort))
          add_places(pattern, s);
    for (Square box : boxes) occupied_.put(box, On::nothing);
    patterns_.push_back(pattern);
  }

  void add_places(const Pattern& pattern, Square player) {
    region_.fill(occupied_, player);
    region_.each(
        [&](Square s) { places_[pattern.places + s / 64] |= std::uint64_t{1} << (s % 64); });
  }

  const Level& level_;
  DeadSets sets_;
  Occupied occupied_;
  Region region_;
  std::size_t words_;  // of a set of squares
  std::vector<Pattern> patterns_;
  std::vector<std::uint64_t> places_;
  std::vector<List> by_slot_, by_lowest_;
  std::size_t room_, taken_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace gridproof::sokoban
