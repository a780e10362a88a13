// gridproof._native.sokoban_course: the solvers of a university course, fewest moves.
#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "common/binding.hpp"
#include "matching/assignment.hpp"
#include "sokoban_course/astar.hpp"
#include "sokoban_course/bidirectional.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::sokoban_course;

namespace {

constexpr std::size_t max_squares = 1024;
static_assert(max_squares * directions <= matching::max_cost);
static_assert(max_squares <= matching::Assignment::max_rows);

void check(const Problem& p) {
  const std::size_t size = p.squares.size();
  const auto all_squares = [&](const std::vector<std::uint16_t>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [&](std::uint16_t n) { return n < size; });
  };
  if (size == 0 || size > max_squares) throw std::invalid_argument("1 to 1024 squares");
  if (p.player >= size || !all_squares(p.boxes) || !all_squares(p.goals) || !all_squares(p.dead))
    throw std::invalid_argument("player, boxes, goals and dead are numbers of squares");
  std::vector<std::uint16_t> standing = p.boxes;
  standing.push_back(p.player);
  std::sort(standing.begin(), standing.end());
  if (std::adjacent_find(standing.begin(), standing.end()) != standing.end())
    throw std::invalid_argument("each box, and the player, stands on a square of its own");
  if (p.boxes.size() != p.goals.size() || p.pushes.size() != p.goals.size())
    throw std::invalid_argument("boxes, goals and lists of pushes are as many");
  for (const auto& list : p.pushes) {
    if (list.size() != size) throw std::invalid_argument("a list of pushes has all squares");
    for (std::uint32_t pushes : list)
      if (pushes != unreachable && pushes > matching::max_cost)
        throw std::invalid_argument("no lone box needs so many pushes");
  }
}

template <int Words>
void run(const Problem& problem, std::string_view method, std::uint32_t ratio,
         std::uint32_t max_cost, Ticker& ticker, Answer& answer) {
  if (method == "bidirectional")
    Bidirectional<Words>(problem, ratio, ticker, answer).run(max_cost);
  else
    AStar<Words>(problem, method == "astar-sorted", ticker, answer).run(max_cost);
}

ResultDict solve(std::vector<std::pair<int, int>> squares, std::vector<std::uint16_t> boxes,
                 std::vector<std::uint16_t> goals, std::vector<std::uint16_t> dead,
                 std::vector<std::vector<std::uint32_t>> pushes, std::uint16_t player,
                 std::string_view method, std::uint32_t ratio, bool prune_dead, bool prune_frozen,
                 std::uint32_t max_cost, std::uint32_t root_bound, const Control& control) {
  const Problem problem{std::move(squares), std::move(boxes), std::move(goals), std::move(dead),
                        std::move(pushes),  player,           prune_dead,       prune_frozen};
  check(problem);
  if (method != "bidirectional" && method != "astar" && method != "astar-sorted")
    throw std::invalid_argument("no such method");
  Answer answer;
  answer.bound = root_bound;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) {
    const std::size_t size = problem.squares.size();
    if (size <= 64)
      run<1>(problem, method, ratio, max_cost, ticker, answer);
    else if (size <= 128)
      run<2>(problem, method, ratio, max_cost, ticker, answer);
    else if (size <= 256)
      run<4>(problem, method, ratio, max_cost, ticker, answer);
    else
      run<16>(problem, method, ratio, max_cost, ticker, answer);
  });
  found["path"] = answer.solved ? nb::object(nb::str(answer.path.c_str())) : nb::none();
  found["exhausted"] = answer.exhausted;
  found["bound"] = answer.bound;
  found["generated"] = answer.generated;
  found["evaluated"] = answer.evaluated;
  found["reopened"] = answer.reopened;
  found["dead_ends"] = answer.dead_ends;
  found["forward"] = answer.forward;
  found["backward"] = answer.backward;
  found["peak_memory"] = answer.peak_memory;
  return found;
}

}  // namespace

NB_MODULE(sokoban_course, m) {
  m.doc() = "The solvers of a university course on sokoban: fewest moves.";
  m.def("solve", &solve, nb::kw_only(), "squares"_a, "boxes"_a, "goals"_a, "dead"_a, "pushes"_a,
        "player"_a, "method"_a, "ratio"_a = 32, "prune_dead"_a = true, "prune_frozen"_a = true,
        "max_cost"_a = unreachable, "root_bound"_a = 0, "control"_a = nb::none(),
        "Searches for a solution with few moves.\n\n"
        "squares: (x, y) of all cells the player could get to, by column, then row; boxes, goals\n"
        "(ascending), dead, player: numbers of squares; pushes: for each goal the fewest pushes "
        "from\n"
        "each square, 2**32 - 1 where there is no way; method: \"bidirectional\" (with ratio 0 "
        "plain\n"
        "breadth-first search), \"astar\" or \"astar-sorted\"; root_bound: proven before.\n"
        "Returns path (of U, D, L, R, or None), exhausted (there is none), bound, stop, nodes,\n"
        "generated, evaluated, reopened, dead_ends, forward and backward (states stored),\n"
        "peak_memory (bytes) and seconds. Only \"astar-sorted\" may miss the fewest moves.");
}
