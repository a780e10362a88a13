// gridproof._native.sokoban: optimal search for Sokoban.
#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "common/binding.hpp"
#include "sokoban/any/any.hpp"
#include "sokoban/any/greedy_pulls.hpp"
#include "sokoban/board/solution.hpp"
#include "sokoban/deadlock/dead_sets.hpp"
#include "sokoban/improve/improver.hpp"
#include "sokoban/optimal.hpp"
#include "sokoban/search/reverse.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban;

namespace {

Objective objective_of(std::string_view name) {
  if (name == "pushes") return Objective::pushes;
  if (name == "moves") return Objective::moves;
  if (name == "pushes-moves") return Objective::pushes_moves;
  if (name == "moves-pushes") return Objective::moves_pushes;
  throw std::invalid_argument("no such objective");
}

Problem problem_of(std::uint32_t width, std::uint32_t height, const nb::bytes& cells,
                   const std::vector<std::uint32_t>& boxes, std::uint32_t player) {
  if (cells.size() != std::size_t{width} * height)
    throw std::invalid_argument("a board has a byte a cell");
  std::vector<std::uint32_t> standing = boxes;
  if (!boxes.empty()) standing.push_back(player);
  std::sort(standing.begin(), standing.end());
  if (std::adjacent_find(standing.begin(), standing.end()) != standing.end())
    throw std::invalid_argument("each box, and the player, stands on a square of its own");
  return {width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()), boxes, player};
}

void add(ResultDict& out, const Answer& answer) {
  out["moves"] = answer.solved ? nb::object(nb::str(answer.moves.c_str())) : nb::none();
  out["exhausted"] = answer.exhausted;
  out["decided"] = answer.decided;
  out["bound"] = answer.bound;
  out["generated"] = answer.generated;
  out["evaluated"] = answer.evaluated;
  out["reopened"] = answer.reopened;
  out["dead_ends"] = answer.dead_ends;
  out["peak_memory"] = answer.peak_memory;
}

// The parts of the optimal search that can be switched off, by name.
constexpr std::pair<std::string_view, bool Options::*> parts[] = {
    {"matching", &Options::matching},   {"freeze", &Options::freeze},
    {"corrals", &Options::corrals},     {"patterns", &Options::patterns},
    {"backward", &Options::backward},   {"symmetries", &Options::symmetries},
    {"upper_bound", &Options::upper},   {"tables", &Options::tables},
    {"groups", &Options::groups},       {"quadruples", &Options::quadruples},
    {"zones", &Options::zones},         {"learnt_zones", &Options::learnt_zones},
    {"conflicts", &Options::conflicts}, {"turns", &Options::turns},
    {"within", &Options::within},
};

ResultDict solve(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                 const std::vector<std::uint32_t>& boxes, std::uint32_t player,
                 std::string_view objective, const std::vector<std::string_view>& without,
                 std::uint32_t most, std::optional<BucketQueue::Rank> enough,
                 std::uint64_t tables_after, std::uint32_t zone_squares, std::size_t threads,
                 const Control& control) {
  const Problem problem = problem_of(width, height, cells, boxes, player);
  Request request{objective_of(objective), {}, most, enough, threads};
  request.options.tables_after = tables_after;
  request.options.zone_squares = zone_squares;
  for (std::string_view name : without) {
    const auto* part = std::find_if(std::begin(parts), std::end(parts),
                                    [&](const auto& known) { return known.first == name; });
    if (part == std::end(parts)) throw std::invalid_argument("no such part of the search");
    request.options.*part->second = false;
  }
  Answer answer;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    const Level level(problem, ticker);
    level.require_few_slots();
    if (ticker.stop() == Stop::none) search(level, problem, request, ticker, answer);
  });
  add(out, answer);
  return out;
}

