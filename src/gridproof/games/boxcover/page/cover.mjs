// The fewest squares that cover points: reductions, components, and branching on what is left. Sets
// are BigInts: bit i is point i, or square i.

/** Nodes of a search for a hint: some seconds. */
const NODES = 3000;
/** Nodes after which the page may do something else. */
const PACE = 10;

/** Returns the corners of the fewest squares that cover points, [x, y]; null: a limit was met. */
export async function fewestSquares(points, side) {
  const covers = ([x, y]) =>
    setOf(points, ([px, py]) => px >= x && px <= x + side && py >= y && py <= y + side);
  // A square can be moved until its left and lower edges touch points, without losing one.
  const corners = points.flatMap(([x]) => points.map(([, y]) => [x, y]));
  const squares = corners.map((corner) => ({ corner, covered: covers(corner) }));
  const all = setOf(points, () => true);
  const found = await new Search().fewest(all, squares, points.length);
  return found && found.map(({ corner }) => corner);
}

function setOf(items, has) {
  return items.reduce((set, item, i) => (has(item) ? set | (1n << BigInt(i)) : set), 0n);
}

function numbersIn(set) {
  const bits = [...set.toString(2)].reverse();
  return bits.flatMap((bit, i) => (bit === "1" ? [i] : []));
}

function isWithin(set, other) {
  return (set & ~other) === 0n;
}

/** Returns squares that cover some of the points that are left, without those within another one. */
function largest(squares, left) {
  const bySet = new Map();
  for (const { corner, covered } of squares) {
    const here = covered & left;
    if (here && !bySet.has(here)) bySet.set(here, { corner, covered: here });
  }
  const found = [...bySet.values()];
  return found.filter((one) =>
    found.every((other) => one === other || !isWithin(one.covered, other.covered)));
}

/** Returns points with the squares that cover them, those with the fewest first. */
function choicesOf(left, squares) {
  const found = numbersIn(left).map((point) => {
    const at = 1n << BigInt(point);
    const numbers = squares.flatMap(({ covered }, i) => (covered & at ? [i] : []));
    return { at, numbers, set: setOf(squares, ({ covered }) => covered & at) };
  });
  return found.sort((a, b) => a.numbers.length - b.numbers.length);
}

/**
 * Takes the squares that points need, and drops points that are covered with another one. Squares
 * that were within another one before are never looked at again: they may lack dropped points.
 */
function reduced(points, all) {
  const taken = [];
  for (let [left, squares] = [points, all]; ; ) {
    squares = largest(squares, left);
    const choices = choicesOf(left, squares);
    if (choices.length && choices[0].numbers.length === 1) {
      const square = squares[choices[0].numbers[0]];
      taken.push(square);
      left &= ~square.covered;
      continue;
    }
    const kept = choices.filter(({ set }, i) =>
      choices.every((other, j) => i === j || !isWithin(other.set, set) || (other.set === set && i < j)));
    if (kept.length === choices.length) return { taken, left, squares, choices };
    left = kept.reduce((sum, { at }) => sum | at, 0n);
  }
}

/** Returns parts of the points, of which no square covers points of two. */
function components(points, squares) {
  const parts = [];
  for (let rest = points; rest; rest &= ~parts.at(-1)) {
    let part = rest & -rest;
    for (let before = 0n; before !== part; ) {
      before = part;
      for (const { covered } of squares) if (covered & part) part |= covered;
    }
    parts.push(part);
  }
  return parts;
}

/** Returns a number of points of which no two fit into one square. */
function leastOf(part, choices) {
  let [count, used] = [0, 0n];
  for (const { at, set } of choices) {
    if (!(at & part) || set & used) continue;
    count += 1;
    used |= set;
  }
  return count;
}

class Search {
  constructor() {
    this._nodes = 0;
    this._least = new Map(); // by component: a number of squares that it needs
  }

  /** Returns the fewest squares that cover points, if they are at most `most`; null: none found. */
  async fewest(points, all, most) {
    const { taken, left, squares, choices } = reduced(points, all);
    const parts = components(left, squares);
    for (const part of parts) {
      if (!this._least.has(part)) this._least.set(part, leastOf(part, choices));
    }
    const chosen = [...taken];
    const needed = () => parts.reduce((sum, part) => sum + this._least.get(part), chosen.length);
    while (needed() <= most) {
      if (!parts.length) return chosen;
      const inPart = choices.filter(({ at }) => at & parts[0]);
      const found = await this._within(parts[0], squares, inPart);
      if (this._nodes > NODES) return null;
      if (!found) continue;
      chosen.push(...found);
      parts.shift();
    }
    return null;
  }

  /** Returns a cover of a component by the least number of squares; null: it needs one more. */
  async _within(part, squares, choices) {
    const most = this._least.get(part);
    if (++this._nodes % PACE === 0) await new Promise((go) => setTimeout(go));
    const branches = choices[0].numbers.map((number) => squares[number]);
    for (const square of branches) {
      const found = await this.fewest(part & ~square.covered, squares, most - 1);
      if (this._nodes > NODES) return null;
      if (found) return [square, ...found];
    }
    this._least.set(part, most + 1);
    return null;
  }
}
