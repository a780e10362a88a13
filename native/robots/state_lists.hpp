// The states that the search on sets has reached: numbered groups of helpers, and lists of entries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/compiler.hpp"
#include "common/growing_array.hpp"
#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/cell_set.hpp"
#include "robots/helpers.hpp"

namespace gridproof::robots {

// Elements in chunks that never move and are not cleared; numbers count from 0.
template <class T>
class Pool {
 public:
  static constexpr std::uint32_t chunk = 256;
  static constexpr std::size_t chunk_bytes = chunk * sizeof(T);

  bool full() const { return size_ % chunk == 0; }
  std::uint32_t add() {
    if (full()) chunks_.push_back(std::unique_ptr<T[]>(new T[chunk]));
    return size_++;
  }
  T& operator[](std::uint32_t i) { return chunks_[i / chunk][i % chunk]; }
  const T& operator[](std::uint32_t i) const { return chunks_[i / chunk][i % chunk]; }
  std::size_t bytes() const { return chunks_.size() * chunk_bytes; }

 private:
  std::uint32_t size_ = 0;
  std::vector<std::unique_ptr<T[]>> chunks_;
};

// A group is a sorted tuple of helper cells that some state has; groups are numbered from 1 as they
// are met. With each group goes the set of the target robot's places that were reached, a `Set`,
// and a `Kept` of the search's own. List f holds an entry for each group with states that were
// reached at f first. Lists are built one after another.
//
// All memory is checked before it is allocated: a call that returns false or 0 has changed nothing,
// and the ticker says why.
template <int Count, class Set, class Kept>
class StateLists {
 public:
  using Group = Helpers<Count>;

  // A group's cells in one list.
  struct Entry {
    Set cells;
    std::uint32_t group;
    std::uint32_t before;  // the group's previous entry; 0: none
    std::uint32_t kept;    // the number of the group's `Kept`, once it has one
  };
  // Cells that wait to be added.
  struct Pending {
    Set cells;
    std::uint32_t group;
  };

  // `own_bytes`: what the search takes beside this.
  StateLists(Ticker& ticker, Answer& answer, std::size_t own_bytes)
      : ticker_(ticker), answer_(answer), own_bytes_(own_bytes) {}

  // False when there is no memory for the first tables.
  bool begin() {
    if (!room(first_slots * sizeof(Slot) +
              first_groups * (sizeof(Link) + sizeof(Set) + sizeof(Entry))))
      return false;
    slots_.assign(first_slots, {});
    links_.reserve(first_groups);
    seen_.reserve(first_groups);
    entries_.reserve(first_groups);
    links_.push_back({});
    seen_.push_back({});
    seen_[0].fill();  // no group: nothing is ever new there
    entries_.push_back({});
    return true;
  }

  // The group's number, 0 if it has none yet.
  std::uint32_t find(const Group& group) const { return slots_[locate(group.key())].number; }

  // The group's number, given now if it has none; 0 when it was stopped.
  std::uint32_t number(const Group& group) {
    std::size_t i = locate(group.key());
    if (slots_[i].number) return slots_[i].number;
    if (links_.size() * 2 >= slots_.size()) {
      if (!room(slots_.size() * 2 * sizeof(Slot)) || !grow_slots()) return 0;
      i = locate(group.key());
    }
    if (!space(links_) || !space(seen_)) return 0;
    slots_[i] = {group.key(), static_cast<std::uint32_t>(links_.size())};
    links_.push_back({group, 0, 0});
    seen_.push_back({});
    return slots_[i].number;
  }

