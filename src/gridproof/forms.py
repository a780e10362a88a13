"""Forms of text as data: the symbols, headers, fields and examples of what is read and written.

Readers take their symbols from here; messages, `gridproof list` and the reference of formats show
the same, and tests read each example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

__all__ = ["Entry", "Symbol", "TextForm", "symbols_shown"]

#: Characters in a row that are shown as a range.
_MIN_RANGE = 4
#: Characters that a table cannot show as themselves.
_NAMES = {" ": "space", "\t": "tab"}


def symbols_shown(characters: str) -> list[str]:
    """Return characters as people are shown them: `a–z` for a range, `space` for a blank."""
    return list(chain.from_iterable(_run_shown(run) for run in _runs(characters)))


def _runs(characters: str) -> Iterator[str]:
    """Yield the longest runs of ASCII letters or digits that follow each other."""
    run = ""
    for character in characters:
        if run and not (run.isascii() and run.isalnum() and ord(run[-1]) + 1 == ord(character)):
            yield run
            run = ""
        run += character
    if run:
        yield run


def _run_shown(run: str) -> Iterable[str]:
    if len(run) >= _MIN_RANGE:
        return [f"{run[0]}–{run[-1]}"]
    return [_NAMES.get(character, character) for character in run]


@dataclass(frozen=True)
class Symbol:
    """Characters of one meaning.

    Attributes:
        characters: each of them has it.
        meaning: for people, without a full stop.
        others: True if all other characters mean the same in its place.
    """

    characters: str
    meaning: str
    others: bool = False

    @property
    def shown(self) -> list[str]:
        """The characters as people are shown them."""
        return symbols_shown(self.characters)


@dataclass(frozen=True)
class Entry:
    """A part of a text that has a name: a header line, a field of JSON, a fact, a kind of line.

    Attributes:
        name: as the text has it.
        meaning: for people, without a full stop.
        values: the values that it may have, with units.
        required: True if each board of the form has it.
    """

    name: str
    meaning: str
    values: str = ""
    required: bool = False


@dataclass(frozen=True)
class TextForm:
    """A form of boards, instances or solutions that is read; and written if a format has its id.

    Attributes:
        id: its name; that of the format on the command line if it is written.
        title: for people.
        summary: one line for people.
        expects: the form in half a sentence, "rows of `#`, `.`, `x` and `@`", for messages about a
            file that no game reads; "" where these do not name it.
        aliases: other names of the format.
        symbols: the characters of which rows consist; () where there are no rows.
        headers: its own header lines, besides options and metadata.
        fields: the fields of a JSON object, besides options and metadata; () where it is no JSON.
        parts: other parts with a name: kinds of lines, facts, elements of XML, moves.
        root: the element that an XML file must have; "" where it is no XML.
        mark: a regular expression of lines that files of no other game have; "" for none.
        used_by: programs and people whose files have it; "" if it is ours alone.
        notes: a list of what a reader should know besides, each item behind a ``-``.
        example: a text in this form. If it is written, this is how.
        variants: texts that mean the same as the example, by what is special.
    """

    id: str
    title: str
    summary: str
    expects: str = ""
    aliases: tuple[str, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    headers: tuple[Entry, ...] = ()
    fields: tuple[Entry, ...] = ()
    parts: tuple[Entry, ...] = ()
    root: str = ""
    mark: str = ""
    used_by: str = ""
    notes: str = ""
    example: str = ""
    variants: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def cells(self) -> str:
        """All characters of rows."""
        return "".join(symbol.characters for symbol in self.symbols)

    @property
    def required_fields(self) -> tuple[str, ...]:
        """The fields of JSON without which there is no board."""
        return tuple(entry.name for entry in self.fields if entry.required)

    @property
    def texts(self) -> Mapping[str, str]:
        """The example and its variants, by what is special."""
        return {"": self.example, **self.variants}
