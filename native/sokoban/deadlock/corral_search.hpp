// Corrals that can be seen dead by a small search: parts of the floor that the player cannot get
// to, with the boxes around them alone on the board.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "matching/bipartite.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/deadlock/walls.hpp"

namespace gridproof::sokoban {

// A corral: squares that the player cannot get to, and boxes that are no walls, all those next to
// the squares among them.
struct Corral {
  std::vector<Square> squares, fence;
  std::vector<Square> lowest;  // of the squares of each region; it and the fence tell the rest
};

// Only the fence and the walls (frozen boxes among them) are on the board, and a box that leaves
// the zone (the fence's squares and those inside next to them) for a place from which it can get to
// some goal is taken off. Each solution of the position solves this too: boxes that are not there
// only obstruct. So if the search ends, and never had all boxes that were left on goals, the
// position is dead. All goals stay goals.
//
// If the fence stands on goals from the start, that counts only if no goal inside is without a box:
// such a goal is filled some time, since there are as many boxes as goals, and then the fence has
// to be opened.
//
// Nothing stands outside of the zone, so that its connected parts are one node each. Zone and parts
// are the bits of a word.
class CorralSearch {
 public:
  enum class Verdict : std::uint8_t { unknown, dead, alive };

  CorralSearch(const Board& board, Ticker& ticker)
      : board_(board), ticker_(ticker), bipartite_(board.goals().size()) {}

  std::size_t bytes() const {
    return positions_.capacity() * sizeof(Position) + index_.capacity() * sizeof(std::uint32_t) +
           open_.capacity() * sizeof(Open);
  }

