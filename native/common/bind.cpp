// The shared parts, bound so that the tests can drive them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/table.hpp"
#include "covering/linear_program.hpp"
#include "covering/row.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace gridproof;

namespace {

struct Number {
  std::uint64_t value = 0;
  std::uint64_t hash() const { return mix(value); }
  bool operator==(const Number&) const = default;
};

// Whether a covering program with costs of 1 proves that more than `most` is needed.
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

using NumberTable = Table<Number, std::uint64_t>;

const char* name(Insert insert) {
  return insert == Insert::added ? "added" : insert == Insert::found ? "found" : "full";
}

}  // namespace

NB_MODULE(common, m) {
  m.doc() = "What the kernels share, bound for its tests.";

  nb::class_<Ticker>(m, "Ticker", "Counts nodes and tells a kernel when to stop.")
      .def(
          "__init__",
          [](Ticker* self, std::uint64_t nodes, double seconds,
             std::function<bool(std::uint64_t)> poll, Ticker::Clock clock) {
            new (self) Ticker(
                {.nodes = nodes, .seconds = seconds},
                [poll = std::move(poll)](std::uint64_t n, const Known&) { return poll(n); },
                std::move(clock));
          },
          "nodes"_a, "seconds"_a, "poll"_a, "clock"_a)
      .def("tick", nb::overload_cast<>(&Ticker::tick), "Counts one more node; False: stop instead.")
      .def("going", &Ticker::going, "Counts a step that is no node; False: stop.")
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
           "Whether prices prove it in whole numbers.");

  nb::class_<NumberTable>(m, "Table", "A fixed-budget hash table from numbers to numbers.")
      .def(nb::init<std::size_t>(), "budget_bytes"_a)
      .def(
          "insert",
          [](NumberTable& table, std::uint64_t key, std::uint64_t value) {
            auto [outcome, stored] = table.insert({key}, value);
            return std::pair(name(outcome), stored ? std::optional(*stored) : std::nullopt);
          },
          "key"_a, "value"_a, "\"added\", \"found\" or \"full\", and the stored value.")
      .def(
          "find",
          [](const NumberTable& table, std::uint64_t key) {
            const std::uint64_t* value = table.find({key});
            return value ? std::optional(*value) : std::nullopt;
          },
          "key"_a, "The stored value, or None.")
      .def("__len__", &NumberTable::size)
      .def_prop_ro("bytes", &NumberTable::bytes, "Bytes in use.")
      .def_prop_ro("peak_bytes", &NumberTable::peak_bytes, "Most bytes in use at any time.");
}
