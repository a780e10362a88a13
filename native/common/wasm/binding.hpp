// The part of nanobind's interface that kernels use, for WebAssembly: functions and classes of a
// module are called by messages. Docstrings are left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/timed.hpp"
#include "common/wasm/conversion.hpp"
#include "common/wasm/value.hpp"

// Asked about every 50 ms while a kernel runs; NaN: not known yet. True: stop.
extern "C" __attribute__((import_module("gridproof"), import_name("poll"))) bool gridproof_poll(
    double nodes, double bound, double best);

namespace gridproof::wasm {

using object = Value;
inline Value none() { return {}; }
inline Value str(const char* text) { return text; }
inline Value int_(std::int64_t number) { return number; }

template <class T>
Value cast(const T& content) {
  return content;
}

template <class... T>
Value make_tuple(const T&... items) {
  return Items{{Value(items)...}, true};
}

class list : public Items {
 public:
  template <class T>
  void append(const T& item) {
    values.emplace_back(item);
  }
};

inline Value tuple(Value items) {
  std::get<Items>(items.content).is_tuple = true;
  return items;
}

class dict : public Entries {
 public:
  Value& operator[](const char* key) { return pairs.emplace_back(key, Value()).second; }
};

template <class T, class... Items>
using typed = T;
struct any;

// The names of arguments, and what stands for those that are not given.
struct arg {
  const char* name;
  std::optional<Value> fallback = {};

  template <class T>
  arg operator=(const T& content) const {
    return {name, Value(content)};
  }
};
struct kw_only {};

namespace literals {
inline arg operator""_a(const char* name, std::size_t) { return {name}; }
}  // namespace literals

// An object of a bound class, which lives until the host lets it go.
struct Object {
  virtual ~Object() = default;
};
template <class T>
struct Held : Object {
  explicit Held(std::unique_ptr<T> made) : content(std::move(made)) {}
  std::unique_ptr<T> content;
};

template <class Factory>
struct new_ {
  Factory make;
  explicit new_(Factory factory) : make(factory) {}
};

// A function of a module or class, that takes values.
struct Function {
  std::vector<arg> parameters;
  std::function<Value(Object*, const std::vector<Value>&)> run;
  bool is_property = false;

  // Puts positional arguments and those by name into the order of the parameters.
  std::vector<Value> ordered(const Items& given, const Entries& named) const {
    if (given.values.size() > parameters.size()) throw WrongType{"too many arguments"};
    std::vector<Value> all = given.values;
    std::size_t used = 0;
    for (std::size_t i = all.size(); i < parameters.size(); ++i) {
      const auto found =
          std::find_if(named.pairs.begin(), named.pairs.end(),
                       [&](const auto& pair) { return pair.first == parameters[i].name; });
      if (found == named.pairs.end() && !parameters[i].fallback)
        throw WrongType{std::string("the argument ") + parameters[i].name + " is missing"};
      used += found != named.pairs.end();
      all.push_back(found == named.pairs.end() ? *parameters[i].fallback : found->second);
    }
    if (used != named.pairs.size()) throw WrongType{"an argument that does not exist"};
    return all;
  }
};

// Keeps the names of arguments among what stands behind a function in a binding.
template <class... Extras>
std::vector<arg> parameters_of(const Extras&... extras) {
  std::vector<arg> parameters;
  auto look = [&](const auto& extra) {
    if constexpr (std::is_same_v<std::decay_t<decltype(extra)>, arg>) parameters.push_back(extra);
  };
  (look(extras), ...);
  return parameters;
}

template <class Result, class Call>
Value returned(Call call) {
  if constexpr (std::is_void_v<Result>) {
    call();
    return {};
  } else {
    return Value(call());
  }
}

// Calls `call(arguments...)` with values that are converted to `A...`.
template <class Result, class... A, class Call, std::size_t... I>
Value apply(Call&& call, const std::vector<Value>& values, std::index_sequence<I...>) {
  if (values.size() != sizeof...(A)) throw WrongType{"a function has other arguments"};
  std::tuple<std::decay_t<A>...> arguments{from_value<std::decay_t<A>>(values[I])...};
  return returned<Result>(
      [&]() -> Result { return call(static_cast<A&&>(std::get<I>(arguments))...); });
}

template <class T>
T& held(Object* self) {
  auto* found = dynamic_cast<Held<T>*>(self);
  if (!found) throw WrongType{"an object of another class"};
  return *found->content;
}

template <class R, class... A>
auto bound(R (*f)(A...)) {
  return [f](Object*, const std::vector<Value>& values) {
    return apply<R, A...>(f, values, std::index_sequence_for<A...>());
  };
}

template <class R, class Self, class... A, class Call>
auto bound_method(Call call) {
  using T = std::remove_cvref_t<Self>;
  return [call](Object* self, const std::vector<Value>& values) {
    auto on_self = [&](A... arguments) -> R {
      return call(held<T>(self), std::forward<A>(arguments)...);
    };
    return apply<R, A...>(on_self, values, std::index_sequence_for<A...>());
  };
}

template <class T, class R, class Self, class... A>
auto method(R (*f)(Self, A...)) {
  return bound_method<R, Self, A...>(f);
}
template <class T, class R, class C, class... A>
auto method(R (C::*f)(A...)) {
  return bound_method<R, T&, A...>(std::mem_fn(f));
}
template <class T, class R, class C, class... A>
auto method(R (C::*f)(A...) const) {
  return bound_method<R, T&, A...>(std::mem_fn(f));
}
template <class T, class Lambda>
  requires requires { &Lambda::operator(); }
auto method(Lambda lambda) {
  return method<T>(+lambda);
}

class module_ {
 public:
  std::string_view& doc() { return doc_; }

