/* The addresses of pages and data, as a server has them.
 *
 * A site without a server has another file of this name: everything else is the same there.
 */

/** Returns the link to a page or a picture with an address. */
export const link = (address) => address;

/** Returns the address of a page on which a game's course is played without the server: there is none. */
export const course = () => "";

/** Returns this page's address. */
export const address = () => location.pathname + location.search + location.hash;

/** Returns an address as it can be sent to somebody. */
export const whole = (address) => location.origin + address;

/** Shows another address for what this page shows; `push` keeps the one before for going back. */
export function showAddress(address, { push = false } = {}) {
  history[push ? "pushState" : "replaceState"](null, "", address);
}

/** Said where a request has no answer. */
export const SILENT = { error: "The server does not answer.", hint: "Is `gridproof serve` still running?" };

/** Sends a request, as `fetch` does. */
export const send = (address, options) => fetch(address, options);
