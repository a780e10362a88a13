/* Instances of reductions to be switched by hand, beside the board that stands for them.
 *
 *   const board = gridproof.switchboard(element, player, data)
 *
 * `data` is made by render/reduced.py; `player` shows the board. It comes behind cells.js. The upper half of this file is free
 * of the page and is tested by Node; the lower half draws.
 */
"use strict";

(function (root) {
  // ---------------------------------------------------------------- what a choice asks for

  /** What follows from the values of all choices: lists of numbers, one for each choice. */
  class Switches {
    constructor(data) {
      this.data = data;
      this.start = (data.played || data.witness || "0".repeat(data.choices.length)).split("").map(Number);
    }

    /** For each demand the number of the way in which it is met, or -1. */
    ways(values) {
      return this.data.demands.map(({ ways }) =>
        ways.findIndex(({ choice, value }) => values[choice] === value),
      );
    }

    /** The numbers of the demands that are not met. */
    left(values) {
      return this.ways(values).flatMap((way, demand) => (way < 0 ? [demand] : []));
    }

    /** The moves that are asked for: their cells, and the choice that asks (-1: none). */
    asked(values) {
      const { always, choices, demands, joints } = this.data;
      const asked = always.map((cell) => ({ cell, choice: -1 }));
      const add = (cells, choice) => asked.push(...cells.map((cell) => ({ cell, choice })));
      choices.forEach((choice, i) => add(choice.values[values[i]].cells, i));
      for (const joint of joints) {
        if (joint.values.every(([choice, value]) => values[choice] === value)) add(joint.cells, -1);
      }
      this.ways(values).forEach((number, i) => {
        const way = demands[i].ways[number];
        if (way) add(way.cells, way.choice);
        else add(demands[i].unmet, -1);
      });
      return asked;
    }

    /** Whether all demands are met within the budget. */
    good(values) {
      return !this.left(values).length && this.asked(values).length <= this.data.budget;
    }

    /** "19 of 19 explosions", and by how many that is too much. */
    tally(values) {
      const { budget, unit } = this.data;
      const count = this.asked(values).length;
      const over = count - budget;
      const more = over === 1 ? ": one too many" : `: ${over} too many`;
      return `${count} of ${budget} ${unit}${over > 0 ? more : ""}`;
    }

    /** What is left, in a sentence; of many the first ones. */
    rest(values) {
      const { demands, plural } = this.data;
      const left = this.left(values);
      if (!left.length) return `All ${plural} are met.`;
      const said = left.slice(0, 3).map((i) => demands[i].left);
      if (left.length > 3) said.push(`${left.length - 3} more ${plural} are left`);
      return `${said.join("; ")}.`;
    }

    /** The names of the demands that are left: "clause 2, clause 5". */
    missing(values) {
      const names = this.left(values).map((i) => this.data.demands[i].name);
      const more = names.length > 4 ? ` and ${names.length - 3} more` : "";
      return names.slice(0, more ? 3 : 4).join(", ") + more;
    }

    /** Values in words: "x, ¬y, z", or the vertices that are chosen. */
    words(values) {
      const { choices } = this.data;
      return choices.map(({ values: names }, i) => names[values[i]].short).filter(Boolean).join(", ");
    }
  }

  const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
  const digits = (text) => text.split("").map(Number);

  // ---------------------------------------------------------------- the switchboard on a page

  /** Pixels: of a drawing, if there are so many, and between two points of its grid. */
  const [ROOM, NEAR, FAR] = [320, 30, 80];
  /** More marks over a board are small where cells are. */
  const MANY = 100;
  const SVG = "http://www.w3.org/2000/svg";

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    set(made, attributes);
    made.append(...children);
    return made;
  }

  function drawn(name, attributes = {}, ...children) {
    const made = document.createElementNS(SVG, name);
    set(made, attributes);
    made.append(...children);
    return made;
  }

  function set(made, attributes) {
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "text") {
        if (made.textContent !== value) made.textContent = value;
      } else if (made.getAttribute(key) !== String(value)) made.setAttribute(key, value);
    }
  }

  const tinted = (tint) => (tint === null ? "untinted" : `tint-${tint % 8}`);

  class Switchboard {
    /** Shows an instance in an element, and what it asks for on the board of a player. */
    constructor(parent, player, data) {
      this._data = data;
      this._player = player;
      this._switches = new Switches(data);
      this._values = this._switches.start.slice();
      this._root = element("section", { class: "switchboard", "aria-label": data.title });
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
      if (player.step && !this._played()) {
        player.pause();
        player.seek(0);
      }
      this._show();
    }

    /** Takes it off the page and the board. */
    dispose() {
      this._end();
      this._root.remove();
      this._layer.remove();
    }

    /** Whether the solution that the player has is the one of these values. */
    _played() {
      const { played } = this._data;
      return Boolean(played) && same(digits(played), this._values);
    }

    /** The board shows another position: the solution goes with its own values. */
    _stepped(n) {
      if (n && !this._played() && this._data.played) this._values = digits(this._data.played);
      this._show();
    }

    // -- what is built once

    _build() {
      const { _data: data } = this;
      this._layer = drawn("g");
      this._player.board.over.append(this._layer);
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

    /** Choices as buttons. */
    _buttons(numbers) {
      const group = element("div", { class: "choices", role: "group", "aria-label": this._data.choosing });
      for (const i of numbers) {
        const { name, tint, values } = this._data.choices[i];
        const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
        if (tint !== null) swatch.style.backgroundColor = this._colour(tint);
        const value = element("b");
        const button = element("button", { type: "button" }, swatch, `${name} `, value);
        if (values.length === 2) button.setAttribute("role", "switch");
        button.addEventListener("click", () => this._flip(i));
        group.append(button);
        this._controls[i] = { button, value };
      }
      return group;
    }

    _controls = [];
    _edges = [];
    _rows = [];

    _colour(tint) {
      return this._data.tints[tint % this._data.tints.length];
    }

    /** The next value of a choice. */
    _flip(i) {
      const values = this.values;
      values[i] = (values[i] + 1) % this._data.choices[i].values.length;
      this.values = values;
    }

    /** Demands as a list, each with its ways. */
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

    /** A drawing of the instance, whose vertices are buttons. */
    _graph() {
      const { choices, demands } = this._data;
      const points = [...choices.flatMap(({ at }) => (at ? [at] : [])), ...demands.flatMap(({ route }) => route)];
      const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
      const unit = Math.min(Math.max(ROOM / (width + 1.2), NEAR), FAR);
      const r = Math.min(0.36 * unit, 15);
      const [x, y] = [(value) => (value - left + 0.6) * unit, (value) => (value - top + 0.6) * unit];
      const [wide, high] = [(width + 1.2) * unit, (height + 1.2) * unit];
      const svg = drawn("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: "group" });
      svg.setAttribute("aria-label", this._data.choosing);
      demands.forEach(({ name, route, ways }, i) => {
        const ends = ways.map(({ choice }) => choices[choice].at).filter(Boolean);
        const way = (route.length ? route : ends).map((point) => `${x(point[0])},${y(point[1])}`).join(" ");
        const title = drawn("title", { text: name });
        this._edges[i] = drawn("g", {}, title, ...[0, 1].map(() => drawn("polyline", { points: way })));
        svg.append(this._edges[i]);
      });
      choices.forEach(({ at, label, tint }, i) => {
        if (!at) return;
        const place = `translate(${x(at[0])} ${y(at[1])})`;
        // A disc has room for four small letters; the switch's name has them all.
        const letters = [...label];
        const text = letters.length > 4 ? `${letters.slice(0, 3).join("")}…` : label;
        const group = drawn("g", { class: `vertex ${tinted(tint)}`, role: "switch", tabindex: 0, transform: place });
        group.append(
          drawn("circle", { class: "halo", r: 1.35 * r }),
          drawn("circle", { class: "disc", r }),
          drawn("text", { y: 0.33 * r, "font-size": (letters.length > 3 ? 0.7 : 0.95) * r, "text-anchor": "middle", text }),
        );
        group.addEventListener("click", () => this._flip(i));
        group.addEventListener("keydown", (event) => {
          if (event.key !== " " && event.key !== "Enter") return;
          event.preventDefault();
          this._flip(i);
        });
        svg.append(group);
        this._controls[i] = { button: group };
      });
      return element("div", { class: "graph" }, svg);
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

    /** All values that there are, each with what it leaves. */
    _table() {
      const { rows, summary, witness, choices, choosing } = this._data;
      const listed = choices.some(({ at }) => at); // what is chosen, not a column a choice
      const names = listed ? [choosing.toLowerCase()] : choices.map(({ name }) => name);
      const head = element("tr", {});
      for (const name of names) head.append(element("th", { scope: "col", text: name }));
      head.append(element("th", { scope: "col", text: "what is left" }));
      const body = element("tbody");
      this._rows = rows.map((text) => {
        const values = digits(text);
        const words = this._switches.words(values) || "none";
        const left = this._switches.missing(values) || this._switches.tally(values);
        const outcome = this._switches.good(values) ? "✓ nothing" : `✗ ${left}`;
        const texts = listed ? [words] : choices.map((choice, i) => choice.values[values[i]].name);
        const button = element("button", { type: "button", text: outcome, "aria-label": `${words}: ${outcome}` });
        const row = element("tr", {}, ...texts.map((text) => element("td", { text })));
        row.append(element("td", {}, button));
        button.addEventListener("click", () => (this.values = values));
        body.append(row);
        return { row, button, values };
      });
      const table = element("table", {}, element("thead", {}, head), body);
      const all = element("details", { class: "all" }, element("summary", { text: summary }));
      all.append(element("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": summary }, table));
      all.open = !witness;
      return all;
    }

    // -- what follows from the values

    _show() {
      if (this._cells?.film !== this._player.film) this._cells = new root.gridproof.Cells(this._player.film);
      const { _values: values, _switches: switches, _player: player } = this;
      const running = player.step > 0 && this._played();
      this._showChoices(values);
      this._showDemands(values, running);
      const left = switches.left(values);
      set(this._tally, { text: switches.tally(values) });
      set(this._rest, { text: switches.rest(values) });
      this._said.classList.toggle("good", switches.good(values));
      if (this._watch) {
        const can = this._played();
        set(this._watch, {
          "aria-disabled": String(!can),
          title: can ? "Play the board's solution" : "The board's solution is another one",
        });
      }
      for (const { row, button, values: own } of this._rows) {
        const here = same(own, values);
        row.classList.toggle("here", here);
        set(button, { "aria-pressed": String(here) });
      }
      this._mark(values, left, running);
    }

    _showChoices(values) {
      this._data.choices.forEach(({ name, values: names, on }, i) => {
        const { button, value } = this._controls[i];
        const said = names[values[i]].name;
        if (value) set(value, { text: said });
        else set(button, { "aria-label": `${name}, ${said}` });
        if (names.length === 2) set(button, { "aria-checked": String(values[i] === on) });
      });
    }

    _showDemands(values, running) {
      const ways = this._switches.ways(values);
      this._demands.forEach(({ item, sign, state, literals }, i) => {
        const { cells, ways: all } = this._data.demands[i];
        const met = ways[i] >= 0;
        const stands = running && cells.length && cells.some((cell) => this._cells.stays(...cell, this._player.step));
        const done = met && !stands;
        set(sign, { text: done ? "✓" : met ? "…" : "✗" });
        item.classList.toggle("met", met);
        item.classList.toggle("left", !met);
        let said = "left";
        if (met) said = stands ? "still stands" : running && cells.length ? "gone" : `met by ${all[ways[i]].text}`;
        set(state, { text: said });
        literals.forEach(({ item: literal, said: heard }, way) => {
          const { choice, value } = all[way];
          const is = values[choice] === value;
          literal.classList.toggle("true", is);
          set(heard, { text: is ? " (true)" : " (false)" });
        });
        if (this._edges[i]) this._edges[i].setAttribute("class", met ? "edge met" : "edge left");
      });
    }

    /** Dots on bare cells in a tint, and rings around what stands on others. */
    _marks(tint, cells) {
      const colour = tint === null ? {} : { stroke: this._colour(tint) };
      const group = drawn("g", { class: tinted(tint) });
      const bare = cells.filter(([x, y]) => this._cells.bare(x, y));
      const d = bare.map(([x, y]) => `M${x + 0.5} ${y + 0.5}h0`).join("");
      group.append(drawn("path", { class: "rim", d }), drawn("path", { class: "disc", d, ...colour }));
      group.append(drawn("path", { class: "dot", d }));
      for (const [x, y] of cells) {
        if (this._cells.bare(x, y)) continue;
        const ring = { cx: x + 0.5, cy: y + 0.5, r: 0.44 };
        group.append(drawn("circle", { class: "rim around", ...ring }));
        group.append(drawn("circle", { class: "disc around", ...ring, ...colour }));
      }
      return group;
    }

    /** Draws over the board where moves are asked for, and what is left. */
    _mark(values, left, running) {
      const { choices, demands } = this._data;
      const key = `${values} ${running}`;
      if (key === this._marked) return; // steps that are played change none of it
      this._marked = key;
      const groups = new Map();
      for (const { cell, choice } of this._switches.asked(values)) {
        const tint = choice < 0 ? null : choices[choice].tint;
        if (!groups.has(tint)) groups.set(tint, []);
        groups.get(tint).push(cell);
      }
      const many = this._switches.asked(values).length > MANY;
      this._layer.setAttribute("class", `asked${running ? " running" : ""}${many ? " many" : ""}`);
      this._layer.replaceChildren();
      for (const [tint, cells] of groups) this._layer.append(this._marks(tint, cells));
      for (const i of running ? [] : left) {
        const { cells, unmet } = demands[i];
        for (const [x, y] of cells.length ? cells : unmet.slice(-1)) {
          const ring = { class: "ring", cx: x + 0.5, cy: y + 0.5, r: 0.8 };
          this._layer.append(drawn("circle", { ...ring, class: "ring below" }), drawn("circle", ring));
        }
      }
    }
  }

  root.gridproof = {
    ...root.gridproof,
    Switches,
    switchboard: (parent, player, data) => new Switchboard(parent, player, data),
  };
  if (typeof module !== "undefined") module.exports = root.gridproof;
})(globalThis);
