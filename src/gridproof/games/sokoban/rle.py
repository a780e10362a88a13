"""Run-length encoding, as boards and solutions of sokoban use it: ``3#2(-$)`` is ``###-$-$``."""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_LENGTH", "MAX_REPEAT", "RunLengthError", "decode"]

#: Largest count of one repeat.
MAX_REPEAT: Final = 99_999
#: Most characters that a text may decode to.
MAX_LENGTH: Final = 1 << 20


class RunLengthError(ValueError):
    """A text is not in run-length encoding.

    Attributes:
        at: the place of the fault in the text, from 0.
    """

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def decode(text: str) -> str:
    """The text with every repeat written out: a count before a character or a group in brackets.

    Raises:
        RunLengthError: a count or bracket has no counterpart, or the limits are passed.
    """
    # For each open bracket: where its count or itself begins, the count, and what came before it.
    outer: list[tuple[int, int, str]] = []
    out, at = "", 0
    while at < len(text):
        start = at
        while at < len(text) and text[at] in "0123456789":
            at += 1
        if at - start > len(str(MAX_REPEAT)):
            raise RunLengthError(f"a repeat counts at most {MAX_REPEAT:,}", start)
        count = int(text[start:at]) if at > start else 1
        if at == len(text):
            raise RunLengthError("nothing follows this count", start)
        char, part = text[at], ""
        if char == "(":
            outer.append((start, count, out))
            out = ""
        elif char == ")":
            if at > start:
                raise RunLengthError("nothing follows this count", start)
            if not outer:
                raise RunLengthError("this bracket closes nothing", at)
            part = out
            start, count, out = outer.pop()
        else:
            part = char
        if count > MAX_REPEAT:
            raise RunLengthError(f"a repeat counts at most {MAX_REPEAT:,}", start)
        if len(out) + len(part) * count > MAX_LENGTH:
            raise RunLengthError(f"this makes more than {MAX_LENGTH:,} characters", start)
        out += part * count
        at += 1
    if outer:
        raise RunLengthError("this bracket is not closed", outer[-1][0])
    return out
