/* Explanations of cells, on boards of any size: a line below the board tells the cell that is under the
 * mouse, was tapped, or has the focus.
 *
 *   gridproof.explain(player)
 *
 * Needs a player on a page, and the style cells.css.
 */

import { Cells } from "./cells.mjs";
import { clamp } from "./numbers.mjs";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const HINT = "Point at a cell: it says what it stands for.";

class Guide {
  constructor(player) {
    this._player = player;
    this._at = null;
    this._cursor = null;
    this._undo = ["step", "solution"].map((name) => player.on(name, () => this.show(this._at)));
    this._undo.push(player.on("point", ({ x, y }) => this.show([x, y])));
    this._undo.push(player.on("focus", (cell) => this.show(cell)));
    const { board: { svg }, root } = player;
    this._line = document.createElement("p");
    this._line.className = "about";
    this._live = document.createElement("p");
    this._live.className = "unseen";
    this._live.setAttribute("role", "status");
    root.querySelector("p.line").after(this._line, this._live);
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

  /** Lets arrow keys go through a large board, which has no grid of words. */
  _open(svg) {
    const { width, height } = this._player.film.record;
    const keys = "arrow keys go from cell to cell, ten with Shift";
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-label", `Board of ${width} × ${height} cells: ${keys}`);
  }

  _press(event) {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { film: { record }, board } = this._player;
    const far = event.shiftKey ? 10 : 1;
    const moved = (at, by, size) => clamp(at + far * by, 0, size - 1);
    const [x, y] = this._cursor || [0, 0];
    const next = [moved(x, way[0], record.width), moved(y, way[1], record.height)];
    this._cursor = this._cursor ? next : [0, 0];
    board.viewport.follow(...this._cursor);
    this.show(this._cursor);
    this._live.textContent = this._line.textContent;
  }

  _hover(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const { film: { record }, board } = this._player;
    const [x, y] = board.viewport.under(event.clientX, event.clientY).map(Math.floor);
    const inside = x >= 0 && y >= 0 && x < record.width && y < record.height;
    const cell = inside ? [x, y] : null;
    if (String(cell) !== String(this._at)) this.show(cell);
  }

  _left(event) {
    if (event.pointerType !== "touch") this.show(null);
  }
}

/** Explains the cells of a player's board. */
export function explain(player) {
  return new Guide(player);
}
