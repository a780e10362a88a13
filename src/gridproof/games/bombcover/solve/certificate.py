"""Makes the certificate that plans need so many bombs: which sets of crates matter, and a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gridproof._native import bombcover as native
from gridproof.covering.priced_trees import Case, Split, renumbered, tree_records
from gridproof.games.bombcover.level import BombcoverLevel
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.proof.bombcover import Board, Plans
from gridproof.proof.claims import Claim
from gridproof.proof.making import Made, Unproven
from gridproof.proof.tree import Program
from gridproof.result import StopReason
from gridproof.ticker import Stopped, Ticker

__all__ = ["make"]

#: Proofs of so many nodes are made at once; larger ones after a search that learns sets.
_FEW_NODES: Final = 20
#: Steps of that search. It does not find what it looks for, but without the sets that it learns
#: some trees do not end.
_STEPS: Final = 20_000
_NO_LIMIT: Final = 1 << 40


def make(claim: Claim[BombcoverLevel], ticker: Ticker) -> Made:
    """A tree that excludes one explosion less than claimed.

    Raises:
        Unproven: it is not of this kind.
        Stopped: by a limit or Ctrl-C.
    """
    if not isinstance(claim.bound, int):
        raise Unproven("this kind of proof is of a number of explosions")
    if claim.bound <= 0:
        return Made(claim.bound, [[0, 0, 0], [1, []]])
    return Made(claim.bound, _by_plans(claim.level, claim.bound - 1, ticker))


def _by_plans(level: BombcoverLevel, most: int, ticker: Ticker) -> list[Any]:
    """The records of a proof that plans of at most ``most`` bombs cannot be played.

    Raises:
        Unproven: there are too many patterns, or such a plan can be played.
        Stopped: by a limit or Ctrl-C.
    """
    try:
        control = ticker.control(counted=False)
        planner = native.Planner(**problem(level), recording=True, control=control)
    except ValueError:
        raise Unproven("there are too many crates or patterns") from None
    if not _call(planner.prove, most, _FEW_NODES, ticker):
        _call(planner.search, most, _STEPS, ticker)
        planner.restart()
        _call(planner.prove, most, _NO_LIMIT, ticker)
    nodes: list[Any] = planner.proof
    planner.restart()  # now with all sets known
    _call(planner.prove, most, _NO_LIMIT, ticker)
    again: list[Any] = planner.proof
    nodes = min(nodes, again, key=len)

    board = Board(level, ticker)
    dropped = [list(pair) for pair in planner.dropped]
    plans = Plans(board, board.arms.keys() - {p for p, _ in dropped}, level.pierce, ticker)
    rows = plans.single_rows()
    sets: list[list[int]] = []
    numbers = {n: n for n in range(-len(nodes), len(rows))}
    for number in sorted(
        {r for node in nodes if len(node) == 2 for r, _ in node[1]} - set(numbers)
    ):
        numbers[number] = len(rows)
        sets.append(planner.set(number))
        rows.append(plans.row(sets[-1]))
    columns = len(plans.patterns)
    program = Program([1] * columns, most, [0] * columns, [1] * columns)
    records = tree_records(_tree(nodes, numbers), rows, program, ticker, plans.group)
    used, records = renumbered(records, len(board.crates))
    sets = [sets[number - len(board.crates)] for number in used]
    return [[len(dropped), len(sets), 0], *dropped, *sets, *records]


def _call(kernel: Any, most: int, effort: int, ticker: Ticker) -> bool:
    """Whether a kernel has proven that more bombs are needed.

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


def _tree(nodes: Sequence[Any], numbers: dict[int, int]) -> Case:
    """The tree of a kernel's nodes, which come in preorder, the case of more first."""
    waiting: list[Case] = []
    for node in reversed(nodes):
        match node:
            case (cap, prices):
                waiting.append(Case({numbers[row]: price for row, price in prices}, cap))
            case (cell, crates, count):
                more, less = waiting.pop(), waiting.pop()
                waiting.append(Case({}, 1, Split([cell, *crates], count, less, more)))
    (root,) = waiting
    return root
