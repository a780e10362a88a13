// gridproof._native.robots: exact solvers for sliding robots.
#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "common/binding.hpp"
#include "robots/astar.hpp"
#include "robots/iddfs.hpp"
#include "robots/ricochet.hpp"
#include "robots/rules.hpp"
#include "robots/set_search.hpp"
#include "robots/stops.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::robots;

namespace {

struct Request {
  std::string_view method;
  Search search;
};

template <int Words>
void run(const Problem& problem, const Request& request, Ticker& ticker, Answer& answer) {
  if (request.method == "iddfs") {
    if (ticker.fits(IterativeDeepening<Words>::min_bytes(problem)))
      IterativeDeepening<Words>(problem, ticker, answer).run(request.search.max_bound);
  } else if (ticker.fits(AStar<Words>::min_bytes(problem))) {
    if (!AStar<Words>(problem, ticker, request.search, answer).run_briefly())
      AStar<Words>(problem, ticker, request.search, answer).run();
  }
}

void run(const Problem& problem, const Request& request, Ticker& ticker, Answer& answer) {
  if (request.method == "sets" && set_search_fits(problem) && !request.search.count_all) {
    if (problem.ricochet)
      return run_ricochet_search(problem, request.search.max_bound, request.search.threads, ticker,
                                 answer);
    return run_set_search<CellSet>(problem, request.search.max_bound, request.search.threads,
                                   ticker, answer);
  }
  const int bits = Rules<1>::bits_needed(problem);
  if (bits <= 64) return run<1>(problem, request, ticker, answer);
  if (bits <= 128) return run<2>(problem, request, ticker, answer);
  return run<3>(problem, request, ticker, answer);
}

// Replays a path to name the robots by their place in the problem: pairs (robot, direction).
nb::list name_moves(const Problem& problem, const std::vector<Step>& path) {
  nb::list moves;
  std::vector<std::uint32_t> at = problem.robots;
  for (const Step& step : path) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (at[i] != step.cell) continue;
      auto taken = [&](std::uint32_t cell) {
        return std::find(at.begin(), at.end(), cell) != at.end();
      };
      while (!problem.wall(at[i], step.direction) && !taken(at[i] + problem.offset(step.direction)))
        at[i] += problem.offset(step.direction);
      moves.append(nb::make_tuple(i, step.direction));
      break;
    }
  }
  return moves;
}

// Refuses walls that let robots leave the board, or that stand on one side alone: tables of stops
// are made, and ways walked, without a look at the border.
void require_closed(const Problem& problem) {
  const std::uint32_t width = problem.width, height = problem.height;
  for (std::uint32_t y = 0, cell = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x, ++cell) {
      const bool border[] = {y == 0, y + 1 == height, x == 0, x + 1 == width};
      for (int d = 0; d < directions; ++d)
        if (border[d] && !problem.wall(cell, d))
          throw std::invalid_argument("the border of a board is a wall all round");
      if (!border[1] && problem.wall(cell, 1) != problem.wall(cell + width, 0))
        throw std::invalid_argument("a wall stands on a side of both its cells");
      if (!border[3] && problem.wall(cell, 3) != problem.wall(cell + 1, 2))
        throw std::invalid_argument("a wall stands on a side of both its cells");
    }
}

// The arguments as a problem.
Problem read_problem(std::uint32_t width, std::uint32_t height, const nb::bytes& walls,
                     const std::vector<std::uint32_t>& robots, int target_robot,
                     std::uint32_t target, bool ricochet) {
  Problem problem{width,
                  height,
                  reinterpret_cast<const std::uint8_t*>(walls.c_str()),
                  robots,
                  target_robot,
                  target,
                  ricochet,
                  {}};
  if (width == 0 || height == 0 || width > max_side || height > max_side ||
      walls.size() != problem.cells())
    throw std::invalid_argument(
        "a board has 1 to 255 rows and columns, and a byte of walls a cell");
  if (robots.empty() || robots.size() > max_robots || target_robot < Problem::any_robot ||
      target_robot >= static_cast<int>(robots.size()))
    throw std::invalid_argument("1 to 10 robots, the target robot among them");
  for (std::uint32_t cell : robots)
    if (cell >= problem.cells()) throw std::invalid_argument("a robot is not on the board");
  for (std::size_t i = 0; i < robots.size(); ++i)
    if (std::find(robots.begin(), robots.begin() + i, robots[i]) != robots.begin() + i)
      throw std::invalid_argument("two robots stand on one cell");
  if (target >= problem.cells()) throw std::invalid_argument("the target is not on the board");
  require_closed(problem);

  if (robots.size() == 1) problem.target_robot = 0;  // any of one
  return problem;
}

template <int Words>
void search_all(const Problem& problem, std::uint32_t max_states, Ticker& ticker, Stops& stops) {
  if (ticker.fits(StopSearch<Words>::min_bytes(problem)))
    StopSearch<Words>(problem, ticker, stops).run(max_states);
}

