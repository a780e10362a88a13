"""Damage: a good text with a few changes, parts of two texts, or characters at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

__all__ = ["MAX_LENGTH", "damaged", "damaged_bytes"]

#: Characters of an input at most.
MAX_LENGTH = 20_000

_PARTS = (
    *(
        "\n",
        "\n\n",
        " ",
        "\t",
        "\r",
        "\x00",
        "\x1a",
        "\x1b",
        "\u2028",
        "\ufeff",
        "\ud800",
        "é",
        "١",
    ),
    *("0", "1", "-1", "9", "99999", "2147483648", "9" * 30, "1e400", "0.5", "-0", "+1", "NaN"),
    *("{", "}", "[", "]", '"', "\\", "\\u0000", "\\ud800", ",", ":", ";", "null", "true", "{}"),
    *("#", "@", "$", "*", ".", "x", "P", "K", "a", "|", "+", "-", "_", "┃", "━", "◎", "▣", "²"),
    *("%", "%*", "*%", "..", "(", ")", ":-", "p ", "c ", "e ", "p cnf 1 1\n", "=", "!", "~", "&"),
    *("title: x\n", "; y\n", "# 1\n", "game: sokoban\n", "side: 3\n", "<", ">", "<a>", "'", "''"),
)


def damaged(samples: Sequence[str], rng: random.Random) -> str:
    """Return a sample with a few random changes; rarely nothing but random parts."""
    if rng.random() < 0.03:
        return "".join(rng.choice(_PARTS) for _ in range(rng.randrange(60)))
    text = rng.choice(samples)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5, 9))):
        text = _changed(text, samples, rng)
    return text[:MAX_LENGTH]


def _changed(text: str, samples: Sequence[str], rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice((0, 1, 1, 1, 2, 5, 20)))
    match rng.randrange(10):
        case 0:
            return text[:at] + text[end:]
        case 1 | 2:
            return text[:at] + rng.choice(_PARTS) + text[at:]
        case 3 | 4:
            return text[:at] + rng.choice(_PARTS) + text[end:]
        case 5:
            return text[:at] + text[at:end] * rng.choice((2, 3, 50)) + text[end:]
        case 6:
            other = rng.choice(samples)
            return text[:at] + other[rng.randrange(len(other) + 1) :]
        case 7:
            lines = text.split("\n")
            here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[here], lines[there] = lines[there], lines[here]
            return "\n".join(lines)
        case 8:
            lines = text.split("\n")
            del lines[rng.randrange(len(lines))]
            return "\n".join(lines)
        case _:
            char = rng.choice(text) if text else "x"
            return text[:at] + char + text[end:]


def damaged_bytes(samples: Sequence[str], rng: random.Random) -> bytes:
    """Return a damaged text in some encoding, rarely with random bytes in it."""
    text = damaged(samples, rng)
    encoding = rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-16-be"))
    data = bytearray(text.encode(encoding, "replace"))
    for _ in range(rng.choice((0, 0, 1, 4))):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
