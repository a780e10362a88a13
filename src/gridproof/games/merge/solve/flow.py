"""The case that every hero strikes one stone at most: types supply stones, as a flow."""

from __future__ import annotations

from collections import deque

from gridproof.games.merge.level import MergeLevel
from gridproof.games.merge.rules import STONES
from gridproof.games.merge.solve.damages import merges_for
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import Answer
from gridproof.solving.incumbent import IncumbentAndBound
from gridproof.solving.task import Task

__all__ = ["flow"]

#: Rough bytes of a stone, its strikers and its type.
_STONE_BYTES = 800


def flow(task: Task[MergeLevel]) -> Answer:
    """Return a largest assignment of stones to types, at most ⌊h / 2⌋ stones a type.

    Every stone has one hit point and takes a merge of its own, by any of its strikers; a type can
    give half of its heroes one (Lemma 2). So plays are flows from stones through types. One stone
    after another gets an augmenting path; a stone that finds none now will find none later, so the
    flow is a largest one (Kuhn 1955), and stones that found none are lost for the bound. Stopped
    early, it has a play for the stones so far.
    """
    level, ticker, known = task.level, task.ticker, IncumbentAndBound(task)
    stones_count = task.objective.id == STONES.id
    if stones_count:
        known.find((), 0)
    if (ended := known.ended) is not None:
        return known.answer(ended)
    flows, lost = _Flows(level), 0
    try:
        ticker.allocate(_STONE_BYTES * len(level.stones))
        flows.prepare(ticker)
        for stone in range(len(level.stones)):
            if (stop := ticker.tick()) is not None:
                raise Stopped(stop)
            known.stats.expanded += 1
            lost += not flows.augment(stone, ticker)
            if stones_count:
                known.reach(stone + 1 - lost)
                known.prove(len(level.stones) - lost)
                if (ended := known.ended) is not None:
                    raise Stopped(ended)
    except Stopped as stopped:
        if stones_count:
            known.find(*flows.play())
        return known.answer(stopped.reason)
    if not stones_count and lost:
        return known.infeasible()
    moves, value = flows.play()
    known.find(moves, value)
    known.prove(value)
    return known.answer()


class _Flows:
    """Flows from types to stones.

    Attributes:
        choices: for each stone a striker of each type.
        held: for each type its stones, in order.
        holder: for each stone that is taken its type.
    """

    def __init__(self, level: MergeLevel) -> None:
        self._level = level
        self._room = {k: level.tokens(k)[0] if level.tokens(k) else 0 for k in level.types}
        self.choices: list[dict[int, int]] = []
        self.held: dict[int, dict[int, None]] = {kind: {} for kind in self._room}
        self.holder: dict[int, int] = {}

    def prepare(self, ticker: Ticker) -> None:
        """Find the choices."""
        for strikers in paced(self._level.strikers, ticker):
            self.choices.append({self._level.heroes[i][1]: i for i in reversed(strikers)})

    def play(self) -> tuple[tuple[str, ...], int]:
        """Return the play for the stones that are taken, and how many these are."""
        damages = [0] * len(self._level.heroes)
        for stone, kind in self.holder.items():
            damages[self.choices[stone][kind]] = 1
        return merges_for(self._level, damages), len(self.holder)

    def augment(self, stone: int, ticker: Ticker) -> bool:
        """Find a type for ``stone``, moving other stones to other types if need be.

        Raises:
            Stopped: by a limit or Ctrl-C; nothing has been moved.
        """
        came_from: dict[int, int] = dict.fromkeys(self.choices[stone], stone)
        reached = deque(came_from)
        while reached:
            kind = reached.popleft()
            if len(self.held[kind]) < self._room[kind]:
                while True:
                    moved = came_from[kind]
                    before = self.holder.get(moved)
                    self.held[kind][moved] = None
                    self.holder[moved] = kind
                    if before is None:
                        return True
                    del self.held[before][moved]
                    kind = before
            for other in paced(self.held[kind], ticker):
                for further in self.choices[other]:
                    if further not in came_from:
                        came_from[further] = other
                        reached.append(further)
        return False
