// In which order boxes come to rest, and where they wait until then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sokoban/board/board.hpp"
#include "sokoban/board/position.hpp"

namespace gridproof::sokoban {

// A packing plan: what a search backwards from the filled goals did, read forwards. It is advice,
// no proof: the boxes that it takes from nowhere have to be brought first.
class Plan {
 public:
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  // The origin of a box that a step moves, if it is no square of the plan.
  static constexpr Square from_start = 0xffff;     // it stands there from the beginning
  static constexpr Square from_anywhere = 0xfffe;  // some box

  struct Step {
    Square from, to;
    std::uint32_t until = never;  // the later step that moves the box on
  };

  Plan() = default;

  // The steps in their order, those with `from_start` first.
  explicit Plan(const std::vector<Step>& steps) : steps_(steps) {
    join();
    while (starts_ < steps_.size() && steps_[starts_].from == from_start) ++starts_;
  }

  // Only the order of the goals: for a search that did not come to an end, whose boxes that are
  // left stand anywhere.
  Plan to_goals(const Board& board) const {
    std::vector<Step> steps;
    for (const Step& step : steps_)
      if (step.until == never && board.goal(step.to)) steps.push_back({from_anywhere, step.to});
    return Plan(steps);
  }

  const std::vector<Step>& steps() const { return steps_; }
  std::size_t size() const { return steps_.size(); }

  // Counts the steps that are done: after all of them each box that they moved stands where the
  // last of them left it. Boxes that should stand where they have always stood count first.
  std::size_t done(const Occupied& occupied) const {
    std::size_t kept = 0, there = 0;
    for (std::size_t i = 0; i < starts_; ++i)
      if (steps_[i].until == never) {
        ++kept;
        there += occupied.box(steps_[i].to);
      }
    if (there < kept) return there;
    const std::size_t count = prefix(occupied);
    std::size_t missing = 0;
    for (std::size_t i = 0; i < starts_; ++i)
      missing += !occupied.box(steps_[i].to) && steps_[i].until >= count;
    return count - missing;
  }

  // The square to which the next step brings a box; the board's wall if there is none to bring.
  Square next(const Board& board, const Occupied& occupied) const {
    for (std::size_t i = 0; i < starts_; ++i)
      if (steps_[i].until == never && !occupied.box(steps_[i].to)) return board.wall();
    const std::size_t count = prefix(occupied);
    return count == steps_.size() ? board.wall() : steps_[count].to;
  }

 private:
  // The most steps after which nothing is missing.
  std::size_t prefix(const Occupied& occupied) const {
    std::size_t count = steps_.size();
    for (std::size_t i = steps_.size(); i-- > starts_;)
      if (!occupied.box(steps_[i].to) && steps_[i].until >= count) count = i;
    return count;
  }

  // Makes one step of two where a box goes on at once, and finds out which step moves a box on.
  void join() {
    std::vector<Step> joined;
    for (const Step& step : steps_) {
      const bool on =
          !joined.empty() && joined.back().from != from_start && joined.back().to == step.from;
      if (!on)
        joined.push_back(step);
      else if ((joined.back().to = step.to) == joined.back().from)
        joined.pop_back();
    }
    steps_ = joined;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      steps_[i].until = never;
      for (std::size_t j = i + 1; j < steps_.size() && steps_[i].until == never; ++j)
        if (steps_[j].from == steps_[i].to) steps_[i].until = static_cast<std::uint32_t>(j);
    }
  }

  std::vector<Step> steps_;
  std::size_t starts_ = 0;
};

}  // namespace gridproof::sokoban
