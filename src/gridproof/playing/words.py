"""What is told to people who play: counts, what is proven, what a move does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridproof.game import Objective
from gridproof.grid import Direction, Pos
from gridproof.render.phrases import amounts, short
from gridproof.result import Progress, Result, Status, StopReason, Value, first
from gridproof.scene import Scene, Sprite
from gridproof.solving import at_least_as_good

__all__ = [
    "amount",
    "best",
    "dead",
    "how_far",
    "move_words",
    "optimum",
    "plain",
    "searching",
    "solved",
    "touched",
    "value_of",
]


def value_of(objective: Objective, costs: Mapping[str, int]) -> Value:
    """The value of the objective, of the costs of each metric."""
    values = tuple(costs[metric] for metric in objective.metrics)
    return values if len(values) > 1 else values[0]


def amount(objective: Objective, value: Value) -> str:
    """A value of an objective, or of its first metric: "34 pushes and 99 moves"."""
    return " and ".join(amounts(value, objective.metrics))


def plain(value: Value | None) -> str:
    """A value without the names of its metrics: "34", "34 and 99", "?"."""
    if value is None:
        return "?"
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def best(value: Value, known: Result | None) -> str:
    """The best value that is known, beside a counter: "best 34 (optimal)".

    Args:
        value: the best of any solution that was found.
        known: a search that proves that none is better, or None.
    """
    if known is None:
        return f"best {plain(value)}"
    how = " by floating point" if _is_floating(known) else ""
    return f"best {plain(value)} (optimal{how})"


def _are(objective: Objective, value: Value) -> str:
    many = objective.metrics[0].endswith("s") and first(value) != 1
    return f"{plain(value)} {'are' if many else 'is'}"


def solved(
    objective: Objective, value: Value, known: Result | None, *, by_solver: bool = False
) -> str:
    """What is said to who has solved a level.

    Args:
        objective: what was played for.
        value: of the play.
        known: what is known of the level, or None.
        by_solver: whether the last moves were those of a solver.
    """
    named = amount(objective, value)
    if by_solver:
        said = f"✓ The solver's way, {named}"
    elif objective.sense == "max":
        said = f"✓ Ended with {named}"
    else:
        said = f"✓ Solved {'in' if objective.metrics[0].endswith('s') else 'with'} {named}"
    if known is None:
        return f"{said}."
    if value in (known.bound, known.cost if known.status is Status.OPTIMAL else None):
        return f"{said}: optimal{_by(known)}."
    if known.cost is not None and not at_least_as_good(value, known.cost, objective.sense):
        return f"{said}; {_are(objective, known.cost)} possible."
    if known.bound is not None:
        return f"{said}; {_limit(objective, known.bound)}."
    return f"{said}."


def _by(result: Result) -> str:
    """What a value that is called optimal rests on, where that is no exact proof."""
    return " by a floating-point MILP bound" if _is_floating(result) else ""


def _is_floating(result: Result) -> bool:
    return result.proof == "milp-float"


def _limit(objective: Objective, bound: Value) -> str:
    if objective.sense == "min":
        return f"at least {_are(objective, bound)} needed"
    return f"at most {_are(objective, bound)} possible"


def dead() -> str:
    """What is said in a position that no solution can follow."""
    return "✗ No solution can follow from here: u takes the last move back."


def optimum(objective: Objective, result: Result) -> str:
    """What a search from the start has found out about a level."""
    if result.status is Status.INFEASIBLE:
        return f"This level has no solution{_by(result) or ', proven'}."
    if result.status is Status.OPTIMAL:
        assert result.cost is not None
        named = amount(objective, result.cost)
        how = _by(result) or ", proven"
        return f"The optimum is {named}{how} in {result.stats.total_time:.2f} s."
    return f"{_known(objective, result)} {_why(result)}"


def how_far(objective: Objective, result: Result, left: Value | None, bound: Value | None) -> str:
    """How far it is from a position: the bound alone."""
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
    """How a search gets on, in one line."""
    if progress is None:
        return f"{what}: … · Esc stops"
    known = (progress.bound, progress.best) if sense == "min" else (progress.best, progress.bound)
    low, high = map(plain, known)
    seconds, nodes = progress.elapsed, short(progress.nodes)
    return f"{what}: {low} … {high} · {seconds:.0f} s · Esc stops · {nodes} nodes"


def move_words(scenes: Sequence[Scene]) -> str:
    """What a move does, of the scenes that lead through it: at most two things."""
    said = (f"{s.words} at {Pos(s.x, s.y).for_people}" for s in _passing(scenes))
    return ", ".join(list(dict.fromkeys(said))[:1] or list(_changes(scenes))[:2])


def touched(scenes: Sequence[Scene]) -> frozenset[Pos]:
    """The cells that a move is about.

    They are those from which and to which it moves things, and where something goes off; or else
    those where things come, go or change.
    """
    before, after = _by_id(scenes[0]), _by_id(scenes[-1])
    going = {Pos(s.x, s.y) for s in _passing(scenes)}
    changed: set[Pos] = set()
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        cells = [Pos(s.x, s.y) for s in (old, new) if s is not None]
        (going if len(set(cells)) > 1 else changed).update(cells)
    return frozenset(going or changed)


def _changes(scenes: Sequence[Scene]) -> Iterator[str]:
    before, after = _by_id(scenes[0]), _by_id(scenes[-1])
    for name, new in after.items():
        old = before.get(name)
        if old is not None and (old.x, old.y) != (new.x, new.y):
            yield f"{new.words} {_way(old, new)}"
    for name, old in before.items():
        if name not in after:
            yield f"{old.words} at {Pos(old.x, old.y).for_people} goes"
    for name, new in after.items():
        old = before.get(name)
        if old is None or (old != new and (old.x, old.y) == (new.x, new.y)):
            yield f"{new.words} at {Pos(new.x, new.y).for_people}"


def _way(old: Sprite, new: Sprite) -> str:
    dx, dy = new.x - old.x, new.y - old.y
    if dx and dy:
        return f"to {Pos(new.x, new.y).for_people}"
    return Direction(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))).word


def _by_id(scene: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in scene.sprites if sprite.kind != "cursor"}


def _passing(scenes: Sequence[Scene]) -> Iterator[Sprite]:
    """What is seen during the move alone, but for the arms of an explosion."""
    lasting = _by_id(scenes[0]).keys() | _by_id(scenes[-1]).keys()
    for scene in scenes[1:-1]:
        for sprite in scene.sprites:
            if sprite.id not in lasting and sprite.kind != "blast":
                yield sprite
