"""Verdicts on certificates in words: a line for people, and a record for programs."""

from __future__ import annotations

from typing import Any, Final

from gridproof.proof.checking import Verdict
from gridproof.registry import find_game
from gridproof.solving.messages import amounts, claim, counted, meaning
from gridproof.visible import label, quoted

__all__ = ["line", "proven", "record", "stands_for"]

#: Characters of a title that a line shows.
_TITLE: Final = 60
#: Digits of a digest that a line shows; the record has all.
_DIGITS: Final = 16


def line(file: str, verdict: Verdict) -> str:
    """Return the line of a verdict: text of the file is quoted, and stands behind the verdict.

    The file's own name is quoted where it could be taken for a verdict.
    """
    words = [
        label(file),
        "ACCEPTED" if verdict.accepted else "STOPPED" if verdict.stop else "REFUSED",
    ]
    words += [verdict.game or "", verdict.objective or ""]
    if verdict.accepted:
        counts = ", ".join(counted(name, number) for name, number in verdict.counts.items())
        words += [proven(verdict), stands_for(verdict), verdict.kind or "", counts]
        words.append(f"instance {(verdict.instance_digest or '')[:_DIGITS]}")
    else:
        words.append(quoted(verdict.reason or ""))
    words.append(f"{verdict.seconds:.3f} s")
    if verdict.level is not None and verdict.level.info.get("title") is not None:
        words.append(quoted(_cut(verdict.level.info["title"])))
    return "  ".join(filter(None, words))


def _cut(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 3]}..."


def proven(verdict: Verdict) -> str:
    """Say what an accepted certificate proves, and what is known of its own solution."""
    assert verdict.game is not None
    metrics = find_game(verdict.game).objective(verdict.objective).metrics
    if verdict.bound is None:
        return "no solution exists"
    if verdict.cost is None:
        own = "no solution in the file"
    elif verdict.cost == verdict.bound:
        own = "its solution replayed"
    else:
        own = f"its solution of {', '.join(amounts(verdict.cost, metrics))} replayed"
    best = verdict.cost if verdict.cost == verdict.bound else None
    return f"{claim(best, verdict.bound, verdict.sense, metrics)}, {own}"


def stands_for(verdict: Verdict) -> str:
    """Name the instance of a hard problem that the board was found to stand for; or ""."""
    if verdict.stands_for is None or verdict.game is None:
        return ""
    metrics = find_game(verdict.game).objective(verdict.objective).metrics
    return meaning(verdict.stands_for, verdict.sense, metrics[0])


def record(verdict: Verdict) -> dict[str, Any]:
    """Return the findings of a check, for programs."""
    return {
        "accepted": verdict.accepted,
        "reason": verdict.reason,
        "stop_reason": None if verdict.stop is None else str(verdict.stop),
        "game": verdict.game,
        "title": None if verdict.level is None else verdict.level.info.get("title"),
        "digest": verdict.digest,
        "instance_digest": verdict.instance_digest,
        "objective": verdict.objective,
        "kind": verdict.kind,
        "status": str(verdict.status),
        "cost": verdict.cost,
        "bound": verdict.bound,
        "stands_for": verdict.stands_for,
        "contradictions": list(verdict.contradictions),
        "counts": dict(verdict.counts),
        "seconds": verdict.seconds,
    }
