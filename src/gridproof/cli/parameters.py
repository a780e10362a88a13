"""Options that several verbs have, each declared once: types for single ones, classes for groups.

A parameter of a verb whose type is such a class stands for all options of the group. A class below
another one says some of its options in other words.
"""

# Without `from __future__ import annotations`, since Cyclopts would look for the names in the types
# of a group's fields in the module of a class below it.
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cyclopts import Parameter, Token

from gridproof.cli.completers import game_names, objective_names
from gridproof.errors import InputError, shorten
from gridproof.options import parse_bytes, whole_number
from gridproof.result import Limits

__all__ = [
    "BoardFiles",
    "BoardOptions",
    "Colours",
    "GameId",
    "JsonObject",
    "JsonPerBoard",
    "LevelName",
    "LimitOptions",
    "ObjectiveId",
    "OutputOptions",
    "PageOptions",
    "Plain",
    "Png",
    "Quiet",
    "Settings",
    "SolverOptions",
    "SolverSettings",
    "StoreFile",
    "group",
    "limits_of",
    "parse_settings",
    "seconds",
    "whole",
]

#: Largest number that an option takes.
_LARGEST = 10**18
_SECONDS = re.compile(r"\+?[0-9]*\.?[0-9]*(e[+-]?[0-9]{1,3})?", re.ASCII | re.IGNORECASE)


def whole(type_: Any, tokens: Sequence[Token]) -> int:
    """Convert an option's value to a whole number from 0; for Cyclopts.

    Raises:
        InputError: it is no such number, written in digits.
    """
    token = tokens[0]
    try:
        return whole_number(token.value.removeprefix("+"), 0, _LARGEST)
    except ValueError:
        raise InputError(
            f"`{token.keyword}` takes a whole number from 0 to {_LARGEST}, "
            f"not `{shorten(token.value)}`"
        ) from None


def seconds(type_: Any, tokens: Sequence[Token]) -> float:
    """Convert an option's value to a number of seconds; for Cyclopts.

    Raises:
        InputError: it is no number from 0.
    """
    token = tokens[0]
    try:
        value = float(token.value) if _SECONDS.fullmatch(token.value) else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= _LARGEST:
        raise InputError(f"`{token.keyword}` takes seconds, from 0, not `{shorten(token.value)}`")
    return value


def parse_settings(settings: Sequence[str], keyword: str = "--set") -> Mapping[str, str]:
    """Return the options of ``--set NAME=VALUE``, or of another keyword.

    Raises:
        InputError: one has another form, or is given twice with different values.
    """
    options: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name:
            raise InputError(f"`{keyword}` takes `option=value`: {shorten(setting)}")
        if options.setdefault(name, value) != value:
            raise InputError(f"`{keyword}` gives `{name}` twice: `{options[name]}` and `{value}`")
    return options


BoardFiles = Annotated[
    str, Parameter(required=True, help="Files or folders of boards; `-` is standard input.")
]
GameId = Annotated[
    str | None,
    Parameter(
        alias="-g",
        metavar="GAME",
        completer=game_names,
        help="The game, where a file does not say it.",
    ),
]
LevelName = Annotated[
    str | None,
    Parameter(alias="-l", metavar="NUMBER|TITLE", help="Only the board of this number or title."),
]
Settings = Annotated[
    list[str] | None,
    Parameter(
        name="--set",
        metavar="OPTION=VALUE",
        help="An option of the game, `option=value`.",
        negative="",
    ),
]
ObjectiveId = Annotated[
    str | None,
    Parameter(
        alias="-O",
        metavar="OBJECTIVE",
        completer=objective_names,
        help="The objective; the game's first one if none is named.",
    ),
]
SolverSettings = Annotated[
    list[str] | None,
    Parameter(
        name="--solver-option",
        metavar="OPTION=VALUE",
        help="A setting of the solver, `option=value`.",
        negative="",
    ),
]
StoreFile = Annotated[str, Parameter(metavar="FILE", help="The file of results, SQLite.")]
Png = Annotated[str | None, Parameter(metavar="FILE|FOLDER|-", help="The same, as PNG.")]
Colours = Annotated[
    Literal["auto", "light", "dark"],
    Parameter(
        metavar="COLOURS", help="Colours of pictures; auto: as the reader prefers (PNG: light)."
    ),
]
Quiet = Annotated[bool, Parameter(alias="-q", help="No progress.", negative="")]
Plain = Annotated[
    bool,
    Parameter(help="Plots for papers: no title, no notes, no ground.", negative=""),
]
JsonObject = Annotated[bool, Parameter(name="--json", help="One JSON object.", negative="")]
JsonPerBoard = Annotated[
    bool, Parameter(name="--json", help="One JSON object a board.", negative="")
]

