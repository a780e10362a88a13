/* The progress of a person, kept in the browser where storage is allowed. Needs a page. */

/** The best costs by a board's digest, as the web app keeps them. */
const SOLVED = "solved";
/** The inputs that led to the position at which a board was left, by its digest. */
const LEFT = "gridproof-left";

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) || {};
  } catch {
    return {}; // something else wrote there, or storage is not allowed
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full, or not allowed
  }
}

export function keptSolutions() {
  return kept(SOLVED);
}

/** Keeps the cost of a solution, if none before was as good. */
export function keepSolution(digest, sense, cost) {
  const all = kept(SOLVED);
  const best = all[digest];
  if (best !== undefined && (sense === "max" ? best >= cost : best <= cost)) return;
  keep(SOLVED, { ...all, [digest]: cost });
}

export function keptInputs(digest) {
  const inputs = kept(LEFT)[digest];
  return Array.isArray(inputs) ? inputs : [];
}

export function keepInputs(digest, inputs) {
  const { [digest]: before, ...others } = kept(LEFT);
  if (inputs.length) keep(LEFT, { ...others, [digest]: inputs });
  else if (before) keep(LEFT, others);
}
