// Exact search for the board game's own size: up to 16 × 16 cells, four robots, one of which has to
// reach the target, plain rules.
//
// Most states share the places of their three helpers with many others. So the search works on
// sets: for each sorted triple of helper cells the set of cells of the target robot, 256 bits. With
// f = g + H (H the wall-only bound of the target robot's cell), a move changes f by its slack: 0
// for a descent (target robot, H - 1), 1 for a helper's move or a level move (target robot, same
// H), 2 for a rise (target robot, H + 1). Lists are kept by f alone, since g = f - H follows from
// the cell.
//
// The last layer is never stored. A state of f = F that has no solution of length F has one of
// length F + 1 only if one more move of slack 1 is followed by descents alone; that is probed for
// each state of list F, on sets, when the list is expanded:
// - level moves and rises: the cell reached must lie in `descents` of the triple, a superset of the
//   cells with a real way of descents (the robot may pass through helpers, and stop at walls or
//   beside any helper); a hit is checked with real slides.
// - helper moves: if the descent that follows was possible before the helper's move and they do not
//   touch, the two commute and the state after the descent, in the same list, is probed instead.
//   What is left: the helper ends where it stops that descent, or left its line (`opened`), or the
//   helper's way meets the target robot or the end of its descent (`paths`).
// So min(true distance, H + 1) replaces H as the bound there: consistent again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/limits.hpp"
#include "robots/answer.hpp"
#include "robots/board.hpp"

namespace gridproof::robots {

// A set of cells of a 16 × 16 board; cell y * 16 + x.
struct alignas(16) CellSet {
  std::array<std::uint64_t, 4> words{};

  bool test(unsigned cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
  void set(unsigned cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
#ifdef __SSE2__
  bool any() const {
    const __m128i all = _mm_or_si128(half(0), half(1));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())) != 0xffff;
  }
  friend CellSet operator|(const CellSet& a, const CellSet& b) {
    return {_mm_or_si128(a.half(0), b.half(0)), _mm_or_si128(a.half(1), b.half(1))};
  }
  friend CellSet operator&(const CellSet& a, const CellSet& b) {
    return {_mm_and_si128(a.half(0), b.half(0)), _mm_and_si128(a.half(1), b.half(1))};
  }
  // The cells of a that are not in b.
  friend CellSet operator-(const CellSet& a, const CellSet& b) {
    return {_mm_andnot_si128(b.half(0), a.half(0)), _mm_andnot_si128(b.half(1), a.half(1))};
  }

  CellSet() = default;

 private:
  CellSet(__m128i low, __m128i high) {
    _mm_store_si128(reinterpret_cast<__m128i*>(words.data()), low);
    _mm_store_si128(reinterpret_cast<__m128i*>(words.data()) + 1, high);
  }
  __m128i half(int i) const {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(words.data()) + i);
  }

 public:
#else
  bool any() const { return (words[0] | words[1] | words[2] | words[3]) != 0; }
  friend CellSet operator|(CellSet a, const CellSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] |= b.words[i];
    return a;
  }
  friend CellSet operator&(CellSet a, const CellSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= b.words[i];
    return a;
  }
  // The cells of a that are not in b.
  friend CellSet operator-(CellSet a, const CellSet& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= ~b.words[i];
    return a;
  }
#endif
  CellSet& operator|=(const CellSet& o) { return *this = *this | o; }
  template <class Visit>
  void each(Visit visit) const {
    for (unsigned i = 0; i < 4; ++i)
      for (std::uint64_t w = words[i]; w; w &= w - 1)
        visit(i * 64 + static_cast<unsigned>(std::countr_zero(w)));
  }
};

// Elements in chunks that never move and are not cleared; numbers count from 0.
template <class T>
class Pool {
 public:
  static constexpr std::uint32_t chunk = 256;
  static constexpr std::size_t chunk_bytes = chunk * sizeof(T);

