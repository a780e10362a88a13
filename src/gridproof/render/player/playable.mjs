/* Boards that are played in a page without a server (see render/playable.py).
 *
 *   gridproof.playable(element, levels, options)
 *
 * All positions of a board are in its data; or it has rules, which a kernel may solve. Needs a
 * page, and the styles player.css and playable.css.
 */

import { element, setAttributes } from "./elements.mjs";
import { Film } from "./film.mjs";
import { clamp } from "./numbers.mjs";
import { makeButtons } from "./play_buttons.mjs";
import { acceptSwipes, playKey } from "./play_keys.mjs";
import { PlayTable, unpack } from "./play_table.mjs";
import { amountsInWords, levelNames, praise } from "./play_words.mjs";
import { create } from "./player.mjs";
import { keepInputs, keepSolution, keptInputs, keptSolutions } from "./progress.mjs";
import { RuleTable } from "./rule_table.mjs";
import { addressed, namedLevel } from "./shared_board.mjs";
import { tellStep } from "./telling.mjs";
import { themeSwitch } from "./theme.mjs";

const HARD = "This position is too hard for a hint.";
const DEAD = "✗ No solution can follow from here: u takes the last move back.";

class Playable {
  /** See `playable` for the options. */
  constructor(parent, levels, { page = false, rules = {} }) {
    this._levels = levels;
    this._rules = rules;
    this._page = page;
    this._root = element("div", { class: "playable" });
    this._choice = element("select", { "aria-label": "Level" });
    this._choice.addEventListener("change", () => this.go(Number(this._choice.value)));
    const bar = element("div", { class: "bar" }, this._choice);
    this._goal = element("p", { class: "goal" });
    this._board = element("div", {
      class: "place", tabindex: 0, role: "application", "aria-label": "Board",
    });
    this._counter = element("p", { class: "counter" });
    this._message = element("p", { class: "message", role: "status" });
    this._buttons = element("div", { class: "buttons", role: "group", "aria-label": "Play" });
    this._root.append(bar, this._goal, this._board, this._counter, this._message, this._buttons);
    parent.append(this._root);
    this._choice.hidden = levels.length < 2;
    makeButtons(this, this._buttons, levels.length > 1);
    if (page) bar.append(themeSwitch(document.documentElement));
    const listened = page ? document : this._root;
    listened.addEventListener("keydown", (event) => playKey(this, event, this._board));
    acceptSwipes(this, this._board);
    if (page) addEventListener("hashchange", () => this._follow());
    if (page) this._follow();
    else this.go(0);
  }

  // -- levels

  /** Opens the level that the page's address names, or whose board it holds. */
  async _follow() {
    const { number, said } = await addressed(location.hash, this._levels);
    await this.go(number);
    if (said) this._say(said);
  }

  /** Goes to the level before or after. */
  turn(by) {
    this.go(clamp(this._number + by, 0, this._levels.length - 1));
  }

  /** Opens a level, where it was left. */
  async go(number) {
    if (number === this._number) return;
    this._number = number;
    const level = this._levels[number];
    const data = await unpack(level.packed);
    if (this._number !== number) return; // another one was chosen meanwhile
    this._level = level;
    this._table = level.playable ? this._tableOf(data, level) : null;
    this._trail = [{ n: 0, gains: [], inputs: [] }];
    this._at = 0;
    this._bySolver = false;
    if (this._player) this._player.reset(data.record);
    else {
      this._player = create(this._board, data.record, { controls: false, keys: null });
      this._player.on("point", ({ x, y }) => this.press([x, y]));
    }
    this._goal.textContent = level.goal;
    if (this._page && namedLevel(location.hash, this._levels.length) !== number) history.replaceState(null, "", `#${number + 1}`);
    for (const input of this._table ? keptInputs(level.digest) : []) this._do(input);
    if (this._table) this._leap(0);
    this._arrive(level.said);
    this._root.dataset.level = number + 1;
  }

  /** Returns the positions of a level: all in a table, or by rules and a kernel. */
  _tableOf(data, { sense, game }) {
    if (!data.rules) return new PlayTable(data, sense);
    const { Rules, ask } = this._rules[game];
    return new RuleTable(data, new Rules(data.rules), ask);
  }

  // -- play

  /** The number of the position. */
  get _n() {
    return this._trail[this._at].n;
  }

  get _isOver() {
    return this._at > 0 && this._table.isEnd(this._n);
  }

  /** Returns true if a key, by its name, or a cell means something to the game. */
  means(meant) {
    return Boolean(this._table) && this._table.input(meant) >= 0;
  }

  /** Does what a key, by its name, or pointing at a cell means. */
  press(meant) {
    if (!this.means(meant) || this._isOver) return;
    const done = this._do(this._table.input(meant), true);
    if (!done) return;
    this._bySolver = false;
    if (done.refusal) this._say(done.refusal);
    else this._arrive("", done.step);
  }

  /** Does an input, so that it is seen; returns its effect, or null. */
  _do(input, isSeen = false) {
    const effect = this._table.effect(this._n, input);
    if (!effect || effect.refusal) return effect;
    const { step, target } = effect;
    this._trail.length = this._at + 1;
    if (step.move) {
      this._trail.push({ n: target, gains: step.gains, inputs: [input] });
      this._at += 1;
    } else {
      this._trail[this._at].n = target;
      this._trail[this._at].inputs.push(input);
    }
    if (isSeen) this._show(step);
    return effect;
  }

