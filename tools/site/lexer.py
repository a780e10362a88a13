"""Colours of sessions: the commands stand out, and boards below them stay as they are."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups  # type: ignore[import-untyped]
from pygments.token import Generic  # type: ignore[import-untyped]

__all__ = ["SessionLexer"]


class SessionLexer(RegexLexer):  # type: ignore[misc]
    """Lines that begin with a prompt are commands, all others are output."""

    name = "session"
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"^(\$ )(.*\n)", bygroups(Generic.Prompt, Generic.Strong)),
            (r".*\n", Generic.Output),
        ]
    }
