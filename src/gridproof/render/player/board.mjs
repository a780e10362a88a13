/* The picture of a film at a position: backdrop, things by layer, painted areas.
 *
 * Needs an SVG document.
 */

import { appear, explode, fade, pulse, shrink, slide } from "./effects.mjs";
import { setAttributes, setShown, svgElement } from "./elements.mjs";
import { TIME } from "./timing.mjs";
import { Trails } from "./trails.mjs";
import { Viewport } from "./viewport.mjs";

/** Things of a layer with at most so many are drawn larger where cells are tiny. */
const FEW = 12;
/** Things of a layer with more than so many are not drawn where cells are tiny. */
const MANY = 100;
/** Pixels of a tiny cell. */
const TINY_CELL = 4;

export class Board {
  constructor(film) {
    this.svg = svgElement("svg", { class: "board" });
    this.over = svgElement("g", { class: "over" });
    this.viewport = new Viewport(this.svg, () => this._seeAll());
    this._motions = [];
    this._leaving = [];
    this.load(film);
  }

  /** Draws another record from its start. */
  load(film) {
    this.stop();
    this._film = film;
    const { record } = film;
    this.svg.replaceChildren();
    this._defs = svgElement("defs", {}, this.svg);
    this._defs.innerHTML = record.defs;
    svgElement("g", { class: "backdrop" }, this.svg).innerHTML = record.backdrop;
    this._paint = svgElement("g", { class: "paint" }, this.svg);
    svgElement("g", { class: "marks" }, this.svg).innerHTML = record.overlay || "";
    this._things = svgElement("g", { class: "things" }, this.svg);
    this.svg.append(this.over);
    svgElement("g", {}, this.svg).innerHTML = record.signs || "";
    this._pointer = svgElement("rect", { class: "pointer", width: 1, height: 1, rx: 0.12 }, this.svg);
    this.point(null);
    this._layers = new Map();
    // Trails lie below the things of their layer.
    this._trails = new Trails(this._layer(record.ways - 0.1), film);
    this._drawn = new Map();
    this._painted = 0;
    this.viewport.open(record.view);
    this._drawAll(film.scene(0));
  }

  /** Takes another film of the same record, another solution; `show` shows a position of it. */
  swap(film) {
    this.stop();
    this._film = film;
    this._paint.replaceChildren();
    this._painted = 0;
    this._trails.open(film);
  }

  /** Takes in the definitions of a new step. */
  learn(step) {
    if (step.defs) this._defs.insertAdjacentHTML("beforeend", step.defs);
  }

  // -- things

  _layer(number) {
    let layer = this._layers.get(number);
    if (!layer) {
      layer = svgElement("g");
      layer.dataset.layer = number;
      const above = [...this._layers.keys()].filter((n) => n > number).sort((a, b) => a - b)[0];
      this._things.insertBefore(layer, above === undefined ? null : this._layers.get(above));
      this._layers.set(number, layer);
    }
    return layer;
  }

