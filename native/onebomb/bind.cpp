// gridproof._native.onebomb: the shortest walk after one piercing bomb.
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "common/binding.hpp"
#include "onebomb/crossing.hpp"
#include "onebomb/layered.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::onebomb;

namespace {

constexpr std::uint32_t max_side = 4096;

ResultDict solve(std::uint32_t width, std::uint32_t height, nb::bytes cells, std::uint32_t start,
                 std::uint32_t goal, std::uint32_t radius, std::string_view method,
                 std::uint32_t enough, const Control& control) {
  if (width == 0 || height == 0 || width > max_side || height > max_side)
    throw std::invalid_argument("a board has 1 to 4096 rows and columns");
  const std::uint32_t size = width * height;
  if (cells.size() != size || start >= size || goal >= size)
    throw std::invalid_argument("a board has a byte a cell, and start and goal are cells");
  const bool by_layers = method == "layered";
  const Problem problem{width, height, reinterpret_cast<const std::uint8_t*>(cells.c_str()),
                        start, goal,   radius};
  if (by_layers && problem.limited()) throw std::invalid_argument("`layered` knows no radius");

  Answer answer;
  std::size_t peak_memory = 0;
  std::optional<std::int64_t> bound;
  ResultDict out = run_kernel(control, [&](Ticker& ticker) {
    auto* kernel = by_layers ? layered : shortest;
    try {
      kernel(problem, enough, ticker, peak_memory, answer);
    } catch (const std::bad_alloc&) {  // what is known stays
      ticker.out_of_memory();
    }
    bound = ticker.known().bound;
  });
  out["proven"] = answer.proven;
  out["bound"] = bound ? nb::object(nb::int_(*bound)) : nb::none();
  out["bomb"] = answer.solved ? nb::object(nb::int_(answer.bomb)) : nb::none();
  out["path"] = answer.solved ? nb::object(nb::str(answer.path.c_str())) : nb::none();
  out["peak_memory"] = peak_memory;
  return out;
}

}  // namespace

NB_MODULE(onebomb, m) {
  m.doc() = "The shortest walk after one piercing bomb.";
  m.def(
      "solve", &solve, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "start"_a, "goal"_a,
      "radius"_a = max_side, "method"_a = "crossing", "enough"_a = 0, "control"_a = nb::none(),
      "Finds the best bomb and a shortest walk, in time linear in the number of cells.\n\n"
      "cells: a byte a cell, row by row, of `.`, `#` (brick) and `X` (rock); start, goal: cells\n"
      "y * width + x; radius: length of the bomb's arms; method: \"crossing\" or \"layered\";\n"
      "enough: stop at a walk of this many steps.\n"
      "Returns bomb (a cell or None), path (of U, D, L, R, or None), proven (it is shortest, or\n"
      "no bomb helps), bound (None or known before a stop), stop, nodes, peak_memory (bytes) and\n"
      "seconds.");
}
