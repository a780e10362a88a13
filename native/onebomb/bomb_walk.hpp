// The walk over a bomb, by the distances to the start and to the goal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "onebomb/board.hpp"
#include "onebomb/bordered.hpp"
#include "onebomb/distances.hpp"

namespace gridproof::onebomb {

// The walk comes to the cross of the bomb on some cell and leaves it on another one. In between it
// goes straight along the arms, by way of the bomb's cell.
template <class Distance>
class BombWalk {
 public:
  using Map = Distances<Distance>;

  struct Arm {
    Distance length = Map::wall;  // from start or goal to the bomb
    std::size_t end = 0;          // where it meets the cross
  };
  using Arms = std::pair<Arm, Arm>;  // from the start, and from the goal

  // The board and both maps have to stay.
  BombWalk(const Bordered& board, const Map& to_start, const Map& to_goal)
      : board_(board), to_start_(to_start), to_goal_(to_goal) {}

  // Returns the arms of a bomb over which a walk of this length goes, if there are any.
  std::optional<Arms> arms(std::size_t bomb, Distance length) const {
    for (bool first : {false, true})
      for (bool second : {false, true}) {
        const Arm a = arm(to_start_, bomb, first), e = arm(to_goal_, bomb, second);
        if (static_cast<std::int64_t>(a.length) + e.length == length) return Arms(a, e);
      }
    return {};
  }

  // The steps of the walk over these arms. Unfinished if the ticker of the maps stops it.
  std::string path(std::size_t bomb, const Arms& arms) const {
    const auto& [a, e] = arms;
    std::string path = to_start_.descent(a.end, "DURL");
    std::reverse(path.begin(), path.end());
    add_straight(a.end, bomb, path);
    add_straight(bomb, e.end, path);
    return path + to_goal_.descent(e.end, "UDLR");
  }

 private:
  // The shortest way to the bomb's cell that ends along one axis.
  Arm arm(const Map& d, std::size_t bomb, bool vertical) const {
    Arm best;
    const std::size_t step = vertical ? board_.stride() : 1;
    for (bool forward : {false, true}) {
      std::size_t cell = bomb;
      for (std::size_t k = 0; k <= board_.problem().radius && !board_.is_rock(cell); ++k) {
        const std::int64_t length = d.onto(cell) + static_cast<std::int64_t>(k);
        if (length < best.length) best = {static_cast<Distance>(length), cell};
        cell = forward ? cell + step : cell - step;
      }
    }
    return best;
  }

  // Adds the steps between two cells of one row or column.
  void add_straight(std::size_t from, std::size_t to, std::string& path) const {
    const bool vertical = board_.x(from) == board_.x(to);
    const std::size_t gap = from < to ? to - from : from - to;
    path.append(vertical ? gap / board_.stride() : gap, "UDLR"[(vertical ? 0 : 2) + (from < to)]);
  }

  const Bordered& board_;
  const Map &to_start_, &to_goal_;
};

}  // namespace gridproof::onebomb
