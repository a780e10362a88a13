"""The thesis's greedy strategy: walk to the nearest cell of the highest destruction power, bomb.

After R. van de Vlasakker's bachelor thesis on Bomb-cover (Leiden, 2019), chapter 5. Two faults of
its pseudocode are avoided: the power pass as printed lets its count leak through walls, and its
update, which is right for one crate, is printed as if all crates of an explosion were removed at
once.
"""

from __future__ import annotations

from collections import deque
from itertools import count

from gridproof.games.bombcover import rules
from gridproof.games.bombcover.level import CRATE, WALL, BombcoverLevel, bits
from gridproof.games.bombcover.rules import Bomb
from gridproof.grid import Direction, Pos
from gridproof.limits import Ticker, paced
from gridproof.result import Answer, Stats, StopReason
from gridproof.solving.task import Task

__all__ = ["Powers", "greedy"]


#: Of powers and lines of cells in Python: an estimate.
_BYTES_A_CELL = 400
#: Cells of a walk between two looks at the clock.
_CELLS_A_LOOK = 1000


class Powers:
    """The number of crates that a bomb on each open cell would destroy, kept up to date.

    Attributes:
        crates: the crates left.
        power: for each cell that is not wall the crates that an explosion there hits. A crate's
            own cell has the power it will have once it is empty.
    """

    def __init__(self, level: BombcoverLevel, ticker: Ticker) -> None:
        self.level = level
        ticker.allocate(len(level.cells) * _BYTES_A_CELL)
        ticker.check()
        self.crates = {
            Pos(n % level.width, n // level.width)
            for n, kind in enumerate(paced(level.cells, ticker))
            if kind == CRATE
        }
        self.power: dict[Pos, int] = {}
        for y in range(level.height):
            ticker.check()
            for x in range(level.width):
                if level.at(Pos(x, y)) != WALL:
                    self.power[Pos(x, y)] = 0
        rows = [
            [Pos(x, y) for x in range(level.width)] for y in paced(range(level.height), ticker, 16)
        ]
        for line in (*rows, *map(list, zip(*rows, strict=True))):
            ticker.check()
            self._pass(line)
            self._pass(line[::-1])

    def _pass(self, line: list[Pos]) -> None:
        """Add what each cell of a row or column sees behind it: at most one crate.

        A wall forgets the crate, whatever lies between them.
        """
        seen: int | None = None  # place of the last crate since the last wall
        for place, cell in enumerate(line):
            if self.level.at(cell) == WALL:
                seen = None
                continue
            if seen is not None and self._reaches(place - seen):
                self.power[cell] += 1
            if cell in self.crates:
                seen = place

    def _reaches(self, distance: int) -> bool:
        return self.level.radius is None or distance <= self.level.radius

    def remove(self, crate: Pos) -> None:
        """Take one crate away, in time linear in the two lines it lies on.

        The cells on one side of it saw it in that direction, up to and with the next crate; now
        they see the next crate on its other side, if there is one.
        """
        self.crates.remove(crate)
        for direction in Direction:
            behind, gap = crate.step(direction, -1), 1
            while self.level.at(behind) != WALL and behind not in self.crates:
                behind, gap = behind.step(direction, -1), gap + 1
            more = behind in self.crates
            cell, distance = crate.step(direction), 1
            while self.level.at(cell) != WALL:
                sees_now = more and self._reaches(distance + gap)
                self.power[cell] += sees_now - self._reaches(distance)
                if cell in self.crates:
                    break
                cell, distance = cell.step(direction), distance + 1


def greedy(task: Task[BombcoverLevel]) -> Answer:
    """Bomb the nearest cell of the highest power until no reachable crate is left.

    Of several players the one with the shortest walk sets the bomb. One node is one bomb.
    """
    level, ticker, wanted, root_bound = task.level, task.ticker, task.wanted, task.root_bound
    if wanted is not None and root_bound is not None and root_bound > wanted:
        return Answer(StopReason.DECIDED, bound=root_bound, proof="search")
    powers = Powers(level, ticker)
    crates = level.crates
    players = list(level.players)
    moves: list[str] = []
    stats = Stats(peak_memory=ticker.peak_bytes)
    while (bomb := _best(level, powers, players, ticker)) is not None:
        stop = ticker.tick()
        if stop is None and task.max_cost is not None and len(moves) >= task.max_cost:
            stop = StopReason.COST_LIMIT
        if stop is not None:
            return Answer(stop, bound=root_bound, stats=stats, proof="search")
        stats.expanded += 1
        moves.append(str(bomb))
        players[bomb.player] = bomb.cell
        destroyed = rules.hits(level, crates, level.bit(bomb.cell))
        crates &= ~destroyed
        for bit in bits(destroyed):
            powers.remove(level.cell(bit))
    enough = wanted is not None and len(moves) <= wanted
    stop = StopReason.DECIDED if enough else StopReason.FIRST_SOLUTION
    return Answer(stop, tuple(moves), root_bound, stats=stats, proof="search")


def _best(level: BombcoverLevel, powers: Powers, players: list[Pos], ticker: Ticker) -> Bomb | None:
    """Return the nearest reachable cell of the highest power.

    None if no reachable crate is left.
    """
    queue = deque((cell, player) for player, cell in enumerate(players))
    seen = set(players)
    best: Bomb | None = None
    highest = 0
    looks = count()
    while queue:
        cell, player = queue.popleft()
        if next(looks) % _CELLS_A_LOOK == 0:
            ticker.check()
        if powers.power[cell] > highest:
            highest, best = powers.power[cell], Bomb(player, cell)
        for direction in Direction:
            beyond = cell.step(direction)
            if level.at(beyond) != WALL and beyond not in powers.crates and beyond not in seen:
                seen.add(beyond)
                queue.append((beyond, player))
    return best
