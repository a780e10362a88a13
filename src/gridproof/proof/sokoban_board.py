"""The board of sokoban in sets of squares, and the ways of a box that is alone on it.

A set of squares is a whole number, a bit a square. A row is one square longer than the board is
wide, and a row lies above the first: no step leads from row to row past an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridproof.games.sokoban.level import WALL, SokobanLevel
from gridproof.limits import Ticker, paced
from gridproof.proof.claims import bits

__all__ = ["Place", "PlayableBoard", "shift"]

#: A box on a square with the player on one of its sides, by number.
Place = tuple[int, int]
#: Of a distance in a dictionary: an estimate.
_BYTES_A_DISTANCE = 100


def shift(squares: int, by: int) -> int:
    """Return each square moved by a step, or by some."""
    return squares << by if by > 0 else squares >> -by


class PlayableBoard:
    """A level, without the cells that the player can never reach.

    Attributes:
        steps: the increments of a square's number by a step up, down, left or right.
        floor: the squares that the player reaches if there are no boxes.
        boxes: those on the floor.
        goals: those on the floor.
        player: its square, as a set.
        black: the squares of one colour of a chessboard.
        sides: for each square, the parts that the rest of the floor falls into while a box stands
            there. Without pushing that box, the player cannot get from one to another.
        pushes: of a box alone on the board: its square, the step, its places before and after.
    """

    def __init__(self, level: SokobanLevel, ticker: Ticker) -> None:
        self._row = row = level.width + 1
        self.steps = (-row, row, -1, 1)

        def squares(numbers: Iterable[int]) -> int:
            width = level.width
            return sum(1 << row + 1 + n // width * row + n % width for n in paced(numbers, ticker))

        self.player = squares(map(level.number, level.players))
        inside = squares(n for n, kind in enumerate(level.cells) if kind != WALL)
        self.floor = floor = self.flood(self.player, inside)
        self.boxes = floor & squares(map(level.number, level.boxes))
        self.goals = floor & squares(n for n, kind in enumerate(level.cells) if kind == ".")
        self.black = sum(1 << s for s in bits(floor) if (s // row + s % row) % 2)
        self.sides: dict[int, list[int]] = {}
        for s in bits(floor):
            rest, parts = floor & ~(1 << s), []
            for step in self.steps:
                ticker.check()
                if rest >> s + step & 1:
                    parts.append(self.flood(1 << s + step, floor & ~(1 << s)))
                    rest &= ~parts[-1]
            self.sides[s] = parts
        self.pushes: list[tuple[int, int, Place, Place]] = [
            (s, step, (s, self._side(s, s - step)), (s + step, self._side(s + step, s)))
            for s in paced(bits(floor), ticker)
            for step in self.steps
            if floor >> s + step & 1 and floor >> s - step & 1
        ]

    def flood(self, seed: int, free: int) -> int:
        """Return the squares that can be walked to from some squares over free ones.

        Those of the seed must be free.
        """
        row, found, before = self._row, seed, 0
        while found != before:
            before = found
            found = (found | found << 1 | found >> 1 | found << row | found >> row) & free
        return found

    def around(self, squares: int) -> int:
        """Return the squares next to some squares, and perhaps some of them."""
        row = self._row
        return squares << 1 | squares >> 1 | squares << row | squares >> row

    def _side(self, s: int, square: int) -> int:
        """Return the number of the side of ``s`` that a square lies on."""
        return next(k for k, part in enumerate(self.sides[s]) if part >> square & 1)

    def to_goals(self, ticker: Ticker) -> list[dict[Place, int]]:
        """Return for each goal the fewest pushes from every place, for a box alone on the board."""
        back = [(after, before) for _, _, before, after in self.pushes]
        goals = [
            [(goal, side) for side in range(len(self.sides[goal]))] for goal in bits(self.goals)
        ]
        return _distances(goals, back, ticker)

    def from_starts(self, ticker: Ticker) -> list[dict[Place, int]]:
        """Return for each box the fewest pushes from its start to every place, if it is alone."""
        forth = [(before, after) for _, _, before, after in self.pushes]
        (player,) = bits(self.player)
        return _distances(
            [[(box, self._side(box, player))] for box in bits(self.boxes)], forth, ticker
        )


def _distances(
    roots: Iterable[Sequence[Place]], ways: Iterable[tuple[Place, Place]], ticker: Ticker
) -> list[dict[Place, int]]:
    """Return for each list of roots the fewest ways from one of them to every reached place."""
    onward: dict[Place, list[Place]] = {}
    for place, following in ways:
        onward.setdefault(place, []).append(following)
    tables = []
    for layer in roots:
        ticker.check()
        found = dict.fromkeys(layer, 0)
        reached = list(found)
        for place in reached:  # grows meanwhile
            for following in onward.get(place, ()):
                if following not in found:
                    found[following] = found[place] + 1
                    reached.append(following)
        ticker.allocate(_BYTES_A_DISTANCE * len(found))
        tables.append(found)
    return tables
