// The allocator of kernels in WebAssembly: their memory is one range that grows at its end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gridproof::wasm {

// Blocks of memory, which lie one after another without a gap. Each begins with its own size and
// that of the block before it, so that a block that is released joins the free ones beside it. Free
// blocks are in lists by their size: 16 classes for each power of two. So any operation takes a
// number of steps that does not depend on the number of blocks.
//
// `grow(bytes)` returns the start of more memory and sets `bytes` to its size, which is that or
// more; nullptr: there is none. New memory that begins at the end of the old one lengthens it. A
// growth takes a browser as long as a thousand nodes of a search, whatever the number of bytes; so
// it is an eighth of all memory at least.
template <class Grow>
class Heap {
 public:
  static constexpr std::size_t alignment = 16;

  constexpr explicit Heap(Grow grow) : grow_(grow) {}

  // Memory that is aligned to a power of two; nullptr when none is left.
  void* allocate(std::size_t bytes, std::size_t aligned = alignment) {
    if (bytes > most || aligned > most - bytes) return nullptr;
    const std::size_t size = block_size(bytes);
    // A gap before an address that is aligned to more is a block too.
    const std::size_t searched = aligned > alignment ? size + aligned + least : size;
    Free* const found = find(searched);
    if (!found) return nullptr;
    take(found);
    Block* block = found;
    if (aligned > alignment) {
      const auto payload = reinterpret_cast<std::uintptr_t>(block + 1);
      std::size_t gap = (payload + aligned - 1) / aligned * aligned - payload;
      if (gap != 0 && gap < least) gap += aligned;
      if (gap != 0) {
        Block* const rest = split(block, gap);
        release_block(block);
        block = rest;
      }
    }
    if (block->bytes() - size >= least) release_block(split(block, size));
    return block + 1;
  }

  void release(void* memory) {
    if (memory) release_block(static_cast<Block*>(memory) - 1);
  }

  // The bytes that an allocation may use.
  static std::size_t size(const void* memory) {
    return (static_cast<const Block*>(memory) - 1)->bytes() - sizeof(Block);
  }

 private:
  struct Block {
    std::size_t before;  // bytes of the block before it; 0: it is the first one
    std::size_t tagged;  // its own bytes, the two words here among them, and 1 if it is free

    std::size_t bytes() const { return tagged & ~std::size_t{1}; }
    bool is_free() const { return tagged & 1; }
  };
  struct Free : Block {
    Free *next, *previous;  // in the list of its class
  };
  static constexpr std::size_t least = (sizeof(Free) + alignment - 1) / alignment * alignment;
  static constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;
  static constexpr int split_bits = 4;  // classes for each power of two, as a power of two
  static constexpr std::size_t per_power = std::size_t{1} << split_bits;
  static constexpr std::size_t linear = alignment * per_power;  // below, each size is a class
  static constexpr int powers = std::numeric_limits<std::size_t>::digits - 7;
  static constexpr int tries = 8;
  static constexpr std::size_t least_growth = std::size_t{1} << 20;
  static constexpr std::size_t spare = 4 * alignment;  // for the ends of new memory

  static std::size_t block_size(std::size_t bytes) {
    return std::max(least, (bytes + sizeof(Block) + alignment - 1) / alignment * alignment);
  }

  // The class of a free block; all blocks of a later class are larger.
  static std::size_t class_of(std::size_t size) {
    if (size < linear) return size / alignment;
    const int power = std::bit_width(size) - 1;
    const std::size_t part = size >> (power - split_bits) & (per_power - 1);
    return (power - std::bit_width(linear) + 2) * per_power + part;
  }

  static Block* after(Block* block) {
    return reinterpret_cast<Block*>(reinterpret_cast<char*>(block) + block->bytes());
  }
  static Block* before(Block* block) {
    return reinterpret_cast<Block*>(reinterpret_cast<char*>(block) - block->before);
  }

