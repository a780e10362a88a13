// The shortest walk after one piercing bomb, in time linear in the number of cells.
//
// A walk leaves the cross that the bomb clears last on some cell v, and enters it first on some
// cell u; in between a straight way along the arms is shortest. So the answer is the least
// A(b) + E(b) over all cells b, where A is the distance transform of the distances to the start
// along the row of b and E that of those to the goal along its column, or the other way round.
// docs/explanation/onebomb-solver.md has the proof, and why what is left out does not matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/compiler.hpp"
#include "common/limits.hpp"
#include "onebomb/board.hpp"
#include "onebomb/bomb_walk.hpp"
#include "onebomb/bordered.hpp"
#include "onebomb/distances.hpp"
#include "onebomb/memory.hpp"
#include "onebomb/radius_window.hpp"
#include "onebomb/spread.hpp"
#include "onebomb/straight.hpp"
#include "onebomb/table.hpp"

namespace gridproof::onebomb {

// Distance is int16_t where distances are small, for the sake of memory traffic, else int32_t.
template <class Distance>
class Crossing {
 public:
  // No walk is shorter than `bound`.
  Crossing(const Problem& problem, std::uint32_t bound, Ticker& ticker, std::size_t& peak_memory,
           bool& sweeps)
      : problem_(problem),
        ticker_(ticker),
        memory_(ticker, peak_memory),
        sweeps_(sweeps),
        board_(problem, Map::stride(problem)),
        start_(board_.inner(problem.start)),
        goal_(board_.inner(problem.goal)),
        straight_(static_cast<Distance>(problem.straight())),
        bound_(static_cast<Distance>(bound)) {}

  // False if the answer is not decided, as some distance does not fit. A walk of `enough` steps
  // will do. If the ticker stops it, what is known stays in `answer`.
  bool run(std::uint32_t enough, Answer& answer) {
    if (!measured(to_start_, start_, goal_, unreached)) return true;
    if ((*to_start_)[goal_] < unreached) {
      best_ = (*to_start_)[goal_];
      std::string path = to_start_->descent(goal_, "DURL");
      if (ticker_.stop() != Stop::none) return true;
      std::reverse(path.begin(), path.end());
      answer = {true, best_ == bound_, static_cast<std::uint32_t>(best_), problem_.start,
                std::move(path)};
      ticker_.find(best_);
      if (answer.proven || answer.length <= enough) return true;
    }
    // A shorter walk meets a brick, and goes over empty cells before the first one.
    const bool meets = meets_brick();
    if (meets && !measured(to_goal_, goal_, nowhere, best_)) return true;
    frame();
    if (meets && !(problem_.limited() ? cross_with_radius() : cross())) return true;
    if (above_ && !find_bomb()) return true;
    if (bomb_) {
      ticker_.find(best_);
      const BombWalk<Distance> walk(board_, *to_start_, *to_goal_);
      const auto arms = walk.arms(*bomb_, best_);
      std::string path = arms ? walk.path(*bomb_, *arms) : std::string{};
      if (ticker_.stop() != Stop::none) return true;
      answer = {true, false, static_cast<std::uint32_t>(best_), board_.outer(*bomb_),
                std::move(path)};
    }
    if (best_ == unreached && !hopeless(meets)) {
      if (ticker_.stop() == Stop::none) ticker_.prove(unreached);
      return ticker_.stop() != Stop::none;
    }
    if (ticker_.stop() != Stop::none) return true;
    answer.proven = true;
    if (answer.solved) ticker_.prove(best_);
    return true;
  }

 private:
  using Map = Distances<Distance>;
  using Line = std::vector<Distance>;

  static constexpr Distance wall = Map::wall, unreached = Map::unreached;
  static constexpr std::size_t nowhere = 0;  // on the border