  template <class F, class... Extras>
  module_& def(const char* name, F f, const Extras&... extras) {
    functions[name] = {parameters_of(extras...), bound(f)};
    return *this;
  }

  // The answer to a request: a function, the object that it is of (or None), and its arguments.
  Value answer(const Value& request);
  std::size_t objects() const { return objects_.size(); }

  // Keeps a new object, and returns its number.
  Value keep(std::unique_ptr<Object> made) {
    objects_[++last_] = std::move(made);
    return last_;
  }

  std::map<std::string, Function, std::less<>> functions;  // methods: "Class.method"
  std::vector<std::string> classes;

 private:
  Value describe() const;

  std::string_view doc_;
  std::map<std::uint32_t, std::unique_ptr<Object>> objects_;
  std::uint32_t last_ = 0;
};

template <class T>
class class_ {
 public:
  class_(module_& module, const char* name, const char*) : module_of_(module), name_(name) {
    module.classes.push_back(name);
  }

  template <class R, class... A, class... Extras>
  class_& def(new_<R (*)(A...)> made, const Extras&... extras) {
    auto keep = [&module = module_of_, make = made.make](A... arguments) {
      return module.keep(std::make_unique<Held<T>>(make(std::forward<A>(arguments)...)));
    };
    module_of_.functions[name_] = {
        parameters_of(extras...), [keep](Object*, const std::vector<Value>& values) {
          return apply<Value, A...>(keep, values, std::index_sequence_for<A...>());
        }};
    return *this;
  }

  template <class F, class... Extras>
  class_& def(const char* name, F f, const Extras&... extras) {
    module_of_.functions[name_ + "." + name] = {parameters_of(extras...), method<T>(f)};
    return *this;
  }

  template <class F>
  class_& def_prop_ro(const char* name, F f, const char*) {
    module_of_.functions[name_ + "." + name] = {{}, method<T>(f), true};
    return *this;
  }

 private:
  module_& module_of_;
  std::string name_;
};

// A kernel's functions and classes; its bind.cpp defines it.
void bind(module_& module);

}  // namespace gridproof::wasm

#define NB_MODULE(name, module) void gridproof::wasm::bind(gridproof::wasm::module_& module)

namespace nb = gridproof::wasm;

namespace gridproof {

using ResultDict = wasm::dict;

// Runs `kernel(ticker)`; the dict has its nodes, stop (a name) and seconds.
template <class Kernel>
ResultDict run_kernel(const Control& control, Kernel kernel) {
  Ticker::Poll ask;
  if (control.polled)
    ask = [](std::uint64_t nodes, const IncumbentAndBound& known) {
      auto shown = [](const std::optional<std::int64_t>& value) {
        return value ? static_cast<double>(*value) : std::numeric_limits<double>::quiet_NaN();
      };
      return gridproof_poll(static_cast<double>(nodes), shown(known.bound), shown(known.best));
    };
  const RunEnd end = run_timed(control.limits, control.cpu, std::move(ask), kernel);
  ResultDict found;
  found["nodes"] = end.nodes;
  found["stop"] = name(end.stop);
  found["seconds"] = end.seconds;
  return found;
}

inline void translate_stopped() {}  // every call answers with it

}  // namespace gridproof
