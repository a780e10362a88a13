// The rules of robots for pages: the twin of rules.py, play.py and scene.py, held together by a test.

export class PageRules {
  constructor(data) {
    this.data = data;
    this.keys = [...Object.keys(data.keys), "tab", ..."0123456789"];
    this._steps = { U: -data.width, D: data.width, L: -1, R: 1 };
    this.start = { cells: data.cells, active: data.active };
  }

  name({ cells, active }) {
    return `${cells};${active}`;
  }

  /** Returns the effect of a key or of pointing at a cell, [x, y]; null: it means nothing. */
  effect(state, meant) {
    const { keys, numbers } = this.data;
    if (typeof meant !== "string") return this._pointed(state, meant);
    if (meant === "tab") {
      return this._choose(state, numbers[(numbers.indexOf(state.active) + 1) % numbers.length]);
    }
    if (keys[meant]) return this._slide(state, keys[meant]);
    return numbers.includes(Number(meant)) ? this._choose(state, Number(meant)) : null;
  }

  _choose(state, active) {
    return { move: "", state: { ...state, active } };
  }

  _pointed(state, [x, y]) {
    const { width, numbers } = this.data;
    const there = state.cells.indexOf(y * width + x);
    if (there >= 0) return this._choose(state, numbers[there]);
    const from = state.cells[numbers.indexOf(state.active)];
    const [dx, dy] = [x - (from % width), y - Math.floor(from / width)];
    if (dx && dy) return null;
    return this._slide(state, dx ? (dx < 0 ? "L" : "R") : dy < 0 ? "U" : "D");
  }

  _slide(state, direction) {
    const { walls, numbers, sides, words } = this.data;
    const robot = numbers.indexOf(state.active);
    const [start, step] = [state.cells[robot], this._steps[direction]];
    let stop = start;
    while (!(walls[stop] & sides[direction]) && !state.cells.includes(stop + step)) stop += step;
    if (stop === start) {
      return { refusal: `Robot ${state.active} cannot move ${words[direction]}.` };
    }
    const cells = state.cells.map((cell, i) => (i === robot ? stop : cell));
    return { move: `${state.active}${direction}`, state: { ...state, cells }, gains: [1] };
  }

  /** Returns the things that are seen: [id, look, x, y]. */
  things({ cells, active }) {
    const { width, looks, numbers } = this.data;
    const thing = (id, look, cell) => [id, looks[look], cell % width, Math.floor(cell / width)];
    return numbers.flatMap((number, i) => [
      thing(`robot ${number}`, `robot ${number}`, cells[i]),
      ...(number === active ? [thing("cursor", `cursor ${number}`, cells[i])] : []),
    ]);
  }

  caption() {
    return "";
  }

  isComplete({ cells }) {
    const { target, targetRobot } = this.data;
    return targetRobot < 0 ? cells.includes(target) : cells[targetRobot] === target;
  }

  /** Returns the best play from a position, by keys; `ask` calls a function of the kernel. */
  async solve({ cells, active }, ask) {
    const { width, walls, target, targetRobot } = this.data;
    const board = { width, height: walls.length / width, walls: Uint8Array.from(walls) };
    const aim = { robots: cells, target_robot: targetRobot, target };
    const { moves, exhausted } = await ask("solve", { ...board, ...aim });
    return { plan: moves && this._keysOf(moves, active), exhausted };
  }

  _keysOf(moves, active) {
    const { keys, numbers } = this.data;
    const named = Object.fromEntries(Object.entries(keys).map(([key, letter]) => [letter, key]));
    let chosen = active;
    return moves.flatMap(([robot, direction]) => {
      const choice = numbers[robot] === chosen ? [] : [String(numbers[robot])];
      chosen = numbers[robot];
      return [...choice, named["UDLR"[direction]]];
    });
  }
}
