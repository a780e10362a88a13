// The rules of boxcover for pages: the twin of rules.py, play.py and scene.py, held together by a test.
// Corners are [x, y] from the lower left of the points, y upwards.

import { fewestSquares } from "./cover.mjs";

/** Colours of squares, taken in turn. */
const TINTS = 8;

export class PageRules {
  constructor(data) {
    this.data = data;
    this.keys = [...Object.keys(data.keys), "enter", "space"];
    this.start = { squares: [], corner: [0, 0] };
  }

  name({ squares, corner }) {
    return `${squares.join(" ")};${corner}`;
  }

  /** Returns the effect of a key or of pointing at a cell, [x, y]; null: it means nothing. */
  effect(state, meant) {
    const { corner } = state;
    if (meant === "enter" || meant === "space") return this._lay(state);
    if (typeof meant === "string") {
      const [dx, dy] = this.data.keys[meant];
      return this._move(state, [corner[0] + dx, corner[1] + dy]);
    }
    const to = this._swapped(meant);
    return String(to) === String(corner) ? this._lay(state) : this._move(state, to);
  }

  /** Returns the corner in a cell of the picture, or the cell of a corner. */
  _swapped([x, y]) {
    return [x, this.data.height - 1 - y];
  }

  _move(state, [x, y]) {
    const { width, height } = this.data;
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    return { move: "", state: { ...state, corner: [x, y] } };
  }

  _lay({ squares, corner }) {
    const { left, bottom } = this.data;
    const move = `${left + corner[0]},${bottom + corner[1]}`;
    return { move, state: { squares: [...squares, corner], corner }, gains: [1] };
  }

  _isCovered([x, y], { squares }) {
    const { side } = this.data;
    return squares.some(([left, low]) => x >= left && x <= left + side && y >= low && y <= low + side);
  }

  _uncovered(state) {
    return this.data.points.filter((point) => !this._isCovered(point, state));
  }

  /** Returns the things that are seen: [id, look, x, y]; see looks.mjs for looks. */
  things(state) {
    const { points, looks } = this.data;
    const { squares, corner } = state;
    const isOpen = !this.isComplete(state);
    return [
      ...squares.map((square, i) => this._square(`square${i + 1}`, square, i, String(i + 1))),
      ...(isOpen ? [this._square("next", corner, squares.length, "")] : []),
      ...points.map((point, i) => [
        `point${i}`,
        this._isCovered(point, state) ? looks.covered : looks.point,
        ...this._swapped(point),
      ]),
      ["cursor", looks.cursor, ...this._swapped(corner)],
    ];
  }

  /** Returns a square, clipped at the right and at the top; one without a sign is the next one. */
  _square(id, [x, y], number, sign) {
    const { width, height, side, squares } = this.data;
    const [right, top] = [Math.min(x + side, width - 1), Math.min(y + side, height - 1)];
    const looks = squares[top - y][right - x];
    const like = looks[Math.min(sign.length, looks.length - 1)];
    return [id, { like, tint: number % TINTS, sign }, ...this._swapped([x, top])];
  }

  caption(state) {
    return `points left: ${this._uncovered(state).length} of ${this.data.points.length}`;
  }

  isComplete(state) {
    return this.data.points.every((point) => this._isCovered(point, state));
  }

  /** Returns the best play from a position, by cells and keys; none if it is too hard. */
  async solve(state) {
    const squares = await fewestSquares(this._uncovered(state), this.data.side);
    if (!squares) return { plan: null, exhausted: false };
    let at = String(state.corner);
    const plan = squares.flatMap((square) => {
      const way = String(square) === at ? [] : [this._swapped(square)];
      at = String(square);
      return [...way, "enter"];
    });
    return { plan, exhausted: true };
  }
}
