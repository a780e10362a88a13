// gridproof._native.bombcover: layers of states and plans of bombs, for the fewest explosions.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "bombcover/bruteforce.hpp"
#include "bombcover/layers.hpp"
#include "bombcover/planner.hpp"
#include "bombcover/played_plans.hpp"
#include "bombcover/statics.hpp"
#include "common/binding.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::bombcover;

namespace {

// The problem; `cells` has to live as long.
Problem problem_of(std::uint32_t width, std::uint32_t height, const nb::bytes& cells,
                   const std::vector<std::uint32_t>& starts, std::uint32_t radius, bool pierce) {
  const std::size_t size = std::size_t{width} * height;
  if (cells.size() != size || starts.empty())
    throw std::invalid_argument("a board has a byte a cell and at least one start");
  const auto* data = reinterpret_cast<const std::uint8_t*>(cells.c_str());
  for (std::uint32_t start : starts)
    if (start >= size || data[start] != '.')
      throw std::invalid_argument("a start is not an empty cell of the board");
  if (std::count(data, data + size, 'x') > std::numeric_limits<std::uint16_t>::max())
    throw std::invalid_argument("more than 65535 crates");
  return {width, height, data, starts, radius, pierce};
}

// Puts what `make(ticker)` returns, under limits, into `made`.
template <class Made, class Make>
void make_within(const Control& control, Made& made, Make make) {
  Stop stop = Stop::memory_limit;  // unless the setup comes to an end
  run_kernel(control, [&](Ticker& ticker) {
    try {
      made = make(ticker);
    } catch (const SetupStopped&) {
    }
    stop = ticker.stop();
  });
  if (stop != Stop::none) throw Stopped{stop};
}

std::unique_ptr<Search> make(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                             const std::vector<std::uint32_t>& starts, std::uint32_t radius,
                             bool pierce, const Control& control) {
  const Problem problem = problem_of(width, height, cells, starts, radius, pierce);
  std::unique_ptr<Search> search;
  make_within(control, search, [&](Ticker& ticker) { return Search::make(problem, ticker); });
  if (!search) throw std::invalid_argument("more than 4096 crates");
  return search;
}

std::unique_ptr<Statics> make_statics(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                                      const std::vector<std::uint32_t>& starts,
                                      std::uint32_t radius, bool pierce, const Control& control) {
  const Problem problem = problem_of(width, height, cells, starts, radius, pierce);
  std::unique_ptr<Statics> statics;
  make_within(control, statics, [&](Ticker& ticker) {
    SetupLimits setup(ticker);
    return std::make_unique<Statics>(problem, setup);
  });
  return statics;
}

ResultDict play_statics(const Statics& statics, const Statics::Plan& plan, const Control& control) {
  for (const auto& [site, crates] : plan) {
    if (site >= statics.board().sites().size()) throw std::out_of_range("no such site");
    for (std::uint16_t c : crates)
      if (c >= statics.board().crates()) throw std::out_of_range("no such crate");
  }
  std::optional<std::vector<std::uint32_t>> bombs;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) {
    try {
      bombs = statics.play(plan, ticker);
    } catch (const SetupStopped&) {
    }
  });
  found["bombs"] = bombs ? nb::cast(*bombs) : nb::none();
  return found;
}

ResultDict static_patterns(const Statics& statics, std::size_t most, const Control& control) {
  std::vector<StaticPattern> patterns;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) {
    try {
      SetupLimits setup(ticker);
      patterns = statics.patterns(most, setup);
    } catch (const SetupStopped&) {
    }
  });
  nb::list list;
  for (const StaticPattern& p : patterns)
    list.append(nb::make_tuple(p.site, nb::tuple(nb::cast(p.crates)), p.at_once));
  found["patterns"] = list;
  return found;
}

std::unique_ptr<Planner> make_planner(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                                      const std::vector<std::uint32_t>& starts,
                                      std::uint32_t radius, bool pierce, bool recording,
                                      const Control& control) {
  const Problem problem = problem_of(width, height, cells, starts, radius, pierce);
  std::unique_ptr<Plans> plans;
  make_within(control, plans, [&](Ticker& ticker) { return Plans::make(problem, ticker); });
  if (!plans) throw std::invalid_argument("no plans for this board");
  return std::make_unique<Planner>(std::move(plans), recording);
}

// Runs a kernel that returns an outcome; one that is cut off by a refused allocation has stopped.
template <class Kernel>
ResultDict run_for_outcome(const Control& control, Kernel kernel) {
  auto outcome = std::invoke_result_t<Kernel, Ticker&>::stopped;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) { outcome = kernel(ticker); });
  found["outcome"] = name(outcome);
  return found;
}

ResultDict search_plans(Planner& planner, std::uint32_t size, std::uint64_t steps,
                        const Control& control) {
  return run_for_outcome(control,
                         [&](Ticker& ticker) { return planner.search(size, steps, ticker); });
}

