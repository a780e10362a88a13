// The shortest walk after one piercing bomb, in time linear in the number of cells.
//
// A walk leaves the cross that the bomb clears last on some cell v, and enters it first on some
// cell u; in between a straight way along the arms is shortest. So its length is
// d(u) + |u - bomb| + |bomb - v| + e(v), with d and e the distances to start and goal over empty
// cells, where u and v themselves may be bricks. If u and v lie on one arm or on opposite ones and
// arms have no limit, the bomb may as well be on u. So the answer is the least A(b) + E(b) over all
// cells b, where A is the distance transform of d along rows and E that of e along columns, or the
// other way round; with a radius also both along the same line.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "onebomb/board.hpp"

namespace gridproof::onebomb {

// Distance is int16_t where distances are small, for the sake of memory traffic, else int32_t.
template <class Distance>
class Crossing {
 public:
  // Above any length, and small enough that the sum of two of them fits.
  static constexpr Distance far = std::numeric_limits<Distance>::max() / 2;

  Crossing(const Problem& problem, const Padded& board, Ticker& ticker)
      : problem_(problem), board_(board), ticker_(ticker), stride_(board.stride()) {}

  // Distances, their transforms, the queue of a search, and the walk.
  static std::size_t bytes(const Problem& p) {
    const std::size_t tables = limited(p) ? 6 : 4;
    return Padded::bytes(p) * (tables * sizeof(Distance) + sizeof(std::uint32_t) + 1);
  }

  // None if the ticker stopped it, or some distance is `far` or more. A walk of `enough` steps will
  // do, even if there may be a shorter one.
  std::optional<Answer> run(std::uint32_t enough) {
    const std::uint32_t start = board_.inner(problem_, problem_.start);
    const std::uint32_t goal = board_.inner(problem_, problem_.goal);
    if (!distances(start, to_start_)) return std::nullopt;
    const std::uint32_t bombless = to_start_[goal];
    if (bombless < far && bombless <= std::max(straight(), enough)) {
      Answer answer{true, bombless == straight(), bombless, problem_.start, {}};
      answer.path = descent(goal, to_start_, "DURL");
      if (ticker_.stop() != Stop::none) return std::nullopt;
      std::reverse(answer.path.begin(), answer.path.end());
      return answer;
    }
    if (!distances(goal, to_goal_)) return std::nullopt;
    const std::int64_t longest =
        std::int64_t{largest(to_start_)} + largest(to_goal_) + problem_.width + problem_.height;
    if (!(limited(problem_) ? cross_with_radius() : cross())) return std::nullopt;
    Answer answer;
    answer.proven = true;
    if (best_ >= far && longest >= far) return std::nullopt;  // sums may have been cut off
    if (best_ >= far) return answer;
    ticker_.prove(best_);
    answer.solved = true;
    answer.length = best_;
    answer.bomb = board_.outer(problem_, bomb_);
    answer.path = walk();
    if (ticker_.stop() != Stop::none) return std::nullopt;
    return answer;
  }

 private:
  using Line = std::vector<Distance>;

  static bool limited(const Problem& p) { return p.radius < std::max(p.width, p.height); }

  const std::uint8_t* cells(std::uint32_t y) const {
    return board_.data() + std::size_t{y} * stride_;
  }
  Distance* row(Line& d, std::uint32_t y) const { return d.data() + std::size_t{y} * stride_; }
  const Distance* row(const Line& d, std::uint32_t y) const {
    return d.data() + std::size_t{y} * stride_;
  }

  std::uint32_t straight() const {
    auto gap = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
    return gap(problem_.start % problem_.width, problem_.goal % problem_.width) +
           gap(problem_.start / problem_.width, problem_.goal / problem_.width);
  }

  // Distances over empty cells; a brick gets one, as a last step, but leads nowhere. False if the
  // ticker stopped it or they do not fit.
  bool distances(std::uint32_t source, Line& d) {
    if (!fill(d, board_.size(), far, ticker_)) return false;
    d[source] = 0;
    switch (sweep(source, d)) {
      case Swept::done:
        return true;
      case Swept::stopped:
        return false;
      case Swept::unfinished:
        break;
    }
    std::fill(d.begin(), d.end(), far);
    return search(source, d);
  }

  enum class Swept { done, stopped, unfinished };

