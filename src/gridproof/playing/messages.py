"""Messages for players: counts, proofs, the effects of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridproof.errors import GridproofError
from gridproof.grid import Direction, Pos
from gridproof.level import Objective
from gridproof.result import Progress, Result, Status, StopReason, Value, first
from gridproof.scene import Scene, Sprite
from gridproof.solving.messages import amounts, short
from gridproof.solving.solve import at_least_as_good

__all__ = [
    "amount",
    "best",
    "dead",
    "how_far",
    "move_words",
    "optimum",
    "plain",
    "searching",
    "sentence",
    "solved",
    "touched",
    "value_of",
]


def value_of(objective: Objective, costs: Mapping[str, int]) -> Value:
    """Return the value of the objective, of the costs of each metric."""
    values = tuple(costs[metric] for metric in objective.metrics)
    return values if len(values) > 1 else values[0]


def amount(objective: Objective, value: Value) -> str:
    """Return a value of an objective, or of its first metric: "34 pushes and 99 moves"."""
    return " and ".join(amounts(value, objective.metrics))


def plain(value: Value | None) -> str:
    """Return a value without the names of its metrics: "34", "34 and 99", "?"."""
    if value is None:
        return "?"
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def best(value: Value, known: Result | None) -> str:
    """Return the best value that is known, beside a counter: "best 34 (optimal)".

    Args:
        value: the best of any solution that was found.
        known: a search that proves that none is better, or None.
    """
    if known is None:
        return f"best {plain(value)}"
    how = " by floating point" if _is_floating(known) else ""
    return f"best {plain(value)} (optimal{how})"


def solved(
    objective: Objective, value: Value, known: Result | None, *, by_solver: bool = False
) -> str:
    """Return the card of a level that is solved: "✓ Solved: 12 pushes · optimum 11, proven".

    Args:
        objective: the objective that was played for.
        value: its value for the play.
        known: the result of a search from the start, or None.
        by_solver: True if the last moves were those of a solver.
    """
    ended = "The solver's way" if by_solver else "Ended" if objective.sense == "max" else "Solved"
    compared = "" if known is None else _compared(objective, value, known)
    return " · ".join(filter(None, (f"✓ {ended}: {amount(objective, value)}", compared)))


def _compared(objective: Objective, value: Value, known: Result) -> str:
    """Return the verdict of a search from the start on the value of a play."""
    proof = _by(known) or ", proven"
    optimal = known.status is Status.OPTIMAL
    if value in (known.bound, known.cost if optimal else None):
        return f"best possible{proof}"
    if optimal:
        return f"optimum {plain(known.cost)}{proof}"
    if known.cost is not None and not at_least_as_good(value, known.cost, objective.sense):
        return f"{plain(known.cost)} {'is' if first(known.cost) == 1 else 'are'} possible"
    return "" if known.bound is None else _limit(objective, known.bound)


def _by(result: Result) -> str:
    """Return the ground of a value that is called optimal, if that is no exact proof."""
    return " by a floating-point MILP bound" if _is_floating(result) else ""


def _is_floating(result: Result) -> bool:
    return result.proof == "milp-float"


def _limit(objective: Objective, bound: Value) -> str:
    are = "are" if objective.metrics[0].endswith("s") and first(bound) != 1 else "is"
    if objective.sense == "min":
        return f"at least {plain(bound)} {are} needed"
    return f"at most {plain(bound)} {are} possible"


def dead(why: str = "") -> str:
    """Return the message in a position without a solution, with the reason if it is known."""
    if why:
        return f"✗ Dead: {why}. u: undo."
    return "✗ No solution can follow from here: u takes the last move back."


def optimum(objective: Objective, result: Result) -> str:
    """Return the findings of a search from the start on a level."""
    if result.status is Status.INFEASIBLE:
        return f"This level has no solution{_by(result) or ', proven'}."
    if result.status is Status.OPTIMAL:
        assert result.cost is not None
        named = amount(objective, result.cost)
        how = _by(result) or ", proven"
        return f"The optimum is {named}{how} in {result.stats.total_time:.2f} s."
    return f"{_known(objective, result)} {_why(result)}"


def how_far(objective: Objective, result: Result, left: Value | None, bound: Value | None) -> str:
    """Return the number of moves left from a position: the bound alone."""
    if result.status is Status.INFEASIBLE:
        how = _by(result) or ", proven"
        return f"✗ No solution can follow from here{how}: u takes the last move back."
    if result.status is Status.OPTIMAL and left is not None:
        return f"From here: {amount(objective, left)}, if nothing is wasted."
    if bound is None:
        return f"From here nothing is known. {_why(result)}"
    word = "at least" if objective.sense == "min" else "at most"
    return f"From here: {word} {amount(objective, bound)}. {_why(result)}"


def _known(objective: Objective, result: Result) -> str:
    parts = []
    if result.bound is not None:
        parts.append(_limit(objective, result.bound))
    if result.cost is not None:
        parts.append(f"the best found is {plain(result.cost)}")
    return f"{', '.join(parts) or 'nothing is known'}.".capitalize()


def _why(result: Result) -> str:
    reasons = {
        StopReason.TIME_LIMIT: "The time is over: `--time` gives more.",
        StopReason.MEMORY_LIMIT: "The memory is full.",
        StopReason.INTERRUPTED: "The search was stopped.",
    }
    return reasons.get(result.stop_reason, "")


def searching(what: str, progress: Progress | None, sense: str) -> str:
    """Return the progress of a search, in one line."""
    if progress is None:
        return f"{what}: … · Esc stops"
    if progress.stage:
        return f"{what}: {progress.stage} · {progress.elapsed:.0f} s · Esc stops"
    known = (progress.bound, progress.best) if sense == "min" else (progress.best, progress.bound)
    low, high = map(plain, known)
    seconds, nodes = progress.elapsed, short(progress.nodes)
    return f"{what}: {low} … {high} · {seconds:.0f} s · Esc stops · {nodes} nodes"


def sentence(problem: GridproofError) -> str:
    """Return a fault, and the next step."""
    parts = filter(None, (str(problem), problem.hint))
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts)


class _Move:
    """The changes of a move, from the scenes that lead through it; cursors are left out.

    Attributes:
        passing: the things seen during the move alone, but for the arms of an explosion.
        moved: the things that stand elsewhere after it: before, after.
        gone: the things that are not there any more.
        come: the things that were not there before.
        other: the things that look otherwise on their cells: before, after.
    """

    def __init__(self, scenes: Sequence[Scene]) -> None:
        before, after = _by_id(scenes[0]), _by_id(scenes[-1])
        during = (sprite for scene in scenes[1:-1] for sprite in scene.sprites)
        lasting = before.keys() | after.keys() | {"cursor"}
        self.passing = [s for s in during if s.id not in lasting and s.kind != "blast"]
        self.gone = [sprite for name, sprite in before.items() if name not in after]
        self.come = [sprite for name, sprite in after.items() if name not in before]
        kept = [(before[name], new) for name, new in after.items() if name in before]
        self.moved = [(old, new) for old, new in kept if (old.x, old.y) != (new.x, new.y)]
        self.other = [pair for pair in kept if pair[0] != pair[1] and pair not in self.moved]


def _by_id(scene: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in scene.sprites if sprite.kind != "cursor"}


def move_words(scenes: Sequence[Scene]) -> str:
    """Return the effects of a move, from the scenes that lead through it: at most two."""
    move = _Move(scenes)
    if move.passing:
        return _at(move.passing[0])
    if move.moved:
        return ", ".join(f"{new.words} {_way(old, new)}" for old, new in move.moved[:2])
    gone = [f"{_at(sprite)} goes" for sprite in move.gone]
    there = [_at(sprite) for sprite in move.come or [new for _, new in move.other]]
    return ", ".join([*gone[:1], *there[:1]])


def touched(scenes: Sequence[Scene]) -> frozenset[Pos]:
    """Return the cells that a move is about.

    They are those from which and to which it moves things, and those of explosions; or else those
    of things that come, go or change.
    """
    move = _Move(scenes)
    about = [*move.passing, *(sprite for pair in move.moved for sprite in pair)]
    about = about or [*move.gone, *(move.come or [new for _, new in move.other])]
    return frozenset(
        Pos(x, y)
        for sprite in about
        for x in range(sprite.x, sprite.x + sprite.width)
        for y in range(sprite.y, sprite.y + sprite.height)
    )


def _at(sprite: Sprite) -> str:
    return f"{sprite.words} at {Pos(sprite.x, sprite.y).for_people}"


def _way(old: Sprite, new: Sprite) -> str:
    dx, dy = new.x - old.x, new.y - old.y
    if dx and dy:
        return f"to {Pos(new.x, new.y).for_people}"
    return Direction.towards(dx, dy).word
