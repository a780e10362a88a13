"""The exceptions of gridproof.

::

    GridproofError
    ├── InputError             a file, board, option or name is not usable        (exit code 2)
    │   ├── BadBoard           a board breaks the format or the rules of boards
    │   │   └── ParseError     its text is wrong at one place
    │   ├── BadCall            a function is called without an argument, or with one that it lacks
    │   ├── UnknownName        no game, solver, objective, … of that name ("did you mean …")
    │   ├── UnclearGame        no game knows the boards of a text, or several do
    │   └── Unwritable         a disk is full, or a folder can only be read
    ├── MoveError
    │   ├── InvalidMove        the text is not a move of this game
    │   └── IllegalMove        a move that the rules forbid in this position
    ├── MissingPart            an optional part is not installed                  (exit code 4)
    ├── NoRoom                 the machine has no process or open file left       (exit code 3)
    └── InternalError          a result failed its own checks: a bug in gridproof (exit code 70)

Limits, unsolvable boards and unfinished searches are not errors: they are statuses of a
:class:`gridproof.Result`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gridproof.visible import visible

__all__ = [
    "BadBoard",
    "BadCall",
    "GridproofError",
    "IllegalMove",
    "InputError",
    "InternalError",
    "InvalidMove",
    "MissingPart",
    "MoveError",
    "NoRoom",
    "ParseError",
    "UnclearGame",
    "UnknownName",
    "Unwritable",
    "did_you_mean",
    "missing_part",
    "shorten",
]


#: Names that a message lists.
_MAX_LISTED = 24
#: Packages whose modules have other names.
_PACKAGES: Final = {"PIL": "pillow", "pysat": "python-sat", "resvg_py": "resvg-py"}
#: Letters from which on the beginning of a name stands for it.
_MIN_BEGINNING = 3


class GridproofError(Exception):
    """The base of all errors that gridproof raises on purpose.

    Attributes:
        hint: what to do next, one line, or None.
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = None if hint is None else visible(hint)
        if self.hint:
            self.add_note(self.hint)  # for those who see the error in a notebook

    def __str__(self) -> str:
        return visible(super().__str__())  # it may quote a file

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to rebuild the error in a copy or another process, past its constructor."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[GridproofError], args: tuple[Any, ...]) -> GridproofError:
    return kind.__new__(kind, *args)


class InputError(GridproofError):
    """A file, board, option value or combination of options that is not usable."""


class BadBoard(InputError):
    """A board that cannot be read, or cannot be used for the task."""


class BadCall(InputError, TypeError):
    """A call without an argument that is needed, or with one that the function does not have."""


class ParseError(BadBoard):
    """A fault at one place of a board's text (line and column of the file, from 1)."""

    def __init__(
        self, message: str, line: int, column: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.line = line
        self.column = column


class UnknownName(InputError):
    """A name that is not in a list; the message has the list, the hint the nearest names."""

    def __init__(
        self, kind: str, name: str, known: Iterable[str], owner: str = "gridproof"
    ) -> None:
        names = list(dict.fromkeys(known))
        there = ", ".join(names[:_MAX_LISTED])
        if len(names) > _MAX_LISTED:
            there += f", … ({len(names)} in all)"
        super().__init__(
            f"{owner} has no {kind} `{shorten(name)}`; it has {there or 'none'}",
            hint=did_you_mean(name, names),
        )


class UnclearGame(InputError):
    """A text whose boards could be of several games, or of none.

    Attributes:
        candidates: the ids of the games that they could be of.
    """

    def __init__(self, message: str, candidates: Iterable[str], *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.candidates = tuple(candidates)


class Unwritable(InputError):
    """A place that takes no file at all: the next one would be refused as well."""


class MoveError(GridproofError):
    """A move that cannot be made.

    Attributes:
        move: the offending text.
        reason: what is wrong with it.
    """

    hint = None

    def __init__(self, move: str, reason: str) -> None:  # often raised: said by __str__ alone
        self.move = move
        self.reason = reason

    def __str__(self) -> str:
        return f"move `{shorten(str(self.move))}`: {visible(self.reason)}"


class InvalidMove(MoveError):
    """A text that is not a move of this game, in any position."""


class IllegalMove(MoveError):
    """A move that breaks a rule in this position.

    Attributes:
        position: the position, drawn as plain text. The caller that shows the message adds it: the
            rules run far more often, and leave it out.
    """

    def __init__(self, move: str, reason: str, position: str | None = None) -> None:
        self.move = move
        self.reason = reason
        self.position = position


class MissingPart(GridproofError):
    """An optional part that is not installed; the hint names the command that installs it."""


def missing_part(error: ImportError, user: str) -> MissingPart:
    """Return the error for a package that cannot be imported.

    Its hint is the command that installs the package.

    Args:
        error: of the import, or one that was raised because of it.
        user: what needs the package: "the check".
    """
    inner: BaseException | None = error
    while inner is not None:  # the first cause names the package
        if isinstance(inner, ImportError) and inner.name:
            error = inner
        inner = inner.__cause__ or inner.__context__
    name = error.name or "a package"
    package = name.partition(".")[0]
    again = " --force-reinstall" if package == "gridproof" else ""
    return MissingPart(
        f"{user} needs {name}, which cannot be imported",
        hint=f"pip install{again} {_PACKAGES.get(package, package)}",
    )


class NoRoom(GridproofError):
    """A process, thread or open file that the machine refuses."""


class InternalError(GridproofError):
    """A result that failed its own checks: a bug in gridproof."""


def shorten(text: str, length: int = 60) -> str:
    """Return a text as messages quote it: on one line, cut to a number of characters."""
    return visible(text if len(text) <= length else f"{text[: length - 3]}...")


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return a "did you mean" line with the names nearest to ``name``; None if none is near.

    A name of which ``name`` is the beginning is near; case, ``-`` and ``_`` make no difference.
    """
    import difflib  # only when something went wrong

    asked = _folded(name[:100])
    by_form = {_folded(other): other for other in known}
    # Of two letters, or of three, that changed places half are where they belong.
    cutoff = 0.6 if len(asked) > _MIN_BEGINNING else 0.5
    near = difflib.get_close_matches(asked, by_form, n=3, cutoff=cutoff)
    if len(asked) >= _MIN_BEGINNING:
        near += [form for form in by_form if form.startswith(asked)]
    found = [by_form[form] for form in dict.fromkeys(near)][:3]
    return f"did you mean {' or '.join(f'`{n}`' for n in found)}?" if found else None


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-")
