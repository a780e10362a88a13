// What a film says of a cell, on small boards and on large ones, at every position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Cells } from "../../src/gridproof/render/player/cells.mjs";
import { Film } from "../../src/gridproof/render/player/film.mjs";
import { tellCells } from "../../src/gridproof/render/player/telling.mjs";

const LOOKS = [
  ["player", 23, "<circle/>", "player", 0, 1, 1],
  ["crate", 14, "<rect/>", "crate", 0, 1, 1],
  ["square", 3, "<rect/>", "square 1", 0, 2, 2],
  ["covered", 4, "<rect/>", "covered point", 0, 1, 1],
  ["point", 20, "<rect/>", "point", 0, 1, 1],
];
const MARKS = [
  [0, 0, 1, "loop of y", 6, 1],
  [4, 0, null, "slot of clause 2", 2, 3],
  [5, 0, null, "loop of y", 1, 1],
];

function film(more = {}) {
  return new Film({
    width: 6,
    height: 3,
    looks: LOOKS,
    traced: [],
    marks: MARKS,
    ground: { names: ["floor", "wall"], rows: ["000000", "000001", "000000"] },
    first: { sprites: [["p", 0, 0, 0], ["c", 1, 4, 0], ["q", 4, 0, 2]], caption: "" },
    steps: [
      { move: "a", frames: [{ gone: ["c"] }] },
      { move: "b", frames: [{ set: [["s", 2, 0, 1], ["q", 3, 0, 2]] }] },
    ],
    ...more,
  });
}

test("a cell says what it holds and all that is said of it, each once", () => {
  const cells = new Cells(film());
  assert.equal(cells.words(4, 0, 0), "crate, loop of y, slot of clause 2");
  assert.equal(cells.words(4, 0, 1), "floor, loop of y, slot of clause 2");
  assert.equal(cells.words(5, 0, 0), "floor, loop of y, slot of clause 2");
  assert.equal(cells.words(5, 1, 0), "wall, slot of clause 2");
  assert.equal(cells.words(1, 1, 0), "floor");
  assert.equal(cells.words(1, 2, 2), "square 1");
  assert.equal(cells.words(0, 2, 2), "covered point, square 1");
});

test("it agrees with the grid of words, but for the order", () => {
  const made = film();
  const cells = new Cells(made);
  for (let n = 0; n <= made.length; n++) {
    tellCells(made, n).forEach((said, i) => {
      const own = cells.words(i % 6, Math.floor(i / 6), n).split(", ");
      const missing = said.split(", ").filter((word) => !own.includes(word));
      assert.deepEqual(missing, [], `cell ${i} at ${n}`);
    });
  }
});

test("what was on a cell stays until it is gone, moved, or another", () => {
  const cells = new Cells(film());
  assert.deepEqual([0, 1, 2].map((n) => cells.stays(4, 0, n)), [true, false, false]);
  assert.deepEqual([0, 1, 2].map((n) => cells.stays(0, 2, n)), [true, true, false]);
  assert.equal(cells.stays(1, 1, 2), true);
});

test("large boards tell their tiles, and those that change", () => {
  const tiles = { names: ["floor", "wall", "crate"], runs: "6b4a1c5a2b" };
  const steps = [
    { walk: "p", way: "2R" },
    { move: "b", frames: [{}, { paint: "<path/>", tiles: [[4, 1, "floor"]] }] },
  ];
  const made = film({ ground: null, tiles, steps });
  const cells = new Cells(made);
  assert.equal(cells.words(4, 1, 2), "crate, slot of clause 2");
  assert.equal(cells.words(4, 1, 3), "floor, slot of clause 2");
  assert.equal(cells.words(3, 0, 0), "wall, loop of y");
  assert.equal(cells.words(2, 0, 2), "player, wall, loop of y");
  assert.deepEqual([0, 2, 3].map((n) => cells.stays(4, 1, n)), [true, true, false]);
  made.append({ move: "c", frames: [{ paint: "<path/>", tiles: [[4, 1, "rubble"]] }] });
  assert.equal(cells.words(4, 1, 4), "rubble, slot of clause 2");
});

test("ten thousand rectangles are gone through at once", () => {
  const marks = Array.from({ length: 10_000 }, (_, i) => [i % 900, i % 901, null, `part ${i}`, 60, 60]);
  const made = film({ width: 1000, height: 1000, ground: null, marks, tiles: { names: ["floor"], runs: "1000000a" } });
  const cells = new Cells(made);
  const started = performance.now();
  for (let i = 0; i < 100; i++) assert.match(cells.words(i, i, 0), /part/);
  assert.ok(performance.now() - started < 3000, "it takes milliseconds; seconds would be a fault");
});
