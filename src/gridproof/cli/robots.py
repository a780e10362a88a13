"""``gridproof robots``: the Robot Reboot assignment's own command line."""

from __future__ import annotations

import re
import secrets
from typing import Annotated

from cyclopts import Parameter

from gridproof.arguments import check_text, explained
from gridproof.cli import messages, playing, programs
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.parameters import whole
from gridproof.design.generate import Made, generate
from gridproof.errors import InputError
from gridproof.files.reading import STDIN, read_boards, read_text
from gridproof.games.robots.formats.boards import write_unicode
from gridproof.games.robots.level import RobotsLevel
from gridproof.games.robots.rules import after, initial, parse_move
from gridproof.result import Result
from gridproof.solving.solve import solve as solve_level

__all__ = ["command", "robots"]

#: Without `--seed` the seed is drawn from below this number.
_SEEDS = 10**6


def command(
    *,
    solve: Annotated[bool, Parameter(help="Print a shortest solution.", negative="")] = False,
    test: Annotated[
        str | None,
        Parameter(metavar="MOVE", help="Print the board after a move: `[robot,direction]`."),
    ] = None,
    game: Annotated[
        str | None,
        Parameter(metavar="PATH", help="Play on the board in a file: `[path]`, or the path alone."),
    ] = None,
    gen: Annotated[
        str | None,
        Parameter(metavar="SIZE", help="Make a board: `[robots,width,height]`, 1 to 10 robots."),
    ] = None,
    seed: Annotated[
        int | None,
        Parameter(
            metavar="NUMBER", help="With `--gen`: equal seeds make equal boards.", converter=whole
        ),
    ] = None,
) -> int:
    """Solve or move on a Robot Reboot board from standard input, play or make one.

    `--solve` prints the moves as `0D,0L,0U`; an unsolvable board is named as
    such, with exit code 1. `--gen` prints a board, and in the line below it the
    moves of a shortest solution.

    Examples:
        gridproof robots --solve < board.txt
        gridproof robots '--test=[0,L]' < board.txt
    """
    if (solve, test is not None, game is not None, gen is not None).count(True) != 1:
        raise InputError(
            "say one of `--solve`, `--test=[robot,direction]`, `--game=[path]` and "
            "`--gen=[robots,width,height]`"
        )
    if seed is not None and gen is None:
        raise InputError(
            "`--seed` goes with `--gen`", hint="leave out `--seed`, or make a board with `--gen`"
        )
    if gen is not None:
        return _generate(gen, secrets.randbelow(_SEEDS) if seed is None else seed)
    if game is not None:
        bracketed = re.fullmatch(r"\[(.*)\]", game, re.DOTALL)
        return playing.run(bracketed[1] if bracketed else game, game="robots")
    if test is None:
        return programs.run("robots", None, _answer)
    messages.out(robots(read_text(STDIN), test=test))
    return ExitCode.ANSWERED


@explained
def robots(text: str, *, test: str | None = None) -> str:
    """Return the assignment program's answer: the moves of a shortest solution (empty: none).

    Args:
        text: a board.
        test: a move such as ``[0,U]``: the board after it instead; a blocked robot stays.

    Raises:
        InputError: there is not one board, or no such move or robot.
    """
    if test is not None:
        check_text(test, "a move")
    levels = read_boards(text, STDIN, game="robots")
    if len(levels) != 1:
        raise InputError(f"{STDIN} holds {len(levels)} boards; one is expected")
    (level,) = levels
    assert isinstance(level, RobotsLevel)
    return _answer(solve_level(level)) or "" if test is None else _after(level, test)


def _answer(result: Result) -> str | None:
    return result.solution


def _generate(text: str, seed: int) -> ExitCode:
    """Print a board that is made backwards from its target, and a shortest solution."""
    match = re.fullmatch(r"\[?\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\]?", text, re.ASCII)
    if match is None:
        raise InputError(f"`--gen` takes `[robots,width,height]`, such as `[4,16,16]`: {text}")
    size = dict(zip(("robots", "width", "height"), match.groups(), strict=True))
    run = generate("robots", "backward", size, seed=seed)
    made = next(run, None)
    if made is None:
        messages.error(f"no board: {run.ending}")
        return ExitCode.INTERRUPTED if run.ending == "interrupted" else ExitCode.UNFINISHED
    messages.out(_with_solution(made))
    messages.flush()
    messages.note(f"`gridproof generate '{made.id}'` makes this board again")
    return ExitCode.ANSWERED


def _with_solution(made: Made) -> str:
    assert isinstance(made.level, RobotsLevel)
    assert made.result.solution is not None
    return "\n".join([*write_unicode(made.level), made.result.solution])


def _after(level: RobotsLevel, test: str) -> str:
    """Return the board after one move."""
    match = re.fullmatch(r"\[?\s*(\d)\s*,\s*([UDLR])\s*\]?", test, re.ASCII)
    if match is None:
        raise InputError(f"`--test` takes `[robot,direction]`, such as `[0,U]`: {test}")
    number, direction = parse_move(match[1] + match[2])
    if number not in level.index:
        raise InputError(
            f"there is no robot {number} on this board",
            hint=f"robots: {', '.join(map(str, level.index))}",
        )
    moved = after(level, initial(level), level.index[number], direction)
    return "\n".join(write_unicode(level.with_robots(moved.cells) if moved else level))
