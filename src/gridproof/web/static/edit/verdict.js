/* The verdict: a moment after the last stroke the server solves the board. */

import { Refused, askJson, element, events, handOver, place, sentence } from "../app.js";
import { link } from "../place.js";
import { $, board, now, whenChanged, whenGameChanges } from "./state.js";
import { showTabs } from "./set.js";

/** Milliseconds after a change before its board is solved. */
const PAUSE = 60;
let waiting = null;
/** Stops the search that runs. */
let stop = new AbortController();
/** The verdict before the last change, and the words of the change. */
let before = null;

function say(text, standing) {
  $("said").textContent = text;
  $("verdict").dataset.standing = standing;
}

/** Ends the search for a verdict, and the wait before it. */
function leave() {
  stop.abort();
  clearTimeout(waiting);
}

whenGameChanges(leave);
whenChanged((answer, words) => {
  const known = board().verdict;
  if (known?.status) before = known;
  if (!words) before = null;
  leave();
  board().verdict = null;
  $("see").hidden = $("try").hidden = true;
  const faults = answer.faults.map(({ message }) => element("li", { text: message.replaceAll("`", "") }));
  $("faults").replaceChildren(...faults);
  $("changed").textContent = "";
  if (faults.length) {
    say("not finished", "unfinished");
    return;
  }
  say("searching …", "searching");
  waiting = setTimeout(() => judge(words), PAUSE);
});

async function judge(words) {
  stop = new AbortController();
  const { signal } = stop;
  const one = board();
  try {
    $("try").hidden = false;
    const verdict = await ask(one.draft, false, signal, (text) => say(text, "searching"));
    if (signal.aborted) return;
    show(one, verdict, words);
    if (verdict.status !== "OPTIMAL") return;
    const rated = await ask(one.draft, true, signal, () => {});
    if (signal.aborted || rated.value !== verdict.value) return;
    show(one, rated, words);
  } catch (error) {
    if (!signal.aborted) say(sentence(error), "failed");
  }
}

/** Asks for the verdict on a draft; progress is told. */
export async function ask(draft, rated, signal, tell) {
  for await (const [name, data] of events("/api/drafts/verdict", { draft, rated }, signal)) {
    if (name === "verdict") return data;
    if (name === "failed") throw new Refused(200, data);
    tell(name === "waiting" ? place(data) : data.text);
  }
  throw new Refused(200, { error: "The search was stopped." });
}

function show(one, verdict, words) {
  one.verdict = verdict;
  say(verdict.words, verdict.status.toLowerCase());
  $("see").hidden = !verdict.solution;
  const was = before && told(before);
  const is = told(verdict);
  $("changed").textContent = words && was && was !== is ? `${words}: ${was} → ${is}` : "";
  showTabs();
}

/** A verdict in a few words, to be compared. */
export function told({ status, value, amount, sense }) {
  if (status === "INFEASIBLE") return "no solution";
  if (value === null) return "not solved";
  if (status === "OPTIMAL") return amount;
  return `${sense === "max" ? "at least" : "up to"} ${amount}`;
}

/** Shows the solution in a player. */
export async function watch() {
  const one = board();
  const { solution, words } = one.verdict;
  const record = await askJson("/api/drafts/watch", { draft: one.draft, solution, words });
  document.body.dataset.mode = "watch";
  $("stage").hidden = true;
  $("film-stage").hidden = false;
  const film = globalThis.gridproof.create($("film"), record, { keys: document, autoplay: true });
  $("film").focus({ preventScroll: true });
  $("back").onclick = () => {
    film.dispose();
    document.body.dataset.mode = "edit";
    $("film-stage").hidden = true;
    $("stage").hidden = false;
    $("draft").focus({ preventScroll: true });
  };
}

/** Opens the board on the page on which it is played. */
export async function play() {
  const request = { text: now.answer.text, name: "the board", game: now.palette.id, later: true };
  handOver((await askJson("/api/plays", request)).play);
  location.assign(link("/play"));
}
