// gridproof._native.testing: what the kernels share, and what they are made of, bound so that tests
// can drive it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/store.hpp"
#include "covering/linear_program.hpp"
#include "covering/row.hpp"
#include "matching/assignment.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;

namespace {

struct Number {
  std::uint64_t value = 0;
  std::uint64_t hash() const { return mix(value); }
  bool operator==(const Number&) const = default;
};

// A covering program with costs of 1.
struct CoverProblem {
  std::uint32_t columns;
  std::vector<covering::RowPointer> rows;

  bool needs_more_than(std::uint32_t most) const {
    Ticker ticker{Limits{}};
    covering::LinearProgram program(std::vector<double>(columns, 1));
    program.add(rows);
    return program.proves(most,
                          program.solve(covering::LinearProgram::clearly_above(most), ticker));
  }
};

using NumberStore = Store<Number, std::uint64_t>;

const char* name(Insert insert) {
  return insert == Insert::added ? "added" : insert == Insert::found ? "found" : "full";
}

// An assignment with the costs that it points to.
class Assigned {
 public:
  explicit Assigned(std::size_t rows) : assignment_(rows), size_(rows) {
    if (rows > matching::Assignment::max_rows) throw std::invalid_argument("too many rows");
  }

  std::optional<std::int32_t> solve(std::vector<std::vector<matching::Cost>> costs) {
    if (costs.size() != size_) throw std::invalid_argument("other rows than said");
    std::vector<const matching::Cost*> rows;
    for (const auto& row : costs) {
      check(row);
      rows.push_back(row.data());
    }
    costs_ = std::move(costs);  // rows stay where they are
    Ticker ticker{Limits{}};
    return finite(assignment_.solve(rows, ticker));
  }

  // Rows that update() takes by their numbers; they stay where they are.
  void keep(const std::vector<std::vector<matching::Cost>>& rows) {
    kept_.clear();
    for (const auto& row : rows) {
      check(row);
      kept_.insert(kept_.end(), row.begin(), row.end());
    }
  }

  std::optional<std::int32_t> update(const std::vector<std::size_t>& numbers) {
    if (numbers.size() != size_) throw std::invalid_argument("other rows than said");
    std::vector<const matching::Cost*> rows;
    for (std::size_t number : numbers) {
      if ((number + 1) * size_ > kept_.size()) throw std::invalid_argument("no such row");
      rows.push_back(&kept_[number * size_]);
    }
    Ticker ticker{Limits{}};
    return finite(assignment_.update(rows, ticker));
  }

  std::optional<std::int32_t> with(std::size_t i, const std::vector<matching::Cost>& row,
                                   std::int32_t gap) {
    check(row);
    if (i >= size_) throw std::invalid_argument("no such row");
    return finite(assignment_.with(i, row.data(), gap));
  }

  std::vector<std::optional<std::int32_t>> with_rows(
      std::size_t i, const std::vector<std::vector<matching::Cost>>& rows) {
    if (i >= size_) throw std::invalid_argument("no such row");
    std::vector<std::optional<std::int32_t>> totals;
    assignment_.leave(i);
    for (const auto& row : rows) {
      check(row);
      totals.push_back(finite(assignment_.join(row.data())));
    }
    return totals;
  }

 private:
  void check(const std::vector<matching::Cost>& row) const {
    if (row.size() != size_) throw std::invalid_argument("as many columns as rows");
    for (matching::Cost cost : row)
      if (cost != matching::no_pair && cost > matching::max_cost)
        throw std::invalid_argument("a pair costs too much");
  }

  static std::optional<std::int32_t> finite(std::int32_t cost) {
    return cost < matching::Assignment::infinite ? std::optional(cost) : std::nullopt;
  }

  matching::Assignment assignment_;
  std::size_t size_;
  std::vector<std::vector<matching::Cost>> costs_;
  std::vector<matching::Cost> kept_;
};

}  // namespace

void bind_sokoban(nb::module_& m);
void bind_sokoban_bounds(nb::module_& m);
void bind_sokoban_pulls(nb::module_& m);
void bind_sokoban_zones(nb::module_& m);

