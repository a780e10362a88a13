/* The page's address, whose fragment holds the step (`#12`).
 *
 * Needs a page with an address of its own.
 */

/** Milliseconds between two changes of the address. */
const PACE = 400;

export class Address {
  /** Has a player follow an address that is edited, until the signal ends it. */
  constructor(player, signal) {
    this._player = player;
    this._timer = null;
    addEventListener("hashchange", () => player.jump(this.step), { signal });
    signal.addEventListener("abort", () => clearTimeout(this._timer));
  }

  get step() {
    const found = /^#(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  /** Puts the step of the player into the address, soon. */
  keep() {
    this._timer ??= setTimeout(() => {
      try {
        const { pathname, search } = location;
        const { step } = this._player;
        history.replaceState(null, "", pathname + search + (step ? `#${step}` : ""));
        this._timer = null;
      } catch {
        // A frame without an origin has no address: the timer stays, and nothing is tried again.
      }
    }, PACE);
  }
}
