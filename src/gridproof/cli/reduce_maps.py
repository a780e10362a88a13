"""``gridproof reduce lift``, ``lower`` and ``audit``: uses of the maps that it writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any, TypeVar

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import Board
from gridproof.cli.outputs import check_inputs
from gridproof.cli.parameters import JsonObject, Quiet, limits_of, seconds
from gridproof.cli.progress import progress_display
from gridproof.cli.reduce import tell_warnings
from gridproof.cli.solutions import find_solutions, solution_text
from gridproof.errors import BadBoard, InputError
from gridproof.files.reading import STDIN, read_boards, read_text
from gridproof.limits import Stopped
from gridproof.reduction import Certificate, Encoding, find_reduction
from gridproof.reductions import reduce as reducing
from gridproof.reductions.reduce import load_encoding
from gridproof.registry import digest, game_of
from gridproof.result import StopReason
from gridproof.solving.messages import certified
from gridproof.verifying import verify
from gridproof.visible import label, visible

__all__ = ["audit", "lift", "lower"]

T = TypeVar("T")

_MAP = "The map that `gridproof reduce` has written of a board: a file, or `-`."


def lift(
    map_: Annotated[str, Parameter(name="MAP", help=_MAP)],
    witness: Annotated[
        str,
        Parameter(
            name="WITNESS",
            help="A solution of the instance, such as `x !y z` or the vertices of a cover: a file, "
            "`-`, or the text itself.",
            allow_leading_hyphen=True,
        ),
    ],
    /,
    *,
    json: JsonObject = False,
) -> int:
    """Turn a witness of the instance into a solution of the board, replayed, and print it.

    Examples:
        gridproof reduce lift board.map.json 'x !y z' > solution.txt
        gridproof verify board.txt solution.txt --game bombcover
    """
    encoding = _read(map_, witness)
    source = find_reduction(encoding.reduction).source
    found = source.read_witness(encoding.instance, solution_text(witness))
    moves = _mapped(encoding, lambda: reducing.lift(encoding, found))
    if json:
        record = _record(encoding, moves)
        messages.print_json(record | {"witness": source.write_witness(encoding.instance, found)})
    else:
        messages.out(game_of(encoding.level).write_solution(encoding.level, moves))
    return ExitCode.ANSWERED


def lower(
    map_: Annotated[str, Parameter(name="MAP", help=_MAP)],
    solution: Annotated[
        str,
        Parameter(
            name="SOLUTION",
            help="A solution of the board at least as good as `k`: a file, `-`, or the text itself,"
            " in the game's notation or as `solve` and `solve --json` print it.",
            allow_leading_hyphen=True,
        ),
    ],
    /,
    *,
    json: JsonObject = False,
) -> int:
    """Turn a solution of the board into a witness of the instance, checked, and print it.

    Examples:
        gridproof reduce lower board.map.json solution.txt
    """
    encoding = _read(map_, solution)
    source = find_reduction(encoding.reduction).source
    moves = game_of(encoding.level).read_solution(encoding.level, _solution(encoding, solution))
    lowered = _mapped(encoding, lambda: reducing.lower(encoding, moves))
    witness = source.write_witness(encoding.instance, lowered)
    if json:
        messages.print_json(_record(encoding, moves) | {"witness": witness})
    else:
        messages.out(witness)
    return ExitCode.ANSWERED


def audit(
    map_: Annotated[str, Parameter(name="MAP", help=_MAP)],
    board: Annotated[
        str | None,
        Parameter(
            name="BOARD",
            help="A file with the board, perhaps edited by hand; without it, the one in the map.",
        ),
    ] = None,
    /,
    *,
    out: Annotated[
        str | None,
        Parameter(
            alias="-o",
            metavar="FILE",
            help="Write a certificate that `gridproof check` accepts: a file.",
        ),
    ] = None,
    time: Annotated[
        float | None,
        Parameter(
            alias="-t",
            metavar="SECONDS",
            help="Seconds to make it, and to check it.",
            converter=seconds,
        ),
    ] = None,
    memory: Annotated[
        str | None,
        Parameter(
            alias="-m",
            metavar="SIZE",
            help="Memory of making and checking; else half of the machine's.",
        ),
    ] = None,
    quiet: Quiet = False,
    json: JsonObject = False,
) -> int:
    """Check on the very board every condition of the proof: 0 passed, 1 refused.

    If all hold, the board can be solved as well as `k` exactly if the instance is a "yes". Neither
    the map nor the board is believed. Prints each condition, how many things were checked, and
    where it does not hold.

    An `optimum` in the board's header that cannot be is an error: exit code 2.

    With `--out`, what holds becomes a certificate, if it passed: with it the best solution where
    the instance is a "yes", and how good solutions can be at most.

    Examples:
        gridproof reduce audit board.map.json board.txt --out board.gpc
    """
    if out is None and (time is not None or memory is not None):
        raise InputError("`--time` and `--memory` are limits of a certificate: say `--out` too")
    if out == STDIN:
        raise InputError("a certificate is read again when it is checked: name a file for it")
    if out is not None:
        check_inputs([out], [map_] if board is None else [map_, board])
    limits = limits_of(time, memory)
    encoding = _read(map_, board)
    if board is not None:
        encoding = _with_board(encoding, board)
    certificate = reducing.audit(encoding)
    tell_warnings(encoding)
    made, cost = None, None
    if out is not None and certificate.passed:
        try:
            with progress_display(visible(out), quiet=quiet) as progress:
                made, cost = reducing.certify(encoding, out, limits=limits, progress=progress)
        except Stopped as stopped:
            messages.error(f"stopped ({stopped.reason}): nothing is written to {out}")
            interrupted = stopped.reason is StopReason.INTERRUPTED
            return ExitCode.INTERRUPTED if interrupted else ExitCode.UNFINISHED
    if json:
        record = _verdict(encoding, certificate)
        messages.print_json(record | ({} if made is None else {"certificate": asdict(made)}))
    else:
        _print(encoding, certificate)
        if made is not None:
            goal = game_of(encoding.level).objective()
            said = certified(made, cost, goal.sense, goal.metrics)
            messages.out(f"{label(made.file)}: {visible(said)}")
    if certificate.passed and (wrong := reducing.contradiction(encoding)) is not None:
        messages.error(f"{map_ if board is None else board}: {wrong}")
        return ExitCode.BAD_INPUT
    return ExitCode.ANSWERED if certificate.passed else ExitCode.NO


def _read(map_: str, other: str | None) -> Encoding:
    if map_ == other == STDIN:
        raise InputError("standard input cannot give several things", hint="name a file instead")
    return load_encoding(read_text(map_), map_)


def _mapped(encoding: Encoding, act: Callable[[], T]) -> T:
    """Map a witness or a solution, also on a board that an audit refuses.

    Raises:
        InputError: the map is malformed, or it does not fit the board.
    """
    certificate = reducing.audit(encoding)  # reads the map strictly
    try:
        return act()
    except InputError:
        raise
    except Exception:
        if certificate.passed:
            raise
        # Only what the audit looked at may be relied on, and here it found a fault.
        raise InputError(f"the map does not fit the board: {certificate.faults[0]}") from None


def _solution(encoding: Encoding, solution: str) -> str:
    """Return the text of the one solution that is meant.

    Raises:
        InputError: there is none, or there are several.
    """
    found = find_solutions(solution_text(solution))
    if len(found) != 1 or found[0].digest is not None:
        game, level = game_of(encoding.level), encoding.level
        board = Board("", 1, game, level, label(level.title or ""))
        known = [(board, digest(game, level))]
        found = [
            one for one in found if replace(one, number=None).boards(known)
        ]  # its number in a file of others says nothing here
    if len(found) != 1:
        raise InputError(
            f"there are {len(found)} solutions of this board"
            if found
            else "there is no solution of this board"
        )
    return found[0].text


def _with_board(encoding: Encoding, file: str) -> Encoding:
    """Return the encoding with the board of a file instead of its own.

    Raises:
        BadBoard: the file does not hold one board of the game.
    """
    levels = read_boards(read_text(file), file, game=encoding.level.game)
    if len(levels) != 1:
        raise BadBoard(f"{file}: holds {len(levels)} boards, where one belongs")
    return replace(encoding, level=levels[0])


def _record(encoding: Encoding, moves: Sequence[str]) -> dict[str, Any]:
    game, level = game_of(encoding.level), encoding.level
    return {
        "reduction": encoding.reduction,
        "k": encoding.k,
        "game": game.id,
        "digest": digest(game, level),
        "objective": game.objective().id,
        "cost": verify(game, level, moves).cost,
        "solution": game.write_solution(level, moves),
    }


def _verdict(encoding: Encoding, certificate: Certificate) -> dict[str, Any]:
    return {
        "reduction": encoding.reduction,
        "k": encoding.k,
        "game": encoding.level.game,
        "digest": digest(game_of(encoding.level), encoding.level),
        "audit": "passed" if certificate.passed else "refused",
        "conditions": [
            {
                "id": condition.id,
                "text": condition.text,
                "checked": condition.checked,
                "faults": [
                    {
                        "message": fault.message,
                        "cell": None if fault.cell is None else [*fault.cell],
                    }
                    for fault in condition.faults
                ],
            }
            for condition in certificate.conditions
        ],
    }


def _print(encoding: Encoding, certificate: Certificate) -> None:
    conditions = certificate.conditions
    ids = max((len(condition.id) for condition in conditions), default=0)
    counts = max((len(f"{condition.checked:,}") for condition in conditions), default=0)
    for condition in conditions:
        verdict = "FAILS" if condition.faults else "holds"
        line = f"{condition.id:<{ids}}  {verdict}  {condition.checked:>{counts},} checked"
        messages.out(visible(f"{line}  {condition.text}"))
        for fault in condition.faults:
            place = f" ({fault.cell.for_people})" if fault.cell else ""
            messages.out(visible(f"{'':<{ids}}  - {fault.message}{place}"))
    failed = sum(bool(condition.faults) for condition in conditions)
    if failed:
        messages.out(f"REFUSED  {failed} of {len(conditions)} conditions do not hold")
        return
    goal = game_of(encoding.level).objective()
    most = "most" if goal.sense == "min" else "least"
    messages.out(
        f"PASSED  {goal.metrics[0]} at {most} {encoding.k}: possible exactly if the instance "
        'is a "yes"'
    )
