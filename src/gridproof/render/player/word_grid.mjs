/* A board as a grid of words, for screen readers: cell by cell with the arrow keys.
 *
 * Needs a page.
 */

import { element, setAttributes } from "./elements.mjs";
import { clamp } from "./numbers.mjs";
import { placeWords } from "./telling.mjs";

export class WordGrid {
  /** `hooks`: `enter(x, y, words)` and `leave()` as the focus moves, `point(x, y)` at Enter. */
  constructor({ width, height }, hooks) {
    this._width = width;
    this._height = height;
    this._hooks = hooks;
    this._at = 0;
    this._cells = [];
    const label = `Board, ${height} rows, ${width} columns`;
    this.root = element("div", { class: "unseen", role: "grid", "aria-label": label });
    for (let y = 0; y < height; y++) {
      const row = element("div", { role: "row" });
      for (let x = 0; x < width; x++) {
        const words = placeWords(x, y);
        const cell = element("span", { role: "gridcell", tabindex: "-1", "aria-label": words });
        this._cells.push(cell);
        row.append(cell);
      }
      this.root.append(row);
    }
    if (this._cells.length) this._cells[0].tabIndex = 0;
    this.root.addEventListener("keydown", (event) => this._press(event));
    this.root.addEventListener("focusin", (event) => this._focused(event.target));
    this.root.addEventListener("focusout", () => hooks.leave());
  }

  /** Sets the words of all cells, row by row. */
  fill(texts) {
    texts.forEach((text, i) => {
      const place = placeWords(i % this._width, Math.floor(i / this._width));
      setAttributes(this._cells[i], { "aria-label": `${text}, ${place}` });
    });
  }

  _focused(cell) {
    const index = this._cells.indexOf(cell);
    if (index < 0) return;
    this._cells[this._at].tabIndex = -1;
    this._at = index;
    cell.tabIndex = 0;
    this._hooks.enter(...this._place(), cell.getAttribute("aria-label"));
  }

  _place() {
    return [this._at % this._width, Math.floor(this._at / this._width)];
  }

  _press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = this._place();
    if (event.key === "Enter") {
      event.preventDefault();
      this._hooks.point(x, y);
      return;
    }
    const to = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: [0, y],
      End: [this._width - 1, y],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const [newX, newY] = [clamp(to[0], 0, this._width - 1), clamp(to[1], 0, this._height - 1)];
    this._cells[newY * this._width + newX].focus();
  }
}
