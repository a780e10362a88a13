// The interface of kernels to Python: they run without the GIL, and now and then ask Python whether
// to go on.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <memory>
#include <utility>

#include "common/limits.hpp"
#include "common/timed.hpp"

namespace nb = nanobind;

namespace gridproof {

// The dict that every kernel returns to Python.
using ResultDict = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// The contents of gridproof.limits.Control for a kernel: its limits, and `poll(nodes, bound, best)
// -> bool`, a Python callable or None, and whether seconds are those of the CPU. None instead of it
// all: no limits.
struct Control {
  Limits limits;
  bool cpu = false;
  nanobind::object poll = nanobind::none();
};

// Runs `kernel(ticker)` without the GIL; the dict has its nodes, stop (a name) and seconds.
// `control.poll` is called now and then, from any thread, with what is known (None: nothing yet);
// it returns true to stop the kernel. An exception in it (KeyboardInterrupt, say) stops the kernel
// and is raised here.
template <class Kernel>
ResultDict run_kernel(const Control& control, Kernel kernel) {
  std::unique_ptr<nanobind::python_error> raised;
  Ticker::Poll ask;
  if (!control.poll.is_none())
    ask = [&](std::uint64_t nodes, const IncumbentAndBound& known) {
      nanobind::gil_scoped_acquire gil;
      auto shown = [](const std::optional<std::int64_t>& value) {
        return value ? nanobind::object(nanobind::int_(*value)) : nanobind::none();
      };
      try {
        return nanobind::cast<bool>(control.poll(nodes, shown(known.bound), shown(known.best)));
      } catch (nanobind::python_error& error) {
        raised = std::make_unique<nanobind::python_error>(std::move(error));
        return true;
      }
    };
  RunEnd end;
  {
    nanobind::gil_scoped_release unlocked;
    end = run_timed(control.limits, control.cpu, std::move(ask), kernel);
  }
  if (raised) throw std::move(*raised);
  ResultDict found;
  found["nodes"] = end.nodes;
  found["stop"] = name(end.stop);
  found["seconds"] = end.seconds;
  return found;
}

// Turns Stopped into gridproof.limits.Stopped, for the functions of a module that throw it.
inline void translate_stopped() {
  nanobind::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Stopped& stopped) {
      const nanobind::object type = nanobind::module_::import_("gridproof.limits").attr("Stopped");
      const nanobind::object reason =
          nanobind::module_::import_("gridproof.result").attr("StopReason")(name(stopped.reason));
      PyErr_SetObject(type.ptr(), type(reason).ptr());
    }
  });
}

}  // namespace gridproof

template <>
struct nanobind::detail::type_caster<gridproof::Control> {
  NB_TYPE_CASTER(gridproof::Control, const_name("gridproof.limits.Control"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    value = {};
    if (source.is_none()) return true;
    try {
      value.limits = {cast<std::uint64_t>(source.attr("nodes")),
                      cast<double>(source.attr("seconds")),
                      cast<std::size_t>(source.attr("memory"))};
      value.poll = source.attr("poll");
      value.cpu = cast<bool>(source.attr("cpu"));
    } catch (const builtin_exception&) {
      return false;
    } catch (const std::bad_cast&) {
      return false;
    } catch (python_error& error) {
      error.restore();
      PyErr_Clear();
      return false;
    }
    return true;
  }
};
