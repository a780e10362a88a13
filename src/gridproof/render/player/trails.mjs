/* Trails: the way of the last step, and the whole ways of traced things.
 *
 * Needs a layer of a board.
 */

import { setShown, svgElement } from "./elements.mjs";
import { lastUpTo } from "./numbers.mjs";
import { lengthOf } from "./ways.mjs";

/** Corners of a long way that are one path element. */
const CHUNK = 256;

export class Trails {
  constructor(layer, film) {
    this._whole = svgElement("g", {}, layer);
    this._last = svgElement("g", { class: "last" }, layer);
    this.open(film);
  }

  /** Takes another film; nothing is drawn of it yet. */
  open(film) {
    this._film = film;
    this._whole.replaceChildren();
    this._traces = new Map();
    this.clearLast();
  }

  clearLast() {
    this._last.replaceChildren();
  }

  /** Draws the trails of a position. */
  show(n) {
    this._showLast(n);
    for (const id of this._film.traced) this._showTrace(id, n);
  }

  /** Draws the ways of more than a cell in the last step, unless that step took one back. */
  _showLast(n) {
    this.clearLast();
    const film = this._film;
    if (n < 1 || film.step(n).back) return;
    for (const [id, way] of film.routes(n)) {
      const thing = film.at(id, n);
      if (!thing || lengthOf(way) < 2 || film.traced.has(id)) continue;
      const group = this._line(thing[0], this._last);
      drawWay(group, roundedWay(way.map((c) => c[0]), way.map((c) => c[1])));
    }
  }

  /** Makes a group for a line in the colour of a look. */
  _line(look, parent) {
    const tint = this._film.looks[look][4];
    const group = svgElement("g", { class: `trail tint-${tint}` }, parent);
    group.style.setProperty("--colour", this._film.record.tints[tint]);
    return group;
  }

  /** Draws the whole way of a thing since the start: finished pieces, and the one it is on. */
  _showTrace(id, n) {
    const { bends } = this._film.tracks.get(id) || {};
    if (!bends) return;
    const thing = this._film.at(id, n);
    let trace = this._traces.get(id);
    if (trace && trace.bends !== bends) {
      trace.group.remove();
      trace = null;
    }
    if (!trace && thing) {
      const group = this._line(thing[0], this._whole);
      trace = { group, bends, pieces: [], end: svgElement("g", {}, group) };
      this._traces.set(id, trace);
    }
    if (!trace) return;
    setShown(trace.group, thing);
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
    trace.pieces.forEach((piece, i) => setShown(piece, i < full));
    const [x, y] = [bends.x, bends.y].map((list) => list.slice(full * CHUNK, last + 1));
    if (last < 0 || bends.x[last] !== thing[1] || bends.y[last] !== thing[2]) {
      x.push(thing[1]);
      y.push(thing[2]);
    }
    drawWay(trace.end, roundedWay(x, y));
  }
}

/** Puts a path into a group: its edge, and its line. */
function drawWay(group, path) {
  while (group.childElementCount < 2) svgElement("path", {}, group);
  for (const line of group.children) line.setAttribute("d", path);
}

/**
 * Returns an SVG path through the middles of cells with round corners, and a tip before the last
 * one.
 */
function roundedWay(x, y, tip = true) {
  const last = x.length - 1;
  if (last < 1) return "";
  // Of a corner:
  const near = 0.3;
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
