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


def decode(text: str, most: int = MAX_LENGTH) -> str:
    """Return the text with every repeat written out: a count before a character or a group.

    Groups stand in brackets.

    Args:
        text: what is encoded.
        most: characters that it may decode to; what is repeated 0 times counts once.

    Raises:
        RunLengthError: a count or bracket has no counterpart, or the limits are passed.
    """
    # For each open bracket: where its count or itself begins, the count, and the pieces and their
    # length before it. A group that is there once is no group, so that no part is copied for
    # brackets alone.
    outer: list[tuple[int, int, list[str], int]] = []
    pieces: list[str] = []
    length, dropped, at = 0, 0, 0
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
            outer.append((start, count, pieces, length))
            if count != 1:
                pieces, length = [], 0
        elif char == ")":
            if at > start:
                raise RunLengthError("nothing follows this count", start)
            if not outer:
                raise RunLengthError("this bracket closes nothing", at)
            start, count, before, length_before = outer.pop()
            if count != 1:
                part, pieces, length = "".join(pieces), before, length_before
        else:
            part = char
        if count > MAX_REPEAT:
            raise RunLengthError(f"a repeat counts at most {MAX_REPEAT:,}", start)
        dropped += len(part) if count == 0 else 0
        length += len(part) * count
        if length + dropped > most:
            raise RunLengthError(f"this makes more than {most:,} characters", start)
        pieces.append(part * count)
        at += 1
    if outer:
        raise RunLengthError("this bracket is not closed", outer[-1][0])
    return "".join(pieces)
