"""Checks of what the kernel says of a level, whole or under a limit."""

from __future__ import annotations

from typing import Any

from gridproof.games.robots import rules
from gridproof.games.robots.level import RobotsLevel
from gridproof.grid import Direction

__all__ = ["check_part", "cost"]


def cost(found: dict[str, Any]) -> int | None:
    """Return the proven cost; None if there is no solution."""
    if found["moves"] is None:
        assert found["exhausted"]
        return None
    assert found["bound"] == len(found["moves"])
    return len(found["moves"])


def check_part(level: RobotsLevel, part: dict[str, Any], nodes: int, expected: int | None) -> None:
    """Check an answer at a limit of nodes against the optimum."""
    assert part["nodes"] <= nodes
    if part["moves"] is not None:
        assert expected is not None
        assert part["bound"] <= expected <= len(part["moves"]), level
        assert _solves(level, part["moves"]), level
    else:
        assert expected is None or part["bound"] <= expected, level
        assert expected is None or not part["exhausted"], level


def _solves(level: RobotsLevel, moves: list[tuple[int, int]]) -> bool:
    """Replay the moves by the rules."""
    state = rules.initial(level)
    for robot, direction in moves:
        after = rules.after(level, state, robot, tuple(Direction)[direction])
        assert after is not None
        state = after
    return rules.complete(level, state, rules.MOVES)
