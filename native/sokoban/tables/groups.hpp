// Exact tables over all sets of two, three or four boxes that are alone on the board.
//
// The entry of a set and a region of the player is the least that pushes and ends of these boxes
// cost, reduced, until they stand on any goals; `dead` if they never can. Other boxes only
// obstruct, and each push moves one box, so what sets without a common box cost adds up. Of a set
// only the squares next to its boxes are ever asked for: a port is the pair of a box of the set and
// a direction, and 4 bits a port name the region of the player that it is in. After a push the
// player stands on a port of the box that he pushed.
//
// A set counts only where it says more than its parts together; those where it does are found by
// bits, box by box. The proofs: docs/explanation/sokoban-bounds.md.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"

namespace gridproof::sokoban {

// A set of slots. Levels with more of them have no tables.
constexpr std::size_t max_table_slots = 256;
using SlotBits = std::array<std::uint64_t, max_table_slots / 64>;

// The costs of the pushes and ends that count: all, or those that do not touch a zone.
struct Charges {
  ReducedCosts::Table pushes;
  std::vector<std::uint8_t> ends;  // of each square, whether its end counts
};

// The cost of a set, counting everything, and only what is outside the zone.
struct GroupGain {
  std::uint8_t all = 0, outside = 0;
};

template <int K>
class GroupTable {
 public:
  static constexpr std::uint8_t dead = 255;
  using Slots = std::array<std::uint8_t, K>;  // ascending

  // About the bytes that it takes while it is made.
  static std::size_t bytes(const Level& level);

  GroupTable(const Level& level, const ReducedCosts& costs) : level_(level), costs_(costs) {}

  // Makes the table for all that is charged; `pairs` and `smaller` are those of the smaller sets
  // (none for pairs). False: the ticker stopped it, and it is of no use. A team shares a part of
  // it.
  bool make(const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller, const Charges& all,
            Ticker& ticker, Team* team = nullptr);

  // Adds what is charged outside a zone, after the smaller tables have it. False: it was stopped.
  bool add_outside(const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller,
                   const Charges& outside, Ticker& ticker, Team* team);

  // Calls visit(slots, gain) for each set that counts of `a` and other slots of `others` below
  // `limit`; region(ports, slots) is asked for the number of the player's region.
  template <class Region, class Visit>
  void each(std::uint8_t a, const SlotBits& others, std::size_t limit, Region region,
            Visit visit) const {
    each_bit(first_, a, others, limit, [&](std::uint8_t b) {
      if constexpr (K == 2) {
        look(sorted({a, b}), region, visit);
      } else {
        const std::size_t ab = a * slots_ + b;
        each_bit(second_, ab, others, b, [&](std::uint8_t c) {
          if constexpr (K == 3)
            look(sorted({a, b, c}), region, visit);
          else
            each_bit(third_, ab * slots_ + c, others, c,
                     [&](std::uint8_t d) { look(sorted({a, b, c, d}), region, visit); });
        });
      }
    });
  }

  // The number of the region that the port (of the w-th box of a set, in direction d) is in.
  static int port(std::uint64_t ports, std::size_t w, int d) {
    return static_cast<int>(ports >> (w * directions + d) * 4 & 15);
  }
  static constexpr int no_region = 15;

  // For larger sets: whether the floor around a set is in one piece, and the gain of a set whose
  // w-th box has the player at its port in direction d; 0 if there is no such region.
  bool one_region(const Slots& slots) const {
    const std::size_t code = number(slots);
    return sets_[code + 1].first - sets_[code].first == 1;
  }
  GroupGain gain(const Slots& slots, std::size_t w, int d) const {
    const std::size_t code = number(slots);
    const int region = port(sets_[code].ports, w, d);
    if (region == no_region) return {};
    return gain_at(sets_[code].first + region);
  }

  std::size_t useful() const { return useful_; }
  std::size_t bytes() const;

 private:
  template <int>
  friend class GroupTable;

  static constexpr int max_regions = 8;  // the others count as one with the last of these

  struct Set {
    std::uint64_t ports;
    std::uint32_t first;  // of its entries
    std::array<std::uint8_t, 4> slots;
  };

  // A set that is reached backwards, with the player's region of it, and its cost.
  struct Reached {
    std::uint32_t code;
    std::uint8_t region, cost;
  };

  static Slots slots_of(const Set& set) {
    Slots slots;
    for (int i = 0; i < K; ++i) slots[i] = set.slots[i];
    return slots;
  }

  static Slots sorted(Slots slots) {
    for (int i = 1; i < K; ++i)
      for (int j = i; j > 0 && slots[j] < slots[j - 1]; --j) std::swap(slots[j], slots[j - 1]);
    return slots;
  }

  std::size_t number(const Slots& slots) const {
    std::size_t code = 0;
    for (int i = 0; i < K; ++i) code += below_[i][slots[i]];
    return code;
  }

  GroupGain gain_at(std::size_t entry) const {
    return {all_[entry], outside_.empty() ? std::uint8_t{0} : outside_[entry]};
  }

  template <class Region, class Visit>
  void look(const Slots& slots, Region region, Visit visit) const {
    const Set& set = sets_[number(slots)];
    const int r = region(set.ports, slots);
    if (r == no_region) return;
    const GroupGain gain = gain_at(set.first + r);
    if (gain.all | gain.outside) visit(slots, gain);
  }

  template <class Visit>
  void each_bit(const std::vector<std::uint64_t>& masks, std::size_t row, const SlotBits& others,
                std::size_t limit, Visit visit) const {
    for (std::size_t w = 0; w < words_ && w * 64 < limit; ++w) {
      std::uint64_t bits = masks[row * words_ + w] & others[w];
      if (limit < (w + 1) * 64) bits &= (std::uint64_t{1} << limit % 64) - 1;
      for (; bits; bits &= bits - 1)
        visit(static_cast<std::uint8_t>(w * 64 + std::countr_zero(bits)));
    }
  }

  bool number_sets(Ticker& ticker);
  bool find_ports(const GroupTable<K - 1>* smaller, Ticker& ticker, Team* team);
  void find_ports(std::size_t begin, std::size_t end, const GroupTable<K - 1>* smaller,
                  Ticker& ticker);
  bool fill(const Charges& charges, bool outside, std::vector<std::uint8_t>& found, Ticker& ticker,
            Team* team) const;
  bool keep_useful(const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller, Ticker& ticker,
                   Team* team);
  void mark(const Slots& slots);
  GroupGain best_of_parts(const Slots& slots, std::uint64_t ports, int region,
                          const GroupTable<2>* pairs, const GroupTable<K - 1>* smaller) const;

  const Level& level_;
  const ReducedCosts& costs_;
  std::size_t slots_ = 0, words_ = 0, useful_ = 0;
  std::array<std::vector<std::uint32_t>, K> below_;  // C(slot, i + 1)
  std::vector<Set> sets_;                            // by number; one more at the end
  std::vector<std::uint32_t> merged_;  // numbers of sets with more regions than have entries
  std::vector<std::uint8_t> all_, outside_;
  // Of a slot, two and three slots: the slots of sets that count with them, one after the other.
  std::vector<std::uint64_t> first_, second_, third_;
};

// A table with no sets; pairs have no smaller ones.
template <>
class GroupTable<1> {};

extern template class GroupTable<2>;
extern template class GroupTable<3>;
extern template class GroupTable<4>;

}  // namespace gridproof::sokoban
