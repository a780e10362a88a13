/* Plays records of play-throughs (see render/animation.py): a board, its moves, and a row of controls.
 *
 * It knows no rules and no game: it shows first scenes, and the changes of each step.
 *
 *   const player = gridproof.create(element, record, options)
 *
 * Needs a page, and the style player.css.
 */

import { Address } from "./address.mjs";
import { Board } from "./board.mjs";
import { Controls } from "./controls.mjs";
import { element, visibleText } from "./elements.mjs";
import { Film } from "./film.mjs";
import { pressKey } from "./keyboard.mjs";
import { Narration } from "./narration.mjs";
import { clamp, lastUpTo } from "./numbers.mjs";
import { Pointing } from "./pointing.mjs";
import { Presenter } from "./presenter.mjs";
import { SPEEDS, TIME, durationOf } from "./timing.mjs";

/** The events that end each state, and the states that follow. */
const STATES = {
  paused: { play: "playing", dispose: "disposed" },
  playing: { pause: "paused", dispose: "disposed" },
  disposed: {},
};

class Player {
  /** See `create` for the options. */
  constructor(parent, record, options) {
    const { controls = true, address, theme, step, autoplay } = options;
    this._listeners = new Map();
    this._ending = new AbortController();
    this.state = "paused";
    this._speed = 1;
    const { signal } = this._ending;
    this.root = element("div", { class: "gridproof", role: "group" });
    this.root.dataset.state = "paused";
    this.stage = element("div", { class: "stage" });
    this._controls = controls ? new Controls(this, theme) : null;
    this._narration = new Narration(this, controls);
    const { line, live } = this._narration;
    const { row, below } = this._controls || {};
    this.root.append(...[this.stage, row, line, live, below].filter(Boolean));
    parent.append(this.root);
    const { keys = this.root } = options;
    const press = (event) => pressKey(this, event, this._controls?.range);
    keys?.addEventListener("keydown", press, { signal });
    this._address = address ? new Address(this, signal) : null;
    this.film = new Film(record);
    this.board = new Board(this.film);
    this.stage.prepend(this.board.svg);
    this._presenter = new Presenter(this, (n) => this._shown(n));
    this._pointing = new Pointing(this, signal);
    if (!controls) this.stage.after(this._pointing.tools);
    this._open(step);
    if (autoplay) this.play();
  }

  // -- for pages

  get length() {
    return this.film.length;
  }
  get step() {
    return this._presenter.n;
  }
  get playing() {
    return this.state === "playing";
  }
  get speed() {
    return this._speed;
  }
  set speed(value) {
    this._speed = SPEEDS[Math.max(lastUpTo(SPEEDS, Number(value)), 0)];
    this._controls?.showSpeed(this._speed);
    this.emit("speed", this._speed);
  }
  /** The number of the solution that is shown, from 0. */
  get solution() {
    return this._solution;
  }
  set solution(number) {
    const { record } = this.film;
    const wanted = clamp(number, 0, (record.solutions || []).length);
    if (wanted === this._solution) return;
    this.pause();
    this._presenter.stop();
    this._solution = wanted;
    const n = this.step;
    this.film = new Film(record, wanted);
    this.board.swap(this.film);
    this._presenter.open(this.film);
    this._controls?.lengthen(this._pointing.tools);
    this._presenter.show(Math.min(n, this.length));
    this.emit("solution", wanted);
  }

  /** Plays on from here; at the end, from the start. */
  play() {
    if (!this._become("play")) return;
    if (this.step >= this.length) this._presenter.show(0);
    this.emit("play");
    this._playOn();
  }