ResultDict improve_plans(Planner& planner, std::uint32_t most,
                         const std::vector<std::uint32_t>& bombs, std::size_t tries,
                         std::uint64_t nodes, const Control& control) {
  return run_for_outcome(
      control, [&](Ticker& ticker) { return planner.improve(most, bombs, tries, nodes, ticker); });
}

ResultDict prove_plans(Planner& planner, std::uint32_t most, std::uint64_t programs,
                       const Control& control) {
  return run_for_outcome(control,
                         [&](Ticker& ticker) { return planner.prove(most, programs, ticker); });
}

nb::typed<nb::list, nb::object> proof_of(const Planner& planner) {
  nb::typed<nb::list, nb::object> nodes;
  for (const ProofNode& node : planner.proof()) {
    if (node.leaf())
      nodes.append(nb::make_tuple(node.cap, node.prices));
    else
      nodes.append(
          nb::make_tuple(planner.plans().board().sites()[node.site].cell, node.crates, node.whole));
  }
  return nodes;
}

ResultDict brute_force_py(std::uint32_t width, std::uint32_t height, nb::bytes cells,
                          const std::vector<std::uint32_t>& starts, std::uint32_t radius,
                          bool pierce, bool random, std::uint64_t seed, std::uint32_t most,
                          std::uint32_t enough, const Control& control) {
  const Problem problem = problem_of(width, height, cells, starts, radius, pierce);
  BruteForced result;
  bool fits = true;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) {
    try {
      fits = brute_force(problem, random, seed, most, enough, result, ticker);
    } catch (const SetupStopped&) {
    }
  });
  if (!fits) throw std::invalid_argument("more than 1024 crates");
  found["bombs"] = result.solved ? nb::cast(result.bombs) : nb::none();
  found["states"] = result.states;
  found["states_to_best"] = result.states_to_best;
  return found;
}

ResultDict expand(Search& search, std::uint32_t most, std::size_t width, const Control& control) {
  return run_for_outcome(control,
                         [&](Ticker& ticker) { return search.expand(most, width, ticker); });
}

ResultDict prune(Search& search, std::uint32_t most, const Control& control) {
  return run_for_outcome(control, [&](Ticker& ticker) { return search.prune(most, ticker); });
}

}  // namespace

