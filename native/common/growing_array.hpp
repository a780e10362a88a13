// An array that grows without a copy where the system can do so.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <type_traits>

namespace gridproof {

// std::vector copies what it has to new pages, each of which the system has to clear first. Here a
// large array keeps its pages: the system gives them new addresses. Not every system can: then both
// arrays are there for the moment of copying, so a limit of memory has to count both.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16, "as malloc gives it");

 public:
  GrowingArray() = default;
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  ~GrowingArray() { std::free(data_); }

  static constexpr std::size_t max_size() {
    return std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T);
  }

  // Room for so many elements, more than there is. If there is no memory, it throws std::bad_alloc,
  // and all is as before.
  void reserve(std::size_t wanted) {
    void* const larger = std::realloc(data_, wanted * sizeof(T));
    if (!larger) throw std::bad_alloc();
    data_ = static_cast<T*>(larger);
    capacity_ = wanted;
  }
  // Not to a full one.
  void push_back(const T& element) { data_[size_++] = element; }

  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace gridproof
