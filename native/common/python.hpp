// How kernels meet Python: run without the GIL, and ask Python now and then whether to go on.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "common/limits.hpp"

namespace gridproof {

// What every kernel returns to Python: a dict.
using Found = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// Runs `kernel(ticker)` without the GIL; the dict has its nodes, stop (a name) and seconds.
// `poll(nodes) -> bool`, a Python callable or None, is asked from time to time whether to stop; an
// exception in it (KeyboardInterrupt, say) stops the kernel and is raised here.
template <class Kernel>
Found run_kernel(const Limits& limits, nanobind::handle poll, Kernel kernel) {
  std::unique_ptr<nanobind::python_error> raised;
  Ticker::Poll ask;
  if (!poll.is_none())
    ask = [&](std::uint64_t nodes) {
      nanobind::gil_scoped_acquire gil;
      try {
        return nanobind::cast<bool>(poll(nodes));
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
    kernel(ticker);
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