  /** Draws all things of a layer at once: a board may have tens of thousands. */
  _drawAll(scene) {
    const byLayer = new Map();
    for (const [id, [look, x, y]] of scene) {
      const number = this._film.looks[look][1];
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
        this._drawn.set(id, { group: child, look, x, y, here: true, seen: true });
        child = child.nextElementSibling;
      }
      this._count(layer);
    }
    this._seeAll();
  }

  _look(look) {
    const [, , markup, , , width = 1, height = 1] = this._film.looks[look];
    return `<g class="look${width * height === 1 ? " small" : ""}">${markup}</g>`;
  }

  _count(layer) {
    layer.classList.toggle("few", layer.childElementCount <= FEW);
  }

  /** Draws a thing at its place, without motion. */
  _put(id, look, x, y, facing) {
    let thing = this._drawn.get(id);
    if (!thing) {
      thing = { group: svgElement("g"), look: -1, x: NaN, y: NaN, here: true, seen: true };
      this._drawn.set(id, thing);
    }
    thing.here = true;
    if (thing.look !== look) {
      const layer = this._layer(this._film.looks[look][1]);
      if (thing.group.parentNode !== layer) {
        const old = thing.group.parentNode;
        layer.append(thing.group);
        this._count(layer);
        if (old) this._count(old);
      }
      thing.group.innerHTML = this._look(look);
      thing.look = look;
    }
    if (thing.x !== x || thing.y !== y) {
      thing.group.setAttribute("transform", `translate(${x},${y})`);
      thing.x = x;
      thing.y = y;
    }
    this._see(thing);
    if (thing.facing !== facing) {
      thing.facing = facing;
      thing.group.dataset.way = facing;
    }
    return thing;
  }

  /** Takes a thing off the board; its element is kept, for it may come back. */
  _drop(id) {
    const thing = this._drawn.get(id);
    if (!thing) return;
    thing.here = false;
    this._see(thing);
  }

  /** Displays a thing only if it is in sight, so that a board may hold a great many. */
  _see(thing) {
    const seen = thing.here && this._inSight(thing);
    if (seen === thing.seen) return;
    thing.seen = seen;
    if (seen) thing.group.removeAttribute("display");
    else thing.group.setAttribute("display", "none");
  }

  _seeAll() {
    for (const thing of this._drawn.values()) this._see(thing);
  }

  _inSight({ group, look, x, y }) {
    const [, , , , , columns = 1, rows = 1] = this._film.looks[look];
    const { view: [left, top, width, height], pixels } = this.viewport;
    if (x + columns < left || y + rows < top || x > left + width || y > top + height) return false;
    return pixels >= TINY_CELL || group.parentNode.childElementCount <= MANY;
  }

  /** Shows a position, without motion; `from`: the position that is shown now, if it is known. */
  show(n, from = null) {
    this.stop();
    const ids = from === null ? null : this._film.changed(from, n);
    if (ids === null) {
      const scene = this._film.scene(n);
      for (const [id, thing] of this._drawn) if (thing.here && !scene.has(id)) this._drop(id);
      for (const [id, thing] of scene) this._put(id, ...thing, this._facing(id, n));
    } else {
      for (const id of ids) {
        const thing = this._film.at(id, n);
        if (thing) this._put(id, ...thing, this._facing(id, n));
        else this._drop(id);
      }
    }
    this.finish(n);
  }

  _facing(id, n) {
    return this._film.tracks.get(id).facing(n);
  }

  /** Shows the painted areas and the trails of a position. */
  finish(n) {
    const wanted = this._film.painted(n);
    while (this._painted < wanted) {
      const index = this._painted++;
      const area = this._paint.children[index];
      if (area) setShown(area, true);
      else svgElement("g", {}, this._paint).innerHTML = this._film.paints.parts[index];
    }
    while (this._painted > wanted) {
      this._painted -= 1;
      setShown(this._paint.children[this._painted], false);
    }
    this._trails.show(n);
  }

  // -- motion

  /** Ends all motions at once; everything is at its place. */
  stop() {
    for (const motion of this._motions) motion.cancel();
    for (const id of this._leaving) this._drop(id);
    this._motions = [];
    this._leaving = [];
  }

  _animate(target, [frames, options]) {
    this._motions.push(target.animate(frames, { easing: "ease-out", ...options }));
  }

  /**
   * Starts a motion (see `motions`) of the step to n; `speed` divides its time. For this object
   * everything is at its end already.
   */
  move(phase, speed, n) {
    this.stop();
    this._trails.clearLast();
    const { looks } = this._film;
    const bomb = phase.set.find(([, look]) => looks[look][0] === "bomb");
    const duration = phase.time / speed;
    const change = Math.min(TIME.change / speed, duration);
    for (const [id, look, x, y] of phase.set) {
      const drawn = this._drawn.get(id);
      const before = drawn && drawn.here;
      const old = before && drawn.look;
      const way = phase.moved.get(id);
      const { group } = this._put(id, look, x, y, this._facing(id, n));
      if (way) this._animate(group, slide(way, speed));
      const inner = group.firstElementChild;
      if (looks[look][0] === "blast") {
        const [, , bombX, bombY] = bomb || [id, look, x, y];
        inner.style.transformBox = "view-box";
        inner.style.transformOrigin = `${bombX - x + 0.5}px ${bombY - y + 0.5}px`;
        this._animate(inner, explode(duration));
      } else if (!before) this._animate(inner, appear(change));
      else if (old !== look && looks[old][2] !== looks[look][2]) this._animate(inner, pulse(change));
    }
    for (const id of phase.gone) {
      const thing = this._drawn.get(id);
      if (!thing || !thing.here) continue;
      this._leaving.push(id);
      const leave = looks[thing.look][0] === "blast" ? fade : shrink;
      this._animate(thing.group.firstElementChild, leave(change));
    }
  }

  /** Frames a cell, or none. */
  point(cell) {
    setAttributes(this._pointer, { display: cell ? "inline" : "none" });
    if (cell) setAttributes(this._pointer, { x: cell[0], y: cell[1] });
  }
}
