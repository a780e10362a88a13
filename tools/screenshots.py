"""Makes the pictures of the README and the docs, from the tests' boards (`make screenshots`).

Drawings come from the package alone. Pictures of pages need Chromium: on the path, or named by the
variable CHROMIUM. Times of searches are left out of them, so that they change only when what they
show does.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.visits import Profiles, Visits, chromium, launched  # noqa: E402
from tests.plays import keys_for  # noqa: E402
from tests.samples import SAMPLES, sample_levels, shipped_address  # noqa: E402
from tests.tui.stage import PromptWorker, press, staged  # noqa: E402
from tests.web.server import serving  # noqa: E402

from gridproof.cli import run  # noqa: E402
from gridproof.design.what_if import easiest  # noqa: E402
from gridproof.files.shipped import collection  # noqa: E402
from gridproof.game import AnyGame  # noqa: E402
from gridproof.level import Level  # noqa: E402
from gridproof.playing.session import Session  # noqa: E402
from gridproof.processes.worker import Worker  # noqa: E402
from gridproof.reduction import Encoding  # noqa: E402
from gridproof.reductions.reduce import overlay, reduce  # noqa: E402
from gridproof.registry import find_game, games  # noqa: E402
from gridproof.render import reduced  # noqa: E402
from gridproof.render.heat import heat_map, with_easements  # noqa: E402
from gridproof.render.strip import positions, strip  # noqa: E402
from gridproof.render.svg import svg  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = ROOT / "docs" / "pictures"

#: Colours of a PNG: enough for boards and the edges of letters.
_COLOURS: Final = 256
#: Pixels of the longer side of a board, and of one that stands for an instance.
_SIDE: Final = 400
_WIDTH: Final = 800


@dataclass(frozen=True)
class Shown:
    """A position of a sample board of the tests.

    Attributes:
        id: of its game.
        number: of the board, from 1.
        solution: moves from its start, in the game's notation.
        moves: how many of them are made; the picture shows their ways.
    """

    id: str
    number: int
    solution: str
    moves: int

    @property
    def level(self) -> Level:
        """The board."""
        return sample_levels(self.id)[self.number - 1]

    @property
    def game(self) -> AnyGame:
        """Its game."""
        return find_game(self.level.game)

    @property
    def made(self) -> list[str]:
        """The moves that are made."""
        return self.game.read_solution(self.level, self.solution)[: self.moves]

    def drawn(self) -> str:
        """Return the picture."""
        *_, last = positions(self.game, self.level, self.made, self.moves)
        ways = {thing.id: way for thing, way in last.ways}
        return svg(last.picture, ways=ways, title=self.level.title or "", size=_SIDE)


#: A picture of each game, where much of it is seen.
BOARDS: Final[Mapping[str, Shown]] = {
    "robots.svg": Shown("robots", 1, "2R,0U,0L,2U,0R,0D", 4),
    "bombcover.svg": Shown("bombcover", 4, "1,1 2,3 4,1 5,4 3,1", 2),
    "onebomb.svg": Shown("onebomb", 5, "2 5\n9 2\nPPPDPDDLLDLDDDDPPPPPPP", 24),
    "merge.svg": Shown("merge", 2, "2,1>3,1 4,3>5,0 5,0>3,1 2,2>1,2 2,3>3,0 3,0>1,2", 3),
    "sokoban.svg": Shown("sokoban", 8, "lluuRRRRRlllllddrrUdlluRuRRRlllddrUluRR", 9),
    "boxcover.svg": Shown("boxcover", 2, "0,1 1,0 3,2 6,1 6,3", 4),
}


@dataclass(frozen=True)
class Reduced:
    """The board of an instance, with what stands for what.

    Attributes:
        reduction: its id.
        instance: its text.
        options: of the reduction, by name.
        solution: moves that have been made.
    """

    reduction: str
    instance: str
    options: Mapping[str, str] = field(default_factory=dict)
    solution: str = ""

    @property
    def encoding(self) -> Encoding:
        """The board."""
        return reduce(self.reduction, self.instance, self.options)

    def drawn(self) -> str:
        """Return the picture."""
        encoding = self.encoding
        game, level = find_game(encoding.level.game), encoding.level
        made = game.read_solution(level, self.solution) if self.solution else []
        *_, last = positions(game, level, made, max(len(made), 1))
        return svg(overlay(encoding, last.picture), title=level.title or "", size=_WIDTH)


#: The example of the Bomb-cover thesis.
_EXAMPLE: Final = "(x | !y | z) & (!x | y | z)"
#: All pairs of four vertices; three of them cover all edges.
_K4: Final = "cover: 3\n1 2\n1 3\n1 4\n2 3\n2 4\n3 4"
#: The boards of the reductions' pages.
REDUCED: Final[Mapping[str, Reduced]] = {
    "sat-to-bombcover.svg": Reduced("sat-to-bombcover", _EXAMPLE),
    "sat-to-boxcover.svg": Reduced("sat-to-boxcover", _EXAMPLE),
    "sat-to-bombcover-range.svg": Reduced("sat-to-bombcover-range", "(x | y) & (x | !y)"),
    "vc-to-bombcover.svg": Reduced("vc-to-bombcover", _K4),
    "vc-to-merge.svg": Reduced("vc-to-merge", _K4),
    "vc-to-boxcover.svg": Reduced("vc-to-boxcover", _K4, {"side": "4"}),
    "sat-to-bombcover-pierce.svg": Reduced(
        "sat-to-bombcover", "(x | !y) & !x", {"variant": "pierce"}
    ),
    "thesis-hole.svg": Reduced(
        "sat-to-bombcover", "p cnf 3 2\n1 0\n-1 0", {"variant": "thesis"}, "16,3 16,6"
    ),
}


def solution() -> str:
    """Draw all positions of a solution."""
    shown = BOARDS["robots.svg"]
    return strip(shown.level, shown.game.read_solution(shown.level, shown.solution))


def heat() -> str:
    """Draw where a solution spends its moves, and the wall without which there were fewer."""
    level = collection("sokoban/microban1").levels[5]
    found = easiest(level)
    scene = with_easements(heat_map(level, found.result.moves or ()), found)
    return svg(scene, title=level.title or "", size=_SIDE)


def drawings() -> dict[str, str]:
    """Return the pictures that are the same wherever they are made."""
    boards = {name: shown.drawn() for name, shown in BOARDS.items()}
    reduced = {name: shown.drawn() for name, shown in REDUCED.items()}
    return boards | reduced | {"strip.svg": solution(), "heat.svg": heat()}


def _silently(*arguments: str) -> None:
    """Run a command for the file that it writes."""
    with redirect_stdout(io.StringIO()):
        run(arguments)


def plot() -> str:
    """Return what an experiment draws."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plot.svg"
        _silently("experiment", "sokoban-course", "--plot", str(file))
        return file.read_text(encoding="utf-8")