ResultDict find_stops(std::uint32_t width, std::uint32_t height, const nb::bytes& walls,
                      const std::vector<std::uint32_t>& robots, bool ricochet,
                      std::uint32_t max_states, const Control& control) {
  const int target_robot = ricochet ? Problem::any_robot : 0;
  const Problem problem = read_problem(width, height, walls, robots, target_robot, 0, ricochet);
  Stops stops;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    const int bits = Rules<1>::bits_needed(problem);
    if (bits <= 64) return search_all<1>(problem, max_states, ticker, stops);
    if (bits <= 128) return search_all<2>(problem, max_states, ticker, stops);
    return search_all<3>(problem, max_states, ticker, stops);
  });
  out["depths"] = stops.depth;
  out["ways"] = stops.ways;
  out["complete"] = stops.complete;
  out["exhausted"] = stops.exhausted;
  out["peak_memory"] = stops.peak_memory;
  return out;
}

ResultDict solve(std::uint32_t width, std::uint32_t height, const nb::bytes& walls,
                 const std::vector<std::uint32_t>& robots, int target_robot, std::uint32_t target,
                 bool ricochet, std::string_view method, bool count_all, std::size_t list_limit,
                 std::uint32_t max_cost, bool any, std::size_t threads, std::int64_t easy_nodes,
                 std::int64_t lone_nodes, const Control& control) {
  Problem problem = read_problem(width, height, walls, robots, target_robot, target, ricochet);
  grant_axes(problem);

  Answer answer;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    run(problem,
        {method,
         {max_cost, any, count_all, list_limit,
          easy_nodes < 0 ? 500 + problem.cells() / 2 : static_cast<std::uint64_t>(easy_nodes),
          lone_nodes < 0 ? 20'000 : static_cast<std::uint64_t>(lone_nodes), threads}},
        ticker, answer);
  });
  out["moves"] = answer.solved ? nb::object(name_moves(problem, answer.path)) : nb::none();
  out["exhausted"] = answer.exhausted;
  out["bound"] = answer.bound;
  out["generated"] = answer.generated;
  out["evaluated"] = answer.evaluated;
  out["peak_memory"] = answer.peak_memory;
  if (answer.solutions) {
    out["solutions"] = *answer.solutions;
    nb::list listed;
    for (const std::vector<Step>& path : answer.listed) listed.append(name_moves(problem, path));
    out["listed"] = listed;
  }
  return out;
}

}  // namespace

NB_MODULE(robots, m) {
  m.doc() = "Exact solvers for sliding robots.";
  m.def(
      "solve", &solve, nb::kw_only(), "width"_a, "height"_a, "walls"_a, "robots"_a,
      "target_robot"_a, "target"_a, "ricochet"_a = false, "method"_a = "sets",
      "count_all"_a = false, "list_limit"_a = 0,
      "max_cost"_a = std::numeric_limits<std::uint32_t>::max(), "any"_a = false, "threads"_a = 1,
      "easy_nodes"_a = -1, "lone_nodes"_a = -1, "control"_a = nb::none(),
      "Finds a shortest solution and proves it.\n\n"
      "walls: for each cell y * width + x a byte, bit 0 U, 1 D, 2 L, 3 R, set where a wall or the\n"
      "border stands; robots: start cells; target_robot: place in robots, -1 for any.\n"
      "method: \"sets\" (up to 16 x 16, three to nine robots; else \"astar\"),\n"
      "\"astar\" or \"iddfs\".\n"
      "threads: how many search by sets together; from 2 on, counts do not depend on their "
      "number.\n"
      "count_all counts all shortest solutions and lists the first list_limit of them: solutions\n"
      "and listed are there if that came to its end.\n"
      "any: any solution of at most max_cost moves will do.\n"
      "easy_nodes: \"astar\" makes tables for hard boards after as many; -1: after 500 and half\n"
      "as many as cells.\n"
      "lone_nodes: \"astar\" searches from both ends after as many more; -1: after 20,000.\n"
      "Returns moves (pairs of robot and direction, or None; a shortest solution if they are as\n"
      "many as bound), exhausted (no solution exists), bound, stop, nodes, generated, evaluated,\n"
      "peak_memory (bytes) and seconds.");
  m.def(
      "stops", &find_stops, nb::kw_only(), "width"_a, "height"_a, "walls"_a, "robots"_a,
      "ricochet"_a = false, "max_states"_a = std::numeric_limits<std::uint32_t>::max(),
      "control"_a = nb::none(),
      "Finds for every robot and cell the fewest moves until it stops there.\n\n"
      "walls, robots: as for solve; ricochet: whether only stops after moves on both axes count.\n"
      "max_states: how many states may be stored; the layer in which they become so many is the\n"
      "last one, and is searched to its end.\n"
      "Returns depths (at robot * cells + cell; -1: unknown), ways (how many plays of so few "
      "moves\n"
      "there are, 2 for more), complete (what is unknown takes more moves), exhausted (or cannot\n"
      "be had), stop, nodes, peak_memory (bytes) and seconds.");
}
