// The few things that compilers spell each in their own way: GCC and Clang on the one hand, MSVC
// and compilers that are not known on the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

// Before a loop: no round of it reads what another one writes, so that it can be vectorised. Clang
// finds out by itself, with a look at the addresses, which costs more in WebAssembly.
#if defined(__GNUC__) && !defined(__clang__)
#define GRIDPROOF_INDEPENDENT_ROUNDS _Pragma("GCC ivdep")
#elif defined(__wasm__)
#define GRIDPROOF_INDEPENDENT_ROUNDS _Pragma("clang loop vectorize(assume_safety)")
#elif defined(_MSC_VER) && !defined(__clang__)
#define GRIDPROOF_INDEPENDENT_ROUNDS __pragma(loop(ivdep))
#else
#define GRIDPROOF_INDEPENDENT_ROUNDS
#endif

// Before a function that a search calls once or twice: it is compiled for few bytes.
#if defined(__GNUC__) || defined(__clang__)
#define GRIDPROOF_SELDOM [[gnu::cold]]
#else
#define GRIDPROOF_SELDOM
#endif

namespace gridproof {

#if defined(__GNUC__) || defined(__clang__)

// Asks the processor for memory that will be read soon. GCC takes a function that does nothing else
// for one without effects, and leaves out calls of it; that it contains assembly prevents this.
inline void prefetch_memory(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

// Puts the sum, or the product, of two numbers into `result`; true if 64 bits do not hold it.
inline bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t* result) {
  return __builtin_add_overflow(a, b, result);
}
inline bool multiply_overflows(std::int64_t a, std::int64_t b, std::int64_t* result) {
  return __builtin_mul_overflow(a, b, result);
}

template <class Number>
struct VectorOf;
template <>
struct VectorOf<std::uint8_t> {
  typedef std::uint8_t type __attribute__((vector_size(16)));
};
template <>
struct VectorOf<std::int16_t> {
  typedef std::int16_t type __attribute__((vector_size(16)));
};

// Numbers of 16 bytes in all, worked out side by side: compilers turn loops over arrays into vector
// instructions in some places only.
template <class Number>
using Vector = typename VectorOf<Number>::type;

// Returns the smaller number of each lane.
template <class Lanes>
Lanes smaller(const Lanes& a, const Lanes& b) {
  return a < b ? a : b;
}

#else

inline void prefetch_memory(const void*) {}

inline bool add_overflows(std::int64_t a, std::int64_t b, std::int64_t* result) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (b > 0 ? a > Limits::max() - b : a < Limits::min() - b) return true;
  *result = a + b;
  return false;
}
inline bool multiply_overflows(std::int64_t a, std::int64_t b, std::int64_t* result) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (b == -1 ? a == Limits::min()
              : b != 0 && (b > 0 ? a > Limits::max() / b || a < Limits::min() / b
                                 : a < Limits::max() / b || a > Limits::min() / b))
    return true;
  *result = a * b;
  return false;
}

template <class Number>
struct Vector {
  static constexpr std::size_t size = 16 / sizeof(Number);
  Number lane[size]{};

  Number& operator[](std::size_t i) { return lane[i]; }
  Number operator[](std::size_t i) const { return lane[i]; }
  Vector& operator+=(const Vector& other) {
    for (std::size_t i = 0; i < size; ++i) lane[i] = static_cast<Number>(lane[i] + other.lane[i]);
    return *this;
  }
  friend Vector operator+(Vector numbers, Number value) {
    for (Number& number : numbers.lane) number = static_cast<Number>(number + value);
    return numbers;
  }
};

template <class Lanes>
Lanes smaller(Lanes a, const Lanes& b) {
  for (std::size_t i = 0; i < Lanes::size; ++i) a[i] = b[i] < a[i] ? b[i] : a[i];
  return a;
}

#endif

}  // namespace gridproof
