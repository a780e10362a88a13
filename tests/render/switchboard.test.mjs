// What follows from the values of a switchboard's choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Switches } from "../../src/gridproof/render/player/switches.mjs";

/** (x ∨ ¬y) ∧ (¬x ∨ y), with true first. */
function formula(more = {}) {
  const choice = (name, x) => ({
    name,
    values: [
      { name: "true", short: name, cells: [[x, 0], [x, 1]] },
      { name: "false", short: `¬${name}`, cells: [[x, 2], [x, 3]] },
    ],
  });
  const way = (choice, value, text, cells = []) => ({ choice, value, text, cells });
  return {
    unit: "explosions",
    budget: 5,
    plural: "clauses",
    choices: [choice("x", 0), choice("y", 1)],
    demands: [
      { name: "clause 1", left: "clause 1 is left: x ∨ ¬y is false", ways: [way(0, 0, "x", [[8, 8]]), way(1, 1, "¬y")], cells: [[9, 0]], unmet: [[9, 1]] },
      { name: "clause 2", left: "clause 2 is left: ¬x ∨ y is false", ways: [way(0, 1, "¬x"), way(1, 0, "y")], cells: [[9, 4]], unmet: [[9, 5]] },
    ],
    joints: [],
    always: [[7, 7]],
    witness: "11",
    played: null,
    ...more,
  };
}

test("it begins with what the solution stands for, a witness, or the first values", () => {
  assert.deepEqual(new Switches(formula({ played: "00" })).start, [0, 0]);
  assert.deepEqual(new Switches(formula()).start, [1, 1]);
  assert.deepEqual(new Switches(formula({ witness: null })).start, [0, 0]);
});

test("the first way that is chosen counts, and asks for its cells", () => {
  const switches = new Switches(formula());
  assert.deepEqual(switches.ways([0, 0]), [0, 1]);
  assert.deepEqual(switches.ways([0, 1]), [0, -1]);
  assert.deepEqual(switches.ways([1, 1]), [1, 0]);
  assert.deepEqual(switches.asked([0, 0]), [
    { cell: [7, 7], choice: -1 },
    { cell: [0, 0], choice: 0 },
    { cell: [0, 1], choice: 0 },
    { cell: [1, 0], choice: 1 },
    { cell: [1, 1], choice: 1 },
    { cell: [8, 8], choice: 0 },
  ]);
  assert.deepEqual(switches.asked([1, 0]).slice(5), [{ cell: [9, 1], choice: -1 }]);
});

test("choices ask for moves together", () => {
  const joints = [{ values: [[0, 0], [1, 1]], cells: [[5, 5], [5, 6]] }];
  const switches = new Switches(formula({ joints }));
  const count = (values) => switches.asked(values).length;
  const alone = new Switches(formula());
  for (const values of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
    const more = String(values) === "0,1" ? 2 : 0;
    assert.equal(count(values), alone.asked(values).length + more);
  }
  assert.deepEqual(switches.asked([0, 1])[5], { cell: [5, 5], choice: -1 });
});

test("what is asked for is counted against the budget", () => {
  const switches = new Switches(formula());
  assert.equal(switches.tally([1, 1]), "5 of 5 explosions");
  assert.equal(switches.tally([0, 0]), "6 of 5 explosions: one too many");
  assert.equal(switches.tally([0, 1]), "7 of 5 explosions: 2 too many");
  assert.deepEqual([[0, 0], [0, 1], [1, 0], [1, 1]].map((v) => switches.good(v)), [false, false, false, true]);
});

test("what is left is told", () => {
  const switches = new Switches(formula());
  assert.equal(switches.rest([1, 1]), "All clauses are met.");
  assert.equal(switches.rest([0, 1]), "clause 2 is left: ¬x ∨ y is false.");
  assert.equal(switches.missing([1, 0]), "clause 1");
  assert.equal(switches.missing([1, 1]), "");
  const demands = Array.from({ length: 9 }, (_, i) => ({ name: `edge ${i}`, left: `edge ${i} is left`, ways: [], cells: [], unmet: [] }));
  const many = new Switches(formula({ demands, plural: "edges" }));
  assert.equal(many.rest([0, 0]), "edge 0 is left; edge 1 is left; edge 2 is left; 6 more edges are left.");
  assert.equal(many.missing([0, 0]), "edge 0, edge 1, edge 2 and 6 more");
});

test("values are told in words", () => {
  const switches = new Switches(formula());
  assert.equal(switches.words([0, 1]), "x, ¬y");
});
