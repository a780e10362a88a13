/* The part of a board that is seen: zoom, pan, and places under the pointer.
 *
 * Needs an SVG element.
 */

import { clamp } from "./numbers.mjs";

/** Cells across the largest zoom. */
const MIN_CELLS = 6;

export class Viewport {
  /** `changed` is called whenever another part is seen, or cells have another size. */
  constructor(svg, changed) {
    this._svg = svg;
    this._changed = changed;
  }

  /** Shows a whole board: its left, top, width and height in cells. */
  open(whole) {
    this._whole = whole;
    this.showWhole();
  }

  showWhole() {
    this.look(...this._whole);
  }

  /** Shows this part of the board, in cells. */
  look(x, y, width, height) {
    this.view = [x, y, width, height];
    this._svg.setAttribute("viewBox", this.view.join(" "));
    this._svg.classList.toggle("zoomed", this.zoomed);
    this.measure();
  }

  /** Notes the size of a cell on the screen. */
  measure() {
    const [, , width, height] = this.view;
    const box = this._svg.getBoundingClientRect();
    const pixels = Math.min(box.width / width, box.height / height) || 0;
    if (pixels !== this.pixels) {
      this.pixels = pixels;
      const pixel = pixels ? 1 / pixels : 0;
      this._svg.style.setProperty("--pixel", `${pixel.toFixed(5)}px`);
      this._svg.style.setProperty("--least", Math.max(1, 14 * pixel).toFixed(4));
    }
    this._changed();
  }

  /** Returns the size that a cell of the whole board has within a box of the page, in pixels. */
  wholePixels(box) {
    const [, , width, height] = this._whole;
    return Math.min(box.width / width, box.height / height);
  }

  /** Returns the place, in cells, under a point of the page. */
  under(clientX, clientY) {
    const box = this._svg.getBoundingClientRect();
    const [x, y, width, height] = this.view;
    const scale = Math.min(box.width / width, box.height / height);
    const left = box.left + (box.width - width * scale) / 2;
    const top = box.top + (box.height - height * scale) / 2;
    return [x + (clientX - left) / scale, y + (clientY - top) / scale];
  }

  /** Magnifies by a factor; the place (x, y) stays where it is. */
  zoom(factor, x, y) {
    const [left, top, width, height] = this.view;
    const [, , wide, high] = this._whole;
    const max = Math.max(wide / width, high / height);
    const min = Math.min(MIN_CELLS / Math.max(wide, high), 1);
    const scale = clamp(1 / factor, (min * Math.max(wide, high)) / Math.max(width, height), max);
    this.pan(x - (x - left) * scale, y - (y - top) * scale, width * scale, height * scale);
  }

  /** Moves the part that is seen, not beyond the board. */
  pan(x, y, width = this.view[2], height = this.view[3]) {
    const [left, top, wide, high] = this._whole;
    const inside = (value, start, size, whole) =>
      size >= whole ? start + (whole - size) / 2 : clamp(value, start, start + whole - size);
    this.look(inside(x, left, width, wide), inside(y, top, height, high), width, height);
  }

  /** Moves the part that is seen by a fifth of its size. */
  shift([dx, dy]) {
    const [x, y, width, height] = this.view;
    this.pan(x + (dx * width) / 5, y + (dy * height) / 5);
  }

  get zoomed() {
    return this.view[2] < this._whole[2] - 1e-6;
  }

  /** Brings a cell into sight if the board is zoomed and the cell is not well inside. */
  follow(x, y) {
    if (!this.zoomed) return;
    const [left, top, width, height] = this.view;
    const near = (value, start, size) => value > start + size * 0.1 && value < start + size * 0.9;
    if (near(x + 0.5, left, width) && near(y + 0.5, top, height)) return;
    this.pan(x + 0.5 - width / 2, y + 0.5 - height / 2);
  }
}