  const Group& group(std::uint32_t number) const { return links_[number].group; }
  Set& seen(std::uint32_t number) { return seen_[number]; }
  const Set* seen() const { return seen_.data(); }
  Entry& entry(std::uint32_t n) { return entries_[n]; }
  // The `Kept` of the group of an entry, once add_kept() was called for its first entry.
  Kept& kept(std::uint32_t n) { return kept_[entries_[n].kept]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  void prefetch(const Group& group) const { prefetch_memory(&slots_[home(group.key())]); }
  void prefetch(std::uint32_t number) const { prefetch_memory(&seen_[number]); }
  void prefetch_entry(std::uint32_t n) const {
    prefetch(entries_[n].group);
    prefetch_memory(&links_[entries_[n].group]);
    if (entries_[n].before) prefetch_memory(&kept_[entries_[n].kept]);
  }

  // The first entry of list f and the end of it; list 0 is the first one that may have any.
  std::uint32_t begin(std::uint32_t list) const { return list == 0 ? 1 : ends_[list - 1]; }
  std::uint32_t end(std::uint32_t list) const { return ends_[list]; }
  // Ends the list that is being built; what is added next belongs to the following one.
  void end_list() {
    list_start_ = size();
    ends_.push_back(list_start_);
  }

  // Adds new cells of a group to the list that is being built.
  void add(std::uint32_t number, const Set& fresh) {
    seen_[number] |= fresh;
    std::uint32_t& entry = links_[number].entry;
    if (entry >= list_start_) {
      entries_[entry].cells |= fresh;
    } else if (space(entries_)) {
      entries_.push_back({fresh, number, entry, links_[number].kept});
      entry = size() - 1;
    }
  }

  // Gives the group of an entry, its first one, room for its `Kept`: many groups of the last list
  // are never expanded, and need none. False when it was stopped.
  bool add_kept(std::uint32_t n) {
    if (kept_.full() && !room(kept_.chunk_bytes)) return false;
    entries_[n].kept = links_[entries_[n].group].kept = kept_.add();
    return true;
  }

  // The list in which a state was reached; -1 if it was not.
  int list_of(unsigned place, const Group& group) const {
    const std::uint32_t number = find(group);
    if (!number || !seen_[number].test(place)) return -1;
    std::uint32_t n = links_[number].entry;
    while (n && !entries_[n].cells.test(place)) n = entries_[n].before;
    if (!n) return -1;
    return static_cast<int>(std::upper_bound(ends_.begin(), ends_.end(), n) - ends_.begin());
  }

  void note(std::vector<Pending>& list, const Set& cells, std::uint32_t number) {
    if (cells.any()) keep(list, {cells, number});
  }

  // Adds to a list of the search's own, whose memory counts with that of the others.
  template <class T>
  void keep(std::vector<T>& list, const T& element) {
    const std::size_t before = list.capacity();
    if (!space(list, 16)) return;
    pending_bytes_ += (list.capacity() - before) * sizeof(T);
    list.push_back(element);
  }

 private:
  static constexpr std::size_t first_slots = 4096, first_groups = 1024;
  static constexpr std::size_t cleared_at_once = 1 << 20;

  using Key = typename Group::Key;
  struct Slot {
    Key key = 0;
    std::uint32_t number = 0;  // 0: free
  };
  // The data touched when a group gets new cells. The data touched for every successor, the cells
  // that were reached with these helpers, lie packed in `seen_`.
  struct Link {
    Group group;
    std::uint32_t entry = 0;  // the group's last entry,
    std::uint32_t kept = 0;   // and the number of its `Kept`
  };

  std::size_t home(Key key) const { return (key * 0x9e3779b97f4a7c15u) >> shift_; }

  std::size_t locate(Key key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = home(key);
    while (slots_[i].number && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }

  // False if it was stopped: then nothing has changed.
  bool grow_slots() {
    const std::size_t wanted = slots_.size() * 2;
    std::vector<Slot> old;
    old.reserve(wanted);
    while (old.size() < wanted) {
      old.resize(std::min(old.size() + cleared_at_once, wanted));
      if (!ticker_.alive()) return false;
    }
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (!ticker_.going()) {
        old.swap(slots_);
        ++shift_;
        return false;
      }
      if (slot.number) slots_[locate(slot.key)] = slot;
    }
    return true;
  }

  std::size_t bytes() const {
    return own_bytes_ + links_.capacity() * sizeof(Link) + seen_.capacity() * sizeof(Set) +
           kept_.bytes() + entries_.capacity() * sizeof(Entry) + slots_.size() * sizeof(Slot) +
           pending_bytes_;
  }

  bool room(std::size_t more) {
    if (!ticker_.fits(bytes() + more)) return false;
    answer_.peak_memory = std::max(answer_.peak_memory, bytes() + more);
    return true;
  }

  // Room for one more element; a full vector doubles, if both arrays fit for the moment of copying
  // and numbers of 32 bits reach its end.
  template <class Array>
  bool space(Array& v, std::size_t least = 256) {
    if (v.size() < v.capacity()) return true;
    const std::uint64_t wanted = std::max<std::uint64_t>(std::uint64_t{2} * v.capacity(), least);
    if (wanted >> 32 || wanted > v.max_size()) ticker_.out_of_memory();
    if (!ticker_.going(v.size()) || !room(wanted * sizeof(v[0]))) return false;
    v.reserve(wanted);
    return true;
  }

  Ticker& ticker_;
  Answer& answer_;
  const std::size_t own_bytes_;
  std::size_t pending_bytes_ = 0;
  std::vector<Slot> slots_;
  int shift_ = 64 - 12;
  GrowingArray<Set> seen_;
  GrowingArray<Link> links_;
  Pool<Kept> kept_;
  GrowingArray<Entry> entries_;
  std::vector<std::uint32_t> ends_;  // for each list that was ended, the entry after its last one
  std::uint32_t list_start_ = 1;     // first entry of the list that is being built
};

}  // namespace gridproof::robots