  pause() {
    if (!this._become("pause")) return;
    clearTimeout(this._timer);
    this._timer = null;
    this._narration.announceSoon();
    this.emit("pause");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Goes to a position at once. */
  seek(n) {
    const wanted = clamp(Math.round(Number(n)) || 0, 0, this.length);
    if (wanted !== this.step) this._presenter.show(wanted);
    if (this.playing) this._playOn();
  }

  /** Goes to a position at once, and stays there. */
  jump(n) {
    this.pause();
    this.seek(n);
  }

  forward() {
    this.pause();
    if (this.step < this.length) this._presenter.advance();
  }

  back() {
    this.pause();
    if (this.step > 0) this._presenter.retreat();
  }

  changeSpeed(by) {
    this.speed = SPEEDS[clamp(SPEEDS.indexOf(this._speed) + by, 0, SPEEDS.length - 1)];
  }

  /** Adds a step that is not in the record, and shows it. */
  apply(step) {
    this.pause();
    if (this.step < this.length) this._presenter.show(this.length);
    this.film.append(step);
    this.board.learn(step);
    this._controls?.lengthen(this._pointing.tools);
    if (this.step < this.length - 1) this._presenter.show(this.length - 1);
    this._presenter.advance();
  }

  /** Shows another record instead. */
  reset(record) {
    this.pause();
    this._presenter.stop();
    this.film = new Film(record);
    this.board.load(this.film);
    this._open(0);
  }

  /** Says something to those who do not see it. */
  announce(text) {
    this._narration.live.textContent = text;
  }

  /**
   * Calls back at `step`, `rest` (a motion has ended), `play`, `pause`, `speed`, `solution`, `point`
   * ({x, y}: a cell was clicked or tapped), and `focus` (a cell of the grid of words, or null).
   * Returns a function that ends that.
   */
  on(name, listener) {
    if (!this._listeners.has(name)) this._listeners.set(name, new Set());
    this._listeners.get(name).add(listener);
    return () => this._listeners.get(name).delete(listener);
  }

  dispose() {
    if (!this._become("dispose")) return;
    clearTimeout(this._timer);
    this._ending.abort();
    this._narration.dispose();
    this._presenter.stop();
    this.root.remove();
    this._listeners.clear();
  }

  // -- for its parts

  emit(name, value) {
    for (const listener of this._listeners.get(name) || []) listener(value);
  }

  /** Tells a cell that was pressed to those who listen; else plays, or pauses. */
  press(x, y) {
    const { width, height } = this.film.record;
    if (this._listeners.get("point")?.size) {
      if (x >= 0 && y >= 0 && x < width && y < height) this.emit("point", { x, y });
    } else if (this.length) this.toggle();
  }

  // -- for itself

  _become(event) {
    const next = STATES[this.state][event];
    if (!next) return false;
    this.state = next;
    if (event === "pause") this._narration.fillSoon();
    this.root.dataset.state = next;
    this._controls?.showPlaying(this.playing);
    return true;
  }

  /**
   * Shows the record of a film that the board has loaded; `step` undefined: the address tells it.
   */
  _open(step) {
    const { record } = this.film;
    this._solution = 0;
    this.root.style.setProperty("--columns", record.view[2]);
    this.root.style.setProperty("--rows", record.view[3]);
    this.board.viewport.measure();
    this._presenter.open(this.film);
    this.root.setAttribute("aria-label", visibleText(record.title || "Board"));
    this._controls?.open(record);
    this._controls?.lengthen(this._pointing.tools);
    const asked = step === undefined ? this._address?.step : step;
    this._presenter.show(clamp(asked || 0, 0, this.length));
    this._narration.open(record);
  }

  /** Tells a position that is shown from now on. */
  _shown(n) {
    const line = this._narration.show();
    this._controls?.show(n, line);
    this.emit("step", n);
    this._narration.announceSoon();
    this._address?.keep();
    if (!this.playing) this._narration.fillSoon();
  }

  /** Makes one step after another, each when its time has come. */
  _playOn() {
    clearTimeout(this._timer);
    if (!this.playing) return;
    if (this.step >= this.length) {
      this.pause();
      return;
    }
    this._presenter.advance();
    const time = durationOf(this.film, this.step);
    const walk = this.film.step(this.step).frames.length === 1;
    const rest = walk && time <= TIME.move ? 0 : TIME.rest;
    this._timer = setTimeout(() => this._playOn(), (time + rest) / this._speed);
  }
}

/**
 * Shows a record inside an element, with the controls below the board; returns the player.
 *
 * Options: `autoplay`; `step` to begin with; `controls` (default true); `keys`: the element whose key
 * presses count (default: the player's own), or null; `address`: true if the page's fragment holds the
 * step; `theme`: the element whose `data-theme` a switch sets.
 */
export function create(parent, record, options = {}) {
  return new Player(parent, record, options);
}
