// The bound of a position by tables, from one position to those that a push leads to.
//
// It is the largest of the cheapest assignment, and of the base at reduced costs with what is
// charged besides: to groups of boxes; or to zones; or to the first zone, and outside of it to
// groups. Each is a bound. docs/explanation/sokoban-bounds.md has the proofs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/limits.hpp"
#include "common/team.hpp"
#include "matching/assignment.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/bounds/reduced_costs.hpp"
#include "sokoban/search/options.hpp"
#include "sokoban/tables/conflicts.hpp"
#include "sokoban/tables/groups.hpp"
#include "sokoban/tables/learnt_zones.hpp"
#include "sokoban/tables/packing.hpp"
#include "sokoban/tables/zones.hpp"

namespace gridproof::sokoban {

class Bound {
 public:
  static constexpr std::uint32_t dead = std::numeric_limits<std::uint32_t>::max();

  // Tests whether there can be tables for a level at all.
  static bool fits(const Level& level) {
    return level.square_of.size() <= max_table_slots &&
           level.board.boxes().size() <= Packing::max_boxes;
  }

  // The bound without tables, which may take `memory`; of no use if the costs are not. A team
  // shares the making of some of them.
  Bound(const Level& level, const ReducedCosts& costs, const Options& options, std::size_t memory,
        Ticker& ticker, Team* team = nullptr);

  // The same bound for another thread, with the tables that there are now: it makes no more, and
  // what the first one makes later does not change it.
  Bound(const Bound& other, Ticker& ticker);

  // Sets the bytes that the tables may take from now on.
  void let(std::size_t memory) { memory_ = memory; }

  // Makes the next tables if they are worth it after `nodes` nodes. The ticker may stop it.
  void grow(std::uint64_t nodes);

  // Learns a zone from positions whose bound is too low, after `nodes` nodes; true if there is one.
  bool learn(const std::vector<LearntZones::Sample>& samples, std::uint64_t nodes);

  // A bound of all solutions from the start, higher than that of its position may be.
  std::uint32_t start() const { return start_; }

  std::size_t bytes() const;

  // Takes a working position, and bounds the pushes from there on; `dead`: it has no solution, or
  // the ticker stopped it. The boxes and the region have to stay as they are while it is in hand.
  std::uint32_t take(std::span<const Square> boxes, const Region& player);

  // The same for the position that comes of it by the push of its i-th box in direction d.
  std::uint32_t pushed(std::size_t i, int d);

  // The time of one of these, in a ticker's short steps.
  std::size_t steps() const { return 1 + assignment_.steps(); }

 private:
  // The sets of a position that cost something.
  struct Gains {
    std::vector<Item> all, outside;
    bool dead = false;

    void clear() {
      all.clear();
      outside.clear();
      dead = false;
    }
  };

  // Calls visit(table) for each table of groups that there is.
  template <class Visit>
  void each_table(Visit visit) const {
    if (pairs_) visit(*pairs_);
    if (triples_) visit(*triples_);
    if (quadruples_) visit(*quadruples_);
  }

  enum class Step : std::uint8_t { pairs, triples, zones, quadruples, larger_zones, none };

  void make(Step step, std::uint64_t nodes);
  void make_tables(std::uint64_t nodes);
  void raise_start();
  Ticker room(std::uint64_t nodes);
  std::size_t entries_of(Step step) const;
  std::size_t bytes_of(Step step) const;
  Charges leave_out(Charges charges, std::span<const Square> zone) const;

  template <class Region>
  void look(std::uint8_t slot, std::uint64_t box, std::size_t limit, Region region, Gains& gains);

  // The region of the player, of those around a set, in the working position.
  template <std::size_t K>
  int region(std::uint64_t ports, const std::array<std::uint8_t, K>& slots);

  const std::uint16_t* row(Square box, Square player) const;
  std::uint32_t largest(std::int32_t base, std::int32_t assigned, const Zones::Excess& zones);

  const Level& level_;
  const ReducedCosts& costs_;
  Options options_;
  std::size_t memory_;
  Ticker& ticker_;
  Team* team_;
  Step next_ = Step::pairs;
  std::shared_ptr<GroupTable<2>> pairs_;
  std::shared_ptr<GroupTable<3>> triples_;
  std::shared_ptr<GroupTable<4>> quadruples_;
  Zones zones_;
  LearntZones learnt_;
  Conflicts conflicts_;
  std::uint32_t start_ = 0;
  std::uint64_t conflict_states_ = 200'000;  // that are looked at the next time,
  std::uint64_t conflicts_at_ = 0;           // and after how many nodes
  std::optional<Charges> outside_;           // the first zone
  matching::Assignment assignment_;
  Packing packing_;

  // Of the working position.
  std::span<const Square> boxes_;
  const Region* player_ = nullptr;
  SlotBits bits_{};
  std::array<std::uint8_t, max_table_slots> box_of_{};  // of a slot with a box
  std::vector<const std::uint16_t*> rows_;
  std::int32_t base_ = 0, assigned_ = 0;
  Zones::At at_;
  Gains gains_;

  Gains child_;
  Occupied alone_;
  sokoban::Region around_;
};

}  // namespace gridproof::sokoban
