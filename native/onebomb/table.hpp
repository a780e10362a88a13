// A large table whose memory the system hands out in large pages where it can: on boards of
// millions of cells the first touch of small pages costs more than a sweep does.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "common/huge_pages.hpp"

namespace gridproof::onebomb {

// The values are not set at first.
template <class T>
class Table {
  static_assert(std::is_trivial_v<T>);

 public:
  explicit Table(std::size_t size) : values_(static_cast<T*>(allocate(bytes(size)))) {
    if (!values_) throw std::bad_alloc();
  }

  static std::size_t bytes(std::size_t size) {
    const std::size_t unit = size * sizeof(T) < page ? alignof(std::max_align_t) : page;
    return (size * sizeof(T) + unit - 1) / unit * unit;
  }

  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }

 private:
#ifdef __linux__
  static constexpr std::size_t page = std::size_t{2} << 20;

  static void* allocate(std::size_t bytes) {
    if (bytes < page) return std::malloc(bytes);
    void* memory = std::aligned_alloc(page, bytes);
    if (memory) prefer_huge_pages(memory, bytes);
    return memory;
  }
#else
  static constexpr std::size_t page = alignof(std::max_align_t);

  static void* allocate(std::size_t bytes) { return std::malloc(bytes); }
#endif

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<T[], Free> values_;
};

}  // namespace gridproof::onebomb
