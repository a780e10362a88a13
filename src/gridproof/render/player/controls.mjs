/* The controls below a board: buttons, scrubber, speed; facts, solutions, and texts to keep.
 *
 * Needs a player.
 */

import { element, setAttributes, svgElement } from "./elements.mjs";
import { iconButton, setIcon } from "./icons.mjs";
import { copyText, saveFile } from "./keeping.mjs";
import { themeSwitch } from "./theme.mjs";
import { SPEEDS } from "./timing.mjs";

/** Moves up to which the scrubber has a tick for each. */
const MAX_TICKS = 100;

export class Controls {
  /** `theme`: the element whose colours are chosen here, if any. */
  constructor(player, theme) {
    this._player = player;
    this.row = element("div", { class: "controls", role: "group", "aria-label": "Player" });
    this._buildRow(player, this.row);
    this.below = element("div", { class: "below" });
    this._buildBelow(player, theme);
  }

  _buildRow(player, row) {
    this._first = iconButton("first", "To the start", "Home", () => player.jump(0), row);
    this._back = iconButton("back", "Back", "←", () => player.back(), row);
    this._play = iconButton("play", "Play", "space", () => player.toggle(), row);
    this._forward = iconButton("forward", "Forward", "→", () => player.forward(), row);
    this._last = iconButton("last", "To the end", "End", () => player.jump(player.length), row);
    const track = element("div", { class: "track" });
    this._ticks = svgElement("svg", { class: "ticks", "aria-hidden": "true" }, track);
    this.range = element("input", { type: "range", min: "0", step: "1", "aria-label": "Move" });
    this.range.addEventListener("input", () => player.jump(this.range.value));
    track.append(this.range);
    this._speed = element("select", { "aria-label": "Speed" });
    this._speed.title = "Speed (+ −)";
    for (const speed of SPEEDS) {
      this._speed.append(element("option", { value: String(speed), text: `${speed}×` }));
    }
    this._speed.value = "1";
    this._speed.addEventListener("change", () => (player.speed = this._speed.value));
    row.append(track, this._speed);
  }

  _buildBelow(player, theme) {
    this._facts = element("p", { class: "facts" });
    this._copy = element("button", { type: "button", text: "Copy solution" });
    this._copy.addEventListener("click", () => this._copySolution());
    this._save = element("button", { type: "button", text: "Download board" });
    this._save.addEventListener("click", () => {
      const { board, file } = player.film.record;
      saveFile(board, file);
    });
    this._choice = element("span", { class: "choice" });
    this._which = element("span");
    iconButton("back", "Solution before", "↑", () => (player.solution -= 1), this._choice);
    this._choice.append(this._which);
    iconButton("forward", "Next solution", "↓", () => (player.solution += 1), this._choice);
    const more = element("div", { class: "more" }, this._choice, this._copy, this._save);
    if (theme) more.append(themeSwitch(theme));
    this._print = element("p", { class: "print" });
    this.below.append(this._facts, more, this._print);
  }

  async _copySolution() {
    const done = await copyText(this._print.textContent, this._player.root);
    this._copy.textContent = done ? "Copied" : "Copying is not allowed here";
    this._player.announce(this._copy.textContent);
  }

  /** Shows what is known of a record. */
  open({ facts, solution, board }) {
    this._facts.textContent = facts || "";
    this._copy.hidden = !solution;
    this._save.hidden = !board;
  }

  /**
   * Shows a film of another length, or another solution. `zoom` stands at the end of what is
   * shown.
   */
  lengthen(zoom) {
    const { film: { length, record }, solution: shown, stage } = this._player;
    const others = record.solutions || [];
    this.range.max = String(length);
    this.row.hidden = !length;
    (length ? this._speed : stage).after(zoom);
    this._ticks.replaceChildren();
    if (length <= MAX_TICKS) {
      let d = "";
      for (let i = 0; i <= length; i++) d += `M${length ? i / length : 0} 0v1`;
      setAttributes(this._ticks, { viewBox: "0 0 1 1", preserveAspectRatio: "none" });
      svgElement("path", { d }, this._ticks);
    }
    this._choice.hidden = !others.length;
    this._which.textContent = `Solution ${shown + 1} of ${1 + others.length}`;
    this._copy.textContent = "Copy solution";
    this._print.textContent = (shown ? others[shown - 1] : record).solution || "";
  }

  /** Shows a position, with its line of words. */
  show(n, line) {
    const { length } = this._player;
    this.range.value = String(n);
    this.range.setAttribute("aria-valuetext", line);
    const disable = (is, ...buttons) => {
      for (const button of buttons) button.setAttribute("aria-disabled", is);
    };
    disable(!n, this._first, this._back);
    disable(n >= length, this._forward, this._last);
  }

  showPlaying(playing) {
    setIcon(this._play, playing ? "pause" : "play", playing ? "Pause" : "Play", "space");
  }

  showSpeed(speed) {
    this._speed.value = String(speed);
  }
}
