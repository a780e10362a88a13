/* The set: boards as tabs, which are added, ordered, taken away and kept as a file. */

import { ask, element, sentence } from "../app.js";
import { $, add, board, emptyDraft, inTurn, keep, now, open, whenChanged } from "./state.js";

/** Milliseconds after which the browser has taken a file. */
const TAKEN = 10_000;
/** Whether a tab is being dragged. */
let dragging = false;

/**
 * Shows a tab for each board, with its verdict.
 *
 * A tab stays the same element: a verdict may come while one is pressed, or has the focus. While one
 * is dragged all stay as they are, else a wider tab would push others away from under the pointer.
 */
export function showTabs() {
  if (dragging) return;
  const row = $("boards");
  while (row.children.length > now.boards.length) row.lastElementChild.remove();
  while (row.children.length < now.boards.length) row.append(newTab(row.children.length));
  now.boards.forEach(({ draft, verdict }, index) => {
    const name = draft.info.title || `Board ${index + 1}`;
    const [tab, away] = row.children[index].children;
    tab.setAttribute("aria-selected", String(index === now.at));
    tab.replaceChildren(name);
    if (verdict?.value != null) {
      const score = verdict.score == null ? "" : ` · ${Math.round(verdict.score)}`;
      tab.append(element("span", { class: "quiet", text: ` ${verdict.value}${score}` }));
    }
    away.hidden = index !== now.at || now.boards.length < 2;
    away.setAttribute("aria-label", `Take ${name} away`);
  });
}

/** The tab of the board at a place of the set, and the button that takes this board away. */
function newTab(index) {
  const tab = element("button", {
    type: "button", role: "tab", draggable: "true", title: "Drag to reorder; Alt and an arrow do it by keys",
  });
  tab.addEventListener("click", () => index !== now.at && open(index));
  tab.addEventListener("dragstart", (event) => {
    dragging = true;
    event.dataTransfer.setData("text/plain", String(index));
  });
  tab.addEventListener("dragend", () => {
    dragging = false;
    showTabs();
  });
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
    else $("boards").children[index + by]?.querySelector("[role=tab]").focus();
  });
  const away = element("button", { type: "button", class: "away", text: "×", title: "Take this board away" });
  away.addEventListener("click", () => takeAway(index));
  return element("span", { class: "tab" }, tab, away);
}

/** Puts the boards in another order; the one in hand stays in hand. */
export function arrange(boards) {
  const shown = board();
  now.boards = boards;
  now.at = boards.indexOf(shown);
  keep();
  showTabs();
}

function reorder(from, to) {
  if (!(from in now.boards) || !(to in now.boards) || from === to) return;
  const boards = [...now.boards];
  boards.splice(to, 0, ...boards.splice(from, 1));
  arrange(boards);
  $("boards").children[to]?.querySelector("[role=tab]").focus();
}

/** Takes a board away; the one in hand stays, if it is another one. */
export function takeAway(index) {
  const shown = board();
  now.boards.splice(index, 1);
  if (now.boards.includes(shown)) arrange(now.boards);
  else open(Math.min(index, now.boards.length - 1));
}

/** Makes the buttons of the set work. */
export function connectSet() {
  $("add").addEventListener("click", () => inTurn(async () => {
    const draft = await emptyDraft();
    add([draft], { beside: true });
  }));
  $("save").addEventListener("click", () => download("/api/drafts/file", "txt", "kept as a file."));
  $("page").addEventListener("click", () => {
    $("kept").textContent = "Making the page …";
    download("/api/drafts/page", "html", "on the page: anybody can open the file, and play.");
  });
}

/** Saves the file that the server makes of all boards. */
async function download(address, kind, words) {
  try {
    const drafts = now.boards.map(({ draft }) => draft);
    const answer = await ask(address, { drafts });
    const url = URL.createObjectURL(await answer.blob());
    element("a", { href: url, download: `${now.palette.id}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), TAKEN);
    $("kept").textContent = `${drafts.length === 1 ? "The board is" : `${drafts.length} boards are`} ${words}`;
  } catch (error) {
    $("kept").textContent = sentence(error);
  }
}

whenChanged(showTabs);
