"""Plain uniform-cost search on the protocol: the oracle, and every game's fallback solver.

It knows nothing of a game but its rules. Minimising, it is Dijkstra's algorithm on positions, with
lexicographic costs compared as tuples. Maximising, it visits every position that can be reached,
again whenever it is reached with more, and stops early only at a proven upper bound.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterator
from typing import Any

from gridproof.level import Outcome
from gridproof.limits import Stopped
from gridproof.result import Answer, Stats, StopReason, Value, first
from gridproof.solving.task import Task

__all__ = ["search"]

Costs = tuple[int, ...]
#: Rough bytes of one stored position besides its state: entries of the dictionaries and the heap.
_ENTRY_BYTES = 480
#: Of longer tuples of numbers only the tuple counts: Python keeps small numbers once.
_SHORT = 64


def search(task: Task[Any]) -> Answer:
    """Find a best play and prove it, or return the best so far."""
    run = _UniformCostSearch(task)
    return run.minimise() if task.objective.sense == "min" else run.maximise()


class _UniformCostSearch:
    """One search: its open list, the best cost of each position, and the best play so far."""

    def __init__(self, task: Task[Any]) -> None:
        self.game, self.level, self.objective = task.game, task.level, task.objective
        self.ticker, self.root_bound = task.ticker, task.root_bound
        self.wanted = None if task.decide is None else _costs(task.decide)
        self.stats = Stats()
        self.incumbent = task.incumbent
        self.best = None if self.incumbent is None else _costs(self.incumbent.value)
        self.best_node: int | None = None  # of the best play, unless it is the incumbent
        #: best value known of each position, by key
        self.values: dict[Any, Costs] = {}
        #: for each node the node before it and the move between them; a chain stays right when
        #: a position is reached again by another play
        self.nodes: list[tuple[int, str]] = []
        self.open: list[tuple[Costs, int, Any, Any]] = []
        self.sign = 1 if self.objective.sense == "min" else -1
        state = self.game.initial(self.level) if task.start is None else task.start
        self._reach(state, (0,) * len(self.objective.metrics), -1, "")

    def minimise(self) -> Answer:
        max_cost = self.ticker.limits.max_cost
        pruned = False
        while self.open:
            value, node, key, state = self.open[0]
            if self.best is not None and value >= self.best:
                return self._answer(StopReason.COMPLETED, self.best)
            if value > self.values[key]:
                heapq.heappop(self.open)
                continue
            stop = self._stop(value)
            if stop is not None:
                return self._answer(stop, value)
            heapq.heappop(self.open)
            try:
                for move, child, cost in self._children(state, value):
                    if max_cost is not None and cost[0] > max_cost:
                        pruned = True
                    else:
                        self._reach(child, cost, node, move)
            except Stopped as stopped:  # its other successors cost no less than it does
                return self._answer(stopped.reason, value)
        if self.best is None and pruned and max_cost is not None:
            return self._answer(StopReason.COST_LIMIT, (max_cost + 1,))
        return self._answer(StopReason.COMPLETED, self.best)

    def maximise(self) -> Answer:
        expanded: set[Any] = set()
        while self.open:
            if len(self.objective.metrics) == 1 and self.best == (self.root_bound,):
                break
            priority, node, key, state = self.open[0]
            value = tuple(-v for v in priority)
            if value < self.values[key]:
                heapq.heappop(self.open)
                continue
            stop = self._stop(None)
            if stop is not None:
                return self._answer(stop, None)
            heapq.heappop(self.open)
            self.stats.reopened += key in expanded
            expanded.add(key)
            try:
                for move, child, gain in self._children(state, value):
                    self._reach(child, gain, node, move)
            except Stopped as stopped:
                return self._answer(stopped.reason, None)
        return self._answer(StopReason.COMPLETED, self.best)

    def _stop(self, frontier: Costs | None) -> StopReason | None:
        """Count a node; return the reason to stop before it, if any.

        ``frontier`` bounds what is still open.
        """
        self.ticker.bound = self._proven(frontier)
        self.ticker.best = _public(self.best)
        stop = StopReason.DECIDED if self._decided(frontier) else self.ticker.tick()
        self.stats.expanded += stop is None
        return stop

    def _children(self, state: Any, value: Costs) -> Iterator[tuple[str, Any, Costs]]:
        metrics = self.objective.metrics
        for move in self.game.moves(self.level, state, self.objective):
            self.ticker.check()  # some positions have thousands of successors
            child, gains = self.game.apply(self.level, state, move)
            self.stats.generated += 1
            # A list: this is the inmost loop, and generators take half as long again.
            cost = [v + gains.get(metric, 0) for v, metric in zip(value, metrics, strict=True)]
            yield move, child, tuple(cost)

    def _better(self, new: Costs, old: Costs) -> bool:
        return new < old if self.sign > 0 else new > old

    def _reach(self, state: Any, value: Costs, parent: int, move: str) -> None:
        """Open a position unless it is lost, or was reached at least as well."""
        key = self.game.key(self.level, state, self.objective)
        known = self.values.get(key)
        if known is not None and not self._better(value, known):
            return
        if self.game.outcome(self.level, state, self.objective) is Outcome.LOST:
            self.stats.dead_ends += 1
            return
        self.ticker.allocate(_ENTRY_BYTES + _size(state) + (0 if key is state else _size(key)))
        self.values[key] = value
        node = len(self.nodes)
        self.nodes.append((parent, move))
        priority = value if self.sign > 0 else tuple(-v for v in value)
        heapq.heappush(self.open, (priority, node, key, state))
        if (self.best is None or self._better(value, self.best)) and self.game.complete(
            self.level, state, self.objective
        ):
            self.best, self.best_node = value, node

    def _decided(self, frontier: Costs | None) -> bool:
        """Return True if the question "at least as good as ``decide``?" is answered."""
        if self.wanted is None:
            return False
        length = len(self.wanted)
        if self.best is not None and not self._better(self.wanted, self.best[:length]):
            return True
        if frontier is not None and self._better(self.wanted, frontier[:length]):
            return True
        return self.root_bound is not None and self._better(self.wanted[:1], (self.root_bound,))

    def _answer(self, stop: StopReason, bound: Costs | None) -> Answer:
        self.stats.peak_memory = self.ticker.peak_bytes
        return Answer(
            stop,
            moves=self._moves(),
            bound=_public(bound) if stop is StopReason.COMPLETED else self._proven(bound),
            infeasible=stop is StopReason.COMPLETED and self.best is None,
            stats=self.stats,
            proof="search",
        )

    def _proven(self, bound: Costs | None) -> Value | None:
        """Return the tighter one of a bound and the root's, which both bound the first metric."""
        proven, root = _public(bound), self.root_bound
        if root is None or (proven is not None and not self._better((first(proven),), (root,))):
            return proven
        return root

    def _moves(self) -> tuple[str, ...] | None:
        node = self.best_node
        if node is None:
            return None if self.incumbent is None else self.incumbent.moves
        moves: list[str] = []
        while self.nodes[node][0] >= 0:
            node, move = self.nodes[node]
            moves.append(move)
        return tuple(reversed(moves))


def _costs(value: Value) -> Costs:
    """Return a value as a tuple, one number a metric."""
    return value if isinstance(value, tuple) else (value,)


def _public(value: Costs | None) -> Value | None:
    """Return a value as results show it: a plain number for one metric."""
    return value if value is None or len(value) > 1 else value[0]


def _size(value: Any) -> int:
    """Return the bytes of a state or a key, nested tuples included.

    Of long tuples the numbers are shared.
    """
    size = sys.getsizeof(value)
    if isinstance(value, tuple) and (len(value) <= _SHORT or not isinstance(value[0], int)):
        for part in value:
            if isinstance(part, (int, str, bytes)):
                size += sys.getsizeof(part)
            elif isinstance(part, tuple):
                size += _size(part)
    return size
