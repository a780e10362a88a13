"""Help pages: all that a verb takes as data, and as lines for people.

The reference of commands (`tools/command_pages.py`) is made of the same data.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import dedent, wrap
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

from cyclopts import App

if TYPE_CHECKING:
    from cyclopts.argument import Argument

__all__ = ["Entry", "Page", "entry_of", "lines", "objectives", "page_of"]

#: Most columns of a page, so that lines stay readable.
_MAX_WIDTH: Final = 120
#: Widest label that has its summary beside it; with less room summaries stand below labels.
_MAX_LABEL: Final = 32
_MIN_BESIDE: Final = 60
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Entry:
    """An argument, an option or a verb.

    Attributes:
        names: as they are typed, short ones first; of an argument its placeholder.
        summary: its meaning.
        value: the placeholder of its value; None: it takes none.
        default: the value without it, as it is typed; None: nothing to say.
        choices: all values that it takes, if they are few.
        required: True if it cannot be left out.
        repeatable: True if it can be given several times.
    """

    names: Sequence[str]
    summary: str
    value: str | None = None
    default: str | None = None
    choices: Sequence[str] = ()
    required: bool = False
    repeatable: bool = False

    @property
    def label(self) -> str:
        """Names and placeholder; long names without a short one are indented."""
        indent = "" if not self.names[0].startswith("--") else "    "
        return f"{indent}{', '.join(self.names)}" + (f" {self.value}" if self.value else "")

    @property
    def details(self) -> str:
        """The summary, and all else to know."""
        facts = [
            "[required]" if self.required and self.value else "",
            "[repeatable]" if self.repeatable else "",
            f"[{', '.join(self.choices)}]" if self.choices else "",
            f"[default: {self.default}]" if self.default else "",
        ]
        return " ".join(filter(None, [self.summary, *facts]))


@dataclass(frozen=True)
class Page:
    """All that a verb says of itself.

    Attributes:
        called: the words that call it, ``gridproof batch run``.
        usage: the lines of its forms.
        prose: paragraphs.
        examples: command lines, of which one may take several lines.
        verbs: its own verbs.
        arguments: values without a name.
        options: values with a name.
    """

    called: str
    usage: Sequence[str]
    prose: Sequence[str]
    examples: Sequence[str] = ()
    verbs: Sequence[Entry] = ()
    arguments: Sequence[Entry] = ()
    options: Sequence[Entry] = ()

    @property
    def has_objectives(self) -> bool:
        """True if one of its options names an objective."""
        return any("--objective" in option.names for option in self.options)


def page_of(root: App, tokens: Any = None) -> Page:
    """Return the page of the verb that the tokens name."""
    chain, apps, _ = root.parse_commands(tokens)
    app = apps[-1]
    called = " ".join([root.name[0], *chain])
    prose, examples = _prose(app.default_command or app)
    found = app.assemble_argument_collection(parse_docstring=False) if app.default_command else ()
    shown = [argument for argument in found if argument.show]
    arguments = [entry_of(argument) for argument in shown if argument.index is not None]
    options = [entry_of(argument) for argument in shown if argument.index is None]
    verbs = [Entry([verb], _prose(app[verb])[0][0]) for verb in app if not verb.startswith("-")]
    words = [called, "VERB" if verbs and not app.default_command else ""]
    words += [f"{option.names[-1]} {option.value}" for option in options if option.required]
    words.append("[OPTIONS]" if any(not option.required for option in options) else "")
    for argument in arguments:
        words.append(argument.label if argument.required else f"[{argument.label}]")
    usage = [" ".join(filter(None, words))]
    if verbs and app.default_command:
        usage.append(f"{called} VERB")
    return Page(
        called,
        usage,
        prose,
        examples,
        verbs,
        arguments,
        [*options, Entry(["-h", "--help"], "Show this page.")],
    )


def _prose(said: App | Callable[..., Any]) -> tuple[list[str], list[str]]:
    """Return the paragraphs of a verb's docstring, and the command lines below "Examples:"."""
    if isinstance(said, App):
        if said.default_command is None:
            return [said.help], []
        said = said.default_command
    text, _, examples = (inspect.getdoc(said) or "").partition("\nExamples:\n")
    return text.strip().split("\n\n"), dedent(examples).strip().splitlines()


