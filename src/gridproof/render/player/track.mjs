/* One thing of a film: its place and look at every position. Needs no page. */

import { lastUpTo } from "./numbers.mjs";
import { letterOf } from "./ways.mjs";

/**
 * A list of stretches: from a position on, the thing has a look (-1: it is not on the board) and moves
 * by (dx, dy) cells a step. So a walk of millions of steps takes as much memory as it has turns.
 */
export class Track {
  constructor() {
    this.from = [];
    this.look = [];
    this.x = [];
    this.y = [];
    this.dx = [];
    this.dy = [];
    this.way = [];
    /** The corners of its whole way, if the way is shown: positions and cells. */
    this.bends = null;
  }

  /**
   * Adds a stretch that begins at a position; the last one added for a position counts. `facing` is the
   * letter of the direction in which the thing looks, if it is not the direction of its last move.
   */
  add(from, look, x, y, dx = 0, dy = 0, facing = undefined) {
    let way = facing ?? letterOf(dx, dy);
    const last = this.from.length - 1;
    if (!way && facing === undefined && last >= 0) {
      const [, oldX, oldY] = this._values(last, Math.max(from - 1, this.from[last]));
      way = (look >= 0 && this.look[last] >= 0 && letterOf(x - oldX, y - oldY)) || this.way[last];
    }
    const index = last >= 0 && this.from[last] === from ? last : last + 1;
    this.from[index] = from;
    this.look[index] = look;
    this.x[index] = x;
    this.y[index] = y;
    this.dx[index] = dx;
    this.dy[index] = dy;
    this.way[index] = way;
  }

  bend(at, x, y) {
    const { bends } = this;
    const last = bends.x.length - 1;
    if (last >= 0 && bends.x[last] === x && bends.y[last] === y) return;
    bends.at.push(at);
    bends.x.push(x);
    bends.y.push(y);
  }

  _values(index, n) {
    const steps = n - this.from[index];
    return [
      this.look[index],
      this.x[index] + steps * this.dx[index],
      this.y[index] + steps * this.dy[index],
    ];
  }

  /** Returns [look, x, y] at a position, or null where the thing is not on the board. */
  at(n) {
    const index = lastUpTo(this.from, n);
    return index < 0 || this.look[index] < 0 ? null : this._values(index, n);
  }

  /** Returns the letter of the direction of its last move up to a position. */
  facing(n) {
    const index = lastUpTo(this.from, n);
    const begins = this.from[index] === n && (this.dx[index] || this.dy[index]);
    return this.way[begins ? index - 1 : index] ?? "";
  }
}
