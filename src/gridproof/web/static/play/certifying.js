/* A certificate of the board's optimum, which anybody can check. Needs an open play-through. */

import { Refused, element, events, place, sentence } from "../app.js";
import { now } from "./board.js";
import { kept } from "./moves.js";
import { sayInSheet } from "./sheet.js";

/** Milliseconds after which the browser has taken a file. */
const TAKEN = 10_000;
/** Stops the work that runs; null: none does. */
let running = null;

/** Certifies the optimum, and has the browser keep the file; pressed again it stops that. */
export async function certify() {
  if (running) {
    running.abort();
    return;
  }
  running = new AbortController();
  sayInSheet("Certifying …");
  const { signal } = running;
  let said = "Stopped.";
  try {
    await kept(async () => {
      for await (const [name, data] of events(`/api/plays/${now.play.play}/certify`, {}, signal)) {
        if (name === "failed") throw new Refused(200, data);
        if (name === "certificate") said = save(data);
        else sayInSheet(`${name === "waiting" ? place(data) : data.text} · press again to stop`);
      }
    });
  } catch (error) {
    if (!signal.aborted) said = sentence(error);
  }
  running = null;
  sayInSheet(said);
}

function save({ name, certificate }) {
  const bytes = Uint8Array.from(atob(certificate), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes]));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN);
  return "The certificate is kept; drop it on the page of all boards to have it checked.";
}
