// The parts of the player that need no page: what a record says at every position, and how long
// things take. Run by Node's own test runner, which test_player.py starts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Film } from "../../src/gridproof/render/player/film.mjs";
import { tellCells, tellPosition, tellStep } from "../../src/gridproof/render/player/telling.mjs";
import { SPEEDS, TIME, durationOf, motionBetween, motions } from "../../src/gridproof/render/player/timing.mjs";
import { Track } from "../../src/gridproof/render/player/track.mjs";

const LOOKS = [
  ["player", 23, "<circle/>", "player", 0, 1, 1],
  ["box", 15, "<rect/>", "box", 0, 1, 1],
  ["stored", 16, "<rect/>", "box on a goal", 0, 1, 1],
  ["blast", 7, "<rect/>", "blast", 0, 3, 1],
  ["bomb", 24, "<circle/>", "bomb", 0, 1, 1],
];

function record(steps, more = {}) {
  return {
    v: 1,
    width: 10,
    height: 3,
    looks: LOOKS,
    traced: [],
    marks: [],
    ground: { names: ["floor", "wall"], rows: ["0000000001", "0000000000", "0000000000"] },
    first: { sprites: [["p", 0, 0, 0], ["b", 1, 2, 0]], caption: "boxes left: 1" },
    steps,
    ...more,
  };
}

const push = { move: "R", frames: [{ set: [["p", 0, 2, 0], ["b", 2, 3, 0]], caption: "boxes left: 0" }] };

/** What a film shows at a position, found step by step from the record alone. */
function bySteps(made, n) {
  const things = new Map(made.first.sprites.map(([id, ...rest]) => [id, rest]));
  let at = 0;
  for (const step of made.steps) {
    if (step.walk !== undefined) {
      for (const [, count, letter] of step.way.matchAll(/(\d*)([UDLR])/g)) {
        const [dx, dy] = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] }[letter];
        for (let i = 0; i < Number(count || 1) && at < n; i++, at++) {
          const [look, x, y] = things.get(step.walk);
          things.set(step.walk, [look, x + dx, y + dy]);
        }
      }
    } else if (at < n) {
      at += 1;
      for (const frame of step.frames) {
        for (const [id, ...rest] of frame.set || []) things.set(id, rest);
        for (const id of frame.gone || []) things.delete(id);
      }
    }
  }
  return things;
}

test("a track says where a thing is at every position", () => {
  const track = new Track();
  track.add(0, 5, 1, 1);
  track.add(3, 5, 1, 1, 1, 0);
  track.add(7, 6, 5, 1);
  track.add(9, -1, 0, 0);
  assert.deepEqual([0, 2, 3, 5, 7, 8].map((n) => track.at(n)), [
    [5, 1, 1], [5, 1, 1], [5, 1, 1], [5, 3, 1], [6, 5, 1], [6, 5, 1],
  ]);
  assert.equal(track.at(9), null);
  assert.equal(new Track().at(0), null);
});

test("of several changes at a position the last one counts", () => {
  const track = new Track();
  track.add(0, 1, 0, 0);
  track.add(1, 2, 1, 0);
  track.add(1, 3, 1, 1);
  assert.deepEqual(track.at(1), [3, 1, 1]);
  assert.deepEqual(track.at(0), [1, 0, 0]);
});

test("a walk is a step a cell, and ends where it should", () => {
  const film = new Film(record([{ walk: "p", way: "3RDL" }, push]));
  assert.equal(film.length, 6);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((n) => film.at("p", n)),
    [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 3, 0], [0, 3, 1], [0, 2, 1], [0, 2, 0]],
  );
});

test("things look where they went", () => {
  const film = new Film(record([{ walk: "p", way: "2RD2L" }, push]));
  const track = film.tracks.get("p");
  const faced = [0, 1, 2, 3, 4, 5, 6].map((n) => track.facing(n)).join("|");
  assert.equal(faced, "|R|R|D|L|L|R");
  assert.equal(film.tracks.get("b").facing(5), "");
  assert.equal(film.tracks.get("b").facing(6), "R");
  const paths = { p: [[0, 0], [2, 0], [2, 2]] };
  const round = new Film(record([{ move: "x", frames: [{ set: [["p", 0, 2, 2]], paths }, { set: [["p", 1, 2, 2]] }] }]));
  assert.equal(round.tracks.get("p").facing(1), "D");
  const back = new Film(record([push, { move: "", back: true, frames: [{ set: [["p", 0, 1, 0]] }] }]));
  assert.equal(back.tracks.get("p").facing(2), "");
});

