/* The set: boards as tabs, which are added, ordered, taken away and kept as a file. */

import { ask, element, sentence } from "../app.js";
import { $, add, board, emptyDraft, inTurn, keep, now, open, whenChanged } from "./state.js";

/** Milliseconds after which the browser has taken a file. */
const TAKEN = 10_000;

/** Shows a tab for each board, with its verdict. */
export function showTabs() {
  const tabs = now.boards.map((one, index) => {
    const name = one.draft.info.title || `Board ${index + 1}`;
    const tab = element("button", {
      type: "button", role: "tab", draggable: "true", "aria-selected": String(index === now.at), text: name,
      title: "Drag to reorder; Alt and an arrow do it by keys",
    });
    const { verdict } = one;
    if (verdict?.value != null) {
      const score = verdict.score == null ? "" : ` · ${Math.round(verdict.score)}`;
      tab.append(element("span", { class: "quiet", text: ` ${verdict.value}${score}` }));
    }
    tab.addEventListener("click", () => index !== now.at && open(index));
    tab.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", String(index)));
    tab.addEventListener("dragover", (event) => event.preventDefault());
    tab.addEventListener("drop", (event) => {
      event.preventDefault();
      reorder(Number(event.dataTransfer.getData("text/plain")), index);
    });
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      if (event.altKey) reorder(index, index + by);
      else $("boards").children[index + by]?.focus();
    });
    const parts = [tab];
    if (index === now.at && now.boards.length > 1) {
      const away = element("button", { type: "button", class: "away", text: "×", "aria-label": `Take ${name} away`, title: "Take this board away" });
      away.addEventListener("click", () => takeAway(index));
      parts.push(away);
    }
    return element("span", { class: "tab" }, ...parts);
  });
  $("boards").replaceChildren(...tabs);
}

function reorder(from, to) {
  if (!(from in now.boards) || !(to in now.boards) || from === to) return;
  const shown = board();
  now.boards.splice(to, 0, ...now.boards.splice(from, 1));
  now.at = now.boards.indexOf(shown);
  keep();
  showTabs();
  $("boards").children[to]?.querySelector("[role=tab]").focus();
}

function takeAway(index) {
  now.boards.splice(index, 1);
  open(Math.min(index, now.boards.length - 1));
}

/** Makes the buttons of the set work. */
export function connectSet() {
  $("add").addEventListener("click", () => inTurn(async () => {
    const draft = await emptyDraft();
    add([draft], { beside: true });
  }));
  $("save").addEventListener("click", async () => {
    try {
      const drafts = now.boards.map(({ draft }) => draft);
      const answer = await ask("/api/drafts/file", { drafts });
      const url = URL.createObjectURL(await answer.blob());
      element("a", { href: url, download: `${now.palette.id}.txt` }).click();
      setTimeout(() => URL.revokeObjectURL(url), TAKEN);
      $("kept").textContent = `${drafts.length === 1 ? "The board is" : `${drafts.length} boards are`} kept as a file.`;
    } catch (error) {
      $("kept").textContent = sentence(error);
    }
  });
}

whenChanged(showTabs);
