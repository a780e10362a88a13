// A solution as a list of pushes, with what it costs up to each of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// The pushes that a play in letters makes, to the first solved position.
//
// Raises std::invalid_argument if it walks into a wall, pushes what cannot move, or solves nothing.
inline std::vector<Push> pushes_of(const Board& board, std::string_view moves, Ticker& ticker) {
  Occupied occupied(board);
  std::size_t astray = board.boxes().size();
  for (Square box : board.boxes()) {
    occupied.put(box, On::box);
    astray -= board.goal(box);
  }
  Square player = board.player();
  std::vector<Push> pushes;
  for (std::size_t i = 0; i < moves.size() && astray > 0; ++i) {
    if (!ticker.going()) return pushes;
    const std::size_t d = std::string_view(letters).find(moves[i] & ~0x20);  // in capitals
    if (d >= directions) throw std::invalid_argument("no such move");
    const Square to = board.next(static_cast<int>(d), player);
    if (occupied.box(to)) {
      const Square beyond = board.next(static_cast<int>(d), to);
      if (!occupied.free(beyond)) throw std::invalid_argument("a box cannot be pushed there");
      occupied.move(to, beyond);
      astray += board.goal(to);
      astray -= board.goal(beyond);
      pushes.push_back({to, beyond});
    } else if (!occupied.free(to)) {
      throw std::invalid_argument("the player walks into a wall");
    }
    player = to;
  }
  if (astray > 0) throw std::invalid_argument("the moves do not solve the level");
  return pushes;
}

// A walk that makes these pushes, in letters, pushes in capitals; the shortest one for them.
inline std::string walk(const Board& board, const std::vector<Push>& pushes) {
  Occupied occupied(board);
  for (Square box : board.boxes()) occupied.put(box, On::box);
  Square player = board.player();
  std::string letters_made;
  std::vector<int> came(board.squares() + 1);
  for (const Push& push : pushes) {
    const int direction = board.direction(push.from, push.to);
    const Square behind = board.next(opposite(direction), push.from);
    // From behind the box back to the player, so that the way reads forwards.
    std::fill(came.begin(), came.end(), -1);
    std::vector<Square> queue{behind};
    came[behind] = directions;
    for (std::size_t i = 0; i < queue.size() && came[player] < 0; ++i)
      for (int d = 0; d < directions; ++d) {
        const Square t = board.next(d, queue[i]);
        if (came[t] >= 0 || !occupied.free(t)) continue;
        came[t] = opposite(d);
        queue.push_back(t);
      }
    for (; player != behind; player = board.next(came[player], player))
      letters_made += static_cast<char>(letters[came[player]] - 'A' + 'a');
    letters_made += letters[direction];
    player = push.from;
    occupied.move(push.from, push.to);
  }
  return letters_made;
}

// The position after some pushes of a solution is named by their number.
class Solution {
 public:
  // If the ticker stops it, the solution is not complete, and of no use.
  Solution(const Board& board, std::vector<Push> pushes, Ticker& ticker)
      : board_(&board), pushes_(std::move(pushes)), moves_{0} {
    Occupied occupied(board);
    Region region(board);
    for (Square box : board.boxes()) occupied.put(box, On::box);
    Square player = board.player();
    moves_.reserve(pushes_.size() + 1);
    for (const Push& push : pushes_) {
      if (!ticker.going(1 + board.squares() / squares_a_step)) return;
      region.measure(occupied, player);
      moves_.push_back(moves_.back() + region.steps(board_->behind(push.from, push.to)) + 1);
      occupied.move(push.from, push.to);
      player = push.from;
    }
  }

  bool complete() const { return moves_.size() == pushes_.size() + 1; }
  std::size_t size() const { return pushes_.size(); }
  std::size_t bytes() const { return moves_.capacity() * (sizeof(Push) + sizeof(std::uint32_t)); }
  const std::vector<Push>& pushes() const { return pushes_; }

  // The cost of the part from one position to another.
  Cost cost(std::size_t from, std::size_t to) const {
    return {static_cast<std::uint32_t>(to - from), moves_[to] - moves_[from]};
  }
  Cost cost() const { return cost(0, size()); }

  // The squares of the boxes, in the order of the level's list.
  std::vector<Square> boxes(std::size_t at) const {
    std::vector<Square> boxes = board_->boxes();
    std::vector<std::size_t> which(board_->squares());
    for (std::size_t b = 0; b < boxes.size(); ++b) which[boxes[b]] = b;
    for (std::size_t i = 0; i < at; ++i) {
      which[pushes_[i].to] = which[pushes_[i].from];
      boxes[which[pushes_[i].to]] = pushes_[i].to;
    }
    return boxes;
  }
  // The player's square.
  Square player(std::size_t at) const { return at == 0 ? board_->player() : pushes_[at - 1].from; }

  // The solution with other pushes in place of a part.
  std::vector<Push> with(std::size_t from, std::size_t to, const std::vector<Push>& other) const {
    std::vector<Push> all(pushes_.begin(), pushes_.begin() + from);
    all.insert(all.end(), other.begin(), other.end());
    all.insert(all.end(), pushes_.begin() + to, pushes_.end());
    return all;
  }

 private:
  const Board* board_;
  std::vector<Push> pushes_;
  std::vector<std::uint32_t> moves_;  // up to each position
};

}  // namespace gridproof::sokoban
