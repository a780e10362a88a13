/* The drawing of an instance that is a graph: its vertices are switches, its edges demands.
 *
 * Needs a page.
 */

import { element, svgElement } from "./elements.mjs";

/** Pixels: of the drawing, if that is enough, and the limits of a step of its grid. */
const ROOM = 320;
const MIN_STEP = 30;
const MAX_STEP = 80;
/** Colours of choices, in turn. */
const TINTS = 8;

/** Returns the class of a tint; null: of none. */
export function tintClass(tint) {
  return tint === null ? "untinted" : `tint-${tint % TINTS}`;
}

/**
 * Draws the choices that have a place, and all demands; `flip(i)` is called when choice i is
 * pressed.
 */
export class InstanceGraph {
  constructor({ choices, demands, choosing }, flip) {
    this._choices = choices;
    const points = [
      ...choices.flatMap(({ at }) => (at ? [at] : [])),
      ...demands.flatMap(({ route }) => route),
    ];
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const unit = Math.min(Math.max(ROOM / (width + 1.2), MIN_STEP), MAX_STEP);
    this._radius = Math.min(0.36 * unit, 15);
    this._x = (value) => (value - left + 0.6) * unit;
    this._y = (value) => (value - top + 0.6) * unit;
    const [wide, high] = [(width + 1.2) * unit, (height + 1.2) * unit];
    const svg = svgElement("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high });
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", choosing);
    this.root = element("div", { class: "graph" }, svg);
    /** The elements of demands, and of choices that have a place (else undefined). */
    this.edges = demands.map((demand) => this._edge(demand, svg));
    this.vertices = choices.map((choice, i) => choice.at && this._vertex(choice, () => flip(i), svg));
  }

  _edge({ name, route, ways }, svg) {
    const ends = ways.map(({ choice }) => this._choices[choice].at).filter(Boolean);
    const line = route.length ? route : ends;
    const points = line.map(([x, y]) => `${this._x(x)},${this._y(y)}`).join(" ");
    const edge = svgElement("g", {}, svg);
    svgElement("title", { text: name }, edge);
    for (let i = 0; i < 2; i++) svgElement("polyline", { points }, edge);
    return edge;
  }

  _vertex({ at, label, tint }, press, svg) {
    const r = this._radius;
    const place = `translate(${this._x(at[0])} ${this._y(at[1])})`;
    const group = svgElement("g", { class: `vertex ${tintClass(tint)}`, role: "switch" }, svg);
    group.setAttribute("tabindex", "0");
    group.setAttribute("transform", place);
    svgElement("circle", { class: "halo", r: 1.35 * r }, group);
    svgElement("circle", { class: "disc", r }, group);
    // A disc has room for four small letters; the switch's name has them all.
    const letters = [...label];
    const text = letters.length > 4 ? `${letters.slice(0, 3).join("")}…` : label;
    const size = (letters.length > 3 ? 0.7 : 0.95) * r;
    svgElement("text", { y: 0.33 * r, "font-size": size, "text-anchor": "middle", text }, group);
    group.addEventListener("click", press);
    group.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      press();
    });
    return group;
  }
}
