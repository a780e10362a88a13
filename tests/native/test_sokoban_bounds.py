"""The parts by which the optimal search of sokoban drops positions, along solutions.

The rest of a solution can be had from each of its positions. So no part of the bound may ask
for more there, nothing may call a position dead, and a corral has to leave a way that is as short.
No oracle is asked, so this holds for boards of any size. Solutions are many: of the board and its
mirror images, as they are found, and made better by pushes or moves.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from gridproof._native import sokoban as native
from gridproof._native import testing
from gridproof.files.reading import read_file
from gridproof.games.sokoban.level import SokobanLevel, mirror, turn
from gridproof.games.sokoban.solve.kernel import problem
from gridproof.grid import Pos
from gridproof.limits import Ticker
from gridproof.result import Limits
from tests.games.sokoban.boards import TRAPS, dense_level, level
from tests.soak import ROUNDS

pytestmark = pytest.mark.native

DATA = Path(__file__).parents[1] / "data" / "sokoban"
#: The parts of the bound that are asked one by one, and all together.
PARTS = (("groups",), ("groups", "quadruples"), ("zones",), ("groups", "quadruples", "zones"))


class Push(NamedTuple):
    """A push of a play, with the position before it; cells are told by their numbers."""

    boxes: frozenset[int]
    player: int
    box: int
    to: int


def pushes(level: SokobanLevel, moves: str) -> list[Push]:
    """Replays a play; returns its pushes. All boxes have to be on goals in the end."""
    boxes, player = frozenset(level.movable), level.number(level.players[0])
    found = []
    for letter in moves.upper():
        at = level.beyond[letter][player]
        if at in boxes:
            to = level.beyond[letter][at]
            assert to >= 0
            assert to not in boxes
            found.append(Push(boxes, player, at, to))
            boxes = boxes - {at} | {to}
        assert at >= 0
        player = at
    assert boxes == level.goals
    return found


def playable(level: SokobanLevel, start: Push, line: Iterable[tuple[int, int]]) -> bool:
    """Tests whether these pushes (box, to) can be made one after the other, and solve the level."""
    boxes, player = start.boxes, start.player
    for box, to in line:
        behind = next(
            beyond[box] for beyond in level.beyond.values() if opposite(level, beyond, box) == to
        )
        reached = level.region([player], boxes)
        if box not in boxes or to in boxes or behind not in reached:
            return False
        boxes, player = boxes - {box} | {to}, box
    return boxes == level.goals


def opposite(level: SokobanLevel, beyond: Sequence[int], cell: int) -> int:
    """The cell on the other side."""
    letter = {"U": "D", "D": "U", "L": "R", "R": "L"}
    name = next(key for key, value in level.beyond.items() if value is beyond)
    return level.beyond[letter[name]][cell]


def images(level: SokobanLevel) -> Iterator[tuple[SokobanLevel, dict[str, str]]]:
    """The board turned and mirrored; and the letters that take a play of it back."""
    letters = {letter: letter for letter in "UDLR"}
    # A board that is turned takes what went up to the right.
    for start, names in ((level, letters), (mirror(level), letters | {"L": "R", "R": "L"})):
        image, back = start, names
        for _ in range(4):
            yield image, back
            image = turn(image)
            back = {"R": back["U"], "D": back["R"], "L": back["D"], "U": back["L"]}


def solutions(level: SokobanLevel, nodes: int, effort: int) -> Iterator[str]:
    """Plays that solve the level: first ones, and better ones."""
    seen = set()
    for image, back in images(level):
        asked = problem(image)
        found = native.any(**asked, control=Ticker(Limits(nodes=nodes)).control())["moves"]
        if found is None:
            continue
        plays = [found]
        for objective in ("pushes", "moves"):
            better = native.improve(
                **asked,
                moves=found,
                objective=objective,
                control=Ticker(Limits(nodes=effort)).control(),
            )
            plays.append(better["moves"] or found)
        for play in plays:
            moves = "".join(back[letter] for letter in play.upper())
            if moves not in seen:
                seen.add(moves)
                yield moves


def check(level: SokobanLevel, plays: Sequence[str], zone_squares: int) -> Counter[str]:
    """Asks all parts along some plays; counts what they said."""
    said: Counter[str] = Counter()
    least: dict[tuple[frozenset[int], int], int] = {}
    replayed = [pushes(level, play) for play in plays]
    for play in replayed:
        for at, push in enumerate(play):
            here = push.boxes, min(level.region([push.player], push.boxes))
            least[here] = min(least.get(here, len(play)), len(play) - at)
    for parts in PARTS:
        bounds = testing.SokobanBounds(
            **problem(level), parts=list(parts), zone_squares=zone_squares
        )
        bounds.grow(1)
        for again in range(2 if "zones" in parts else 1):
            for play in replayed:
                along(level, bounds, parts, play, least, said)
            samples = [(sorted(boxes), player, left - 1) for (boxes, player), left in least.items()]
            if again == 0 and "zones" in parts and bounds.learn(samples):
                said["learnt"] += 1
    for play in replayed:
        for at, push in enumerate(play):
            corral(level, bounds, play, at, said)
            after = sorted(push.boxes - {push.box} | {push.to})
            assert not bounds.frozen(after, push.to), (push, "frozen")
    return said


def along(
    level: SokobanLevel,
    bounds: testing.SokobanBounds,
    parts: tuple[str, ...],
    play: list[Push],
    least: dict[tuple[frozenset[int], int], int],
    said: Counter[str],
) -> None:
    """Asks for the bound before and after each push."""
    for at, push in enumerate(play):
        boxes, region = sorted(push.boxes), level.region([push.player], push.boxes)
        left = least[push.boxes, min(region)]
        bound = bounds.of(boxes, push.player)
        told = f"{parts}: {bound} where {left} are left, {push}"
        assert bound is not None, told
        assert bound <= left, told
        said["tight"] += bound == left
        said["bounds"] += 1
        after = bounds.after(boxes, push.player, push.box, push.to)
        assert after is not None, f"after the push {told}"
        assert after < len(play) - at, f"after the push {told}"


def corral(
    level: SokobanLevel,
    bounds: testing.SokobanBounds,
    play: list[Push],
    at: int,
    said: Counter[str],
) -> None:
    """One of a corral's pushes can be made at once, and the play goes on as it did without it."""
    only = bounds.corral(sorted(play[at].boxes), play[at].player)
    if only is None:
        return
    said["corrals"] += 1
    line = [(push.box, push.to) for push in play[at:]]
    first = next((i for i, push in enumerate(line) if push in only), None)
    assert first is not None, (play[at], only, "none of a corral's pushes")
    said["moved first"] += first > 0
    assert playable(level, play[at], [line[first], *line[:first], *line[first + 1 :]]), (
        play[at],
        only,
    )


