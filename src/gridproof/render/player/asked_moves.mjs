/* The moves that an instance asks for, and the demands that are left, drawn over a board.
 *
 * Needs a player.
 */

import { svgElement } from "./elements.mjs";
import { tintClass } from "./instance_graph.mjs";

/** More moves over a board are small where cells are. */
const MANY_MOVES = 100;

export class AskedMoves {
  constructor(player, data) {
    this._data = data;
    this.layer = svgElement("g", {}, player.board.over);
  }

  /** Draws the moves of some values; `running`: the solution of these values is being played. */
  show(switches, cells, values, running) {
    const key = `${values} ${running}`;
    // Steps that are played change none of it.
    if (key === this._key) return;
    this._key = key;
    const { choices, demands } = this._data;
    const asked = switches.asked(values);
    const groups = new Map();
    for (const { cell, choice } of asked) {
      const tint = choice < 0 ? null : choices[choice].tint;
      if (!groups.has(tint)) groups.set(tint, []);
      groups.get(tint).push(cell);
    }
    const many = asked.length > MANY_MOVES;
    this.layer.setAttribute("class", `asked${running ? " running" : ""}${many ? " many" : ""}`);
    this.layer.replaceChildren();
    for (const [tint, places] of groups) this._mark(tint, places, cells);
    for (const i of running ? [] : switches.left(values)) {
      const { cells: own, unmet } = demands[i];
      for (const [x, y] of own.length ? own : unmet.slice(-1)) {
        const ring = { cx: x + 0.5, cy: y + 0.5, r: 0.8 };
        svgElement("circle", { ...ring, class: "ring below" }, this.layer);
        svgElement("circle", { ...ring, class: "ring" }, this.layer);
      }
    }
  }

  /** Draws dots on bare cells in a tint, and rings around the things on others. */
  _mark(tint, places, cells) {
    const { tints } = this._data;
    const colour = tint === null ? {} : { stroke: tints[tint % tints.length] };
    const group = svgElement("g", { class: tintClass(tint) }, this.layer);
    const bare = places.filter(([x, y]) => cells.bare(x, y));
    const d = bare.map(([x, y]) => `M${x + 0.5} ${y + 0.5}h0`).join("");
    svgElement("path", { class: "rim", d }, group);
    svgElement("path", { class: "disc", d, ...colour }, group);
    svgElement("path", { class: "dot", d }, group);
    for (const [x, y] of places) {
      if (cells.bare(x, y)) continue;
      const ring = { cx: x + 0.5, cy: y + 0.5, r: 0.44 };
      svgElement("circle", { class: "rim around", ...ring }, group);
      svgElement("circle", { class: "disc around", ...ring, ...colour }, group);
    }
  }
}