  bool measured(std::optional<Map>& map, std::size_t source, std::size_t target, Distance limit) {
    if (!memory_.take(Map::bytes(problem_))) return false;
    map.emplace(problem_, ticker_, memory_);
    return map->measure(source, target, limit, sweeps_);
  }

  // Tests whether a brick is fewer than `best_` steps from the start. False, too, if the ticker
  // stopped it.
  bool meets_brick() {
    for (std::size_t y = 1; y <= problem_.height; ++y) {
      if (!ticker_.going(problem_.width / 8 + 1)) return false;
      const std::uint8_t* here = board_.cells(1, y);
      if (!std::memchr(here, brick, problem_.width)) continue;
      const Distance *above = to_start_->row(y - 1), *at = to_start_->row(y),
                     *below = to_start_->row(y + 1);
      Distance any = 0;
      for (std::size_t x = 1; x <= problem_.width; ++x) {
        const Distance around =
            std::min(std::min(above[x], below[x]), std::min(at[x - 1], at[x + 1]));
        any |= static_cast<Distance>(here[x - 1] == brick && around + 1 < best_ ? -1 : 0);
      }
      if (any) return true;
    }
    return false;
  }

  // All cells of a walk shorter than `best_` are in the rectangle of start and goal, made larger on
  // each side by half of what such a walk may be longer than the straight way.
  void frame() {
    const std::size_t more = static_cast<std::size_t>(best_ - 1 - straight_) / 2;
    auto range = [&](std::size_t a, std::size_t b, std::size_t most) {
      const auto [low, high] = std::minmax(a, b);
      return std::pair(low > more ? low - more : 1, std::min(most, high + more));
    };
    std::tie(left_, right_) = range(board_.x(start_), board_.x(goal_), problem_.width);
    std::tie(top_, bottom_) = range(board_.y(start_), board_.y(goal_), problem_.height);
    count_ = right_ - left_ + 1;
  }

  // Tests whether there is no walk at all, given that none is shorter than `unreached`. False, too,
  // if that is not known. The maps are lost.
  bool hopeless(bool meets) {
    const std::int64_t a = to_start_->largest(), e = meets ? to_goal_->largest() : 0;
    if (std::max(a, e) + 1 >= unreached) return false;  // a search may have been cut off
    if (!meets || a + e + problem_.width + problem_.height < unreached) return true;
    // Sums may have been cut off. Without the ways to the cross none is.
    return to_start_->flatten() && to_goal_->flatten() &&
           (problem_.limited() ? cross_with_radius() : cross()) && !bomb_;
  }

  // Transforms and their sums. Lines hold what is between left_ and right_.

  // The least values along each column, as they are carried down from row to row: of the cells on
  // which a walk meets the cross, and of the transform along rows.
  struct Columns {
    explicit Columns(std::size_t length) : met(length, wall), row(length, wall) {}

    Line met, row;
  };

  // One pass downwards is enough. The bomb may be above the cell on which the walk meets or leaves
  // its column: for that, the transform along the bomb's row is carried down to that cell.
  bool cross() {
    const std::size_t length = in_strips(count_) + 32;  // so that rows differ in the cache's sets
    const std::size_t bytes = (3 * strip + 4) * length * sizeof(Distance);
    if (!memory_.take(bytes)) return false;
    Line rocks(strip * length), a_rows(rocks), e_rows(rocks);
    Columns a(length), e(length);
    for (std::size_t first = top_; first <= bottom_ && best_ > bound_; first += strip) {
      const std::size_t rows = std::min(strip, bottom_ - first + 1);
      for (std::size_t i = 0; i < rows; ++i) {
        if (!ticker_.tick(count_)) return false;
        Distance* to = rocks.data() + i * length;
        const std::uint8_t* here = board_.cells(left_, first + i);
        for (std::size_t x = 0; x < count_; ++x) to[x] = here[x] == rock ? wall : Distance{0};
        std::fill(to + count_, to + length, wall);
        onto_row(*to_start_, first + i, a_rows.data() + i * length);
        onto_row(*to_goal_, first + i, e_rows.data() + i * length);
      }
      spread_strip(a_rows.data(), e_rows.data(), rocks.data(), count_, length);
      for (std::size_t i = 0; i < rows; ++i)
        join(first + i, a_rows.data() + i * length, e_rows.data() + i * length, a, e);
    }
    memory_.give_back(bytes);
    return true;
  }

