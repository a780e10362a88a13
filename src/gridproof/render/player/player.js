/* Plays records of play-throughs (see render/animation.py): a board, its moves, and a row of controls.
 *
 * It knows no rules and no game: it shows first scenes and what changes from step to step.
 *
 *   const player = gridproof.create(element, record, options)
 *
 * The upper half of this file is free of the page and is tested by Node; the lower half draws.
 */
"use strict";

(function (root) {
  // ---------------------------------------------------------------- what a record says

  /** Milliseconds of motions at speed 1. */
  const TIME = { move: 140, slide: 60, cell: 25, longest: 300, blast: 260, change: 140, rest: 60 };
  const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
  const WAYS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
  const WORDS = { U: "up", D: "down", L: "left", R: "right" };
  /** Kinds of things whose coming and going is no news. */
  const QUIET = new Set(["blast", "spent", "rubble", "cursor"]);

  /** The last index whose value is at most `value` in an ascending list, or -1. */
  function lastUpTo(list, value) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The letter of the main direction of a shift; "" for none. */
  function letterOf(dx, dy) {
    if (!dx && !dy) return "";
    if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? "R" : "L";
    return dy > 0 ? "D" : "U";
  }

  /**
   * Where one thing is and how it looks, at every position of a film.
   *
   * It is a list of stretches: from a position on, the thing has a look (-1: it is not there), and
   * moves by (dx, dy) cells a step. So walks of millions of steps take as much room as they turn.
   */
  class Track {
    constructor() {
      this.from = [];
      this.look = [];
      this.x = [];
      this.y = [];
      this.dx = [];
      this.dy = [];
      this.way = [];
      /** The corners of its whole way, if that is shown: positions and cells. */
      this.bends = null;
    }

    /**
     * What it does from a position on; the last word on a position counts. `facing` is the letter of
     * the direction in which it looks there, if that is not the one in which it moves or has moved.
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

    /** [look, x, y] at a position, or null where it is not there. */
    at(n) {
      const index = lastUpTo(this.from, n);
      return index < 0 || this.look[index] < 0 ? null : this._values(index, n);
    }

    /** The letter of the direction in which it moved last, up to a position. */
    facing(n) {
      const index = lastUpTo(this.from, n);
      const begins = this.from[index] === n && (this.dx[index] || this.dy[index]);
      return this.way[begins ? index - 1 : index] ?? "";
    }
  }

  /** A record, decoded: everything can be asked for at every position, at once. */
  class Film {
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
        const [dx, dy] = WAYS[letter];
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
        track.bends = bends; // another list: what was drawn of the old one is drawn anew
        while (bends.x.length && !(bends.x.at(-1) === x && bends.y.at(-1) === y)) {
          for (const list of Object.values(bends)) list.pop();
        }
      }
      for (const cell of path || []) track.bend(n, cell[0], cell[1]);
      track.bend(n, x, y);
    }

    /** The step that leads to a position from 1 on: {move, frames}, also where it is part of a walk. */
    step(n) {
      const index = lastUpTo(this.starts, n - 1);
      const entry = this.entries[index];
      if (entry.walk === undefined) return entry;
      const track = this.tracks.get(entry.walk);
      const [look, x, y] = track.at(n);
      return { move: track.facing(n), frames: [{ set: [[entry.walk, look, x, y]] }] };
    }

    /** The things that are, or may be, other at position b than at a; null: it may be any. */
    changed(a, b) {
      const [first, last] = a < b ? [a, b] : [b, a];
      const from = lastUpTo(this.starts, first);
      const to = lastUpTo(this.starts, last - 1);
      if (to - from > 200) return null;
      const ids = new Set();
      for (let i = Math.max(from, 0); i <= to; i++) {
        const entry = this.entries[i];
        if (entry.walk !== undefined) ids.add(entry.walk);
        else {
          for (const frame of entry.frames) {
            for (const thing of frame.set || []) ids.add(thing[0]);
            for (const id of frame.gone || []) ids.add(id);
          }
        }
      }
      return ids;
    }

    /** [look, x, y] of a thing at a position, or null. */
    at(id, n) {
      const track = this.tracks.get(id);
      return track ? track.at(n) : null;
    }

    /** All things at a position: id → [look, x, y]. */
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

    /** How many of the areas painted over the tiles' picture lie there at a position. */
    painted(n) {
      return lastUpTo(this.paints.from, n) + 1;
    }

    /** The cells through which things came that moved in the step to n: id → [[x, y], …]. */
    routes(n) {
      const routes = new Map();
      for (const frame of this.step(n).frames) {
        for (const [id, , x, y] of frame.set || []) {
          const before = routes.has(id) ? routes.get(id).at(-1) : this.at(id, n - 1)?.slice(1);
          const path = frame.paths && frame.paths[id];
          const way = path || (before ? [before, [x, y]] : [[x, y]]);
          const [fromX, fromY] = way[0];
          if (!path && (fromX === x) && (fromY === y)) continue;
          routes.set(id, routes.has(id) ? routes.get(id).concat(way.slice(1)) : way.slice());
        }
      }
      return routes;
    }

    words(look) {
      return this.looks[look][3];
    }

    /** What the step to a position does, in words: "player left, box left". */
    told(n) {
      if (n < 1) return "start";
      const { frames, back } = this.step(n);
      if (back) return "taken back";
      const layer = (look) => this.looks[look][1];
      const parts = [];
      for (const [id, way] of this.routes(n)) {
        const from = this.at(id, n - 1);
        if (!from) continue;
        const [look] = this.at(id, n) || from;
        if (QUIET.has(this.looks[look][0])) continue;
        const [x, y] = way.at(-1);
        const straight = (from[1] === x) !== (from[2] === y) && onLine(way);
        const where = straight ? WORDS[letterOf(x - from[1], y - from[2])] : "to " + place(x, y);
        parts.push([0, -layer(look), `${this.words(look)} ${where}`]);
      }
      for (const frame of frames) {
        for (const [id, look, x, y] of frame.set || []) {
          if (QUIET.has(this.looks[look][0])) continue;
          const before = this.at(id, n - 1);
          if (!before) parts.push([1, -layer(look), `${this.words(look)} at ${place(x, y)}`]);
          else if (before[1] === x && before[2] === y && this.words(before[0]) !== this.words(look)) {
            parts.push([2, -layer(look), `${this.words(before[0])}, now ${this.words(look)}`]);
          }
        }
      }
      parts.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const shown = parts.slice(0, 2).map((part) => part[2]);
      return shown.join(", ") || this.step(n).move;
    }

    /** One line about a position: "Move 3 of 12 · player left · boxes left: 2", or without the first. */
    line(n, counted = true) {
      const parts = n ? [`Move ${n} of ${this.length}`, this.told(n)] : [`Start of ${moves(this.length)}`];
      if (!this.length) parts.pop();
      else if (!counted) parts.shift();
      return [...parts, this.caption(n)].filter(Boolean).join(" · ");
    }

    /** What every cell holds at a position, in words, the topmost thing first: row by row. */
    cells(n) {
      const { width, height, ground, marks } = this.record;
      const things = Array.from({ length: width * height }, () => []);
      const add = (said, left, top, columns = 1, rows = 1) => {
        for (let y = Math.max(top, 0); y < Math.min(top + rows, height); y++) {
          for (let x = Math.max(left, 0); x < Math.min(left + columns, width); x++) {
            things[y * width + x].push(said);
          }
        }
      };
      for (const [look, left, top] of this.scene(n).values()) {
        const [, layer, , words, , columns, rows] = this.looks[look];
        add([layer, words], left, top, columns, rows);
      }
      for (const [left, top, , text, columns, rows] of marks || []) {
        if (text) add([-1, text], left, top, columns, rows);
      }
      return things.map((found, i) => {
        const words = found.sort((a, b) => b[0] - a[0]).map((thing) => thing[1]);
        const code = ground.rows[Math.floor(i / width)].charCodeAt(i % width) - 48;
        if (!words.length || code) words.push(ground.names[code]);
        return [...new Set(words)].join(", ");
      });
    }

    /** Milliseconds of the step to a position, at speed 1. */
    duration(n) {
      return motions(this, n).reduce((sum, phase) => sum + phase.time, 0);
    }
  }

  function place(x, y) {
    return `row ${y + 1}, column ${x + 1}`;
  }

  function moves(count) {
    return count === 1 ? "1 move" : `${count} moves`;
  }

  /** Whether all cells lie in one row or one column. */
  function onLine(cells) {
    return cells.every((c) => c[0] === cells[0][0]) || cells.every((c) => c[1] === cells[0][1]);
  }

  /** How many cells a way is long. */
  function lengthOf(way) {
    let cells = 0;
    for (let i = 1; i < way.length; i++) {
      cells += Math.max(Math.abs(way[i][0] - way[i - 1][0]), Math.abs(way[i][1] - way[i - 1][1]));
    }
    return cells;
  }

  /** Milliseconds of a way of so many cells. */
  function timeOf(cells) {
    return cells <= 1 ? TIME.move : Math.min(TIME.longest, TIME.slide + TIME.cell * cells);
  }

  /**
   * The motions of the step to position n, one after another:
   * [{moved: {id: way}, set, gone, time}, …], time in ms at speed 1.
   */
  function motions(film, n) {
    const now = new Map();
    const known = (id) => (now.has(id) ? now.get(id) : film.at(id, n - 1));
    return film.step(n).frames.map((frame) => {
      const moved = new Map();
      let time = 0;
      for (const [id, look, x, y] of frame.set || []) {
        const before = known(id);
        const path = frame.paths && frame.paths[id];
        const way = path || (before && [[before[1], before[2]], [x, y]]);
        const cells = way ? lengthOf(way) : 0;
        if (cells && (before || path)) {
          moved.set(id, way);
          time = Math.max(time, timeOf(cells));
        } else time = Math.max(time, film.looks[look][0] === "blast" ? TIME.blast : TIME.change);
      }
      if (frame.gone) time = Math.max(time, TIME.change);
      for (const [id, look, x, y] of frame.set || []) now.set(id, [look, x, y]);
      for (const id of frame.gone || []) now.set(id, null);
      return { moved, set: frame.set || [], gone: frame.gone || [], time };
    });
  }

  // ---------------------------------------------------------------- the board on a page

  const SVG = "http://www.w3.org/2000/svg";
  /** Cells narrower than this (in pixels) can be zoomed. */
  const SMALL_CELL = 12;
  /** Corners of a long way that are one path element. */
  const CHUNK = 256;
  /** Things of a layer with at most so many are drawn larger where cells are tiny. */
  const FEW = 12;
  /** Things of a layer with more than so many are not drawn where cells are tiny. */
  const MANY = 100;
  const TINY_CELL = 4;

  function svgElement(name, attributes = {}, parent = null) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (parent) parent.append(element);
    return element;
  }

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "text") made.textContent = value;
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  function clamp(value, least, most) {
    return Math.min(Math.max(value, least), most);
  }

  const shift = (x, y) => `translate(${x}px,${y}px)`;
  /** A text without hidden characters: bidi, zero-width and control characters are escaped. */
  const visible = (text) =>
    text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (found) => `\\u${found.codePointAt(0).toString(16).padStart(4, "0")}`);

  /** The picture of a film at a position, and its motions. */
  class Board {
    constructor(film) {
      this.svg = svgElement("svg", { class: "board" });
      this.over = svgElement("g", { class: "over" });
      this.motions = [];
      this.leaving = [];
      this.load(film);
    }

    load(film) {
      this.stop();
      this.film = film;
      const { record } = film;
      this.svg.replaceChildren();
      this.defs = svgElement("defs", {}, this.svg);
      this.defs.innerHTML = record.defs;
      svgElement("g", { class: "backdrop" }, this.svg).innerHTML = record.backdrop;
      this.paint = svgElement("g", { class: "paint" }, this.svg);
      svgElement("g", { class: "marks" }, this.svg).innerHTML = record.overlay || "";
      this.things = svgElement("g", { class: "things" }, this.svg);
      this.svg.append(this.over);
      svgElement("g", {}, this.svg).innerHTML = record.signs || "";
      this.pointer = svgElement("rect", { class: "pointer", width: 1, height: 1, rx: 0.12 }, this.svg);
      this.point(null);
      this.layers = new Map();
      const ways = this._layer(record.ways - 0.1); // below the things of that layer
      this.trails = svgElement("g", {}, ways);
      this.last = svgElement("g", { class: "last" }, ways);
      this.drawn = new Map();
      this.traces = new Map();
      this.painted = 0;
      this.look(...record.view);
      this._drawAll(film.scene(0));
    }

    /** Takes another film of the same record, another solution; `show` shows a position of it. */
    swap(film) {
      this.stop();
      this.film = film;
      for (const part of [this.paint, this.trails, this.last]) part.replaceChildren();
      this.painted = 0;
      this.traces.clear();
    }

    /** Takes in what a new step brought. */
    learn(step) {
      if (step.defs) this.defs.insertAdjacentHTML("beforeend", step.defs);
    }

    // -- things

    _layer(number) {
      let layer = this.layers.get(number);
      if (!layer) {
        layer = svgElement("g");
        layer.dataset.layer = number;
        const above = [...this.layers.keys()].filter((n) => n > number).sort((a, b) => a - b)[0];
        this.things.insertBefore(layer, above === undefined ? null : this.layers.get(above));
        this.layers.set(number, layer);
      }
      return layer;
    }

    /** Draws all things of a layer at once: a board may have tens of thousands. */
    _drawAll(scene) {
      const byLayer = new Map();
      for (const [id, [look, x, y]] of scene) {
        const number = this.film.looks[look][1];
        if (!byLayer.has(number)) byLayer.set(number, []);
        byLayer.get(number).push([id, look, x, y]);
      }
      for (const [number, things] of byLayer) {
        const layer = this._layer(number);
        const markup = things.map(
          ([, look, x, y]) => `<g transform="translate(${x},${y})">${this._look(look)}</g>`,
        );
        layer.innerHTML = markup.join("");
        let child = layer.firstElementChild;
        for (const [id, look, x, y] of things) {
          this.drawn.set(id, { element: child, look, x, y, here: true, seen: true });
          child = child.nextElementSibling;
        }
        this._count(layer);
      }
      for (const thing of this.drawn.values()) this._see(thing);
    }

    _look(look) {
      const [, , markup, , , width = 1, height = 1] = this.film.looks[look];
      return `<g class="look${width * height === 1 ? " small" : ""}">${markup}</g>`;
    }

    _count(layer) {
      layer.classList.toggle("few", layer.childElementCount <= FEW);
    }

    /** Makes a thing be as it is now, without motion. */
    _put(id, look, x, y, facing) {
      let thing = this.drawn.get(id);
      if (!thing) {
        thing = { element: svgElement("g"), look: -1, x: NaN, y: NaN, here: true, seen: true };
        this.drawn.set(id, thing);
      }
      thing.here = true;
      if (thing.look !== look) {
        const layer = this._layer(this.film.looks[look][1]);
        if (thing.element.parentNode !== layer) {
          const old = thing.element.parentNode;
          layer.append(thing.element);
          this._count(layer);
          if (old) this._count(old);
        }
        thing.element.innerHTML = this._look(look);
        thing.look = look;
      }
      if (thing.x !== x || thing.y !== y) {
        thing.element.setAttribute("transform", `translate(${x},${y})`);
        thing.x = x;
        thing.y = y;
      }
      this._see(thing);
      if (thing.facing !== facing) {
        thing.facing = facing;
        thing.element.dataset.way = facing;
      }
      return thing;
    }

    /** Takes a thing off the board; its element is kept, for it may come back. */
    _drop(id) {
      const thing = this.drawn.get(id);
      if (!thing) return;
      thing.here = false;
      this._see(thing);
    }

    /** Draws a thing, or not: only what is in sight, so that boards may hold a great many. */
    _see(thing) {
      const seen = thing.here && this._inSight(thing);
      if (seen === thing.seen) return;
      thing.seen = seen;
      if (seen) thing.element.removeAttribute("display");
      else thing.element.setAttribute("display", "none");
    }

    _inSight({ element, look, x, y }) {
      const [, , , , , columns = 1, rows = 1] = this.film.looks[look];
      const [left, top, width, height] = this.view;
      if (x + columns < left || y + rows < top || x > left + width || y > top + height) return false;
      return this.pixels >= TINY_CELL || element.parentNode.childElementCount <= MANY;
    }

    /** Makes everything be as at a position, without motion; `from`: what is shown now. */
    show(n, from = null) {
      this.stop();
      const ids = from === null ? null : this.film.changed(from, n);
      if (ids === null) {
        const scene = this.film.scene(n);
        for (const [id, thing] of this.drawn) if (thing.here && !scene.has(id)) this._drop(id);
        for (const [id, thing] of scene) this._put(id, ...thing, this.facing(id, n));
      } else {
        for (const id of ids) {
          const thing = this.film.at(id, n);
          if (thing) this._put(id, ...thing, this.facing(id, n));
          else this._drop(id);
        }
      }
      this.finish(n);
    }

    /** The letter of the direction in which a thing looks. */
    facing(id, n) {
      return this.film.tracks.get(id).facing(n);
    }

    /** What comes with a position besides the things: painted areas and trails. */
    finish(n) {
      const wanted = this.film.painted(n);
      while (this.painted < wanted) {
        const index = this.painted++;
        const area = this.paint.children[index];
        if (area) see(area, true);
        else svgElement("g", {}, this.paint).innerHTML = this.film.paints.parts[index];
      }
      while (this.painted > wanted) {
        this.painted -= 1;
        see(this.paint.children[this.painted], false);
      }
      this._drawTrails(n);
    }

    // -- motion

    /** Ends all motions at once; everything is where it belongs. */
    stop() {
      for (const motion of this.motions) motion.cancel();
      for (const id of this.leaving) this._drop(id);
      this.motions = [];
      this.leaving = [];
    }

    _animate(target, frames, options) {
      const motion = target.animate(frames, { easing: "ease-out", ...options });
      this.motions.push(motion);
      return motion;
    }

    /**
     * Starts a motion: see `motions`. `speed` divides its time. Everything is at its end at once, as
     * far as this object is concerned.
     */
    move(phase, speed, facing) {
      this.stop();
      this.last.replaceChildren();
      const bomb = phase.set.find(([, look]) => this.film.looks[look][0] === "bomb");
      const duration = phase.time / speed;
      const change = { duration: Math.min(TIME.change / speed, duration) };
      for (const [id, look, x, y] of phase.set) {
        const drawn = this.drawn.get(id);
        const before = drawn && drawn.here;
        const old = before && drawn.look;
        const way = phase.moved.get(id);
        const { element: group } = this._put(id, look, x, y, facing(id));
        if (way) {
          const time = timeOf(lengthOf(way)) / speed;
          this._animate(group, steps(way).map(([cx, cy]) => ({ transform: shift(cx, cy) })), {
            duration: time,
          });
        }
        const kind = this.film.looks[look][0];
        const inner = group.firstElementChild;
        if (kind === "blast") this._explode(inner, bomb || [id, look, x, y], x, y, duration);
        else if (!before) {
          this._animate(inner, [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], change);
        } else if (old !== look && this.film.looks[old][2] !== this.film.looks[look][2]) {
          this._animate(inner, [{ scale: 1 }, { scale: 1.14, offset: 0.4 }, { scale: 1 }], change);
        }
      }
      for (const id of phase.gone) {
        const thing = this.drawn.get(id);
        if (!thing || !thing.here) continue;
        this.leaving.push(id);
        const inner = thing.element.firstElementChild;
        if (this.film.looks[thing.look][0] === "blast") {
          this._animate(inner, [{ opacity: 0.4 }, { opacity: 0 }], { ...change, fill: "forwards" });
        } else {
          const leave = [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.4 }];
          this._animate(inner, leave, { ...change, fill: "forwards" });
        }
      }
    }

    /** An arm of an explosion grows from the bomb, and fades. */
    _explode(inner, [, , bombX, bombY], x, y, duration) {
      inner.style.transformBox = "view-box";
      inner.style.transformOrigin = `${bombX - x + 0.5}px ${bombY - y + 0.5}px`;
      const frames = [
        { scale: 0.05, opacity: 1 },
        { scale: 1, opacity: 1, offset: 0.45 },
        { scale: 1, opacity: 0.4 },
      ];
      this._animate(inner, frames, { duration, fill: "forwards" });
    }

    // -- trails

    _drawTrails(n) {
      this._drawLast(n);
      for (const id of this.film.traced) this._drawTrace(id, n);
    }

    /** The way of what moved further than a cell in the last step, if that did not take one back. */
    _drawLast(n) {
      this.last.replaceChildren();
      if (n < 1 || this.film.step(n).back) return;
      for (const [id, way] of this.film.routes(n)) {
        const thing = this.film.at(id, n);
        if (!thing || lengthOf(way) < 2 || this.film.traced.has(id)) continue;
        const group = this._line(thing[0], this.last);
        drawWay(group, roundedWay(way.map((c) => c[0]), way.map((c) => c[1])));
      }
    }

    /** A group for a line in the colour of a look. */
    _line(look, parent) {
      const tint = this.film.looks[look][4];
      const group = svgElement("g", { class: `trail tint-${tint}` }, parent);
      group.style.setProperty("--colour", this.film.record.tints[tint]);
      return group;
    }

    /** The whole way of a thing since the start: finished pieces, and the one it is on. */
    _drawTrace(id, n) {
      const { bends } = this.film.tracks.get(id) || {};
      if (!bends) return;
      const thing = this.film.at(id, n);
      let trace = this.traces.get(id);
      if (trace && trace.bends !== bends) {
        trace.group.remove();
        trace = null;
      }
      if (!trace && thing) {
        const group = this._line(thing[0], this.trails);
        trace = { group, bends, pieces: [], end: svgElement("g", {}, group) };
        this.traces.set(id, trace);
      }
      if (!trace) return;
      see(trace.group, thing);
      if (!thing) return;
      const last = lastUpTo(bends.at, n);
      const full = Math.max(Math.floor(last / CHUNK), 0);
      for (let i = trace.pieces.length; i < full; i++) {
        const [x, y] = [bends.x, bends.y].map((list) => list.slice(i * CHUNK, (i + 1) * CHUNK + 1));
        const piece = svgElement("g");
        drawWay(piece, roundedWay(x, y, false));
        trace.group.insertBefore(piece, trace.end);
        trace.pieces.push(piece);
      }
      trace.pieces.forEach((piece, i) => see(piece, i < full));
      const [x, y] = [bends.x, bends.y].map((list) => list.slice(full * CHUNK, last + 1));
      if (last < 0 || bends.x[last] !== thing[1] || bends.y[last] !== thing[2]) {
        x.push(thing[1]);
        y.push(thing[2]);
      }
      drawWay(trace.end, roundedWay(x, y));
    }

    // -- the part that is seen

    /** Shows this part of the board, in cells. */
    look(x, y, width, height) {
      this.view = [x, y, width, height];
      this.svg.setAttribute("viewBox", this.view.join(" "));
      this.svg.classList.toggle("zoomed", this.zoomed);
      this.measure();
    }

    /** Notes how large a cell is on the screen, and draws what is in sight. */
    measure() {
      const [, , width, height] = this.view;
      const box = this.svg.getBoundingClientRect();
      const pixels = Math.min(box.width / width, box.height / height) || 0;
      if (pixels !== this.pixels) {
        this.pixels = pixels;
        const pixel = pixels ? 1 / pixels : 0;
        this.svg.style.setProperty("--pixel", `${pixel.toFixed(5)}px`);
        this.svg.style.setProperty("--least", Math.max(1, 14 * pixel).toFixed(4));
      }
      for (const thing of this.drawn.values()) this._see(thing);
    }

    /** The position in cells under a point of the page. */
    under(clientX, clientY) {
      const box = this.svg.getBoundingClientRect();
      const [x, y, width, height] = this.view;
      const scale = Math.min(box.width / width, box.height / height);
      const left = box.left + (box.width - width * scale) / 2;
      const top = box.top + (box.height - height * scale) / 2;
      return [x + (clientX - left) / scale, y + (clientY - top) / scale];
    }

    /** Makes everything larger by a factor; what is at (x, y) stays there. */
    zoom(factor, x, y) {
      const [left, top, width, height] = this.view;
      const [, , most, high] = this.film.record.view;
      const whole = Math.max(most / width, high / height);
      const least = Math.min(6 / Math.max(most, high), 1);
      const scale = clamp(1 / factor, (least * Math.max(most, high)) / Math.max(width, height), whole);
      const [newWidth, newHeight] = [width * scale, height * scale];
      this.pan(x - (x - left) * scale, y - (y - top) * scale, newWidth, newHeight);
    }

    /** Moves the part that is seen, not beyond the board. */
    pan(x, y, width = this.view[2], height = this.view[3]) {
      const [left, top, most, high] = this.film.record.view;
      const inside = (value, start, size, whole) =>
        size >= whole ? start + (whole - size) / 2 : clamp(value, start, start + whole - size);
      this.look(inside(x, left, width, most), inside(y, top, height, high), width, height);
    }

    get zoomed() {
      return this.view[2] < this.film.record.view[2] - 1e-6;
    }

    /** Brings a cell into sight if the board is zoomed and it is not well in sight. */
    follow(x, y) {
      if (!this.zoomed) return;
      const [left, top, width, height] = this.view;
      const near = (value, start, size) => value > start + size * 0.1 && value < start + size * 0.9;
      if (near(x + 0.5, left, width) && near(y + 0.5, top, height)) return;
      this.pan(x + 0.5 - width / 2, y + 0.5 - height / 2);
    }

    /** Frames a cell, or none. */
    point(cell) {
      this.pointer.setAttribute("display", cell ? "inline" : "none");
      if (!cell) return;
      this.pointer.setAttribute("x", cell[0]);
      this.pointer.setAttribute("y", cell[1]);
    }
  }

  /** Shows or hides a part of a picture, which keeps its place in memory: it comes back at once. */
  function see(part, shown) {
    const wanted = shown ? "inherit" : "hidden";
    if (part.getAttribute("visibility") !== wanted) part.setAttribute("visibility", wanted);
  }

  /** Puts a path into a group: its edge, and its line. */
  function drawWay(group, path) {
    while (group.childElementCount < 2) svgElement("path", {}, group);
    for (const line of group.children) line.setAttribute("d", path);
  }

  /** An SVG path through the middles of cells with round corners, and a tip before the last one. */
  function roundedWay(x, y, tip = true) {
    const last = x.length - 1;
    if (last < 1) return "";
    const near = 0.3; // of a corner
    let path = `M${x[0] + 0.5} ${y[0] + 0.5}`;
    for (let i = 1; i < last; i++) {
      const [ax, ay] = [Math.sign(x[i] - x[i - 1]), Math.sign(y[i] - y[i - 1])];
      const [bx, by] = [Math.sign(x[i + 1] - x[i]), Math.sign(y[i + 1] - y[i])];
      if (ax === bx && ay === by) continue;
      const [cx, cy] = [x[i] + 0.5, y[i] + 0.5];
      path += `L${cx - near * ax} ${cy - near * ay}Q${cx} ${cy} ${cx + near * bx} ${cy + near * by}`;
    }
    const [cx, cy] = [x[last] + 0.5, y[last] + 0.5];
    if (!tip) return `${path}L${cx} ${cy}`;
    const [dx, dy] = [Math.sign(x[last] - x[last - 1]), Math.sign(y[last] - y[last - 1])];
    const [tx, ty] = [cx - 0.4 * dx, cy - 0.4 * dy];
    const [bx, by] = [tx - 0.24 * dx, ty - 0.24 * dy];
    const side = 0.2;
    return (
      `${path}L${tx} ${ty}M${bx + side * dy} ${by - side * dx}` +
      `L${tx} ${ty}L${bx - side * dy} ${by + side * dx}`
    );
  }

  /** A way cell by cell, so that each takes the same time. */
  function steps(way) {
    const cells = [way[0]];
    for (let i = 1; i < way.length; i++) {
      const [x, y] = way[i - 1];
      const count = Math.max(lengthOf([way[i - 1], way[i]]), 1);
      for (let k = 1; k <= count; k++) {
        cells.push([x + ((way[i][0] - x) * k) / count, y + ((way[i][1] - y) * k) / count]);
      }
    }
    return cells;
  }

  // ---------------------------------------------------------------- the player

  /** What each state may become. */
  const STATES = {
    paused: { play: "playing", dispose: "disposed" },
    playing: { pause: "paused", dispose: "disposed" },
    disposed: {},
  };

  const ICONS = {
    first: "M4 4h2v12H4zM17 4v12L7 10z",
    back: "M13 4v12L5 10zM14 4h2v12h-2z",
    play: "M6 3.5v13l11-6.5z",
    pause: "M5 4h4v12H5zM11 4h4v12h-4z",
    forward: "M7 4v12l8-6zM4 4h2v12H4z",
    last: "M14 4h2v12h-2zM3 4v12l10-6z",
    larger: "M9 4h2v5h5v2h-5v5H9v-5H4V9h5z",
    smaller: "M4 9h12v2H4z",
    whole: "M3 3h5v2H5v3H3zM12 3h5v5h-2V5h-3zM3 12h2v3h3v2H3zM15 12h2v5h-5v-2h3z",
  };

  const reducedMotion = () => root.matchMedia("(prefers-reduced-motion: reduce)").matches;

  class Player {
    /**
     * Shows a record inside an element, with the controls below the board.
     *
     * Options: `autoplay`; `step` to begin with; `controls` (default true); `keys`: the element whose
     * key presses count (default: the player's own), or null; `address`: whether the page's fragment
     * holds the step;
     * `theme`: the element whose `data-theme` a switch sets.
     */
    constructor(parent, record, options = {}) {
      this._options = { controls: true, keys: undefined, address: false, ...options };
      this._listeners = new Map();
      this._undo = [];
      this._state = "paused";
      this._speed = 1;
      this._rest = null; // the timer of the motion at hand
      this._parent = parent;
      this._build(record);
      this._open(record, options.step);
      if (options.autoplay) this.play();
    }

    // -- what others use

    get length() {
      return this._film.length;
    }
    get film() {
      return this._film;
    }
    get board() {
      return this._board;
    }
    get step() {
      return this._n;
    }
    get state() {
      return this._state;
    }
    get playing() {
      return this._state === "playing";
    }
    get speed() {
      return this._speed;
    }
    set speed(value) {
      const index = Math.max(lastUpTo(SPEEDS, Number(value)), 0);
      this._speed = SPEEDS[index];
      if (this._parts.speed) this._parts.speed.value = String(this._speed);
      this._emit("speed", this._speed);
    }
    /** The number of the solution that is shown, from 0. */
    get solution() {
      return this._solution;
    }
    set solution(number) {
      const count = 1 + (this._record.solutions || []).length;
      const wanted = clamp(number, 0, count - 1);
      if (wanted === this._solution) return;
      this.pause();
      this._still();
      this._solution = wanted;
      this._film = new Film(this._record, wanted);
      this._board.swap(this._film);
      this._lengthen();
      this._go(Math.min(this._n, this._film.length), null);
      this._emit("solution", wanted);
    }

    /** Plays on from here; at the end, from the start. */
    play() {
      if (!this._become("play")) return;
      if (this._n >= this.length) this._go(0, this._n);
      this._emit("play");
      this._next();
    }

    pause() {
      if (!this._become("pause")) return;
      clearTimeout(this._timer);
      this._timer = null;
      this._say();
      this._emit("pause");
    }

    /** Goes to a position at once. */
    seek(n) {
      const wanted = clamp(Math.round(Number(n)) || 0, 0, this.length);
      if (wanted !== this._n) this._go(wanted, this._n);
      if (this.playing) this._next();
    }

    forward() {
      this.pause();
      if (this._n < this.length) this._advance();
    }

    back() {
      this.pause();
      if (this._n > 0) this._go(this._n - 1, this._n, true);
    }

    /** Adds a step that is not in the record, and shows it. */
    apply(step) {
      this.pause();
      if (this._n < this.length) this._go(this.length, this._n);
      this._film.append(step);
      this._board.learn(step);
      this._lengthen();
      while (this._n < this.length - 1) this._go(this.length - 1, this._n);
      this._advance();
    }

    /** Shows another record instead. */
    reset(record) {
      this.pause();
      this._still();
      this._open(record, 0);
    }

    /** Calls back at `step`, `rest` (a motion has ended), `play`, `pause`, `speed`, `solution`,
     * `point` ({x, y}: a cell was clicked or tapped), and `focus` (a cell of the grid of words, or
     * null). Returns what ends that. */
    on(name, listener) {
      if (!this._listeners.has(name)) this._listeners.set(name, new Set());
      this._listeners.get(name).add(listener);
      return () => this._listeners.get(name).delete(listener);
    }

    dispose() {
      if (!this._become("dispose")) return;
      clearTimeout(this._timer);
      for (const timer of [this._saying, this._filling, this._addressing]) clearTimeout(timer);
      for (const undo of this._undo) undo();
      this._still();
      this._root.remove();
      this._listeners.clear();
    }

    // -- how it works

    _become(event) {
      const next = STATES[this._state][event];
      if (!next) return false;
      this._state = next;
      if (event === "pause") this._fillGrid();
      this._root.dataset.state = next;
      this._showPlaying();
      return true;
    }

    _emit(name, value) {
      for (const listener of this._listeners.get(name) || []) listener(value);
    }

    _listen(target, name, listener, options) {
      target.addEventListener(name, listener, options);
      this._undo.push(() => target.removeEventListener(name, listener, options));
    }

    _open(record, step) {
      this._record = record;
      this._solution = 0;
      this._film = new Film(record);
      if (this._board) this._board.load(this._film);
      else {
        this._board = new Board(this._film);
        this._parts.stage.prepend(this._board.svg);
        this._watch();
      }
      this._root.style.setProperty("--columns", record.view[2]);
      this._root.style.setProperty("--rows", record.view[3]);
      this._board.measure();
      this._n = 0;
      this._tell();
      this._lengthen();
      const asked = step === undefined ? this._addressed() : step;
      this._go(clamp(asked || 0, 0, this.length), null);
      this._makeGrid();
    }

    /** Shows a position: at once, or (to a neighbour) by a short motion. */
    _go(n, from, moving = false) {
      const fast = this._hurry();
      if (moving && from !== null && !fast) {
        const set = [];
        const gone = [];
        const moved = new Map();
        for (const id of this._film.changed(from, n) || []) {
          const [old, thing] = [this._film.at(id, from), this._film.at(id, n)];
          if (!thing) {
            if (old) gone.push(id);
            continue;
          }
          if (!old || thing.some((value, i) => value !== old[i])) set.push([id, ...thing]);
          if (old && (old[1] !== thing[1] || old[2] !== thing[2])) {
            const route = this._film.routes(Math.max(from, n)).get(id);
            moved.set(id, route ? route.slice().reverse() : [old.slice(1), thing.slice(1)]);
          }
        }
        const time = Math.max(0, ...[...moved.values()].map((way) => timeOf(lengthOf(way))));
        this._n = n;
        this._shown();
        this._run([{ set, gone, moved, time: time || TIME.change }], n);
        return;
      }
      this._board.show(n, from);
      this._n = n;
      this._shown();
      this._rested(n);
    }

    /** Makes the next step, with its motion. */
    _advance() {
      const n = this._n + 1;
      const fast = this._hurry();
      this._n = n;
      if (fast) {
        this._board.show(n, n - 1);
        this._shown();
        this._rested(n);
      } else {
        this._shown();
        this._run(motions(this._film, n), n);
      }
      return fast;
    }

    /** Ends the motion at hand, if there is one, and says whether there was. */
    _still() {
      const moving = this._rest !== null;
      clearTimeout(this._rest);
      this._rest = null;
      this._board.stop();
      return moving;
    }

    /** Whether there is no time for a motion; ends the one at hand. */
    _hurry() {
      const moving = this._still();
      if (moving) this._board.show(this._n);
      return (moving && !this.playing) || reducedMotion() || TIME.move / this._speed < 20;
    }

    _run(phases, n) {
      const [phase, ...others] = phases;
      if (!phase) {
        this._rest = null;
        this._board.stop();
        this._board.finish(n);
        this._rested(n);
        return;
      }
      this._board.move(phase, this._speed, (id) => this._board.facing(id, n));
      this._rest = setTimeout(() => this._run(others, n), phase.time / this._speed);
    }

    _rested(n) {
      const film = this._film;
      if (this._board.zoomed && n) {
        for (const id of film.routes(n).keys()) {
          const thing = film.at(id, n);
          if (thing) this._board.follow(thing[1], thing[2]);
        }
      }
      this._emit("rest", n);
    }

    /** Plays on: the next step when its time has come. */
    _next() {
      clearTimeout(this._timer);
      if (!this.playing) return;
      if (this._n >= this.length) {
        this.pause();
        return;
      }
      this._advance();
      const walk = this._film.step(this._n).frames.length === 1;
      const rest = walk && this._film.duration(this._n) <= TIME.move ? 0 : TIME.rest;
      const time = (this._film.duration(this._n) + rest) / this._speed;
      this._timer = setTimeout(() => this._next(), time);
    }

    // -- what is around the board

    _build(record) {
      this._parts = {};
      this._root = element("div", { class: "gridproof", role: "group" });
      this._root.dataset.state = "paused";
      const stage = element("div", { class: "stage" });
      this._parts.stage = stage;
      this._parts.line = element("p", { class: "line", "aria-hidden": "true" });
      this._parts.live = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
      const controls = this._options.controls;
      this._root.append(stage);
      if (controls) this._root.append(this._controls());
      this._root.append(this._parts.line, this._parts.live);
      if (controls) this._root.append(this._below());
      this._parent.append(this._root);
      this._keys();
      this._followAddress();
    }

    _button(icon, label, key, act, parent) {
      const button = element("button", { type: "button", "aria-label": label });
      button.title = key ? `${label} (${key})` : label;
      const picture = svgElement("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, button);
      svgElement("path", { d: ICONS[icon] }, picture);
      button.addEventListener("click", act);
      parent.append(button);
      return button;
    }

    _controls() {
      const row = element("div", { class: "controls", role: "group", "aria-label": "Player" });
      const parts = this._parts;
      parts.first = this._button("first", "To the start", "Home", () => this._jump(0), row);
      parts.back = this._button("back", "Back", "←", () => this.back(), row);
      parts.play = this._button("play", "Play", "space", () => this._toggle(), row);
      parts.forward = this._button("forward", "Forward", "→", () => this.forward(), row);
      parts.last = this._button("last", "To the end", "End", () => this._jump(this.length), row);
      const track = element("div", { class: "track" });
      parts.ticks = svgElement("svg", { class: "ticks", "aria-hidden": "true" }, track);
      parts.range = element("input", { type: "range", min: "0", step: "1", "aria-label": "Move" });
      parts.range.addEventListener("input", () => {
        this.pause();
        this.seek(parts.range.value);
      });
      track.append(parts.range);
      row.append(track);
      parts.speed = element("select", { "aria-label": "Speed" });
      parts.speed.title = "Speed (+ −)";
      for (const speed of SPEEDS) {
        const text = `${speed}×`;
        parts.speed.append(element("option", { value: String(speed), text }));
      }
      parts.speed.value = "1";
      parts.speed.addEventListener("change", () => (this.speed = parts.speed.value));
      row.append(parts.speed);
      return row;
    }

    _below() {
      const parts = this._parts;
      parts.facts = element("p", { class: "facts" });
      parts.copy = element("button", { type: "button", text: "Copy solution" });
      parts.copy.addEventListener("click", () => this._copy());
      parts.save = element("button", { type: "button", text: "Download board" });
      parts.save.addEventListener("click", () => this._download());
      parts.choice = element("span", { class: "choice" });
      parts.which = element("span");
      this._button("back", "Solution before", "↑", () => (this.solution -= 1), parts.choice);
      parts.choice.append(parts.which);
      this._button("forward", "Next solution", "↓", () => (this.solution += 1), parts.choice);
      const row = element("div", { class: "more" }, parts.choice, parts.copy, parts.save);
      if (this._options.theme) row.append(themeSwitch(this._options.theme));
      parts.print = element("p", { class: "print" });
      return element("div", { class: "below" }, parts.facts, row, parts.print);
    }

    _tell() {
      const { record: { title, facts, solution, board } } = this._film;
      const parts = this._parts;
      this._root.setAttribute("aria-label", visible(title || "Board"));
      if (!parts.facts) return;
      parts.facts.textContent = facts || "";
      parts.copy.hidden = !solution;
      parts.save.hidden = !board;
    }

    /** The film's length has changed. */
    _lengthen() {
      const { range, ticks, choice, which, copy, print, zoom, speed, stage } = this._parts;
      const count = 1 + (this._record.solutions || []).length;
      if (!range) return;
      range.max = String(this.length);
      range.closest(".controls").hidden = !this.length;
      (this.length ? speed : stage).after(zoom);
      ticks.replaceChildren();
      if (this.length <= 100) {
        let d = "";
        for (let i = 0; i <= this.length; i++) d += `M${this.length ? i / this.length : 0} 0v1`;
        ticks.setAttribute("viewBox", "0 0 1 1");
        ticks.setAttribute("preserveAspectRatio", "none");
        svgElement("path", { d }, ticks);
      }
      choice.hidden = count < 2;
      which.textContent = `Solution ${this._solution + 1} of ${count}`;
      copy.textContent = "Copy solution";
      print.textContent = this._text();
    }

    _shown() {
      const { line, range, first, back, forward, last } = this._parts;
      const text = this._film.line(this._n, this._options.controls);
      line.textContent = text;
      if (range) {
        range.value = String(this._n);
        range.setAttribute("aria-valuetext", text);
        const off = (button, is) => button.setAttribute("aria-disabled", String(is));
        off(first, !this._n);
        off(back, !this._n);
        off(forward, this._n >= this.length);
        off(last, this._n >= this.length);
      }
      this._emit("step", this._n);
      this._say();
      this._address();
      if (!this.playing) this._fillGrid();
    }

    /** Says the line to people who do not see the board; not every step of what plays. */
    _say() {
      clearTimeout(this._saying);
      if (this.playing) return;
      this._saying = setTimeout(() => {
        this._parts.live.textContent = this._parts.line.textContent;
      }, 300);
    }

    /** Makes the grid of words, when there is time. */
    _makeGrid() {
      if (this._grid) this._grid.root.remove();
      this._grid = null;
      const { ground, width, height } = this._record;
      const { svg } = this._board;
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `Board of ${width} × ${height} cells`);
      svg.setAttribute("aria-hidden", String(Boolean(ground)));
      if (!ground) return;
      this._grid = new Grid(this._record, {
        enter: (x, y, text) => {
          this._board.point([x, y]);
          this._parts.line.textContent = text;
          this._emit("focus", [x, y]);
        },
        leave: () => {
          this._board.point(null);
          this._emit("focus", null);
          this._parts.line.textContent = this._film.line(this._n, this._options.controls);
        },
        point: (x, y) => this._emit("point", { x, y }),
      });
      this._parts.stage.after(this._grid.root);
      this._fillGrid();
    }

    _fillGrid() {
      if (!this._grid || this._filling) return;
      this._filling = setTimeout(() => {
        this._filling = null;
        if (this._state !== "disposed" && this._grid) this._grid.fill(this._film.cells(this._n));
      }, 150);
    }

    _showPlaying() {
      const { play } = this._parts;
      if (!play) return;
      const label = this.playing ? "Pause" : "Play";
      play.setAttribute("aria-label", label);
      play.title = `${label} (space)`;
      play.querySelector("path").setAttribute("d", ICONS[this.playing ? "pause" : "play"]);
    }

    _toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    _jump(n) {
      this.pause();
      this.seek(n);
    }

    _keys() {
      const target = this._options.keys === undefined ? this._root : this._options.keys;
      if (target) this._listen(target, "keydown", (event) => this._press(event));
    }

    _press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.shiftKey && this._board.zoomed && event.key.startsWith("Arrow")) {
        event.preventDefault();
        this._shift(WAYS[event.key[5]]);
        return;
      }
      const on = event.target.closest ? event.target : document.body;
      const name = on.closest("input, select, textarea, button, a, [role=grid]")?.localName;
      const range = on === this._parts.range;
      if (on.closest("[role=grid]") || ["textarea", "select"].includes(name)) return;
      if (name === "input" && !range) return;
      if (event.key === " " && (name === "button" || name === "a")) return;
      const doing = {
        " ": () => this._toggle(),
        ArrowRight: () => this.forward(),
        ArrowLeft: () => this.back(),
        Home: () => this._jump(0),
        End: () => this._jump(this.length),
        "+": () => this._faster(1),
        "=": () => this._faster(1),
        "-": () => this._faster(-1),
        "−": () => this._faster(-1),
        ArrowUp: () => (this.solution = this._solution - 1),
        ArrowDown: () => (this.solution = this._solution + 1),
      }[event.key];
      if (!doing || (/^Arrow(Up|Down)/.test(event.key) && !this._record.solutions)) return;
      event.preventDefault();
      doing();
    }

    _faster(by) {
      this.speed = SPEEDS[clamp(SPEEDS.indexOf(this._speed) + by, 0, SPEEDS.length - 1)];
    }

    // -- the address

    /** Follows an address that is changed by hand. */
    _followAddress() {
      if (!this._options.address) return;
      this._listen(root, "hashchange", () => {
        this.pause();
        this.seek(this._addressed());
      });
    }

    _addressed() {
      if (!this._options.address) return 0;
      const found = /^#(\d+)$/.exec(root.location.hash);
      return found ? Number(found[1]) : 0;
    }

    /** Puts the step into the address, some times a second at most. */
    _address() {
      if (!this._options.address || this._addressing) return;
      this._addressing = setTimeout(() => {
        this._addressing = null;
        try {
          const here = root.location.pathname + root.location.search;
          root.history.replaceState(null, "", this._n ? `${here}#${this._n}` : here);
        } catch {
          this._options.address = false; // frames without an origin have no address
        }
      }, 400);
    }

    // -- solution and board as text

    /** The solution that is shown, as text. */
    _text() {
      const { solution } = this._solution ? this._record.solutions[this._solution - 1] : this._record;
      return solution || "";
    }

    async _copy() {
      const solution = this._text();
      let done = false;
      try {
        await root.navigator.clipboard.writeText(solution);
        done = true;
      } catch {
        done = copyBySelection(solution, this._root);
      }
      this._parts.copy.textContent = done ? "Copied" : "Copying is not allowed here";
      this._parts.live.textContent = this._parts.copy.textContent;
    }

    _download() {
      const url = URL.createObjectURL(new Blob([this._record.board], { type: "text/plain" }));
      element("a", { href: url, download: this._record.file }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }

    // -- pointing, zooming, panning

    _watch() {
      const { stage } = this._parts;
      const { svg } = this._board;
      const tools = element("div", { class: "zoom", role: "group", "aria-label": "Zoom" });
      this._button("larger", "Larger", "", () => this._zoom(1.6), tools);
      this._button("smaller", "Smaller", "", () => this._zoom(1 / 1.6), tools);
      this._button("whole", "Whole board", "", () => this._board.look(...this._record.view), tools);
      if (this._parts.speed) this._parts.speed.after(tools);
      else stage.after(tools);
      this._parts.zoom = tools;
      const resized = () => {
        const view = this._record.view;
        this._board.measure();
        const box = stage.getBoundingClientRect();
        const whole = Math.min(box.width / view[2], box.height / view[3]);
        const zoomable = whole > 0 && whole < SMALL_CELL;
        stage.classList.toggle("zoomable", zoomable);
        tools.hidden = !zoomable;
        if (!zoomable && this._board.zoomed) this._board.look(...view);
      };
      const observer = new ResizeObserver(resized);
      observer.observe(stage);
      this._undo.push(() => observer.disconnect());
      this._listen(svg, "wheel", (event) => {
        if (!stage.classList.contains("zoomable")) return;
        event.preventDefault();
        const by = event.deltaMode ? event.deltaY * 20 : event.deltaY;
        this._board.zoom(Math.exp(-by / 400), ...this._board.under(event.clientX, event.clientY));
      }, { passive: false });
      this._drag(svg, stage);
    }

    _zoom(factor) {
      const [x, y, width, height] = this._board.view;
      const n = this._n;
      const mover = n ? [...this._film.routes(n).keys()][0] : null;
      const thing = mover && this._film.at(mover, n);
      if (thing && factor > 1 && !this._board.zoomed) {
        this._board.zoom(factor, thing[1] + 0.5, thing[2] + 0.5);
      } else this._board.zoom(factor, x + width / 2, y + height / 2);
    }

    /** Moves the part that is seen by a fifth of it. */
    _shift([dx, dy]) {
      const [x, y, width, height] = this._board.view;
      this._board.pan(x + (dx * width) / 5, y + (dy * height) / 5);
    }

    /** Drags and pinches move the part that is seen; a click or tap points at a cell. */
    _drag(svg, stage) {
      const fingers = new Map();
      let moved = false;
      const middle = () => {
        const points = [...fingers.values()];
        const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
        const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
        const spread = points.length > 1 ? Math.hypot(points[0][0] - x, points[0][1] - y) : 0;
        return { x, y, spread };
      };
      this._listen(svg, "pointerdown", (event) => {
        if (event.button) return;
        if (!fingers.size) moved = false;
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
      });
      this._listen(svg, "pointermove", (event) => {
        const old = fingers.get(event.pointerId);
        if (!old) return;
        const far = Math.hypot(event.clientX - old[0], event.clientY - old[1]);
        if (!moved && far < 6) return;
        if (!moved) svg.setPointerCapture(event.pointerId);
        moved = true;
        if (!stage.classList.contains("zoomable")) return;
        const before = middle();
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
        const after = middle();
        const [x, y] = this._board.under(before.x, before.y);
        if (before.spread && after.spread) this._board.zoom(after.spread / before.spread, x, y);
        const [newX, newY] = this._board.under(after.x, after.y);
        this._board.pan(this._board.view[0] + x - newX, this._board.view[1] + y - newY);
      });
      const up = (event) => {
        if (!fingers.delete(event.pointerId) || moved || event.type !== "pointerup") return;
        this._pointed(event);
      };
      this._listen(svg, "pointerup", up);
      this._listen(svg, "pointercancel", up);
    }

    _pointed(event) {
      const [x, y] = this._board.under(event.clientX, event.clientY).map(Math.floor);
      const { width, height } = this._record;
      if ((this._listeners.get("point") || new Set()).size) {
        if (x >= 0 && y >= 0 && x < width && y < height) this._emit("point", { x, y });
      } else if (this.length) this._toggle();
    }
  }

  /** The board as a grid of words, for people who do not see it: cell by cell with the arrow keys. */
  class Grid {
    constructor(record, act) {
      const { width, height } = record;
      this.width = width;
      this.height = height;
      this.at = 0;
      this.cells = [];
      const label = `Board, ${height} rows, ${width} columns`;
      this.root = element("div", { class: "unseen", role: "grid", "aria-label": label });
      for (let y = 0; y < height; y++) {
        const row = element("div", { role: "row" });
        for (let x = 0; x < width; x++) {
          const cell = element("span", { role: "gridcell", tabindex: "-1" });
          cell.setAttribute("aria-label", place(x, y));
          this.cells.push(cell);
          row.append(cell);
        }
        this.root.append(row);
      }
      if (this.cells.length) this.cells[0].tabIndex = 0;
      this.root.addEventListener("keydown", (event) => this._press(event, act));
      this.root.addEventListener("focusin", (event) => this._focused(event.target, act));
      this.root.addEventListener("focusout", () => act.leave());
    }

    fill(texts) {
      texts.forEach((text, i) => {
        const said = `${text}, ${place(i % this.width, Math.floor(i / this.width))}`;
        const cell = this.cells[i];
        if (cell.getAttribute("aria-label") !== said) cell.setAttribute("aria-label", said);
      });
    }

    _focused(cell, act) {
      const index = this.cells.indexOf(cell);
      if (index < 0) return;
      this.cells[this.at].tabIndex = -1;
      this.at = index;
      cell.tabIndex = 0;
      act.enter(index % this.width, Math.floor(index / this.width), cell.getAttribute("aria-label"));
    }

    _press(event, act) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [x, y] = [this.at % this.width, Math.floor(this.at / this.width)];
      if (event.key === "Enter") {
        event.preventDefault();
        act.point(x, y);
        return;
      }
      const to = {
        ArrowLeft: [x - 1, y],
        ArrowRight: [x + 1, y],
        ArrowUp: [x, y - 1],
        ArrowDown: [x, y + 1],
        Home: [0, y],
        End: [this.width - 1, y],
      }[event.key];
      if (!to) return;
      event.preventDefault();
      const [newX, newY] = [clamp(to[0], 0, this.width - 1), clamp(to[1], 0, this.height - 1)];
      this.cells[newY * this.width + newX].focus();
    }
  }

  /** A choice of colours for the page: what the reader prefers, light or dark; it is remembered. */
  function themeSwitch(target = document.documentElement) {
    const select = element("select", { "aria-label": "Colours" });
    for (const name of ["auto", "light", "dark"]) {
      select.append(element("option", { value: name, text: `Colours: ${name}` }));
    }
    const apply = (name) => {
      if (name === "auto") delete target.dataset.theme;
      else target.dataset.theme = name;
      select.value = name;
    };
    apply("auto");
    const kept = remembered("gridproof-theme");
    if (kept === "light" || kept === "dark") apply(kept);
    select.addEventListener("change", () => {
      apply(select.value);
      remembered("gridproof-theme", select.value);
    });
    return select;
  }

  /** A value that the browser keeps for this page, where it may (frames may not); set if given. */
  function remembered(name, value) {
    try {
      if (value !== undefined) root.localStorage.setItem(name, value);
      return root.localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  /** Copies by a selection, where there is no clipboard; says whether that worked. */
  function copyBySelection(text, parent) {
    const area = element("textarea", { class: "unseen" });
    area.value = text;
    parent.append(area);
    const focused = document.activeElement;
    area.select();
    let done = false;
    try {
      done = document.execCommand("copy");
    } catch {
      done = false;
    }
    area.remove();
    if (focused) focused.focus();
    return done;
  }

  /** Shows a record in an element; see `Player` for the options. */
  function create(parent, record, options) {
    return new Player(parent, record, options);
  }

  root.gridproof = { ...root.gridproof, create, Film, Track, lastUpTo, motions, SPEEDS, TIME, themeSwitch };
  if (typeof module !== "undefined") module.exports = root.gridproof;
})(globalThis);
