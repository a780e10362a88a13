// gridproof._native.boxcover: cuts from windows, for covers of few squares.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boxcover/windows.hpp"
#include "common/binding.hpp"

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
  if (size < 1 || size > Window::max_points) throw std::invalid_argument("1 to 64 points");
}

Members near(const Windows& windows, std::uint32_t centre, std::size_t size) {
  check_below({centre}, windows.points());
  check_size(size);
  return windows.near(centre, size);
}

ResultDict cuts(const Windows& windows, const std::vector<double>& amounts, std::size_t size,
                const Members& centres, int times, const Control& control) {
  if (amounts.size() != windows.squares()) throw std::invalid_argument("an amount a square");
  check_size(size);
  check_below(centres, windows.points());
  std::vector<SquareCut> cuts;
  ResultDict found = run_kernel(
      control, [&](Ticker& ticker) { cuts = windows.cuts(amounts, size, centres, times, ticker); });
  nb::list list;
  for (SquareCut& cut : cuts)
    list.append(nb::make_tuple(std::move(cut.squares), std::move(cut.weights), cut.least));
  found["cuts"] = list;
  return found;
}

}  // namespace

NB_MODULE(boxcover, m) {
  m.doc() = "Cuts from windows, for covers of few squares.";
  nb::class_<Windows>(m, "Windows", "Sets of neighbouring points, whose covers give cuts.")
      .def(nb::new_(&make_windows), "points"_a, "squares"_a,
           "points: (x, y); squares: the points of each, by their numbers.")
      .def("near", &near, "centre"_a, "size"_a, "The `size` points nearest to one.")
      .def("cuts", &cuts, "amounts"_a, "size"_a, "centres"_a, "times"_a, nb::kw_only(),
           "control"_a = nb::none(),
           "Cuts that amounts of the squares violate, from windows of `size` points round the\n"
           "centres where amounts are not whole; no centre is in more than `times` windows. "
           "Returns\n"
           "cuts (squares, weights, their least sum in a cover), nodes (0), stop and seconds.");
}
