"""Changes from one store to another: answers, and times beyond noise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import Final, NamedTuple

from gridproof.batch.findings import Alarm, Finding, Known, alarms, finding, is_better
from gridproof.batch.plan import Run
from gridproof.batch.series import Series, names, series
from gridproof.batch.store import Store
from gridproof.errors import InputError, UnknownName

__all__ = ["KINDS", "Change", "Comparison", "Noise", "Speed", "compare", "compare_solvers"]

#: The kinds of changes, the one that needs most attention first, and what they mean.
KINDS: Final[Mapping[str, str]] = {
    "newly failed": "there was a result, now there is none",
    "no longer proven": "there was a proof, of an optimum or that there is no solution",
    "no longer solved": "there was a solution",
    "worse": "both have a solution and no proof, and the later one is worse",
    "slower": "both ended by themselves, and the later one took longer, beyond noise",
    "no longer failed": "there was no result, now there is one",
    "newly proven": "there was none or no proof, now there is one",
    "newly solved": "there was no solution, now there is one without a proof",
    "better": "both have a solution and no proof, and the later one is better",
    "faster": "both ended by themselves, and the later one took less time, beyond noise",
}


@dataclass(frozen=True)
class Noise:
    """The largest difference of two times that does not count as a change.

    Attributes:
        ratio: a change needs a longer time of at least this multiple of the shorter one.
        seconds: and a difference of at least this.
    """

    ratio: float = 1.5
    seconds: float = 0.1

    def __post_init__(self) -> None:
        if not (self.ratio >= 1 and self.seconds >= 0):
            raise InputError("a ratio of times is at least 1, and their difference at least 0")

    def covers(self, one: float, other: float) -> bool:
        """Return True if the difference of two times may be noise."""
        low, high = sorted((one, other))
        return high < self.ratio * low or high < low + self.seconds


@dataclass(frozen=True)
class Change:
    """A run that did not come out as it did before.

    Attributes:
        kind: one of :data:`KINDS`.
        before: what it came to in the first store.
        after: and in the second one.
        ratio: of the times, later to earlier; None if a limit stopped one of them.
    """

    kind: str
    before: Finding
    after: Finding
    ratio: float | None


class Speed(NamedTuple):
    """The change of the times of a series.

    Attributes:
        name: of the series, or "all".
        runs: pairs of runs that both ended by themselves, and one of which took the seconds that
            :class:`Noise` asks for: shorter ones tell of the machine.
        ratio: geometric mean of their ratios, later to earlier; None without any.
    """

    name: str
    runs: int
    ratio: float | None


@dataclass
class Comparison:
    """The differences of two stores.

    Attributes:
        pairs: runs that are in both stores.
        alarms: answers of both stores that contradict each other.
        changes: by kind, in the order of :data:`KINDS`; times by their ratio.
        speeds: of each series, and of all.
        boards_before: boards that only the first store has runs of.
        boards_after: boards that only the second one has runs of.
        runs_before: runs that only the first store has, of boards that are in both.
        runs_after: and that only the second one has.
    """

    pairs: int
    alarms: list[Alarm]
    changes: list[Change]
    speeds: list[Speed]
    boards_before: list[str] = field(default_factory=list)
    boards_after: list[str] = field(default_factory=list)
    runs_before: int = 0
    runs_after: int = 0


def compare(before: Store, after: Store, noise: Noise | None = None) -> Comparison:
    """Compare the runs of two stores that ended.

    Runs correspond if board, objective, solver, options and limits are equal; their versions are
    compared. If a store has a run in several versions, the newest counts. For alarms all runs
    of both stores count.

    Args:
        before: the first one.
        after: the second one.
        noise: the difference of times that does not count; None is its defaults.

    Raises:
        UnknownName: a game is not installed.
        InputError: a store cannot be read.
    """
    found = [[finding(one, store.path) for one in store.finished()] for store in (before, after)]
    return _compared(found, noise or Noise(), lambda run: series(run, version=False))


def compare_solvers(
    store: Store, before: str, after: str, noise: Noise | None = None
) -> Comparison:
    """Compare the runs of two solvers in one store that ended.

    Runs are the same if board, objective and limits are; of several versions the newest counts.

    Args:
        store: with the runs of both.
        before: the first solver: its id, or its name with options as :func:`names` has it.
        after: the second one.
        noise: the difference of times that does not count; None is its defaults.

    Raises:
        UnknownName: the store has no runs of a solver that ended, or a game is not installed.
        InputError: several settings of a solver have the name; or the store cannot be read.
    """
    found = [finding(one, store.path) for one in store.finished()]
    called = names(series(one.run, version=False) for one in found)
    sides = []
    for name in (before, after):
        chosen = {one for one, known in called.items() if name in (known, one.solver)}
        if not chosen:
            known = {*called.values(), *(one.solver for one in called)}
            raise UnknownName(f"solver in {store.path}", name, known)
        if len({_but_solver(one) for one in chosen}) < len(chosen):
            each = ", ".join(f"`{called[one]}`" for one in sorted(chosen, key=called.__getitem__))
            raise InputError(f"`{name}` is the name of several: {each}", hint="say one of these")
        sides.append([one for one in found if series(one.run, version=False) in chosen])
    if sides[0] == sides[1]:
        raise InputError(f"`{before}` and `{after}` are the same solver", hint="say another one")
    return _compared(sides, noise or Noise(), lambda run: _but_solver(series(run, version=False)))


def _but_solver(one: Series) -> Series:
    """Return the series without the fields that differ from solver to solver."""
    return one._replace(solver="", options=(), version="")


def _compared(
    found: Sequence[list[Finding]], noise: Noise, alike: Callable[[Run], Series]
) -> Comparison:
    """Compare two sides.

    Args:
        found: the runs of each side.
        noise: what two times may differ by.
        alike: what runs of the same board have in common that are compared.
    """
    answers: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for one in (one for side in found for one in side):
        answers[one.question].append(one)
    old, new = (_newest(side, alike) for side in found)
    pairs = [(one, new[key]) for key, one in old.items() if key in new]
    known_before, known_after = ({one.run.digest: one for one in side} for side in found)
    changes = [change for pair in pairs for change in _changes(*pair, noise)]
    order = list(KINDS)
    changes.sort(key=lambda change: (order.index(change.kind), -_extent(change)))
    return Comparison(
        pairs=len(pairs),
        alarms=[alarm for group in answers.values() for alarm in alarms(group)],
        changes=changes,
        speeds=list(_speeds(pairs, noise)),
        boards_before=[one.name for d, one in known_before.items() if d not in known_after],
        boards_after=[one.name for d, one in known_after.items() if d not in known_before],
        runs_before=sum(k not in new and one.run.digest in known_after for k, one in old.items()),
        runs_after=sum(k not in old and one.run.digest in known_before for k, one in new.items()),
    )


def _newest(found: list[Finding], alike: Callable[[Run], Series]) -> dict[Hashable, Finding]:
    """Return the runs by all but their version; of several versions the newest one."""
    newest: dict[Hashable, Finding] = {}
    for one in found:
        key = (one.run.digest, alike(one.run))
        known = newest.get(key)
        if known is None or _numbers(one.run.version) > _numbers(known.run.version):
            newest[key] = one
    return newest


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", version)]


def _changes(before: Finding, after: Finding, noise: Noise) -> Iterator[Change]:
    ratio = _ratio(before, after)
    kinds = []
    if after.known > before.known:
        failed = before.known is Known.FAILED
        kinds.append("no longer failed" if failed else f"newly {after.known.name.lower()}")
    elif after.known < before.known:
        failed = after.known is Known.FAILED
        kinds.append("newly failed" if failed else f"no longer {before.known.name.lower()}")
    elif after.known is Known.SOLVED:
        if is_better(after.cost, before.cost, after.objective.sense):
            kinds.append("better")
        elif is_better(before.cost, after.cost, after.objective.sense):
            kinds.append("worse")
    if ratio is not None and not noise.covers(before.seconds or 0, after.seconds or 0):
        kinds.append("slower" if ratio > 1 else "faster")
    return (Change(kind, before, after, ratio) for kind in kinds)


def _ratio(before: Finding, after: Finding) -> float | None:
    """Return the ratio of the later time to the earlier one, if both runs ended by themselves."""
    if not (before.ended_by_itself and after.ended_by_itself):
        return None
    if not before.seconds or not after.seconds:  # a clock that is too coarse
        return None
    return after.seconds / before.seconds


def _extent(change: Change) -> float:
    """Return the distance of the times if they are the change, 0 otherwise."""
    timed = change.kind in ("slower", "faster") and change.ratio is not None
    return abs(log(change.ratio or 1)) if timed else 0


def _speeds(pairs: list[tuple[Finding, Finding]], noise: Noise) -> Iterator[Speed]:
    known = [series(before.run, version=False) for before, _ in pairs]
    called = names(known)
    logs: dict[str, list[float]] = {name: [] for name in sorted(set(called.values()))}
    for one, (before, after) in zip(known, pairs, strict=True):
        ratio = _ratio(before, after)
        if ratio and max(before.seconds or 0, after.seconds or 0) >= noise.seconds:
            logs[called[one]].append(log(ratio))
    if len(logs) != 1:
        logs["all"] = [number for numbers in logs.values() for number in numbers]
    for name, numbers in logs.items():
        mean = exp(sum(numbers) / len(numbers)) if numbers else None
        yield Speed(name, len(numbers), mean)
