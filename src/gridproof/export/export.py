"""Boards for other programs, and their answers as solutions that the rules confirm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.arguments import check_text, explained
from gridproof.errors import BadBoard, InputError, UnknownName
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.level import Level, Objective
from gridproof.reduction import AnySource
from gridproof.registry import digest, game_of
from gridproof.specs import ExportSpec
from gridproof.verifying import Verdict, verify

__all__ = ["Exported", "export", "export_instance", "find_export", "read_answer"]


@dataclass(frozen=True)
class Exported:
    """A board in the form for another program.

    Attributes:
        text: of the file that it reads.
        beside: texts of files that belong into the same folder, by name; the same for all boards
            of a game.
    """

    text: str
    beside: Mapping[str, str]


def find_export(owner: str, exports: Sequence[ExportSpec], name: str) -> ExportSpec:
    """Return the export of that name.

    Raises:
        UnknownName: ``owner`` (a game, a problem) has none.
    """
    check_text(name, "the name of an export")
    for spec in exports:
        if spec.id == name:
            return spec
    raise UnknownName("export", name, [spec.id for spec in exports], owner)


@explained
def export(
    level: Level, to: str, *, game: AnyGame | str | None = None, objective: str | None = None
) -> Exported:
    """Return a board in the form for another program.

    Args:
        level: a level without faults.
        to: id of one of its game's exports, such as "pddl".
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of an objective; None is the game's first one.

    Raises:
        UnknownName: there is no such export or objective.
        InputError: the export cannot express this objective or board.
        BadBoard: the level lacks something (a target) without which there is nothing to solve.
    """
    if isinstance(to, Level):
        raise InputError("`export` takes the level first, and then the name of the export")
    game, spec, goal = _asked(level, to, game, objective)
    about = [f"{game.id}, {goal.id}: {goal.summary}", f"digest: {digest(game, level)}"]
    if level.title is not None:
        about.insert(0, level.title)
    text = load(spec.entry)(level, goal)
    beside = {name: load(entry) for name, entry in spec.beside.items()}
    return Exported(_headed(spec, about, text), beside)


def read_answer(
    level: Level,
    to: str,
    answer: str,
    *,
    game: AnyGame | str | None = None,
    objective: str | None = None,
) -> tuple[list[str], Verdict]:
    """Return the moves that another program's answer stands for, and the verdict of the rules.

    Args:
        level: a level without faults.
        to: id of the export that the program has read.
        answer: its text, such as a plan.
        game: the level's game, or the game's id; None looks it up by ``level.game``.
        objective: as for :func:`export`.

    Raises:
        UnknownName: there is no such export or objective.
        InputError: the text is no such answer, nothing reads answers of this export, or it cannot
            express this objective.
        BadBoard: as in :func:`export`.
    """
    game, spec, goal = _asked(level, to, game, objective)
    if not spec.answer:
        raise InputError(f"answers to the export `{spec.id}` of {game.id} are not read")
    moves: list[str] = load(spec.answer)(level, goal, answer)
    return moves, verify(game, level, moves, goal)


def export_instance(source: AnySource, instance: Any, to: str) -> str:
    """Return an instance of a problem, such as a formula, in the form for another program.

    Args:
        source: the problem.
        instance: of it.
        to: id of one of the problem's exports, such as "dimacs".

    Raises:
        UnknownName: there is no such export.
    """
    spec = find_export(source.title, source.exports, to)
    return _headed(spec, source.notes(instance), load(spec.entry)(instance))


def _asked(
    level: Level, to: str, game: AnyGame | str | None, objective: str | None
) -> tuple[AnyGame, ExportSpec, Objective]:
    """Return the requested export, if there is one."""
    game = game_of(level, game)
    spec, goal = find_export(game.id, game.exports, to), game.objective(objective)
    if spec.objectives and goal.id not in spec.objectives:
        raise InputError(
            f"the export `{spec.id}` of {game.id} cannot say the objective `{goal.id}`",
            hint=f"it can say: {', '.join(spec.objectives)}",
        )
    if (missing := game.missing(level)) is not None:
        raise BadBoard(f"{missing.message}: there is nothing to solve")
    return game, spec, goal


def _headed(spec: ExportSpec, about: Iterable[str], text: str) -> str:
    """Return a text below comments, in which line ends and all but ASCII are escaped."""
    lines = [line.encode("unicode_escape").decode("ascii") for line in about]
    return "".join(f"{spec.comment}{line}\n" for line in lines) + text
