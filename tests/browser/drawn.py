"""The drawing on the board of a page, and the one that is due."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gridproof.playing.session import Session
from gridproof.scene import Sprite

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["Things", "check_drawn", "expected"]

#: Layer and cell of each thing, as soon as they are the wanted ones, or at last.
_THINGS = """async ([wanted, skipped, patience]) => {
  const sorted = things => things.map(String).sort().join(' ');
  const began = performance.now();
  for (;;) {
    const things = [...document.querySelectorAll(
      '.things > g > g[transform]:not([display=none])')].map(thing =>
      [thing.parentNode.dataset.layer, thing.getAttribute('transform')].join(' ')
        .match(/-?[\\d.]+/g).map(Number)).filter(thing => thing[0] !== skipped);
    if (sorted(things) === sorted(wanted) || performance.now() - began > patience) return things;
    await new Promise(requestAnimationFrame);
  }
}"""
#: Bombs of the past are the player's own, where a game does not show them itself.
_SPENT = Sprite("", "spent", 0, 0).layer
#: Milliseconds in which motions have to end.
_PATIENCE = 5000

#: How many things are on each layer, column and row.
Things = Counter[tuple[float, ...]]


def check_drawn(page: Page, session: Session) -> None:
    """The board of a page comes to show the position of a session, and nothing else."""
    wanted = expected(session)
    found = page.evaluate(_THINGS, [list(wanted.elements()), _SPENT, _PATIENCE])
    drawn = Counter(tuple(thing) for thing in found)
    assert (drawn - wanted, wanted - drawn) == (Counter(), Counter())  # too much, missing


def expected(session: Session) -> Things:
    """Return the drawing that the rules ask for."""
    scene = session.scene
    things = [(s.layer, s.x, s.y) for s in session.picture.sprites if s.layer != _SPENT]
    for tiles in scene.tiles:
        cells = scene.window.cells(scene.width, scene.height)
        kinds = (tiles.kinds[code] for code in tiles.codes)
        things += [(Sprite("", k, *c).layer, *c) for k, c in zip(kinds, cells, strict=True) if k]
    return Counter(things)
