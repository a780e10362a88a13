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
// The last two layers are never made. A solution of length f + 2 leaves list f by a rise and then
// descends; or it goes on in list f + 1, from where it takes one more move of slack 1. A state that
// can do that is rare, and most others are told apart by sets of cells that are worked out once for
// each triple: supersets of the cells with slack 0, 1 and 2, in which the target robot may pass
// through helpers and stop beside any place that a helper can have by then. What is left is tried
// move by move. docs/explanation/robots-kernel.md has the proofs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
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

  // The memory limit has to leave room for the object itself.
  TripleSearch(const Problem& problem, Ticker& ticker, Answer& answer)
      : ticker_(ticker), width_(problem.width), answer_(answer) {
    read_board(problem);
  }

  void run(const Problem& problem, std::uint32_t max_bound) {
    Triple helpers{};
    int next = 0;
    for (int i = 0; i < 4; ++i)
      if (i != problem.target_robot) helpers[next++] = wide(problem.robots[i]);
    sort(helpers);
    const unsigned start = wide(problem.robots[problem.target_robot]);
    answer_.peak_memory = sizeof *this;
    if (h_[start] == no_way)
      answer_.exhausted = true;
    else
      search(start, helpers, max_bound);
  }

 private:
  using Triple = std::array<std::uint8_t, 3>;

  // More than any H: no way turns in each of the 256 cells, for it would run round in a corner.
  static constexpr std::uint8_t no_way = 255;
  static constexpr std::array<int, 4> offset_{-16, 16, -1, 1};
  static constexpr std::array<int, 5> turn_{0, 1, 2, 0,
                                            1};  // helper i's others: turn_[i + 1], [i + 2]

  // What is touched when a triple gets new cells. What is touched for every successor, the cells
  // that were reached with these helpers, lies packed in `seen_`.
  struct Link {
    std::uint32_t entry = 0;  // the triple's last entry
    std::uint32_t cold = 0;   // where its Cold is; 0: it has none yet
    Triple helpers{};
  };
  // What is worked out when a triple is expanded. Helper move j is helper j / 4 in direction j % 4.
  struct Cold {
    CellSet paths;     // cells on the way of any helper move
    CellSet descents;  // superset of the cells with slack 0: descents lead to the target
    CellSet near_one;  // superset of the cells with slack 0 or 1
    CellSet near_two;  // superset of those that a helper's move leaves with slack 1, if it ran free
    CellSet beside;  // cells on which the helpers may stop the robot after two moves that ran free
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
    // H, the wall-only bound: from each cell the robot may go to any cell of its four rays, and the
    // other way round.
    h_.fill(no_way);
    CellSet reached;
    for (CellSet layer = cell_set(target_); layer.any(); ++highest_) {
      CellSet next;
      layer.each([&](unsigned c) {
        h_[c] = static_cast<std::uint8_t>(highest_);
        for (const CellSet& ray : ray_[c]) next |= ray;
      });
      level_[highest_] = layer;
      reached |= layer;
      layer = next - reached;
    }
    --highest_;
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
    for (unsigned x = 0; x < 256; ++x)
      for (int d = 0; d < 4; ++d) beside_stops_[x] |= beside_[far_[x][d]];
    // below[c]: the cells from which descents that stop at walls alone lead to c; across[c]: the
    // same with one level move among them.
    std::array<CellSet, 256> below{}, across{};
    for (int h = highest_; h >= 0; --h) level_[h].each([&](unsigned c) { below[c].set(c); });
    auto each_slide = [&](int h, auto visit) {
      level_[h].each([&](unsigned c) {
        for (int d = 0; d < 4; ++d) visit(c, far_[c][d]);
      });
    };
    for (int h = highest_; h > 0; --h) {
      each_slide(h, [&](unsigned c, unsigned end) {
        if (end != c && h_[end] == h) across[end] |= below[c];
      });
      each_slide(h, [&](unsigned c, unsigned end) {
        if (h_[end] != h - 1) return;
        below[end] |= below[c];
        across[end] |= across[c];
      });
    }
    by_walls_ = below[target_];
    across_by_walls_ = across[target_];
    for (int h = 1; h <= highest_; ++h)
      level_[h].each([&](unsigned c) {
        for (int d = 0; d < 4; ++d)
          ray_[c][d].each([&](unsigned x) {
            if (h_[x] == h - 1) {
              descends_to_[x] |= below[c];
              crosses_to_[x] |= across[c];
            } else if (h_[x] == h) {
              crosses_to_[x] |= below[c];
            }
          });
        for (int d = 0; d < 4; ++d) corner_[c][d] = is_corner(c, d);
      });
  }

  // Whether a helper that moved in direction d and was stopped by the target robot on t may stop
  // that robot later, after one level move and two descents: diagonally behind t only.
  bool is_corner(unsigned t, int d) const {
    if (far_[t][d ^ 1] == t) return false;
    const unsigned e = t - offset_[d];
    if (h_[e] + 1 != h_[t]) return false;
    for (int side = d < 2 ? 2 : 0; side < (d < 2 ? 4 : 2); ++side) {
      if (far_[e][side] == e) continue;
      const unsigned u = e + offset_[side];
      if (h_[u] + 2 == h_[t] && far_[u][side] != u) return true;
    }
    return false;
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
      if (!grow_slots()) return 0;
      i = locate(key);
    }
    if (!space(links_) || !space(seen_)) return 0;
    slots_[i] = {key, static_cast<std::uint32_t>(links_.size())};
    links_.push_back({0, 0, t});
    seen_.emplace_back();
    return slots_[i].id;
  }

  // False if it was stopped: then nothing has changed.
  bool grow_slots() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (!ticker_.going()) {
        old.swap(slots_);
        ++shift_;
        return false;
      }
      if (slot.key) slots_[locate(slot.key)] = slot;
    }
    return true;
  }

  std::size_t bytes() const {
    return sizeof *this + links_.capacity() * sizeof(Link) + seen_.capacity() * sizeof(CellSet) +
           cold_.bytes() + entries_.capacity() * sizeof(Entry) + slots_.size() * sizeof(Slot) +
           waiting() * sizeof(Pending);
  }

  std::size_t waiting() const {
    std::size_t n = worth_moving_.capacity();
    for (int i = 0; i < 3; ++i) n += pending_[i].capacity() + hopeful_[i].capacity();
    return n;
  }

  bool room(std::size_t more) {
    if (!ticker_.fits(bytes() + more)) return false;
    answer_.peak_memory = std::max(answer_.peak_memory, bytes() + more);
    return true;
  }

  // Room for one more element; a full vector doubles, if both arrays fit for the moment of copying
  // and numbers of 32 bits reach its end.
  template <class T>
  bool space(std::vector<T>& v) {
    if (v.size() < v.capacity()) return true;
    const std::size_t wanted = std::max<std::size_t>(v.capacity() * 2, 256);
    if (wanted >> 32) ticker_.out_of_memory();
    if (wanted >> 32 || !room(wanted * sizeof(T)) || !ticker_.going(v.size())) return false;
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

  // Where the helpers of a triple can go when the target robot is out of their way, and the cells
  // from which it needs little slack.
  struct Reach {
    std::array<std::uint32_t, 3> slides;
    std::array<std::uint8_t, 12> stop;
    CellSet descents, near_one;       // as in Cold
    CellSet one_move, across;         // slack 0, or one level move, after at most one helper's move
    CellSet beside, beside_unopened;  // stops beside the helpers after at most one move
  };

  void reach(const Triple& h, Reach& r) const {
    CellSet beside = beside_[h[0]] | beside_[h[1]] | beside_[h[2]];
    CellSet unopened = beside;
    r.descents = by_walls_;
    r.across = across_by_walls_;
    open(r.descents, r.across, unopened);
    r.near_one = r.across;
    close(r.near_one, beside);
    CellSet more;
    for (int i = 0; i < 3; ++i) {
      r.slides[i] = least(blocked_[h[i]][h[turn_[i + 1]]], blocked_[h[i]][h[turn_[i + 2]]]);
      for (int d = 0; d < 4; ++d) {
        const unsigned e = stop(h[i], r.slides[i], d);
        r.stop[4 * i + d] = static_cast<std::uint8_t>(e);
        more |= beside_[e];
      }
    }
    r.one_move = r.descents;
    r.beside = beside | more;
    r.beside_unopened = unopened | (more - beside);
    open(r.one_move, r.across, r.beside_unopened);
    r.near_one |= r.one_move;
  }

  // The Cold of a triple, made now if it has none. False when the memory is used up.
  bool build_sets(std::uint32_t id) {
    Link& link = links_[id];
    if (link.cold) return true;
    if (cold_.full() && !room(cold_.chunk_bytes)) return false;
    link.cold = cold_.add();
    Cold& cold = cold_[link.cold];
    const Triple& h = link.helpers;
    Reach r;
    reach(h, r);
    cold.linked = false;
    cold.stop = r.stop;
    cold.descents = r.descents;
    cold.near_one = r.near_one;
    cold.paths = {};
    cold.beside = r.beside;
    for (int i = 0; i < 3; ++i) {
      const unsigned p = h[i];
      for (int d = 0; d < 4; ++d) {
        const unsigned e = r.stop[4 * i + d];
        if (e == p) continue;
        cold.paths |= ray_[p][d] - ray_[e][d];
        // The second move: of this helper, or of one whose way the first has changed.
        const unsigned a = h[turn_[i + 1]], b = h[turn_[i + 2]];
        add_stops(e, least(blocked_[e][a], blocked_[e][b]), cold.beside);
        const std::uint32_t from_a = least(blocked_[a][e], blocked_[a][b]);
        if (from_a != r.slides[turn_[i + 1]]) add_stops(a, from_a, cold.beside);
        const std::uint32_t from_b = least(blocked_[b][e], blocked_[b][a]);
        if (from_b != r.slides[turn_[i + 2]]) add_stops(b, from_b, cold.beside);
      }
    }
    cold.near_two = r.one_move;
    close(cold.near_two, r.beside_unopened | (cold.beside - r.beside));
    close(r.across, r.beside);
    cold.near_two |= r.across;
    return true;
  }

  void add_stops(unsigned c, std::uint32_t slides, CellSet& beside) const {
    if (slides == blocked_[c][c]) {
      beside |= beside_stops_[c];
    } else {
      for (int d = 0; d < 4; ++d) beside |= beside_[stop(c, slides, d)];
    }
  }

  // Adds to `descents`, closed under descents that stop at walls, the cells with descents that may
  // stop on the cells `beside` too, and to `across` those from which one level move leads there;
  // `across` is not closed then. Takes from `beside` what has served.
  void open(CellSet& descents, CellSet& across, CellSet& beside) const {
    for (CellSet now = descents & beside; now.any(); now = descents & beside) {
      now.each([&](unsigned y) {
        descents |= descends_to_[y];
        across |= crosses_to_[y];
      });
      beside = beside - now;
    }
  }

  // The same for the descents alone.
  void close(CellSet& cells, CellSet beside) const {
    for (CellSet now = cells & beside; now.any(); now = cells & beside) {
      now.each([&](unsigned y) { cells |= descends_to_[y]; });
      beside = beside - now;
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
    std::uint32_t f = h_[start];
    answer_.prove(f, ticker_);
    if (f > max_bound) return;
    if (!room(4096 * sizeof(Slot) + 1024 * (sizeof(Link) + sizeof(CellSet) + sizeof(Entry)) +
              cold_.chunk_bytes))
      return;
    slots_.assign(4096, {});
    shift_ = 32 - 12;
    links_.reserve(1024);
    seen_.reserve(1024);
    entries_.reserve(1024);
    links_.resize(1);
    seen_.resize(1);
    seen_[0].words.fill(~std::uint64_t{0});  // no move: nothing is ever new there
    cold_.add();
    entries_.resize(1);
    first_.assign(f + 1, 1);
    list_start_ = 1;
    const std::uint32_t id = number(helpers);
    const CellSet cells = cell_set(start);
    add(id, cells);
    if (descends(cell_set(start), helpers)) {
      solve_from(start, helpers, f, 0);
      return;
    }
    answer_.prove(f + 1, ticker_);
    if (f + 1 > max_bound) return;
    note(hopeful_[f % 3], cells, id);
    if (probe(f) || ticker_.stop() != Stop::none) return;
    for (;; ++f) {  // no solution is shorter than f + 2
      answer_.prove(f + 2, ticker_);
      if (answer_.bound > max_bound) return;
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
      if (probe(f + 1)) return;
      if (ticker_.stop() != Stop::none) return;
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
      if (!ticker_.going()) return;
      const CellSet fresh = rise.cells - seen_[rise.id];
      if (fresh.any()) add(rise.id, fresh);
    }
    pending_[f % 3].clear();
    const std::uint32_t begin = first_[f - 1], end = first_[f];
    if (begin < end && !build_successors(entries_[begin].id)) return;
    for (std::uint32_t n = begin; n < end && ticker_.going(); ++n) {
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
    const CellSet one = cell_set(t);
    for (int i = 0; i < 3; ++i) {
      const int towards = met_by(h, cold, i, t);
      for (int d = 0; d < 4; ++d) {
        std::uint32_t next = cold.next[4 * i + d];
        if (d == towards) {
          const unsigned before = t - offset_[d];
          if (before == h[i]) continue;
          next = number(moved(h, i, before));
        }
        if (!seen_[next].test(t)) add(next, one);
      }
    }
  }

  // The direction in which the target robot on t stands in helper i's way; -1: in none.
  static int met_by(const Triple& h, const Cold& cold, int i, unsigned t) {
    const unsigned p = h[i];
    int d = -1;
    if (p / 16 == t / 16) d = t > p ? 3 : 2;
    if (p % 16 == t % 16) d = t > p ? 1 : 0;
    if (d < 0) return -1;
    const unsigned e = cold.stop[4 * i + d];
    return (t > p ? e < t : e > t) ? -1 : d;
  }

  // Closes entry n of list f under descents, makes its level moves (list f + 1) and rises (list
  // f + 2), and notes what may lead to a solution of length f + 2. True if one is found.
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
        const int level = h_[t] - 1;  // of the cells at the end of descents
        const unsigned up = stop(t, far, 0), down = stop(t, far, 1);
        const unsigned left = stop(t, far, 2), right = stop(t, far, 3);
        ends[h_[up] - level].set(up);
        ends[h_[down] - level].set(down);
        ends[h_[left] - level].set(left);
        ends[h_[right] - level].set(right);
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
    const Cold& cold = cold_[links_[id].cold];
    bool found = false;
    (rise & cold.descents).each([&](unsigned e) {
      found = found || (descends(cell_set(e), h) && solve_from(e, h, f + 2, 0));
    });
    if (found) return true;
    note(hopeful_[(f + 1) % 3], level & cold.near_one, id);
    note(hopeful_[(f + 2) % 3], rise & cold.near_one, id);
    CellSet worth = cells & cold.near_two;
    ((cells & cold.paths) - worth).each([&](unsigned t) {
      if (met_worth(h, cold, t)) worth.set(t);
    });
    note(worth_moving_, worth, id);
    if (level.any()) add(id, level);
    note(pending_[(f + 2) % 3], rise, id);
    return false;
  }

  void note(std::vector<Pending>& list, const CellSet& cells, std::uint32_t id) {
    if (cells.any() && space(list)) list.push_back({cells, id});
  }

  // Whether a helper's move that the target robot on t stops can be one of two moves of slack 1,
  // followed by descents, in a way that `near_two` does not know of.
  bool met_worth(const Triple& h, const Cold& cold, unsigned t) {
    for (int i = 0; i < 3; ++i) {
      const int d = met_by(h, cold, i, t);
      if (d < 0) continue;
      const unsigned e = t - offset_[d];
      if (e == h[i]) continue;
      if (corner_[t][d]) return true;
      const unsigned a = h[turn_[i + 1]], b = h[turn_[i + 2]];
      CellSet beside;
      add_stops(e, least(blocked_[e][a], blocked_[e][b]), beside);
      add_stops(a, least(blocked_[a][e], blocked_[a][b]), beside);
      add_stops(b, least(blocked_[b][e], blocked_[b][a]), beside);
      if (((beside - cold.beside) & cone(t)).any()) return true;
    }
    return false;
  }

  // The cells that descents from this one reach if they may stop anywhere; worked out when asked
  // for first.
  const CellSet& cone(unsigned t) {
    CellSet& found = cone_[t];
    if (found.any()) return found;
    CellSet layer = cell_set(t);
    for (int k = h_[t]; k > 0; --k) {
      CellSet next;
      layer.each([&](unsigned c) {
        for (const CellSet& ray : ray_[c]) next |= ray;
      });
      layer = next & level_[k - 1];
      found |= layer;
    }
    return found;
  }

  // Looks for solutions of length f + 1 that leave list f, or list f - 1 by a helper's move. True
  // if one is found.
  bool probe(std::uint32_t f) {
    for (const Pending& state : hopeful_[f % 3])
      if (!ticker_.tick(1) || probe_cells(state.cells, links_[state.id].helpers, f))
        return answer_.solved;
    hopeful_[f % 3].clear();
    for (const Pending& state : worth_moving_)
      if (!ticker_.tick(1) || probe_helpers(state, f)) return answer_.solved;
    worth_moving_.clear();
    return false;
  }

  // Looks for a solution of length f + 1 among states that belong in list f.
  bool probe_cells(const CellSet& cells, const Triple& h, std::uint32_t f) {
    if (!cells.any()) return false;
    Reach r;
    reach(h, r);
    const CellSet hopeful = cells & r.near_one;
    if (!hopeful.any()) return false;
    CellSet closed = hopeful, level;  // under descents; ends of level moves
    for (CellSet todo = closed; todo.any();) {
      CellSet ends;
      todo.each([&](unsigned t) {
        const std::uint32_t far = slides(t, h[0], h[1], h[2]);
        for (int d = 0; d < 4; ++d) {
          const unsigned end = stop(t, far, d);
          if (h_[end] < h_[t]) ends.set(end);
          if (h_[end] == h_[t]) level.set(end);
        }
      });
      todo = (ends & r.near_one) - closed;
      closed |= todo;
    }
    if (!descends((level & r.descents) - closed, h) && !helper_then_descents(closed, h, r))
      return false;
    bool found = false;
    hopeful.each([&](unsigned t) { found = found || solve_from(t, h, f, 1); });
    return found;
  }

  // Whether from some of these cells a helper's move and then descents lead to the target.
  bool helper_then_descents(const CellSet& cells, const Triple& h, const Reach& r) const {
    const CellSet worth = cells & r.one_move;
    bool found = false;
    for (int j = 0; j < 12 && !found && worth.any(); ++j) {
      const unsigned p = h[j / 4], e = r.stop[j];
      if (e == p) continue;
      const CellSet path = ray_[p][j % 4] - ray_[e][j % 4];
      found = descends(worth - path, moved(h, j / 4, e));
      (worth & path).each([&](unsigned t) {
        const unsigned before = t - offset_[j % 4];
        found = found || (before != p && descends(cell_set(t), moved(h, j / 4, before)));
      });
    }
    return found;
  }

  // Where helper move j ends.
  unsigned helper_stop(unsigned t, const Triple& h, int j) const {
    const unsigned p = h[j / 4];
    return stop(p, slides(p, h[turn_[j / 4 + 1]], h[turn_[j / 4 + 2]], t), j % 4);
  }

  // The same for the states of list f to which helper moves lead from these.
  bool probe_helpers(const Pending& state, std::uint32_t f) {
    const Triple h = links_[state.id].helpers;
    const Cold& cold = cold_[links_[state.id].cold];
    bool found = false;
    for (int j = 0; j < 12 && !found; ++j) {
      const unsigned p = h[j / 4], e = cold.stop[j];
      if (e == p) continue;
      const CellSet path = ray_[p][j % 4] - ray_[e][j % 4];
      found = probe_cells(state.cells - path, moved(h, j / 4, e), f);
      (state.cells & path).each([&](unsigned t) {
        const unsigned before = t - offset_[j % 4];
        found = found || (before != p && probe_cells(cell_set(t), moved(h, j / 4, before), f));
      });
    }
    return found;
  }

  static CellSet cell_set(unsigned cell) {
    CellSet set;
    set.set(cell);
    return set;
  }

  // Whether descents alone lead from some of these cells to the target.
  bool descends(CellSet from, const Triple& h) const {
    for (int k = highest_; k > 0; --k) {
      const CellSet here = from & level_[k];
      if (!here.any()) continue;
      CellSet ends;
      here.each([&](unsigned c) {
        const std::uint32_t far = slides(c, h[0], h[1], h[2]);
        for (int d = 0; d < 4; ++d) ends.set(stop(c, far, d));
      });
      from |= ends & level_[k - 1];
    }
    return from.test(target_);
  }

  // The solution

  // Writes down the solution of length f + slack by way of a state that is reached at f; false if
  // there is none.
  bool solve_from(unsigned t, const Triple& h, std::uint32_t f, int slack) {
    answer_.path.clear();
    if (!finish(t, h, slack)) return false;
    const std::vector<Step> before = trace(t, h, f - h_[t]);
    answer_.path.insert(answer_.path.begin(), before.begin(), before.end());
    for (Step& step : answer_.path) step.cell = narrow(step.cell);
    answer_.solved = true;
    answer_.prove(f + slack, ticker_);
    ticker_.find(answer_.bound);
    return true;
  }

  // Adds the moves of a solution with exactly this slack, if there is one.
  bool finish(unsigned t, const Triple& h, int slack) {
    if (slack == 0 && !descends(cell_set(t), h)) return false;
    if (t == target_) return slack == 0;
    auto attempt = [&](unsigned cell, int d, unsigned t_after, const Triple& after, int rest) {
      answer_.path.push_back({cell, d});
      if (finish(t_after, after, rest)) return true;
      answer_.path.pop_back();
      return false;
    };
    const std::uint32_t far = slides(t, h[0], h[1], h[2]);
    for (int d = 0; d < 4; ++d) {
      const unsigned end = stop(t, far, d);
      const int rest = slack - (h_[end] - h_[t] + 1);
      if (end != t && rest >= 0 && attempt(t, d, end, h, rest)) return true;
    }
    for (int j = 0; j < 12 && slack > 0; ++j) {
      const unsigned p = h[j / 4], end = helper_stop(t, h, j);
      if (end != p && attempt(p, j % 4, t, moved(h, j / 4, end), slack - 1)) return true;
    }
    return false;
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
  std::array<std::array<std::uint8_t, 4>, 256> far_{};       // stop without other robots
  std::array<std::array<CellSet, 4>, 256> ray_{};            // cells on the way there
  std::array<std::array<std::uint32_t, 256>, 256> blocked_;  // see read_board
  std::array<CellSet, 256> level_{};                         // cells by H
  CellSet by_walls_;         // cells with a way of descents that stop at walls
  CellSet across_by_walls_;  // the same with one level move
  // For y: cells with descents, stopped by walls alone, before a last one that is stopped on y; and
  // the same with one level move, which may be the last.
  std::array<CellSet, 256> descends_to_{}, crosses_to_{};
  std::array<CellSet, 256> beside_{};        // cells on which a robot on this one may stop others
  std::array<CellSet, 256> beside_stops_{};  // the same when it has slid from this one to a wall
  std::array<CellSet, 256> cone_{};          // see cone()
  std::array<std::array<bool, 4>, 256> corner_{};

  std::vector<Slot> slots_;
  int shift_ = 0;
  std::vector<CellSet> seen_;  // for each triple the target robot's cells that were reached
  std::vector<Link> links_;
  Pool<Cold> cold_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> first_;             // for each f the first entry of its list
  std::uint32_t list_start_ = 0;                 // first entry of the list that is being built
  std::array<std::vector<Pending>, 3> pending_;  // by f % 3: states that rises will add to list f
  std::array<std::vector<Pending>, 3> hopeful_;  // by f % 3: states of list f that may have slack 1
  std::vector<Pending> worth_moving_;  // states that a helper's move may leave with slack 1
  Answer& answer_;
};

}  // namespace gridproof::robots
