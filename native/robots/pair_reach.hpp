// The moves after which two robots may stand on two cells, at least.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "robots/board.hpp"
#include "robots/rules.hpp"

namespace gridproof::robots {

// Fewest moves from the start until the target robot is on one cell and some helper on another one,
// or two helpers are. They are exact up to a depth, from the states that were reached up to it.
//
// Beyond it they are at least that many. Let the last move to a pair bring robot r from x to y, and
// let the other robot of the pair be on q. A wall stops r on y, or q does, or a third robot on the
// cell b behind y. So the pairs of x and q, x and b, b and q were reached a move before, and q is
// not on r's way. Each layer holds all pairs for which there are such x and b: rows of bits, worked
// out 64 cells at a time.
class PairReach {
 public:
  static constexpr std::uint8_t never = 0xff;
  static constexpr std::size_t most_cells = 1 << 11;

  static std::size_t bytes(const Problem& problem) {
    const std::size_t cells = problem.cells();
    return cells * (3 * cells + 6 * sizeof(std::uint64_t) * words(problem) + 1);
  }

  PairReach(const Problem& problem, int helpers)
      : problem_(problem),
        helpers_(helpers),
        cells_(problem.cells()),
        words_(words(problem)),
        of_target_(cells_ * cells_, never),
        of_helper_(of_target_),
        of_helpers_(of_target_),
        target_(cells_, never),
        by_target_(cells_ * words_),
        by_helper_(by_target_),
        by_helpers_(by_target_),
        next_target_(by_target_),
        next_helper_(by_target_),
        next_helpers_(by_target_) {}

  // Two robots on their cells: the target robot, if it is one of them, comes first.
  struct Pair {
    std::uint32_t a, b;
    bool target;
  };

  // Calls visit(pair) for the pairs of a state that are not known to be there after `depth` moves.
  // Most were known when begin() was called: the bits that tell so take less of the caches.
  template <class Visit>
  void each_new(const Robots& robots, std::uint8_t depth, Visit visit) const {
    const auto look = [&](const Bits& bits, const Moves& moves, std::uint32_t a, std::uint32_t b,
                          bool target) {
      if (!test(bits, a, words_, b) && moves[a * cells_ + b] > depth) visit(Pair{a, b, target});
    };
    const auto& cell = robots.cell;
    for (int i = 1; i <= helpers_; ++i) {
      look(by_target_, of_target_, cell[0], cell[i], true);
      for (int j = i + 1; j <= helpers_; ++j)
        look(by_helpers_, of_helpers_, cell[i], cell[j], false);
    }
  }
  // Notes a pair that `depth` moves lead to. Pairs come in the order of their depths.
  void note(const Pair& pair, std::uint8_t depth) {
    if (pair.target) {
      of_target_[pair.a * cells_ + pair.b] = of_helper_[pair.b * cells_ + pair.a] = depth;
      target_[pair.a] = std::min(target_[pair.a], depth);
    } else {
      of_helpers_[pair.a * cells_ + pair.b] = of_helpers_[pair.b * cells_ + pair.a] = depth;
    }
  }

  // The following work on blocks of rows, and a task for a block changes its own rows only. The
  // caller runs the task for each block below blocks(), in any order and on any threads. False: it
  // was stopped.
  using EachBlock = std::function<bool(const std::function<void(std::size_t)>& task)>;
  std::size_t blocks() const { return words_; }

  // Forgets what is not exact: all pairs up to `depth` were noted.
  bool begin(std::uint8_t depth, const EachBlock& each_block) {
    depth_ = depth;
    return each_block([this](std::size_t block) {
      for (std::size_t a = block * 64; a < end_of(block); ++a) {
        forget(of_target_, by_target_, a);
        forget(of_helper_, by_helper_, a);
        forget(of_helpers_, by_helpers_, a);
        if (target_[a] > depth_) target_[a] = never;
      }
    });
  }

  // Adds the pairs that one move more may lead to.
  bool extend(const EachBlock& each_block) {
    if (!each_block([this](std::size_t block) {
          for (Bits* next : {&next_target_, &next_helper_, &next_helpers_})
            std::fill(next->begin() + block * 64 * words_, next->begin() + end_of(block) * words_,
                      0);
          for (std::size_t y = block * 64; y < end_of(block); ++y)
            for (int d = 0; d < directions; ++d) arrive(static_cast<std::uint32_t>(y), d);
        }))
      return false;
    ++depth_;
    return each_block([this](std::size_t block) {
      add_new(block, next_target_, next_helper_, by_target_, of_target_);
      for (std::size_t a = block * 64; a < end_of(block); ++a)
        if (target_[a] > depth_ && any(by_target_, a)) target_[a] = depth_;
      add_new(block, next_helper_, next_target_, by_helper_, of_helper_);
      add_new(block, next_helpers_, next_helpers_, by_helpers_, of_helpers_);
    });
  }

  // The number of moves up to which all pairs are known.
  std::uint8_t depth() const { return depth_; }

  // The moves by cell: of the target robot alone; of a helper, with the target robot on `cell`; of
  // the target robot, and of a helper, with a helper on `cell`.
  const std::uint8_t* target() const { return target_.data(); }
  const std::uint8_t* helper_by_target(std::uint32_t cell) const {
    return &of_target_[cell * cells_];
  }
  const std::uint8_t* target_by_helper(std::uint32_t cell) const {
    return &of_helper_[cell * cells_];
  }
  const std::uint8_t* helper_by_helper(std::uint32_t cell) const {
    return &of_helpers_[cell * cells_];
  }

 private:
  using Bits = std::vector<std::uint64_t>;
  using Moves = std::vector<std::uint8_t>;
  using Way = std::array<std::uint64_t, (most_cells + 63) / 64>;

