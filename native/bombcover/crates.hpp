// Sets of crates, and which parts of the board can be reached when the others are gone.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "bombcover/board.hpp"
#include "bombcover/setup_limits.hpp"

namespace gridproof::bombcover {

template <int Words>
struct CrateSet {
  std::array<std::uint64_t, Words> words{};

  bool test(std::uint32_t c) const { return words[c >> 6] >> (c & 63) & 1; }
  void set(std::uint32_t c) { words[c >> 6] |= std::uint64_t{1} << (c & 63); }
  void reset(std::uint32_t c) { words[c >> 6] &= ~(std::uint64_t{1} << (c & 63)); }
  bool operator==(const CrateSet& o) const {
    std::uint64_t differ = 0;
    for (int i = 0; i < Words; ++i) differ |= words[i] ^ o.words[i];
    return differ == 0;
  }
  bool any() const {
    std::uint64_t all = 0;
    for (std::uint64_t w : words) all |= w;
    return all != 0;
  }
  bool subset_of(const CrateSet& o) const {
    std::uint64_t outside = 0;
    for (int i = 0; i < Words; ++i) outside |= words[i] & ~o.words[i];
    return outside == 0;
  }
  friend CrateSet operator|(CrateSet a, const CrateSet& b) {
    for (int i = 0; i < Words; ++i) a.words[i] |= b.words[i];
    return a;
  }
  friend CrateSet operator&(CrateSet a, const CrateSet& b) {
    for (int i = 0; i < Words; ++i) a.words[i] &= b.words[i];
    return a;
  }
  friend CrateSet operator-(CrateSet a, const CrateSet& b) {
    for (int i = 0; i < Words; ++i) a.words[i] &= ~b.words[i];
    return a;
  }
  template <class Visit>
  void each(Visit visit) const {
    for (int i = 0; i < Words; ++i)
      for (std::uint64_t w = words[i]; w; w &= w - 1)
        visit(static_cast<std::uint32_t>(i * 64 + std::countr_zero(w)));
  }
};

// Walks over the nodes of a board that players can reach.
template <int Words>
class Walk {
 public:
  using Set = CrateSet<Words>;

  Walk(const Board& board, SetupLimits& setup) : board_(board) {
    const std::uint32_t crates = board.crates();
    setup.take(board.nodes() * sizeof(Set) + crates * (sizeof(rooms_[0]) + 16));
    near_.resize(board.nodes());
    rooms_.resize(crates);
    for (std::uint32_t node = 0; node < board.nodes(); ++node) {
      setup.step();
      for (std::uint32_t next : board.neighbours()[node]) {
        if (next < crates)
          near_[node].set(next);
        else if (node < crates)
          rooms_[node].push_back(next);
      }
    }
    for (std::uint32_t c = 0; c < crates; ++c) all_.set(c);
  }

  const Set& all() const { return all_; }

  // Calls visit(node) for each room that can be reached while these crates stand, and for each
  // crate's cell that is empty and can be reached.
  template <class Visit>
  void reach(const Set& crates, Visit visit) {
    const Set gone = all_ - crates;
    entered_.assign(board_.rooms(), false);
    Set touched, reached;
    auto enter = [&](std::uint32_t room) {
      if (entered_[room - board_.crates()]) return;
      entered_[room - board_.crates()] = true;
      touched = touched | near_[room];
      visit(room);
    };
    for (std::uint32_t room : board_.start_rooms()) enter(room);
    for (Set now = touched & gone; now.any(); now = (touched & gone) - reached) {
      reached = reached | now;
      now.each([&](std::uint32_t c) {
        touched = touched | near_[c];
        visit(c);
        for (std::uint32_t room : rooms_[c]) enter(room);
      });
    }
  }

 private:
  const Board& board_;
  Set all_;
  std::vector<Set> near_;                          // crates next to each node
  std::vector<std::vector<std::uint32_t>> rooms_;  // rooms next to each crate
  std::vector<bool> entered_;
};

}  // namespace gridproof::bombcover
