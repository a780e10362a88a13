// malloc and its relatives, in place of those of the compiler's library: these double each size to
// a power of two, and ask the browser for memory each 64 KiB.
#include "common/wasm/heap.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::size_t page = 65536;

struct Memory {
  char* operator()(std::size_t& bytes) const {
    const std::size_t pages = (bytes + page - 1) / page;
    const std::size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == static_cast<std::size_t>(-1)) return nullptr;
    bytes = pages * page;
    return reinterpret_cast<char*>(before * page);
  }
};

constinit gridproof::wasm::Heap<Memory> heap{Memory{}};

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) { return heap.allocate(bytes); }

void free(void* memory) { heap.release(memory); }

void* calloc(std::size_t count, std::size_t bytes) {
  std::size_t size = 0;
  if (__builtin_mul_overflow(count, bytes, &size)) return nullptr;
  void* const memory = heap.allocate(size);
  return memory ? std::memset(memory, 0, size) : nullptr;
}

void* realloc(void* memory, std::size_t bytes) {
  if (!memory) return heap.allocate(bytes);
  const std::size_t kept = heap.size(memory);
  if (bytes <= kept) return memory;
  void* const larger = heap.allocate(bytes);
  if (!larger) return nullptr;
  std::memcpy(larger, memory, kept);
  heap.release(memory);
  return larger;
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return heap.allocate(bytes, alignment);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  *memory = heap.allocate(bytes, alignment);
  return *memory ? 0 : ENOMEM;
}
}