  // On boards with few obstacles one sweep down from the source and one up already give all
  // distances, and another one down shows it: memory is read in order and rows are compared whole.
  // Unfinished if too many rows need more than that.
  Swept sweep(std::uint32_t source, Line& d) {
    const std::uint32_t first = source / stride_, last = problem_.height;
    std::uint32_t rows = 0, mended = 0;
    mend(first, d);
    // Takes over the steps from the row before; whether any distance fell.
    auto relax = [&](std::uint32_t y, std::uint32_t from) {
      ++rows;
      if (!descend(y, from, d)) return false;
      if (uneven(y, d)) {
        ++mended;
        mend(y, d);
      }
      return true;
    };
    bool risen = false;
    for (std::uint32_t y = first + 1; y <= last; ++y) {
      if (!ticker_.tick(problem_.width)) return Swept::stopped;
      relax(y, y - 1);
      if (mended > 16 + rows / 4) return Swept::unfinished;
    }
    for (std::uint32_t y = last - 1; y > 0; --y) {
      if (!ticker_.tick(problem_.width)) return Swept::stopped;
      risen |= relax(y, y + 1);
      if (mended > 16 + rows / 4) return Swept::unfinished;
    }
    for (std::uint32_t y = 2; risen && y <= last; ++y) {
      if (!ticker_.alive()) return Swept::stopped;
      if (relax(y, y - 1)) return Swept::unfinished;
    }
    return largest(d) < far - 1 ? Swept::done : Swept::unfinished;  // else some may be cut off
  }

  // Steps from one row to the next; whether any distance fell.
  bool descend(std::uint32_t y, std::uint32_t from, Line& d) const {
    const std::uint32_t count = stride_;
    Distance* to = row(d, y);
    const Distance* other = row(std::as_const(d), from);
    const std::uint8_t *there = cells(from), *here = cells(y);
    Distance any = 0;
#pragma GCC ivdep  // two rows
    for (std::uint32_t x = 0; x < count; ++x) {
      const Distance next = other[x] + 1;
      Distance step = there[x] == empty ? next : far;
      step = here[x] == rock ? far : step;
      any |= static_cast<Distance>(step < to[x] ? -1 : 0);
      to[x] = std::min(to[x], step);
    }
    return any != 0;
  }

  // Whether a step within the row would lower a distance.
  bool uneven(std::uint32_t y, const Line& d) const {
    const std::uint32_t count = stride_;
    const Distance* at = row(d, y);
    const std::uint8_t* here = cells(y);
    Distance any = 0;
    for (std::uint32_t x = 1; x < count; ++x) {
      const Distance right = here[x - 1] == empty && here[x] != rock ? at[x - 1] + 1 : far;
      const Distance left = here[x] == empty && here[x - 1] != rock ? at[x] + 1 : far;
      any |= static_cast<Distance>((right < at[x] ? -1 : 0) | (left < at[x - 1] ? -1 : 0));
    }
    return any != 0;
  }

  void mend(std::uint32_t y, Line& d) const {
    const std::uint32_t count = stride_;
    Distance* at = row(d, y);
    const std::uint8_t* here = cells(y);
    Distance run = far;
    auto visit = [&](std::uint32_t x) {
      if (here[x] == rock) {
        run = far;
        return;
      }
      at[x] = run = std::min<Distance>(at[x], run + 1);
      if (here[x] == brick) run = far;
    };
    for (std::uint32_t x = 1; x < count; ++x) visit(x);
    run = far;
    for (std::uint32_t x = count - 1; x > 0; --x) visit(x);
  }

  static Distance largest(const Line& d) {
    Distance most = 0;
    for (Distance value : d) most = std::max(most, value == far ? Distance{0} : value);
    return most;
  }

  // Breadth-first search from cell to cell.
  bool search(std::uint32_t source, Line& d) {
    d[source] = 0;
    std::vector<std::uint32_t> now{source}, next;
    for (Distance steps = 1; !now.empty(); ++steps) {
      if (!ticker_.tick(now.size())) return false;
      if (steps == far) return false;
      next.clear();
      for (std::uint32_t cell : now)
        for (std::int32_t step : board_.steps()) {
          const std::uint32_t beyond = cell + step;
          if (d[beyond] != far || board_[beyond] == rock) continue;
          d[beyond] = steps;
          if (board_[beyond] == empty) next.push_back(beyond);
        }
      now.swap(next);
    }
    return true;
  }

