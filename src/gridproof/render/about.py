"""The rules of a game as text: for the terminal, and as a page in Markdown."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.specs import About

__all__ = ["example", "example_lines", "goal_of", "rules_text"]


def goal_of(game: AnyGame, objective: str | None = None) -> str:
    """Return the task under an objective, one sentence without a full stop."""
    return game.about.goals[game.objective(objective).id]


def example(game: AnyGame) -> tuple[str, str]:
    """Return the drawings of the example's board before and after its moves."""
    level: Level
    (level,) = (board for board in game.read(game.about.board) if isinstance(board, Level))
    state = game.initial(level)
    before = str(game.picture(level, state))
    for move in game.about.moves:
        state, _ = game.apply(level, state, move)
    return before, str(game.picture(level, state))


def example_lines(game: AnyGame) -> list[str]:
    """Return the two drawings beside each other."""
    before, after = (drawing.split("\n") for drawing in example(game))
    width = max(map(len, before))
    middle = len(before) // 2
    return [
        f"{left}{' ' * (width - len(left))}{'  ->  ' if row == middle else ' ' * 6}{right}"
        for row, (left, right) in enumerate(zip_longest(before, after, fillvalue=""))
    ]


def rules_text(game: AnyGame, width: int) -> list[str]:
    """Return goal, rules, example and notation as lines of at most ``width`` columns."""
    about = game.about
    lines = wrap(f"{goal_of(game)}.", width)
    for rule in About.items(about.rules):
        lines += wrap(rule, width, initial_indent="- ", subsequent_indent="  ")
    lines += ["", *example_lines(game), "", *wrap(about.shown, width)]
    return lines + wrap(" ".join(About.items(about.notation)), width)
