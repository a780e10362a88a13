"""The screens of the terminal application as text, with the keys that lead there.

A file of ``tests/tui/screens`` begins with what is done: the level, the size, the keys. Then come
the screen as it looks, and its styles: a letter a character, and what each one means.
``python -m tests.tui.screens`` (``make screens``) writes what comes below the first blank line
anew. To add a screen, write a file with the lines above it.
"""

from __future__ import annotations

import asyncio
import string
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from textual.pilot import Pilot

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.playing.levels import Levels
from gridproof.playing.session import Session
from gridproof.registry import games
from gridproof.solving.solve import solve
from tests.plays import keys_for
from tests.samples import GAMES, random_levels, sample_levels
from tests.tui.stage import SilentWorker, attempt, drawn, pieces, press, staged

__all__ = ["FOLDER", "heads_of", "page", "read_head", "unsolved"]

FOLDER = Path(__file__).parent / "screens"
#: The key of a head that stands for the best solution, in the game's keys.
_SOLUTION = "(solution)"


def heads_of(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The screens that every game has: names and heads."""
    for name, keys in (("start", ""), ("solved", _SOLUTION)):
        yield f"{game.id}-{name}", f"level: {game.id} 1\nsize: 60 x 20\nkeys: {keys}".rstrip()


def read_head(text: str) -> dict[str, str]:
    """Return the steps of a page: everything above its first blank line."""
    lines = text.partition("\n\n")[0].splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def page(head: str) -> str:
    """The whole page that begins with a head."""
    return asyncio.run(_page(head.strip()))


async def _page(head: str) -> str:
    said = read_head(head)
    width, _, height = said["size"].partition(" x ")
    worker = SilentWorker() if said.get("search") == "goes on" else None
    with tempfile.TemporaryDirectory() as folder:
        levels, index = _levels(said)
        async with staged(
            Path(folder),
            levels,
            index,
            worker=worker,
            size=(int(width), int(height)),
            objective=said.get("objective"),
        ) as pilot:
            for key in said["keys"].split():
                await press(pilot, _keys(pilot) if key == _SOLUTION else [key])
            return "\n".join([head, "", *_framed(pilot)]) + "\n"


def _levels(said: Mapping[str, str]) -> tuple[Levels | None, int]:
    """The levels that are played, and which one is the first."""
    if "board" in said:
        file = FOLDER.parent / "boards" / said["board"]
        return Levels.read(file.read_text(encoding="utf-8"), file.name, game=said.get("game")), 0
    if said["level"] == "none":
        return None, 0
    name, number = said["level"].split()
    levels = sample_levels(name) or unsolved(GAMES[name])
    return Levels(name, GAMES[name], levels), int(number) - 1


def unsolved(game: AnyGame) -> list[Level]:
    """Random levels that do not begin with their end, and have a best solution of keys."""
    levels = random_levels(game.id, 5)
    return [level for level in levels if _solution(Session(level, game=game))]


def _solution(session: Session, objective: str | None = None) -> list[str] | None:
    """The keys that play the best solution from here; None if keys cannot make a move of it."""
    pressed: list[str] = []
    result = solve(session.level, game=session.game, objective=objective, start=session.state)
    for move in result.moves or ():
        keys = keys_for(session, move)
        if keys is None:
            return None
        for key in keys:
            session.press(key)
        pressed += keys
    return pressed


def _keys(pilot: Pilot[None]) -> list[str]:
    """The keys that play the best solution of the screen's level."""
    playing = attempt(pilot).session
    session = Session.load(playing.save(), game=playing.game)
    keys = _solution(session, session.objective.id)
    assert keys is not None
    return keys


def _framed(pilot: Pilot[None]) -> Iterator[str]:
    letters = iter(string.ascii_letters)
    legend: dict[str, str] = {"": "·"}
    plan = []
    for line in pieces(pilot):
        for _, style in line:
            if style not in legend:
                legend[style] = next(letters)
        plan.append("".join(legend[style] * len(text) for text, style in line))
    yield from (f"│{line}".rstrip() for line in drawn(pilot).splitlines())
    yield ""
    yield from (f"│{line}".rstrip("·") for line in plan)
    yield ""
    yield from (f"{letter} {style}" for style, letter in legend.items() if style)


def main() -> None:
    """Writes all pages anew."""
    FOLDER.mkdir(exist_ok=True)
    heads = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.txt")}
    for game in (*games().values(), *GAMES.values()):
        heads |= dict(heads_of(game))
    for name, text in heads.items():
        head = text.partition("\n\n")[0]
        (FOLDER / f"{name}.txt").write_text(page(head), encoding="utf-8")


if __name__ == "__main__":
    main()
