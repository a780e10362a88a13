// Values that a kernel in WebAssembly gets and returns, and their bytes: the twin of
// gridproof/_native/messages.py and of kernels.mjs.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gridproof::wasm {

// The first byte of a value. Numbers without a fixed size are in LEB128, signed ones in zigzag;
// bytes, text, lists, tuples and dicts begin with their length.
enum class Tag : std::uint8_t {
  none,
  no,
  yes,
  integer,
  natural,  // from 2^63 on
  real,     // 8 bytes, the lowest first
  bytes,
  text,
  list,
  tuple,
  dict,
};

struct Value;

struct Bytes {
  std::string data;
};

struct Items {
  std::vector<Value> values;
  bool is_tuple = false;
};

struct Entries {
  std::vector<std::pair<std::string, Value>> pairs;
};

// Thrown where a value is of another type than is wanted.
struct WrongType {
  std::string message;
};

// A value of Python's types.
struct Value {
  using Content = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Bytes,
                               std::string, Items, Entries>;
  Content content;

  Value() = default;
  Value(Bytes bytes) : content(std::move(bytes)) {}
  Value(Items items) : content(std::move(items)) {}
  Value(Entries entries) : content(std::move(entries)) {}
  Value(bool truth) : content(truth) {}
  Value(std::string text) : content(std::move(text)) {}
  Value(std::string_view text) : content(std::string(text)) {}
  Value(const char* text) : content(std::string(text)) {}
  template <std::integral T>
  Value(T number) {
    if (std::in_range<std::int64_t>(number))
      content = static_cast<std::int64_t>(number);
    else
      content = static_cast<std::uint64_t>(number);
  }
  template <std::floating_point T>
  Value(T number) : content(static_cast<double>(number)) {}
  template <class T>
  Value(const std::vector<T>& list) {
    Items items;
    items.values.reserve(list.size());
    for (const T& item : list) items.values.emplace_back(item);
    content = std::move(items);
  }
  template <class A, class B>
  Value(const std::pair<A, B>& pair)
      : content(Items{{Value(pair.first), Value(pair.second)}, true}) {}
  template <class T>
  Value(const std::optional<T>& maybe) {
    if (maybe) *this = Value(*maybe);
  }

  bool is_none() const { return std::holds_alternative<std::monostate>(content); }
};

// Appends the bytes of values to a message.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void write(const Value& value) {
    std::visit([this](const auto& content) { put(content); }, value.content);
  }

 private:
  void tag(Tag tag) { out_.push_back(static_cast<char>(tag)); }

  void number(std::uint64_t n) {
    for (; n >= 0x80; n >>= 7) out_.push_back(static_cast<char>(n | 0x80));
    out_.push_back(static_cast<char>(n));
  }

  void string(std::string_view text) {
    number(text.size());
    out_.append(text);
  }

  void put(std::monostate) { tag(Tag::none); }
  void put(bool truth) { tag(truth ? Tag::yes : Tag::no); }
  void put(std::int64_t n) {
    tag(Tag::integer);
    number(static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63));
  }
  void put(std::uint64_t n) {
    tag(Tag::natural);
    number(n);
  }
  void put(double real) {
    tag(Tag::real);
    char bytes[sizeof real];
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(bytes, &real, sizeof real);
    out_.append(bytes, sizeof real);
  }
  void put(const Bytes& bytes) {
    tag(Tag::bytes);
    string(bytes.data);
  }
  void put(const std::string& text) {
    tag(Tag::text);
    string(text);
  }
  void put(const Items& items) {
    tag(items.is_tuple ? Tag::tuple : Tag::list);
    number(items.values.size());
    for (const Value& value : items.values) write(value);
  }
  void put(const Entries& entries) {
    tag(Tag::dict);
    number(entries.pairs.size());
    for (const auto& [key, value] : entries.pairs) {
      string(key);
      write(value);
    }
  }

  std::string& out_;
};

// Reads values from a message; std::invalid_argument if it is none.
class Reader {
 public:
  explicit Reader(std::string_view message) : rest_(message) {}

  Value read(int depth = 0) {
    if (depth > max_depth) fail();
    switch (static_cast<Tag>(byte())) {
      case Tag::none:
        return {};
      case Tag::no:
        return false;
      case Tag::yes:
        return true;
      case Tag::integer: {
        const std::uint64_t n = number();
        return static_cast<std::int64_t>(n >> 1 ^ (0 - (n & 1)));
      }
      case Tag::natural:
        return number();
      case Tag::real: {
        double real;
        std::memcpy(&real, take(sizeof real).data(), sizeof real);
        return real;
      }
      case Tag::bytes:
        return Bytes{std::string(string())};
      case Tag::text:
        return string();
      case Tag::list:
        return items(false, depth);
      case Tag::tuple:
        return items(true, depth);
      case Tag::dict: {
        Entries entries;
        for (std::uint64_t left = number(); left > 0; --left) {
          std::string key(string());
          entries.pairs.emplace_back(std::move(key), read(depth + 1));
        }
        return entries;
      }
    }
    fail();
  }

  bool at_end() const { return rest_.empty(); }

 private:
  static constexpr int max_depth = 16;

  [[noreturn]] static void fail() { throw std::invalid_argument("not a message"); }

  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) fail();
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1).front()); }

  std::uint64_t number() {
    std::uint64_t n = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      n |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return n;
    }
    fail();
  }

  std::string_view string() { return take(number()); }

  Value items(bool is_tuple, int depth) {
    Items items{{}, is_tuple};
    for (std::uint64_t left = number(); left > 0; --left) items.values.push_back(read(depth + 1));
    return items;
  }

  std::string_view rest_;
};

}  // namespace gridproof::wasm
