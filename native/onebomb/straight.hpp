// The test for a walk after one bomb that is as short as the way without obstacles, 64 cells at a
// time.
//
// Such a walk makes steps in two directions only, so one pass over the rows between start and goal
// finds all cells that it may come to, as sets of bits: before the cross, on the first arm, on the
// second one, and behind the cross. Flooding a row is an addition: the carry runs through ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/limits.hpp"
#include "onebomb/board.hpp"
#include "onebomb/table.hpp"

namespace gridproof::onebomb {

// For arms without limit. Columns count from that of the upper end towards that of the lower one,
// rows downwards from the upper end.
class StraightWay {
 public:
  StraightWay(const Problem& problem, Ticker& ticker)
      : problem_(problem),
        ticker_(ticker),
        turned_(problem.start > problem.goal),
        from_(std::min(problem.start, problem.goal)),
        to_(std::max(problem.start, problem.goal)),
        mirrored_(to_ % problem.width < from_ % problem.width),
        columns_((mirrored_ ? from_ % problem.width - to_ % problem.width
                            : to_ % problem.width - from_ % problem.width) +
                 1),
        rows_(to_ / problem.width - from_ / problem.width + 1),
        words_((columns_ + 63) / 64) {}

  std::size_t bytes() const { return Table<Word>::bytes(sets * rows_ * words_); }

  // Looks for such a walk; if there is one, `answer` is complete. Finds nothing if the ticker stops
  // it.
  bool run(Answer& answer) {
    Table<Word> table(sets * rows_ * words_);
    table_ = table.data();
    if (!reach() || !has(behind, columns_ - 1, rows_ - 1) || !trace()) return false;
    const std::uint32_t length = static_cast<std::uint32_t>(columns_ + rows_ - 2);
    answer = {true, true, length, bomb_, std::move(path_)};
    return true;
  }

 private:
  using Word = std::uint64_t;

  // The cells that a walk may have reached: before the cross; along a row of the cross and then
  // along a column, or the other way round; and behind it.
  enum Set { before, row_first, column_last, column_first, row_last, behind };
  static constexpr std::size_t sets = 6;

  Word* words(Set set, std::size_t y) const { return table_ + (y * sets + set) * words_; }
  bool has(Set set, std::size_t x, std::size_t y) const {
    return words(set, y)[x / 64] >> x % 64 & 1;
  }
  std::uint32_t cell(std::size_t x, std::size_t y) const {
    const std::size_t first = from_ + y * problem_.width;
    return static_cast<std::uint32_t>(mirrored_ ? first - x : first + x);
  }

  // The cells of a row that are empty, and those that are no rock.
  void read(std::size_t y, std::vector<Word>& open, std::vector<Word>& free) const {
    for (std::size_t w = 0; w < words_; ++w) {
      open[w] = free[w] = 0;
      const std::size_t count = std::min<std::size_t>(64, columns_ - 64 * w);
      std::array<std::uint8_t, 64> kinds;
      kinds.fill(rock);
      const std::uint8_t* first = problem_.cells + cell(64 * w, y);
      if (mirrored_)
        std::reverse_copy(first + 1 - count, first + 1, kinds.data());
      else
        std::copy_n(first, count, kinds.data());
      for (std::size_t i = 0; i < 64; i += 8) {
        Word opens = 0, frees = 0;
        for (std::size_t k = 0; k < 8; ++k) {
          opens |= Word{kinds[i + k] == empty} << k;
          frees |= Word{kinds[i + k] != rock} << k;
        }
        open[w] |= opens << i;
        free[w] |= frees << i;
      }
    }
  }

  // Returns the cells reached from `seeds`, all in `over`, to the right over `over`; `carry` goes
  // from one word to the next.
  static Word flood(Word over, Word seeds, Word& carry) {
    const Word sum = over + seeds, all = sum + carry;
    carry = Word{sum < over} | Word{all < sum};
    return (over & ~all) | seeds;
  }

  bool reach() {
    std::vector<Word> open(words_), free(words_), none(sets * words_);
    for (std::size_t y = 0; y < rows_; ++y) {
      if (!ticker_.tick(columns_)) return false;
      read(y, open, free);
      auto above = [&](Set set, std::size_t w) { return y == 0 ? Word{0} : words(set, y - 1)[w]; };
      std::array<Word, 4> carry{};
      Word left_before = 0, left_cross = 0, any = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        const Word first = y == 0 && w == 0 ? 1 : 0;
        const Word a = flood(open[w], (above(before, w) & open[w]) | first, carry[0]);
        // A brick may be the first cell of the cross.
        const Word met = (a | above(before, w) | a << 1 | left_before) & free[w];
        const Word b = flood(free[w], met, carry[1]);
        const Word c = (above(column_last, w) & free[w]) | b;
        const Word d = (above(column_first, w) & free[w]) | met;
        const Word e = flood(free[w], d, carry[2]);
        const Word cross = c | e;
        const Word last = above(behind, w) | above(column_last, w) | above(row_last, w) | cross |
                          cross << 1 | left_cross;
        const Word f = flood(open[w], last & open[w], carry[3]);
        left_before = a >> 63;
        left_cross = cross >> 63;
        words(before, y)[w] = a;
        words(row_first, y)[w] = b;
        words(column_last, y)[w] = c;
        words(column_first, y)[w] = d;
        words(row_last, y)[w] = e;
        words(behind, y)[w] = f;
        any |= a | cross | f;
      }
      if (any == 0) return false;
    }
    return true;
  }

  // The walk back from the lower end to the upper one; false if the ticker stopped it.
  bool trace() {
    const char* names = mirrored_ ? "LR" : "RL";
    std::size_t x = columns_ - 1, y = rows_ - 1;
    auto back = [&](bool up) {
      --(up ? y : x);
      path_ += turned_ ? (up ? 'U' : names[1]) : (up ? 'D' : names[0]);
      return ticker_.going();
    };
    auto crossed = [&](std::size_t x, std::size_t y) {
      return has(column_last, x, y) || has(row_last, x, y);
    };
    auto met = [&] {
      return has(before, x, y) || (x > 0 && has(before, x - 1, y)) ||
             (y > 0 && has(before, x, y - 1));
    };
    bomb_ = problem_.start;
    if (!has(before, x, y)) {  // else no bomb is needed
      while (!crossed(x, y)) {
        const bool up = y > 0 && (has(behind, x, y - 1) || crossed(x, y - 1));
        if (!back(up)) return false;
      }
      const bool by_row = has(column_last, x, y);
      while (!has(by_row ? row_first : column_first, x, y))
        if (!back(by_row)) return false;
      bomb_ = cell(x, y);
      while (!met())
        if (!back(!by_row)) return false;
    }
    while (x > 0 || y > 0)
      if (!back(y > 0 && has(before, x, y - 1))) return false;
    if (!turned_) std::reverse(path_.begin(), path_.end());
    return true;
  }

  const Problem& problem_;
  Ticker& ticker_;
  bool turned_;  // the goal is the upper end
  std::uint32_t from_, to_;
  bool mirrored_;  // the lower end is to the left
  std::size_t columns_, rows_, words_;
  Word* table_ = nullptr;
  std::uint32_t bomb_ = 0;
  std::string path_;
};

}  // namespace gridproof::onebomb