  // `unknown` if it takes more than `budget` positions, or the ticker stops it.
  Verdict run(const Walls& walls, const Corral& corral, Square player, std::size_t budget) {
    walls_ = &walls;
    if (!lay_out(corral)) return Verdict::unknown;
    positions_.clear();
    open_.clear();
    index_.assign(std::bit_ceil(4 * budget), none);
    const Set fence = (Set{1} << corral.fence.size()) - 1;
    const auto goal = [&](Square s) { return board_.goal(s); };
    if ((fence & ~goals_) == 0 && std::none_of(corral.squares.begin(), corral.squares.end(), goal))
      return Verdict::alive;
    if (add(fence, node_[player])) return Verdict::alive;
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end());
      const Position here = positions_[open_.back().number];
      open_.pop_back();
      const Set region = reach(here.boxes, here.player);
      for (Set left = here.boxes; left; left &= left - 1) {
        const int from = std::countr_zero(left);
        for (const Way& way : ways_[from]) {
          if (way.to == never || !(region >> way.behind & 1)) continue;
          const Set to = Set{1} << way.to;
          if (here.boxes & to) continue;
          const Set boxes = (here.boxes & ~(Set{1} << from)) | to;
          if (dead(boxes, from)) continue;
          if (add(boxes, from)) return Verdict::alive;
          if (positions_.size() > budget || !ticker_.going()) return Verdict::unknown;
        }
      }
    }
    return Verdict::dead;
  }

 private:
  using Set = std::uint64_t;  // of nodes

  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::uint8_t never = 0xff, gone = 0xfe;
  static constexpr std::size_t max_nodes = 64, max_zone = 48;

  struct Position {
    Set boxes;
    std::uint8_t player;  // the first node of his region
    bool operator==(const Position&) const = default;
  };

  // A position that waits: how many of its boxes are off goal, how little room the player has, its
  // number. The last of equals goes first.
  struct Open {
    std::uint16_t left, closed;
    std::uint32_t number;
    bool operator<(const Open& other) const {  // a heap gives the largest
      return std::tuple(left, closed, other.number) > std::tuple(other.left, other.closed, number);
    }
  };

  // The push of a box on a square of the zone in one direction: `never`, if it cannot be made or
  // kills the box; `gone` if the box leaves the zone.
  struct Way {
    std::uint8_t to = never, behind = 0;
  };

  // Numbers the nodes; the fence comes first. False if there are too many.
  bool lay_out(const Corral& corral) {
    squares_ = corral.fence;
    node_.assign(board_.squares() + 1, never);
    for (std::size_t i = 0; i < squares_.size(); ++i) node_[squares_[i]] = i;
    std::vector<std::uint8_t>& inside = marks_;
    inside.assign(board_.squares() + 1, 0);
    for (Square s : corral.squares) inside[s] = 1;
    const auto visit = [&](Square s, std::uint8_t number) {
      node_[s] = number;
      squares_.push_back(s);
    };
    for (std::size_t i = 0; i < squares_.size() && squares_.size() < max_zone; ++i)
      for (const Square t : board_.around(squares_[i]))
        if (inside[t] && node_[t] == never && squares_.size() < max_zone)
          visit(t, static_cast<std::uint8_t>(squares_.size()));
    zone_ = squares_.size();
    nodes_ = zone_;
    for (Square s = 0; s < board_.squares(); ++s) {
      if (node_[s] != never || !walls_->floor(s)) continue;
      if (nodes_ == max_nodes) return false;
      queue_.assign(1, s);
      node_[s] = static_cast<std::uint8_t>(nodes_);
      for (std::size_t i = 0; i < queue_.size(); ++i)
        for (const Square t : board_.around(queue_[i])) {
          if (node_[t] != never || !walls_->floor(t)) continue;
          node_[t] = static_cast<std::uint8_t>(nodes_);
          queue_.push_back(t);
        }
      squares_.push_back(s);
      ++nodes_;
    }
    near_.fill(0);
    goals_ = may_leave_ = 0;
    for (std::size_t i = 0; i < zone_; ++i) {
      const Square s = squares_[i];
      if (board_.goal(s)) goals_ |= Set{1} << i;
      for (int d = 0; d < directions; ++d) {
        const Square t = board_.next(d, s);
        Way& way = ways_[i][d];
        way = {};
        if (node_[t] == never) continue;
        near_[i] |= Set{1} << node_[t];
        near_[node_[t]] |= Set{1} << i;
        if (!walls_->may_push(board_, s, d)) continue;
        way.to = node_[t] < zone_ ? node_[t] : gone;
        if (way.to == gone) may_leave_ |= Set{1} << i;
        way.behind = node_[board_.next(opposite(d), s)];
      }
    }
    return true;
  }

  // Returns the nodes that the player can reach.
  Set reach(Set boxes, std::size_t player) const {
    Set reached = Set{1} << player;
    for (Set next = reached; next;) {
      const int node = std::countr_zero(next);
      const Set more = near_[node] & ~boxes & ~reached;
      reached |= more;
      next = (next & (next - 1)) | more;
    }
    return reached;
  }

  // Tests whether boxes are stuck off goal, or goals are missing, after a push between two squares.
  bool dead(Set boxes, std::size_t from) {
    Set stuck = boxes;
    for (bool more = true; more;) {
      more = false;
      for (Set left = stuck; left; left &= left - 1) {
        const int box = std::countr_zero(left);
        if (!movable(stuck, box, squares_[from])) continue;
        stuck &= ~(Set{1} << box);
        more = true;
      }
    }
    if (stuck & ~goals_) return true;
    rows_.clear();
    for (Set left = boxes; left; left &= left - 1)
      rows_.push_back(goals(std::countr_zero(left), squares_[from]));
    return !bipartite_.matches(rows_);
  }

  const Walls::Word* goals(std::size_t box, Square player) const {
    return walls_->goals(squares_[box], walls_->sides().side(squares_[box], player));
  }

  // Tests whether the box is not stuck, as in Stuck.
  bool movable(Set stuck, std::size_t box, Square player) const {
    const int side = walls_->sides().side(squares_[box], player);
    for (int d = 0; d < directions; ++d) {
      const Way& way = ways_[box][d];
      if (way.to == never || stuck >> way.behind & 1) continue;
      if (way.to != gone && stuck >> way.to & 1) continue;
      if (walls_->sides().side_at(squares_[box], opposite(d)) == side) return true;
    }
    return false;
  }

  // Takes all boxes off that can leave now; what the player gets to. A box that is gone only leaves
  // more room to him and to the others: nothing else need be tried before.
  Set clear(Set& boxes, std::size_t player) const {
    for (;;) {
      const Set region = reach(boxes, player);
      Set leaving = 0;
      for (Set left = boxes & may_leave_; left; left &= left - 1) {
        const int box = std::countr_zero(left);
        for (const Way& way : ways_[box])
          if (way.to == gone && region >> way.behind & 1) leaving |= Set{1} << box;
      }
      if (leaving == 0) return region;
      boxes &= ~leaving;
    }
  }

  // Adds a position unless it is known; true if all boxes that are left are on goals.
  // The untouched fence does not count.
  bool add(Set boxes, std::size_t player) {
    const Set before = boxes;
    const Set region = clear(boxes, player);
    if ((boxes & ~goals_) == 0 && !(positions_.empty() && boxes == before)) return true;
    const Position position{boxes, static_cast<std::uint8_t>(std::countr_zero(region))};
    const std::size_t mask = index_.size() - 1;
    std::size_t at = mix(mix(boxes) + position.player) & mask;
    while (index_[at] != none && !(positions_[index_[at]] == position)) at = (at + 1) & mask;
    if (index_[at] != none) return false;
    index_[at] = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position);
    open_.push_back({static_cast<std::uint16_t>(count_bits(boxes & ~goals_)),
                     static_cast<std::uint16_t>(max_nodes - count_bits(region)), index_[at]});
    std::push_heap(open_.begin(), open_.end());
    return false;
  }

  const Board& board_;
  Ticker& ticker_;
  matching::Bipartite bipartite_;
  const Walls* walls_ = nullptr;
  std::size_t zone_ = 0, nodes_ = 0;
  std::vector<Square> squares_;     // of a node: its square, or one of them
  std::vector<std::uint8_t> node_;  // of a square; `never` for walls
  std::array<Set, max_nodes> near_{};
  std::array<std::array<Way, directions>, max_zone> ways_{};
  Set goals_ = 0, may_leave_ = 0;  // of the zone
  std::vector<Position> positions_;
  std::vector<std::uint32_t> index_;  // a hash table of their numbers
  std::vector<Open> open_;            // a heap
  std::vector<std::uint8_t> marks_;
  std::vector<Square> queue_;
  std::vector<const Walls::Word*> rows_;
};

}  // namespace gridproof::sokoban
