"""``gridproof export``: boards and formulas for other programs, and what these answer."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import Board, Boards
from gridproof.cli.instances import RandomOptions, one_instance
from gridproof.cli.outputs import Outputs, check_file
from gridproof.cli.parameters import BoardOptions, JsonPerBoard, ObjectiveId
from gridproof.errors import InputError, UnknownName, Unwritable
from gridproof.export.export import Exported, export, export_instance, read_answer
from gridproof.files.archives import on_disk
from gridproof.files.reading import STDIN, read_text
from gridproof.files.writing import write_file
from gridproof.reduction import AnySource, sources
from gridproof.registry import digest, games
from gridproof.specs import ExportSpec

__all__ = ["command"]


def command(
    *files: Annotated[
        str,
        Parameter(
            metavar="FILES", help="Files with boards, or one with a formula; `-` is standard input."
        ),
    ],
    to: Annotated[
        str,
        Parameter(
            metavar="FORMAT", help="The form: `pddl`, `mps`, …; `gridproof list GAME` names them."
        ),
    ],
    out: Annotated[
        str | None,
        Parameter(
            alias="-o",
            metavar="FILE|FOLDER|-",
            help="Write to a file, a folder with a file for each board, or `-`.",
        ),
    ] = None,
    answer: Annotated[
        str | None,
        Parameter(
            metavar="FILE|-",
            help="The other program's answer, a file or `-`: print the solution that it is.",
        ),
    ] = None,
    selection: BoardOptions = BoardOptions(),
    objective: ObjectiveId = None,
    sample: RandomOptions = RandomOptions(),
    json: JsonPerBoard = False,
) -> int:
    """Write boards and formulas for other programs, and read their answers.

    The other program's optimum is that of the board. Its answer is replayed by
    the rules before it is printed as a solution.

    If the answer is no solution the exit code is 2. `gridproof list` shows what
    each game is exported to; formulas are exported to `dimacs`.

    Examples:
        gridproof export set.txt --level 1 --to pddl --out planning
        gridproof export set.txt --level 1 --to pddl --answer plan > solution.txt
        gridproof verify set.txt solution.txt --level 1
    """
    if json and out == STDIN:
        raise InputError("standard output cannot take several things", hint="name a file instead")
    source = _source(to)
    if source is None:
        if sample != RandomOptions():
            raise InputError(
                f"`--random` makes formulas; `{to}` is for boards",
                hint="`gridproof generate GAME` makes boards",
            )
        boards = Boards(files, selection)
        if answer is not None:
            return _answered(boards, to, objective, answer, out, json=json)
        return _written(boards, to, objective, out, json=json)
    given = {
        "--game": selection.game,
        "--level": selection.level,
        "--set": selection.settings,
        "--objective": objective,
    }
    for flag, value in given.items():
        if value is not None:
            raise InputError(
                f"`{flag}` is said of boards; `{to}` is for instances of {source.title}",
                hint=f"leave out `{flag}`",
            )
    instance = one_instance(source, files, sample)
    for said in source.notes(instance):
        messages.note(said)
    if answer is not None:
        return _witness(source, instance, files, answer, out, json=json)
    return _instance(source, instance, files, to, out, json=json)


def _specs(to: str) -> list[ExportSpec]:
    return [spec for game in games().values() for spec in game.exports if spec.id == to]


def _source(to: str) -> AnySource | None:
    """Return the problem whose instances are exported under this name; None: boards are.

    Raises:
        UnknownName: nothing is.
    """
    if _specs(to):
        return None
    for source in sources().values():
        if any(spec.id == to for spec in source.exports):
            return source
    known = [game.exports for game in games().values()]
    known += [source.exports for source in sources().values()]
    raise UnknownName("export", to, sorted({spec.id for exports in known for spec in exports}))


# Boards.


def _written(
    boards: Boards, to: str, objective: str | None, out: str | None, *, json: bool
) -> ExitCode:
    """Write each board, by default to standard output."""
    place = None if json and out is None else _place(out, _specs(to)[0].ending, boards.files)
    taken: Iterable[Board] = boards if place is None else place.of(boards)
    for board in taken:
        try:
            exported = export(board.level, to, game=board.game, objective=objective)
            if place is not None:
                _write(place, board, exported)
        except (UnknownName, Unwritable):
            raise  # it is the same with every board
        except InputError as problem:
            boards.refuse(problem, board)
            continue
        if json:
            record = _record(board, to, objective)
            messages.print_json(record | {"text": exported.text, "beside": dict(exported.beside)})
    return ExitCode.BAD_INPUT if boards.problems else ExitCode.ANSWERED


def _place(out: str | None, ending: str, files: Sequence[str]) -> Outputs:
    """Return the place of the files.

    Raises:
        InputError: it is a file that is read.
    """
    place = Outputs(STDIN if out is None else out, ending, len(files))
    if place.folder is None and not place.is_stdout:
        _keep(place.out, files)
    return place


def _keep(out: str, files: Sequence[str]) -> None:
    if any(os.path.realpath(on_disk(file)) == os.path.realpath(out) for file in files):
        raise InputError(
            f"{out}: is what is exported; it would be overwritten",
            hint="name another file with `--out`",
        )


def _write(place: Outputs, board: Board, exported: Exported) -> None:
    """Write a board's file, and those that belong beside it unless they are there already.

    Raises:
        InputError: there is no place for them, or another file has the name of one.
    """
    if exported.beside and place.folder is None:
        names = ", ".join(exported.beside)
        raise InputError(
            f"{names} belongs beside the board's file", hint="name a folder with `--out`"
        )
    for name, text in exported.beside.items():
        folder = place.folder or Path()
        path = folder / name
        if path.is_symlink() or not path.exists():
            write_file(path, text, below=folder)
        elif read_text(str(path)) != text:
            raise InputError(
                f"{path}: is there already, and says something else",
                hint="name another folder with `--out`",
            )
    place.write(board, exported.text)


def _answered(
    boards: Boards, to: str, objective: str | None, answer: str, out: str | None, *, json: bool
) -> ExitCode:
    """Print the solution that an answer is."""
    _check_answer(boards.files, answer, out)
    found = list(boards)
    if boards.problems:
        return ExitCode.BAD_INPUT
    if len(found) > 1:
        raise InputError(
            f"the answer is to one board, and there are {len(found)}",
            hint="choose one with `--level`",
        )
    (board,) = found
    text = read_text(answer)
    moves, verdict = read_answer(board.level, to, text, game=board.game, objective=objective)
    if not verdict.valid:
        raise InputError(
            f"{answer}: is no solution of {board.name}: {verdict.fault}",
            hint="see that it answers this board, under the same objective",
        )
    solution = board.game.write_solution(board.level, moves)
    if json:
        costs = {"cost": verdict.cost, "costs": dict(verdict.costs)}
        messages.print_json(_record(board, to, objective) | costs | {"solution": solution})
    else:
        messages.out(solution)
    return ExitCode.ANSWERED


def _check_answer(files: Sequence[str], answer: str, out: str | None) -> None:
    if out is not None:
        raise InputError("with `--answer` nothing is exported: leave out `--out`")
    if answer == STDIN and STDIN in files:
        raise InputError(
            "standard input cannot hold both what is exported and the answer",
            hint="name a file for one of them",
        )


def _record(board: Board, to: str, objective: str | None) -> dict[str, Any]:
    return {
        "file": board.file,
        "level": board.number,
        "title": board.level.info.get("title"),
        "game": board.game.id,
        "digest": digest(board.game, board.level),
        "objective": board.game.objective(objective).id,
        "export": to,
    }


# Instances of problems.


def _instance(
    source: AnySource, instance: Any, files: Sequence[str], to: str, out: str | None, *, json: bool
) -> ExitCode:
    """Write an instance, by default to standard output."""
    text = export_instance(source, instance, to)
    if out not in (None, STDIN):
        _keep(out, files)
        check_file(out)
        write_file(Path(out), text)
    if json:
        messages.print_json({"source": source.id, "export": to, "text": text})
    elif out in (None, STDIN):
        messages.write(text)
    return ExitCode.ANSWERED


def _witness(
    source: AnySource,
    instance: Any,
    files: Sequence[str],
    answer: str,
    out: str | None,
    *,
    json: bool,
) -> ExitCode:
    """Print the witness that an answer is."""
    _check_answer(files, answer, out)
    witness = source.read_witness(instance, read_text(answer))
    if faults := source.faults(instance, witness):
        raise InputError(f"{answer}: is no witness: {'; '.join(faults[:3])}")
    text = source.write_witness(instance, witness)
    if json:
        messages.print_json({"source": source.id, "witness": text})
    else:
        messages.out(text)
    return ExitCode.ANSWERED