NB_MODULE(testing, m) {
  m.doc() = "The shared parts of the kernels, bound for their tests.";
  bind_sokoban(m);
  bind_sokoban_bounds(m);
  bind_sokoban_pulls(m);
  bind_sokoban_zones(m);

  nb::class_<Ticker>(m, "Ticker", "Counts nodes and tells a kernel when to stop.")
      .def(
          "__init__",
          [](Ticker* self, std::uint64_t nodes, double seconds,
             std::function<bool(std::uint64_t)> poll, Ticker::Clock clock) {
            new (self) Ticker(
                {.nodes = nodes, .seconds = seconds},
                [poll = std::move(poll)](std::uint64_t n, const IncumbentAndBound&) {
                  return poll(n);
                },
                std::move(clock));
          },
          "nodes"_a, "seconds"_a, "poll"_a, "clock"_a)
      .def("tick", nb::overload_cast<>(&Ticker::tick), "Counts one more node; False: stop instead.")
      .def("extend", &Ticker::extend, "nodes"_a, "Lets what the node limit has stopped go on.")
      .def_prop_ro("nodes", &Ticker::nodes, "Nodes counted so far.")
      .def_prop_ro(
          "stop", [](const Ticker& t) { return gridproof::name(t.stop()); },
          "Name of the stop reason.");

  nb::class_<CoverProblem>(m, "CoverProblem", "A covering program with costs of 1.")
      .def(
          "__init__",
          [](CoverProblem* self, std::uint32_t columns) { new (self) CoverProblem{columns, {}}; },
          "columns"_a)
      .def(
          "add",
          [](CoverProblem& self, std::vector<std::uint32_t> columns, int sign, int least) {
            self.rows.push_back(
                std::make_shared<const covering::Row>(std::move(columns), sign, least, true));
          },
          "columns"_a, "sign"_a, "least"_a, "Columns, increasing: sign * their sum >= least.")
      .def("needs_more_than", &CoverProblem::needs_more_than, "most"_a,
           "Tests whether prices prove, in whole numbers, that more than `most` is needed.");

  nb::class_<NumberStore>(m, "Store", "A store of numbers, with a number kept for each.")
      .def(nb::init<std::size_t>(), "budget_bytes"_a)
      .def(
          "insert",
          [](NumberStore& store, std::uint64_t key, std::uint64_t value) {
            const Insert outcome = store.insert({key}, value);
            return std::pair(name(outcome), outcome == Insert::full
                                                ? std::nullopt
                                                : std::optional(store.data(store.last())));
          },
          "key"_a, "value"_a, "\"added\", \"found\" or \"full\", and the stored value.")
      .def(
          "find",
          [](const NumberStore& store, std::uint64_t key) {
            const std::uint32_t number = store.find({key});
            return number == store.none ? std::nullopt : std::optional(store.data(number));
          },
          "key"_a, "The stored value, or None.")
      .def("__len__", &NumberStore::size)
      .def_prop_ro_static(
          "min_bytes", [](nb::handle) { return NumberStore::min_bytes(); },
          "The bytes that it takes at any budget.")
      .def_prop_ro("bytes", &NumberStore::bytes, "Bytes in use.")
      .def_prop_ro("peak_bytes", &NumberStore::peak_bytes, "Most bytes in use at any time.");

  nb::class_<Assigned>(m, "Assignment", "Cheapest assignments of rows to columns.")
      .def(nb::init<std::size_t>(), "rows"_a)
      .def("solve", &Assigned::solve, "costs"_a,
           "The cost of the cheapest one, None if there is none; it starts from the prices of the\n"
           "costs before. costs: a row a list, 2**16 - 1 for no pair.")
      .def("keep", &Assigned::keep, "rows"_a, "Keeps rows for update(), in place of others.")
      .def("update", &Assigned::update, "numbers"_a,
           "The same as solve() for some of the rows kept; in ascending order those that were in\n"
           "the update before cost nothing.")
      .def(
          "with_row", &Assigned::with, "i"_a, "row"_a, "gap"_a = 1,
          "The cost if row i were this one; the last solve() or update() has found one. All costs\n"
          "of assignments differ by multiples of the gap.")
      .def("with_rows", &Assigned::with_rows, "i"_a, "rows"_a,
           "The same for many rows in its place.");
}
