/* A record (see render/animation.py), decoded: every position can be looked up at once.
 *
 * Needs no page.
 */

import { lastUpTo } from "./numbers.mjs";
import { Track } from "./track.mjs";
import { SHIFTS, letterOf } from "./ways.mjs";

/** Steps beyond which `changed` does not list the things that differ. */
const MAX_LISTED_STEPS = 200;

export class Film {
  constructor(record, solution = 0) {
    this.record = record;
    this.looks = record.looks.slice();
    this.tracks = new Map();
    this.traced = new Set(record.traced);
    this.length = 0;
    this.entries = [];
    this.starts = [];
    this.captions = { from: [0], text: [record.first.caption || ""] };
    this.paints = { from: [], parts: [] };
    for (const [id, look, x, y] of record.first.sprites) {
      const track = this._track(id);
      track.add(0, look, x, y);
      if (track.bends) track.bend(0, x, y);
    }
    const steps = solution > 0 ? record.solutions[solution - 1].steps : record.steps;
    for (const step of steps) this.append(step);
  }

  _track(id) {
    let track = this.tracks.get(id);
    if (!track) {
      track = new Track();
      if (this.traced.has(id)) track.bends = { at: [], x: [], y: [] };
      this.tracks.set(id, track);
    }
    return track;
  }

  /** Adds a step, or a walk, at the end. */
  append(step) {
    if (step.looks) this.looks.push(...step.looks);
    for (const id of step.traced || []) this.traced.add(id);
    this.entries.push(step);
    this.starts.push(this.length);
    if (step.walk !== undefined) this._walk(step);
    else this._frames(step);
  }

  _walk(step) {
    const track = this._track(step.walk);
    let n = this.length;
    let [look, x, y] = track.at(n);
    for (const [, count, letter] of step.way.matchAll(/(\d*)([UDLR])/g)) {
      const cells = Number(count || 1);
      const [dx, dy] = SHIFTS[letter];
      track.add(n, look, x, y, dx, dy);
      n += cells;
      x += cells * dx;
      y += cells * dy;
      if (track.bends) track.bend(n, x, y);
    }
    track.add(n, look, x, y);
    this.length = n;
  }

  _frames(step) {
    const n = (this.length += 1);
    for (const frame of step.frames) {
      for (const [id, look, x, y] of frame.set || []) {
        const track = this._track(id);
        const path = frame.paths && frame.paths[id];
        const leg = path && path.length > 1 && path.slice(-2);
        if (track.bends) this._trace(track, n, x, y, path, step.back);
        let facing = leg ? letterOf(leg[1][0] - leg[0][0], leg[1][1] - leg[0][1]) : undefined;
        if (step.back) facing = "";
        track.add(n, look, x, y, 0, 0, facing);
      }
      for (const id of frame.gone || []) {
        const track = this._track(id);
        track.add(n, -1, 0, 0);
        if (track.bends && step.back) track.bends = { at: [], x: [], y: [] };
      }
      if (frame.caption !== undefined) {
        this.captions.from.push(n);
        this.captions.text.push(frame.caption);
      }
      if (frame.paint) {
        this.paints.from.push(n);
        this.paints.parts.push(frame.paint);
      }
    }
  }

  _trace(track, n, x, y, path, back) {
    if (back) {
      const { at, x: xs, y: ys } = track.bends;
      const bends = { at: at.slice(), x: xs.slice(), y: ys.slice() };
      // Another list: by that a board sees that its trail is out of date.
      track.bends = bends;
      while (bends.x.length && !(bends.x.at(-1) === x && bends.y.at(-1) === y)) {
        for (const list of Object.values(bends)) list.pop();
      }
    }
    for (const cell of path || []) track.bend(n, cell[0], cell[1]);
    track.bend(n, x, y);
  }

  /** Returns the step to a position from 1 on, {move, frames}; of a walk, its one step. */
  step(n) {
    const index = lastUpTo(this.starts, n - 1);
    const entry = this.entries[index];
    if (entry.walk === undefined) return entry;
    const track = this.tracks.get(entry.walk);
    const [look, x, y] = track.at(n);
    return { move: track.facing(n), frames: [{ set: [[entry.walk, look, x, y]] }] };
  }

  /** Returns the ids of all things that may differ between two positions; null: any may. */
  changed(a, b) {
    const [first, last] = a < b ? [a, b] : [b, a];
    const from = lastUpTo(this.starts, first);
    const to = lastUpTo(this.starts, last - 1);
    if (to - from > MAX_LISTED_STEPS) return null;
    const ids = new Set();
    for (const { walk, frames = [] } of this.entries.slice(Math.max(from, 0), to + 1)) {
      if (walk !== undefined) ids.add(walk);
      for (const { set = [], gone = [] } of frames) {
        for (const [id] of set) ids.add(id);
        for (const id of gone) ids.add(id);
      }
    }
    return ids;
  }

  /** Returns [look, x, y] of a thing at a position, or null. */
  at(id, n) {
    const track = this.tracks.get(id);
    return track ? track.at(n) : null;
  }

  /** Returns all things at a position: id → [look, x, y]. */
  scene(n) {
    const things = new Map();
    for (const [id, track] of this.tracks) {
      const thing = track.at(n);
      if (thing) things.set(id, thing);
    }
    return things;
  }

  caption(n) {
    return this.captions.text[lastUpTo(this.captions.from, n)];
  }

  /** Returns the count of areas painted over the picture of the tiles up to a position. */
  painted(n) {
    return lastUpTo(this.paints.from, n) + 1;
  }

  /** Returns the cells through which things came that moved in the step to n: id → [[x, y], …]. */
  routes(n) {
    const routes = new Map();
    for (const frame of this.step(n).frames) {
      for (const [id, , x, y] of frame.set || []) {
        const before = routes.has(id) ? routes.get(id).at(-1) : this.at(id, n - 1)?.slice(1);
        const path = frame.paths && frame.paths[id];
        const way = path || (before ? [before, [x, y]] : [[x, y]]);
        const [fromX, fromY] = way[0];
        if (!path && fromX === x && fromY === y) continue;
        routes.set(id, routes.has(id) ? routes.get(id).concat(way.slice(1)) : way.slice());
      }
    }
    return routes;
  }

  words(look) {
    return this.looks[look][3];
  }
}
