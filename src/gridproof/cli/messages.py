"""Lines for people: data on stdout, everything else on stderr, never by colour alone."""

from __future__ import annotations

import functools
import json
import os
import sys
from typing import TYPE_CHECKING, Any, cast

from gridproof.errors import GridproofError, IllegalMove, InputError
from gridproof.visible import json_escaped, printable, visible

if TYPE_CHECKING:
    from rich.console import Console

    from gridproof.level import BoardFault

__all__ = [
    "error",
    "flush",
    "hint",
    "lazy_stdout",
    "note",
    "out",
    "print_json",
    "printable",
    "report",
    "report_fault",
    "stderr",
    "stdout",
    "stdout_width",
    "terminal_width",
    "warning",
    "write",
]

#: Columns of text for people where there is no terminal.
_USUAL_WIDTH = 80
#: True where text off a terminal would be in a code page of the system.
_CODE_PAGES = os.name == "nt"


def terminal_width() -> int:
    """Return the columns of the terminal, also of one that reads through a pipe."""
    import shutil

    if columns := shutil.get_terminal_size((0, 0)).columns:  # heeds COLUMNS
        return columns
    for stream in (sys.stderr, sys.stdin):
        try:
            if columns := os.get_terminal_size(stream.fileno()).columns:
                return columns
        except (AttributeError, OSError, ValueError):  # no terminal, closed, or a stand-in
            continue
    return _USUAL_WIDTH


def prepare_streams() -> None:
    """Make the standard streams take any text: what they cannot encode is written escaped.

    On Windows, files and pipes get UTF-8, as elsewhere, and not the code page of the system.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # not every stand-in has it
        if reconfigure is not None:
            encoding = "utf-8" if _CODE_PAGES and not stream.isatty() else None
            reconfigure(encoding=encoding, errors="backslashreplace")


#: Columns of tables off a terminal.
_TABLE_WIDTH = 160


def stdout_width() -> int:
    """Return the columns of the console for data.

    Raises:
        InputError: standard output is closed.
    """
    if sys.stdout is not None and not sys.stdout.isatty():
        return _TABLE_WIDTH
    return stdout().width


@functools.cache
def stdout() -> Console:
    """Return the console for data; off a terminal its tables are wider than most.

    Raises:
        InputError: standard output is closed.
    """
    if sys.stdout is None:
        raise _closed()
    width = None if sys.stdout.isatty() else _TABLE_WIDTH
    return _console(width=width)


def lazy_stdout() -> Console:
    """Return the console for data, which is made when it is used: its import takes a while.

    Raises:
        InputError: standard output is closed.
    """
    if sys.stdout is None:
        raise _closed()

    class Lazy:
        def __getattr__(self, name: str) -> Any:
            return getattr(stdout(), name)

    return cast("Console", Lazy())


@functools.cache
def stderr() -> Console:
    """Return the console for progress, hints and errors."""
    return _console(stderr=True)


def _console(**options: Any) -> Console:
    from rich.console import Console
    from rich.text import Text

    class Plain(Console):
        """A console that raises BrokenPipeError when nobody reads any more; it hides nothing."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

        def render_str(self, text: str, **how: Any) -> Text:  # of lines and cells of tables
            return super().render_str(printable(text), **how)

    return Plain(highlight=False, soft_wrap=True, emoji=False, markup=False, **options)


def write(text: str) -> None:
    """Write data as it is; on a terminal hidden characters are escaped but for tabs.

    Raises:
        InputError: standard output is closed.
        OSError: it cannot be written; BrokenPipeError if nobody reads it any more.
    """
    if sys.stdout is None:
        raise _closed()
    if sys.stdout.isatty():
        text = "\t".join(map(printable, text.split("\t")))
    sys.stdout.write(text)


def _closed() -> InputError:
    return InputError("standard output is closed")


def out(text: str) -> None:
    """Write a line, or several, for people or programs; hidden characters are escaped."""
    write(printable(text) + "\n")


def flush() -> None:
    """Hand out what was written; called after each board, so that nothing is lost."""
    if sys.stdout is not None:
        sys.stdout.flush()


def print_json(record: dict[str, Any]) -> None:
    """Print one JSON object on a line, with the version of the format first."""
    write(json_text(record) + "\n")
    flush()


def json_text(record: dict[str, Any]) -> str:
    """Return the line that :func:`print_json` prints."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    text = json.dumps({"v": 1} | record, ensure_ascii=encoding != "utf8")
    return json_escaped(text)  # some are obeyed by terminals, some are ends of lines to readers


def _say(kind: str, style: str, message: str) -> None:
    if sys.stderr is None:
        return
    if sys.stderr.isatty():
        from rich.text import Text

        stderr().print(Text.assemble((f"{kind}:", style), " ", message))
    else:
        sys.stderr.write(f"{kind}: {message}\n")


def error(message: str) -> None:
    """Say what is wrong."""
    _say("error", "bold red", visible(message))


def warning(message: str) -> None:
    """Say what is to be known before the output is relied on."""
    _say("warning", "bold yellow", visible(message))


def note(message: str) -> None:
    """Say what else has been done."""
    _say("note", "bold", visible(message))


def hint(message: str) -> None:
    """Suggest the next step."""
    _say("hint", "bold cyan", visible(message))


def report_fault(problem: GridproofError | BoardFault) -> None:
    """Say what is wrong with a file, or with a board of it that could not be read."""
    if isinstance(problem, GridproofError):
        report(problem)
        return
    _say("error", "bold red", str(problem))  # a line for each fault of the board
    if problem.hint:
        hint(problem.hint)


def report(problem: GridproofError, place: str | None = None) -> None:
    """Say what is wrong, where (``place``, if the message does not), and what would be right."""
    error(str(problem) if place is None else f"{place}: {problem}")
    if isinstance(problem, IllegalMove) and problem.position and sys.stderr is not None:
        sys.stderr.write(printable(problem.position) + "\n")
    if problem.hint:
        hint(problem.hint)