  bool full() const { return size_ % chunk == 0; }
  std::uint32_t add() {
    if (full()) chunks_.push_back(std::make_unique_for_overwrite<T[]>(chunk));
    return size_++;
  }
  T& operator[](std::uint32_t i) { return chunks_[i / chunk][i % chunk]; }
  const T& operator[](std::uint32_t i) const { return chunks_[i / chunk][i % chunk]; }
  std::size_t bytes() const { return chunks_.size() * chunk_bytes; }

 private:
  std::uint32_t size_ = 0;
  std::vector<std::unique_ptr<T[]>> chunks_;
};

class TripleSearch {
 public:
  static bool fits(const Problem& p) {
    return p.width <= 16 && p.height <= 16 && p.robots.size() == 4 && !p.ricochet &&
           p.target_robot != Problem::any_robot;
  }

  TripleSearch(const Problem& problem, Ticker& ticker) : ticker_(ticker), width_(problem.width) {
    read_board(problem);
  }

  Answer run(const Problem& problem, std::uint32_t max_bound) {
    Triple helpers{};
    int next = 0;
    for (int i = 0; i < 4; ++i)
      if (i != problem.target_robot) helpers[next++] = wide(problem.robots[i]);
    sort(helpers);
    const unsigned start = wide(problem.robots[problem.target_robot]);
    if (h_[start] == no_way) {
      answer_.exhausted = true;
      return answer_;
    }
    search(start, helpers, max_bound);
    answer_.peak_memory = peak_;
    return answer_;
  }

 private:
  using Triple = std::array<std::uint8_t, 3>;

  static constexpr std::uint8_t no_way = 255;
  static constexpr std::array<int, 4> offset_{-16, 16, -1, 1};

  // What is touched when a triple gets new cells. What is touched for every successor, the cells
  // that were reached with these helpers, lies packed in `seen_`.
  struct Link {
    std::uint32_t entry = 0;  // the triple's last entry
    std::uint32_t cold = 0;   // where its Cold is; 0: it has none yet
    Triple helpers{};
  };
  // What is worked out when a triple is expanded; most triples of the last layer never are. Helper
  // move j is helper j / 4 in direction j % 4.
  struct Cold {
    CellSet paths;     // cells on the way of any helper move
    CellSet opened;    // cells whose descents a helper move may open
    CellSet descents;  // superset of the cells with a way of descents to the target
    CellSet hopes;     // the same with every state that one helper move leads to
    std::array<std::uint32_t, 12> next;  // triple after helper move j; 0: it cannot move
    std::array<std::uint8_t, 12> stop;   // where helper move j ends
    bool linked;                         // whether `next` is filled
  };
  // A triple's cells in one list.
  struct Entry {
    CellSet cells;
    std::uint32_t id;
    std::uint32_t before;  // the triple's previous entry; 0: none
  };
  struct Slot {
    std::uint32_t key = 0, id = 0;
  };
  struct Pending {
    CellSet cells;
    std::uint32_t id;
  };

  // Board tables

  unsigned wide(std::uint32_t cell) const { return cell / width_ * 16 + cell % width_; }
  std::uint32_t narrow(unsigned cell) const { return (cell >> 4) * width_ + (cell & 15); }

  void read_board(const Problem& p) {
    std::array<std::uint8_t, 256> walls;
    walls.fill(15);
    for (std::uint32_t cell = 0; cell < p.cells(); ++cell) walls[wide(cell)] = p.walls[cell];
    target_ = wide(p.target);
    for (unsigned c = 0; c < 256; ++c)
      for (int d = 0; d < 4; ++d) {
        unsigned at = c;
        CellSet& ray = ray_[c][d];
        while (!(walls[at] >> d & 1)) {
          at += offset_[d];
          ray.set(at);
        }
        far_[c][d] = static_cast<std::uint8_t>(at);
      }
    // blocked_[c][x]: how far a robot on c slides in each direction if another one stands on x.
    for (unsigned c = 0; c < 256; ++c) {
      std::uint32_t open = 0;
      for (int d = 0; d < 4; ++d) open |= distance(c, far_[c][d], d) << (8 * d);
      blocked_[c].fill(open);
      for (int d = 0; d < 4; ++d) {
        std::uint32_t steps = 0;
        for (unsigned x = c; x != far_[c][d]; ++steps) {
          x += offset_[d];
          blocked_[c][x] = (open & ~(0xffu << (8 * d))) | steps << (8 * d);
        }
      }
    }
    h_.fill(no_way);
    const std::vector<std::uint16_t> bound = wall_only_bound(p);
    for (std::uint32_t cell = 0; cell < p.cells(); ++cell)
      if (bound[cell] != unreachable) h_[wide(cell)] = static_cast<std::uint8_t>(bound[cell]);
    for (unsigned c = 0; c < 256; ++c)
      if (h_[c] != no_way) {
        highest_ = std::max<int>(highest_, h_[c]);
        level_[h_[c]].set(c);
      }
    descent_tables();
  }

