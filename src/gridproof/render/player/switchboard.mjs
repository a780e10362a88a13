/* Instances of reductions to be switched by hand, beside the board that stands for them.
 *
 *   const board = gridproof.switchboard(element, player, data)
 *
 * `data` is made by render/reduced.py; `player` shows the board. Needs a page, and the style
 * switchboard.css.
 */

import { AskedMoves } from "./asked_moves.mjs";
import { Cells } from "./cells.mjs";
import { element, setAttributes } from "./elements.mjs";
import { InstanceGraph } from "./instance_graph.mjs";
import { Switches, digits, same } from "./switches.mjs";

class Switchboard {
  constructor(parent, player, data) {
    this._data = data;
    this._player = player;
    this._switches = new Switches(data);
    this._values = this._switches.start.slice();
    this._controls = [];
    this._edges = [];
    this._rows = [];
    this._root = element("section", { class: "switchboard", "aria-label": data.title });
    this._asked = new AskedMoves(player, data);
    this._build();
    parent.append(this._root);
    this._end = player.on("step", (n) => this._stepped(n));
    this._show();
  }

  /** The number of the value of each choice. */
  get values() {
    return this._values.slice();
  }

  set values(values) {
    this._values = values.slice();
    const { _player: player } = this;
    if (player.step && !this._played()) player.jump(0);
    this._show();
  }

  /** Takes it off the page and the board. */
  dispose() {
    this._end();
    this._root.remove();
    this._asked.layer.remove();
  }

  /** Returns true if the solution that the player has is the one of these values. */
  _played() {
    const { played } = this._data;
    return Boolean(played) && same(digits(played), this._values);
  }

  /** Follows the board to another position: the solution goes with its own values. */
  _stepped(n) {
    if (n && !this._played() && this._data.played) this._values = digits(this._data.played);
    this._show();
  }

  // -- built once

  _build() {
    const { _data: data } = this;
    const instance = element("div", {}, element("h2", { text: data.title }));
    if (data.choices.some((choice) => choice.at)) instance.append(this._graph());
    const loose = data.choices.flatMap((choice, i) => (choice.at ? [] : [i]));
    if (loose.length) instance.append(this._buttons(loose));
    this._tally = element("p", { class: "tally" });
    this._rest = element("p", { class: "rest" });
    this._said = element("div", { class: "said", role: "status" }, this._tally, this._rest);
    instance.append(this._said, this._acts());
    const known = element("div", {}, element("p", { class: "verdict", text: data.verdict }));
    if (data.rows) known.append(this._table());
    known.append(element("p", { class: "theorem", text: data.theorem }));
    this._root.append(instance, element("div", {}, this._list()), known);
  }

  _graph() {
    const graph = new InstanceGraph(this._data, (i) => this._flip(i));
    this._edges = graph.edges;
    graph.vertices.forEach((button, i) => {
      if (button) this._controls[i] = { button };
    });
    return graph.root;
  }

  /** Makes buttons of choices. */
  _buttons(numbers) {
    const { choices, choosing, tints } = this._data;
    const group = element("div", { class: "choices", role: "group", "aria-label": choosing });
    for (const i of numbers) {
      const { name, tint, values } = choices[i];
      const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
      if (tint !== null) swatch.style.backgroundColor = tints[tint % tints.length];
      const value = element("b");
      const button = element("button", { type: "button" }, swatch, `${name} `, value);
      if (values.length === 2) button.setAttribute("role", "switch");
      button.addEventListener("click", () => this._flip(i));
      group.append(button);
      this._controls[i] = { button, value };
    }
    return group;
  }

  /** Gives a choice its next value. */
  _flip(i) {
    const values = this.values;
    values[i] = (values[i] + 1) % this._data.choices[i].values.length;
    this.values = values;
  }

  /** Makes a list of the demands, each with its ways. */
  _list() {
    const list = element("ul", { tabindex: "0", "aria-label": this._data.plural });
    list.className = this._edges.length ? "demands brief" : "demands";
    this._demands = this._data.demands.map(({ name, ways }) => {
      const sign = element("span", { class: "sign", "aria-hidden": "true" });
      const state = element("span", { class: "state" });
      const literals = ways.map(({ text }) => {
        const said = element("span", { class: "unseen" });
        return { item: element("span", { class: "literal" }, element("span", { text }), said), said };
      });
      const line = literals.flatMap(({ item }, i) => [i ? " ∨ " : "", item]);
      const named = element("span", { class: "name", text: name });
      const item = element("li", {}, sign, named, element("span", { class: "ways" }, ...line), state);
      list.append(item);
      return { item, sign, state, literals };
    });
    return list;
  }