  // A free block of at least `size` bytes: one of its own class that fits, if it is among the
  // first, or the first one of a later class.
  Free* find(std::size_t size) {
    const std::size_t own = class_of(size);
    int left = tries;
    for (Free* block = lists_[own]; block && left > 0; block = block->next, --left)
      if (block->bytes() >= size) return block;
    if (Free* const block = first_from(own + 1)) return block;
    return lengthen(size) ? static_cast<Free*>(before(last_)) : nullptr;
  }

  // The first block of the first class from this one on that has any.
  Free* first_from(std::size_t number) const {
    std::size_t power = number / per_power;
    if (power >= powers) return nullptr;
    unsigned parts = parts_[power] >> (number % per_power) << (number % per_power);
    while (parts == 0) {
      if (++power >= powers) return nullptr;
      parts = parts_[power];
    }
    return lists_[power * per_power + std::countr_zero(parts)];
  }

  // Takes more memory, so that the block before its end is free and has `size` bytes; false if
  // there is none.
  bool lengthen(std::size_t size) {
    Block* const tail = last_ && last_->before ? before(last_) : nullptr;
    const std::size_t there = tail && tail->is_free() ? tail->bytes() : 0;
    const std::size_t missing = size - std::min(there, size) + spare;
    if (!add(std::max({missing, taken_ / 8, least_growth})) && !add(missing)) return false;
    return before(last_)->bytes() >= size;
  }

  // Makes a free block of new memory.
  bool add(std::size_t bytes) {
    char* start = grow_(bytes);
    if (!start) return false;
    taken_ += bytes;
    char* const end = start + bytes;
    if (start != end_) {
      const auto at = reinterpret_cast<std::uintptr_t>(start) + sizeof(Block);
      start += (at + alignment - 1) / alignment * alignment - at;
      last_ = reinterpret_cast<Block*>(start);
      *last_ = {0, 0};
    }
    end_ = end;
    Block* const block = last_;
    const std::size_t room = static_cast<std::size_t>(end - reinterpret_cast<char*>(block));
    block->tagged = (room - sizeof(Block)) / alignment * alignment;
    last_ = after(block);
    *last_ = {block->bytes(), 0};  // in use for ever, so that nothing joins it
    release_block(block);
    return true;
  }

  // Cuts a block that is in use after `size` bytes, and returns the second part.
  Block* split(Block* block, std::size_t size) {
    const std::size_t rest = block->bytes() - size;
    block->tagged = size;
    Block* const second = after(block);
    *second = {size, rest};
    after(second)->before = rest;
    return second;
  }

  void release_block(Block* block) {
    std::size_t size = block->bytes();
    if (Block* const next = after(block); next->is_free()) {
      take(static_cast<Free*>(next));
      size += next->bytes();
    }
    if (block->before && before(block)->is_free()) {
      block = before(block);
      take(static_cast<Free*>(block));
      size += block->bytes();
    }
    block->tagged = size | 1;
    after(block)->before = size;
    put(static_cast<Free*>(block));
  }

  // Puts a free block into the list of its class.
  void put(Free* block) {
    const std::size_t number = class_of(block->bytes());
    block->previous = nullptr;
    block->next = lists_[number];
    if (block->next) block->next->previous = block;
    lists_[number] = block;
    parts_[number / per_power] |= static_cast<std::uint16_t>(1u << number % per_power);
  }

  // Takes a free block out of its list: it is in use then.
  void take(Free* block) {
    const std::size_t number = class_of(block->bytes());
    if (block->next) block->next->previous = block->previous;
    if (block->previous) {
      block->previous->next = block->next;
    } else {
      lists_[number] = block->next;
      if (!block->next)
        parts_[number / per_power] &= static_cast<std::uint16_t>(~(1u << number % per_power));
    }
    block->tagged &= ~std::size_t{1};
  }

  Grow grow_;
  std::size_t taken_ = 0;  // bytes
  char* end_ = nullptr;    // of the memory
  Block* last_ = nullptr;  // no block, but the end of the one before it
  Free* lists_[powers * per_power] = {};
  std::uint16_t parts_[powers] = {};  // for each power of two the classes that have blocks
};

}  // namespace gridproof::wasm
