// The exports of a kernel in WebAssembly.
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>

#include "common/wasm/binding.hpp"

namespace gridproof::wasm {

// The names that Python needs to offer the functions, methods and properties.
Value module_::describe() const {
  list names, made, properties;
  for (const auto& [name, function] : functions) {
    if (std::find(classes.begin(), classes.end(), name) != classes.end())
      made.append(name);
    else if (function.is_property)
      properties.append(name);
    else
      names.append(name);
  }
  dict found;
  found["functions"] = names;
  found["classes"] = made;
  found["properties"] = properties;
  return found;
}

Value module_::answer(const Value& request) {
  const auto& parts = content_of<Items>(request, "a request").values;
  if (parts.size() != 4) throw WrongType{"a request has four parts"};
  const std::string_view name = from_value<std::string_view>(parts[0]);
  const auto number = from_value<std::optional<std::uint32_t>>(parts[1]);
  if (name == "describe") return describe();
  if (name == "forget") return static_cast<bool>(number && objects_.erase(*number));
  Object* self = nullptr;
  if (number) {
    const auto found = objects_.find(*number);
    if (found == objects_.end()) throw WrongType{"there is no such object"};
    self = found->second.get();
  }
  const auto function = functions.find(name);
  if (function == functions.end()) throw WrongType{"there is no such function"};
  return function->second.run(
      self, function->second.ordered(content_of<Items>(parts[2], "a list of arguments"),
                                     content_of<Entries>(parts[3], "named arguments")));
}

namespace {

module_& bound_module() {
  static module_ module;
  static const bool once = (bind(module), true);
  static_cast<void>(once);
  return module;
}

// The answer, or the Python exception and its text in place of it.
std::pair<const char*, Value> answered(std::string_view message) {
  try {
    return {"", bound_module().answer(Reader(message).read())};
  } catch (const Stopped& stopped) {
    return {"Stopped", gridproof::name(stopped.reason)};
  } catch (const WrongType& error) {
    return {"TypeError", error.message};
  } catch (const std::bad_alloc&) {
    return {"MemoryError", "no memory is left"};
  } catch (const std::length_error&) {
    return {"MemoryError", "no memory is left"};
  } catch (const std::out_of_range& error) {
    return {"IndexError", error.what()};
  } catch (const std::invalid_argument& error) {
    return {"ValueError", error.what()};
  } catch (const std::exception& error) {
    return {"RuntimeError", error.what()};
  }
}

// The bytes of the last reply, for the host.
struct Reply {
  std::uint32_t address = 0, size = 0;
};
std::string reply_bytes;
Reply reply;

}  // namespace
}  // namespace gridproof::wasm

using namespace gridproof::wasm;

extern "C" {

__attribute__((export_name("allocate"))) void* gridproof_allocate(std::uint32_t size) {
  return std::malloc(size);
}

__attribute__((export_name("release"))) void gridproof_release(void* memory) { std::free(memory); }

// Answers a message, a list of function, object, arguments and named arguments, with the pair of
// the name of an exception (empty: none) and the result or its text.
__attribute__((export_name("call"))) const Reply* gridproof_call(const char* message,
                                                                 std::uint32_t size) {
  const auto [error, value] = answered({message, size});
  reply_bytes.clear();
  Writer(reply_bytes).write(make_tuple(error, value));
  reply = {static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(reply_bytes.data())),
           static_cast<std::uint32_t>(reply_bytes.size())};
  return &reply;
}

// The number of objects that are kept.
__attribute__((export_name("objects"))) std::uint32_t gridproof_objects() {
  return static_cast<std::uint32_t>(bound_module().objects());
}
}
