// The target robot's places, of which a board with `ricochet` has more than cells.
#pragma once

#include <bit>
#include <cstdint>

#include "robots/board.hpp"
#include "robots/cell_set.hpp"

namespace gridproof::robots {

// Numbers the places of the target robot: its cell and the axes that count as moved along.
//
// Places 0 to 255 are the cells of a robot that has both axes. A robot that lacks the vertical axis
// is in the target's row, one that lacks the horizontal axis in its column, and one that lacks both
// on the target itself (see `grant_axes`): so 33 more places are enough.
class Places {
 public:
  static constexpr unsigned in_row = 256, in_column = in_row + 16, on_target = in_column + 16;
  static constexpr unsigned count = on_target + 1;
  static constexpr unsigned none = ~0u;

  explicit Places(unsigned target) : target_(target) {}

  // The place; `none` if no state has it.
  unsigned of(unsigned cell, int axes) const {
    if (axes == both_axes) return cell;
    if (axes == axis_of(3) && cell / 16 == target_ / 16) return in_row + cell % 16;
    if (axes == axis_of(1) && cell % 16 == target_ % 16) return in_column + cell / 16;
    return axes == 0 && cell == target_ ? on_target : none;
  }
  unsigned cell(unsigned place) const {
    if (place < in_row) return place;
    if (place < in_column) return target_ / 16 * 16 + place % 16;
    return place < on_target ? place % 16 * 16 + target_ % 16 : target_;
  }
  static int axes(unsigned place) {
    if (place < in_row) return both_axes;
    if (place < in_column) return axis_of(3);
    return place < on_target ? axis_of(1) : 0;
  }

 private:
  unsigned target_;
};

// A set of places: cells with both axes, and places that lack an axis (bit `place -
// Places::in_row`).
struct PlaceSet {
  CellSet cells;
  std::uint64_t lacking = 0;

  PlaceSet() = default;
  PlaceSet(const CellSet& both, std::uint64_t one_or_none = 0)
      : cells(both), lacking(one_or_none) {}

  static PlaceSet of(unsigned place) {
    PlaceSet set;
    set.set(place);
    return set;
  }

  void fill() {
    cells.fill();
    lacking = ~std::uint64_t{0};
  }
  bool test(unsigned place) const {
    return place < Places::in_row ? cells.test(place) : lacking >> (place - Places::in_row) & 1;
  }
  void set(unsigned place) {
    if (place < Places::in_row)
      cells.set(place);
    else
      lacking |= std::uint64_t{1} << (place - Places::in_row);
  }
  bool any() const { return lacking != 0 || cells.any(); }
  friend PlaceSet operator|(const PlaceSet& a, const PlaceSet& b) {
    return {a.cells | b.cells, a.lacking | b.lacking};
  }
  friend PlaceSet operator-(const PlaceSet& a, const PlaceSet& b) {
    return {a.cells - b.cells, a.lacking & ~b.lacking};
  }
  PlaceSet& operator|=(const PlaceSet& o) { return *this = *this | o; }
  // Visits the places that lack an axis.
  template <class Visit>
  void each_lacking(Visit visit) const {
    for (std::uint64_t w = lacking; w; w &= w - 1)
      visit(Places::in_row + static_cast<unsigned>(std::countr_zero(w)));
  }
};

// The cells of places with both axes: all places of a board without `ricochet`.
inline CellSet& cells_of(CellSet& set) { return set; }
inline const CellSet& cells_of(const CellSet& set) { return set; }
inline CellSet& cells_of(PlaceSet& set) { return set.cells; }
inline const CellSet& cells_of(const PlaceSet& set) { return set.cells; }

}  // namespace gridproof::robots