  // The distance transform along one row, both ways; rock stops it. Mostly it is the row itself, as
  // neighbours differ by more than 1 only at bricks.
  const Distance* along_row(std::uint32_t y, const Line& d, Line& room) const {
    const std::uint32_t count = stride_;
    const Distance *at = row(d, y), *wall = wall_.data();
    Distance steep = 0;
    for (std::uint32_t x = 1; x < count; ++x) {
      const Distance slope = at[x] - at[x - 1];
      const Distance big = static_cast<Distance>((slope > 1 ? -1 : 0) | (slope < -1 ? -1 : 0));
      steep |= wall[x] | wall[x - 1] ? Distance{0} : big;
    }
    if (steep == 0) return at;
    Distance run = far;
    auto visit = [&](std::uint32_t x, Distance value) {
      room[x] = run = std::max<Distance>(std::min<Distance>(value, run + 1), wall_[x]);
    };
    for (std::uint32_t x = 0; x < count; ++x) visit(x, at[x]);
    run = far;
    for (std::uint32_t x = count; x-- > 0;) visit(x, room[x]);
    return room.data();
  }

  // One step of a distance transform along the columns: `run` is the row before, `out` this one.
  void along_columns(std::uint32_t y, const Line& d, const Distance* run, Distance* out) const {
    const std::uint32_t count = stride_;
    const Distance *at = row(d, y), *wall = wall_.data();
#pragma GCC ivdep  // `out` may be `run`, cell by cell
    for (std::uint32_t x = 0; x < count; ++x)
      out[x] = std::max<Distance>(std::min<Distance>(at[x], run[x] + 1), wall[x]);
  }

  // Where the transforms have to be `far`.
  void note_walls(std::uint32_t y) {
    const std::uint32_t count = stride_;
    const std::uint8_t* here = cells(y);
    for (std::uint32_t x = 0; x < count; ++x) wall_[x] = here[x] == rock ? far : 0;
  }

  // The least sum over one row, and where it is.
  void combine(std::uint32_t y, const Distance* a, const Distance* e) {
    const std::uint32_t count = stride_;
    Distance least = best_;
    for (std::uint32_t x = 0; x < count; ++x)
      least = std::min<Distance>(least, static_cast<Distance>(a[x] + e[x]));
    if (least >= best_) return;
    best_ = least;
    for (std::uint32_t x = 0; x < count; ++x)
      if (a[x] + e[x] == least) bomb_ = y * stride_ + x;
  }

  bool cross() {
    // The transforms upwards are kept, those downwards are made row by row.
    Line up_a, up_e;
    if (!fill(up_a, board_.size(), far, ticker_) || !fill(up_e, board_.size(), far, ticker_))
      return false;
    wall_.resize(stride_);
    for (std::uint32_t y = problem_.height; y > 0; --y) {
      if (!ticker_.tick(problem_.width)) return false;
      note_walls(y);
      along_columns(y, to_start_, row(up_a, y + 1), row(up_a, y));
      along_columns(y, to_goal_, row(up_e, y + 1), row(up_e, y));
    }
    Line down_a(stride_, far), down_e(stride_, far), room_a(stride_), room_e(stride_);
    for (std::uint32_t y = 1; y <= problem_.height; ++y) {
      if (!ticker_.tick(problem_.width)) return false;
      note_walls(y);
      along_columns(y, to_start_, down_a.data(), down_a.data());
      along_columns(y, to_goal_, down_e.data(), down_e.data());
      lower(row(up_a, y), down_a);
      lower(row(up_e, y), down_e);
      combine(y, along_row(y, to_start_, room_a), row(up_e, y));
      combine(y, row(up_a, y), along_row(y, to_goal_, room_e));
    }
    return true;
  }

  static void lower(Distance* values, const Line& others) {
    const std::uint32_t count = static_cast<std::uint32_t>(others.size());
    const Distance* other = others.data();
#pragma GCC ivdep  // two lines
    for (std::uint32_t x = 0; x < count; ++x) values[x] = std::min(values[x], other[x]);
  }

  // The least value within the radius plus its distance, for each cell of a line of `count` cells
  // that are `step` apart; rock separates.
  void window(const Line& d, std::size_t first, std::size_t step, std::uint32_t count,
              Line& out) const {
    std::vector<std::uint32_t> queue;  // places whose values d - place (or d + place) rise
    for (int way : {-1, 1}) {
      queue.clear();
      std::size_t head = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t at = way < 0 ? i : count - 1 - i;
        const std::size_t cell = first + at * step;
        if (board_[cell] == rock) {
          queue.clear();
          head = 0;
          continue;
        }
        auto value = [&](std::uint32_t k) { return d[first + k * step] + way * std::int64_t{k}; };
        while (queue.size() > head && value(queue.back()) >= value(at)) queue.pop_back();
        queue.push_back(at);
        while ((queue[head] > at ? queue[head] - at : at - queue[head]) > problem_.radius) ++head;
        const std::int64_t least = value(queue[head]) - way * std::int64_t{at};
        out[cell] = static_cast<Distance>(std::min<std::int64_t>(out[cell], least));
      }
    }
  }

