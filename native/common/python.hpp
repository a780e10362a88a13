// How kernels meet Python: run without the GIL, and ask Python now and then whether to go on.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <new>
#include <utility>

#include "common/limits.hpp"

namespace gridproof {

// What every kernel returns to Python: a dict.
using Found = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// Runs `kernel(ticker)` without the GIL; the dict has its nodes, stop (a name) and seconds.
// `poll(nodes, bound, best) -> bool`, a Python callable or None, is asked from time to time whether
// to stop, and told what is known (None: nothing yet); an exception in it (KeyboardInterrupt, say)
// stops the kernel and is raised here. An allocation that the system refuses is a full table: what
// the kernel has written into its answer before stays.
template <class Kernel>
Found run_kernel(const Limits& limits, nanobind::handle poll, Kernel kernel) {
  std::unique_ptr<nanobind::python_error> raised;
  Ticker::Poll ask;
  if (!poll.is_none())
    ask = [&](std::uint64_t nodes, const Known& known) {
      nanobind::gil_scoped_acquire gil;
      auto shown = [](const std::optional<std::int64_t>& value) {
        return value ? nanobind::object(nanobind::int_(*value)) : nanobind::none();
      };
      try {
        return nanobind::cast<bool>(poll(nodes, shown(known.bound), shown(known.best)));
      } catch (nanobind::python_error& error) {
        raised = std::make_unique<nanobind::python_error>(std::move(error));
        return true;
      }
    };
  Ticker ticker(limits, std::move(ask));
  double elapsed;
  {
    nanobind::gil_scoped_release unlocked;
    const double started = Ticker::steady_seconds();
    try {
      kernel(ticker);
    } catch (const std::bad_alloc&) {
      ticker.out_of_memory();
    }
    elapsed = Ticker::steady_seconds() - started;
  }
  if (raised) throw std::move(*raised);
  Found found;
  found["nodes"] = ticker.nodes();
  found["stop"] = name(ticker.stop());
  found["seconds"] = elapsed;
  return found;
}

}  // namespace gridproof
