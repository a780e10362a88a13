/* The drafts of the page: they are edited by the server, and kept in the browser. */

import { askJson, browser, recall, remember } from "../app.js";

export const $ = (id) => document.getElementById(id);
/** The name of the set in the browser's storage, and the most undone steps that are kept there. */
const KEPT = "drawing";
const MAX_KEPT = 50;

/** The state of the page, which its modules share. */
export const now = {
  /** The games whose boards are drawn, the one that is, and the sides of a new board. */
  palettes: [],
  startSide: 0,
  palette: null,
  /** The boards of the set: `draft`, `past` and `future` drafts, and what is known: `verdict`. */
  boards: [],
  at: 0,
  /** The server's last answer about the board: picture, faults, text. */
  answer: null,
  /** The chosen piece (its id) and tool; the cell of the cursor; the selected part. */
  piece: "",
  tool: "draw",
  cursor: [0, 0],
  selection: null,
};

export const board = () => now.boards[now.at];
/** Columns and rows of the window, and its first cell. */
export const view = () => board().draft.window;

/** Called with the answer and the words of a change whenever the board has changed. */
const listeners = [];
export function whenChanged(listen) {
  listeners.push(listen);
}

/** Called with a sentence about what went wrong. */
let complain = () => {};
export function whenRefused(tell) {
  complain = tell;
}

let queue = Promise.resolve();

/** Does something after all before it; what goes wrong is told. */
export function inTurn(work) {
  queue = queue.then(work).catch((error) => complain(error));
  return queue;
}

/**
 * Has the server do edits, which can be undone.
 *
 * A function gives those that depend on the board: it is called when all before them are done, since
 * keys and clicks may be faster than the server.
 */
export function edit(...edits) {
  return inTurn(async () => {
    const one = board();
    if (!one) return; // another game is being begun
    const { draft } = one;
    const wanted = edits.flatMap((one) => (typeof one === "function" ? one() : [one]));
    if (!wanted.length) return;
    const answer = await askJson("/api/drafts", { draft, do: wanted });
    if (board() !== one || JSON.stringify(answer.draft) === JSON.stringify(draft)) return;
    replace(answer, answer.words);
  });
}

/** Shows another draft in place of the one in hand; it can be undone. */
export function replace(answer, words = "") {
  const one = board();
  one.past.push(one.draft);
  one.future = [];
  one.draft = answer.draft;
  show(answer, words);
}

function step(from, to, words) {
  return inTurn(async () => {
    const one = board();
    if (!one?.[from].length) return;
    const answer = await askJson("/api/drafts", { draft: one[from].at(-1), do: [] });
    if (board() !== one) return;
    one[from].pop();
    one[to].push(one.draft);
    one.draft = answer.draft;
    show(answer, words);
  });
}

export const undo = () => step("past", "future", "undone");
export const redo = () => step("future", "past", "done again");

/** Shows a board of the set. */
export function open(at) {
  return inTurn(async () => {
    const one = now.boards[at];
    if (!one) return; // another game is being begun
    const answer = await askJson("/api/drafts", { draft: one.draft, do: [] });
    if (now.boards[at] !== one) return;
    now.at = at;
    now.selection = null;
    show(answer, "");
  });
}

const isEmpty = ({ text, pieces }) => !text && !Object.keys(pieces).length;

/**
 * Adds boards to the set, behind the one in hand, and shows the first of them.
 *
 * They take the place of the only board if nobody has drawn on it yet, unless they stay `beside` it.
 */
export function add(drafts, { beside = false } = {}) {
  const made = drafts.map((draft) => ({ draft, past: [], future: [], verdict: null }));
  const [only] = now.boards;
  if (!beside && now.boards.length === 1 && !only.past.length && isEmpty(only.draft)) {
    now.boards = [];
    now.at = 0;
  }
  now.boards.splice(now.boards.length ? now.at + 1 : 0, 0, ...made);
  return open(now.boards.length === made.length ? 0 : now.at + 1);
}

/** Returns an empty board of the game in hand, as large as the one before. */
export async function emptyDraft() {
  const [, , width, height] = now.boards.length ? view() : [0, 0, now.startSide, now.startSide];
  const made = await askJson("/api/drafts", { game: now.palette.id, size: [width, height] });
  return made.draft;
}

/** Called when boards of another game are drawn. */
const gameListeners = [];
export function whenGameChanges(listen) {
  gameListeners.push(listen);
}

/** Begins a new set of a game, or goes on with the one that is kept. */
export function begin(game) {
  now.palette = now.palettes.find(({ id }) => id === game) || now.palettes[0];
  now.piece = now.palette.pieces[0]?.id ?? "";
  for (const listen of gameListeners) listen();
  const kept = JSON.parse(recall(browser, `${KEPT}-${now.palette.id}`) || "null");
  remember(browser, KEPT, now.palette.id);
  now.boards = [];
  now.at = 0;
  if (kept?.boards?.length) {
    now.boards = kept.boards.map(({ draft, past, future }) => ({ draft, past, future, verdict: null }));
    return open(Math.min(kept.at, now.boards.length - 1));
  }
  const { palette } = now;
  return inTurn(async () => {
    const draft = await emptyDraft();
    if (now.palette === palette && !now.boards.length) now.boards = [{ draft, past: [], future: [], verdict: null }];
  }).then(() => open(now.at));
}

/** The game of the last set. */
export const lastGame = () => recall(browser, KEPT);

/** Keeps the set in the browser: nothing is lost by loading the page again. */
export function keep() {
  const boards = now.boards.map(({ draft, past, future }) => ({
    draft, past: past.slice(-MAX_KEPT), future: future.slice(-MAX_KEPT),
  }));
  remember(browser, `${KEPT}-${now.palette.id}`, JSON.stringify({ at: now.at, boards }));
}

function show(answer, words) {
  now.answer = answer;
  document.body.toggleAttribute("data-text", Boolean(answer.draft.text));
  const [, , width, height] = view();
  now.cursor = [Math.min(now.cursor[0], width - 1), Math.min(now.cursor[1], height - 1)];
  keep();
  for (const listen of listeners) listen(answer, words);
}
