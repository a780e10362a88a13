// The moves after which two robots may stand on two cells, at least.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
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
        way_(words_) {}

  // Notes a state that `depth` moves lead to. States come in the order of their depths.
  void note(const Robots& robots, std::uint8_t depth) {
    for (int i = 1; i <= helpers_; ++i) {
      note(robots.cell[0], robots.cell[i], depth);
      for (int j = i + 1; j <= helpers_; ++j) note_helpers(robots.cell[i], robots.cell[j], depth);
    }
  }

  // Forgets what is not exact: all states up to `depth` were noted. False: stopped.
  bool begin(std::uint8_t depth, Ticker& ticker) {
    depth_ = depth;
    for (Bits* bits : {&by_target_, &by_helper_, &by_helpers_}) bits->assign(cells_ * words_, 0);
    for (std::size_t a = 0; a < cells_ && ticker.going(words_); ++a) {
      forget(of_target_, by_target_, a);
      forget(of_helper_, by_helper_, a);
      forget(of_helpers_, by_helpers_, a);
      if (target_[a] > depth) target_[a] = never;
    }
    return ticker.stop() == Stop::none;
  }

  // The number of moves up to which all pairs are known.
  std::uint8_t depth() const { return depth_; }

  // Adds the pairs that one move more may lead to. False: stopped.
  bool extend(Ticker& ticker) {
    next_target_ = by_target_;
    next_helper_ = by_helper_;
    next_helpers_ = by_helpers_;
    for (std::uint32_t y = 0; y < cells_ && ticker.going(4 * words_); ++y)
      for (int d = 0; d < directions; ++d) arrive(y, d);
    if (ticker.stop() != Stop::none) return false;
    ++depth_;
    for (std::uint32_t a = 0; a < cells_ && ticker.going(words_); ++a) {
      for_new(next_target_, by_target_, a, [&](std::uint32_t b) { note(a, b, depth_); });
      for_new(next_helper_, by_helper_, a, [&](std::uint32_t b) { note(b, a, depth_); });
      for_new(next_helpers_, by_helpers_, a, [&](std::uint32_t b) { note_helpers(a, b, depth_); });
    }
    for (std::uint32_t a = 0; a < cells_ && ticker.going(words_); ++a) {
      collect(of_target_, by_target_, a);
      collect(of_helper_, by_helper_, a);
      collect(of_helpers_, by_helpers_, a);
    }
    return ticker.stop() == Stop::none;
  }

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

  static std::size_t words(const Problem& problem) { return (problem.cells() + 63) / 64; }
  static bool test(const Bits& bits, std::size_t row, std::size_t words, std::uint32_t cell) {
    return bits[row * words + cell / 64] >> (cell % 64) & 1;
  }

  void note(std::uint32_t target, std::uint32_t helper, std::uint8_t depth) {
    std::uint8_t& moves = of_target_[target * cells_ + helper];
    if (moves <= depth) return;
    moves = of_helper_[helper * cells_ + target] = depth;
    target_[target] = std::min(target_[target], depth);
  }
  void note_helpers(std::uint32_t a, std::uint32_t b, std::uint8_t depth) {
    std::uint8_t& moves = of_helpers_[a * cells_ + b];
    if (moves > depth) moves = of_helpers_[b * cells_ + a] = depth;
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

  template <class Use>
  void for_new(const Bits& next, const Bits& before, std::size_t row, Use use) const {
    for (std::size_t word = 0; word < words_; ++word) {
      const std::size_t i = row * words_ + word;
      for (std::uint64_t fresh = next[i] & ~before[i]; fresh != 0; fresh &= fresh - 1)
        use(static_cast<std::uint32_t>(word * 64 + std::countr_zero(fresh)));
    }
  }

  // Adds the pairs of y with all cells in both rows that are not on the way.
  void add(Bits& next, std::uint32_t y, const Bits& first, std::uint32_t x, const Bits& second,
           std::uint32_t b) {
    std::uint64_t* row = &next[y * words_];
    const std::uint64_t *by_x = &first[x * words_], *by_b = &second[b * words_];
    for (std::size_t w = 0; w < words_; ++w) row[w] |= by_x[w] & by_b[w] & ~way_[w];
  }
  void set(Bits& next, std::uint32_t y, std::uint32_t b) {
    next[y * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
  }

  // Adds the pairs to which a move in direction d leads that ends on y.
  void arrive(std::uint32_t y, int d) {
    if (problem_.wall(y, d ^ 1)) return;
    std::fill(way_.begin(), way_.end(), 0);
    way_[y / 64] |= std::uint64_t{1} << (y % 64);
    for (std::uint32_t x = y; !problem_.wall(x, d ^ 1);) {
      x += problem_.offset(d ^ 1);
      way_[x / 64] |= std::uint64_t{1} << (x % 64);
      if (problem_.wall(y, d)) {
        add(next_target_, y, by_target_, x, by_target_, x);
        add(next_helper_, y, by_helper_, x, by_helper_, x);
        add(next_helpers_, y, by_helpers_, x, by_helpers_, x);
        continue;
      }
      const std::uint32_t b = y + problem_.offset(d);
      if (test(by_target_, x, words_, b)) {  // the target robot moves, a helper stops it
        set(next_target_, y, b);
        add(next_target_, y, by_target_, x, by_helpers_, b);
      }
      if (test(by_helper_, x, words_, b)) {  // a helper moves, the target robot stops it
        set(next_helper_, y, b);
        add(next_helpers_, y, by_helpers_, x, by_target_, b);
      }
      if (test(by_helpers_, x, words_, b)) {  // a helper moves, another one stops it
        set(next_helpers_, y, b);
        add(next_helper_, y, by_helper_, x, by_helper_, b);
        if (helpers_ > 2) add(next_helpers_, y, by_helpers_, x, by_helpers_, b);
      }
    }
  }

  const Problem& problem_;
  const int helpers_;
  const std::size_t cells_, words_;
  // Moves by pair: of the target robot and a helper, by either's cell first, and of two helpers.
  Moves of_target_, of_helper_, of_helpers_;
  Moves target_;  // of the target robot, by cell
  // The same pairs as bits, as far as they are known, and with the layer that is being made.
  Bits by_target_, by_helper_, by_helpers_;
  Bits next_target_, next_helper_, next_helpers_;
  Bits way_;  // the cells of a move
  std::uint8_t depth_ = 0;
};

}  // namespace gridproof::robots
