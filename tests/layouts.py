"""Collections of three sokoban boards in the layouts that real files have, and what they hold."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

BOARDS: Final = (
    "######\n#@$ .#\n######",
    "######\n#.$ @#\n######",
    "######\n#.@$ #\n#    #\n######",
)
NAMES: Final = ("Café", "The yard (easy)", "Last: one")
NUMBERS: Final = ("1", "2", "3")

LINE_ENDS: Final = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
ENCODINGS: Final = {
    "utf-8": (b"", "utf-8"),
    "utf-8 with a mark": (codecs.BOM_UTF8, "utf-8"),
    "utf-16-le": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf-16-be": (codecs.BOM_UTF16_BE, "utf-16-be"),
    "windows-1252": (b"", "cp1252"),
}
#: Lines above a board and below it; `{}` is the title.
TITLES: Final = {
    "marked": ("; {}\n", "", NAMES),
    "marked, set off": ("; {}\n\n", "", NAMES),
    "marked number": (";{}\n", "", NUMBERS),
    "number": ("{}\n", "", NUMBERS),
    "number, set off": ("{}\n\n", "", NUMBERS),
    "level number": ("{}\n\n", "", ("Level 11", "Level 12", "Level 13")),
    "level": ("Level: {}\n", "", NUMBERS),
    "text": ("{}\n", "", ("Café", "The yard", "Last one")),
    "text, set off": ("{}\n\n", "", ("Café", "The yard", "Last one")),
    "heading": ("# {}\n", "", NUMBERS),
    "markdown": ("## {}\n```\n", "\n```", ("Café", "The yard", "Last one")),
    "ornaments": ("=====\n{}\n=====\n\n", "", ("Café", "The yard", "Last one")),
    "key": ("Title: {}\n", "", NAMES),
    "key, set off": ("Title: {}\n\n", "", NAMES),
    "key below": ("", "\nTitle: {}", NAMES),
    "key and author below": ("", "\nTitle: {}\nAuthor: Ana Kor", NAMES),
    "key below, set off": ("", "\n\nTitle: {}", NAMES),
    "marked below": ("", "\n; {}", NAMES),
    "marked below, set off": ("", "\n\n; {}", NAMES),
    "text below": ("", "\n{}", ("Café", "The yard", "Last one")),
    "none": ("", "", (None, None, None)),
}
#: What stands above all boards, and below each of them.
MORE: Final = {
    "nothing else": ("", ""),
    "head": ("Author: Ana Kor\nCollection: Café set\nE-Mail: none\n\n", ""),
    "prose": ("These rooms were made for a course,\nand they get harder.\n\n", ""),
    "solutions": ("", "\n\nSolution\nrR\nrR"),
    "solution lines": ("", "\n\nSolution/Pushes: rRrR"),
    "comments": ("", "\n\nComment:\nA board such as\n\n#####\n#@$.#\n#####\nComment-End:"),
    "comments in C": ("/* Café set,\n   2026 */\n\n", ""),
    "rules": ("", "\n\n----------"),
}


class Layout(NamedTuple):
    """A file, and the titles of its three boards."""

    name: str
    data: bytes
    titles: tuple[str | None, ...]


def layouts() -> Iterator[Layout]:
    """Every combination."""
    for (style, (above, below, titles)), (more, (head, tail)) in product(
        TITLES.items(), MORE.items()
    ):
        boards = [
            f"{above.format(title)}{board}{below.format(title)}{tail}\n"
            for board, title in zip(BOARDS, titles, strict=True)
        ]
        text = head + "\n".join(boards)
        for (end_name, end), (encoding_name, (mark, encoding)) in product(
            LINE_ENDS.items(), ENCODINGS.items()
        ):
            name = f"{style}; {more}; {end_name}; {encoding_name}"
            yield Layout(name, mark + text.replace("\n", end).encode(encoding), titles)