// The searches that `any` may ask.
SubSolvers sub_solvers_of(const Level& level, const Problem& problem) {
  SubSolvers sub_solvers;
  if (level.square_of.size() <= max_slots) {
    sub_solvers.both_ends = [&](Ticker& ticker, Answer& found) {
      Request request;
      request.objective = Objective::pushes;
      request.options.tables = request.options.upper = false;  // which are dear, or ask `any` again
      return begin_search(level, problem, request, ticker, found);
    };
    sub_solvers.pulls = [&](Ticker& ticker, Answer& found) {
      return begin_greedy_pulls(level, ticker, found);
    };
  }
  sub_solvers.search_without_box = [&](Square box, Square goal, Ticker& ticker, Answer& found) {
    std::vector<std::uint8_t> cells(problem.cells,
                                    problem.cells + std::size_t{problem.width} * problem.height);
    cells[level.board.cell(goal)] = ' ';
    Problem without = problem;
    without.cells = cells.data();
    std::erase(without.boxes, level.board.cell(box));
    const Level smaller(without, ticker);
    if (ticker.stop() == Stop::none) any(smaller, ticker, found);
    // Squares are numbered by the walls alone, so they are those of the level.
    return found.solved ? pushes_of(smaller.board, found.moves, ticker) : std::vector<Push>{};
  };
  return sub_solvers;
}

ResultDict any_py(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                  const std::vector<std::uint32_t>& boxes, std::uint32_t player,
                  std::optional<std::uint32_t> most, const Control& control) {
  const Problem problem = problem_of(width, height, cells, boxes, player);
  Answer answer;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    const Level level(problem, ticker);
    if (ticker.stop() != Stop::none) return;
    if (!most) return any(level, ticker, answer, nullptr, sub_solvers_of(level, problem));
    if (!BoundTables::fit(level)) throw std::invalid_argument("too large for a bound by tables");
    const ReducedCosts costs(level, ticker);
    answer.exhausted = ticker.stop() == Stop::none && !costs.has();
    if (ticker.stop() != Stop::none || !costs.has()) return;
    TableMaker maker(level, costs, {}, ticker.memory() / 4, ticker);
    Bound bound(level, costs, maker.tables(), ticker);
    Within within{bound, &maker, *most};
    any(level, ticker, answer, &within);
  });
  add(out, answer);
  return out;
}

ResultDict improve_py(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                      const std::vector<std::uint32_t>& boxes, std::uint32_t player,
                      std::string_view moves, std::string_view objective,
                      std::optional<BucketQueue::Rank> enough, const Control& control) {
  const Problem problem = problem_of(width, height, cells, boxes, player);
  const Objective goal = objective_of(objective);
  Answer answer;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    const Level level(problem, ticker);
    level.require_few_slots();
    if (ticker.stop() == Stop::none)
      Improver(level, problem, goal, enough, ticker, answer).run(moves);
  });
  add(out, answer);
  return out;
}

ResultDict dead_boxes(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                      const std::vector<std::uint32_t>& boxes, std::uint32_t player,
                      std::size_t positions, const Control& control) {
  const Problem problem = problem_of(width, height, cells, boxes, player);
  std::vector<std::uint32_t> dead;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    const Level level(problem, ticker);
    level.require_few_slots();
    if (ticker.stop() != Stop::none) return;
    DeadSets sets(level, ticker);
    if (ticker.stop() != Stop::none) return;
    if (!sets.find_any(level.board.boxes(), level.board.player(), positions)) return;
    for (Square box : sets.set()) dead.push_back(level.board.cell(box));
  });
  std::sort(dead.begin(), dead.end());
  out["boxes"] = dead;
  return out;
}

