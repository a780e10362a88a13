/* The values of all choices of an instance, and their consequences. Needs no page.
 *
 * Values are a list of numbers, one for each choice.
 */

export class Switches {
  /** `data`: see render/reduced.py. */
  constructor(data) {
    this.data = data;
    this.start = digits(data.played || data.witness || "0".repeat(data.choices.length));
  }

  /** Returns for each demand the number of the way in which it is met, or -1. */
  ways(values) {
    return this.data.demands.map(({ ways }) =>
      ways.findIndex(({ choice, value }) => values[choice] === value),
    );
  }

  /** Returns the numbers of the demands that are not met. */
  left(values) {
    return this.ways(values).flatMap((way, demand) => (way < 0 ? [demand] : []));
  }

  /** Returns the moves that are asked for: their cells, and the choice that asks (-1: none). */
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

  /** Returns true if all demands are met within the budget. */
  good(values) {
    return !this.left(values).length && this.asked(values).length <= this.data.budget;
  }

  /** Tells the count of moves: "19 of 19 explosions", and the excess. */
  tally(values) {
    const { budget, unit } = this.data;
    const count = this.asked(values).length;
    const over = count - budget;
    const more = over === 1 ? ": one too many" : `: ${over} too many`;
    return `${count} of ${budget} ${unit}${over > 0 ? more : ""}`;
  }

  /** Tells the demands that are left, in a sentence; of many the first ones. */
  rest(values) {
    const { demands, plural } = this.data;
    const left = this.left(values);
    if (!left.length) return `All ${plural} are met.`;
    const said = left.slice(0, 3).map((i) => demands[i].left);
    if (left.length > 3) said.push(`${left.length - 3} more ${plural} are left`);
    return `${said.join("; ")}.`;
  }

  /** Returns the names of the demands that are left: "clause 2, clause 5". */
  missing(values) {
    const names = this.left(values).map((i) => this.data.demands[i].name);
    const more = names.length > 4 ? ` and ${names.length - 3} more` : "";
    return names.slice(0, more ? 3 : 4).join(", ") + more;
  }

  /** Tells values: "x, ¬y, z", or the vertices that are chosen. */
  words(values) {
    const { choices } = this.data;
    return choices.map(({ values: names }, i) => names[values[i]].short).filter(Boolean).join(", ");
  }
}

/** Returns true if two lists of values are equal. */
export const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
/** Reads values that are written as digits. */
export const digits = (text) => text.split("").map(Number);