  _acts() {
    const { witness, played } = this._data;
    const row = element("div", { class: "acts" });
    if (witness) {
      const show = element("button", { type: "button", text: "Show a solution" });
      show.addEventListener("click", () => (this.values = digits(witness)));
      row.append(show);
    }
    if (played) {
      this._watch = element("button", { type: "button", text: "Watch this" });
      this._watch.addEventListener("click", () => {
        if (!this._played()) return;
        this._player.seek(0);
        this._player.play();
      });
      row.append(this._watch);
    }
    return row;
  }

  /** Makes a table of all values, each with the demands that they leave. */
  _table() {
    const { rows, summary, witness, choices, choosing } = this._data;
    const listed = choices.some(({ at }) => at); // in one column, not a column a choice
    const names = listed ? [choosing.toLowerCase()] : choices.map(({ name }) => name);
    const head = element("tr");
    for (const name of names) head.append(element("th", { scope: "col", text: name }));
    head.append(element("th", { scope: "col", text: "what is left" }));
    const body = element("tbody");
    this._rows = rows.map((text) => {
      const values = digits(text);
      const words = this._switches.words(values) || "none";
      const left = this._switches.missing(values) || this._switches.tally(values);
      const outcome = this._switches.good(values) ? "✓ nothing" : `✗ ${left}`;
      const texts = listed ? [words] : choices.map((choice, i) => choice.values[values[i]].name);
      const label = `${words}: ${outcome}`;
      const button = element("button", { type: "button", text: outcome, "aria-label": label });
      const row = element("tr", {}, ...texts.map((text) => element("td", { text })));
      row.append(element("td", {}, button));
      button.addEventListener("click", () => (this.values = values));
      body.append(row);
      return { row, button, values };
    });
    const table = element("table", {}, element("thead", {}, head), body);
    const scrolled = { class: "scrolled", tabindex: "0", role: "region", "aria-label": summary };
    const all = element("details", { class: "all" }, element("summary", { text: summary }));
    all.append(element("div", scrolled, table));
    all.open = !witness;
    return all;
  }

  // -- following the values

  _show() {
    if (this._cells?.film !== this._player.film) this._cells = new Cells(this._player.film);
    const { _values: values, _switches: switches } = this;
    const running = this._player.step > 0 && this._played();
    this._showChoices(values);
    this._showDemands(values, running);
    setAttributes(this._tally, { text: switches.tally(values) });
    setAttributes(this._rest, { text: switches.rest(values) });
    this._said.classList.toggle("good", switches.good(values));
    if (this._watch) {
      const can = this._played();
      setAttributes(this._watch, {
        "aria-disabled": can ? "false" : "true",
        title: can ? "Play the board's solution" : "The board's solution is another one",
      });
    }
    for (const { row, button, values: own } of this._rows) {
      const here = same(own, values);
      row.classList.toggle("here", here);
      setAttributes(button, { "aria-pressed": String(here) });
    }
    this._asked.show(switches, this._cells, values, running);
  }

  _showChoices(values) {
    this._data.choices.forEach(({ name, values: names, on }, i) => {
      const { button, value } = this._controls[i];
      const said = names[values[i]].name;
      if (value) setAttributes(value, { text: said });
      else setAttributes(button, { "aria-label": `${name}, ${said}` });
      if (names.length === 2) setAttributes(button, { "aria-checked": String(values[i] === on) });
    });
  }

  _showDemands(values, running) {
    const ways = this._switches.ways(values);
    const { step } = this._player;
    this._demands.forEach(({ item, sign, state, literals }, i) => {
      const { cells, ways: all } = this._data.demands[i];
      const met = ways[i] >= 0;
      const stands = running && cells.some((cell) => this._cells.stays(...cell, step));
      const done = met && !stands;
      setAttributes(sign, { text: done ? "✓" : met ? "…" : "✗" });
      item.classList.toggle("met", met);
      item.classList.toggle("left", !met);
      let said = "left";
      if (met && stands) said = "still stands";
      else if (met) said = running && cells.length ? "gone" : `met by ${all[ways[i]].text}`;
      setAttributes(state, { text: said });
      literals.forEach(({ item: literal, said: heard }, way) => {
        const { choice, value } = all[way];
        const is = values[choice] === value;
        literal.classList.toggle("true", is);
        setAttributes(heard, { text: is ? " (true)" : " (false)" });
      });
      this._edges[i]?.setAttribute("class", met ? "edge met" : "edge left");
    });
  }
}

/** Shows an instance in an element, and the moves that it asks for on the board of a player. */
export function switchboard(parent, player, data) {
  return new Switchboard(parent, player, data);
}
