"""Measures what is seen: sizes of pages, how soon and how smoothly they and the terminal answer.

    python tools/measure_pages.py [sizes] [large] [moves] [web] [terminal]

Each part prints a table; nothing is asserted. `sizes`: bytes of pictures and pages of boards of
about 16 × 16 cells. `large`: opening, scrubbing and zooming pages of very large boards; a "task" is
what keeps a page from answering, and Chromium calls it long from 50 ms on. `moves`: from a move's
arrival in the page to the drawn picture. `web`: from a key press through a server on this machine
to the drawn picture. `terminal`: from the start of `gridproof play` to its first screen.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.app import press, serving
from tests.browser.visits import launched
from tests.plays import keys_for
from tests.samples import generated, sample_levels
from tests.tui.terminal import GRIDPROOF, Terminal

from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.render.animation import Recorder, inlined
from gridproof.render.html import page, player_css
from gridproof.render.joining import joined
from gridproof.render.svg import style, svg
from gridproof.solving.solve import solve

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Boards of about 16 × 16 cells: game, generator, parameters.
_COMMON: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("bombcover", "random", {"width": 16, "height": 16}),
    ("boxcover", "random", {"points": 40, "side": 4}),
    ("merge", "random", {"heroes": 70}),
    ("onebomb", "random", {"width": 16, "height": 16}),
    ("robots", "standard", {}),
    ("sokoban", "random", {"width": 16, "height": 16}),
)
#: Moves of a play-through that has no solver's answer: bombs beside crates, as they come.
_BOMBS = 100
#: Milliseconds in which a page comes to rest after opening.
_REST = 3000

#: Counts long tasks from the beginning.
_WATCH = """
window.tasks = [];
new PerformanceObserver(found => {
  for (const task of found.getEntries()) tasks.push(task.duration);
}).observe({type: "longtask", buffered: true});
window.frame = () => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
window.timed = async act => {
  const began = performance.now();
  act();
  document.body.getBoundingClientRect();
  const ran = performance.now() - began;
  await frame();
  return [ran, performance.now() - began];
};
"""
#: Notes after a key press when the board first changes, and when the next frame is drawn.
_WATCH_KEYS = """
window.pressed = null;
addEventListener("keydown", ({timeStamp}) => {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    const change = performance.now() - timeStamp;
    requestAnimationFrame(() => setTimeout(() => {
      window.pressed = [change, performance.now() - timeStamp];
    }));
  });
  const all = {subtree: true, childList: true, attributes: true};
  watch.observe(document.querySelector("#board"), all);
}, {capture: true});
"""
#: Milliseconds from one key press to the next.
_BETWEEN_KEYS = 400
_STARTS = 5
#: The foot of the first screen of `gridproof play`.
_LAST_SEEN = "? keys"
#: Milliseconds from the start of opening to the first picture.
_FIRST = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
_SCRUB = """async () => {
  const range = document.querySelector("input[type=range]");
  const times = [];
  for (let i = 1; i <= 21; i++) times.push(await timed(() => {
    range.value = Math.round(range.max * ((i * 8) % 21) / 20);
    range.dispatchEvent(new Event("input", {bubbles: true}));
  }));
  return times;
}"""
_ZOOM = """async () => {
  const board = document.querySelector("svg.board");
  const box = board.getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  const times = [];
  for (let i = 0; i < 40; i++) times.push(await timed(() => board.dispatchEvent(
    new WheelEvent("wheel", {deltaY: i < 20 ? -150 : 150, clientX, clientY, cancelable: true}))));
  return times;
}"""
_APPLY = """async steps => {
  const times = [];
  for (const step of steps) times.push(await timed(() => player.apply(step)));
  return times;
}"""


def sizes() -> Iterator[list[str]]:
    """Yield bytes of the picture and of the page of a board with its solution."""
    yield ["board", "cells", "SVG, KiB", "page, KiB", "moves"]
    for game, generator, parameters in _COMMON:
        level = generated(game, generator, **parameters)
        result = solve(level)
        yield [
            f"{game} {generator}",
            f"{level.width} × {level.height}",
            f"{len(svg(Session(level).picture).encode()) / 1024:.1f}",
            f"{len(page(level, result).encode()) / 1024:.1f}",
            str(len(result.moves or ())),
        ]


def large() -> Iterator[list[str]]:
    """Yield pages of the largest boards."""
    yield [
        "page",
        "MiB",
        "moves",
        "first picture, ms",
        "longest task, ms",
        "scrub: worst frame, ms",
        "zoom: worst frame, ms",
    ]
    for name, made in _large_pages():
        with _opened(made) as visited:
            number = visited.locator("input[type=range]").get_attribute("max")
            yield [
                name,
                f"{len(made.encode()) / 2**20:.2f}",
                str(number),
                f"{visited.evaluate(_FIRST):.0f}",
                f"{max([0, *visited.evaluate('tasks')]):.0f}",
                _worst(visited.evaluate(_SCRUB)),
                _worst(visited.evaluate(_ZOOM)),
            ]


def _large_pages() -> Iterator[tuple[str, str]]:
    """Yield names and pages; the bombs of bombcover are the first that the rules offer, in turn."""
    for generator in ("cluttered", "spiral"):
        level = generated("onebomb", generator, width=4096, height=4096)
        yield f"onebomb {generator} 4096 × 4096", page(level, solve(level))
    level = generated("bombcover", "random", width=1000, height=300)
    session = Session(level)
    for _ in range(_BOMBS):
        session.apply(next(session.game.moves(level, session.state, session.objective)))
    yield "bombcover random 1000 × 300", page(level, solutions=[session.moves])


def moves() -> Iterator[list[str]]:
    """Yield moves as the web app hands them to the player, drawn with and without motion."""
    yield ["moves of", "motion", "number", "script and layout, ms: median", "worst", "drawn, ms"]
    for game in games().values():
        level = sample_levels(game.id)[0]
        session = Session(level, game=game)
        recorder = Recorder(session.backdrop, session.scene)
        head, steps = recorder.head(), []
        for move in solve(level, game=game).moves or ():
            _, *scenes = game.frames(level, session.state, move)
            session.apply(move)
            steps.append(recorder.step(move, scenes))
        for motion in (True, False):
            with _opened(_bare_page(head), motion=motion) as visited:
                times = visited.evaluate(_APPLY, steps)
            ran = [time[0] for time in times]
            yield [
                game.id,
                "yes" if motion else "reduced",
                str(len(steps)),
                f"{statistics.median(ran):.1f}",
                f"{max(ran):.1f}",
                _worst(times),
            ]


def web() -> Iterator[list[str]]:
    """Yield the best solution of each game's first level, key by key, as somebody plays it."""
    yield [
        "keys of",
        "number",
        "first change, ms: median",
        "worst",
        "frame after it: median",
        "worst",
    ]
    with serving() as address, launched() as browser:
        for game in games().values():
            level = sample_levels(game.id)[0]
            session = Session(level, game=game)
            visited = browser.new_page()
            visited.add_init_script(_WATCH_KEYS)
            visited.goto(f"{address}/play/{game.id}/1")
            visited.locator("body[data-mode=play]").wait_for()
            times = []
            for move in solve(level, game=game).moves or ():
                for key in keys_for(session, move) or ():
                    session.press(key)
                    visited.evaluate("pressed = null")
                    press(visited, key)
                    visited.wait_for_timeout(_BETWEEN_KEYS)
                    if found := visited.evaluate("pressed"):
                        times.append(found)
            changes, frames = zip(*times, strict=True)
            row = [statistics.median(changes), max(changes), statistics.median(frames), max(frames)]
            yield [game.id, str(len(times)), *(f"{time:.0f}" for time in row)]
            visited.close()


