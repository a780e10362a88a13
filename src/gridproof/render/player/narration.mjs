/* The words of a player: the line below the board, the live region, the grid of cells.
 *
 * Needs a player.
 */

import { element, setAttributes } from "./elements.mjs";
import { tellCells, tellPosition } from "./telling.mjs";
import { WordGrid } from "./word_grid.mjs";

/** Milliseconds: of rest before a position is announced, and before the cells are told. */
const ANNOUNCE_AFTER = 300;
const FILL_AFTER = 150;

export class Narration {
  /** `counted`: the line begins with the number of the move. */
  constructor(player, counted) {
    this._player = player;
    this._counted = counted;
    this._grid = null;
    this._announcing = null;
    this._filling = null;
    this.line = element("p", { class: "line", "aria-hidden": "true" });
    this.live = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
  }

  dispose() {
    clearTimeout(this._announcing);
    clearTimeout(this._filling);
  }

  /** Shows the line of a position; returns it. */
  show() {
    const { film, step } = this._player;
    return (this.line.textContent = tellPosition(film, step, this._counted));
  }

  /** Announces the line soon; not every step of what plays. */
  announceSoon() {
    clearTimeout(this._announcing);
    if (this._player.playing) return;
    this._announcing = setTimeout(() => (this.live.textContent = this.line.textContent), ANNOUNCE_AFTER);
  }

  /** Makes the grid of words of a record; only small boards have one. */
  open({ ground, width, height }) {
    if (this._grid) this._grid.root.remove();
    this._grid = null;
    const { _player: player } = this;
    const { board, stage } = player;
    const label = `Board of ${width} × ${height} cells`;
    setAttributes(board.svg, { role: "img", "aria-label": label, "aria-hidden": Boolean(ground) });
    if (!ground) return;
    this._grid = new WordGrid({ width, height }, {
      enter: (x, y, text) => {
        board.point([x, y]);
        this.line.textContent = text;
        player.emit("focus", [x, y]);
      },
      leave: () => {
        board.point(null);
        player.emit("focus", null);
        this.show();
      },
      point: (x, y) => player.emit("point", { x, y }),
    });
    stage.after(this._grid.root);
    this.fillSoon();
  }

  /** Tells the cells, when there is time. */
  fillSoon() {
    if (!this._grid || this._filling) return;
    this._filling = setTimeout(() => {
      this._filling = null;
      if (this._grid) this._grid.fill(tellCells(this._player.film, this._player.step));
    }, FILL_AFTER);
  }
}
