"""Boards near a draft: each that differs in one cell, and others that differ in a few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gridproof.design.stable_random import StableRandom
from gridproof.design.symmetry import symmetry_class
from gridproof.editing.draft import Draft
from gridproof.errors import InputError
from gridproof.grid import Pos
from gridproof.limits import Stopped, Ticker
from gridproof.result import Limits, Result, Sense, Status, StopReason, first
from gridproof.solving.solve import solve
from gridproof.specs import Piece

__all__ = ["Change", "Variant", "changes", "variants"]

#: Nodes of the search on each board.
_NODES: Final = 100_000
#: Boards that are tried for each variant that is wanted, and edits that lead to one at most.
_TRIES: Final = 40
_MAX_EDITS: Final = 3


@dataclass(frozen=True)
class Change:
    """One change of a board, and its effect.

    Attributes:
        cell: where.
        piece: what comes there, or goes.
        takes: True if it goes.
        effect: "easier", "harder", "same", "unsolvable", "solvable" (it was not before), or "open"
            where the search was given up.
        value: the optimum's first metric; None: there is none, or it is open.
    """

    cell: Pos
    piece: str
    takes: bool
    effect: str
    value: int | None


@dataclass(frozen=True)
class Variant:
    """A board like another one, with its result."""

    draft: Draft
    result: Result


def changes(draft: Draft, cells: Iterable[Pos], ticker: Ticker) -> Iterator[Change]:
    """Yield the boards that differ from a draft in one of some cells, each with its effect.

    Boards with faults are left out.

    Args:
        draft: a board without faults.
        cells: those that are tried.
        ticker: its time, memory and cancel token are the limits of all together.

    Raises:
        InputError: the draft has faults, or its own optimum is not known.
        Stopped: the ticker ended it.
    """
    known = _solved(draft, ticker, nodes=None)
    if known.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise InputError("what a change does is only known where the optimum is")
    for cell in cells:
        for piece, takes, other in _neighbours(draft, cell):
            if other.faults:
                continue
            result = _solved(other, ticker, nodes=_NODES)
            value = None
            if result.status is Status.OPTIMAL and result.cost is not None:
                value = first(result.cost)
            yield Change(cell, piece, takes, _effect(known, result), value)


def variants(draft: Draft, count: int, seed: str, ticker: Ticker) -> list[Variant]:
    """Return boards that differ from a draft in a few cells and have a proven optimum.

    No two are equal to a player, nor one to the draft: turned, mirrored, or in parts that do not
    matter. All have other solutions than the draft. Those whose optimum is nearest to that of the
    draft come first. An ended ticker ends it, with what was found.

    Args:
        draft: a board without faults.
        count: how many are wanted.
        seed: equal seeds find equal boards.
        ticker: its time, memory and cancel token are the limits of all together.

    Raises:
        InputError: the draft has faults.
    """
    game, random = draft.game, StableRandom(f"{_named(draft)} {seed}")
    seen = {symmetry_class(game, draft.level())}
    found: list[Variant] = []
    aim: int | None = None
    try:
        known = _solved(draft, ticker, nodes=None)
        aim = None if known.cost is None else first(known.cost)
        for _ in range(count * _TRIES):
            if len(found) >= count:
                break
            other = draft
            for _ in range(random.randint(1, _MAX_EDITS)):
                other = _nearby(other, random)
            if other.faults or (name := symmetry_class(game, other.level())) in seen:
                continue
            seen.add(name)
            result = _solved(other, ticker, nodes=_NODES)
            if result.status is Status.OPTIMAL and result.moves != known.moves:
                found.append(Variant(replace(other, info={}), result))
    except Stopped:
        pass
    if aim is not None:
        found.sort(key=lambda variant: abs(_value(variant) - aim))
    return found


def _named(draft: Draft) -> str:
    """Return a text that differs between drafts."""
    layout = sorted((name, sorted(cells)) for name, cells in draft.layout.items())
    return repr((draft.game.id, draft.window, layout))


def _value(variant: Variant) -> int:
    assert variant.result.cost is not None
    return first(variant.result.cost)


def _solved(draft: Draft, ticker: Ticker, nodes: int | None) -> Result:
    """Return the result of a board.

    Raises:
        Stopped: there was no time, or nobody waits.
    """
    ticker.check()
    limits = Limits(time=ticker.seconds_left, nodes=nodes, memory=ticker.limits.memory)
    result = solve(draft.level(), game=draft.game, limits=limits, cancel=ticker.cancel)
    if result.stop_reason in (StopReason.TIME_LIMIT, StopReason.INTERRUPTED):
        raise Stopped(result.stop_reason)
    return result


def _effect(known: Result, result: Result) -> str:
    if result.status is Status.INFEASIBLE:
        return "same" if known.status is Status.INFEASIBLE else "unsolvable"
    if known.status is Status.INFEASIBLE:
        return "open" if result.cost is None else "solvable"
    if result.status is not Status.OPTIMAL or result.cost is None or known.cost is None:
        return "open"
    before, after = first(known.cost), first(result.cost)
    if before == after:
        return "same"
    return "harder" if _is_more_work(before, after, result.sense) else "easier"


def _is_more_work(before: int, after: int, sense: Sense) -> bool:
    return after > before if sense == "min" else after < before


def _neighbours(draft: Draft, cell: Pos) -> Iterator[tuple[str, bool, Draft]]:
    """Yield the boards that differ in one cell: the piece, whether it is taken, the board."""
    standing = draft.at(cell)
    for piece in _usual(draft):
        if piece.id in standing:
            yield piece.id, True, draft.take(piece.id, [cell])
        elif _leaves(draft, piece, standing):
            yield piece.id, False, draft.put(piece.id, [cell])


def _usual(draft: Draft) -> Sequence[Piece]:
    """Return the pieces that may come and go: those that the board has, and the first one."""
    pieces = list(draft.palette.values())
    return [
        piece
        for piece in pieces
        if not piece.single and (piece is pieces[0] or piece.side or draft.layout.get(piece.id))
    ]


def _leaves(draft: Draft, piece: Piece, standing: Sequence[str]) -> bool:
    """Return True if a piece drives none away that a board has once."""
    return piece.side is not None or not any(draft.palette[name].single for name in standing)


def _nearby(draft: Draft, random: StableRandom) -> Draft:
    """Return a draft with one small change: a piece comes, goes, or two cells are swapped."""
    left, top, width, height = draft.window
    cells = [Pos(left + x, top + y) for y in range(height) for x in range(width)]
    one = random.choice(cells)
    if random.randint(0, 1):
        return _swapped(draft, one, random.choice(cells))
    found = [other for *_, other in _neighbours(draft, one)]
    return random.choice(found) if found else draft


def _swapped(draft: Draft, one: Pos, other: Pos) -> Draft:
    """Return the draft with the pieces of two cells in each other's place; thin walls stay."""
    here, there = draft.at(one), draft.at(other)
    draft = draft.clear([one, other])
    for names, cell in ((here, other), (there, one)):
        for name in names:
            if draft.palette[name].side is None:
                draft = draft.put(name, [cell])
    return draft
