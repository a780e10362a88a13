/* Certificates that somebody brings: they are checked, and the verdict is shown. */

import { askJson, element, sentence } from "./app.js";

/** The beginning of every certificate, and characters that are enough for it. */
const FORMAT = /^\s*\{\s*"format"\s*:\s*"gridproof-certificate"/;
const BEGINNING = 100;

/** Tells certificates from boards, by their beginning. */
export async function isCertificate(file) {
  return FORMAT.test(await file.slice(0, BEGINNING).text());
}

/** Has a certificate checked and shows the verdict in an element; `play` opens the board in it. */
export async function showVerdict(file, place, play) {
  const parts = [];
  try {
    const verdict = await askJson("/api/certificates", { certificate: await inBase64(file) });
    const { accepted, board, title, game, told } = verdict;
    const about = [file.name, title, game].filter(Boolean).join(" · ");
    parts.push(
      element("p", { class: "quiet", text: about }),
      element("p", { class: accepted ? "verdict" : "error", text: accepted ? `✓ ${told}` : told }),
    );
    if (board) {
      const button = element("button", { type: "button", text: "Play this board" });
      button.addEventListener("click", () => play(board));
      parts.push(element("p", {}, button));
    }
  } catch (error) {
    parts.push(element("p", { class: "error", text: sentence(error) }));
  }
  place.replaceChildren(...parts);
  place.scrollIntoView({ block: "nearest" });
}

function inBase64(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => fail(reader.error));
    reader.readAsDataURL(file);
  });
}
