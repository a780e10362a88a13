/* The board as text: both sides can be edited. */

import { askJson, sentence } from "/static/app.js";
import { $, add, begin, inTurn, now, replace, whenChanged } from "/static/edit/state.js";

/** Milliseconds after the last key before the text is read. */
const PAUSE = 400;
let waiting = null;

whenChanged(({ text }) => {
  if (document.activeElement === $("text")) return; // somebody writes there
  $("text").value = text;
  $("misread").textContent = "";
});

/** Reads boards of a text; the first one takes the place of the board in hand, or all are added. */
export function read(text, { game = now.palette.id, adds = false } = {}) {
  return inTurn(async () => {
    const answer = await askJson("/api/drafts", game ? { text, game } : { text });
    const [first, ...others] = answer.drafts;
    const found = first.draft.game;
    if (found !== now.palette.id) {
      $("game").value = found;
      begin(found).then(() => add(answer.drafts.map(({ draft }) => draft)));
      return;
    }
    if (!adds) replace(first, "text");
    const more = adds ? answer.drafts : others;
    if (more.length) add(more.map(({ draft }) => draft));
    $("misread").textContent = answer.faults.join(" ");
  });
}

$("text").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    $("misread").textContent = "";
    await inTurn(async () => {
      try {
        const answer = await askJson("/api/drafts", { text: $("text").value, game: now.palette.id });
        replace(answer.drafts[0], "text");
        const more = answer.drafts.slice(1).map(({ draft }) => draft);
        if (more.length) add(more);
        $("misread").textContent = answer.faults.join(" ");
      } catch (error) {
        $("misread").textContent = sentence(error);
      }
    });
  }, PAUSE);
});
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  $("file").value = "";
  if (file) read(await file.text(), { game: "", adds: true });
});