  // Distances of a row, those of bricks from above or below, too: where the walk comes to a brick
  // so, it is the first one of the cross.
  void onto_row(const Map& d, std::size_t y, Distance* out) const {
    const Distance *above = d.row(y - 1) + left_, *at = d.row(y) + left_,
                   *below = d.row(y + 1) + left_;
    const std::size_t count = count_;
    GRIDPROOF_INDEPENDENT_ROUNDS  // `out` is none of the others
        for (std::size_t x = 0; x < count; ++x) {
      const Distance step = static_cast<Distance>(std::min(above[x], below[x]) + 1);
      out[x] = std::min(at[x], step);
    }
  }

  // A sum of two distances as a number that compares as it does, though the sum may not fit.
  static Distance key(Distance a, Distance e) {
    using Bits = std::make_unsigned_t<Distance>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(Distance) - 1);
    return static_cast<Distance>(static_cast<Bits>(static_cast<Bits>(a) + static_cast<Bits>(e)) ^
                                 sign);
  }

  // The distance of a cell, that of a brick from its left or right, too: where the walk comes to a
  // brick so, it is the first one of the cross.
  static Distance met(const Distance* at) {
    return std::min<Distance>(at[0], static_cast<Distance>(std::min(at[-1], at[1]) + 1));
  }

  // Takes the columns on to this row, whose transforms are `a_row` and `e_row`, and looks for sums
  // that are less than `best_`.
  void join(std::size_t y, const Distance* a_row, const Distance* e_row, Columns& a, Columns& e) {
    const Distance *a_at = to_start_->row(y) + left_, *e_at = to_goal_->row(y) + left_;
    const std::uint8_t* here = board_.cells(left_, y);
    const std::size_t count = count_;
    Distance *a_met = a.met.data(), *e_met = e.met.data();
    Distance *a_carried = a.row.data(), *e_carried = e.row.data();
    const Distance before = key(best_, 0);
    Distance least = before;
    auto step = [](Distance run, Distance at, Distance gone) {
      return std::max(std::min(at, static_cast<Distance>(run + 1)), gone);
    };
    GRIDPROOF_INDEPENDENT_ROUNDS  // the columns are none of the others
        for (std::size_t x = 0; x < count; ++x) {
      const Distance gone = here[x] == rock ? wall : Distance{0};
      const Distance a_here = met(a_at + x), e_here = met(e_at + x);
      a_met[x] = step(a_met[x], a_here, gone);
      e_met[x] = step(e_met[x], e_here, gone);
      a_carried[x] = step(a_carried[x], a_row[x], gone);
      e_carried[x] = step(e_carried[x], e_row[x], gone);
      const Distance below = std::min(key(a_met[x], e_row[x]), key(e_met[x], a_row[x]));
      const Distance above = std::min(key(a_here, e_carried[x]), key(e_here, a_carried[x]));
      least = std::min(least, std::min(below, above));
    }
    if (least >= before) return;
    best_ = static_cast<Distance>(static_cast<std::make_unsigned_t<Distance>>(least) ^
                                  static_cast<std::make_unsigned_t<Distance>>(key(0, 0)));
    for (std::size_t x = 0; x < count; ++x) {
      const Distance below = std::min(key(a_met[x], e_row[x]), key(e_met[x], a_row[x]));
      const Distance above =
          std::min(key(met(a_at + x), e_carried[x]), key(met(e_at + x), a_carried[x]));
      if (std::min(below, above) != least) continue;
      bomb_ = y * board_.stride() + left_ + x;
      above_ = below != least;
    }
  }

