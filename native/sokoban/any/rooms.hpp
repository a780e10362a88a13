// Rooms and the ways between them: a feature of positions.
//
// After FESS (Shoham and Schaeffer, CoG 2020): boxes that close the ways between rooms make a
// position hard to play, however many of them stand on goals.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/marks.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// Rooms are made of blocks of 2 × 2 floor squares that overlap their neighbours; one block alone is
// no room. The other squares are corridors, those in two rooms included. Only the largest rooms
// count, as many as a word has bits. Two rooms are neighbours if on the empty board a walk leads
// from one to the other through corridors only, or at once.
class Rooms {
 public:
  explicit Rooms(const Board& board)
      : board_(board), room_(board.squares() + 1, corridor), seen_(board.squares()) {
    const auto blocks = blocks_of_rooms();
    std::vector<std::uint8_t> rooms_at(board.squares());
    for (std::size_t r = 0; r < blocks.size(); ++r) {
      for (Square s : squares(blocks[r])) {
        ++rooms_at[s];
        room_[s] = static_cast<std::uint8_t>(r);
      }
    }
    for (Square s = 0; s < board.squares(); ++s) {
      if (rooms_at[s] != 1) room_[s] = corridor;
      if (room_[s] == corridor) corridors_.push_back(s);
    }
    for (Square s = 0; s < board.squares(); ++s)
      for (int d : {down, right}) {
        const Square t = board.next(d, s);
        if (room_[s] != corridor && room_[t] != corridor && room_[s] != room_[t])
          doors_.emplace_back(s, t);
      }
    queue_.resize(corridors_.size());
    neighbours_ = joined(Occupied(board));
  }

  // The room of a square, or `corridor`.
  std::uint8_t room(Square s) const { return room_[s]; }

  // Tests whether it makes a difference to broken() that a box stands there: not inside a room.
  bool matters(Square s) const {
    if (room_[s] == corridor) return true;
    return std::any_of(board_.around(s).begin(), board_.around(s).end(),
                       [&](Square t) { return t != board_.wall() && room_[t] != room_[s]; });
  }

  // Counts the pairs of neighbours that no walk through corridors joins now. Walks go from free
  // square to free square, so a room full of boxes is cut off.
  unsigned broken(const Occupied& occupied) {
    const Sets now = joined(occupied);
    int count = 0;
    for (std::size_t r = 0; r < most; ++r) count += count_bits(neighbours_[r] & ~now[r]);
    return static_cast<unsigned>(count / 2);
  }

  static constexpr std::size_t most = 64;
  static constexpr std::uint8_t corridor = 0xff;

 private:
  using Set = std::uint64_t;           // of rooms
  using Sets = std::array<Set, most>;  // for each room the rooms that it is joined with
  static constexpr int down = 1, right = 3;

  // The blocks of each room, by their upper left squares; the largest room first.
  std::vector<std::vector<Square>> blocks_of_rooms() const {
    std::vector<std::uint8_t> left(board_.squares() + 1);
    for (Square s = 0; s < board_.squares(); ++s)
      left[s] = board_.next(right, s) != board_.wall() && board_.next(down, s) != board_.wall() &&
                board_.next(right, board_.next(down, s)) != board_.wall();
    std::vector<std::vector<Square>> rooms;
    for (Square s = 0; s < board_.squares(); ++s) {
      if (!left[s]) continue;
      std::vector<Square> room{s};
      left[s] = 0;
      for (std::size_t i = 0; i < room.size(); ++i)
        for (const Square t : board_.around(room[i])) {
          if (!left[t]) continue;
          left[t] = 0;
          room.push_back(t);
        }
      if (room.size() > 1) rooms.push_back(std::move(room));
    }
    std::stable_sort(rooms.begin(), rooms.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    if (rooms.size() > most) rooms.resize(most);
    return rooms;
  }

  // The squares of a room's blocks, each once.
  std::vector<Square> squares(const std::vector<Square>& blocks) const {
    std::vector<Square> all;
    for (Square s : blocks) {
      const Square below = board_.next(down, s);
      all.insert(all.end(), {s, board_.next(right, s), below, board_.next(right, below)});
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // Finds the rooms that are joined: through a door between them, or through connected free
  // corridors that free squares of both are next to.
  Sets joined(const Occupied& occupied) {
    Sets sets{};
    for (const auto& [s, t] : doors_)
      if (occupied.free(s) && occupied.free(t)) {
        sets[room_[s]] |= Set{1} << room_[t];
        sets[room_[t]] |= Set{1} << room_[s];
      }
    seen_.clear();
    for (Square start : corridors_) {
      if (seen_.has(start) || !occupied.free(start)) continue;
      Set at = 0;
      std::size_t size = 0;
      queue_[size++] = start;
      seen_.add(start);
      for (std::size_t i = 0; i < size; ++i)
        for (const Square t : board_.around(queue_[i])) {
          if (!occupied.free(t)) continue;
          if (room_[t] != corridor) {
            at |= Set{1} << room_[t];
          } else if (!seen_.has(t)) {
            seen_.add(t);
            queue_[size++] = t;
          }
        }
      for (Set left = at; left; left &= left - 1)
        sets[std::countr_zero(left)] |= at ^ (left & -left);  // all others
    }
    return sets;
  }

  const Board& board_;
  std::vector<std::uint8_t> room_;  // of each square, the wall included
  std::vector<Square> corridors_;
  std::vector<std::pair<Square, Square>> doors_;  // squares of two rooms next to each other
  Sets neighbours_;
  Marks<> seen_;
  std::vector<Square> queue_;
};

}  // namespace gridproof::sokoban