def terminal() -> Iterator[list[str]]:
    """Time `gridproof play` on a terminal, until the last part of its first screen is there."""
    yield ["first board of", "first screen, s: median", "worst of 5"]
    for game in games().values():
        level = sample_levels(game.id)[0]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "board.txt"
            file.write_text(game.write(level), encoding="utf-8")
            times = []
            for _ in range(_STARTS):
                began = time.perf_counter()
                with Terminal([*GRIDPROOF, "play", str(file)], Path(folder), (120, 40)) as screen:
                    screen.wait(_LAST_SEEN)
                    times.append(time.perf_counter() - began)
        yield [game.id, f"{statistics.median(times):.2f}", f"{max(times):.2f}"]


def _bare_page(head: Mapping[str, Any]) -> str:
    """Return a page with a player and nothing else."""
    return (
        f"<!doctype html><meta charset=utf-8><style>{style(':root')}{player_css()}</style>"
        "<main></main>"
        f'<script type="application/json" id="record">{inlined(dict(head))}</script>'
        f"<script>{joined('player')}\nwindow.player = gridproof.create("
        "document.querySelector('main'), "
        "JSON.parse(document.getElementById('record').textContent))</script>"
    )


@contextmanager
def _opened(made: str, *, motion: bool = True) -> Iterator[Page]:
    """Yield a page from a file, in a browser of its own, when it has come to rest."""
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        file = Path(folder) / "page.html"
        file.write_text(made, encoding="utf-8")
        visited = browser.new_page(reduced_motion="no-preference" if motion else "reduce")
        visited.add_init_script(_WATCH)
        visited.goto(file.as_uri())
        visited.wait_for_timeout(_REST)
        yield visited


def _worst(times: list[tuple[float, float]]) -> str:
    return f"{max(drawn for _, drawn in times):.0f}"


PARTS: Mapping[str, Callable[[], Iterator[list[str]]]] = {
    part.__name__: part for part in (sizes, large, moves, web, terminal)
}


def main() -> None:
    """Print the tables that the command line asks for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="what to measure; all")
    for name in parser.parse_args().part or PARTS:
        print(f"\n{name}")
        rows = list(PARTS[name]())
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))


if __name__ == "__main__":
    main()
