// Moves that wait to be made, filed under the features of the position they start from.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

// The score of a position: features from the most important to the least, in bits from high to low;
// smaller is better.
using Score = std::uint64_t;

// A macro push or pull from a node.
struct Candidate {
  std::uint32_t weight;  // of the path, this move included
  std::uint32_t node;
  Score score;  // of the position it leads to
  Square from, to, player;
  Square region;             // the lowest square of the player's region then
  bool sink = false;         // the box leaves the board
  std::uint32_t pushes = 0;  // of the path, if they count

  bool operator<(const Candidate& other) const {  // a heap gives the largest
    return std::tie(weight, score, node, from, to, player) >
           std::tie(other.weight, other.score, other.node, other.from, other.to, other.player);
  }
};

// Adds to a list if `fits(bytes)`: it may have to move into one twice as large.
template <class Fits>
bool append(std::vector<Candidate>& list, const Candidate& move, Fits fits) {
  const std::size_t room = list.capacity();
  if (list.size() == room && !fits((2 * room + 1) * sizeof(Candidate))) return false;
  list.push_back(move);
  return true;
}

// A cell is named by the part of a score that tells cells apart: a smaller name is a better cell.
class Cells {
 public:
  // foremost: most moves are taken from the best cell; else it shares these turns with the best of
  // those that are worse in what counts most, each of which has half as many as the one before.
  explicit Cells(bool foremost = true) : foremost_(foremost) {}

  bool empty() const { return cells_.empty(); }
  std::size_t bytes() const { return bytes_; }

  // Files moves, as many as fit. A new cell has its turn next.
  template <class Fits>
  void add(Score cell, const std::vector<Candidate>& moves, Fits fits) {
    if (moves.empty()) return;
    const auto [place, fresh] = cells_.try_emplace(cell);
    if (fresh) next_ = cell;
    Queue& queue = place->second;
    const std::size_t before = queue.capacity();
    for (const Candidate& move : moves) {
      if (!append(queue, move, fits)) break;
      std::push_heap(queue.begin(), queue.end());
    }
    bytes_ += (queue.capacity() - before) * sizeof(Candidate);
    if (queue.empty()) cells_.erase(place);
  }

  // The next move: of the best cell (or one of the best) every second time, of the next cell in
  // turn otherwise. No cell is ever left empty.
  Candidate take() {
    auto cell = cells_.begin();
    if (++turn_ % 2) {
      cell = cells_.lower_bound(next_);
      if (cell == cells_.end()) cell = cells_.begin();
      next_ = cell->first + 1;
    } else if (!foremost_) {
      for (int worse = std::countr_zero(turn_ / 2); worse > 0; --worse) {
        cell = cells_.lower_bound(((cell->first >> foremost_bit) + 1) << foremost_bit);
        if (cell == cells_.end()) cell = cells_.begin();
      }
    }
    Queue& queue = cell->second;
    std::pop_heap(queue.begin(), queue.end());
    const Candidate next = queue.back();
    queue.pop_back();
    if (queue.empty()) {
      bytes_ -= queue.capacity() * sizeof(Candidate);
      cells_.erase(cell);
    }
    return next;
  }

 private:
  using Queue = std::vector<Candidate>;  // a heap

  bool foremost_;
  std::map<Score, Queue> cells_;
  Score next_ = 0;
  std::uint64_t turn_ = 0;
  static constexpr int foremost_bit = 52;
  std::size_t bytes_ = 0;
};

}  // namespace gridproof::sokoban
