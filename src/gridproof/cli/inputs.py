"""What the verbs that read boards have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridproof.cli import messages
from gridproof.errors import InputError
from gridproof.game import BoardFault, Game, Level
from gridproof.loading import read_text, scan

__all__ = ["Board", "boards", "parse_settings"]


@dataclass(frozen=True)
class Board:
    """One board of a file: its game and its number in the file (from 1)."""

    file: str
    number: int
    game: Game[Any, Any]
    level: Level

    @property
    def name(self) -> str:
        """How lines about this board begin."""
        return self.level.title or f"{self.file}#{self.number}"


def parse_settings(settings: Sequence[str]) -> Mapping[str, str]:
    """The options of ``--set NAME=VALUE``.

    Raises:
        InputError: one has another form.
    """
    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise InputError(f"`--set` takes `option=value`: {setting}")
        options[name.strip()] = value.strip()
    return options


def boards(
    files: Sequence[str],
    *,
    game: str | None,
    level: str | None,
    settings: Sequence[str],
    faults: list[InputError | BoardFault],
) -> Iterator[Board]:
    """The boards of the files, in order; problems are printed and added to ``faults``.

    Args:
        files: paths, or ``loading.STDIN``.
        game: id of the game, or None to tell it from each file.
        level: take only the board of this number or title.
        settings: ``NAME=VALUE`` options.
        faults: grows by every file and board that could not be read.
    """
    if not files:
        raise InputError(
            "no file is named", hint="name files with boards, or `-` for standard input"
        )
    options = parse_settings(settings)
    taken = 0
    for file in files:
        try:
            found, items = scan(read_text(file), file, game=game, options=options)
            for number, item in enumerate(items, 1):
                if not _wanted(level, number, item):
                    continue
                taken += 1
                if isinstance(item, BoardFault):
                    faults.append(item)
                    messages.error(str(item))
                    if item.hint:
                        messages.hint(item.hint)
                else:
                    yield Board(file, number, found, item)
        except InputError as problem:
            if len(files) == 1:
                raise
            faults.append(problem)
            messages.report(problem)
            taken += 1
    if level is not None and not taken:
        raise InputError(f"no board has the number or title: {level}")


def _wanted(level: str | None, number: int, item: Level | BoardFault) -> bool:
    if level is None or level == str(number):
        return True
    return isinstance(item, Level) and item.title == level
