// The sub-search: an exact search, with a budget, for a solution of some of the boxes alone.
//
// The other boxes are off the board, all goals stay. If the few cannot all be brought to goals, no
// position with more boxes besides can be solved: take a solution of it and leave the other boxes
// out. Their pushes become steps, all others stay possible, and at the end the few stand on goals.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/region_after.hpp"
#include "sokoban/deadlock/freeze.hpp"

namespace gridproof::sokoban {

// For each place of a box which goals it can get to, and how many pushes the nearest one is away.
class GoalSets {
 public:
  static std::size_t bytes(const Board& board) {
    return board.squares() * directions *
           (words(board) * sizeof(std::uint64_t) + 2 * sizeof(std::uint16_t));
  }

  // If the ticker stops it, the sets are of no use.
  GoalSets(const Level& level, Ticker& ticker)
      : goals_(level.board.goals().size()), words_(words(level.board)) {
    const std::size_t places = level.board.squares() * directions;
    if (!ticker.fits(level.bytes() + bytes(level.board))) return;
    sets_.resize(places * words_);
    sizes_.resize(places);
    nearest_.assign(places, unreachable);
    for (std::size_t place = 0; place < places; ++place) {
      if (!ticker.going(1 + goals_ / 256)) return;
      const std::uint16_t* row = level.to_goals.row(place);
      for (std::size_t goal = 0; goal < goals_; ++goal) {
        if (row[goal] == unreachable) continue;
        sets_[place * words_ + goal / 64] |= std::uint64_t{1} << (goal % 64);
        ++sizes_[place];
        nearest_[place] = std::min(nearest_[place], row[goal]);
      }
    }
  }

  std::uint32_t nearest(std::size_t place) const { return nearest_[place]; }

  // Tests whether boxes at these places can have a goal each. (Kuhn's method.)
  bool enough(std::span<const std::uint32_t> places) {
    const auto few = [&](std::uint32_t place) { return sizes_[place] < places.size(); };
    if (std::none_of(places.begin(), places.end(), few)) return true;
    box_of_.assign(goals_, none);
    for (std::size_t box = 0; box < places.size(); ++box) {
      // A box with a goal for each of all boxes finds one that is left.
      if (!few(places[box])) continue;
      tried_.assign(words_, 0);
      short_ = box;
      if (!assign(places, box)) return false;
    }
    return true;
  }

  // After enough() has said no: numbers of boxes that have fewer goals than there are of them.
  // (They are those on the alternating paths of the last box, which all end at goals that are
  // taken.)
  std::vector<std::size_t> shortage() const {
    std::vector<std::size_t> boxes{short_};
    for (std::size_t goal = 0; goal < goals_; ++goal)
      if (tried_[goal / 64] >> (goal % 64) & 1) boxes.push_back(box_of_[goal]);
    return boxes;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  static std::size_t words(const Board& board) { return (board.goals().size() + 63) / 64; }

  bool assign(std::span<const std::uint32_t> places, std::size_t box) {
    for (std::size_t w = 0; w < words_; ++w)
      while (const std::uint64_t left = sets_[places[box] * words_ + w] & ~tried_[w]) {
        tried_[w] |= left & -left;
        const std::size_t goal = w * 64 + static_cast<std::size_t>(std::countr_zero(left));
        if (box_of_[goal] != none && !assign(places, box_of_[goal])) continue;
        box_of_[goal] = box;
        return true;
      }
    return false;
  }

  std::size_t goals_, words_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint16_t> sizes_, nearest_;
  std::size_t short_ = 0;
  std::vector<std::size_t> box_of_;
  std::vector<std::uint64_t> tried_;
};

class SubSearch {
 public:
  enum class Verdict : std::uint8_t { solvable, dead, unknown };

  // If the ticker stops it, it is of no use.
  SubSearch(const Level& level, Ticker& ticker)
      : level_(level),
        board_(level.board),
        ticker_(ticker),
        goal_sets_(level, ticker),
        freeze_(board_, level.to_goals),
        occupied_(board_),
        region_(board_),
        child_(board_) {}

  // Decides whether the boxes on these squares, alone on the board, can all be brought to goals by
  // a player on `player`. `unknown` if it would take more than `budget` positions, or the ticker
  // stops it.
  Verdict run(std::span<const Square> boxes, Square player, std::size_t budget) {
    width_ = boxes.size() + 1;
    budget_ = budget;
    pool_.clear();
    parents_.clear();
    solved_ = expanded_ = none;
    index_.assign(std::bit_ceil(4 * std::min(budget, first_slots)), none);
    open_.clear();
    boxes_.assign(boxes.begin(), boxes.end());
    std::sort(boxes_.begin(), boxes_.end());
    for (Square box : boxes_) occupied_.put(box, On::box);
    const Verdict verdict = search(player);
    for (Square box : boxes_) occupied_.put(box, On::nothing);
    return verdict;
  }

