"""Formulas and assignments as text: DIMACS CNF, and clauses as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from gridproof.errors import InputError, did_you_mean, shorten
from gridproof.reductions.sources.cnf import (
    MAX_CLAUSES,
    MAX_LITERALS,
    MAX_VARIABLES,
    Assignment,
    Formula,
    default_names,
)

__all__ = ["read_assignment", "read_formula"]

#: First character of variables that splitting adds; names by users begin with a letter.
_ADDED: Final = "_"

_DIMACS: Final = re.compile(r"^[ \t]*p[ \t]+cnf\b", re.MULTILINE)
#: Forms that are told by their first line, and not read.
_FOREIGN: Final = (
    (re.compile(r"\A\s*<"), "XML"),
    (re.compile(r"\A\s*[{\[]"), "JSON"),
    (re.compile(r"^[ \t]*p[ \t]+wcnf\b", re.MULTILINE), "a formula whose clauses have weights"),
    (
        re.compile(r"^[ \t]*p[ \t]+(?:edge|edges|col|td|tw)\b", re.MULTILINE),
        "a graph, not a formula",
    ),
)
_READ: Final = (
    "formulas are read as DIMACS CNF (`p cnf 3 2`), or as clauses `x | !y | z`, a line each"
)
_NAMES: Final = re.compile(r"c names:(.*)")
#: Accents may be letters of their own, as some systems write them.
_NAME: Final = r"[^\W\d_][\w\u0300-\u036f]*'*"
_ANY_NAME: Final = re.compile(rf"{_NAME}|{_ADDED}[0-9]+")
#: Characters of a number at most: there are no variables of as many digits.
_DIGITS: Final = 10
_NUMBER: Final = re.compile(r"[+-]?[0-9]+", re.ASCII)
_TOKEN: Final = re.compile(
    r"(?P<not>[!~¬-]|(?i:not)\b)|(?P<or>\|\|?|∨|(?i:or)\b)|(?P<and>&&?|∧|(?i:and)\b)"
    rf"|(?P<name>{_NAME})|(?P<open>\()|(?P<close>\))|(?P<other>\S)"
)


class _Place(NamedTuple):
    """A position in a text; line and column from 1."""

    source: str
    line: int
    column: int

    def fault(self, message: str, hint: str | None = None) -> NoReturn:
        raise InputError(f"{self.source}:{self.line}:{self.column}: {message}", hint=hint)


@dataclass
class _Gathered:
    """The clauses of a text, as they come, and what was changed of them."""

    clauses: list[tuple[int, ...]] = field(default_factory=list)
    read: int = 0
    #: Numbers (from 1) of the clauses that were changed, by how.
    doubled: list[int] = field(default_factory=list)
    always_true: list[int] = field(default_factory=list)
    long: list[int] = field(default_factory=list)

    def add(self, literals: list[int], place: _Place) -> None:
        """Take a clause, of any length, that ends or begins at ``place``."""
        self.read += 1
        if not literals:
            place.fault(
                f"clause {self.read} has no literal: it is never true, and neither is the formula"
            )
        if self.read > MAX_CLAUSES:
            place.fault(f"a formula may have at most {MAX_CLAUSES} clauses")
        distinct = tuple(dict.fromkeys(literals))
        if len(distinct) < len(literals):
            self.doubled.append(self.read)
        if len(set(map(abs, distinct))) < len(distinct):
            self.always_true.append(self.read)
            return
        if len(distinct) > MAX_LITERALS:
            self.long.append(self.read)
        self.clauses.append(distinct)

    def formula(self, names: tuple[str, ...], source: str) -> Formula:
        """Return the formula, its long clauses split."""
        if not self.read:
            raise InputError(f"{source}: there is no clause")
        if not self.clauses:
            raise InputError(f"{source}: no clause is left: each has a literal and its negation")
        notes = []
        if self.doubled:
            notes.append(f"a literal that stands twice counts once: {_clauses(self.doubled)}")
        if self.always_true:
            said = _clauses(self.always_true)
            notes.append(f"left out, true whatever the values, as x ∨ ¬x: {said}")
        clauses, added = _split(self.clauses, len(names))
        if added:
            if len(names) + added > MAX_VARIABLES or len(clauses) > MAX_CLAUSES:
                raise InputError(
                    f"{source}: with its clauses split to {MAX_LITERALS} literals the formula has"
                    f" {len(names) + added} variables and {len(clauses)} clauses; it may have at"
                    f" most {MAX_VARIABLES} and {MAX_CLAUSES}"
                )
            notes.append(
                f"split to clauses of {MAX_LITERALS} literals with {_new(added)}:"
                f" {_clauses(self.long)}"
            )
        fresh = tuple(f"{_ADDED}{number}" for number in range(1, added + 1))
        return Formula((*names, *fresh), tuple(clauses), tuple(notes))


def _clauses(numbers: list[int], most: int = 8) -> str:
    """Return clauses as notes name them."""
    named = ", ".join(map(str, numbers[:most])) + (", …" if len(numbers) > most else "")
    return f"clause {named}" if len(numbers) == 1 else f"{len(numbers)} clauses ({named})"


def _new(added: int) -> str:
    return f"a new variable {_ADDED}1" if added == 1 else f"{added} new variables {_ADDED}1, …"


def _split(clauses: list[tuple[int, ...]], variables: int) -> tuple[list[tuple[int, ...]], int]:
    """Return clauses of at most three literals, and how many variables were added.

    a ∨ b ∨ c ∨ d ∨ e becomes (a ∨ b ∨ p) ∧ (¬p ∨ c ∨ q) ∧ (¬q ∨ d ∨ e): it can be made true with p
    and q exactly where the clause is true.
    """
    out: list[tuple[int, ...]] = []
    fresh = variables
    for clause in clauses:
        first = 0
        carried: tuple[int, ...] = ()
        while len(carried) + len(clause) - first > MAX_LITERALS:
            take = MAX_LITERALS - 1 - len(carried)
            fresh += 1
            out.append((*carried, *clause[first : first + take], fresh))
            carried, first = (-fresh,), first + take
        out.append((*carried, *clause[first:]))
    return out, fresh - variables


def read_formula(text: str, source: str) -> Formula:
    """Read the formula of a text in either form.

    Raises:
        InputError: with ``source:line:column``, what is wrong, and what would be right.
    """
    text = _with_line_feeds(text)
    for form, what in _FOREIGN:
        if form.search(text):
            raise InputError(f"{source}: this is {what}", hint=_READ)
    return _read_dimacs(text, source) if _DIMACS.search(text) else _read_plain(text, source)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


# DIMACS CNF.


def _read_dimacs(text: str, source: str) -> Formula:
    header: tuple[int, int] | None = None
    named: tuple[str, ...] = ()
    gathered = _Gathered()
    literals: list[int] = []
    place = announced = _Place(source, 1, 1)
    for line_number, line in enumerate(text.split("\n"), 1):
        start = line.strip()[:1]
        if start == "%" and header:  # the end in files of SATLIB; a lone 0 follows
            break
        if start in ("c", "%"):
            said = _NAMES.match(line.strip())
            named = tuple(said[1].split()) if said else named
            continue
        words = list(re.finditer(r"\S+", line))
        if start == "p":
            place = _Place(source, line_number, words[0].start() + 1)
            if header:
                place.fault("a second `p cnf` line; one belongs in a file")
            announced = place
            header = _header([word[0] for word in words], place)
            continue
        for word in words:
            place = _Place(source, line_number, word.start() + 1)
            if header is None:
                place.fault("`p cnf VARIABLES CLAUSES` must stand before the clauses")
            literal = _literal(word[0], header[0], place)
            if literal:
                literals.append(literal)
            else:
                gathered.add(literals, place)
                literals = []
    assert header is not None  # the text is taken for DIMACS because it has one
    if literals:
        place.fault("the last clause does not end with 0")
    variables, clauses = header
    if gathered.read != clauses:
        announced.fault(f"the `p` line says {clauses} clauses, and there are {gathered.read}")
    return gathered.formula(_names(named, variables), source)


def _header(words: list[str], place: _Place) -> tuple[int, int]:
    """Return variables and clauses of a ``p`` line."""
    numbers = words[2:]
    if len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers):
        place.fault("the line must be `p cnf VARIABLES CLAUSES`, two whole numbers")
    if len(numbers[0]) > 9 or int(numbers[0]) > MAX_VARIABLES:
        place.fault(f"a formula may have at most {MAX_VARIABLES} variables")
    if len(numbers[1]) > 9 or int(numbers[1]) > MAX_CLAUSES:
        place.fault(f"a formula may have at most {MAX_CLAUSES} clauses")
    if not int(numbers[0]):
        place.fault("a formula must have at least one variable")
    return int(numbers[0]), int(numbers[1])


def _literal(word: str, variables: int, place: _Place) -> int:
    """Read a literal of DIMACS, or the 0 that ends a clause."""
    if not _NUMBER.fullmatch(word):
        place.fault(f"`{shorten(word)}` is not a literal, a whole number such as 2 or -2")
    if len(word) > _DIGITS or abs(int(word)) > variables:
        place.fault(f"there is no variable {shorten(word.lstrip('+-'))}: they go to {variables}")
    return int(word)


def _names(named: tuple[str, ...], variables: int) -> tuple[str, ...]:
    """Return the names of a comment, if it is one of ours."""
    if len(set(named)) == variables == len(named) and all(map(_ANY_NAME.fullmatch, named)):
        return named
    return default_names(variables)


# Clauses as people write them.


class _Token(NamedTuple):
    kind: str
    text: str
    place: _Place


def _tokens(text: str, source: str) -> Iterator[_Token]:
    for number, line in enumerate(text.split("\n"), 1):
        for match in _TOKEN.finditer(line.partition("#")[0]):
            assert match.lastgroup is not None
            yield _Token(match.lastgroup, match[0], _Place(source, number, match.start() + 1))
        yield _Token("line", "", _Place(source, number, len(line) + 1))
    yield _Token("end", "", _Place(source, number, len(line) + 1))


_AFTER_LITERAL: Final = "`|`, `&` or the end of the line"


def _read_plain(text: str, source: str) -> Formula:
    """Read clauses a line each, or joined by `&`; a line may end after `|`, and in parentheses."""
    numbers: dict[str, int] = {}
    gathered = _Gathered()
    literals: list[int] = []
    opened: _Place | None = None  # the parenthesis that is not closed yet
    closed = False  # whether the clause stood in parentheses that are closed
    negated = wanted = False  # whether `¬`, or `|`, came just before

    def end_clause(place: _Place) -> None:
        nonlocal literals, closed
        if literals or closed:
            gathered.add(literals, place)
        literals, closed = [], False

    for kind, said, place in _tokens(text, source):
        if negated and kind not in ("name",):
            place.fault(f"a variable must stand here{_instead(said)}")
        match kind:
            case "name":
                if closed or (literals and not wanted):
                    place.fault(f"{_AFTER_LITERAL} must stand here{_instead(said)}")
                number = numbers.setdefault(said, len(numbers) + 1)
                if number > MAX_VARIABLES:
                    place.fault(f"a formula may have at most {MAX_VARIABLES} variables")
                literals.append(-number if negated else number)
                negated = wanted = False
            case "not":
                if closed or (literals and not wanted):
                    place.fault(f"{_AFTER_LITERAL} must stand here{_instead(said)}")
                negated = True
            case "or":
                if closed or not literals or wanted:
                    place.fault(f"a literal must stand here{_instead(said)}")
                wanted = True
            case "open":
                if closed or (literals and not opened and not wanted):
                    place.fault(f"{_AFTER_LITERAL} must stand here{_instead(said)}")
                if literals or opened:
                    place.fault("a parenthesis may stand only around a whole clause")
                opened = place
            case "close":
                if not opened or wanted:
                    what = "a literal must stand here" if opened else "nothing is open"
                    place.fault(f"{what}{_instead(said)}")
                opened, closed = None, True
            case "and":
                if opened or wanted or not (literals or closed):
                    what = "`)`" if opened and not wanted else "a literal"
                    place.fault(f"{what} must stand here{_instead(said)}")
                end_clause(place)
            case "line":
                if not opened and not wanted:
                    end_clause(place)
            case "end":
                if opened:
                    opened.fault("this parenthesis is not closed")
                if wanted:
                    place.fault("a literal must stand here, after `|`")
            case _:
                hint = None
                if said.isdigit():
                    hint = "formulas in numbers begin with a line `p cnf VARIABLES CLAUSES`"
                place.fault(f"a literal such as `x` or `!x` must stand here{_instead(said)}", hint)
    return gathered.formula(tuple(numbers), source)


def _instead(said: str) -> str:
    return f", not `{shorten(said)}`" if said else ""


# Assignments.

_VALUES: Final = {"1": True, "0": False, "true": True, "false": False}
_SETTING: Final = re.compile(rf"([!~¬-])?({_ANY_NAME.pattern})(?:=(\w+))?")
_VALUE_LINE: Final = re.compile(r"^[ \t]*v\b(?=[ \t]+[+-]?[0-9])", re.MULTILINE)
_NO_MODEL: Final = re.compile(r"^[ \t]*s[ \t]+(UNSATISFIABLE|UNKNOWN)[ \t]*$", re.MULTILINE)
_OTHER_LINE: Final = re.compile(r"^[ \t]*[cs]\b[ \t].*$", re.MULTILINE)


def read_assignment(formula: Formula, text: str) -> Assignment:
    """Read the assignment of a text: ``x !y z``, ``x=1 y=0 z=1``, or literals of DIMACS.

    Variables that were added to split clauses may be left out: they follow from the others.

    Raises:
        InputError: the text is none.
    """
    text = _with_line_feeds(text)
    numbers = {name: number for number, name in enumerate(formula.names, 1)}
    found: dict[int, bool] = {}
    if (said := _NO_MODEL.search(text)) is not None:
        raise InputError(f"there is no witness in this answer: it says {said[1]}")
    if _VALUE_LINE.search(text):  # what solvers print
        text = _VALUE_LINE.sub(" ", _OTHER_LINE.sub("", text))
    for word in text.replace(",", " ").split():
        number, value = _setting(numbers, word)
        if number and found.setdefault(number, value) != value:
            raise InputError(f"{formula.names[number - 1]} has two values in this witness")
    return _completed(formula, found)


def _setting(numbers: Mapping[str, int], word: str) -> tuple[int, bool]:
    """Return the number of a variable and its value; the number 0 stands for the end."""
    if _NUMBER.fullmatch(word):
        if len(word) > _DIGITS or abs(int(word)) > len(numbers):
            said = shorten(word.lstrip("+-"))
            raise InputError(f"the formula has no variable {said}: they go to {len(numbers)}")
        return abs(int(word)), int(word) > 0
    match = _SETTING.fullmatch(word)
    if match is None or (match[1] and match[3]) or (match[3] and match[3].lower() not in _VALUES):
        raise InputError(
            f"`{shorten(word)}` gives no variable a value",
            hint="a witness is `x !y z`, `x=1 y=0 z=1`, or literals of DIMACS such as `1 -2 3`",
        )
    if match[2] not in numbers:
        raise InputError(
            f"the formula has no variable `{shorten(match[2])}`",
            hint=did_you_mean(match[2], numbers),
        )
    return numbers[match[2]], _VALUES[match[3].lower()] if match[3] else not match[1]


def _completed(formula: Formula, found: Mapping[int, bool]) -> Assignment:
    """Return the values of all variables.

    One that was added is true just where the first part of its clause is not true without it: with
    the others' values right, so is the whole.
    """
    values = dict(found)
    missing = [n for n in range(1, len(formula.names) + 1) if n not in values]
    left_out = [
        formula.names[n - 1] for n in missing if not formula.names[n - 1].startswith(_ADDED)
    ]
    if left_out:
        more = ", …" if len(left_out) > 5 else ""
        raise InputError(f"the witness gives no value to {', '.join(left_out[:5])}{more}")
    asked: dict[int, list[tuple[int, ...]]] = {n: [] for n in missing}
    for clause in formula.clauses:
        for literal in clause:
            if literal in asked:
                asked[literal].append(clause)
    for number in missing:
        values[number] = any(
            not any(values.get(abs(lit)) == (lit > 0) for lit in clause) for clause in asked[number]
        )
    return tuple(values[n] for n in range(1, len(formula.names) + 1))
