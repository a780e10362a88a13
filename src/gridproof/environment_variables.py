"""The environment variables that change anything here, in one table.

No other module reads one; :data:`VARIABLES` is also the page of the reference.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = ["DEBUG", "VARIABLES", "Variable"]


@dataclass(frozen=True)
class Variable:
    """An environment variable.

    Attributes:
        name: as it is set.
        meaning: its effect, for people.
        reader: the library or program that reads it for us; "" if we do.
    """

    name: str
    meaning: str
    reader: str = ""

    @property
    def is_set(self) -> bool:
        """True if it is set, and not empty."""
        return bool(os.environ.get(self.name))


DEBUG = Variable(
    "GRIDPROOF_DEBUG",
    "Set to anything, an internal error ends with Python's report of where it comes from.",
)

#: All of them, our own first.
VARIABLES = (
    DEBUG,
    Variable("COLUMNS", "Width of help pages and tables, also without a terminal.", "Python"),
    Variable("NO_COLOR", "Set to anything, terminals get no colours.", "Rich"),
    Variable("FORCE_COLOR", "Set to anything, files and pipes get colours too.", "Rich"),
    Variable("TERM", "`dumb` or `unknown`: no colours, and progress as plain lines.", "Rich"),
    Variable("TMPDIR", "Folder of the temporary files of long runs.", "Python"),
    Variable("XDG_STATE_HOME", "Folder of the records of `play`, on Linux.", "platformdirs"),
)
