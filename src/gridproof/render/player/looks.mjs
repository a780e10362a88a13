/* Looks of things that the rules of a page name by another one's. Needs no page. */

/** The text that stands for a sign in words and markup. */
const PLACEHOLDER = /\*+/;

/**
 * Returns a function from a look as rules name it to its number: itself, or `{ like, tint, sign }`,
 * the look of that number in another tint and with another sign. New ones are added to `looks`.
 */
export function looksOf(looks) {
  const numbers = new Map();
  return (named) => {
    if (typeof named === "number") return named;
    const { like, tint, sign } = named;
    const key = `${like} ${tint} ${sign}`;
    if (!numbers.has(key)) {
      const [kind, layer, markup, words, old, ...size] = looks[like];
      const drawn = markup.replace(`tint-${old}`, `tint-${tint}`).replace(PLACEHOLDER, sign);
      looks.push([kind, layer, drawn, words.replace(PLACEHOLDER, sign), tint, ...size]);
      numbers.set(key, looks.length - 1);
    }
    return numbers.get(key);
  };
}
