/* Ideas: the effect of each change of one cell, boards like the one in hand, and ratings of the set. */

import { Refused, askJson, element, sentence } from "../app.js";
import { own, size } from "./board.js";
import { offerCollection } from "./curate.js";
import { showTabs } from "./set.js";
import { $, add, board, edit, now, whenChanged } from "./state.js";
import { cellsOf } from "./strokes.js";
import { ask } from "./verdict.js";

const SVG = "http://www.w3.org/2000/svg";
/** Cells of one request; boards that are asked for at once. */
const BATCH = 16;
const ALIKE = 6;
/** The signs of effects, the strongest first. */
const EFFECTS = {
  unsolvable: ["✕", "no solution"],
  solvable: ["○", "a solution"],
  harder: ["▲", "harder"],
  easier: ["▼", "easier"],
};
/** Stops what is at work. */
let stop = new AbortController();
let seed = 0;

function begin() {
  stop.abort();
  stop = new AbortController();
  $("found").replaceChildren();
  return stop.signal;
}

/** Tries each change of one cell, and marks those that have an effect. */
export async function tryChanges() {
  const signal = begin();
  const { draft } = board();
  const cells = cellsOf([0, 0, ...size()]);
  const found = [];
  try {
    for (let at = 0; at < cells.length; at += BATCH) {
      $("idea").textContent = `Trying … ${at} of ${cells.length} cells`;
      const request = { draft, cells: cells.slice(at, at + BATCH).map(own) };
      const answer = await askJson("/api/drafts/changes", request, signal);
      if (signal.aborted) return;
      found.push(...answer.changes.filter(({ effect }) => effect in EFFECTS));
      markEffects(found);
      if (answer.ended) throw new Refused(200, { error: "This takes too long on this board." });
    }
    $("idea").textContent = found.length
      ? `${found.length} changes make a difference; choose one to make it.`
      : "No change of one cell makes a difference.";
  } catch (error) {
    if (!signal.aborted) $("idea").textContent = sentence(error);
  }
  if (!signal.aborted) list(found);
}

/** Marks the strongest effect of each cell on the board. */
function markEffects(found) {
  const picture = $("draft").querySelector("svg");
  picture.querySelector(".effects")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "effects");
  const strength = Object.keys(EFFECTS);
  const strongest = new Map();
  for (const change of found) {
    const at = change.cell.join();
    const known = strongest.get(at);
    if (!known || strength.indexOf(change.effect) < strength.indexOf(known.effect)) strongest.set(at, change);
  }
  const [left, top] = own([0, 0]);
  for (const { cell: [x, y], effect } of strongest.values()) {
    const sign = document.createElementNS(SVG, "text");
    sign.setAttribute("x", x - left + 0.5);
    sign.setAttribute("y", y - top + 0.5);
    sign.setAttribute("data-effect", effect);
    sign.textContent = EFFECTS[effect][0];
    layer.append(sign);
  }
  picture.append(layer);
}

/** Lists changes; a press makes one. */
function list(found) {
  const strength = Object.keys(EFFECTS);
  const sorted = [...found].sort((a, b) => strength.indexOf(a.effect) - strength.indexOf(b.effect));
  const rows = sorted.slice(0, 40).map(({ cell, piece, takes, effect, value }) => {
    const [x, y] = cell;
    const what = takes ? `without the ${piece}` : piece;
    const [sign, words] = EFFECTS[effect];
    const now_ = value === null ? words : `${words}: ${value}`;
    const text = `${sign} ${what} at row ${y + 1}, column ${x + 1}: ${now_}`;
    const button = element("button", { type: "button", text });
    button.addEventListener("click", () => edit([takes ? "take" : "put", piece, [cell]]));
    return element("li", {}, button);
  });
  $("found").replaceChildren(...rows);
}

/** Finds boards like the one in hand. */
export async function findAlike() {
  const signal = begin();
  const { draft } = board();
  $("idea").textContent = "Looking for boards like this …";
  try {
    seed += 1;
    const { boards } = await askJson("/api/drafts/like", { draft, count: ALIKE, seed }, signal);
    if (signal.aborted) return;
    $("idea").textContent = boards.length ? "Choose one to add it to the set." : "None was found.";
    const rows = boards.map(({ draft: other, picture, words }) => {
      const button = element("button", { type: "button", class: "alike" });
      button.innerHTML = picture; // the server's own
      button.append(element("span", { text: words }));
      button.addEventListener("click", () => add([other]));
      return element("li", {}, button);
    });
    $("found").replaceChildren(...rows);
  } catch (error) {
    if (!signal.aborted) $("idea").textContent = sentence(error);
  }
}

/** Rates all boards of the set, and offers to make a collection of them. */
export async function rateSet() {
  const signal = begin();
  let done = 0;
  for (const one of [...now.boards]) {
    $("idea").textContent = `Rating … ${done} of ${now.boards.length}`;
    try {
      one.verdict = await ask(one.draft, true, signal, () => {});
    } catch (error) {
      if (signal.aborted) return;
      one.verdict = null; // it is not finished
    }
    done += 1;
    showTabs();
  }
  $("idea").textContent = "Each tab shows the best value, and the rating from 0 to 100.";
  offerCollection();
}

whenChanged(() => {
  stop.abort();
  $("idea").textContent = "";
  $("found").replaceChildren();
});
