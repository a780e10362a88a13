// A position laid out for moving: what is on each square, and where the player can get.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "common/bits.hpp"
#include "sokoban/board/board.hpp"

namespace gridproof::sokoban {

// The number of squares of a filled region that take about as long as one of a ticker's short
// steps.
constexpr std::size_t squares_a_step = 256;

enum class On : std::uint8_t { nothing, box, wall };

// The contents of each square; for a small floor the free ones as bits too. The board has to stay.
class Occupied {
 public:
  explicit Occupied(const Board& board)
      : bits_(&board.bits()), on_(board.squares() + 1, On::nothing) {
    on_[board.wall()] = On::wall;
    for (Square s = 0; s < board.squares(); ++s) put(s, On::nothing);
  }

  On operator[](Square s) const { return on_[s]; }
  const std::vector<On>& all() const { return on_; }
  const std::uint64_t* free_bits() const { return free_.data(); }
  bool free(Square s) const { return on_[s] == On::nothing; }
  bool box(Square s) const { return on_[s] == On::box; }
  bool wall(Square s) const { return on_[s] == On::wall; }
  void put(Square s, On what) {
    on_[s] = what;
    const std::size_t bit = bits_->bit(s);
    std::uint64_t& word = free_[bit / 64];
    word = (word & ~(std::uint64_t{1} << bit % 64)) | std::uint64_t{what == On::nothing}
                                                          << bit % 64;
  }
  void move(Square from, Square to) {
    put(from, On::nothing);
    put(to, On::box);
  }

 private:
  const FloorBits* bits_;
  std::vector<On> on_;
  std::array<std::uint64_t, FloorBits::max_words + 1> free_{};
};

// The squares that the player can get to.
class Region {
 public:
  explicit Region(const Board& board)
      : board_(board),
        on_(board.squares() + 1),
        steps_(board.squares() + 1),
        order_(board.squares()) {}

  // Fills the region from `player`; returns its lowest square, which names it.
  Square fill(const Occupied& occupied, Square player) {
    player_ = player;
    by_bits_ = board_.bits().words() > 0;
    switch (board_.bits().words()) {
      case 1:
        return flood<1>(occupied);
      case 2:
        return flood<2>(occupied);
    }
    spread<false>(occupied);
    return *std::min_element(order_.begin(), order_.begin() + size_);
  }

  // The same, with the number of steps to each square.
  void measure(const Occupied& occupied, Square player) {
    player_ = player;
    by_bits_ = false;
    spread<true>(occupied);
  }

  // The square that it was filled from.
  Square player() const { return player_; }
  bool has(Square s) const {
    if (!by_bits_) return on_[s] == reached;
    const std::size_t bit = board_.bits().bit(s);
    return bits_[bit / 64] >> bit % 64 & 1;
  }
  std::uint32_t steps(Square s) const { return steps_[s]; }  // after measure()
  // Tests whether it is known to be all free squares, on a small floor.
  bool all_of(const Occupied& occupied) const {
    return by_bits_ && std::equal(bits_.begin(), bits_.end(), occupied.free_bits());
  }

  // Calls visit() with each square; after measure() in the order of their distance.
  template <class Visit>
  void each(Visit visit) const {
    const std::size_t listed = by_bits_ ? 0 : size_;
    for (std::size_t i = 0; i < listed; ++i) visit(order_[i]);
    for (int w = 0; w < (by_bits_ ? board_.bits().words() : 0); ++w)
      for (std::uint64_t left = bits_[w]; left; left &= left - 1)
        visit(board_.bits().square(w * 64 + std::countr_zero(left)));
  }

 private:
  static constexpr On reached{0xff};

  template <int Words>
  Square flood(const Occupied& occupied) {
    const BitSet<Words> filled = board_.bits().filled<Words>(occupied.free_bits(), player_);
    std::copy_n(filled.words.begin(), Words, bits_.begin());
    int w = 0;
    while (bits_[w] == 0) ++w;
    return board_.bits().square(w * 64 + std::countr_zero(bits_[w]));
  }

  // Breadth first, on a copy of the board, so that one look tells whether a square is new. Inlined
  // into a large function it is a fifth slower.
  template <bool Measure>
  [[gnu::noinline]] void spread(const Occupied& occupied) {
    std::copy(occupied.all().begin(), occupied.all().end(), on_.begin());
    On* const on = on_.data();
    Square* const order = order_.data();
    order[0] = player_;
    on[player_] = reached;
    steps_[player_] = 0;
    std::size_t size = 1;
    for (std::size_t i = 0; i < size; ++i)
      for (const Square t : board_.around(order[i])) {
        if (on[t] != On::nothing) continue;
        on[t] = reached;
        if constexpr (Measure) steps_[t] = steps_[order[i]] + 1;
        order[size++] = t;
      }
    size_ = size;
  }

  const Board& board_;
  Square player_ = 0;
  bool by_bits_ = false;
  std::array<std::uint64_t, FloorBits::max_words + 1> bits_{};  // or
  std::vector<On> on_;
  std::vector<std::uint32_t> steps_;
  std::vector<Square> order_;  // of their distance
  std::size_t size_ = 0;
};

// Calls begin() with the words that the sets of so many slots take.
template <class Begin>
auto with_words(std::size_t slots, Begin begin) {
  if (slots <= 64) return begin(std::integral_constant<int, 1>{});
  if (slots <= 128) return begin(std::integral_constant<int, 2>{});
  if (slots <= 256) return begin(std::integral_constant<int, 4>{});
  return begin(std::integral_constant<int, 16>{});
}

// A position as it is stored: the set of slots (numbers of squares where boxes may be) that hold a
// box, and the player's square or the lowest square of his region.
template <int Words>
struct Key {
  std::array<std::uint64_t, Words> boxes{};
  std::uint32_t player = 0;

  bool operator==(const Key& other) const {
    std::uint64_t different = player ^ other.player;
    for (int w = 0; w < Words; ++w) different |= boxes[w] ^ other.boxes[w];
    return different == 0;
  }

  std::uint64_t hash() const {
    std::uint64_t h = mix(player + 0x9e3779b97f4a7c15ULL);
    for (std::uint64_t word : boxes) h = mix(h ^ word) + word;
    return h;
  }

  void add(std::size_t slot) { boxes[slot / 64] |= std::uint64_t{1} << (slot % 64); }
  void remove(std::size_t slot) { boxes[slot / 64] &= ~(std::uint64_t{1} << (slot % 64)); }
  bool has(std::size_t slot) const { return boxes[slot / 64] >> (slot % 64) & 1; }

  template <class Visit>
  void each_box(Visit visit) const {
    for (int w = 0; w < Words; ++w)
      for (std::uint64_t left = boxes[w]; left; left &= left - 1)
        visit(static_cast<std::size_t>(w * 64 + std::countr_zero(left)));
  }
};

// One push, or one pull: a box goes from a square to the next one.
struct Push {
  Square from, to;
};

}  // namespace gridproof::sokoban