  // The bomb is in this cell or above it; false if the ticker stopped the search for it.
  bool find_bomb() {
    const BombWalk<Distance> walk(board_, *to_start_, *to_goal_);
    while (ticker_.going(count_ / 8 + 1)) {
      if (walk.arms(*bomb_, best_)) return true;
      *bomb_ -= board_.stride();
    }
    return false;
  }

  // The least sum over one row, and where it is.
  void combine(std::size_t y, const Distance* a, const Distance* e) {
    for (std::size_t x = 0; x < count_; ++x)
      if (key(a[x], e[x]) < key(best_, 0)) {
        best_ = static_cast<Distance>(a[x] + e[x]);
        bomb_ = y * board_.stride() + left_ + x;
      }
  }

  // With a radius both arms may also be on one line, as those of a bomb on u may be too short.
  bool cross_with_radius() {
    const std::size_t rows = bottom_ - top_ + 1, size = count_ * rows;
    const std::size_t bytes = 2 * Table<Distance>::bytes(size);
    if (!memory_.take(bytes)) return false;
    Table<Distance> a_columns(size), e_columns(size);
    RadiusWindow<Distance> window(board_);
    Line line;
    for (std::size_t x = 0; x < count_; ++x)
      for (bool a : {true, false}) {
        if (!ticker_.tick(rows)) return false;
        window.slide(a ? *to_start_ : *to_goal_, top_ * board_.stride() + left_ + x,
                     board_.stride(), rows, line);
        for (std::size_t y = 0; y < rows; ++y)
          (a ? a_columns : e_columns)[y * count_ + x] = line[y];
      }
    Line a_row, e_row;
    for (std::size_t y = 0; y < rows; ++y) {
      if (!ticker_.tick(2 * count_)) return false;
      const std::size_t first = (top_ + y) * board_.stride() + left_;
      window.slide(*to_start_, first, 1, count_, a_row);
      window.slide(*to_goal_, first, 1, count_, e_row);
      for (const Distance* a : {a_row.data(), a_columns.data() + y * count_})
        for (const Distance* e : {e_row.data(), e_columns.data() + y * count_})
          combine(top_ + y, a, e);
    }
    memory_.give_back(bytes);
    return true;
  }

  const Problem& problem_;
  Ticker& ticker_;
  Memory memory_;
  bool& sweeps_;  // whether they have not given up on this board yet
  const Bordered board_;
  std::size_t start_, goal_;
  Distance straight_, bound_;  // no walk is shorter than these
  std::optional<Map> to_start_, to_goal_;
  std::size_t left_ = 0, right_ = 0, top_ = 0, bottom_ = 0, count_ = 0;  // see frame()
  Distance best_ = unreached;        // no longer than the answer's walk
  std::optional<std::size_t> bomb_;  // if it makes the walk shorter
  bool above_ = false;               // the bomb is not on that cell, but above it in its column
};

// Finds nothing, or nothing proven, if the ticker stops it. A walk of `enough` steps will do.
inline void shortest(const Problem& problem, std::uint32_t enough, Ticker& ticker,
                     std::size_t& peak_memory, Answer& answer) {
  std::uint32_t bound = problem.straight();
  if (!problem.limited()) {
    StraightWay way(problem, ticker);
    if (!ticker.fits(way.bytes())) return;
    peak_memory = way.bytes();
    if (way.run(answer) || ticker.stop() != Stop::none) return;
    bound += 2;  // as all walks between two cells are of even length, or all of odd
    ticker.prove(bound);
  }
  bool sweeps = true;
  if (!Crossing<std::int16_t>(problem, bound, ticker, peak_memory, sweeps).run(enough, answer))
    Crossing<std::int32_t>(problem, bound, ticker, peak_memory, sweeps).run(enough, answer);
}

}  // namespace gridproof::onebomb
