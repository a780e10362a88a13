// Sets of floor squares as bits, that grow to all neighbours at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridproof::sokoban {

// Floor squares are numbered row by row.
using Square = std::uint16_t;

// A set of so many times 64 bits.
template <int Words>
struct BitSet {
  std::array<std::uint64_t, Words> words{};

  BitSet operator&(const BitSet& other) const {
    BitSet set;
    for (int w = 0; w < Words; ++w) set.words[w] = words[w] & other.words[w];
    return set;
  }
  BitSet operator|(const BitSet& other) const {
    BitSet set;
    for (int w = 0; w < Words; ++w) set.words[w] = words[w] | other.words[w];
    return set;
  }
  // By 1 to 63 bits.
  BitSet operator<<(unsigned n) const {
    BitSet set;
    for (int w = Words - 1; w > 0; --w) set.words[w] = words[w] << n | words[w - 1] >> (64 - n);
    set.words[0] = words[0] << n;
    return set;
  }
  BitSet operator>>(unsigned n) const {
    BitSet set;
    for (int w = 0; w + 1 < Words; ++w) set.words[w] = words[w] >> n | words[w + 1] << (64 - n);
    set.words[Words - 1] = words[Words - 1] >> n;
    return set;
  }
  bool operator==(const BitSet& other) const {
    std::uint64_t different = 0;
    for (int w = 0; w < Words; ++w) different |= words[w] ^ other.words[w];
    return different == 0;
  }
};

// The bits of a small floor: one for each cell of the least rectangle around it, row by row, so
// that a lower square has a lower bit. Of a larger floor all squares have the same one.
class FloorBits {
 public:
  // On larger floors ways are long, and a list is filled sooner.
  static constexpr int max_words = 2;

  FloorBits() = default;

  // The cells are those of the squares, in a level of that width.
  FloorBits(const std::vector<std::uint32_t>& cells, std::uint32_t width) : bit_(cells.size() + 1) {
    if (cells.empty()) return;
    std::uint32_t left = width, right = 0;
    for (const std::uint32_t cell : cells) {
      left = std::min(left, cell % width);
      right = std::max(right, cell % width);
    }
    const std::uint32_t top = cells.front() / width;
    row_ = right - left + 1;
    const std::size_t bits = std::size_t{row_} * (cells.back() / width - top + 1);
    if (row_ >= 64 || bits > max_words * 64) return;
    words_ = static_cast<int>((bits + 63) / 64);
    const auto wall = static_cast<Square>(cells.size());
    square_.assign(bits, wall);
    for (Square s = 0; s < wall; ++s) {
      bit_[s] =
          static_cast<std::uint16_t>((cells[s] / width - top) * row_ + cells[s] % width - left);
      square_[bit_[s]] = s;
    }
    bit_[wall] = static_cast<std::uint16_t>(bits);  // in no set
    for (std::size_t bit = 0; bit < bits; ++bit)
      if (bit % row_ + 1 < row_) not_last_.words[bit / 64] |= std::uint64_t{1} << bit % 64;
  }

  // The words that a set takes; 0 if the floor is too large.
  int words() const { return words_; }
  std::size_t bit(Square s) const { return bit_[s]; }
  Square square(std::size_t bit) const { return square_[bit]; }

  // The squares that the player gets to from one over free ones.
  template <int Words>
  BitSet<Words> filled(const std::uint64_t* free_words, Square player) const {
    BitSet<Words> free, not_last, now;
    std::copy_n(free_words, Words, free.words.begin());
    std::copy_n(not_last_.words.begin(), Words, not_last.words.begin());
    now.words[bit_[player] / 64] = std::uint64_t{1} << bit_[player] % 64;
    free = free | now;
    for (;;) {
      const BitSet<Words> aside = now | (((now & not_last) << 1 | ((now >> 1) & not_last)) & free);
      const BitSet<Words> next = aside | ((aside << row_ | aside >> row_) & free);
      if (next == now) return now;
      now = next;
    }
  }

 private:
  std::vector<std::uint16_t> bit_;
  std::vector<Square> square_;  // of a bit, or the wall
  int words_ = 0;
  std::uint32_t row_ = 0;
  BitSet<max_words> not_last_;  // cells with one to the right
};

}  // namespace gridproof::sokoban
