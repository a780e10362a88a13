// The static part of a level: floor squares by number, what is next to them, goals.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "sokoban/board/floor_bits.hpp"

namespace gridproof::sokoban {

// The input of a level. `cells` has a byte a cell, row by row: `#` wall, ` ` floor, `.` goal; boxes
// and the player stand on floor or goals.
struct Problem {
  std::uint32_t width, height;
  const std::uint8_t* cells;
  std::vector<std::uint32_t> boxes;
  std::uint32_t player;
};

// Directions in the order of their letters.
constexpr int directions = 4;
constexpr char letters[] = "UDLR";
constexpr int opposite(int d) { return d ^ 1; }

// The limits of a level for the searches: its floor, and its boxes. The searches for the best
// solutions take fewer squares where boxes may be.
constexpr std::size_t max_squares = 4096, max_boxes = 1024, max_slots = 1024;

class Board {
 public:
  explicit Board(const Problem& p) : width_(p.width) {
    const std::size_t cells = std::size_t{p.width} * p.height;
    std::vector<std::uint32_t> number(cells, outside);
    for (std::size_t c = 0; c < cells; ++c)
      if (p.cells[c] != '#') {
        number[c] = static_cast<std::uint32_t>(cell_.size());
        cell_.push_back(static_cast<std::uint32_t>(c));
        goal_.push_back(p.cells[c] == '.');
        if (goal_.back()) goals_.push_back(static_cast<Square>(number[c]));
      }
    if (cell_.size() > max_squares || p.boxes.size() > max_boxes)
      throw std::invalid_argument("too many squares or boxes");
    if (p.boxes.size() != goals_.size()) throw std::invalid_argument("as many boxes as goals");
    const Square wall = this->wall();
    next_.assign(cell_.size() + 1, {wall, wall, wall, wall});
    for (std::size_t s = 0; s < cell_.size(); ++s) {
      const std::uint32_t c = cell_[s], x = c % p.width, y = c / p.width;
      const bool inside[] = {y > 0, y + 1 < p.height, x > 0, x + 1 < p.width};
      const std::uint32_t at[] = {c - p.width, c + p.width, c - 1, c + 1};
      for (int d = 0; d < directions; ++d)
        if (inside[d] && number[at[d]] != outside) next_[s][d] = static_cast<Square>(number[at[d]]);
    }
    for (std::uint32_t box : p.boxes) boxes_.push_back(floor_at(number, box));
    player_ = floor_at(number, p.player);
    require_connected();
    bits_ = FloorBits(cell_, width_);
    for (const auto* squares : {&boxes_, &goals_})
      for (const Square s : *squares) parity_ += cell_[s] % p.width + cell_[s] / p.width;
    parity_ %= 2;
  }

  // With what the searches keep for each square besides their tables.
  std::size_t bytes() const { return (cell_.size() + 1) * 128; }
  std::size_t squares() const { return cell_.size(); }
  // The square that stands for every wall; its neighbours are walls.
  Square wall() const { return static_cast<Square>(cell_.size()); }
  Square next(int direction, Square s) const { return next_[s][direction]; }
  // The direction from a square to one next to it.
  int direction(Square from, Square to) const {
    int d = 0;
    while (next_[from][d] != to) ++d;
    return d;
  }
  // The square that a player stands on to push a box from a square to one next to it.
  Square behind(Square from, Square to) const { return next_[from][opposite(direction(from, to))]; }
  // The next squares in all directions.
  const std::array<Square, directions>& around(Square s) const { return next_[s]; }
  // The cell of the problem that a square is, and how many cells a row has.
  std::uint32_t cell(Square s) const { return cell_[s]; }
  std::uint32_t width() const { return width_; }
  bool goal(Square s) const { return goal_[s]; }
  const std::vector<Square>& goals() const { return goals_; }
  const std::vector<Square>& boxes() const { return boxes_; }
  Square player() const { return player_; }
  const FloorBits& bits() const { return bits_; }
  // 1 if each solution has an odd number of pushes, 0 if an even one: a push brings a box from a
  // white square to a black one, or the other way round.
  std::uint32_t parity() const { return parity_; }

 private:
  static constexpr std::uint32_t outside = 0xffffffff;

  // Refuses floor that the player cannot get to, were there no boxes: tables have nothing for it.
  void require_connected() const {
    std::vector<std::uint8_t> seen(squares() + 1);
    std::vector<Square> queue{player_};
    seen[wall()] = seen[player_] = true;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Square s : around(queue[i]))
        if (!seen[s]) {
          seen[s] = true;
          queue.push_back(s);
        }
    if (queue.size() != squares())
      throw std::invalid_argument("floor that the player cannot get to has to be a wall");
  }

  static Square floor_at(const std::vector<std::uint32_t>& number, std::uint32_t cell) {
    if (cell >= number.size() || number[cell] == outside)
      throw std::invalid_argument("a box or the player is not on the floor");
    return static_cast<Square>(number[cell]);
  }

  std::uint32_t width_;
  std::vector<std::uint32_t> cell_;
  std::vector<std::uint8_t> goal_;
  std::vector<std::array<Square, directions>> next_;
  std::vector<Square> goals_, boxes_;
  Square player_ = 0;
  FloorBits bits_;
  std::uint32_t parity_ = 0;
};

}  // namespace gridproof::sokoban
