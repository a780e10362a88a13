// The rules of sokoban for pages: the twin of rules.py and scene.py, held together by a test.

export class PageRules {
  constructor(data) {
    this.data = data;
    this.keys = Object.keys(data.keys);
    this._steps = { U: -data.width, D: data.width, L: -1, R: 1 };
    this.start = { player: data.player, boxes: data.boxes };
  }

  name({ player, boxes }) {
    return `${player};${boxes}`;
  }

  /** Returns the effect of a key or of pointing at a cell, [x, y]; null: it means nothing. */
  effect(state, meant) {
    const move = typeof meant === "string" ? this.data.keys[meant] : this._towards(state, meant);
    if (move === undefined) return null;
    const beyond = (cell) => this._beyond(cell, move);
    const [word, to] = [this.data.words[move], beyond(state.player)];
    if (to < 0) return { refusal: `A wall is in the way ${word}.` };
    if (!state.boxes.includes(to)) return { move, state: { ...state, player: to }, gains: [0] };
    const behind = beyond(to);
    if (behind < 0 || state.boxes.includes(behind)) {
      return { refusal: `The box cannot be pushed ${word}.` };
    }
    const boxes = state.boxes.map((cell) => (cell === to ? behind : cell));
    return { move, state: { player: to, boxes }, gains: [1] };
  }

  _beyond(cell, move) {
    const { width, height, cells } = this.data;
    const [x, to] = [cell % width, cell + this._steps[move]];
    const isOut = (move === "L" && x === 0) || (move === "R" && x === width - 1);
    return isOut || to < 0 || to >= width * height || cells[to] === "#" ? -1 : to;
  }

  _towards({ player }, [x, y]) {
    const { width } = this.data;
    const [dx, dy] = [x - (player % width), y - Math.floor(player / width)];
    if (Math.abs(dx) + Math.abs(dy) !== 1) return undefined;
    return dx ? (dx < 0 ? "L" : "R") : dy < 0 ? "U" : "D";
  }

  /** Returns the things that are seen: [id, look, x, y]. */
  things({ player, boxes }) {
    const { width, looks } = this.data;
    const thing = (id, cell, kind) =>
      [id, looks[Number(this._isGoal(cell))][kind], cell % width, Math.floor(cell / width)];
    return [...boxes.map((cell, i) => thing(`box${i + 1}`, cell, 0)), thing("player", player, 1)];
  }

  caption({ boxes }) {
    return `boxes left: ${boxes.filter((cell) => !this._isGoal(cell)).length}`;
  }

  isComplete({ boxes }) {
    return boxes.every((cell) => this._isGoal(cell));
  }

  _isGoal(cell) {
    return this.data.cells[cell] === ".";
  }

  /** Returns the best play from a position, by keys; `ask` calls a function of the kernel. */
  async solve({ player, boxes }, ask) {
    const { width, height, cells, keys } = this.data;
    const board = { width, height, cells: new TextEncoder().encode(cells) };
    const { moves, exhausted } = await ask("solve", { ...board, boxes, player });
    const keyOf = Object.fromEntries(Object.entries(keys).map(([key, move]) => [move, key]));
    return { plan: moves && [...moves.toUpperCase()].map((move) => keyOf[move]), exhausted };
  }
}
