/* All positions of a board, decoded (see render/play_data.py): play without rules. Needs no page. */

/** The numbers of metrics are compared one after another: each counts more than all behind it. */
const WEIGHTS = [1e9, 1e4];
/** The character of 0 in rows, and the one that they leave out. */
const ZERO = 40;
const LEFT_OUT = 92;

/** Returns the bytes that a page holds packed: deflated, in base 64. */
export async function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(inflated).arrayBuffer();
}

/** Returns the data that a page holds packed; `raw`: as text. */
export async function unpack(text, { raw = false } = {}) {
  const unpacked = new TextDecoder().decode(await inflate(text));
  return raw ? unpacked : JSON.parse(unpacked);
}

export class PlayTable {
  constructor(data, sense) {
    this.data = data;
    this._sense = sense;
    this._width = data.keys.length + data.cells.length;
    this._moving = [...new Set(data.actions.flatMap(({ frames = [] }) => frames).flatMap(
      ({ set = [], gone = [] }) => [...set.map(([id]) => id), ...gone]))];
    const first = new Map(data.record.first.sprites.map(([id, ...thing]) => [id, thing]));
    const start = { things: first, hidden: 0, caption: data.record.first.caption || "" };
    this._numbers = new Map([[this._nameOf(start), 0]]);
    this._positions = [start];
    this._rows = [];
    this._targets = [];
    this._find();
    this._complete = data.complete.flatMap((count, i) => new Array(count).fill(i % 2 === 1));
    this._measure();
  }

  // -- positions

  _nameOf({ things, hidden }) {
    return `${this._moving.map((id) => things.get(id) ?? "").join(";")};${hidden}`;
  }

  /** Finds all positions, in the order in which they were numbered. */
  _find() {
    const { rows, context, actions } = this.data;
    const last = new Map();
    for (let n = 0; n < this._positions.length; n++) {
      const { things } = this._positions[n];
      const key = context.map((id) => things.get(id) ?? "").join(";");
      const before = last.get(key);
      const row = new Int32Array(this._width);
      const targets = new Map();
      for (let i = 0; i < this._width; i++) {
        const letter = rows.charCodeAt(n * this._width + i);
        const code = (letter > LEFT_OUT ? letter - 1 : letter) - ZERO;
        row[i] = code ? code - 2 : before ? before[i] : -1;
        const action = actions[row[i]];
        if (action?.frames && !targets.has(row[i])) targets.set(row[i], this._reach(n, action));
      }
      last.set(key, row);
      this._rows.push(row);
      this._targets.push(targets);
    }
  }

  /** Returns the number of the position after an action, a new one if need be. */
  _reach(n, { frames, hidden }) {
    const before = this._positions[n];
    const after = { ...before, things: new Map(before.things) };
    if (hidden !== undefined) after.hidden = hidden;
    for (const { set = [], gone = [], caption } of frames) {
      for (const [id, ...thing] of set) after.things.set(id, thing);
      for (const id of gone) after.things.delete(id);
      if (caption !== undefined) after.caption = caption;
    }
    const name = this._nameOf(after);
    if (!this._numbers.has(name)) {
      this._numbers.set(name, this._positions.length);
      this._positions.push(after);
    }
    return this._numbers.get(name);
  }

  /** Returns the input of a key or, of a cell, [x, y]; -1: it never means anything. */
  input(meant) {
    const { keys, cells } = this.data;
    if (typeof meant === "string") return keys.indexOf(meant);
    const place = cells.findIndex(([x, y]) => x === meant[0] && y === meant[1]);
    return place < 0 ? -1 : keys.length + place;
  }

  /** Returns the effect of an input at a position, {step, target} or {refusal}; null: none. */
  effect(n, input) {
    const number = this._rows[n][input];
    const step = this.data.actions[number];
    if (!step) return null;
    return step.refusal ? step : { step, target: this._targets[n].get(number) };
  }

  caption(n) {
    return this._positions[n].caption;
  }

  /** Returns the step from a position to another one at once. */
  leap(from, to) {
    const [before, after] = [this._positions[from].things, this._positions[to].things];
    const set = [];
    for (const id of this._moving) {
      const thing = after.get(id);
      if (thing && String(thing) !== String(before.get(id))) set.push([id, ...thing]);
    }
    const gone = this._moving.filter((id) => before.has(id) && !after.has(id));
    return { move: "", back: true, frames: [{ set, gone, caption: this.caption(to) }] };
  }

  // -- the best play

  /** Returns true: the best play from each position is known. */
  isKnown() {
    return true;
  }

  /** Finds the best play from each position, from the ends back. */
  _measure() {
    const count = this._positions.length;
    const sign = this._sense === "max" ? -1 : 1;
    const before = Array.from({ length: count }, () => []);
    for (let n = 0; n < count; n++) {
      this._rows[n].forEach((number, input) => {
        const { gains = [] } = this.data.actions[number] || {};
        const target = this._targets[n].get(number);
        if (target === undefined) return;
        const cost = gains.reduce((sum, gain, i) => sum + gain * WEIGHTS[i], 0);
        before[target].push([n, input, sign * cost + 1]);
      });
    }
    this._left = this._complete.map((is) => (is ? 0 : Infinity));
    this._next = new Int32Array(count).fill(-1);
    const waiting = this._complete.flatMap((is, n) => (is ? [n] : []));
    const isWaiting = this._complete.slice();
    for (let i = 0; i < waiting.length; i++) {
      const n = waiting[i];
      isWaiting[n] = false;
      for (const [from, input, cost] of before[n]) {
        if (this._left[n] + cost >= this._left[from]) continue;
        this._left[from] = this._left[n] + cost;
        this._next[from] = input;
        if (!isWaiting[from]) waiting.push(from);
        isWaiting[from] = true;
      }
    }
  }

  /** Returns true if no solution can follow. */
  isDead(n) {
    return this._left[n] === Infinity;
  }

  /** Returns true if the play may stop here, and no more can be won. */
  isEnd(n) {
    return this._complete[n] && (this._sense === "min" || this._next[n] < 0);
  }

  /** Returns the inputs of the best play to the end of its next move, with the step of that move. */
  nextMove(n) {
    const inputs = [];
    for (let at = n; ; ) {
      const input = this._next[at];
      inputs.push(input);
      const { step, target } = this.effect(at, input);
      if (step.move) return { inputs, step, at };
      at = target;
    }
  }

  /** Returns the sum of the gains of the best play from a position. */
  best(n) {
    const sums = [];
    for (let at = n; this._next[at] >= 0; ) {
      const { step, target } = this.effect(at, this._next[at]);
      (step.gains || []).forEach((gain, i) => (sums[i] = (sums[i] || 0) + gain));
      at = target;
    }
    return sums;
  }
}