  bool cross_with_radius() {
    std::array<Line, 4> t;  // of d along rows and columns, of e along rows and columns
    for (int i = 0; i < 4; ++i) {
      if (!fill(t[i], board_.size(), far, ticker_)) return false;
      const Line& d = i < 2 ? to_start_ : to_goal_;
      const bool rows = i % 2 == 0;
      const std::uint32_t lines = rows ? problem_.height : problem_.width;
      const std::uint32_t count = rows ? problem_.width : problem_.height;
      for (std::uint32_t n = 1; n <= lines; ++n) {
        if (!ticker_.tick(count)) return false;
        window(d, rows ? std::size_t{n} * stride_ + 1 : std::size_t{stride_} + n,
               rows ? 1 : stride_, count, t[i]);
      }
    }
    for (std::uint32_t y = 1; y <= problem_.height; ++y) {
      if (!ticker_.alive()) return false;
      for (int i = 0; i < 4; ++i) combine(y, row(t[i % 2], y), row(t[2 + i / 2], y));
    }
    return true;
  }

  // The cell from which the bomb's cell gets its transform along this axis; none in this line
  // matches if the bomb's value came from the other one.
  std::optional<std::uint32_t> end_of_arm(const Line& d, bool vertical, Distance value) const {
    for (int way : {-1, 1}) {
      const std::int64_t step = way * std::int64_t{vertical ? stride_ : 1};
      std::int64_t cell = bomb_;
      for (std::uint32_t k = 0; k <= problem_.radius && board_[cell] != rock; ++k, cell += step)
        if (d[cell] < far && d[cell] + static_cast<Distance>(k) == value)
          return static_cast<std::uint32_t>(cell);
    }
    return std::nullopt;
  }

  // The least distance plus way along one axis from the bomb.
  Distance nearest(const Line& d, bool vertical) const {
    Distance least = far;
    for (int way : {-1, 1}) {
      const std::int64_t step = way * std::int64_t{vertical ? stride_ : 1};
      std::int64_t cell = bomb_;
      for (std::uint32_t k = 0; k <= problem_.radius && board_[cell] != rock; ++k, cell += step)
        if (d[cell] < far) least = std::min<Distance>(least, d[cell] + static_cast<Distance>(k));
    }
    return least;
  }

  std::string walk() const {
    for (bool first : {false, true})
      for (bool second : {false, true}) {
        const Distance a = nearest(to_start_, first), e = nearest(to_goal_, second);
        if (a + e != best_) continue;
        const std::uint32_t u = *end_of_arm(to_start_, first, a);
        const std::uint32_t v = *end_of_arm(to_goal_, second, e);
        std::string path = descent(u, to_start_, "DURL");
        std::reverse(path.begin(), path.end());
        walk_straight(board_, u, bomb_, path);
        walk_straight(board_, bomb_, v, path);
        return path + descent(v, to_goal_, "UDLR");
      }
    return {};
  }

  // The steps from a cell down to distance 0, named after the directions U, D, L, R in `names`.
  // Only empty cells lead anywhere. Unfinished if the ticker stops it.
  std::string descent(std::uint32_t cell, const Line& d, const char* names) const {
    std::string path;
    while (d[cell] > 0 && ticker_.going())
      for (int i = 0; i < 4; ++i) {
        const std::uint32_t beyond = cell + board_.steps()[i];
        if (board_[beyond] != empty || d[beyond] + 1 != d[cell]) continue;
        path += names[i];
        cell = beyond;
        break;
      }
    return path;
  }

  const Problem& problem_;
  const Padded& board_;
  Ticker& ticker_;
  std::uint32_t stride_;
  Line to_start_, to_goal_, wall_;
  Distance best_ = far;
  std::uint32_t bomb_ = 0;
};

// Finds nothing if the ticker stops it. A walk of `enough` steps will do.
inline void shortest(const Problem& problem, std::uint32_t enough, Ticker& ticker,
                     std::size_t& peak_memory, Answer& answer) {
  const std::size_t small = Padded::bytes(problem) + Crossing<std::int16_t>::bytes(problem);
  if (!ticker.fits(small)) return;
  peak_memory = small;
  const Padded board(problem);
  if (auto found = Crossing<std::int16_t>(problem, board, ticker).run(enough)) {
    answer = *std::move(found);
    return;
  }
  const std::size_t large = Padded::bytes(problem) + Crossing<std::int32_t>::bytes(problem);
  if (ticker.stop() != Stop::none || !ticker.fits(large)) return;
  peak_memory = large;
  if (auto found = Crossing<std::int32_t>(problem, board, ticker).run(enough))
    answer = *std::move(found);
}

}  // namespace gridproof::onebomb