  static std::size_t words(const Problem& problem) { return (problem.cells() + 63) / 64; }
  static bool test(const Bits& bits, std::size_t row, std::size_t words, std::uint32_t cell) {
    return bits[row * words + cell / 64] >> (cell % 64) & 1;
  }

  std::size_t end_of(std::size_t block) const { return std::min(block * 64 + 64, cells_); }

  bool any(const Bits& bits, std::size_t row) const {
    const auto begin = bits.begin() + row * words_;
    return std::any_of(begin, begin + words_, [](std::uint64_t word) { return word != 0; });
  }

  void forget(Moves& moves, Bits& bits, std::size_t row) {
    for (std::size_t cell = 0; cell < cells_; ++cell)
      if (moves[row * cells_ + cell] > depth_) moves[row * cells_ + cell] = never;
    collect(moves, bits, row);
  }

  // Sets the bits of all pairs that are known.
  void collect(const Moves& moves, Bits& bits, std::size_t row) {
    for (std::size_t word = 0; word < words_; ++word) {
      const std::size_t first = word * 64, end = std::min(first + 64, cells_);
      std::uint64_t found = 0;
      for (std::size_t cell = first; cell < end; ++cell)
        found |= std::uint64_t{moves[row * cells_ + cell] != never} << (cell - first);
      bits[row * words_ + word] = found;
    }
  }

  // Adds the pairs of some rows that are in `next`, or the other way round in `other`.
  void add_new(std::size_t block, const Bits& next, const Bits& other, Bits& by, Moves& moves) {
    for (std::size_t word = 0; word < words_; ++word) {
      const Square turned = transposed(other, word, block);
      for (std::size_t a = block * 64; a < end_of(block); ++a) {
        const std::size_t i = a * words_ + word;
        std::uint64_t fresh = (next[i] | turned[a % 64]) & ~by[i];
        by[i] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1)
          moves[a * cells_ + word * 64 + std::countr_zero(fresh)] = depth_;
      }
    }
  }

  using Square = std::array<std::uint64_t, 64>;

  // The rows of a block, in the columns of word `word`, with rows and columns swapped.
  Square transposed(const Bits& bits, std::size_t block, std::size_t word) const {
    Square square{};
    std::uint64_t any = 0;
    for (std::size_t a = block * 64; a < end_of(block); ++a)
      any |= square[a % 64] = bits[a * words_ + word];
    if (any == 0) return square;
    // Swaps squares of half the side until they are single bits.
    std::uint64_t low = 0x00000000ffffffff;
    for (unsigned half = 32; half != 0; half /= 2, low ^= low << half)
      for (unsigned i = 0; i < 64; i = ((i | half) + 1) & ~half) {
        const std::uint64_t swapped = (square[i] >> half ^ square[i | half]) & low;
        square[i] ^= swapped << half;
        square[i | half] ^= swapped;
      }
    return square;
  }

  // Adds the pairs of y with all cells in both rows that are not on the way.
  void add(Bits& next, std::uint32_t y, const Bits& first, std::uint32_t x, const Bits& second,
           std::uint32_t b, const Way& way) {
    std::uint64_t* row = &next[y * words_];
    const std::uint64_t *by_x = &first[x * words_], *by_b = &second[b * words_];
    for (std::size_t w = 0; w < words_; ++w) row[w] |= by_x[w] & by_b[w] & ~way[w];
  }
  void set(Bits& next, std::uint32_t y, std::uint32_t b) {
    next[y * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
  }

  // Adds the pairs to which a move in direction d leads that ends on y.
  void arrive(std::uint32_t y, int d) {
    if (problem_.wall(y, d ^ 1)) return;
    Way way{};  // the cells of the move
    way[y / 64] |= std::uint64_t{1} << (y % 64);
    for (std::uint32_t x = y; !problem_.wall(x, d ^ 1);) {
      x += problem_.offset(d ^ 1);
      way[x / 64] |= std::uint64_t{1} << (x % 64);
      if (problem_.wall(y, d)) {
        add(next_target_, y, by_target_, x, by_target_, x, way);
        add(next_helper_, y, by_helper_, x, by_helper_, x, way);
        add(next_helpers_, y, by_helpers_, x, by_helpers_, x, way);
        continue;
      }
      const std::uint32_t b = y + problem_.offset(d);
      if (test(by_target_, x, words_, b)) {  // the target robot moves, a helper stops it
        set(next_target_, y, b);
        add(next_target_, y, by_target_, x, by_helpers_, b, way);
      }
      if (test(by_helper_, x, words_, b)) {  // a helper moves, the target robot stops it
        set(next_helper_, y, b);
        add(next_helpers_, y, by_helpers_, x, by_target_, b, way);
      }
      if (test(by_helpers_, x, words_, b)) {  // a helper moves, another one stops it
        set(next_helpers_, y, b);
        add(next_helper_, y, by_helper_, x, by_helper_, b, way);
        if (helpers_ > 2) add(next_helpers_, y, by_helpers_, x, by_helpers_, b, way);
      }
    }
  }

  const Problem& problem_;
  const int helpers_;
  const std::size_t cells_, words_;
  // Moves by pair: of the target robot and a helper, by either's cell first, and of two helpers.
  Moves of_target_, of_helper_, of_helpers_;
  Moves target_;  // of the target robot, by cell
  // The same pairs as bits, as far as they are known; and those of the layer that is being made,
  // by the cell of the robot that moved.
  Bits by_target_, by_helper_, by_helpers_;
  Bits next_target_, next_helper_, next_helpers_;
  std::uint8_t depth_ = 0;
};

}  // namespace gridproof::robots