ResultDict reverse_py(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                      std::uint64_t seed, std::size_t keep, const Control& control) {
  Problem problem = problem_of(width, height, cells, {}, 0);
  for (std::uint32_t c = 0; c < cells.size(); ++c)
    if (problem.cells[c] == '.') problem.boxes.push_back(c);
  if (problem.boxes.empty()) throw std::invalid_argument("no goal to pull from");
  problem.player = problem.boxes.front();  // any floor: he may end everywhere
  const Board board(problem);
  std::vector<Layer> layers;
  ResultDict out =
      run_kernel(control, [&](Ticker& ticker) { layers = reverse(board, seed, keep, ticker); });
  nb::list sizes, drawn;
  for (const Layer& layer : layers) {
    nb::list starts;
    for (const Start& start : layer.drawn) {
      nb::list boxes;
      for (Square box : start.boxes) boxes.append(board.cell(box));
      starts.append(nb::make_tuple(board.cell(start.player), nb::tuple(boxes)));
    }
    sizes.append(layer.size);
    drawn.append(starts);
  }
  out["sizes"] = sizes;
  out["drawn"] = drawn;
  return out;
}

}  // namespace

NB_MODULE(sokoban, m) {
  m.doc() = "Optimal search for Sokoban.";
  m.def(
      "solve", &solve, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a,
      "objective"_a = "pushes", "without"_a = std::vector<std::string_view>(),
      "most"_a = 0xffffffff, "enough"_a = nb::none(), "tables_after"_a = Options{}.tables_after,
      "zone_squares"_a = Options{}.zone_squares, "threads"_a = 1, "control"_a = nb::none(),
      "Searches for a cheapest solution.\n\n"
      "cells: a byte a cell, row by row, of `#`, ` ` and `.` (goal); boxes, player: cells\n"
      "y * width + x; objective: its id; without: parts to switch off: matching, freeze,\n"
      "corrals, patterns, backward, symmetries, upper_bound, tables, groups, quadruples,\n"
      "zones, learnt_zones, conflicts, turns and within; most:\n"
      "solutions with a dearer first metric are not wanted; enough: a cost in both metrics, stop\n"
      "as soon as it is known whether it can be reached; tables_after: for `pushes`, tables are\n"
      "made after this many nodes, of zones of about zone_squares squares; threads: how many\n"
      "share the work, from 2 on counts do not depend on their number.\n"
      "Returns moves (in letters, or None), exhausted (there is no solution), decided, bound (in\n"
      "both metrics; with one the second number says nothing), generated, evaluated, reopened,\n"
      "dead_ends, peak_memory (bytes), stop, nodes and seconds.");
  m.def(
      "any", &any_py, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "boxes"_a, "player"_a,
      "most"_a = nb::none(), "control"_a = nb::none(),
      "Searches for some solution, fast, of at most `most` pushes; other arguments and the result\n"
      "are those of `solve`. With `most`, exhausted means that there is none of so few pushes.");
  m.def(
      "improve", &improve_py, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "boxes"_a,
      "player"_a, "moves"_a, "objective"_a = "pushes", "enough"_a = nb::none(),
      "control"_a = nb::none(),
      "Makes a solution better, until no part of it can be, or a limit stops it.\n\n"
      "moves: the solution in letters, of either case; enough: a cost in both metrics, stop at a\n"
      "solution that is as cheap; the rest as for `solve`. The result has moves that are no\n"
      "worse (None: there was no time to look at them), decided if they are enough, and no\n"
      "bound.");
  m.def(
      "dead_boxes", &dead_boxes, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "boxes"_a,
      "player"_a, "positions"_a, "control"_a = nb::none(),
      "Looks for a few boxes that alone, without all others, can never all be brought to goals.\n\n"
      "positions: about how many it may look at; the rest as for `solve`.\n"
      "Returns boxes (their cells, as few as it sees; empty: none are found), stop, nodes and\n"
      "seconds. The position is dead if there are any.");
  m.def(
      "reverse", &reverse_py, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "seed"_a, "keep"_a,
      "control"_a = nb::none(),
      "Finds positions by the fewest pushes that solve them, pulling boxes off the goals.\n\n"
      "cells: as for `solve`, a box for each goal; keep: how many positions of each layer are\n"
      "drawn; seed: by what. A node is a position that is found.\n"
      "Returns sizes (for each number of pushes how many positions were found), drawn (the same:\n"
      "pairs of the first cell of the player's region and the boxes), stop, nodes and seconds.\n"
      "If a limit stops it, only the last layer lacks positions.");
}