test("every position of random records is what the steps lead to", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  for (let round = 0; round < 30; round++) {
    const steps = [];
    const ids = ["p", "b", "c", "d"];
    for (let i = 0; i < 40; i++) {
      if (random(3) === 0) {
        const way = Array.from({ length: 1 + random(5) }, () => `${2 + random(4)}${"UDLR"[random(4)]}`);
        const last = bySteps({ ...record(steps), steps }, 1e9);
        if (last.has("p")) steps.push({ walk: "p", way: way.join("") });
      } else {
        const frames = Array.from({ length: 1 + random(3) }, () => {
          const set = ids.filter(() => random(2)).map((id) => [id, random(5), random(10), random(3)]);
          const there = bySteps({ ...record(steps), steps }, 1e9);
          const gone = ids.filter((id) => there.has(id) && !set.some((s) => s[0] === id) && !random(6));
          return { set, gone };
        });
        steps.push({ move: "x", frames: [frames[0]] });
      }
    }
    const made = record(steps);
    const film = new Film(made);
    for (let i = 0; i < 40; i++) {
      const n = random(film.length + 1);
      assert.deepEqual(film.scene(n), new Map([...film.scene(n)].filter(([id]) => bySteps(made, n).has(id))));
      for (const [id, thing] of bySteps(made, n)) assert.deepEqual(film.at(id, n), thing);
      const m = random(film.length + 1);
      const changed = film.changed(n, m);
      for (const id of ids) {
        const [a, b] = [film.at(id, n), film.at(id, m)];
        if (JSON.stringify(a) !== JSON.stringify(b)) assert.ok(changed === null || changed.has(id));
      }
    }
  }
});

test("a walk of millions of steps is decoded and seeked at once", () => {
  const way = "1000R1000D1000L1000U".repeat(1000);
  const started = performance.now();
  const film = new Film(record([{ walk: "p", way }], { traced: ["p"] }));
  assert.equal(film.length, 4_000_000);
  for (let n = 0; n <= film.length; n += 9973) film.at("p", n);
  assert.deepEqual(film.at("p", 3_999_999), [0, 0, 1]);
  assert.ok(performance.now() - started < 5000, "it takes milliseconds; seconds would be a fault");
  assert.equal(film.tracks.get("p").from.length, 4001);
});

test("captions and painted areas are those of the position", () => {
  const film = new Film(record([{ walk: "p", way: "2R" }, push, { move: "y", frames: [{ paint: "<path/>" }] }]));
  assert.deepEqual([0, 2, 3, 4].map((n) => film.caption(n)), [
    "boxes left: 1", "boxes left: 1", "boxes left: 0", "boxes left: 0",
  ]);
  assert.deepEqual([0, 3, 4].map((n) => film.painted(n)), [0, 0, 1]);
});

test("steps are told in words, the thing on top first", () => {
  const film = new Film(record([{ walk: "p", way: "R" }, push]));
  assert.equal(tellPosition(film, 0), "Start of 2 moves · boxes left: 1");
  assert.equal(tellPosition(film, 1), "Move 1 of 2 · player right · boxes left: 1");
  assert.equal(tellPosition(film, 2), "Move 2 of 2 · player right, box on a goal right · boxes left: 0");
  const still = new Film(record([]));
  assert.equal(tellPosition(still, 0), "boxes left: 1");
});

test("what comes, changes and is thrown about is told", () => {
  const steps = [
    { move: "a", frames: [{ set: [["c", 4, 5, 1]] }, { set: [["x", 3, 4, 1]] }, { gone: ["x", "c"] }] },
    { move: "b", frames: [{ set: [["b", 2, 2, 0]] }] },
    { move: "c", frames: [{ set: [["p", 0, 4, 2]], paths: { p: [[0, 0], [0, 2], [4, 2]] } }] },
    { move: "nothing", frames: [{}] },
  ];
  const film = new Film(record(steps));
  assert.deepEqual([1, 2, 3, 4].map((n) => tellStep(film, n)), [
    "bomb at row 2, column 6",
    "box, now box on a goal",
    "player to row 3, column 5",
    "nothing",
  ]);
});

