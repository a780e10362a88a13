/* The board as text: both sides can be edited. */

import { askJson, sentence } from "../app.js";
import { textOf } from "../reading.js";
import { $, add, begin, inTurn, now, replace, whenChanged } from "./state.js";

/** Milliseconds after the last key before the text is read. */
const PAUSE = 400;
let waiting = null;

whenChanged(({ text, draft }) => {
  if (draft.text) $("as-text").open = true; // nothing else is edited there
  if (document.activeElement === $("text")) return; // somebody writes there
  $("text").value = text;
  $("misread").textContent = "";
});

/**
 * Reads boards of a text. The first one takes the place of the board in hand, or all are added.
 *
 * Options: `game`, "" to tell it from the text; `adds`, all boards. A fault is told beside the text.
 */
export function read(text, { game = now.palette.id, adds = false } = {}) {
  return inTurn(async () => {
    $("misread").textContent = "";
    let answer;
    try {
      answer = await askJson("/api/drafts", game ? { text, game } : { text });
    } catch (error) {
      $("misread").textContent = sentence(error);
      $("as-text").open = true;
      return;
    }
    const drafts = answer.drafts.map(({ draft }) => draft);
    const found = drafts[0].game;
    if (found !== now.palette.id) begin(found);
    if (adds || found !== game) add(drafts);
    else {
      replace(answer.drafts[0], "text");
      if (drafts.length > 1) add(drafts.slice(1));
    }
    $("misread").textContent = answer.faults.join(" ");
  });
}

$("text").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => read($("text").value), PAUSE);
});
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  $("file").value = "";
  if (!file) return;
  try {
    read(await textOf(file), { game: "", adds: true });
  } catch (error) {
    $("misread").textContent = sentence(error);
  }
});
