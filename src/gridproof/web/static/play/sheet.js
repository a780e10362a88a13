/* The folded parts of the page: the sheet of all that can be done, the list of keys, and files.
 *
 * Needs an open play-through.
 */

import { ask, element, remember, sentence, tab } from "../app.js";
import { link } from "../place.js";
import { $, now } from "./board.js";
import { kept } from "./moves.js";

/** Milliseconds after which the browser has taken a file. */
const TAKEN = 10_000;

export function openSheet() {
  if (!now.play) return;
  sayInSheet("");
  $("sheet").showModal();
}

export function sayInSheet(text) {
  $("said").textContent = text;
}

export function fillSheet() {
  const { play } = now;
  $("source").textContent = [play.game_title, play.order].filter(Boolean).join(" · ");
  $("like").closest("li").hidden = !play.like;
  const options = play.titles.map((title, index) =>
    element("option", { value: index + 1, text: title ? `${index + 1}. ${title}` : `${index + 1}` }));
  $("level").replaceChildren(...options);
  $("level").value = play.number;
  $("level").closest("p").hidden = play.count < 2;
  const goals = play.objectives.map(([id, summary]) => element("option", { value: id, text: summary }));
  $("objective").replaceChildren(...goals);
  $("objective").value = play.objective;
  $("objective").closest("p").hidden = goals.length < 2;
  $("all").closest("li").hidden = !play.lists_all;
}

/** Shows the rules of the game and all keys; the rules are fetched when they are first wanted. */
export async function openHelp() {
  const { play } = now;
  if (play) {
    const names = `${encodeURIComponent(play.game)}/${encodeURIComponent(play.objective)}`;
    if ($("rules").dataset.of !== names) {
      try {
        const answer = await ask(`/api/rules/${names}`);
        $("rules").innerHTML = await answer.text(); // the server's own, text in it is escaped
        $("rules").dataset.of = names;
      } catch (error) {
        $("rules").replaceChildren(element("p", { text: sentence(error) }));
        delete $("rules").dataset.of;
      }
    }
    $("keys-title").textContent = play.game_title;
  }
  if (!document.querySelector("dialog[open]")) $("keys").showModal();
}

/** Lists the options that the board sets, the keys of the game and those that all games share. */
export function fillKeys() {
  for (const old of document.querySelectorAll("#all-keys .told")) old.remove();
  const rows = now.play.help.map(([keys, use]) =>
    element("div", { class: "told" }, element("dt", { text: keys }), element("dd", { text: use })));
  const options = now.play.options.map(([text, meaning]) =>
    element("div", {}, element("dt", { text }), element("dd", { text: meaning })));
  $("options").replaceChildren(...options);
  $("options").hidden = !options.length;
  $("all-keys").prepend(...rows);
}

/** Opens the board on the page on which boards are drawn. */
export function redraw() {
  remember(tab, "draw", JSON.stringify({ text: now.save.level, game: now.play.game }));
  location.assign(link("/edit"));
}

/** Has the browser keep a file of the play-through; returns "", or a sentence about an error. */
export async function download(name) {
  try {
    const answer = await kept(() => ask(`/api/plays/${now.play.play}/files/${name}`));
    const file = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") || "");
    const url = URL.createObjectURL(await answer.blob());
    element("a", { href: url, download: file ? file[1] : name }).click();
    setTimeout(() => URL.revokeObjectURL(url), TAKEN);
    return "";
  } catch (error) {
    return sentence(error);
  }
}
