"""Statements of answer set programs: facts with their arguments; all else is only counted."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Final, NoReturn

from gridproof.errors import ParseError, shorten
from gridproof.options import whole_number

__all__ = ["Fact", "Program", "Term", "blanked", "fault_at"]

#: The meaning of a fact's argument: a number, or a name.
Term = int | str

#: Facts that one statement may stand for, by its intervals and alternatives.
_MAX_EXPANDED: Final = 1 << 18

_COMMENT: Final = re.compile(
    r'%\*.*?(?:\*%|(?P<open>\Z))|%[^\n]*|"(?:[^"\\\n]|\\.){0,1000}"', re.DOTALL
)
_SCRIPT: Final = re.compile(r"#script\b.*?#end\s*\.", re.DOTALL)
#: The end of a statement: a dot that is none of an interval, and not in a quoted text.
_END: Final = re.compile(r'"(?:[^"\\\n]|\\.){0,1000}"|\.\.|(?P<end>\.)')
_FACT: Final = re.compile(r"([a-z_]\w*)\s*(?:\(([^()]*)\)\s*)?", re.ASCII)
_RULE: Final = re.compile(r':-|:~|[{}|]|(?<!\w)not(?!\w)|^\s*[#&]|"')
_CONSTANT: Final = re.compile(r"#const\s+([a-z_]\w*)\s*=\s*([^\s].*?)\s*", re.DOTALL | re.ASCII)
_SUM: Final = re.compile(
    r"\s*[+-]?\s*(?:\d{1,7}|[a-z_]\w*)(?:\s*[+-]\s*(?:\d{1,7}|[a-z_]\w*))*\s*", re.ASCII
)
_SUMMAND: Final = re.compile(r"([+-]?)\s*(\w+)", re.ASCII)
#: Constants that are said by constants, at most.
_MAX_DEPTH: Final = 10
_SPACE: Final = re.compile(r"\s*")


def fault_at(text: str, at: int, message: str) -> ParseError:
    """Return the fault at one place of a text."""
    line = text.count("\n", 0, at) + 1
    return ParseError(message, line, at - text.rfind("\n", 0, at))


def blanked(text: str) -> str:
    """Return a program with blanks for its comments.

    Raises:
        ParseError: a comment over several lines has no end.
    """

    def blank(match: re.Match[str]) -> str:
        if match["open"] is not None:
            raise fault_at(text, match.start(), "this comment has no end `*%`")
        return match[0] if match[0][0] == '"' else re.sub(r"[^\n]", " ", match[0])

    return _COMMENT.sub(blank, text) if "%" in text else text


class Fact:
    """One fact and the place where it stands, or one of those that a statement stands for."""

    __slots__ = ("_at", "_said", "_text", "name", "terms")

    def __init__(self, text: str, at: int, said: str, name: str, terms: tuple[Term, ...]) -> None:
        self._text, self._at, self._said = text, at, said
        self.name, self.terms = name, terms

    def fault(self, message: str) -> NoReturn:
        """Raise what is wrong with this fact.

        Raises:
            ParseError: always.
        """
        shown = shorten(" ".join(self._said.split()))
        raise fault_at(self._text, self._at, f"`{shown}`: {message}")

    def whole(self, index: int, least: int, most: int) -> int:
        """Return the number that an argument is."""
        term = self.terms[index]
        try:
            return whole_number(str(term), least, most)
        except ValueError as error:
            self.fault(f"`{shorten(str(term))}` {error}")


class Program:
    """The facts of a program.

    Attributes:
        rules: how many statements are no facts; known when all facts were taken.
    """

    def __init__(self, text: str, known: frozenset[str]) -> None:
        """Take a program apart.

        Args:
            text: the program.
            known: names of facts whose arguments are read; of others only the names count.

        Raises:
            ParseError: a comment has no end.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = blanked(text)
        if "#script" in text:
            text = _SCRIPT.sub(lambda m: "#" + re.sub(r"[^\n]", " ", m[0])[1:-1] + ".", text)
        self._text, self._known = text, known
        self._constants: dict[str, str] = {}
        self.rules = 0

    def __iter__(self) -> Iterator[Fact]:
        """Yield the facts of known names.

        Raises:
            ParseError: a statement is neither a fact nor a rule.
        """
        statements = list(self._statements())
        for _, said in statements:
            if match := _CONSTANT.fullmatch(said):
                self._constants[match[1]] = match[2]
        for at, said in statements:
            match = _FACT.fullmatch(said)
            if match is None:
                self._rule(at, said)
            elif match[1] in self._known:
                yield from self._facts(at, said, match[1], match[2] or "")

    def _statements(self) -> Iterator[tuple[int, str]]:
        text, at = self._text, 0
        for match in _END.finditer(text):
            if match["end"] is not None:
                start = _space_end(text, at)
                yield start, text[start : match.start()].rstrip()
                at = match.end()
        if (start := _space_end(text, at)) < len(text):
            raise self._strange(start, text[start:])

    def _rule(self, at: int, said: str) -> None:
        """Count a rule.

        Raises:
            ParseError: it is no rule, or one that says a fact of the board under a condition.
        """
        head = said.partition(":-")[0].strip()
        match = _FACT.fullmatch(head)
        ground = match is not None and not re.search(r"\b_*[A-Z]|\b_\b", match[2] or "")
        of_board = ground and match is not None and match[1] in self._known and bool(match[2])
        if not said or of_board or not _RULE.search(said):
            raise self._strange(at, said or ".")
        if not _CONSTANT.fullmatch(said):
            self.rules += 1

    def _strange(self, at: int, said: str) -> ParseError:
        line = shorten(said[:100].partition("\n")[0].rstrip())
        return fault_at(self._text, at, f"`{line}` is not a fact, such as `pos(red,1,1).`")

    def _facts(self, at: int, said: str, name: str, arguments: str) -> Iterator[Fact]:
        """Yield the facts that one statement stands for: `p(1..2,a;3,b)` for three."""
        whole = Fact(self._text, at, said, name, ())
        for alternative in arguments.split(";"):
            parts = alternative.split(",") if arguments else []
            columns = [self._values(whole, part.strip()) for part in parts]
            if math.prod(map(len, columns)) > _MAX_EXPANDED:
                whole.fault("stands for too many facts")
            for terms in product(*columns):
                yield Fact(self._text, at, said, name, terms)

    def _values(self, fact: Fact, said: str) -> range | tuple[Term]:
        """Return what an argument stands for."""
        low, dots, high = said.partition("..")
        if not dots:
            return (self._value(said),)
        first, last = self._value(low), self._value(high)
        for end, shown in ((first, low), (last, high)):
            if not isinstance(end, int):
                fact.fault(f"`{shorten(shown.strip())}` must be a whole number")
        return range(int(first), int(last) + 1)

    def _value(self, said: str, depth: int = 0) -> Term:
        """Return the number that a sum of numbers and constants is, or the text itself."""
        if depth > _MAX_DEPTH or _SUM.fullmatch(said) is None:
            return said
        total = 0
        for sign, word in _SUMMAND.findall(said):
            value = int(word) if word.isdigit() else self._constants.get(word)
            if isinstance(value, str):
                value = self._value(value, depth + 1)
            if not isinstance(value, int):
                return said
            total += -value if sign == "-" else value
        return total


def _space_end(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None  # it may be empty
    return match.end()
