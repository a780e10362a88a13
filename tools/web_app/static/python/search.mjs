/* A web worker that answers one question after another: boards are opened and solved. */

import { load } from "./loading.mjs";

let flag = null;
let answer = null;
const early = [];
const stopped = { is_set: () => Boolean(flag && Atomics.load(flag, 0)) };

function say(said) {
  const bytes = said.toJs();
  postMessage(bytes, [bytes.buffer]);
}

async function begin(shared, compiled) {
  flag = shared;
  const [gridproof] = await load(compiled);
  answer = gridproof.search;
  for (const question of early.splice(0)) answer(question, say, stopped);
}

const calls = {
  begin,
  ask: (question) => (answer ? answer(question, say, stopped) : early.push(question)),
};
addEventListener("message", ({ data: [name, ...values] }) => calls[name](...values));
