/* A rated set becomes a collection: the easiest board first, and no board twice. */

import { element } from "../app.js";
import { arrange, takeAway } from "./set.js";
import { $, now } from "./state.js";

/** Offers what can be done with a set whose boards are rated. */
export function offerCollection() {
  const offers = [];
  if (sorted().some((one, index) => one !== now.boards[index])) {
    offers.push(offer("Order them, the easiest first", () => arrange(sorted())));
  }
  for (const [one, first] of doubles()) {
    const words = `Take ${name(one)} away: it is ${name(first)}, mirrored, turned or the same`;
    offers.push(offer(words, () => takeAway(now.boards.indexOf(one))));
  }
  $("found").replaceChildren(...offers.map((button) => element("li", {}, button)));
}

function offer(text, act) {
  const button = element("button", { type: "button", text });
  button.addEventListener("click", () => {
    act();
    offerCollection();
  });
  return button;
}

function name(one) {
  return one.draft.info.title || `board ${now.boards.indexOf(one) + 1}`;
}

/** The boards by rating; those without one stay behind, in their order. */
function sorted() {
  const rating = ({ verdict }) => verdict?.score ?? Infinity;
  return [...now.boards].sort((a, b) => (rating(a) === rating(b) ? 0 : rating(a) - rating(b)));
}

/** Pairs of a board and an earlier one of its symmetry class. */
function doubles() {
  const first = new Map();
  const found = [];
  for (const one of now.boards) {
    const kind = one.verdict?.symmetry;
    if (!kind) continue;
    if (first.has(kind)) found.push([one, first.get(kind)]);
    else first.set(kind, one);
  }
  return found;
}
