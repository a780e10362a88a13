/* Pointing at a board: clicks, the wheel, drags and pinches, and buttons for zoom.
 *
 * Needs a player.
 */

import { element } from "./elements.mjs";
import { iconButton } from "./icons.mjs";

/** Cells narrower than this (in pixels) can be zoomed. */
const SMALL_CELL = 12;
/** Pixels from which on a press is a drag. */
const DRAG = 6;
const STEP = 1.6;

export class Pointing {
  /** The signal ends all. */
  constructor(player, signal) {
    this._player = player;
    this.tools = element("div", { class: "zoom", role: "group", "aria-label": "Zoom" });
    const { board: { svg, viewport }, stage } = player;
    iconButton("larger", "Larger", "", () => this._zoom(STEP), this.tools);
    iconButton("smaller", "Smaller", "", () => this._zoom(1 / STEP), this.tools);
    iconButton("whole", "Whole board", "", () => viewport.showWhole(), this.tools);
    const observer = new ResizeObserver(() => this._resized());
    observer.observe(stage);
    signal.addEventListener("abort", () => observer.disconnect());
    svg.addEventListener("wheel", (event) => this._wheel(event), { passive: false, signal });
    this._drag(signal);
  }

  get _zoomable() {
    return this._player.stage.classList.contains("zoomable");
  }

  _resized() {
    const { board: { viewport }, stage } = this._player;
    viewport.measure();
    const whole = viewport.wholePixels(stage.getBoundingClientRect());
    const zoomable = whole > 0 && whole < SMALL_CELL;
    stage.classList.toggle("zoomable", zoomable);
    this.tools.hidden = !zoomable;
    if (!zoomable && viewport.zoomed) viewport.showWhole();
  }

  /** Zooms from a button: from the whole board to the thing that moved last, else to the middle. */
  _zoom(factor) {
    const { board: { viewport }, film, step: n } = this._player;
    const [x, y, width, height] = viewport.view;
    const mover = n ? [...film.routes(n).keys()][0] : null;
    const thing = mover && film.at(mover, n);
    if (thing && factor > 1 && !viewport.zoomed) viewport.zoom(factor, thing[1] + 0.5, thing[2] + 0.5);
    else viewport.zoom(factor, x + width / 2, y + height / 2);
  }

  _wheel(event) {
    if (!this._zoomable) return;
    event.preventDefault();
    const { viewport } = this._player.board;
    const by = event.deltaMode ? event.deltaY * 20 : event.deltaY;
    viewport.zoom(Math.exp(-by / 400), ...viewport.under(event.clientX, event.clientY));
  }

  /** Has drags and pinches move the part that is seen; a click or tap presses a cell. */
  _drag(signal) {
    const { svg, viewport } = this._player.board;
    const fingers = new Map();
    let moved = false;
    const listen = (name, listener) => svg.addEventListener(name, listener, { signal });
    listen("pointerdown", (event) => {
      if (event.button) return;
      if (!fingers.size) moved = false;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    listen("pointermove", (event) => {
      const old = fingers.get(event.pointerId);
      if (!old) return;
      const far = Math.hypot(event.clientX - old[0], event.clientY - old[1]);
      if (!moved && far < DRAG) return;
      if (!moved) svg.setPointerCapture(event.pointerId);
      moved = true;
      if (!this._zoomable) return;
      const before = middleOf(fingers);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      const after = middleOf(fingers);
      const [x, y] = viewport.under(before.x, before.y);
      if (before.spread && after.spread) viewport.zoom(after.spread / before.spread, x, y);
      const [newX, newY] = viewport.under(after.x, after.y);
      viewport.pan(viewport.view[0] + x - newX, viewport.view[1] + y - newY);
    });
    const up = (event) => {
      if (!fingers.delete(event.pointerId) || moved || event.type !== "pointerup") return;
      this._player.press(...viewport.under(event.clientX, event.clientY).map(Math.floor));
    };
    listen("pointerup", up);
    listen("pointercancel", up);
  }
}

/** Returns the middle of all fingers, and the distance of the first one from it. */
function middleOf(fingers) {
  const points = [...fingers.values()];
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  const spread = points.length > 1 ? Math.hypot(points[0][0] - x, points[0][1] - y) : 0;
  return { x, y, spread };
}
