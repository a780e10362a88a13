/* What cells are and stand for, in words: pointing at one explains it, on boards of any size.
 *
 *   gridproof.explain(player)
 *
 * It comes behind player.js. The upper half of this file is free of the page and is tested by Node; the lower half draws.
 */
"use strict";

(function (root) {
  // ---------------------------------------------------------------- what a film says of a cell

  const { lastUpTo } = root.gridproof;

  /** What the cells of a film's record hold at every position, and what is said of them. */
  class Cells {
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

    /** Takes in steps that the film has got. */
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

    /** The tile on a cell of a large board; "" where tiles are things. */
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

    /** What a cell holds at a position, the topmost thing first, and all that is said of it. */
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

    /** Whether all that was on a cell at first is still there, as it was, at a position. */
    stays(x, y, n) {
      const { film } = this;
      if (this.tile(x, y, 0) !== this.tile(x, y, n)) return false;
      return this._first(x, y).every((id) => {
        const [before, now] = [film.at(id, 0), film.at(id, n)];
        const there = now && now[1] === before[1] && now[2] === before[2];
        return there && film.words(now[0]) === film.words(before[0]);
      });
    }

    /** Whether nothing is on a cell at first. */
    bare(x, y) {
      return !this._first(x, y).length && ["", "floor"].includes(this.tile(x, y, 0));
    }

    /** The ids of the things that are on a cell at first. */
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

  // ---------------------------------------------------------------- explanations on a page

  const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const HINT = "Point at a cell: it says what it stands for.";

  function element(name, attributes) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  /** A line below the board that says what is under the mouse, was tapped, or has the focus. */
  class Guide {
    constructor(player) {
      this._player = player;
      this._at = null;
      this._cursor = null;
      this._undo = ["step", "solution"].map((name) => player.on(name, () => this.show(this._at)));
      this._undo.push(player.on("point", ({ x, y }) => this.show([x, y])));
      this._undo.push(player.on("focus", (cell) => this.show(cell)));
      const { svg } = player.board;
      this._line = element("p", { class: "about" });
      this._live = element("p", { class: "unseen", role: "status" });
      svg.closest(".gridproof").querySelector("p.line").after(this._line, this._live);
      this._listen(svg, "pointermove", (event) => this._hover(event));
      this._listen(svg, "pointerleave", (event) => this._left(event));
      this._listen(svg, "blur", () => this.show(null));
      this._listen(svg, "keydown", (event) => this._press(event));
      if (!player.film.record.ground) this._open(svg);
      this.show(null);
    }

    _listen(target, name, listener) {
      target.addEventListener(name, listener);
      this._undo.push(() => target.removeEventListener(name, listener));
    }

    /** Says what a cell is; null: none. */
    show(cell) {
      const { film, board, step } = this._player;
      if (this._cells?.film !== film) this._cells = new Cells(film);
      if (String(cell) !== String(this._at)) board.point(cell);
      this._at = cell;
      const text = cell && `row ${cell[1] + 1}, column ${cell[0] + 1}: ${this._cells.words(...cell, step)}`;
      this._line.textContent = text || HINT;
    }

    dispose() {
      for (const undo of this._undo) undo();
      this._line.remove();
      this._live.remove();
    }

    /** Makes a large board, which has no grid of words, something that arrow keys go through. */
    _open(svg) {
      const { width, height } = this._player.film.record;
      const keys = "arrow keys go from cell to cell, ten with Shift";
      svg.setAttribute("tabindex", "0");
      svg.setAttribute("role", "application");
      svg.setAttribute("aria-label", `Board of ${width} × ${height} cells: ${keys}`);
    }

    _press(event) {
      const way = WAYS[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const { film: { record }, board } = this._player;
      const far = event.shiftKey ? 10 : 1;
      const moved = (at, by, size) => Math.min(Math.max(at + far * by, 0), size - 1);
      const [x, y] = this._cursor || [0, 0];
      const next = [moved(x, way[0], record.width), moved(y, way[1], record.height)];
      this._cursor = this._cursor ? next : [0, 0];
      board.follow(...this._cursor);
      this.show(this._cursor);
      this._live.textContent = this._line.textContent;
    }

    _hover(event) {
      if (event.pointerType === "touch" || event.buttons) return;
      const { film: { record }, board } = this._player;
      const [x, y] = board.under(event.clientX, event.clientY).map(Math.floor);
      const inside = x >= 0 && y >= 0 && x < record.width && y < record.height;
      const cell = inside ? [x, y] : null;
      if (String(cell) !== String(this._at)) this.show(cell);
    }

    _left(event) {
      if (event.pointerType !== "touch") this.show(null);
    }
  }

  root.gridproof = { ...root.gridproof, Cells, explain: (player) => new Guide(player) };
  if (typeof module !== "undefined") module.exports = root.gridproof;
})(globalThis);
