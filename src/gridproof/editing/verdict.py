"""The verdict on a board that is being drawn: solvable or not, how well, and what is proven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gridproof.design.rate import rate
from gridproof.design.symmetry import symmetry_class
from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.limits import CancelToken
from gridproof.registry import game_of
from gridproof.result import Limits, Progress, Result, Status, first
from gridproof.solving.messages import achieved, amounts
from gridproof.solving.solve import solve

__all__ = ["Judging", "Verdict", "progress_words", "words"]

#: Positions that a rating may visit while somebody draws.
_STATES: Final = 20_000


@dataclass(frozen=True)
class Verdict:
    """The known facts on a board.

    Attributes:
        result: of the search.
        score: the rating, from 0 to 100; None: not known.
        symmetry: equal for boards that are mirrored or turned; "" for one that is not rated.
    """

    result: Result
    score: float | None = None
    symmetry: str = ""

    def to_json(self, game: AnyGame) -> dict[str, Any]:
        """Return it as a JSON object.

        ``value`` is the first metric of the best known solution, and ``amount`` that in words.
        """
        result = self.result
        metrics = game.objective(result.objective).metrics
        return {
            "status": str(result.status),
            "words": words(game, result, self.score),
            "value": None if result.cost is None else first(result.cost),
            "amount": "" if result.cost is None else amounts(result.cost, metrics)[0],
            "bound": None if result.bound is None else first(result.bound),
            "sense": result.sense,
            "solution": result.solution,
            "score": self.score,
            "symmetry": self.symmetry,
        }


def words(game: AnyGame, result: Result, score: float | None = None) -> str:
    """Return a result on a line: "solvable · 23 pushes, proven · rating 41"."""
    metrics = game.objective(result.objective).metrics
    match result.status:
        case Status.INFEASIBLE:
            return "no solution: proven"
        case Status.UNKNOWN if result.bound is not None:
            least = "at least" if result.sense == "min" else "at most"
            return f"not solved yet · {least} {amounts(result.bound, metrics)[0]}"
        case Status.UNKNOWN:
            return "not solved yet"
        case Status.FEASIBLE:
            return f"solvable · {achieved(result, metrics)}"
        case _:
            assert result.cost is not None
            value = ", ".join(amounts(result.cost, metrics))
            proven = "proven" if result.proof != "milp-float" else "by a floating-point bound"
            rated = f" · rating {score:.0f}" if score is not None else ""
            return f"solvable · {value}, {proven}{rated}"


def progress_words(game: AnyGame, progress: Progress) -> str:
    """Return the progress of a search on a line: "at least 18 pushes · searching …"."""
    objective = game.objective()
    known = []
    if progress.best is not None:
        known.append(f"solvable · {amounts(progress.best, objective.metrics)[0]}")
    if progress.bound is not None:
        least = "at least" if objective.sense == "min" else "at most"
        known.append(f"{least} {amounts(progress.bound, objective.metrics)[0]}")
    return " · ".join([*known, "searching …"])


@dataclass(frozen=True)
class Judging:
    """A job: the verdict on a board.

    Attributes:
        level: without faults.
        seconds: of the search.
        rated: True if the board is rated, too.
    """

    level: Level
    seconds: float
    rated: bool = False

    def answer(self, cancel: CancelToken, progress: Callable[[Progress], None]) -> Verdict:
        """Find it."""
        limits = Limits(time=self.seconds)
        if not self.rated:
            return Verdict(solve(self.level, limits=limits, cancel=cancel, progress=progress))
        rating = rate(self.level, limits=limits, states=_STATES, cancel=cancel, progress=progress)
        kind = symmetry_class(game_of(self.level), self.level)
        return Verdict(rating.result, rating.score, kind)
