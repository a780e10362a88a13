/* Shows positions of a film on a board: at once, or by motions one after another.
 *
 * Needs a player.
 */

import { TIME, motionBetween, motions } from "./timing.mjs";

/** Milliseconds below which a motion is not seen. */
const MIN_MOTION = 20;

const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Presenter {
  /** `shown(n)` is called when the position is n from now on; motions may follow. */
  constructor(player, shown) {
    this._player = player;
    this._board = player.board;
    this._shown = shown;
    // Of the motion at hand:
    this._timer = null;
  }

  /** Takes another film, of which no position is shown yet. */
  open(film) {
    this._film = film;
    this.n = null;
  }

  /** Shows a position at once. */
  show(n) {
    this._hurry();
    this._jump(n);
  }

  /** Goes one step back, by a short motion. */
  retreat() {
    const { _film: film, n } = this;
    this._move(n - 1, () => [motionBetween(film, n, n - 1)]);
  }

  /** Makes the next step, by its motions. */
  advance() {
    const { _film: film, n } = this;
    this._move(n + 1, () => motions(film, n + 1));
  }

  /** Ends the motion at hand; returns true if there was one. */
  stop() {
    const moving = this._timer !== null;
    clearTimeout(this._timer);
    this._timer = null;
    this._board.stop();
    return moving;
  }

  _move(n, phases) {
    if (this._hurry()) this._jump(n);
    else {
      this._arrive(n);
      this._run(phases(), n);
    }
  }

  _jump(n) {
    this._board.show(n, this.n);
    this._arrive(n);
    this._rest(n);
  }

  _arrive(n) {
    this.n = n;
    this._shown(n);
  }

  /** Ends the motion at hand; returns true if there is no time, or no wish, for another one. */
  _hurry() {
    const moving = this.stop();
    if (moving) this._board.show(this.n);
    const { playing, speed } = this._player;
    return (moving && !playing) || prefersStillness() || TIME.move / speed < MIN_MOTION;
  }

  _run(phases, n) {
    const [phase, ...others] = phases;
    if (!phase) {
      this._timer = null;
      this._board.stop();
      this._board.finish(n);
      this._rest(n);
      return;
    }
    this._board.move(phase, this._player.speed, n);
    this._timer = setTimeout(() => this._run(others, n), phase.time / this._player.speed);
  }

  _rest(n) {
    const { viewport } = this._board;
    if (viewport.zoomed && n) {
      for (const id of this._film.routes(n).keys()) {
        const thing = this._film.at(id, n);
        if (thing) viewport.follow(thing[1], thing[2]);
      }
    }
    this._player.emit("rest", n);
  }
}