def terminal() -> str:
    """Return the screen of a level in the terminal, some moves from its start, with a hint."""
    from gridproof.playing.levels import Levels

    shown = BOARDS["robots.svg"]
    levels = Levels("robots", shown.game, sample_levels("robots"))

    async def screen(worker: Worker) -> str:
        with tempfile.TemporaryDirectory() as folder:
            stage = staged(Path(folder), levels, shown.number - 1, worker=worker, size=(72, 18))
            async with stage as pilot:
                await press(pilot, ["o", "tab", "tab", "right", "tab", "up", "left", "h"])
                return pilot.app.export_screenshot(title="gridproof play")

    drawn = asyncio.run(screen(PromptWorker()))
    # Its letters are the reader's own: a picture asks nobody for fonts.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    return drawn.replace("Fira Code, monospace", "ui-monospace, DejaVu Sans Mono, monospace")


@dataclass(frozen=True)
class Shot:
    """A picture of a page.

    Attributes:
        address: of the page, in a folder of pages or on the server.
        prepare: leads to what is shown.
        scheme: the colours that the reader prefers.
        width: of the window, in CSS pixels.
        height: of the window.
    """

    address: str
    prepare: Callable[[Page], None]
    scheme: Literal["light", "dark"] = "light"
    width: int = 800
    height: int = 640


def _played(page: Page) -> None:
    """Play some moves, and ask how far it is from there."""
    page.locator("body[data-mode=play]").wait_for()
    page.keyboard.press("o")
    page.locator("#counter", has_text="best").wait_for()
    session = Session(_GAME.level)
    session.cursor = session.in_hand
    for move in _GAME.made:
        for key in keys_for(session, move) or ():
            page.keyboard.press(_KEYS.get(key, key))
            session.press(key)
        page.locator(f"body[data-at='{len(session.moves)}']").wait_for()
    page.keyboard.press("h")
    page.locator("#message", has_text="From here").wait_for()


def _listed(page: Page) -> None:
    """Wait until all pictures of a list are there."""
    page.locator("img").first.wait_for()
    page.evaluate(
        """Promise.all([...document.images].map(image => {
          image.loading = "eager";
          return image.decode();
        }))"""
    )


def _opened(page: Page) -> None:
    """Wait until the board is drawn."""
    page.locator("svg.board").first.wait_for()


def _pointed(page: Page) -> None:
    """Put the mouse on a cell."""
    board = page.locator("svg.board")
    board.hover(position={"x": 269, "y": 111})
    page.locator("p.about", has_text="row ").wait_for()


def _wished(page: Page) -> None:
    """Show the form of a new level of the board game, with a goal."""
    page.locator("[data-game=robots]").click()
    page.locator("#new summary").click()
    page.locator("#generator").select_option("standard")
    page.locator("#option-min-cost").fill("12")
    page.locator("#option-max-cost").fill("15")


