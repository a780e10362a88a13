"""Measures of a board that come from visiting its positions, by the rules alone.

:meth:`gridproof.game.Game.key` tells positions apart, and the moves worth trying join them.
**Positions between which play can go to and fro at no cost count as one**: the cell of sokoban's
player within a region is irrelevant if pushes are counted. A play ends when it is complete; a
maximising one, when it is complete and has the optimum. **Plays that lead through the same
positions one after another are one play.** (In robots no two moves lead from a position to the same
one: there that is to count sequences of moves, as its solver does.)

Positions that the game calls lost are counted, but not expanded.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final

from gridproof.game import AnyGame
from gridproof.level import Level, Objective, Outcome
from gridproof.limits import Stopped, Ticker, paced
from gridproof.result import Limits, Result, Status, StopReason, Value
from gridproof.solving.solve import fitting_solver, solve

__all__ = ["Survey", "choices", "optimal_solutions", "survey"]

#: Positions that are visited before they count as too many.
_MAX_STATES: Final = 100_000
#: Nodes of a solver that counts optimal solutions, before they count as too many.
_MAX_NODES: Final = 1_000_000
#: The cap of counts of solutions: more digits mean nothing to a reader.
_MAX_SOLUTIONS: Final = 10**18

#: Moves that are tried for each position that may be met: far more of them take long.
_TRIES: Final = 5
#: Rough bytes of a position besides its state.
_NODE_BYTES: Final = 1000

Costs = tuple[int, ...]


@dataclass(frozen=True)
class Survey:
    """The findings from the positions within a board's optimum; None: it is not known.

    Attributes:
        states: positions that can be reached at no more than the optimum, the start included; all
            on the way to it, and beside it, if it is maximised; all, if there is no solution.
        solutions: best plays.
        branching: mean number of next positions, of those that are neither complete nor lost.
        forced: of the positions on best plays, but for the last ones, the share from which only one
            next position keeps the optimum.
        dead_ends: share of the positions from which no solution can follow any more; none that is
            best, if the objective is maximised.
        at_least: names of the values that are lower bounds: too many positions were left.
    """

    states: int
    solutions: int | None = None
    branching: float | None = None
    forced: float | None = None
    dead_ends: float | None = None
    at_least: frozenset[str] = frozenset()


def optimal_solutions(
    game: AnyGame, level: Level, result: Result, ticker: Ticker, *, cap: int
) -> int | None:
    """Return the number of best plays, at most ``cap``; None if there are too many positions.

    Plays that lead through the same positions count once. A solver that counts them is used, if the
    game has one.

    Args:
        game: of the level.
        level: that was solved.
        result: an optimal one.
        ticker: its clock limits the work.
        cap: the number at which counting ends.

    Raises:
        Stopped: the ticker ended it.
    """
    if result.status is not Status.OPTIMAL:
        raise ValueError("solutions are counted of a proven optimum")
    objective = game.objective(result.objective)
    if _counts(game, level, objective):
        counted = _counted(game, level, objective, ticker)
        return None if counted is None else min(counted, cap)
    within = _costs(result.cost)
    sweep = _Sweep(game, level, objective, ticker, enough=within)
    done = sweep.visit(within, _MAX_STATES)
    found = min(_Classes(sweep, within).solutions(), cap) if done else None
    sweep.release()
    return found


def survey(game: AnyGame, level: Level, result: Result, ticker: Ticker, *, states: int) -> Survey:
    """Return the findings from the positions within the optimum, if they are at most ``states``.

    Args:
        game: of the level.
        level: that was solved.
        result: its result. If the optimum is not proven, the findings are lower bounds only.
        ticker: its clock limits the work.
        states: positions that are visited; it takes some 20 µs a position.

    Raises:
        Stopped: the ticker ended it.
    """
    objective = game.objective(result.objective)
    exact = result.status in (Status.OPTIMAL, Status.INFEASIBLE)
    minimised = objective.sense == "min"
    within = None
    if minimised and result.status is not Status.INFEASIBLE:
        within = _costs(result.cost if exact else result.bound) or (0,)
    sweep = _Sweep(game, level, objective, ticker, enough=_costs(result.cost))
    done = sweep.visit(within, states)
    classes = _Classes(sweep, within)
    known: dict[str, Any] = {"states": classes.count(done)}
    unsure = set() if done and exact else {"states"}
    if result.status is Status.INFEASIBLE:
        known |= {"solutions": 0, "dead_ends": 1.0}
    elif result.cost is not None and not (done and exact):
        counted = None
        if exact and _counts(game, level, objective):
            with suppress(Stopped):
                counted = _counted(game, level, objective, ticker)
        known["solutions"] = counted or 1
        if counted is None:
            unsure.add("solutions")
    if done and exact:
        known["branching"] = classes.branching()
        if result.status is Status.OPTIMAL:
            known["solutions"] = classes.solutions()
            known["forced"] = classes.forced()
            dead, undecided = classes.dead(states)
            known["dead_ends"] = dead / known["states"] if dead or not undecided else None
            if dead and undecided:
                unsure.add("dead_ends")
    sweep.release()
    return Survey(**known, at_least=frozenset(unsure))


def choices(
    game: AnyGame, level: Level, objective: Objective, state: Any, ticker: Ticker, *, states: int
) -> tuple[int, frozenset[Hashable]]:
    """Return the number of next positions, and the keys of all states that are this position.

    Args:
        game: of the level.
        level: that is played.
        objective: the costs of moves.
        state: of the position.
        ticker: its clock limits the work.
        states: positions that are visited. If they are not enough, the number is 0.

    Raises:
        Stopped: the ticker ended it.
    """
    here = (0,) * len(objective.metrics)
    sweep = _Sweep(game, level, objective, ticker, start=state, walk=True)
    done = sweep.visit(here, states)
    own = _Classes(sweep, here).members_of_start() if done else {0}
    onward = {child for node in own for child, _ in sweep.next[node] or ()} - own
    sweep.release()
    keys = frozenset(key for key, node in sweep.nodes.items() if node in own)
    return (len(onward) if done else 0), keys


def _counts(game: AnyGame, level: Level, objective: Objective) -> bool:
    """Return True if the solver that comes first counts best plays."""
    spec = fitting_solver(game, level, None, objective)
    return "all-solutions" in spec.supports


def _counted(game: AnyGame, level: Level, objective: Objective, ticker: Ticker) -> int | None:
    """Return the best plays that such a solver counts; None if that takes too many nodes.

    Raises:
        Stopped: the ticker ended it.
    """
    result = solve(
        level,
        game=game,
        objective=objective.id,
        limits=Limits(time=ticker.seconds_left, nodes=_MAX_NODES),
        all_solutions=True,
        cancel=ticker.cancel,
    )
    if result.stop_reason in (StopReason.TIME_LIMIT, StopReason.INTERRUPTED):
        raise Stopped(result.stop_reason)
    counted: int | None = result.notes.get("solutions")
    return counted if result.status is Status.OPTIMAL else None


def _costs(value: Value | None) -> Costs | None:
    """Return a value as a tuple, one number a metric that it speaks of."""
    return value if value is None or isinstance(value, tuple) else (value,)


class _Sweep:
    """Positions by their keys, in the order of their costs, and the moves that join them.

    Minimising, a position is met at its least cost; maximising, at its largest gain. A node is a
    number of a key.

    Args:
        enough: the value of the best play known; if the objective is maximised, a play ends at a
            complete position of that value.
        start: its first state; None is the level's start.
        walk: visit only positions before the first move that counts: nothing ends but lost ones.
    """

    def __init__(
        self,
        game: AnyGame,
        level: Level,
        objective: Objective,
        ticker: Ticker,
        *,
        enough: Costs | None = None,
        start: Any = None,
        walk: bool = False,
    ) -> None:
        self.game, self.level, self.objective, self.ticker = game, level, objective, ticker
        self.sign = 1 if objective.sense == "min" or walk else -1
        self.walk = walk
        self.enough = enough or (0,) * len(objective.metrics)
        self.nodes: dict[Any, int] = {}
        self.values: list[Costs] = []
        #: nodes that one move leads to, and the best gain on the way; None: not expanded
        self.next: list[list[tuple[int, Costs]] | None] = []
        self.solved: set[int] = set()
        self.lost: set[int] = set()
        self.open: list[tuple[Costs, int, Any]] = []
        self._tried = 0
        state = game.initial(level) if start is None else start
        self._meet(state, (0,) * len(objective.metrics))

    def visit(self, within: Costs | None, most: int) -> bool:
        """Expand all positions that cost no more than ``within``; return True if that was done.

        It was not if more than ``most`` positions were met before, or too many moves tried.
        """
        while self.open:
            priority, node, state = self.open[0]
            value = tuple(self.sign * v for v in priority)
            if within is not None and not value <= within:
                return True
            waits = value == self.values[node] and not self.ends(node, value)
            if waits and (len(self.values) > most or self._tried > _TRIES * most):
                return False
            heapq.heappop(self.open)
            if waits:
                self.next[node] = self._onward(node, state, value)
        return True

    def release(self) -> None:
        """Release its memory, which the next sweep may have."""
        self.ticker.allocate(-_NODE_BYTES * len(self.values))

    @property
    def frontier(self) -> Iterator[int]:
        """The nodes that are not expanded for want of room."""
        for node, onward in enumerate(self.next):
            if onward is None and not self.ends(node, self.values[node]):
                yield node

    def ends(self, node: int, value: Costs) -> bool:
        """Return True if no play goes on from there."""
        if node in self.lost:
            return True
        if self.walk or node not in self.solved:
            return False
        return self.sign > 0 or value >= self.enough

    def _onward(self, node: int, state: Any, value: Costs) -> list[tuple[int, Costs]]:
        onward: dict[int, Costs] = {}
        for move in self.game.moves(self.level, state, self.objective):
            self._tried += 1
            self.ticker.check()  # some positions have thousands of successors
            child, gains = self.game.apply(self.level, state, move)
            gain = (*map(gains.get, self.objective.metrics, repeat(0)),)
            met = self._meet(child, tuple(map(int.__add__, value, gain)))
            if met not in onward or self._better(gain, onward[met]):
                onward[met] = gain
        return [*onward.items()]

    def _better(self, new: Costs, old: Costs) -> bool:
        return new < old if self.sign > 0 else new > old

    def _meet(self, state: Any, value: Costs) -> int:
        key = self.game.key(self.level, state, self.objective)
        node = self.nodes.get(key)
        if node is None:
            self.ticker.allocate(_NODE_BYTES)
            node = self.nodes[key] = len(self.values)
            self.values.append(value)
            self.next.append(None)
            outcome = self.game.outcome(self.level, state, self.objective)
            if outcome is Outcome.LOST:
                self.lost.add(node)
            elif outcome is Outcome.SOLVED or (
                self.sign < 0 and self.game.complete(self.level, state, self.objective)
            ):
                self.solved.add(node)
        elif self._better(value, self.values[node]):
            self.values[node] = value
        else:
            return node
        heapq.heappush(self.open, (tuple(self.sign * v for v in value), node, state))
        return node


class _Classes:
    """The nodes of a sweep that cost no more than ``within``, joined to positions.

    An edge is *tight* if it leads to a node at that node's best value; best plays have no other
    edges. Nodes that tight edges join to and fro lie at the same value.
    """

    def __init__(self, sweep: _Sweep, within: Costs | None) -> None:
        self.sweep = sweep
        self.inside = [within is None or v <= within or sweep.sign < 0 for v in sweep.values]
        #: the positions' nodes, those first that lead to none but earlier ones
        self.groups: list[list[int]] = []
        self.group_of = [-1] * len(self.inside)
        self._join()

    def count(self, done: bool) -> int:
        """Return the number of positions, or a lower bound if more may be joined."""
        if done:
            return len(self.groups)
        unsure = self._leading_to(self.sweep.frontier, free=True)
        sure = sum(not any(node in unsure for node in group) for group in self.groups)
        return sure + (sure < len(self.groups))

    def members_of_start(self) -> set[int]:
        """Return the nodes of the first position."""
        return set(self.groups[self.group_of[0]])

    def solutions(self) -> int:
        """Return the number of paths of tight edges to a best end; beyond 10^18 it may be off."""
        paths = [0] * len(self.groups)
        for group, nodes in enumerate(self.groups):
            if self._is_best_end(nodes):
                paths[group] = 1
            else:
                paths[group] = min(sum(paths[g] for g in self._best_next(group)), _MAX_SOLUTIONS)
        return paths[self.group_of[0]]

    def forced(self) -> float | None:
        """Return the share of the positions on best plays with one best next position only."""
        leading = [False] * len(self.groups)
        for group, nodes in enumerate(self.groups):
            leading[group] = self._is_best_end(nodes) or any(
                leading[g] for g in self._best_next(group)
            )
        todo, seen, forced = [self.group_of[0]], {self.group_of[0]}, 0
        ends = 0
        while todo:
            group = todo.pop()
            if self._is_best_end(self.groups[group]):
                ends += 1
                continue
            onward = {g for g in self._best_next(group) if leading[g]}
            forced += len(onward) == 1
            todo += onward - seen
            seen |= onward
        return forced / (len(seen) - ends) if len(seen) > ends else None

    def branching(self) -> float | None:
        """Return the mean number of next positions of those from which a play can go on."""
        numbers = []
        for nodes in paced(self.groups, self.sweep.ticker):
            if all(self.sweep.next[node] is None for node in nodes):
                continue
            own = set(nodes)
            numbers.append(
                len({child for node in nodes for child, _ in self.sweep.next[node] or ()} - own)
            )
        return sum(numbers) / len(numbers) if numbers else None

    def dead(self, most: int) -> tuple[int, bool]:
        """Return the number of certain dead ends, and True if there may be more.

        Minimising, play leads on from the last positions. So twice as many positions are visited
        again and again, up to ``most``, until no position within may be a dead end.
        """
        sweep = self.sweep
        if sweep.sign > 0:
            met, ended = len(sweep.values), False
            while not ended:
                met = min(2 * met, most)
                ended = sweep.visit(None, met) or met == most
                alive = self._leading_to(sweep.solved)
                if all(nodes[0] in alive for nodes in self.groups):
                    return 0, False
            unsure = self._leading_to(sweep.frontier) - alive
        else:
            ends = (node for nodes in self.groups if self._is_best_end(nodes) for node in nodes)
            alive, unsure = self._leading_to(ends, tight=True), set()
        dead = undecided = 0
        for nodes in self.groups:
            if nodes[0] in unsure:
                undecided += 1
            elif nodes[0] not in alive:
                dead += 1
        return dead, undecided > 0

    def _is_best_end(self, nodes: Sequence[int]) -> bool:
        sweep = self.sweep
        return any(n in sweep.solved and sweep.values[n] == sweep.enough for n in nodes)

    def _best_next(self, group: int) -> set[int]:
        """Return the other positions to which a tight edge leads."""
        return {
            self.group_of[child] for node in self.groups[group] for child in self._tight(node)
        } - {group}

    def _tight(self, node: int) -> Iterator[int]:
        self.sweep.ticker.check()
        values, value = self.sweep.values, self.sweep.values[node]
        if self.sweep.ends(node, value):  # it was expanded when it was thought to be worth less
            return
        for child, gain in self.sweep.next[node] or ():
            if self.inside[child] and values[child] == tuple(map(int.__add__, value, gain)):
                yield child

    def _leading_to(
        self, ends: Iterable[int], *, free: bool = False, tight: bool = False
    ) -> set[int]:
        """Return the nodes from which one of these can be reached, by the moves visited."""
        back: dict[int, list[int]] = {}
        for node, onward in enumerate(paced(self.sweep.next, self.sweep.ticker)):
            if tight:
                children = [*self._tight(node)]
            else:
                children = [child for child, gain in onward or () if not (free and any(gain))]
            for child in children:
                back.setdefault(child, []).append(node)
        found = set(ends)
        todo = list(found)
        while todo:
            new = set(back.get(todo.pop(), ())) - found
            found |= new
            todo += new
        return found

    def _join(self) -> None:
        """Join nodes by Tarjan's algorithm for strongly connected components, without recursion."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        for root in (node for node, inside in enumerate(self.inside) if inside):
            if root in index:
                continue
            work = [(root, self._tight(root))]
            index[root] = low[root] = len(index)
            stack.append(root)
            while work:
                node, onward = work[-1]
                child = next(onward, None)
                if child is None:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        group: list[int] = []
                        while not group or group[-1] != node:
                            group.append(stack.pop())
                            self.group_of[group[-1]] = len(self.groups)
                        self.groups.append(group)
                elif child not in index:
                    index[child] = low[child] = len(index)
                    stack.append(child)
                    work.append((child, self._tight(child)))
                elif self.group_of[child] < 0:
                    low[node] = min(low[node], index[child])
