"""Options: rule switches of a game, settings of a solver, parameters of a generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.arguments import check_table, check_text
from gridproof.errors import InputError, UnknownName, shorten
from gridproof.strict_json import MAX_WHOLE, shown

__all__ = ["Option", "find_option", "option_values", "parse_bytes", "whole_number"]

_LARGEST = 10**18
#: Bytes of each unit of a size.
_UNITS = {"": 1, "b": 1} | {
    f"{prefix}{unit}": base**power
    for power, prefix in enumerate("kmgt", 1)
    for unit, base in (("ib", 1024), ("b", 1000))
}


def whole_number(text: str, least: int = 0, most: int = MAX_WHOLE) -> int:
    """Return the number that a text writes in digits.

    Raises:
        ValueError: it writes none, or one that is not from ``least`` to ``most``.
    """
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not digits or not least <= int(text) <= most:
        raise ValueError(f"must be a whole number from {least} to {most}")
    return int(text)


def _json_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, (int, float)):
        raise ValueError("cannot have this value")
    return str(value)


def parse_bytes(text: str) -> int:
    """Return a size such as ``512MiB``, ``2GiB`` or ``2GB`` in bytes.

    Raises:
        InputError: the text has another form.
    """
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([a-z]*)", text.strip().lower())
    if match is None or match[2] not in _UNITS:
        raise InputError(f"not a size such as `512MiB`, `2GiB` or `2GB`: {shorten(text)}")
    return int(float(match[1]) * _UNITS[match[2]])


@dataclass(frozen=True)
class Option:
    """A rule switch of a game, a setting of a solver, or a parameter of a generator.

    A game's options stand in a header line, a JSON field, or ``--set name=value``.

    Attributes:
        name: as users write it. A level has an attribute of that name, with ``-`` as ``_``.
        default: the value of an option that is not given.
        parse: text → value; raises ValueError with what would be right.
        show: value → text that ``parse`` reads back.
        summary: one line for people.
        json_text: a JSON value of any type → text for ``parse``.
        choices: all texts that it can have, where they are few.
        values: the values that it can have, for people, in half a sentence.
        meaning: value → a sentence on that value, for players; None: the summary says it.
        expert: True if it matters to those alone who study the solver; `list GAME` leaves it out.
    """

    name: str
    default: Any
    parse: Callable[[str], Any]
    show: Callable[[Any], str]
    summary: str
    json_text: Callable[[Any], str] = _json_text
    choices: tuple[str, ...] = ()
    expert: bool = False
    values: str = ""
    meaning: Callable[[Any], str] | None = None

    def explain(self, value: Any) -> str:
        """Return a sentence on a value that a board sets, without a full stop."""
        said = self.summary if self.meaning is None else self.meaning(value)
        return said[:1].upper() + said[1:]

    @property
    def attribute(self) -> str:
        """The level's attribute that holds the value."""
        return self.name.replace("-", "_")

    @property
    def said_default(self) -> str:
        """The default as a form shows it; "" if no text expresses it."""
        text = self.show(self.default)
        try:
            return text if self.parse(text) == self.default else ""
        except ValueError:
            return ""

    def text_of(self, value: Any) -> str:
        """Return the text for ``parse``: the value itself, or one made of a JSON or Python value.

        Raises:
            ValueError: no text expresses the value.
        """
        if isinstance(value, int) and abs(value) > _LARGEST:  # Python may not even write it
            raise ValueError("cannot have so large a value")
        return value if isinstance(value, str) else self.json_text(value)

    @classmethod
    def flag(
        cls, name: str, summary: str, *, default: bool = False, expert: bool = False
    ) -> Option:
        """Return a switch: yes or no."""
        values = "`yes` or `no`"

        def parse(text: str) -> bool:
            try:
                return {"yes": True, "true": True, "no": False, "false": False}[text.lower()]
            except KeyError:
                raise ValueError(f"must be {values}") from None

        def show(on: bool) -> str:
            return "yes" if on else "no"

        return cls(
            *(name, default, parse, show, summary),
            choices=("no", "yes"),
            expert=expert,
            values=values,
        )

    @classmethod
    def count(cls, name: str, default: int | None, summary: str, *, expert: bool = False) -> Option:
        """Return a whole number from 1; a default of None means no limit, written "unlimited"."""

        def parse(text: str) -> int | None:
            if default is None and text.lower() == "unlimited":
                return None
            try:
                return whole_number(text, 1)
            except ValueError as error:
                raise ValueError(f"{error}{or_none}") from None

        def show(value: int | None) -> str:
            return "unlimited" if value is None else str(value)

        or_none = ", or `unlimited`" if default is None else ""
        return cls(
            *(name, default, parse, show, summary),
            json_text=str,
            expert=expert,
            values=f"a whole number from 1{or_none}",
        )

    @classmethod
    def whole(
        cls, name: str, default: int, summary: str, *, least: int = 0, most: int = MAX_WHOLE
    ) -> Option:
        """Return a whole number from ``least`` to ``most``."""

        def parse(text: str) -> int:
            return whole_number(text, least, most)

        values = f"a whole number from {least}" + (f" to {most}" if most < MAX_WHOLE else "")
        return cls(name, default, parse, str, summary, json_text=str, values=values)

    @classmethod
    def choice(cls, name: str, values: Sequence[str], summary: str) -> Option:
        """Return an option of a few ``values``; the first is the default."""
        said = " or ".join(f"`{value}`" for value in values)

        def parse(text: str) -> str:
            if text not in values:
                raise ValueError(f"must be {said}")
            return text

        return cls(name, values[0], parse, str, summary, choices=tuple(values), values=said)


def find_option(options: Iterable[Option], name: str) -> Option | None:
    """Return the option of a name, or None; case, ``-``, ``_`` and spaces make no difference."""
    check_text(name, "the name of an option")
    attribute = name.lower().replace("-", "_").replace(" ", "_")
    return next((o for o in options if o.attribute == attribute), None)


def option_values(
    owner: str,
    options: Sequence[Option],
    given: Mapping[str, Any] | None,
    *,
    kind: str = "option",
) -> dict[str, Any]:
    """Return the values that are given for some options, by attribute.

    Args:
        owner: the owner of the options, for messages: "robots".
        options: all that exist.
        given: by name; as text, or as values of JSON and Python.
        kind: what messages call an option.

    Raises:
        UnknownName: there is no option of this name.
        InputError: an option has no such value, or is given twice.
    """
    check_table(given, "options")
    values: dict[str, Any] = {}
    for name, value in (given or {}).items():
        option = find_option(options, name)
        if option is None:
            raise UnknownName(kind, name, [o.name for o in options], owner)
        if option.attribute in values:
            raise InputError(f"option `{option.name}` is given twice")
        try:
            values[option.attribute] = option.parse(option.text_of(value))
        except ValueError as error:
            raise InputError(f"option `{option.name}` {error}: {shown(value)}") from None
    return values
