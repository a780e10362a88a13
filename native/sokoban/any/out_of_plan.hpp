// Boxes that a plan will not need any more where they stand, and steps of it that no box is left
// for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/bits.hpp"
#include "common/limits.hpp"
#include "matching/bipartite.hpp"
#include "sokoban/any/lone_box.hpp"
#include "sokoban/any/plan.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// A step takes a box from somewhere to where it comes to rest, between the boxes that have come to
// rest by then. From some squares a lone box can get there and from others it cannot; so each of
// the steps that are left needs a box of its own on one of its squares. If two steps need the only
// box that gets there, one goes without. A box that can make no step that is left is shut in, and
// one that the next step on which it makes a difference will shut in had better leave soon: for
// each number of steps done there is a zone of such squares.
template <int Words>
class OutOfPlan {
 public:
  OutOfPlan(const Level& level, const Plan& plan, Ticker& ticker)
      : ticker_(ticker), bipartite_(level.square_of.size()) {
    const Board& board = level.board;
    const auto& steps = plan.steps();
    steps_.resize(steps.size());
    LoneBox lone(board);
    Occupied fixed(board);
    Slots packed{}, zone{};
    std::size_t announced = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!ticker.going(1 + board.squares() * 8)) return;
      Step& step = steps_[i];
      step.packed = packed;
      step.rests = steps[i].until == Plan::never;
      lone.lay(fixed);
      const Square root[] = {steps[i].to};
      const auto& from = lone.template spread<true>(root);
      for (std::size_t slot = 0; slot < level.square_of.size(); ++slot)
        if (from.has(level.square_of[slot])) add(step.from, slot);
      if (step.rests) {
        fixed.put(steps[i].to, On::box);
        add(packed, level.slot_of[steps[i].to]);
      } else {
        steps_[steps[i].until].before = i;
      }
      if (i + 1 == steps.size()) break;
      const Slots then = shut_in(level, plan, i + 1, fixed, lone);
      if (then == zone) continue;
      zone = then;
      for (; announced <= i; ++announced) steps_[announced].zone = zone;
    }
    // After its last change a zone stays.
    for (; announced < steps.size(); ++announced) steps_[announced].zone = zone;
  }

  // Counts the boxes in the zone after `done` steps.
  unsigned boxes(const Key<Words>& key, std::size_t done) const {
    if (done >= steps_.size()) return 0;
    unsigned count = 0;
    for (int w = 0; w < Words; ++w)
      count += static_cast<unsigned>(count_bits(key.boxes[w] & steps_[done].zone[w]));
    return count;
  }

  // Counts the other steps that go without a box, at least.
  unsigned steps(const Key<Words>& key, std::size_t done) {
    if (done >= steps_.size()) return 0;
    rows_.clear();
    Slots all;
    for (int w = 0; w < Words; ++w) all[w] = key.boxes[w] & ~steps_[done].packed[w];
    for (std::size_t i = done; i < steps_.size(); ++i) {
      if (!steps_[i].rests) continue;
      // The box may stand where it waits, or come there first.
      Slots boxes{};
      for (std::size_t j = i; j != none && j >= done; j = steps_[j].before)
        for (int w = 0; w < Words; ++w) boxes[w] |= steps_[j].from[w] & all[w];
      // A step that any box can make has one in the end: there are as many as steps.
      if (boxes != all) rows_.push_back(boxes);
    }
    if (!ticker_.going(1 + rows_.size() / rows_a_step)) return 0;
    pointers_.clear();
    for (const Slots& row : rows_) pointers_.push_back(row.data());
    return static_cast<unsigned>(rows_.size() - bipartite_.most(pointers_));
  }

 private:
  using Slots = std::array<std::uint64_t, Words>;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  // The number of rows that take about as long as one of a ticker's short steps.
  static constexpr std::size_t rows_a_step = 16;

  struct Step {
    Slots from{};               // where a box may stand that makes it
    Slots packed{};             // the boxes that have come to rest before
    Slots zone{};               // what is to be free of boxes before it
    std::size_t before = none;  // the step that brings its box to where it waits
    bool rests = false;         // whether its box stays
  };

  static void add(Slots& slots, std::size_t slot) {
    slots[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

  // From which free squares no step from this one on can be made between these boxes.
  static Slots shut_in(const Level& level, const Plan& plan, std::size_t step,
                       const Occupied& fixed, LoneBox& lone) {
    std::vector<Square> later;
    for (std::size_t i = step; i < plan.size(); ++i) later.push_back(plan.steps()[i].to);
    lone.lay(fixed);
    const auto& open = lone.template spread<true>(later);
    Slots shut{};
    for (std::size_t slot = 0; slot < level.square_of.size(); ++slot)
      if (const Square s = level.square_of[slot]; fixed.free(s) && !open.has(s)) add(shut, slot);
    return shut;
  }

  Ticker& ticker_;
  matching::Bipartite bipartite_;
  std::vector<Step> steps_;
  std::vector<Slots> rows_;
  std::vector<const std::uint64_t*> pointers_;
};

}  // namespace gridproof::sokoban