NB_MODULE(bombcover, m) {
  m.doc() = "Layers of states, and plans of bombs, for the fewest explosions.";
  translate_stopped();
  nb::class_<Search>(m, "Search", "Layers: the sets of crates left after each number of bombs.")
      .def(nb::new_(&make), nb::kw_only(), "width"_a, "height"_a, "cells"_a, "starts"_a, "radius"_a,
           "pierce"_a, "control"_a = nb::none(),
           "cells: a byte a cell, row by row, of `#`, `.` and `x`; starts: cells y * width + x.\n"
           "Raises gridproof.limits.Stopped if a limit ends it, ValueError for too many crates.")
      .def_prop_ro("crates", &Search::crates, "The number of crates to destroy.")
      .def_prop_ro(
          "sites", [](const Search& s) { return s.bound_arms().size(); },
          "The number of sites for bombs.")
      .def(
          "bound_arms", [](const Search& s, std::size_t i) { return s.bound_arms().at(i); },
          "site"_a, "For each arm of a site the crates whose heaviest counts for the bound.")
      .def_prop_ro("bytes", &Search::bytes, "Bytes of all tables.")
      .def("add_weighting", &Search::add_weighting, "weights"_a,
           "Adds weights of the crates, lowered where a bomb could take more than 1.")
      .def_prop_ro("root_bound", &Search::root_bound, "The best bound for all crates.")
      .def("restart", &Search::restart, "Goes back to the layer of the start.")
      .def("expand", &expand, "most"_a, "width"_a, nb::kw_only(), "control"_a = nb::none(),
           "Makes the next layer, of the states that may be cleared with at most `most`\n"
           "explosions in all, and keeps the `width` best. Returns outcome (layer, empty, solved\n"
           "or stopped), nodes, stop and seconds.")
      .def("prune", &prune, "most"_a, nb::kw_only(), "control"_a = nb::none(),
           "Prunes the layer with the present weightings. Returns the same as expand().")
      .def("crates_of", &Search::crates_of, "state"_a, "The crates left in a state of the layer.")
      .def_prop_ro("size", &Search::size, "States in the layer.")
      .def_prop_ro("was_cut", &Search::was_cut, "True if a layer lost states to its width.")
      .def_prop_ro("solution", &Search::solution, "The bomb cells of the solution found.")
      .def_prop_ro("peak_memory", &Search::peak_memory, "Most bytes of the layers at any time.");

  nb::class_<Statics>(m, "Statics", "Static facts of a board, for any number of crates.")
      .def(nb::new_(&make_statics), nb::kw_only(), "width"_a, "height"_a, "cells"_a, "starts"_a,
           "radius"_a, "pierce"_a, "control"_a = nb::none(), "As for Search.")
      .def_prop_ro(
          "crates", [](const Statics& s) { return s.board().crates(); },
          "The number of crates to destroy.")
      .def_prop_ro(
          "sites", [](const Statics& s) { return s.board().sites().size(); },
          "The number of sites for bombs.")
      .def(
          "bound_arms", [](const Statics& s, std::size_t i) { return s.bound_arms().at(i); },
          "site"_a, "For each arm of a site the crates that count for the bound.")
      .def_prop_ro("bytes", &Statics::bytes, "Bytes of all tables.")
      .def(
          "play", &play_statics, "plan"_a, nb::kw_only(), "control"_a = nb::none(),
          "Bombs that clear the board: those of a plan, pairs of a site and the crates it is for,\n"
          "as far as they can be set in some order; then greedy ones. Returns bombs (cells; None\n"
          "if it was stopped), nodes (0), stop and seconds.")
      .def("patterns", &static_patterns, "most"_a, nb::kw_only(), "control"_a = nb::none(),
           "(site, crates, at_once) for each set of crates that a bomb may be the first to take;\n"
           "at_once: it takes what is left of them from the start on. None at all if there are\n"
           "more than `most`. Returns patterns, nodes (0), stop and seconds.");

  nb::class_<Planner>(m, "Planner",
                      "Plans (bombs in no order), and the test that they can be played.")
      .def(nb::new_(&make_planner), nb::kw_only(), "width"_a, "height"_a, "cells"_a, "starts"_a,
           "radius"_a, "pierce"_a, "recording"_a = false, "control"_a = nb::none(),
           "As for Search. ValueError: there are too many crates or patterns. recording: whether\n"
           "the nodes of a proof are kept.")
      .def("search", &search_plans, "size"_a, "steps"_a, nb::kw_only(), "control"_a = nb::none(),
           "Local search for a plan of `size` bombs, for `steps` steps. Returns outcome (played,\n"
           "paused or stopped), nodes, stop and seconds.")
      .def(
          "improve", &improve_plans, "most"_a, "bombs"_a, "tries"_a, "nodes"_a, nb::kw_only(),
          "control"_a = nb::none(),
          "Looks for a plan of at most `most` bombs in a number of neighbourhoods of a play, with\n"
          "so many nodes each: most bombs (cells) stay. Returns outcome (played, paused, stopped;\n"
          "others as for prove, if that was not begun), nodes, stop and seconds.")
      .def(
          "prove", &prove_plans, "most"_a, "programs"_a, nb::kw_only(), "control"_a = nb::none(),
          "Continues the proof that more than `most` bombs are needed, for a number of linear\n"
          "programs. Returns outcome (proven, played, paused, stopped, or failed: it ends without\n"
          "a proof), nodes, stop and seconds.")
      .def_prop_ro(
          "solution", [](const Planner& p) { return p.plans().solution(); },
          "The bomb cells of the last plan that could be played.")
      .def_prop_ro(
          "sets", [](const Planner& p) { return p.plans().sets().size(); },
          "The number of known sets of crates.")
      .def(
          "set",
          [](const Planner& p, std::size_t i) {
            if (i >= p.plans().sets().size()) throw std::out_of_range("no such set");
            return p.plans().crates_of(i);
          },
          "number"_a, "The crates of a set; the first ones are the single crates, in order.")
      .def_prop_ro(
          "first_sum", [](const Planner&) { return Sums::first; },
          "The number of the first sum as a row of proofs.")
      .def(
          "sum",
          [](const Planner& p, std::int64_t number) {
            const std::int64_t i = number - Sums::first;
            if (i < 0 || static_cast<std::size_t>(i) >= p.sums().rows().size())
              throw std::out_of_range("no such sum");
            return p.sums().parts(static_cast<std::size_t>(i));
          },
          "number"_a, "The sets of which half the sum, rounded up, is a row of proofs.")
      .def_prop_ro(
          "dropped", [](const Planner& p) { return p.plans().board().dropped(); },
          "Pairs of cells: a site that was dropped, and the one that it was dropped for.")
      .def("restart", &Planner::restart, "Forgets the proof, but not the sets that it has learnt.")
      .def_prop_ro(
          "proof", &proof_of,
          "The nodes of the last proof. A leaf is (price of the cap, pairs of row and\n"
          "price); rows are sets, sums from first_sum on, and -1, -2, ... the branches\n"
          "above it, the first one first. Another one is (cell, crates, count), whether\n"
          "there are at most so many bombs on a cell for these crates; the nodes for more\n"
          "follow, then the others.")
      .def_prop_ro("bytes", &Planner::bytes, "Bytes of sets and programs.")
      .def_prop_ro("peak_memory", &Planner::peak_memory, "Most bytes of sets and programs.");

  m.def("brute_force", &brute_force_py, nb::kw_only(), "width"_a, "height"_a, "cells"_a, "starts"_a,
        "radius"_a, "pierce"_a, "random"_a, "seed"_a = 0, "most"_a = BruteForced::no_limit,
        "enough"_a = 0, "control"_a = nb::none(),
        "Depth-first search over all bombs, by decreasing power or in random order, for at most\n"
        "`most` of them; it ends as soon as it has at most `enough`.\n\n"
        "Returns bombs (cells of the best solution found, or None), states (made in all),\n"
        "states_to_best, nodes, stop and seconds.");
}