#: Makes a class a group: each of its fields is an option of its own.
group = Parameter(name="*")


@group
@dataclass(frozen=True, kw_only=True)
class BoardOptions:
    """The boards of some files that are read, and how.

    Attributes:
        game: id of their game; None tells it from each file.
        level: the board of this number, or if there is none of this title; None: all.
        settings: options of the game, ``NAME=VALUE``.
    """

    game: GameId = None
    level: LevelName = None
    settings: Settings = None

    def options(self) -> Mapping[str, str]:
        """Return the options of the game by name.

        Raises:
            InputError: one has another form, or is given twice.
        """
        return parse_settings(self.settings or [])


@group
@dataclass(frozen=True, kw_only=True)
class PageOptions:
    """The pages that are written of boards.

    Attributes:
        html: a file, a folder for all boards and an index, or `-`; None: no page.
        playable: True for one page on which all boards are played.
        sheet: True for one page to be printed.
        solutions: True if its last page has solutions.
        link: the address of a server; None: no codes.
    """

    html: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER|-",
            help="Write a page: a file, a folder for all boards and an index, or `-`.",
        ),
    ] = None
    playable: Annotated[
        bool,
        Parameter(
            help="With `--html FILE`: put all boards on one page, to be played offline.",
            negative="",
        ),
    ] = False
    sheet: Annotated[
        bool,
        Parameter(
            help="With `--html FILE`: put all boards on one page to be printed, four a sheet.",
            negative="",
        ),
    ] = False
    solutions: Annotated[
        bool,
        Parameter(help="With `--sheet`: solutions on a last page.", negative=""),
    ] = False
    link: Annotated[
        str | None,
        Parameter(
            metavar="ADDRESS",
            help="With `--sheet`: a code on each board opens it on this gridproof server.",
        ),
    ] = None


@group
@dataclass(frozen=True, kw_only=True)
class SolverOptions:
    """The objective, and the solver with its own options.

    Attributes:
        objective: id of the objective; None: the game's first one.
        solver: id of the solver; None: the one of the game and objective.
        settings: options of the solver, ``NAME=VALUE``.
    """

    objective: ObjectiveId = None
    solver: Annotated[
        str | None,
        Parameter(
            alias="-s", metavar="SOLVER", help="The solver; `gridproof list GAME` names them."
        ),
    ] = None
    settings: SolverSettings = None

    def options(self) -> Mapping[str, str]:
        """Return the options of the solver by name.

        Raises:
            InputError: one has another form, or is given twice.
        """
        return parse_settings(self.settings or [], "--solver-option")


@group
@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """Limits of one search.

    Attributes:
        time: seconds.
        nodes: expanded nodes.
        memory: a size, such as ``2GiB``.
        max_cost: the largest cost of a solution that is looked for.
    """

    time: Annotated[
        float | None,
        Parameter(alias="-t", metavar="SECONDS", help="Seconds for each board.", converter=seconds),
    ] = None
    nodes: Annotated[
        int | None,
        Parameter(
            alias="-n", metavar="COUNT", help="Expanded nodes for each board.", converter=whole
        ),
    ] = None
    memory: Annotated[
        str | None,
        Parameter(
            alias="-m",
            metavar="SIZE",
            help="Memory of the tables, such as 2GiB; else half of the machine's.",
        ),
    ] = None
    max_cost: Annotated[
        int | None,
        Parameter(
            metavar="COST",
            help="Look for no solution above this value of the first metric.",
            converter=whole,
        ),
    ] = None

    def limits(self) -> Limits:
        """Return the limits that the options say.

        Raises:
            InputError: one has another form.
        """
        return limits_of(self.time, self.memory, self.nodes, self.max_cost)


@group
@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """Output beside files.

    Attributes:
        quiet: True if no progress is shown.
        json: True if a board's line is an object, for programs.
    """

    quiet: Quiet = False
    json: JsonPerBoard = False


def limits_of(
    time: float | None,
    memory: str | None,
    nodes: int | None = None,
    max_cost: int | None = None,
) -> Limits:
    """Return the limits that options of these names say.

    Raises:
        InputError: one has another form.
    """
    try:
        return Limits(time, nodes, None if memory is None else parse_bytes(memory), max_cost)
    except ValueError as error:
        raise InputError(str(error)) from None