def compare(levels: Iterable[SokobanLevel], nodes: int, effort: int, squares: int) -> Counter[str]:
    said: Counter[str] = Counter()
    for found in levels:
        plays = list(solutions(found, nodes, effort))
        if plays:
            said += check(found, plays, squares)
            said["plays"] += len(plays)
    return said


def test_solutions_of_random_boards_are_let_through() -> None:
    rng = random.Random("along solutions")
    traps = [level(*rows) for best, rows in TRAPS.values() if best]
    said = compare([*traps, *(dense_level(rng) for _ in range(25))], 2_000, 2_000, 8)
    assert min(said[name] for name in ("tight", "corrals", "moved first", "learnt")) > 10, said


def test_plays_of_images_are_plays_of_the_level() -> None:
    rng = random.Random("images")
    for number in range(8):
        found = dense_level(rng)
        image = testing.SokobanImage(**problem(found), number=number)
        seen = {(one.width, one.cells, one.boxes, one.players) for one, _ in images(found)}
        width, height, cells, boxes, player = image.problem()
        turned = SokobanLevel(
            width=width,
            height=height,
            cells=cells.decode(),
            boxes=tuple(Pos(box % width, box // width) for box in sorted(boxes)),
            players=(Pos(player % width, player // width),),
        )
        assert (turned.width, turned.cells, turned.boxes, turned.players) in seen
        moves = native.any(**problem(turned))["moves"]
        assert len(pushes(found, image.back(moves))) == sum(map(str.isupper, moves))


@pytest.mark.soak
@pytest.mark.parametrize(
    "name", ["microban2", "microban3", "microban4", "sasquatch01", "grigr2001"]
)
def test_solutions_of_levels_are_let_through(name: str) -> None:
    levels = [one for one in read_file(str(DATA / f"{name}.txt")) if isinstance(one, SokobanLevel)]
    said = compare(levels[: 2 * ROUNDS], 50_000, 20_000, 15)
    print(name, dict(said))
