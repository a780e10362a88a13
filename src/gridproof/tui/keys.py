"""The program's own keys. Those of a game come first: see :attr:`gridproof.game.Game.keys`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from gridproof.game import AnyGame, Keys
from gridproof.grid import DIRECTION_KEYS

__all__ = ["KEYS", "Action", "action_of", "help_lines", "is_of_game", "shown"]

Action = Literal[
    "undo", "redo", "restart", "next", "previous", "hint", "optimum", "warn", "another", "look",
    "save", "help", "stop", "quit",
]  # fmt: skip

#: The purpose of each action, and its keys as Textual names them; help shows the first one.
KEYS: Final[dict[Action, Keys]] = {
    "undo": Keys(("u", "ctrl+z"), "take the last move back"),
    "redo": Keys(("ctrl+y",), "make it again"),
    "restart": Keys(("r",), "back to the start"),
    "next": Keys(("n",), "the next level"),
    "previous": Keys(("p",), "the level before"),
    "hint": Keys(
        ("h",), "how far it is from here; again: the next move; again: the whole solution played"
    ),
    "optimum": Keys(("o",), "the proven optimum of the level"),
    "warn": Keys(("x",), "warn where no solution can follow, or do not"),
    "another": Keys(("g",), "another level like this one, if it was generated"),
    "look": Keys(
        ("shift+up", "shift+down", "shift+left", "shift+right"), "look round a large board"
    ),
    "save": Keys(("ctrl+s",), "save the play-through in a file"),
    "help": Keys(("?",), "the rules, and all keys"),
    "stop": Keys(("escape",), "stop what is running: the search, the solution; else leave"),
    "quit": Keys(("ctrl+q", "ctrl+c", "q"), "end (q only in games that do not move with it)"),
}

_NAMES: Final = {"escape": "Esc", "tab": "Tab", "enter": "Enter", "space": "Space"}


def is_of_game(game: AnyGame, key: str) -> bool:
    """Return True if a key is one of those that a game uses."""
    return any(key.lower() in keys.names for keys in game.keys)


def action_of(key: str) -> Action | None:
    """Return the meaning of a key for the program, if the game has no use for it."""
    return next((action for action, keys in KEYS.items() if key.lower() in keys.names), None)


def shown(keys: Keys) -> str:
    """Return the keys for people, in few columns."""
    if keys.names == DIRECTION_KEYS:
        return "arrows, wasd, zqsd"
    if all(name.startswith("shift+") for name in keys.names):
        return "Shift with arrows"
    if len(keys.names) > 3:
        return f"{keys.names[0]} … {keys.names[-1]}"
    return ", ".join(map(_shown, keys.names))


def _shown(name: str) -> str:
    if name.startswith("ctrl+"):
        return f"Ctrl-{name[-1].upper()}"
    return _NAMES.get(name, name)


def help_lines(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Yield all keys and their effects, the game's own first; ("", "") parts the two."""
    for keys in game.keys:
        yield shown(keys), keys.use
    if game.quit_keys:
        yield shown(Keys(game.quit_keys, "")), "end"
    yield "", ""
    for keys in KEYS.values():
        yield shown(keys), keys.use
