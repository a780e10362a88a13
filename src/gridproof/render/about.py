"""The rules of a game as text, and the task of a board in a line."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from gridproof.errors import shorten
from gridproof.game import AnyGame
from gridproof.level import Level, Objective
from gridproof.result import Result, Status, Value, first
from gridproof.scene import Scene, Sprite
from gridproof.solving.messages import amounts
from gridproof.specs import About
from gridproof.verifying import stated_optimum

__all__ = [
    "example",
    "example_lines",
    "example_scenes",
    "goal_line",
    "goal_of",
    "known_words",
    "legend",
    "rules_text",
    "set_options",
]


def goal_of(game: AnyGame, objective: str | None = None) -> str:
    """Return the task under an objective, one sentence without a full stop."""
    return game.about.goals[game.objective(objective).id]


def goal_line(
    game: AnyGame, level: Level, objective: str | None = None, result: Result | None = None
) -> str:
    """Return the line above a board: its task, its options, and the best value as far as proven.

    ``Walk to the right end in as few steps as you can · stride: 2 · 4 steps are enough``

    Args:
        game: of the board.
        level: the board, whose header may state the optimum.
        objective: the objective's id; None is the game's first one.
        result: of a search from the start of the board under this objective, or None.
    """
    goal = game.objective(objective)
    options = (text for text, _ in set_options(game, level))
    parts = (goal_of(game, goal.id), *options, _known(game, level, goal, result))
    return " · ".join(filter(None, parts))


def known_words(game: AnyGame, level: Level) -> str:
    """Return the words on the optimum that a board's header states; "" if it states none."""
    return _known(game, level, game.objective(), None)


def set_options(game: AnyGame, level: Level) -> list[tuple[str, str]]:
    """Return the options that a board sets, as header lines write them, each with its meaning."""
    return [
        (f"{option.name}: {shorten(option.show(value))}", f"{option.explain(value)}.")
        for option in game.options
        if (value := getattr(level, option.attribute)) != option.default
        and option.name not in game.about.pictured
    ]


def _known(game: AnyGame, level: Level, goal: Objective, result: Result | None) -> str:
    """Return the words on the best value, as far as it is known."""
    is_exact = result is None or result.proof != "milp-float"
    how = "" if is_exact else "by a floating-point MILP bound"
    if result is not None and result.status is Status.INFEASIBLE:
        return f"this board has no solution, {how or 'proven'}"
    if result is not None and result.status is Status.OPTIMAL and result.cost is not None:
        return ", ".join(filter(None, (_reached(game, goal, result.cost), how)))
    if (stated := stated_optimum(game, level, goal)) is not None:
        return _reached(game, goal, stated)
    bound = None if result is None or result.bound is None else first(result.bound)
    if bound is None or (goal.sense == "min" and bound <= 0):
        return ""
    if goal.sense == "max":
        said = f"at most {_reached(game, goal, bound)}"
    else:
        amount, are = _amount(game, goal, bound)
        said = f"at least {amount} {are} needed"
    return ", ".join(filter(None, (said, how)))


def _reached(game: AnyGame, goal: Objective, value: Value) -> str:
    """Return an optimum in words: "2 steps are enough", "5 stones can be broken"."""
    amount, are = _amount(game, goal, value)
    usual = f"{are} enough" if goal.sense == "min" else f"{are} possible"
    return f"{amount} {game.about.reached.get(goal.id, usual)}"


def _amount(game: AnyGame, goal: Objective, value: Value) -> tuple[str, str]:
    """Return a value with its units in words, and "is" or "are" behind it."""
    units = [game.about.units.get(metric, metric) for metric in goal.metrics]
    return " and ".join(amounts(value, units)), "is" if value in (1, (1,)) else "are"


def example_scenes(game: AnyGame) -> tuple[Scene, Scene]:
    """Return the pictures of the example's board before and after its moves."""
    level: Level
    (level,) = (board for board in game.read(game.about.board) if isinstance(board, Level))
    state = game.initial(level)
    before = game.picture(level, state)
    for move in game.about.moves:
        state, _ = game.apply(level, state, move)
    return before, game.picture(level, state)


def example(game: AnyGame) -> tuple[str, str]:
    """Return the drawings of the example's board before and after its moves."""
    before, after = example_scenes(game)
    return str(before), str(after)


def legend(game: AnyGame) -> list[Sprite]:
    """Return one thing of each kind in the example, in the order of their layers."""
    found: dict[str, Sprite] = {}
    for scene in example_scenes(game):
        for sprite in (*scene.sprites, *scene.tile_sprites()):
            if sprite.kind not in ("floor", "outside"):
                found.setdefault(sprite.kind, sprite)
    return sorted(found.values(), key=lambda sprite: -sprite.layer)


def example_lines(game: AnyGame) -> list[str]:
    """Return the two drawings beside each other."""
    before, after = (drawing.split("\n") for drawing in example(game))
    width = max(map(len, before))
    middle = len(before) // 2
    return [
        f"{left}{' ' * (width - len(left))}{'  ->  ' if row == middle else ' ' * 6}{right}"
        for row, (left, right) in enumerate(zip_longest(before, after, fillvalue=""))
    ]


def legend_lines(game: AnyGame, width: int) -> list[str]:
    """Return the signs of the example with their meaning, as many on a line as fit."""
    signs = [f"{sprite.text.strip()} {sprite.words}" for sprite in legend(game)]
    kept_together = (sign.replace(" ", "\N{NO-BREAK SPACE}") for sign in signs)
    lines = wrap(" · ".join(kept_together), width)
    return [line.replace("\N{NO-BREAK SPACE}", " ").removesuffix(" ·") for line in lines]


def rules_text(game: AnyGame, width: int, level: Level | None = None) -> list[str]:
    """Return goal, options of a board, rules, example and notation, in ``width`` columns."""
    about = game.about
    lines = wrap(f"{goal_of(game)}.", width)
    options = [] if level is None else set_options(game, level)
    said = [f"This board has {text}. {meaning}" for text, meaning in options]
    for rule in (*said, *About.items(about.rules)):
        lines += wrap(rule, width, initial_indent="- ", subsequent_indent="  ")
    lines += ["", *example_lines(game), "", *wrap(about.shown, width), *legend_lines(game, width)]
    return lines + wrap(" ".join(About.items(about.notation)), width)
