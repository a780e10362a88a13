/* The cells of a film: their things and explanations at every position. Needs no page. */

import { lastUpTo } from "./numbers.mjs";

export class Cells {
  constructor(film) {
    this.film = film;
    this._starts = []; // of runs of equal tiles, on large boards
    this._codes = [];
    this._changes = new Map();
    this._taken = 0; // steps of the film that have been looked at
    let at = 0;
    for (const [, count, letter] of film.record.tiles?.runs.matchAll(/(\d+)([a-z])/g) || []) {
      this._starts.push(at);
      this._codes.push(letter.charCodeAt(0) - 97);
      at += Number(count);
    }
  }

  /** Takes in the steps that the film has got since. */
  _take() {
    const { entries, starts, record } = this.film;
    for (; this._taken < entries.length; this._taken++) {
      const frames = entries[this._taken].frames || [];
      for (const [x, y, name] of frames.flatMap(({ tiles }) => tiles || [])) {
        const place = y * record.width + x;
        if (!this._changes.has(place)) this._changes.set(place, { from: [], name: [] });
        const change = this._changes.get(place);
        change.from.push(starts[this._taken] + 1);
        change.name.push(name);
      }
    }
  }

  /** Returns the tile on a cell of a large board; "" where tiles are things. */
  tile(x, y, n) {
    const { width, tiles } = this.film.record;
    if (!tiles) return "";
    this._take();
    const place = y * width + x;
    const change = this._changes.get(place);
    const index = change ? lastUpTo(change.from, n) : -1;
    return index >= 0 ? change.name[index] : tiles.names[this._codes[lastUpTo(this._starts, place)]];
  }

  _covers([look, left, top], x, y) {
    const [, , , , , columns = 1, rows = 1] = this.film.looks[look];
    return x >= left && y >= top && x < left + columns && y < top + rows;
  }

  /** Returns the words of a cell at a position, the topmost thing first, and its explanations. */
  words(x, y, n) {
    const { ground, marks } = this.film.record;
    const found = [];
    for (const track of this.film.tracks.values()) {
      const thing = track.at(n);
      if (thing && this._covers(thing, x, y)) found.push(this.film.looks[thing[0]]);
    }
    const words = found.sort((a, b) => b[1] - a[1]).map((look) => look[3]);
    const bare = ground ? ground.names[ground.rows[y].charCodeAt(x) - 48] : this.tile(x, y, n);
    if (bare && bare !== "floor") words.push(bare);
    else if (!words.length && bare) words.push(bare);
    for (const [left, top, , text, columns, rows] of marks || []) {
      const inside = x >= left && y >= top && x < left + columns && y < top + rows;
      if (inside && text) words.push(text);
    }
    return [...new Set(words)].join(", ");
  }

  /** Returns true if everything that is on a cell at first is there, unchanged, at a position. */
  stays(x, y, n) {
    const { film } = this;
    if (this.tile(x, y, 0) !== this.tile(x, y, n)) return false;
    return this._first(x, y).every((id) => {
      const [before, now] = [film.at(id, 0), film.at(id, n)];
      const there = now && now[1] === before[1] && now[2] === before[2];
      return there && film.words(now[0]) === film.words(before[0]);
    });
  }

  /** Returns true if nothing is on a cell at first. */
  bare(x, y) {
    return !this._first(x, y).length && ["", "floor"].includes(this.tile(x, y, 0));
  }

  /** Returns the ids of the things that are on a cell at first. */
  _first(x, y) {
    if (!this._at) {
      this._at = new Map();
      for (const [id, thing] of this.film.scene(0)) {
        const [, , , , , columns = 1, rows = 1] = this.film.looks[thing[0]];
        for (let i = 0; i < columns * rows; i++) {
          const key = `${thing[1] + (i % columns)},${thing[2] + Math.floor(i / columns)}`;
          this._at.set(key, [...(this._at.get(key) || []), id]);
        }
      }
    }
    return this._at.get(`${x},${y}`) || [];
  }
}
