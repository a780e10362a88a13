// Corrals that can be seen dead by a small search: parts of the floor that the player cannot get
// to, with the boxes around them alone on the board.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "matching/bipartite.hpp"
#include "sokoban/board.hpp"
#include "sokoban/frozen.hpp"
#include "sokoban/position.hpp"
#include "sokoban/walls.hpp"

namespace gridproof::sokoban {

// A corral: squares that the player cannot get to, and the boxes next to them that are no walls.
struct Corral {
  std::vector<Square> squares, fence;  // in ascending order
};

// Only the fence and the walls (frozen boxes among them) are on the board, and a box that leaves
// the corral for a place from which it can get to some goal is taken off. Whatever solves the
// position solves this too: boxes that are not there only obstruct. So if it ends, and never had
// all boxes that were left on goals, the position is dead. All goals stay goals.
//
// If the fence stands on goals from the start, that counts only if no goal inside is without a box:
// such a goal is filled some time, since there are as many boxes as goals, and then the fence has
// to be opened.
class CorralSearch {
 public:
  enum class Verdict : std::uint8_t { unknown, dead, alive };

  CorralSearch(const Board& board, Ticker& ticker)
      : board_(board),
        ticker_(ticker),
        occupied_(board),
        region_(board),
        inside_(board.squares() + 1),
        stuck_(board),
        bipartite_(board.goals().size()) {}

  std::size_t bytes() const {
    return pool_.capacity() * sizeof(Square) + index_.capacity() * sizeof(std::uint32_t) +
           open_.capacity() * sizeof(Open);
  }

  // `unknown` if it takes more than `budget` positions, or the ticker stops it.
  Verdict run(const Walls& walls, const std::vector<Square>& frozen, const Corral& corral,
              Square player, std::size_t budget) {
    walls_ = &walls;
    width_ = corral.fence.size() + 1;
    pool_.clear();
    open_.clear();
    index_.assign(std::bit_ceil(4 * budget), none);
    inside_.clear();
    for (Square s : corral.squares) inside_.add(s);
    for (Square s : corral.fence) inside_.add(s);
    for (Square s : frozen) occupied_.put(s, On::wall);
    boxes_ = corral.fence;
    put(On::box);
    const Verdict verdict = search(corral, player, budget);
    put(On::nothing);
    for (Square s : frozen) occupied_.put(s, On::nothing);
    return verdict;
  }

  std::size_t positions() const { return pool_.size() / width_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr Square gone = 0xffff;

  // A position that waits: how many of its boxes are off goal, how little room the player has, its
  // number. The last of equals goes first.
  struct Open {
    std::uint16_t left, closed;
    std::uint32_t number;
    bool operator<(const Open& other) const {  // a heap gives the largest
      return std::tuple(left, closed, other.number) > std::tuple(other.left, other.closed, number);
    }
  };

  void put(On what) {
    for (Square s : boxes_)
      if (s != gone) occupied_.put(s, what);
  }

  Verdict search(const Corral& corral, Square player, std::size_t budget) {
    const auto goal = [&](Square s) { return board_.goal(s); };
    if (left() == 0 && std::none_of(corral.squares.begin(), corral.squares.end(), goal))
      return Verdict::alive;
    add(player);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end());
      const std::uint32_t number = open_.back().number;
      open_.pop_back();
      put(On::nothing);
      boxes_.assign(&pool_[number * width_], &pool_[number * width_ + width_ - 1]);
      put(On::box);
      region_.fill(occupied_, pool_[number * width_ + width_ - 1]);
      pushes_.clear();
      for (std::size_t i = 0; i + 1 < width_ && boxes_[i] != gone; ++i)
        for (int d = 0; d < directions; ++d) {
          const Square from = boxes_[i], to = board_.next(d, from);
          if (occupied_.free(to) && region_.has(board_.next(opposite(d), from)) &&
              walls_->may_push(board_, from, d))
            pushes_.push_back({from, to});
        }
      const std::vector<Square> before = boxes_;
      for (const Push& push : pushes_) {
        if (!ticker_.going(1 + board_.squares() / squares_a_step)) return Verdict::unknown;
        const Square to = inside_.has(push.to) ? push.to : gone;
        *std::find(boxes_.begin(), boxes_.end(), push.from) = to;
        occupied_.put(push.from, On::nothing);
        if (to != gone) occupied_.put(to, On::box);
        const bool alive = to == gone || !dead(push.from);
        if (alive && left() == 0) return Verdict::alive;
        if (alive) add(push.from);
        if (to != gone) occupied_.put(to, On::nothing);
        occupied_.put(push.from, On::box);
        boxes_ = before;
        if (positions() > budget) return Verdict::unknown;
      }
    }
    return Verdict::dead;
  }

  // How many boxes are off goal.
  std::size_t left() const {
    return std::count_if(boxes_.begin(), boxes_.end(),
                         [&](Square s) { return s != gone && !board_.goal(s); });
  }

  // Whether boxes are stuck off goal, or goals are missing.
  bool dead(Square player) {
    rest_.clear();
    for (Square s : boxes_)
      if (s != gone) rest_.push_back(s);
    rows_.clear();
    for (Square s : rest_) rows_.push_back(walls_->goals(s, walls_->sides().side(s, player)));
    stuck_.keep(*walls_, rest_, player);
    return std::any_of(rest_.begin(), rest_.end(), [&](Square s) { return !board_.goal(s); }) ||
           !bipartite_.matches(rows_);
  }

  // Adds the position in hand unless it is known.
  void add(Square player) {
    const std::size_t start = pool_.size();
    pool_.insert(pool_.end(), boxes_.begin(), boxes_.end());
    std::sort(pool_.begin() + static_cast<std::ptrdiff_t>(start), pool_.end());
    pool_.push_back(region_.fill(occupied_, player));
    const auto number = static_cast<std::uint32_t>(start / width_);
    const Square* const key = &pool_[start];
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < width_; ++i) hash = mix(hash + key[i] + 1);
    const std::size_t mask = index_.size() - 1;
    std::size_t at = hash & mask;
    while (index_[at] != none && !std::equal(key, key + width_, &pool_[index_[at] * width_]))
      at = (at + 1) & mask;
    if (index_[at] != none) {
      pool_.resize(start);
      return;
    }
    index_[at] = number;
    const std::size_t closed = board_.squares() - region_.squares().size();
    open_.push_back(
        {static_cast<std::uint16_t>(left()), static_cast<std::uint16_t>(closed), number});
    std::push_heap(open_.begin(), open_.end());
  }

  const Board& board_;
  Ticker& ticker_;
  Occupied occupied_;
  Region region_;
  Marks<> inside_;
  Stuck stuck_;
  matching::Bipartite bipartite_;
  const Walls* walls_ = nullptr;
  std::size_t width_ = 1;
  std::vector<Square> pool_;  // the positions, one after the other: boxes, lowest square of region
  std::vector<std::uint32_t> index_;  // a hash table of their numbers
  std::vector<Open> open_;            // a heap
  std::vector<Square> boxes_, rest_;
  std::vector<Push> pushes_;
  std::vector<const Walls::Word*> rows_;
};

}  // namespace gridproof::sokoban
