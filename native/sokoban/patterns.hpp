// Deadlock patterns that a search learns: sets of boxes that cannot be solved, whatever stands
// besides them, while the player is in certain places.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board.hpp"
#include "sokoban/dead_sets.hpp"
#include "sokoban/level.hpp"
#include "sokoban/position.hpp"

namespace gridproof::sokoban {

// The player's places are squares of a board with the pattern's boxes alone. With more boxes he
// gets to fewer of them, so any square that he is on tells.
template <int Words>
class Patterns {
 public:
  // The patterns may take `memory`; if the ticker stops it, it is of no use.
  Patterns(const Level& level, std::size_t memory, Ticker& ticker)
      : level_(level),
        memory_(memory),
        sets_(level, ticker),
        occupied_(level.board),
        region_(level.board),
        words_(level.board.squares() / 64 + 1),
        by_slot_(level.square_of.size()),
        by_first_(level.square_of.size()) {}

  // Whether the position is dead by a pattern that has the box on `slot`. For a child of a position
  // that no pattern matches, the box that was pushed is the only one to ask for: the player cannot
  // have got to new places of a pattern whose boxes have not moved.
  bool known_dead(const Key<Words>& position, std::size_t slot, Square player) const {
    return matches(by_slot_[slot], position, player);
  }

  // Whether it is dead by any pattern.
  bool known_dead(const Key<Words>& position, Square player) const {
    bool dead = false;
    position.each_box(
        [&](std::size_t slot) { dead = dead || matches(by_first_[slot], position, player); });
    return dead;
  }

  // Looks for a dead set that is grown from the box on `start`, and keeps it; true if there is one:
  // the position is dead.
  bool learn(std::span<const Square> boxes, Square player, Square start,
             const DeadSets::Effort& effort) {
    const bool dead = sets_.find(boxes, player, start, effort);
    if (dead) keep(sets_.set(), player, effort);
    spent_ += sets_.positions();
    return dead;
  }

  bool learn(std::span<const Square> boxes, Square player, const DeadSets::Effort& effort) {
    const bool dead = boxes.size() <= 12 && sets_.shrink(boxes, player, effort);
    if (dead) keep(sets_.set(), player, effort);
    return dead;
  }

  // Positions that learning has looked at so far.
  std::uint64_t spent() const { return spent_; }
  std::size_t size() const { return patterns_.size(); }
  std::size_t bytes() const { return bytes_ + sets_.bytes(); }

 private:
  struct Pattern {
    std::array<std::uint64_t, Words> boxes{};
    std::size_t where = 0;  // of the first word of its player's places
  };

  bool matches(const std::vector<std::uint32_t>& patterns, const Key<Words>& position,
               Square player) const {
    for (const std::uint32_t number : patterns) {
      const Pattern& pattern = patterns_[number];
      std::uint64_t missing = 0;
      for (int w = 0; w < Words; ++w) missing |= pattern.boxes[w] & ~position.boxes[w];
      if (!missing && where_[pattern.where + player / 64] >> (player % 64) & 1) return true;
    }
    return false;
  }

  void keep(std::vector<Square> boxes, Square player, const DeadSets::Effort& effort) {
    const std::size_t more = sizeof(Pattern) + words_ * 8 + (boxes.size() + 1) * 4;
    if (bytes_ + 2 * more > memory_) return;  // lists may take twice of what is in them
    bytes_ += 2 * more;
    Pattern pattern;
    pattern.where = where_.size();
    where_.resize(where_.size() + words_);
    for (Square box : boxes) {
      const std::size_t slot = level_.slot_of[box];
      pattern.boxes[slot / 64] |= std::uint64_t{1} << (slot % 64);
      by_slot_[slot].push_back(static_cast<std::uint32_t>(patterns_.size()));
      occupied_.put(box, On::box);
    }
    std::size_t first = level_.slot_of[*std::min_element(boxes.begin(), boxes.end())];
    by_first_[first].push_back(static_cast<std::uint32_t>(patterns_.size()));
    mark(pattern, player);
    // The other places of the player may be as bad.
    for (Square s = 0; s < level_.board.squares(); ++s)
      if (occupied_.free(s) && !(where_[pattern.where + s / 64] >> (s % 64) & 1) &&
          beside_a_box(s) && sets_.dead(boxes, s, effort))
        mark(pattern, s);
    for (Square box : boxes) occupied_.put(box, On::nothing);
    patterns_.push_back(pattern);
  }

  bool beside_a_box(Square s) const {
    for (const Square t : level_.board.around(s))
      if (occupied_.box(t)) return true;
    return false;
  }

  void mark(const Pattern& pattern, Square player) {
    region_.fill(occupied_, player);
    for (Square s : region_.squares())
      where_[pattern.where + s / 64] |= std::uint64_t{1} << (s % 64);
  }

  const Level& level_;
  std::size_t memory_, bytes_ = 0;
  std::uint64_t spent_ = 0;
  DeadSets sets_;
  Occupied occupied_;
  Region region_;
  std::size_t words_;
  std::vector<Pattern> patterns_;
  std::vector<std::uint64_t> where_;
  std::vector<std::vector<std::uint32_t>> by_slot_, by_first_;
};

}  // namespace gridproof::sokoban
