// Makes a solution better, part by part, for as long as there is time.
//
// Windows of its pushes are searched again from their first position to their last. A
// window may be searched whole, or only in the neighbourhood of its solution; the fewer boxes may
// be off it, and the less far, the longer a window can be. (The neighbourhood search is known from
// the optimisers of JSoko, by M. Meger, and YASS, by B. Damgaard.) The effort for a window grows
// when there is nothing to gain with less; with the largest one the solution is at a local optimum.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "sokoban/board/level.hpp"
#include "sokoban/board/objective.hpp"
#include "sokoban/board/position.hpp"
#include "sokoban/board/solution.hpp"
#include "sokoban/improve/neighbourhood.hpp"
#include "sokoban/improve/window.hpp"
#include "sokoban/search/answer.hpp"

namespace gridproof::sokoban {

class Improver {
 public:
  // `enough`: stop at a solution as cheap as this, in the objective's metrics.
  Improver(const Level& level, const Problem& problem, Objective objective,
           std::optional<BucketQueue::Rank> enough, Ticker& ticker, Answer& answer)
      : level_(level),
        board_(level.board),
        problem_(problem),
        asked_(objective),
        enough_(enough),
        ticker_(ticker),
        answer_(answer),
        floor_(problem.cells, problem.cells + std::size_t{problem.width} * problem.height) {
    std::replace(floor_.begin(), floor_.end(), std::uint8_t{'.'}, std::uint8_t{' '});
  }

  // Raises std::invalid_argument if the moves do not solve the level.
  void run(std::string_view moves) {
    Solution solution(board_, pushes_of(board_, moves, ticker_), ticker_);
    if (ticker_.stop() != Stop::none) return;
    solution_ = std::move(solution);
    ticker_.find(value(asked_, solution_->cost()).first);
    try {
      // Of two solutions with as many pushes the one with fewer moves is the better one, and the
      // other way round, also where the objective does not ask for it.
      if (asked_ == Objective::pushes || asked_ == Objective::pushes_moves) {
        improve(Objective::pushes);
        improve(Objective::pushes_moves);
      } else {
        improve(Objective::moves_pushes);
      }
    } catch (const std::bad_alloc&) {  // the solution is whole, and may still be written out
      ticker_.out_of_memory();
    }
    answer_.solved = true;
    answer_.decided = enough();
    answer_.moves = walk(board_, solution_->pushes());
  }

 private:
  // Whole windows, and neighbourhoods of the solution.
  static constexpr Reach whole{0, 0};
  static constexpr std::array<Reach, 4> shapes{{whole, {1, 40}, {2, 20}, {3, 10}}};
  static constexpr std::uint64_t min_effort = 500, max_effort = 128'000;
  static constexpr std::size_t shortest = 4;

  bool enough() const { return enough_ && value(asked_, solution_->cost()) <= *enough_; }
  bool ended() const { return ticker_.stop() != Stop::none || enough(); }

  // To a local optimum.
  void improve(Objective objective) {
    objective_ = objective;
    for (std::uint64_t effort = min_effort; effort <= max_effort && !ended();) {
      bool gained = false;
      for (const Reach& shape : shapes)
        if (!ended()) gained |= slide(shape, effort);
      if (!gained) effort *= 4;
    }
  }

  // Slides a window along the solution, as long a one as the effort is enough for; returns whether
  // anything was gained.
  bool slide(const Reach& shape, std::uint64_t effort) {
    bool gained = false;
    std::size_t length = solution_->size();
    for (std::size_t from = 0;;) {
      const std::size_t to = std::min(from + length, solution_->size());
      const bool complete = search(from, to, shape, effort, gained);
      if (ended()) return gained;
      if (!complete && length > shortest) {
        length = std::max((to - from) / 2, shortest);
        continue;
      }
      if (from + length >= solution_->size()) return gained;
      from += std::max<std::size_t>(length / 2, 1);
      length += length / 2;
    }
  }

  // Searches a window, from a position to another; returns whether it was searched to its end.
  bool search(std::size_t from, std::size_t to, const Reach& shape, std::uint64_t effort,
              bool& gained) {
    std::vector<std::uint8_t> cells = floor_;
    Problem problem{problem_.width, problem_.height, cells.data(), {}, 0};
    for (Square box : solution_->boxes(to)) cells[board_.cell(box)] = '.';
    for (Square box : solution_->boxes(from)) problem.boxes.push_back(board_.cell(box));
    problem.player = board_.cell(solution_->player(from));
    const Level window(problem, ticker_);
    const std::size_t slots = window.square_of.size();
    if (ticker_.stop() != Stop::none) return false;
    if (slots <= 64) return search<1>(window, from, to, shape, effort, gained);
    if (slots <= 128) return search<2>(window, from, to, shape, effort, gained);
    if (slots <= 256) return search<4>(window, from, to, shape, effort, gained);
    return search<16>(window, from, to, shape, effort, gained);
  }

  template <int Words>
  bool search(const Level& level, std::size_t from, std::size_t to, const Reach& shape,
              std::uint64_t effort, bool& gained) {
    Wanted wanted{{}, value(objective_, solution_->cost(from, to))};
    if (to < solution_->size()) wanted.player = solution_->player(to);
    const Neighbourhood<Words> neighbourhood(level, *solution_, from, to, shape, ticker_);
    std::size_t taken = level_.bytes() + solution_->bytes() + level.bytes() + neighbourhood.bytes();
    if (!ticker_.fits(taken)) return false;
    Window<Words> window(level, objective_, wanted, ticker_.memory() - taken, ticker_);
    const auto pushes =
        shape.boxes
            ? window.run(effort,
                         [&](const Key<Words>& position) { return neighbourhood.has(position); })
            : window.run(effort);
    answer_.peak_memory = std::max(answer_.peak_memory, taken + window.bytes());
    window.add_counts(answer_);
    if (pushes) {
      Solution solution(board_, solution_->with(from, to, *pushes), ticker_);
      if (solution.complete() &&
          value(objective_, solution.cost()) < value(objective_, solution_->cost())) {
        solution_ = std::move(solution);
        ticker_.find(value(asked_, solution_->cost()).first);
        gained = true;
      }
    }
    return !window.spent_all();
  }

  const Level& level_;
  const Board& board_;
  const Problem& problem_;
  Objective asked_;
  std::optional<BucketQueue::Rank> enough_;
  Ticker& ticker_;
  Answer& answer_;
  std::vector<std::uint8_t> floor_;  // the cells without goals
  Objective objective_{};            // of the present windows
  std::optional<Solution> solution_;
};

}  // namespace gridproof::sokoban