  // After `solvable`: pushes that bring the boxes to goals.
  std::vector<Push> solution() const {
    std::vector<Push> found;
    for (std::uint32_t after = solved_; after != none && parents_[after] != none;
         after = parents_[after]) {
      const std::span<const Square> then = boxes_of(after), before = boxes_of(parents_[after]);
      const auto other = [](std::span<const Square> of, std::span<const Square> than) {
        return *std::find_if(of.begin(), of.end(), [&](Square box) {
          return !std::binary_search(than.begin(), than.end(), box);
        });
      };
      found.push_back({other(before, then), other(then, before)});
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  // Numbers of boxes that have not goals enough for all of them, whatever stands in their way;
  // none if no such boxes are known.
  std::vector<std::size_t> shortage(std::span<const Square> boxes, Square player) {
    places_.clear();
    for (Square box : boxes)
      places_.push_back(static_cast<std::uint32_t>(level_.place(box, player)));
    return goal_sets_.enough(places_) ? std::vector<std::size_t>() : goal_sets_.shortage();
  }

  // Positions that the last run looked at.
  std::size_t positions() const { return pool_.size() / width_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t first_slots = 256;

  // A position that waits, by how far its boxes are from the nearest goals.
  using Open = std::pair<std::uint32_t, std::uint32_t>;

  Verdict search(Square player) {
    places_.clear();
    std::uint32_t distance = 0;
    for (Square box : boxes_) {
      const std::size_t place = level_.place(box, player);
      if (!level_.to_goals.live(place)) return Verdict::dead;
      places_.push_back(static_cast<std::uint32_t>(place));
      distance += goal_sets_.nearest(place);
    }
    if (!goal_sets_.enough(places_)) return Verdict::dead;
    for (Square box : boxes_)
      if (freeze_.deadlock(occupied_, box)) return Verdict::dead;
    add(distance, child_.fill(occupied_, player));
    if (solved_ != none) return Verdict::solvable;
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater<>());
      const Open next = open_.back();
      open_.pop_back();
      expanded_ = next.second;
      unpack(expanded_);
      region_.fill(occupied_, here_);
      ends_ = {region_, board_.wall(), [](Square s) { return s; }};
      places_.clear();
      for (Square box : boxes_)
        places_.push_back(static_cast<std::uint32_t>(level_.place(box, here_)));
      for (std::size_t i = 0; i < boxes_.size(); ++i)
        for (int d = 0; d < directions; ++d) {
          const Square to = board_.next(d, boxes_[i]);
          if (!occupied_.free(to) || !region_.has(board_.next(opposite(d), boxes_[i]))) continue;
          if (!ticker_.going(1 + board_.squares() / squares_a_step)) return Verdict::unknown;
          push(i, to, next.first);
          if (solved_ != none) return Verdict::solvable;
          if (positions() > budget_) return Verdict::unknown;
        }
    }
    return Verdict::dead;
  }

  // Makes the push of a box to the next square, adds what comes of it, and undoes it.
  void push(std::size_t box, Square to, std::uint32_t before) {
    const Square from = boxes_[box];
    const auto old = places_[box];
    const auto now = static_cast<std::uint32_t>(level_.place(to, from));
    if (!level_.to_goals.live(now)) return;
    // A push leaves the sides of the other boxes that the player is on as they are.
    const std::uint32_t distance = before - goal_sets_.nearest(old) + goal_sets_.nearest(now);
    places_[box] = now;
    occupied_.move(from, to);
    if (goal_sets_.enough(places_) && !freeze_.deadlock(occupied_, to)) {
      boxes_[box] = to;
      add(distance, same_region_after(board_, occupied_, region_, from, to)
                        ? ends_.first_after(from, to)
                        : child_.fill(occupied_, from));
      boxes_[box] = from;
    }
    occupied_.move(to, from);
    places_[box] = old;
  }

  // Adds the working position, with the lowest square of the player's region, unless it is known.
  void add(std::uint32_t distance, Square lowest) {
    const std::size_t start = pool_.size();
    pool_.insert(pool_.end(), boxes_.begin(), boxes_.end());
    std::sort(pool_.begin() + static_cast<std::ptrdiff_t>(start), pool_.end());
    pool_.push_back(lowest);
    const auto number = static_cast<std::uint32_t>(start / width_);
    const std::size_t at = locate(number);
    if (index_[at] != none) {
      pool_.resize(start);
      return;
    }
    index_[at] = number;
    parents_.push_back(expanded_);
    if (distance == 0) solved_ = number;
    open_.emplace_back(distance, number);
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
    if (positions() * 2 > index_.size()) grow();
  }

  // The place of a position in the index, or for it.
  std::size_t locate(std::uint32_t number) const {
    const Square* const key = &pool_[number * width_];
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < width_; ++i) hash = mix(hash + key[i] + 1);
    const std::size_t mask = index_.size() - 1;
    std::size_t at = hash & mask;
    while (index_[at] != none && !std::equal(key, key + width_, &pool_[index_[at] * width_]))
      at = (at + 1) & mask;
    return at;
  }

  void grow() {
    index_.assign(index_.size() * 2, none);
    const std::size_t count = positions();
    for (std::uint32_t number = 0; number < count; ++number) index_[locate(number)] = number;
  }

  std::span<const Square> boxes_of(std::uint32_t number) const {
    return {&pool_[number * width_], width_ - 1};
  }

  void unpack(std::uint32_t number) {
    for (Square box : boxes_) occupied_.put(box, On::nothing);
    const std::span<const Square> boxes = boxes_of(number);
    boxes_.assign(boxes.begin(), boxes.end());
    here_ = pool_[number * width_ + width_ - 1];
    for (Square box : boxes_) occupied_.put(box, On::box);
  }

  const Level& level_;
  const Board& board_;
  Ticker& ticker_;
  GoalSets goal_sets_;
  FreezeDeadlock freeze_;
  Occupied occupied_;
  Region region_, child_;
  Ends ends_;  // of the region
  std::size_t width_ = 1, budget_ = 0;
  std::uint32_t expanded_ = none, solved_ = none;
  std::vector<Square> pool_;  // the positions, one after the other: boxes, lowest square of region
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> index_;  // a hash table of their numbers
  std::vector<Open> open_;            // a heap
  std::vector<Square> boxes_;         // of the working position
  std::vector<std::uint32_t> places_;
  Square here_ = 0;
};

}  // namespace gridproof::sokoban
