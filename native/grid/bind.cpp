// gridproof._native.grid: kernels that any game on a grid can use.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>

#include "common/python.hpp"
#include "grid/flood.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;

namespace {

Found flood_fill_py(nb::bytes passable, std::uint32_t width, std::uint32_t height,
                    const std::vector<std::uint32_t>& starts, const Control& control) {
  const std::size_t cells = std::size_t{width} * height;
  if (passable.size() != cells)
    throw std::invalid_argument("passable must have width * height bytes");
  for (std::uint32_t start : starts)
    if (start >= cells) throw std::invalid_argument("a start is not on the board");

  std::string reached(cells, '\0');
  const auto* open = reinterpret_cast<const std::uint8_t*>(passable.c_str());
  Found out = run_kernel(control, [&](Ticker& ticker) {
    if (ticker.fits(cells))
      flood_fill(open, width, height, starts, ticker,
                 reinterpret_cast<std::uint8_t*>(reached.data()));
  });
  out["reached"] = nb::bytes(reached.data(), reached.size());
  return out;
}

}  // namespace

NB_MODULE(grid, m) {
  m.doc() = "Kernels that any game on a grid can use.";
  m.def("flood_fill", &flood_fill_py, "passable"_a, "width"_a, "height"_a, "starts"_a,
        nb::kw_only(), "control"_a = nb::none(),
        "Marks the cells that can be reached over passable ones.\n\n"
        "passable: one byte a cell, row by row, 0 for blocked; starts: cells y * width + x.\n"
        "Returns reached (one byte a cell, 1 or 0), nodes (cells visited), stop (a name) and "
        "seconds.");
}
