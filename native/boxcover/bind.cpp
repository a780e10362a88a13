// gridproof._native.boxcover: cuts from windows, and a local search, for covers of few squares.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boxcover/windows.hpp"
#include "common/python.hpp"
#include "covering/row.hpp"
#include "covering/row_weighting.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::boxcover;

namespace {

void check_below(const std::vector<std::uint32_t>& numbers, std::size_t end) {
  if (std::any_of(numbers.begin(), numbers.end(), [&](std::uint32_t n) { return n >= end; }))
    throw std::invalid_argument("a point or square that does not exist");
}

std::unique_ptr<Windows> make_windows(std::vector<Point> points, std::vector<Members> squares) {
  for (const Members& square : squares) check_below(square, points.size());
  return std::make_unique<Windows>(std::move(points), std::move(squares));
}

void check_size(std::size_t size) {
  if (size < 1 || size > Window::most_points) throw std::invalid_argument("1 to 64 points");
}

Members near(const Windows& windows, std::uint32_t centre, std::size_t size) {
  check_below({centre}, windows.points());
  check_size(size);
  return windows.near(centre, size);
}

Found cuts(const Windows& windows, const std::vector<double>& amounts, std::size_t size,
           const Members& centres, int times, const Control& control) {
  if (amounts.size() != windows.squares()) throw std::invalid_argument("an amount a square");
  check_size(size);
  check_below(centres, windows.points());
  std::vector<SquareCut> cuts;
  Found found = run_kernel(
      control, [&](Ticker& ticker) { cuts = windows.cuts(amounts, size, centres, times, ticker); });
  nb::list list;
  for (SquareCut& cut : cuts)
    list.append(nb::make_tuple(std::move(cut.squares), std::move(cut.weights), cut.least));
  found["cuts"] = list;
  return found;
}

std::unique_ptr<covering::RowWeighting> make_search(std::uint32_t squares,
                                                    std::vector<Members> squares_of_points) {
  auto search = std::make_unique<covering::RowWeighting>(squares);
  for (Members& row : squares_of_points) {
    if (row.empty()) throw std::invalid_argument("a point without squares");
    check_below(row, squares);
    std::sort(row.begin(), row.end());
    search->add(std::make_shared<const covering::Row>(std::move(row), 1, 1, true));
  }
  return search;
}

Found find_cover(covering::RowWeighting& search, std::uint32_t size, std::uint64_t steps,
                 const Control& control) {
  bool success = false;
  Found found =
      run_kernel(control, [&](Ticker& ticker) { success = search.find(size, steps, ticker); });
  found["cover"] = success ? nb::cast(search.chosen()) : nb::none();
  return found;
}

}  // namespace

NB_MODULE(boxcover, m) {
  m.doc() = "Cuts from windows, and a local search, for covers of few squares.";
  nb::class_<Windows>(m, "Windows", "Sets of neighbouring points, whose covers give cuts.")
      .def(nb::new_(&make_windows), "points"_a, "squares"_a,
           "points: (x, y); squares: the points of each, by their numbers.")
      .def("near", &near, "centre"_a, "size"_a, "So many points nearest to one.")
      .def("cuts", &cuts, "amounts"_a, "size"_a, "centres"_a, "times"_a, nb::kw_only(),
           "control"_a = nb::none(),
           "Cuts that amounts of the squares violate, from windows of `size` points round the\n"
           "centres where amounts are not whole; no centre is in more than `times` windows. "
           "Returns\n"
           "cuts (squares, weights, their least sum in a cover), nodes (0), stop and seconds.");

  nb::class_<covering::RowWeighting>(m, "LocalSearch",
                                     "A search for so many squares that cover all points.")
      .def(nb::new_(&make_search), "squares"_a, "squares_of_points"_a,
           "squares: how many there are; squares_of_points: those of each point.")
      .def("find", &find_cover, "size"_a, "steps"_a, nb::kw_only(), "control"_a = nb::none(),
           "Goes on for so many steps. Returns cover (its squares, or None), nodes (steps), stop\n"
           "and seconds.");
}
