// gridproof._native.covering: covers by few sets, of any kind.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/binding.hpp"
#include "covering/budget.hpp"
#include "covering/row.hpp"
#include "covering/row_weighting.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::covering;

namespace {

using Numbers = std::vector<std::uint32_t>;

void check(const std::vector<Numbers>& rows, std::uint32_t columns) {
  for (const Numbers& row : rows) {
    if (row.empty()) throw std::invalid_argument("a row without columns");
    if (std::any_of(row.begin(), row.end(), [&](std::uint32_t n) { return n >= columns; }))
      throw std::invalid_argument("a column that does not exist");
  }
}

std::unique_ptr<RowWeighting> make_search(std::uint32_t columns, std::vector<Numbers> rows) {
  check(rows, columns);
  auto search = std::make_unique<RowWeighting>(columns);
  for (Numbers& row : rows) {
    std::sort(row.begin(), row.end());
    search->add(std::make_shared<const Row>(std::move(row), 1, 1, true));
  }
  return search;
}

ResultDict find_cover(RowWeighting& search, std::uint32_t size, std::uint64_t steps,
                      const Control& control) {
  bool success = false;
  ResultDict found =
      run_kernel(control, [&](Ticker& ticker) { success = search.find(size, steps, ticker); });
  found["cover"] = success ? nb::cast(search.chosen()) : nb::none();
  return found;
}

ResultDict within_budget(std::uint32_t columns, std::vector<Numbers> rows,
                         const std::vector<std::int64_t>& prices, std::int64_t one,
                         std::uint32_t most, std::uint64_t nodes, bool recording,
                         const Control& control) {
  check(rows, columns);
  if (prices.size() != rows.size()) throw std::invalid_argument("a price a row");
  Budget::Outcome outcome = Budget::Outcome::stopped;
  Numbers cover;
  std::vector<std::int64_t> tree;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) {
    Budget budget(columns, rows, prices, one, most);
    if (recording) budget.record(tree);
    outcome = budget.run(nodes, ticker);
    cover = budget.cover();
  });
  found["outcome"] = name(outcome);
  found["cover"] = outcome == Budget::Outcome::covered ? nb::cast(cover) : nb::none();
  if (recording) found["tree"] = tree;
  return found;
}

}  // namespace

NB_MODULE(covering, m) {
  m.doc() = "Covers of all rows by few columns.";
  nb::class_<RowWeighting>(m, "LocalSearch",
                           "Local search for a given number of columns that cover all rows.")
      .def(nb::new_(&make_search), "columns"_a, "rows"_a,
           "columns: their number; rows: the columns of each.")
      .def("find", &find_cover, "size"_a, "steps"_a, nb::kw_only(), "control"_a = nb::none(),
           "Continues for a number of steps. Returns cover (its columns, or None), nodes (steps),\n"
           "stop and seconds.");

  m.def(
      "within_budget", &within_budget, nb::kw_only(), "columns"_a, "rows"_a, "prices"_a, "one"_a,
      "most"_a, "nodes"_a, "recording"_a = false, "control"_a = nb::none(),
      "Looks for at most `most` columns that cover all rows, or proves that there are none: by\n"
      "what each choice costs beyond the rows' prices, `one` being the price of a column.\n"
      "Returns outcome (covered, none, paused or stopped; paused: after so many nodes), cover,\n"
      "nodes, stop and seconds; with recording also tree: the choices in preorder, a column that\n"
      "is first taken, then left out, or -1 where there is nothing to choose.");
}
