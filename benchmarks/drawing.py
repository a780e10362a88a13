"""drawing: from the last stroke on a board to the verdict, in Chromium.

Of each game it takes the hardest boards of its course that are at most 8 × 8, and all of robots
that are 16 × 16. A piece is tapped off the board and on again; the time is that from lifting the
pointer to the final verdict on the page. Processor time is that of the server and its workers.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.table import Table
from tests.browser.test_edit import paste, take, tap
from tests.browser.visits import chromium, launched
from tests.processes.watching import descendants

from gridproof.cli import messages
from gridproof.editing.draft import Draft
from gridproof.experiments.machine import stamp
from gridproof.files.shipped import collection
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.registry import games
from gridproof.specs import Piece

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["verdicts"]

#: Sides of boards with the milliseconds that a verdict on them may take on a quiet machine.
GOALS: Final = {8: 300, 16: 500}
#: Games whose larger boards have a goal too.
LARGE: Final = ("robots",)
#: Boards of each game and side, and strokes on each.
BOARDS, STROKES = 3, 5
#: Waits for the verdict after the next stroke; returns milliseconds since the pointer was lifted.
_WATCH: Final = """() => {
  const verdict = document.getElementById("verdict");
  window.judged = new Promise(resolve => {
    let lifted = null, searched = false;
    const lift = () => (lifted = performance.now());
    addEventListener("pointerup", lift, { capture: true, once: true });
    const seen = new MutationObserver(() => {
      const { standing } = verdict.dataset;
      if (lifted === null) return;
      if (standing === "searching") searched = true;
      else if (searched) {
        seen.disconnect();
        resolve([performance.now() - lifted, standing]);
      }
    });
    seen.observe(verdict, { attributes: true });
  });
}"""


def verdicts() -> None:
    """Print the milliseconds from stroke to verdict, of the median and the slowest board.

    Raises:
        FileNotFoundError: there is no Chromium.
    """
    if chromium() is None:
        raise FileNotFoundError("Chromium: install it, or name it in the variable CHROMIUM")
    table = Table(title=f"From stroke to verdict, milliseconds; {stamp()}")
    for column in ("boards", "goal", "median", "slowest", "processor, median"):
        table.add_column(column, justify="left" if column == "boards" else "right")
    with launched() as browser, _serving() as (site, server):
        for game, side in _groups():
            measured = []
            for level in _boards(game, side):
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto(f"{site}/edit?game={game.id}")
                measured.append(_measured(page, game, level, server))
                page.close()
            walls, used = zip(*measured, strict=True)
            figures = (statistics.median(walls), max(walls), statistics.median(used))
            row = (f"{figure:.0f}" for figure in figures)
            table.add_row(f"{game.id}, {side} × {side}", str(GOALS[side]), *row)
    messages.stdout().print(table)


def _groups() -> Iterator[tuple[AnyGame, int]]:
    """Yield the games that can be drawn, with the sides of their boards."""
    for game in games().values():
        if game.palette:
            yield from ((game, side) for side in GOALS if side == 8 or game.id in LARGE)


def _boards(game: AnyGame, side: int) -> list[Level]:
    """Return the hardest boards of a course up to a size."""
    half = side // 2
    levels = collection(game.id).levels
    return [each for each in levels if half < max(each.width, each.height) <= side][-BOARDS:]


def _measured(page: Page, game: AnyGame, level: Level, server: int) -> tuple[float, float]:
    """Return milliseconds from stroke to verdict, and those of processors; medians of strokes."""
    paste(page, game.write(level))
    page.locator("#verdict[data-standing=optimal]").wait_for(timeout=60_000)
    draft = Draft.of(game, level)
    piece, cell = _stroke(draft)
    take(page, piece.id, piece.key)
    left, top, _, _ = draft.window
    walls, used = [], []
    for _ in range(STROKES):
        tap(page, Pos(cell.x - left, cell.y - top), piece.side, "mouse")  # off
        page.wait_for_timeout(1500)  # the verdict on that board, and its rating
        page.evaluate(_WATCH)
        before = _processor(server)
        tap(page, Pos(cell.x - left, cell.y - top), piece.side, "mouse")  # on
        wall, standing = page.evaluate("window.judged")
        used.append(1000 * (_processor(server) - before))
        assert standing == "optimal", (level, standing)
        walls.append(wall)
    return statistics.median(walls), statistics.median(used)


def _stroke(draft: Draft) -> tuple[Piece, Pos]:
    """Return a piece on a board, and its cell: the last one that is drawn."""
    for piece in draft.palette.values():
        if cells := draft.layout.get(piece.id):
            return piece, max(cells)
    raise AssertionError("an empty board")


@contextmanager
def _serving() -> Iterator[tuple[str, int]]:
    """Yield the address of a server, and its process."""
    command = [sys.executable, "-m", "gridproof", "serve", "--port", "0"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().rstrip("/"), server.pid
        finally:
            server.terminate()


def _processor(server: int) -> float:
    """Return the processor seconds that a server and its workers have used."""
    ticks = 0
    for pid in (server, *descendants(server)):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