  static std::uint32_t distance(unsigned from, unsigned to, int d) {
    const unsigned gap = from > to ? from - to : to - from;
    return d < 2 ? gap / 16 : gap;
  }

  void descent_tables() {
    for (unsigned x = 0; x < 256; ++x)
      for (int d = 0; d < 4; ++d)
        if (far_[x][d] != x) beside_[x].set(x + offset_[d]);
    // below[c]: the cells from which descents that stop at walls alone lead to c.
    std::array<CellSet, 256> below{};
    for (int h = highest_; h >= 0; --h) level_[h].each([&](unsigned c) { below[c].set(c); });
    for (int h = highest_; h > 0; --h)
      level_[h].each([&](unsigned c) {
        for (int d = 0; d < 4; ++d)
          if (h_[far_[c][d]] == h - 1) below[far_[c][d]] |= below[c];
      });
    by_walls_ = below[target_];
    for (int h = highest_; h > 0; --h)
      level_[h].each([&](unsigned c) {
        for (int d = 0; d < 4; ++d) {
          bool further = false;  // whether a cell one lower lies at or beyond x
          for (unsigned x = far_[c][d]; x != c; x -= offset_[d]) {
            further |= h_[x] == h - 1;
            if (further) leaves_[x].set(c);
            if (h_[x] == h - 1) {
              // A helper just beyond x stops the robot on x.
              descends_to_[x] |= below[c];
              const unsigned beyond = x + offset_[d];
              if (x != far_[c][d]) stops_[beyond].set(c);
            }
          }
        }
      });
  }

  // Slides of a robot on c with three others about: a byte a direction, cells travelled.
  std::uint32_t slides(unsigned c, unsigned x, unsigned y, unsigned z) const {
    return least(least(blocked_[c][x], blocked_[c][y]), blocked_[c][z]);
  }

  // The smaller of each two bytes.
  static std::uint32_t least(std::uint32_t a, std::uint32_t b) {
#ifdef __SSE2__
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_min_epu8(
        _mm_cvtsi32_si128(static_cast<int>(a)), _mm_cvtsi32_si128(static_cast<int>(b)))));
#else
    std::uint32_t out = 0;
    for (int d = 0; d < 4; ++d) {
      const std::uint32_t mask = 0xffu << (8 * d);
      out |= std::min(a & mask, b & mask);
    }
    return out;
