"""``gridproof curate``: boards as a collection, the easiest one first, each of them once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, worst
from gridproof.cli.inputs import Board, Boards, contradiction
from gridproof.cli.outputs import check_file, write_or_show
from gridproof.cli.parameters import BoardFiles, BoardOptions, GameId, ObjectiveId, Quiet, Settings
from gridproof.cli.progress import counting, status_display
from gridproof.cli.rate import RatingOptions, shown
from gridproof.design.curate import Curation, curate, text_of
from gridproof.errors import BadBoard, InputError
from gridproof.files.archives import on_disk
from gridproof.files.reading import STDIN, detect_game
from gridproof.game import AnyGame
from gridproof.limits import Stopped
from gridproof.registry import digest
from gridproof.result import Limits, Progress
from gridproof.solving.messages import span
from gridproof.visible import visible

__all__ = ["command"]


def command(
    *files: BoardFiles,
    out: Annotated[
        str,
        Parameter(
            alias="-o", metavar="FILE|-", help="The file of the collection; `-` is standard output."
        ),
    ],
    game: GameId = None,
    settings: Settings = None,
    objective: ObjectiveId = None,
    effort: RatingOptions = RatingOptions(),
    quiet: Quiet = False,
    json: Annotated[
        bool, Parameter(help="One JSON object a board, those left out at the end.", negative="")
    ] = False,
) -> int:
    """Make a collection of boards: the easiest one first, numbered, without doubles.

    Boards are in the order of the scores that `rate` gives them. Turned or
    mirrored boards count as the same one; boards without a solution are left out.
    Authors and whatever else was read of a board stay, titles are numbered. Boards
    whose optimum is not proven come last, and the exit code is 3 if there are any.
    The file is written as a whole, at the end.

    Examples:
        gridproof curate set.txt more.txt --out course.txt
    """
    _check_place(out, json=json)
    boards = Boards(files, BoardOptions(game=game, settings=settings), quiet=quiet)
    taken: list[Board] = []
    for board in counting(boards, "read", quiet=quiet):
        if (missing := board.game.missing(board.level)) is None:
            taken.append(board)
        else:
            boards.refuse(BadBoard(f"{missing.message}: there is nothing to solve"), board)
    if not taken:  # the reason was printed
        return ExitCode.BAD_INPUT
    if _is_read(out, boards.files) and boards.problems:
        raise InputError(
            f"{out}: is one of the files that are read, and would lose what could not be read",
            hint="mend it, or name another file for the collection",
        )
    if _is_read(out, [on_disk(file) for file in boards.files if on_disk(file) != file]):
        raise InputError(
            f"{out}: is an archive that is read", hint="name another file for the collection"
        )
    try:
        made = _curated(taken, objective, effort, quiet=quiet)
    except Stopped:
        messages.error(f"interrupted: nothing is written to {_shown(out)}")
        return ExitCode.INTERRUPTED
    text = "" if not made.kept else text_of(made.game, [kept.level for kept in made.kept])
    if not text:
        messages.error(f"no board has a solution: nothing is written to {_shown(out)}")
    elif out == STDIN:
        messages.write(text)
        messages.flush()
    else:
        write_or_show(out, text)
    if json:
        for record in _records(made, taken):
            messages.print_json(record)
    else:
        _print(made, taken, to_stdout=out != STDIN)
    if text and not _is_known(text, made.game):
        messages.hint(f"name the game when the collection is read: `--game {made.game.id}`")
    for kept in made.kept:
        board, result = taken[kept.place], kept.rating.result
        if said := contradiction(board, result.objective, result.cost, result.bound):
            boards.refuse(InputError(said), board)
    codes = [ExitCode.UNFINISHED] if made.unproven else []
    codes += [ExitCode.BAD_INPUT] if boards.problems else []
    codes += [] if made.kept else [ExitCode.NO]
    return worst(codes)


def _check_place(out: str, *, json: bool) -> None:
    """Check that the collection can be written, before any board is solved.

    Raises:
        InputError: it cannot.
    """
    if out == STDIN:
        if json:
            raise InputError("standard output cannot take several things", hint="name a file")
    else:
        check_file(out)


def _is_read(out: str, files: Sequence[str]) -> bool:
    """Return True if the collection would replace a file that it is made from."""
    return out != STDIN and os.path.realpath(out) in {os.path.realpath(file) for file in files}


def _curated(
    taken: Sequence[Board],
    objective: str | None,
    effort: RatingOptions,
    *,
    quiet: bool,
) -> Curation:
    """Return the collection; show progress of each board that takes long.

    Raises:
        InputError: the boards are of several games.
        Stopped: by Ctrl-C.
    """
    started = monotonic()
    with status_display(quiet=quiet) as show:

        def tell(place: int, progress: Progress) -> None:
            if show is not None:
                line = f"{place + 1} of {len(taken)}, {taken[place].name}"
                if progress.nodes:
                    line += f": {progress.nodes:,} nodes"
                show(monotonic() - started, line)

        return curate(
            [board.level for board in taken],
            game=taken[0].game if len({board.game.id for board in taken}) == 1 else None,
            objective=objective,
            limits=Limits(time=effort.time),
            states=effort.states,
            progress=tell,
        )


def _is_known(text: str, game: AnyGame) -> bool:
    """Return True if the game can be told from the collection."""
    try:
        return detect_game(text, "") is game
    except InputError:
        return False


def _shown(out: str) -> str:
    return "standard output" if out == STDIN else out


def _print(made: Curation, taken: Sequence[Board], *, to_stdout: bool) -> None:
    """Print a table of the boards that are kept, then the others."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading in ("title", "score", "optimum", "was"):
        table.add_column(heading, justify="left" if heading == "title" else "right")
    for kept in made.kept:
        board = taken[kept.place]
        was = visible(f"{Path(board.file).name}#{board.number}")
        title = kept.level.title or ""
        result = kept.rating.result
        optimum = span(result.cost, result.bound, result.sense)
        table.add_row(title, shown(kept.rating, "score"), optimum, was)
    console = messages.stdout() if to_stdout else messages.stderr()
    if made.kept:
        console.print(table)
    for double in made.doubles:
        console.print(f"left out: {taken[double.place].name}, the same as {taken[double.of].name}")
    for place in made.unsolvable:
        console.print(f"left out: {taken[place].name}, has no solution")
    if made.unproven:
        console.print(f"at the end, since their optimum is not proven: {len(made.unproven)}")


def _records(made: Curation, taken: Sequence[Board]) -> list[dict[str, Any]]:
    """Return a record a board: those that are kept in their order, then the others."""

    def of(place: int) -> dict[str, Any]:
        return {"file": taken[place].file, "level": taken[place].number}

    records = []
    for number, kept in enumerate(made.kept, 1):
        result = kept.rating.result
        records.append(
            of(kept.place)
            | {
                "number": number,
                "title": kept.level.info.get("title"),
                "game": made.game.id,
                "digest": digest(made.game, kept.level),
                "score": kept.rating.score,
                "at_least": "score" in kept.rating.at_least,
                "status": str(result.status),
                "cost": result.cost,
                "bound": result.bound,
            }
        )
    records += [of(d.place) | {"left_out": "double", "of": of(d.of)} for d in made.doubles]
    records += [of(place) | {"left_out": "unsolvable"} for place in made.unsolvable]
    return records