def entry_of(argument: Argument) -> Entry:
    """Return the entry of an argument or option, as Cyclopts knows it."""
    return _option(argument) if argument.index is None else _argument(argument)


def _argument(argument: Argument) -> Entry:
    parameter = argument.parameter
    several = "..." if argument.is_var_positional() else ""
    label = parameter.metavar or argument.names[0].lstrip("-").upper()
    return Entry([f"{label}{several}"], parameter.help or "", required=argument.required)


def _option(argument: Argument) -> Entry:
    parameter, default = argument.parameter, argument.field_info.default
    flag = argument.is_flag()
    return Entry(
        sorted(argument.names, key=len),
        parameter.help or "",
        value=None if flag else parameter.metavar or "VALUE",
        default=None if flag or argument.required or default is None else _typed(default),
        choices=argument.get_choices() or (),
        required=argument.required,
        repeatable=not flag and is_repeatable(argument.hint),
    )


def is_repeatable(hint: Any) -> bool:
    """Return True if values of a type are lists, which take an option several times."""
    return any(get_origin(one) is list for one in (hint, *get_args(hint)))


def _typed(value: Any) -> str:
    """Return a default as it is typed: ``60``, not ``60.0``."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def lines(page: Page, width: int) -> Iterator[str]:
    """Yield the lines of a page, at most ``width`` columns wide."""
    width = max(min(width, _MAX_WIDTH), 20)
    for begin, usage in zip_longest(["Usage:"], page.usage, fillvalue=" " * len("Usage:")):
        yield from _wrapped(usage, width, f"{begin} ", " " * 11)
    for paragraph in page.prose:
        yield ""
        yield from _wrapped(paragraph, width)
    if page.examples:
        yield from ("", "Examples:")
        yield from (f"  {line}" for line in page.examples)
    sections = {"Verbs": page.verbs, "Arguments": page.arguments, "Options": page.options}
    for title, entries in sections.items():
        if entries:
            yield from ("", f"{title}:")
            yield from _columns(entries, width)
    if page.has_objectives:  # last: a game of another package may fail to load
        found = objectives()
        yield from ("", "Objectives (default first):")
        yield from _columns(found, width)


def objectives() -> list[Entry]:
    """Return the games, with their objectives as the summaries."""
    from gridproof.registry import games  # not needed for the pages of other verbs

    return [
        Entry([game.id], ", ".join(objective.id for objective in game.objectives))
        for game in games().values()
    ]


def _columns(entries: Sequence[Entry], width: int) -> Iterator[str]:
    """Yield labels with their details beside them, or below where there is no room."""
    fitting = [len(entry.label) for entry in entries if len(entry.label) <= _MAX_LABEL]
    margin = 4 + max(fitting, default=0) if width >= _MIN_BESIDE else 6
    for entry in entries:
        label = f"  {entry.label if width >= _MIN_BESIDE else entry.label.strip()}"
        if len(label) + 2 > margin:
            yield label
            label = ""
        yield from _wrapped(entry.details, width, f"{label:<{margin}}", " " * margin)


def _wrapped(text: str, width: int, begin: str = "", indent: str = "") -> Iterator[str]:
    """Yield lines of a text, broken at spaces, but not within brackets or code."""
    kept = re.sub(r"\[[^]]*\]|`[^`]*`", lambda found: found[0].replace(" ", _NO_BREAK), text)
    wrapped = wrap(
        kept, width, initial_indent=begin, subsequent_indent=indent, break_on_hyphens=False
    )
    for line in wrapped:
        yield line.replace(_NO_BREAK, " ")