#endif
  }

  static unsigned stop(unsigned c, std::uint32_t slides, int d) {
    return c + offset_[d] * static_cast<int>(slides >> (8 * d) & 255);
  }

  static void sort(Triple& t) {
    if (t[0] > t[1]) std::swap(t[0], t[1]);
    if (t[1] > t[2]) std::swap(t[1], t[2]);
    if (t[0] > t[1]) std::swap(t[0], t[1]);
  }

  static Triple moved(const Triple& helpers, int helper, unsigned stop) {
    Triple t = helpers;
    t[helper] = static_cast<std::uint8_t>(stop);
    sort(t);
    return t;
  }

  // Triples by number

  static std::uint32_t key_of(const Triple& t) {
    return 1 + (t[0] | std::uint32_t{t[1]} << 8 | std::uint32_t{t[2]} << 16);
  }

  std::uint32_t home(std::uint32_t key) const { return (key * 0x9e3779b1u) >> shift_; }

  std::uint32_t locate(std::uint32_t key) const {
    const std::uint32_t mask = static_cast<std::uint32_t>(slots_.size()) - 1;
    std::uint32_t i = home(key);
    while (slots_[i].key && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }

  // The triple's number, 0 if it has none yet.
  std::uint32_t find(const Triple& t) const { return slots_[locate(key_of(t))].id; }

  // The triple's number, given now if it has none; 0 when the memory is used up.
  std::uint32_t number(const Triple& t) { return number(t, key_of(t)); }

  std::uint32_t number(const Triple& t, std::uint32_t key) {
    std::uint32_t i = locate(key);
    if (slots_[i].key) return slots_[i].id;
    if (links_.size() * 2 >= slots_.size()) {
      if (!room(slots_.size() * 2 * sizeof(Slot))) return 0;
      grow_slots();
      i = locate(key);
    }
    if (!space(links_) || !space(seen_)) return 0;
    slots_[i] = {key, static_cast<std::uint32_t>(links_.size())};
    links_.push_back({0, 0, t});
    seen_.emplace_back();
    return slots_[i].id;
  }

  void grow_slots() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old)
      if (slot.key) slots_[locate(slot.key)] = slot;
  }

  std::size_t bytes() const {
    return sizeof *this + links_.capacity() * sizeof(Link) + seen_.capacity() * sizeof(CellSet) +
           cold_.bytes() + entries_.capacity() * sizeof(Entry) + slots_.size() * sizeof(Slot) +
           (pending_[0].capacity() + pending_[1].capacity() + pending_[2].capacity()) *
               sizeof(Pending);
  }

  bool room(std::size_t more) {
    if (bytes() + more > ticker_.limits().memory) {
      ticker_.out_of_memory();
      return false;
    }
    peak_ = std::max(peak_, bytes() + more);
    return true;
  }

  // Room for one more element; a full vector doubles, if both arrays fit for the moment of copying.
  template <class T>
  bool space(std::vector<T>& v) {
    if (v.size() < v.capacity()) return true;
    const std::size_t wanted = std::max<std::size_t>(v.capacity() * 2, 256);
    if (!room(wanted * sizeof(T))) return false;
    v.reserve(wanted);
    return true;
  }

  // Adds new cells to the triple's entry in the list that is being built.
  void add(std::uint32_t id, const CellSet& fresh) {
    seen_[id] |= fresh;
    std::uint32_t& entry = links_[id].entry;
    if (entry >= list_start_) {
      entries_[entry].cells |= fresh;
    } else if (space(entries_)) {
      entries_.push_back({fresh, id, entry});
      entry = static_cast<std::uint32_t>(entries_.size() - 1);
    }
  }

  // The Cold of a triple, made now if it has none: where its helpers can go and what their moves
  // may open. False when the memory is used up.
  bool build_sets(std::uint32_t id) {
    Link& link = links_[id];
    if (link.cold) return true;
    if (cold_.full() && !room(cold_.chunk_bytes)) return false;
    link.cold = cold_.add();
    Cold& cold = cold_[link.cold];
    cold.paths = cold.opened = {};
    cold.linked = false;
    const Triple& h = link.helpers;
    for (int i = 0; i < 3; ++i) {
      const unsigned p = h[i];
      const std::uint32_t far = least(blocked_[p][h[(i + 1) % 3]], blocked_[p][h[(i + 2) % 3]]);
      if (far) cold.opened |= leaves_[p];
      for (int d = 0; d < 4; ++d) {
        const unsigned e = stop(p, far, d);
        cold.stop[4 * i + d] = static_cast<std::uint8_t>(e);
        if (e != p) {
          cold.paths |= ray_[p][d] - ray_[e][d];
          cold.opened |= stops_[e];
        }
      }
    }
    CellSet beside = beside_[h[0]] | beside_[h[1]] | beside_[h[2]];
    cold.descents = by_walls_;
    close(cold.descents, beside);
    cold.hopes = cold.descents;
    for (std::uint8_t e : cold.stop) beside |= beside_[e];
    close(cold.hopes, beside);
    return true;
  }

  // Adds to `cells`, closed under descents that stop at walls, the cells with descents that may
  // stop on the cells `beside` too.
  void close(CellSet& cells, CellSet beside) const {
    for (CellSet open = cells & beside; open.any(); open = cells & beside) {
      open.each([&](unsigned y) { cells |= descends_to_[y]; });
      beside = beside - open;
    }
  }

  bool build_successors(std::uint32_t id) {
    Cold& cold = cold_[links_[id].cold];
    if (cold.linked) return true;
    const Triple h = links_[id].helpers;
    std::array<Triple, 12> after;
    std::array<std::uint32_t, 12> keys;
    for (int j = 0; j < 12; ++j) {
      after[j] = moved(h, j / 4, cold.stop[j]);
      keys[j] = key_of(after[j]);
      prefetch(&slots_[home(keys[j])]);
    }
    for (int j = 0; j < 12; ++j) {
      cold.next[j] = 0;
      if (cold.stop[j] == h[j / 4]) continue;
      cold.next[j] = number(after[j], keys[j]);
      if (!cold.next[j]) return false;
    }
    cold.linked = true;
    return true;
  }

  static void prefetch(const void* address) { __builtin_prefetch(address); }

  // The search

  void search(unsigned start, const Triple& helpers, std::uint32_t max_bound) {
    slots_.assign(4096, {});
    shift_ = 32 - 12;
    if (!room(0)) return;
    links_.reserve(1024);
    seen_.reserve(1024);
    entries_.reserve(1024);
    links_.resize(1);
    seen_.resize(1);
    seen_[0].words.fill(~std::uint64_t{0});  // no move: nothing is ever new there
    cold_.add();
    entries_.resize(1);
    std::uint32_t f = h_[start];
    first_.assign(f + 1, 1);
    list_start_ = 1;
    const std::uint32_t id = number(helpers);
    CellSet cells;
    cells.set(start);
    add(id, cells);
    for (;; ++f) {
      answer_.bound = f > h_[start] ? f + 1 : f;  // the probes of the pass before have excluded f
      if (answer_.bound > max_bound || ticker_.stop() != Stop::none) return;
      if (f > h_[start]) make_list(f);
      const std::uint32_t begin = first_[f], end = static_cast<std::uint32_t>(entries_.size());
      first_.push_back(end);
      list_start_ = end;
      for (std::uint32_t n = begin; n < end && ticker_.stop() == Stop::none; ++n) {
        if (n + 4 < end) {
          prefetch(&seen_[entries_[n + 4].id]);
          prefetch(&links_[entries_[n + 4].id]);
        }
        if (expand(n, f)) return;
      }
      if (ticker_.stop() != Stop::none) return;
      if (rise_) {  // no solution of length f + 1 exists, and this one has length f + 2
        solve_from(*rise_);
        return;
      }
      if (begin == end && pending_[0].empty() && pending_[1].empty() && pending_[2].empty()) {
        answer_.exhausted = true;
        return;
      }
    }
  }

  // Completes list f, begun by level moves from list f - 1, with rises from list f - 2 and the
  // helper moves from list f - 1.
  void make_list(std::uint32_t f) {
    for (const Pending& rise : pending_[f % 3]) {
      const CellSet fresh = rise.cells - seen_[rise.id];
      if (fresh.any()) add(rise.id, fresh);
    }
    pending_[f % 3].clear();
    const std::uint32_t begin = first_[f - 1], end = first_[f];
    if (begin < end && !build_successors(entries_[begin].id)) return;
    for (std::uint32_t n = begin; n < end && ticker_.stop() == Stop::none; ++n) {
      const std::uint32_t id = entries_[n].id;
      const CellSet cells = entries_[n].cells;
      if (n + 1 < end) {  // one ahead, so that the cells of its successors arrive in time
        if (!build_successors(entries_[n + 1].id)) return;
        for (std::uint32_t next : cold_[links_[entries_[n + 1].id].cold].next)
          prefetch(&seen_[next]);
      }
      const Cold& cold = cold_[links_[id].cold];
      const CellSet met = cells & cold.paths;
      const CellSet clear = cells - met;
      const CellSet* seen = seen_.data();
      for (std::uint32_t next : cold.next) {
        const CellSet fresh = clear - seen[next];
        if (fresh.any()) add(next, fresh);
      }
      if (met.any()) met.each([&](unsigned t) { helper_moves(id, t); });
    }
  }

  // Makes the helper moves of one state whose target robot stands in the way of some of them.
  void helper_moves(std::uint32_t id, unsigned t) {
    const Triple h = links_[id].helpers;
    const Cold& cold = cold_[links_[id].cold];
    CellSet one;
    one.set(t);
    for (int i = 0; i < 3; ++i) {
      const unsigned p = h[i];
      int towards = -1;  // the direction in which t stops this helper
      if (p / 16 == t / 16) towards = t > p ? 3 : 2;
      if (p % 16 == t % 16) towards = t > p ? 1 : 0;
      if (towards >= 0) {
        const unsigned e = cold.stop[4 * i + towards];
        if (t > p ? e < t : e > t) towards = -1;
      }
      for (int d = 0; d < 4; ++d) {
        std::uint32_t next = cold.next[4 * i + d];
        if (d == towards) {
          const unsigned before = t - offset_[d];
          if (before == p) continue;
          next = number(moved(h, i, before));
        }
        if (!seen_[next].test(t)) add(next, one);
      }
    }
  }

  // Closes entry n of list f under descents, makes its level moves (list f + 1) and rises (list
  // f + 2), and probes for solutions of length f + 1. True if one is found.
  bool expand(std::uint32_t n, std::uint32_t f) {
    const std::uint32_t id = entries_[n].id;
    if (!build_sets(id)) return false;
    const Triple h = links_[id].helpers;
    CellSet cells = entries_[n].cells, seen = seen_[id];
    std::array<CellSet, 3> ends;  // of descents, level moves and rises
    unsigned count = 0;
    for (CellSet todo = cells; todo.any();) {
      todo.each([&](unsigned t) {
        ++count;
        const std::uint32_t far = slides(t, h[0], h[1], h[2]);
        CellSet* kind = ends.data() + 1 - h_[t];
        const unsigned up = stop(t, far, 0), down = stop(t, far, 1);
        const unsigned left = stop(t, far, 2), right = stop(t, far, 3);
        kind[h_[up]].set(up);
        kind[h_[down]].set(down);
        kind[h_[left]].set(left);
        kind[h_[right]].set(right);
      });
      todo = ends[0] - seen;
      cells |= todo;
      seen |= todo;
    }
    const CellSet level = ends[1] - seen, rise = ends[2] - seen;
    answer_.generated += count;
    if (!ticker_.tick(count)) return false;
    entries_[n].cells = cells;
    seen_[id] = seen;
    if (cells.test(target_)) {  // only in the first list: later ones were probed before
      return solve_from({target_, {}, h, f, false});
    }
    const Cold& cold = cold_[links_[id].cold];
    if (probe_own_moves(level & cold.descents, cells, h, f + 1)) return true;
    if (!rise_) probe_rises(rise & cold.descents, cells, h, f + 2);
    if (probe_helper_moves(id, cells, f + 1)) return true;
    if (level.any()) add(id, level);
    if (rise.any()) {
      std::vector<Pending>& later = pending_[(f + 2) % 3];
      if (space(later)) later.push_back({rise, id});
    }
    return false;
  }

  // A solution found by a probe: from state (from, helpers) of the lists, one more move, then
  // descents.
  struct Hit {
    unsigned from;   // target robot's cell before the last move that is no descent
    Step last;       // that move; cells are wide
    Triple helpers;  // before it
    std::uint32_t length;
    bool has_last = true;
  };

  // A cell of `cells` from which the target robot slides to `end`, and how.
  Step slide_to(unsigned end, const CellSet& cells, const Triple& h) const {
    Step found{0, -1};
    cells.each([&](unsigned t) {
      if (found.direction >= 0) return;
      const std::uint32_t far = slides(t, h[0], h[1], h[2]);
      for (int d = 0; d < 4; ++d)
        if (t != end && stop(t, far, d) == end) found = {t, d};
    });
    return found;
  }

  bool probe_own_moves(const CellSet& ends, const CellSet& cells, const Triple& h,
                       std::uint32_t length) {
    bool found = false;
    ends.each([&](unsigned e) {
      if (found || !descends(e, h)) return;
      const Step last = slide_to(e, cells & level_[h_[e]], h);
      found = solve_from({last.cell, last, h, length});
    });
    return found;
  }

  void probe_rises(const CellSet& ends, const CellSet& cells, const Triple& h,
                   std::uint32_t length) {
    ends.each([&](unsigned e) {
      if (rise_ || !descends(e, h)) return;
      const Step last = slide_to(e, cells & level_[h_[e] - 1], h);
      rise_ = Hit{last.cell, last, h, length};
    });
  }

  bool probe_helper_moves(std::uint32_t id, const CellSet& cells, std::uint32_t length) {
    const Cold& cold = cold_[links_[id].cold];
    const CellSet worth = cells & (cold.hopes | cold.paths);
    if (!worth.any()) return false;
    const Triple h = links_[id].helpers;
    bool found = false;
    worth.each([&](unsigned t) {
      if (found) return;
      CellSet near;  // t and the ends of its descents
      const std::uint32_t far = slides(t, h[0], h[1], h[2]);
      for (int d = 0; d < 4; ++d) {
        const unsigned end = stop(t, far, d);
        if (h_[end] + 1 == h_[t]) near.set(end);
      }
      const bool hopeful = cold.hopes.test(t), opened = hopeful && cold.opened.test(t);
      if (near.any()) near.set(t);
      const bool met = (near & cold.paths).any();
      if (!opened && !met) return;
      for (int j = 0; j < 12 && !found; ++j) {
        const unsigned p = h[j / 4], e = cold.stop[j];
        if (e == p) continue;
        const CellSet path = ray_[p][j % 4] - ray_[e][j % 4];
        // Stopped by t, the helper ends elsewhere than `hopes` knows of.
        const bool try_it = path.test(t) ? near.any()
                                         : hopeful && ((path & near).any() || stops_[e].test(t) ||
                                                       leaves_[p].test(t));
        if (try_it) found = try_helper(t, h, j, length);
      }
    });
    return found;
  }

  // Helper move j with the target robot on t, then descents only.
  bool try_helper(unsigned t, const Triple& h, int j, std::uint32_t length) {
    const int helper = j / 4, d = j % 4;
    const unsigned p = h[helper];
    const unsigned e = stop(p, slides(p, h[(helper + 1) % 3], h[(helper + 2) % 3], t), d);
    if (e == p || !descends(t, moved(h, helper, e))) return false;
    return solve_from({t, {p, d}, h, length});
  }

  // Whether descents alone lead from t to the target with these helpers about.
  bool descends(unsigned t, const Triple& h) const {
    CellSet here;
    here.set(t);
    for (int k = h_[t]; k > 0; --k) {
      CellSet ends;
      here.each([&](unsigned c) {
        const std::uint32_t far = slides(c, h[0], h[1], h[2]);
        for (int d = 0; d < 4; ++d) ends.set(stop(c, far, d));
      });
      here = ends & level_[k - 1];
      if (!here.any()) return false;
    }
    return true;
  }

  // The solution

  // Writes down the solution that a probe has found; always true.
  bool solve_from(const Hit& hit) {
    std::vector<Step> tail;
    unsigned t = hit.from;
    Triple h = hit.helpers;
    std::uint32_t g = hit.length;  // moves up to the hit's state
    if (hit.has_last) {
      tail.push_back(hit.last);
      if (hit.last.cell == t) {
        t = stop(t, slides(t, h[0], h[1], h[2]), hit.last.direction);
      } else {
        for (int i = 0; i < 3; ++i)
          if (h[i] == hit.last.cell) {
            const std::uint32_t far = slides(h[i], h[(i + 1) % 3], h[(i + 2) % 3], t);
            h = moved(h, i, stop(h[i], far, hit.last.direction));
            break;
          }
      }
      g -= 1;
    }
    g -= h_[t];
    while (t != target_) {
      const std::uint32_t far = slides(t, h[0], h[1], h[2]);
      for (int d = 0; d < 4; ++d) {
        const unsigned end = stop(t, far, d);
        if (h_[end] + 1 == h_[t] && descends(end, h)) {
          tail.push_back({t, d});
          t = end;
          break;
        }
      }
    }
    answer_.solved = true;
    answer_.bound = hit.length;
    answer_.path = trace(hit.from, hit.helpers, g);
    answer_.path.insert(answer_.path.end(), tail.begin(), tail.end());
    for (Step& step : answer_.path) step.cell = narrow(step.cell);
    return true;
  }

  // The f of the list in which a state was reached; -1 if it was not.
  int reached(unsigned t, const Triple& h) const {
    const std::uint32_t id = find(h);
    if (!id || !seen_[id].test(t)) return -1;
    std::uint32_t n = links_[id].entry;
    while (n && !entries_[n].cells.test(t)) n = entries_[n].before;
    if (!n) return -1;
    return static_cast<int>(std::upper_bound(first_.begin(), first_.end(), n) - first_.begin()) - 1;
  }

  // The moves from the start to a state that was reached with g moves, found backwards: some state
  // reached with g - 1 moves leads there.
  std::vector<Step> trace(unsigned t, Triple h, std::uint32_t g) const {
    std::vector<Step> steps;
    while (g > 0) {
      Step step{0, -1};
      for (int r = 0; r < 4 && step.direction < 0; ++r) {  // robot r made the last move
        const unsigned end = r == 3 ? t : h[r];
        std::array<unsigned, 3> others{};
        int count = 0;
        for (int o = 0; o < 4; ++o)
          if (o != r) others[count++] = o == 3 ? t : h[o];
        const std::uint32_t far = slides(end, others[0], others[1], others[2]);
        for (int d = 0; d < 4 && step.direction < 0; ++d) {
          if (far >> (8 * d) & 255) continue;  // it would not have stopped here
          unsigned from = end;
          for (std::uint32_t k = far >> (8 * (d ^ 1)) & 255; k > 0; --k) {
            from -= offset_[d];
            const unsigned t_before = r == 3 ? from : t;
            const Triple h_before = r == 3 ? h : moved(h, r, from);
            const int f = reached(t_before, h_before);
            if (f >= 0 && f - h_[t_before] == static_cast<int>(g) - 1) {
              step = {from, d};
              t = t_before;
              h = h_before;
              break;
            }
          }
        }
      }
      steps.push_back(step);
      --g;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  Ticker& ticker_;
  std::uint32_t width_;
  unsigned target_ = 0;
  int highest_ = 0;
  std::array<std::uint8_t, 256> h_{};
  std::array<std::array<std::uint8_t, 4>, 256> far_{};  // stop without other robots
  std::array<std::array<CellSet, 4>, 256> ray_{};       // cells on the way there
  std::array<std::array<std::uint32_t, 256>, 256> blocked_{};
  std::array<CellSet, 256> level_{};  // cells by H
  CellSet by_walls_;                  // cells with a way of descents that stop at walls
  // For y: cells with descents, stopped by walls alone, before a last one that is stopped on y.
  std::array<CellSet, 256> descends_to_{};
  std::array<CellSet, 256> beside_{};  // cells on which a robot on this one may stop others
  std::array<CellSet, 256> stops_{};   // cells with a descent that a robot on this cell stops
  std::array<CellSet, 256> leaves_{};  // cells with a descent that ends on this cell or beyond it

  std::vector<Slot> slots_;
  int shift_ = 0;
  std::vector<CellSet> seen_;  // for each triple the target robot's cells that were reached
  std::vector<Link> links_;
  Pool<Cold> cold_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> first_;  // for each f the first entry of its list
  std::uint32_t list_start_ = 0;      // first entry of the list that is being built
  std::array<std::vector<Pending>, 3> pending_;
  std::optional<Hit> rise_;
  std::size_t peak_ = 0;
  Answer answer_;
};

}  // namespace gridproof::robots
