// Values turned into the arguments of C++ functions.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/limits.hpp"
#include "common/wasm/value.hpp"

namespace gridproof {

// The contents of gridproof.limits.Control for a kernel; `polled`: the host wants to be asked now
// and then whether to go on.
struct Control {
  Limits limits;
  bool cpu = false, polled = false;
};

}  // namespace gridproof

namespace gridproof::wasm {

// The bytes of an argument, which live as long as the call.
class bytes {
 public:
  explicit bytes(std::string_view data) : data_(data) {}
  const char* c_str() const { return data_.data(); }
  std::size_t size() const { return data_.size(); }

 private:
  std::string_view data_;
};

template <class T>
struct Convert;

template <class T>
T from_value(const Value& value) {
  return Convert<T>::from(value);
}

// The content of a value that has to be of one type.
template <class T>
const T& content_of(const Value& value, const char* type) {
  if (const T* content = std::get_if<T>(&value.content)) return *content;
  throw WrongType{std::string("an argument is not ") + type};
}

template <>
struct Convert<bool> {
  static bool from(const Value& value) { return content_of<bool>(value, "a truth value"); }
};

template <std::integral T>
struct Convert<T> {
  static T from(const Value& value) {
    if (const auto* n = std::get_if<std::int64_t>(&value.content); n && std::in_range<T>(*n))
      return static_cast<T>(*n);
    if (const auto* n = std::get_if<std::uint64_t>(&value.content); n && std::in_range<T>(*n))
      return static_cast<T>(*n);
    throw WrongType{"an argument is not a whole number, or is too large"};
  }
};

// Sizes and counts that memory cannot hold are the largest ones, as "no limit" is.
template <>
struct Convert<std::size_t> {
  static std::size_t from(const Value& value) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(
        Convert<std::uint64_t>::from(value), std::numeric_limits<std::size_t>::max()));
  }
};

template <>
struct Convert<double> {
  static double from(const Value& value) {
    if (const auto* n = std::get_if<std::int64_t>(&value.content)) return static_cast<double>(*n);
    return content_of<double>(value, "a number");
  }
};

template <>
struct Convert<std::string_view> {
  static std::string_view from(const Value& value) {
    return content_of<std::string>(value, "a text");
  }
};

template <>
struct Convert<bytes> {
  static bytes from(const Value& value) { return bytes(content_of<Bytes>(value, "of bytes").data); }
};

template <class T>
struct Convert<std::vector<T>> {
  static std::vector<T> from(const Value& value) {
    std::vector<T> list;
    const auto& values = content_of<Items>(value, "a list").values;
    list.reserve(values.size());
    for (const Value& item : values) list.push_back(from_value<T>(item));
    return list;
  }
};

template <class A, class B>
struct Convert<std::pair<A, B>> {
  static std::pair<A, B> from(const Value& value) {
    const auto& values = content_of<Items>(value, "a pair").values;
    if (values.size() != 2) throw WrongType{"an argument is not a pair"};
    return {from_value<A>(values[0]), from_value<B>(values[1])};
  }
};

template <class T>
struct Convert<std::optional<T>> {
  static std::optional<T> from(const Value& value) {
    return value.is_none() ? std::nullopt : std::optional<T>(from_value<T>(value));
  }
};

template <>
struct Convert<Control> {
  static Control from(const Value& value) {
    Control control;
    if (value.is_none()) return control;
    for (const auto& [key, limit] : content_of<Entries>(value, "limits").pairs) {
      if (key == "nodes")
        control.limits.nodes = from_value<std::uint64_t>(limit);
      else if (key == "seconds")
        control.limits.seconds = from_value<double>(limit);
      else if (key == "memory")
        control.limits.memory = from_value<std::size_t>(limit);
      else if (key == "cpu")
        control.cpu = from_value<bool>(limit);
      else if (key == "polled")
        control.polled = from_value<bool>(limit);
      else
        throw WrongType{"there is no limit " + key};
    }
    return control;
  }
};

}  // namespace gridproof::wasm
