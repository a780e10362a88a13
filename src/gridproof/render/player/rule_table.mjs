/* Positions of a board that has too many for a table: made by the rules of its game when they are
 * met, and solved by these rules or by a kernel in a worker. It is used as a PlayTable is. Needs no
 * page. */

import { looksOf } from "./looks.mjs";

/** Limits of a search for a hint: bytes, and seconds. */
const LIMITS = { memory: 2 ** 30, seconds: 60 };

export class RuleTable {
  /** `ask(called, named, control)`: a promise of the kernel's result, if the game has a kernel. */
  constructor(data, rules, ask) {
    this.data = data;
    this._rules = rules;
    this._ask = (called, named) => ask(called, named, LIMITS);
    this._look = looksOf(data.record.looks);
    this._states = [];
    this._numbers = new Map();
    this._plans = new Map(); // by position: the input and step of the best play, or null: dead
    const fixed = new Set(rules.things(rules.start).map(([id]) => id));
    this._backdrop = data.record.first.sprites.filter(([id]) => !fixed.has(id));
    this._number(rules.start);
  }

  _number(state) {
    const name = this._rules.name(state);
    if (!this._numbers.has(name)) {
      this._numbers.set(name, this._states.length);
      this._states.push(state);
    }
    return this._numbers.get(name);
  }

  /** Returns the input of a key or, of a cell, [x, y]; -1: it never means anything. */
  input(meant) {
    const { keys } = this._rules;
    return typeof meant === "string"
      ? keys.indexOf(meant)
      : keys.length + meant[1] * this.data.record.width + meant[0];
  }

  /** Returns the effect of an input at a position, {step, target} or {refusal}; null: none. */
  effect(n, input) {
    const [{ keys }, { width }] = [this._rules, this.data.record];
    const cell = input - keys.length;
    const meant = cell < 0 ? keys[input] : [cell % width, Math.floor(cell / width)];
    const found = this._rules.effect(this._states[n], meant);
    if (!found || found.refusal) return found;
    const { move, gains, state } = found;
    const target = this._number(state);
    return { step: { move, gains, frames: [this._frame(n, target)] }, target };
  }

  _frame(from, to) {
    const [before, after] = [from, to].map((n) => this._things(this._states[n]));
    const old = new Map(before.map((thing) => [thing[0], String(thing)]));
    const ids = new Set(after.map(([id]) => id));
    const set = after.filter((thing) => old.get(thing[0]) !== String(thing));
    const gone = before.map(([id]) => id).filter((id) => !ids.has(id));
    return { set, gone, caption: this.caption(to) };
  }

  _things(state) {
    return this._rules.things(state).map(([id, look, ...at]) => [id, this._look(look), ...at]);
  }

  caption(n) {
    return this._rules.caption(this._states[n]);
  }

  /** Returns the step from a position to another one at once. */
  leap(from, to) {
    return { move: "", back: true, frames: [this._frame(from, to)] };
  }

  // -- the best play

  /** Returns true if the best play from a position is known. */
  isKnown(n) {
    return this.isEnd(n) || this._plans.has(n);
  }

  /** Solves a position; false: a limit was met. */
  async solve(n) {
    if (this.isKnown(n)) return true;
    const { plan, exhausted } = await this._rules.solve(this._states[n], this._ask);
    if (!plan) {
      if (exhausted) this._plans.set(n, null);
      return exhausted;
    }
    let at = n;
    for (const meant of plan) {
      const input = this.input(meant);
      const { step, target } = this.effect(at, input);
      this._plans.set(at, { input, step, target });
      at = target;
    }
    return true;
  }

  /** Returns true if it is known that no solution can follow. */
  isDead(n) {
    return this._plans.get(n) === null;
  }

  isEnd(n) {
    return this._rules.isComplete(this._states[n]);
  }

  /** Returns the inputs of the best play to the end of its next move, with the step of that move. */
  nextMove(n) {
    const inputs = [];
    for (let at = n; ; ) {
      const { input, step, target } = this._plans.get(at);
      inputs.push(input);
      if (step.move) return { inputs, step, at };
      at = target;
    }
  }

  /** Returns the sum of the gains of the best play from a position that is known. */
  best(n) {
    const sums = [];
    for (let at = n; !this.isEnd(at); at = this._plans.get(at).target) {
      const { gains = [] } = this._plans.get(at).step;
      gains.forEach((gain, i) => (sums[i] = (sums[i] || 0) + gain));
    }
    return sums;
  }
}