test("cells are told from the top to the ground", () => {
  const made = record([push], { marks: [[9, 0, 1, "clause 3"]] });
  const film = new Film(made);
  const cells = tellCells(film, 1);
  assert.equal(cells[2], "player");
  assert.equal(cells[3], "box on a goal");
  assert.equal(cells[9], "clause 3, wall");
  assert.equal(cells[12], "floor");
  assert.equal(tellCells(film, 0)[0], "player");
});

test("motions take as long as they should", () => {
  const slide = (x) => ({ move: "s", frames: [{ set: [["p", 0, x, 0]] }] });
  const film = new Film(record([slide(1), slide(5), slide(9), push]));
  assert.deepEqual([1, 2, 3].map((n) => durationOf(film, n)), [TIME.move, 160, 160]);
  const far = new Film(record([slide(9)]));
  assert.equal(durationOf(far, 1), 285);
  const blast = new Film(
    record([
      {
        move: "x",
        frames: [
          { set: [["p", 0, 1, 0]], paths: { p: [[0, 0], [0, 1], [1, 1], [1, 0]] } },
          { set: [["bomb", 4, 1, 0], ["blastR", 3, 2, 0]] },
          { gone: ["bomb", "blastR", "b"] },
        ],
      },
    ]),
  );
  const phases = motions(blast, 1);
  assert.deepEqual(phases.map((phase) => phase.time), [135, TIME.blast, TIME.change]);
  assert.deepEqual([...phases[0].moved], [["p", [[0, 0], [0, 1], [1, 1], [1, 0]]]]);
  assert.deepEqual(phases[2].gone, ["bomb", "blastR", "b"]);
});

test("ways go along paths, and through frames", () => {
  const film = new Film(
    record([
      {
        move: "x",
        frames: [
          { set: [["p", 0, 1, 1]], paths: { p: [[0, 0], [0, 1], [1, 1]] } },
          { set: [["p", 0, 4, 1]] },
        ],
      },
    ]),
  );
  assert.deepEqual(film.routes(1).get("p"), [[0, 0], [0, 1], [1, 1], [4, 1]]);
});

test("the whole way of a traced thing has its corners, and undo takes them back", () => {
  const film = new Film(record([{ walk: "p", way: "3R2D" }], { traced: ["p"] }));
  const bends = () => film.tracks.get("p").bends;
  assert.deepEqual([bends().at, bends().x, bends().y], [[0, 3, 5], [0, 3, 3], [0, 0, 2]]);
  film.append({ move: "L", frames: [{ set: [["p", 0, 2, 2]] }] });
  film.append({ move: "", back: true, frames: [{ set: [["p", 0, 3, 2]] }] });
  assert.deepEqual(bends().x, [0, 3, 3]);
  assert.equal(tellStep(film, film.length), "taken back");
  film.append({ move: "", back: true, frames: [{ gone: ["p"] }] });
  assert.deepEqual(bends().x, []);
});

test("steps of play bring looks of their own", () => {
  const film = new Film(record([]));
  film.append({
    move: "x",
    looks: [["spent", 14, "<path/>", "bomb 1", 0, 1, 1]],
    traced: ["q"],
    frames: [{ set: [["q", 5, 1, 2]] }],
  });
  assert.equal(film.length, 1);
  assert.equal(film.words(film.at("q", 1)[0]), "bomb 1");
  assert.ok(film.tracks.get("q").bends);
  assert.equal(film.record.looks.length, LOOKS.length, "the record itself is left alone");
});

test("another solution of the same record", () => {
  const made = record([push], { solutions: [{ steps: [{ walk: "p", way: "2D" }], solution: "dd" }] });
  assert.equal(new Film(made, 0).length, 1);
  assert.deepEqual(new Film(made, 1).at("p", 2), [0, 0, 2]);
});

test("the motion to a neighbour goes either way", () => {
  const film = new Film(record([{ walk: "p", way: "2R" }, push, { move: "x", frames: [{ set: [["c", 4, 5, 1]], gone: ["b"] }] }]));
  const back = motionBetween(film, 3, 2);
  assert.deepEqual([...back.moved], [["b", [[3, 0], [2, 0]]]]);
  assert.deepEqual(back.set, [["b", 1, 2, 0]]);
  const come = motionBetween(film, 4, 3);
  assert.deepEqual([come.gone, come.set, come.time], [["c"], [["b", 2, 3, 0]], TIME.change]);
});

test("speeds are those of the contract", () => {
  assert.deepEqual(SPEEDS, [0.25, 0.5, 1, 2, 4, 8]);
});
