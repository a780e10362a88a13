"""Certificates that plans need a number of bombs: the sets of crates that matter, and a tree."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from gridproof._native import bombcover as native
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.games.bombcover.solve.prepared import Prepared, tree_of
from gridproof.games.bombcover.solve.static_proof import prove_statically, relaxed_bound
from gridproof.limits import Stopped, Ticker
from gridproof.proof.bombcover import CrateBoard, Plans, check_sums
from gridproof.proof.claims import Claim, Records
from gridproof.proof.making import MadeProof, Unproven
from gridproof.result import StopReason

__all__ = ["make"]

#: Proofs of this many nodes are made at once; larger ones after a search that learns sets.
_FEW_NODES: Final = 20
#: Steps of that search. It does not find what it looks for, but without the sets that it learns
#: some trees do not end.
_STEPS: Final = 20_000
#: After this many, a proof of at most as many from single crates alone is tried.
_SOME_NODES: Final = 500
_NO_LIMIT: Final = 1 << 40


def make(claim: Claim[BombcoverLevel], ticker: Ticker) -> MadeProof:
    """Return a tree that excludes one explosion less than claimed.

    A weaker bound if there is no time.

    Raises:
        Unproven: it is not of this kind.
        Stopped: by a limit or Ctrl-C.
    """
    if not isinstance(claim.bound, int):
        raise Unproven("this kind of proof is of a number of explosions")
    if claim.bound <= 0:
        return MadeProof(claim.bound, [[0, 0, 0], [1, []]])
    level, most = claim.level, claim.bound - 1
    planner = _planner(level, ticker)
    if planner is not None and _proves(planner.prove, most, _FEW_NODES, ticker):
        return MadeProof(claim.bound, _by_plans(level, planner, most, ticker))
    board = CrateBoard(level, ticker)
    plans = Plans(board, board.arms, level.pierce, ticker)
    weaker = MadeProof(*relaxed_bound(plans, most, ticker))
    try:
        return MadeProof(claim.bound, _at_length(level, planner, plans, most, ticker))
    except Stopped as stopped:
        if stopped.reason is StopReason.INTERRUPTED:
            raise
        return weaker


def _planner(level: BombcoverLevel, ticker: Ticker) -> native.Planner | None:
    """Return the plans of a board; None if it has too many crates or patterns for them."""
    ticker.check()
    try:
        control = ticker.control(counted=False)
        return native.Planner(**problem(level), recording=True, control=control)
    except ValueError:
        return None


def _at_length(
    level: BombcoverLevel, planner: native.Planner | None, plans: Plans, most: int, ticker: Ticker
) -> list[Any]:
    """Return the records of a proof that takes a while, by plans or by single crates.

    Raises:
        Unproven: ``most`` explosions are enough.
        Stopped: by a limit or Ctrl-C.
    """
    if planner is None:
        return prove_statically(plans, most, None, ticker)
    _proves(planner.search, most, _STEPS, ticker)
    planner.restart()
    if not _proves(planner.prove, most, _SOME_NODES, ticker):
        with suppress(Unproven):
            return prove_statically(plans, most, _SOME_NODES, ticker)
        _proves(planner.prove, most, _NO_LIMIT, ticker)
    return _by_plans(level, planner, most, ticker)


def _by_plans(
    level: BombcoverLevel, planner: native.Planner, most: int, ticker: Ticker
) -> list[Any]:
    """Return the records of the proof that a kernel has found, or of a smaller one.

    Raises:
        Stopped: by a limit or Ctrl-C.
    """
    first: list[Any] = planner.proof
    planner.restart()  # now with all sets known
    _proves(planner.prove, most, _NO_LIMIT, ticker)
    second: list[Any] = planner.proof
    nodes = min(first, second, key=len)
    board = CrateBoard(level, ticker)
    dropped = [list(pair) for pair in planner.dropped]
    plans = Plans(board, board.arms.keys() - {p for p, _ in dropped}, level.pierce, ticker)
    rows = plans.single_rows()
    priced = {row for node in nodes if len(node) == 2 for row, _ in node[1]}
    summed = sorted(row for row in priced if row >= planner.first_sum)
    parts = {number: planner.sum(number) for number in summed}
    used = (priced - parts.keys()).union(*parts.values())
    known = [number for number in sorted(used) if number >= len(rows)]
    sets = [planner.set(number) for number in known]
    numbers = {number: len(rows) + i for i, number in enumerate([*known, *summed])}
    rows += [plans.row(crates) for crates in sets]
    sums = [
        [2, [n for row in parts[number] for n in (numbers.get(row, row), 1)]] for number in summed
    ]
    check_sums(Records(iter(sums)), len(sums), rows, ticker)
    tree = tree_of(nodes, numbers)
    return Prepared(plans, dropped, sets, sums, rows).records(tree, most, ticker)


def _proves(kernel: Any, most: int, effort: int, ticker: Ticker) -> bool:
    """Return True if a kernel has proven that more bombs are needed.

    Raises:
        Unproven: it has found a plan that can be played, or cannot end.
        Stopped: by a limit or Ctrl-C.
    """
    ticker.check()
    found = kernel(most, effort, control=ticker.control(counted=False))
    match found["outcome"]:
        case "stopped":
            raise Stopped(StopReason(found["stop"]))
        case "played":
            raise Unproven(f"{most} explosions are enough")
        case "failed":
            raise Unproven("a case is too close to be decided")
    return bool(found["outcome"] == "proven")