  undo() {
    if (this._at) this._back(this._at - 1);
    else this._say("This is the start: there is nothing to take back.");
  }

  redo() {
    if (this._trail[this._at + 1]) this._back(this._at + 1);
    else this._say("No move was taken back.");
  }

  restart() {
    this._back(0);
  }

  /** Goes to the position after a number of moves. */
  _back(at) {
    if (!this._table) return;
    const before = this._n;
    this._at = at;
    this._leap(before);
    this._arrive();
  }

  _leap(before) {
    if (before !== this._n) this._show(this._table.leap(before, this._n));
  }

  /** Shows a step, with the looks that the player has not met. */
  _show(step) {
    const looks = this._table.data.record.looks.slice(this._player.film.looks.length);
    this._player.apply({ ...step, looks });
  }

  /** Gives a hint, a bigger one each time: the distance, the next move; and then makes it. */
  async hint() {
    const table = this._table;
    if (!table || !(await this._know(table, this._n))) return;
    if (this._isOver || table.isEnd(this._n)) this._say("This is solved already.");
    else if (table.isDead(this._n)) this._say(DEAD);
    else {
      const size = this._hinted + 1;
      if (size === 1) {
        const left = this._amount(table.best(this._n));
        this._say(`From here: ${left}, if nothing is wasted. h: the next move.`);
      } else if (size === 2) this._preview();
      else {
        const { inputs } = table.nextMove(this._n);
        this._bySolver = true;
        const steps = inputs.map((input) => this._do(input, true).step);
        this._arrive("", steps.at(-1));
      }
      this._hinted = size > 2 ? 1 : size;
    }
  }

  /** Solves a position; false: it is too hard, or not the one that is seen any more. */
  async _know(table, n) {
    if (table.isKnown(n)) return true;
    const isSeen = () => this._table === table && this._n === n;
    this._say("Solving …");
    const isSolved = await table.solve(n).catch(() => false);
    if (isSeen()) this._say(isSolved ? "" : HARD);
    return isSolved && isSeen();
  }

  /** Tells the next move of the best play, and frames a cell of it. */
  _preview() {
    const { step, at } = this._table.nextMove(this._n);
    const film = new Film({ ...this._table.data.record, steps: [this._table.leap(0, at), step] });
    this._say(`Next: ${tellStep(film, 2)}. h: make it.`);
    const { set = [], gone = [] } = step.frames[0];
    const thing = film.at(set.length ? set[0][0] : gone[0], 1) || set[0]?.slice(1);
    if (thing) this._player.board.point([thing[1], thing[2]]);
  }

  // -- what is told

  /** Takes note of a position, by a step or by going back; `said`: instead of its verdict. */
  _arrive(said = "", step = null) {
    this._hinted = 0;
    const { _level: level, _table: table } = this;
    const over = Boolean(table) && this._isOver;
    const dead = Boolean(table) && table.isDead(this._n);
    const solvedNow = over && step?.move;
    if (solvedNow && !this._bySolver) {
      keepSolution(level.digest, level.sense, this._trail.slice(1, this._at + 1)
        .reduce((sum, { gains }) => sum + gains[0], 0));
    }
    if (table) {
      const trail = this._trail.slice(0, this._at + 1);
      keepInputs(level.digest, over ? [] : trail.flatMap(({ inputs }) => inputs));
    }
    this._root.dataset.outcome = over ? "solved" : dead ? "lost" : "";
    this._root.dataset.at = this._at;
    this._disable("undo", !this._at);
    this._disable("restart", !this._at);
    this._disable("redo", this._at === this._trail.length - 1);
    this._disable("previous", this._number === 0);
    this._disable("next", this._number === this._levels.length - 1);
    this._disable("hint", !table);
    this._count();
    this._list();
    this._say(said || (over ? this._praise() : dead ? DEAD : ""));
  }

  _say(text) {
    this._player.board.point(null);
    this._message.textContent = text;
  }

  /** Shows the count, the player's best before, and the numbers of things that are left. */
  _count() {
    const best = keptSolutions()[this._level.digest];
    const counted = this._table ? this._amount(this._value()) : "";
    const kept = best === undefined ? "" : `your best ${best}`;
    const caption = this._table ? this._table.caption(this._n) : "";
    this._counter.textContent = [counted, kept, caption].filter(Boolean).join(" · ");
  }

  /** Lists the levels, with ticks at those that are solved. */
  _list() {
    const names = levelNames(this._levels, keptSolutions());
    this._choice.replaceChildren(...names.map((text, value) => element("option", { value, text })));
    this._choice.value = this._number;
  }

  _praise() {
    const best = this._table.isKnown(0) ? this._table.best(0) : null;
    return praise(this._level.amounts, this._value(), best, this._bySolver);
  }

  _amount(values) {
    return amountsInWords(this._level.amounts, values);
  }

  _value() {
    const sums = this._level.amounts.map(() => 0);
    for (const { gains } of this._trail.slice(1, this._at + 1)) {
      gains.forEach((gain, i) => (sums[i] += gain));
    }
    return sums;
  }

  _disable(name, is) {
    const button = this._buttons.querySelector(`[data-does=${name}]`);
    if (button) setAttributes(button, { "aria-disabled": is });
  }
}

/**
 * Shows levels inside an element. Option `page` (default false): the page is theirs alone, has all
 * keys, and its address names the level. Option `rules`: by game, for levels that need them.
 */
export function playable(parent, levels, options = {}) {
  return new Playable(parent, levels, options);
}
