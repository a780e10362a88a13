"""The form of saved play-throughs as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, TextForm

__all__ = ["PLAY_THROUGH"]

PLAY_THROUGH: Final = TextForm(
    id="play-through",
    title="saved play-through",
    summary="a level, the moves made on it, and the position in them, as a JSON object",
    fields=(
        Entry("v", "the version of this form", "1", required=True),
        Entry("game", "the id of the game", required=True),
        Entry("rules", "the version of its rules", "a whole number", required=True),
        Entry("objective", "the id of the objective; the game's first one if it is missing"),
        Entry("level", "the board, in the game's own text form", "text", required=True),
        Entry("moves", "the moves, those that were taken back included", "texts", required=True),
        Entry("at", "the number of moves that are made; the rest can be redone", required=True),
    ),
    notes="""\
- It is replayed when it is loaded, and refused under other rules.
- Commands that read boards read its level.
""",
    example="""\
{
 "v": 1,
 "game": "sokoban",
 "rules": 1,
 "objective": "pushes",
 "level": "######\\n#@ $.#\\n######\\n",
 "moves": ["R", "R"],
 "at": 1
}
""",
)
