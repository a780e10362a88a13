// The matching bound: a lower bound on the pushes between a position and one end of the play.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"
#include "matching/assignment.hpp"
#include "sokoban/board/board.hpp"
#include "sokoban/board/distances.hpp"
#include "sokoban/board/level.hpp"

namespace gridproof::sokoban {

// The cheapest assignment of the boxes to the targets of some distances, or, without a matching,
// the sum of what the boxes are away from their nearest targets. A push changes it by at most one.
class MatchingBound {
 public:
  static constexpr std::int32_t infinite = matching::Assignment::infinite;

  // Level and distances have to stay.
  MatchingBound(const Level& level, const Distances& distances, bool matching)
      : sides_(level.sides),
        distances_(distances),
        matching_(matching),
        rows_(level.board.boxes().size()),
        assignment_(rows_.size()) {}

  // The bound of a position with its boxes in ascending order; `infinite` if it is dead. If the
  // ticker stops it, it means nothing.
  std::int32_t of(const std::vector<Square>& boxes, Square player, Ticker& ticker) {
    sum_ = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      rows_[i] = distances_.row(Distances::place(boxes[i], sides_.side(boxes[i], player)));
      if (!matching_) sum_ = std::min(sum_ + nearest(rows_[i]), infinite);
    }
    return matching_ ? assignment_.update(rows_, ticker) : sum_;
  }

  // The same with box i at another place; of() was the last call before, and finite.
  std::int32_t with(std::size_t i, std::size_t place) {
    const std::uint16_t* row = distances_.row(place);
    if (matching_) return assignment_.with(i, row, push_gap);
    return std::min(sum_ - nearest(rows_[i]) + nearest(row), infinite);
  }

  // The time of with(), in a ticker's short steps.
  std::size_t steps() const { return assignment_.steps(); }

 private:
  std::int32_t nearest(const std::uint16_t* row) const {
    const std::uint16_t least = *std::min_element(row, row + distances_.targets());
    return least == unreachable ? infinite : least;
  }

  const Sides& sides_;
  const Distances& distances_;
  bool matching_;
  std::vector<const std::uint16_t*> rows_;
  matching::Assignment assignment_;
  std::int32_t sum_ = 0;
};

}  // namespace gridproof::sokoban