def _drawn(page: Page) -> None:
    """Paste a board, and wait until it is known what a change of each cell would do."""
    page.locator("#draft svg").wait_for()
    page.locator("#as-text summary").click()
    page.locator("#text").fill(_DRAWN)
    page.locator("#said", has_text="rating").wait_for()
    page.locator("#as-text summary").click()
    page.locator("#ideas summary").click()
    page.get_by_role("button", name="What if one cell were different?").click()
    page.locator("#idea", has_text="make a difference").wait_for()
    page.evaluate("scrollTo(0, 0)")


def _switched(page: Page) -> None:
    """Choose all vertices of the cover but one."""
    page.get_by_role("switch", name="vertex 2").click()
    page.locator(".edge.left").first.wait_for(state="attached")  # a straight line has no area


#: Pages that are made: the solution of a hard board, and an index of the first board of each game.
_PAGES: Final = {"solution.html": (("robots",), 11), "index": (tuple(games()), 1)}
_PAGE = "solution.html#13"
#: The board that is drawn.
_DRAWN: Final = """\
title: The store room

########
#   #  #
# $    #
## #.$ #
#  .  @#
#   ####
########
"""
_REDUCED: Final = {"formula.html": "sat-to-bombcover.svg", "graph.html": "vc-to-bombcover.svg"}
_GAME: Final = BOARDS["bombcover.svg"]
_PLAYED = shipped_address(_GAME.id, _GAME.number - 1)
#: What browsers call the keys of games.
_KEYS: Final = {
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
} | {
    "space": "Space",
    "enter": "Enter",
    "tab": "Tab",
}
SHOTS: Final[Mapping[str, Shot]] = {
    "page-light.png": Shot(_PAGE, _opened),
    "page-dark.png": Shot(_PAGE, _opened, "dark"),
    "formula-light.png": Shot("formula.html#12", _pointed, width=1120),
    "formula-dark.png": Shot("formula.html#12", _pointed, "dark", width=1120),
    "graph-light.png": Shot("graph.html", _switched, width=1120),
    "graph-dark.png": Shot("graph.html", _switched, "dark", width=1120),
    "index.png": Shot("index/index.html", _listed, height=700),
    "choose-light.png": Shot("/", _listed),
    "choose-dark.png": Shot("/", _listed, "dark"),
    "new-light.png": Shot("/", _wished, height=700),
    "new-dark.png": Shot("/", _wished, "dark", height=700),
    "edit-light.png": Shot("/edit?game=sokoban", _drawn, width=1120, height=700),
    "edit-dark.png": Shot("/edit?game=sokoban", _drawn, "dark", width=1120, height=700),
    "play-light.png": Shot(_PLAYED, _played),
    "play-dark.png": Shot(_PLAYED, _played, "dark"),
    "play-narrow.png": Shot(_PLAYED, _played, width=320, height=568),
}

#: Takes out of a page how long searches took.
_TIMELESS: Final = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = text.data.replace(/ · \\d+\\.\\d+ s(?= |$)/, "");
  }
}"""


def shots() -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of pages, as PNG."""
    with tempfile.TemporaryDirectory() as folder, serving() as (client, _):
        for name, (ids, level) in _PAGES.items():
            files = [str(SAMPLES / f"{game}.txt") for game in ids]
            out = f"{folder}/{name}"
            _silently("solve", *files, "--level", f"{level}", "--html", out, "--quiet")
        for name, board in _REDUCED.items():
            text = reduced.page(REDUCED[board].encoding)
            (Path(folder) / name).write_text(text, encoding="utf-8")
        with launched() as browser:
            for name, shot in SHOTS.items():
                visits = Visits(Profiles(browser))
                served = shot.address.startswith("/")
                place = str(client.base_url) if served else f"file://{folder}/"
                page = visits(
                    place + shot.address,
                    width=shot.width,
                    height=shot.height,
                    scheme=shot.scheme,
                )
                shot.prepare(page)
                page.evaluate(_TIMELESS)
                yield name, small(page.screenshot(animations="disabled"))
                visits.close()


def small(png: bytes) -> bytes:
    """Return the same picture with few colours."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    out = io.BytesIO()
    few = picture.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


#: All pictures.
NAMES: Final = {*BOARDS, *REDUCED, "strip.svg", "heat.svg", "plot.svg", "terminal.svg", *SHOTS}


def main() -> None:
    """Make all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in (drawings() | {"plot.svg": plot(), "terminal.svg": terminal()}).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    if chromium() is None:
        sys.exit("pictures of pages need Chromium: install it, or name it in the variable CHROMIUM")
    for name, png in shots():
        (FOLDER / name).write_bytes(png)


if __name__ == "__main__":
    main()
