// The parts to which a search that threads share deals out its states, and the messages that they
// send each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/limits.hpp"

namespace gridproof::robots {

inline constexpr std::uint32_t parts = 32;
// The part that owns the states with this hash.
inline std::uint32_t owner(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32) % parts;
}
// Numbers that tell the part too.
inline std::uint32_t joined(std::size_t part, std::uint32_t number) {
  return number * parts + static_cast<std::uint32_t>(part);
}

// The state before, as `joined` tells it, the moves made, and the last one.
struct Reached {
  std::uint32_t parent;
  std::uint16_t moves;
  std::uint8_t robot, direction;
};
// A message: a state to be stored.
template <class Key>
struct Arrival {
  Key key;
  Reached reached;
};

// Counts the nodes of all parts up to the limit, in their order; false: stop.
inline bool count_nodes(Ticker& ticker, std::uint64_t nodes) {
  const std::uint64_t counted = std::min(nodes, ticker.nodes_left());
  return ticker.tick(counted) && (counted == nodes || ticker.tick(1));
}

// The messages of one part to others, who read them in a later phase; the part
// clears them away afterwards, so that no two processors write to one place.
template <class Message>
class Outbox {
 public:
  void clear() {
    for (auto& messages : to_) messages.clear();
  }
  // False, and nothing is sent, if that would take more than `room()` bytes more.
  template <class Room>
  [[nodiscard]] bool send(std::uint32_t to, const Message& message, Room room) {
    std::vector<Message>& messages = to_[to];
    if (messages.size() == messages.capacity()) {
      const std::size_t more = std::max<std::size_t>(messages.capacity(), 16);
      // Both arrays are there for the moment of copying.
      if ((messages.capacity() + more) * sizeof(Message) > room()) return false;
      messages.reserve(messages.capacity() + more);
      bytes_ += more * sizeof(Message);
    }
    messages.push_back(message);
    return true;
  }
  const std::vector<Message>& to(std::size_t part) const { return to_[part]; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::array<std::vector<Message>, parts> to_;
  std::size_t bytes_ = 0;
};

// The messages to one part, in the order of the senders; `outbox_of(sender)` has those of one.
template <class Message, class OutboxOf>
class Inbox {
 public:
  Inbox(OutboxOf outbox_of, std::size_t part) : outbox_of_(outbox_of), part_(part) {}

  const Message* take() {
    for (; sender_ < parts; ++sender_, next_ = 0) {
      const std::vector<Message>& messages = outbox_of_(sender_).to(part_);
      if (next_ < messages.size()) return &messages[next_++];
    }
    return nullptr;
  }

 private:
  OutboxOf outbox_of_;
  std::size_t part_, next_ = 0;
  std::uint32_t sender_ = 0;
};

// Calls take(message, hash) for each message to a part, as long as that is true; `hash_of(message)`
// is the hash of its key. Memory is asked for some messages ahead: by slot(hash) that for the
// places in the index, and once they are there, by state(hash) that for the states.
template <class Message, class OutboxOf, class HashOf, class Slot, class State, class Take>
void each_message(std::size_t part, OutboxOf outbox_of, HashOf hash_of, Slot slot, State state,
                  Take take) {
  constexpr std::size_t ahead = 16, ring = 2 * ahead;
  std::array<std::uint64_t, ring> hashes{};  // of the messages that are next
  Inbox<Message, OutboxOf> far(outbox_of, part), now(outbox_of, part);
  std::size_t asked = 0, taken = 0;
  const auto ask = [&] {
    if (const Message* message = far.take()) slot(hashes[asked++ % ring] = hash_of(*message));
  };
  for (std::size_t i = 0; i < ring; ++i) ask();
  for (std::size_t i = 0; i < std::min(ahead, asked); ++i) state(hashes[i]);
  while (const Message* message = now.take()) {
    const std::uint64_t hash = hashes[taken % ring];
    if (taken + ahead < asked) state(hashes[(taken + ahead) % ring]);
    ask();
    ++taken;
    if (!take(*message, hash)) return;
  }
}

}  // namespace gridproof::robots
