// How kernels meet Python: the poll that asks Python whether to go on.
#pragma once

#include <nanobind/nanobind.h>

#include "common/limits.hpp"

namespace gridproof {

// Wraps a Python callable `poll(nodes) -> bool`. It may be called while the GIL is released. An
// exception in it (KeyboardInterrupt, say) stops the kernel and is raised when the call returns.
inline Ticker::Poll python_poll(nanobind::handle poll, nanobind::python_error*& raised) {
  if (poll.is_none()) return {};
  return [poll, &raised](std::uint64_t nodes) {
    nanobind::gil_scoped_acquire gil;
    try {
      return nanobind::cast<bool>(poll(nodes));
    } catch (nanobind::python_error& error) {
      raised = new nanobind::python_error(std::move(error));
      return true;
    }
  };
}

}  // namespace gridproof
