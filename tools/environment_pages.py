"""Writes ``docs/reference/environments``: what docstrings and the games say of the environments.

A page for all of them, and one a game; a test compares them with what this makes.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Final

import gymnasium
from tools.docstrings import markdown

from gridproof.design.level_id import generators
from gridproof.envs import PuzzleEnv, presets
from gridproof.envs.presets import Preset
from gridproof.game import AnyGame
from gridproof.registry import find_game
from gridproof.solving.messages import counted

FOLDER: Final = Path(__file__).parents[1] / "docs" / "reference" / "environments"
#: So many actions are named, and the last one.
_MAX_NAMED: Final = 4


def pages() -> Mapping[str, str]:
    """Return the text of each file."""
    found = {"README.md": _lines(_general())}
    for game, own in groupby(presets(), lambda preset: preset.game):
        found[f"{game}.md"] = _lines(_of_game(find_game(game), list(own)))
    return found


def _lines(lines: Iterator[str]) -> str:
    return "\n".join(lines) + "\n"


def _general() -> Iterator[str]:
    """Yield the docstring of the environment, and what is registered."""
    yield "# Environments"
    yield ""
    yield f"Made of docstrings by `make environment-pages`. [Their use]({_up('howto')})."
    yield ""
    yield from markdown(inspect.getdoc(PuzzleEnv) or "")
    yield ""
    yield "## Environments"
    yield ""
    yield "| ID | levels | actions | planes × rows × columns |"
    yield "|---|---|---|---|"
    for preset in presets():
        env = _made(preset)
        shape = " × ".join(map(str, env.observation_space.shape or ()))
        yield (
            f"| [`{preset.id}`]({preset.game}.md) | {len(env.levels)} | {len(env.actions):,} "
            f"| {shape} |"
        )


def _of_game(game: AnyGame, own: list[Preset]) -> Iterator[str]:
    """Yield what differs from game to game, under the same headings."""
    yield f"# {game.title}"
    yield ""
    yield f"{(type(game).__doc__ or '').split('.')[0]}. All that is not said here is the same for"
    yield "[all environments](README.md)."
    environments = {preset: _made(preset) for preset in own}
    yield from ("", "## Action Space", "")
    for preset, env in environments.items():
        named = [f"`{move}`" for move in env.actions]
        if len(named) > _MAX_NAMED + 1:
            named[_MAX_NAMED:-1] = ["…"]
        yield f"- `{preset.id}`: `{env.action_space}`, {', '.join(named)}"
    yield from ("", "## Observation Space", "")
    for preset, env in environments.items():
        yield f"- `{preset.id}`: `Box{env.observation_space.shape}`, with the planes"
        yield f"  {', '.join(f'`{plane}`' for plane in env.planes)}"
    yield from ("", "## Rewards", "", "| objective | return, without the bonus |", "|---|---|")
    for objective in game.objectives:
        if len(objective.metrics) == 1:
            sign = "minus " if objective.sense == "min" else ""
            said = f"{sign}{objective.metrics[0]}: {objective.summary}"
            yield f"| `{objective.id}` | {said} |"
    yield from ("", "## Starting State", "")
    for preset, env in environments.items():
        shipped = f" of `{preset.levels}`" if preset.levels else ""
        yield f"- `{preset.id}`: {counted('levels', len(env.levels))}{shipped}"
    yield from ("", "Other levels come from files, or from generators:", "")
    for spec in generators(game).values():
        yield f"- `{spec.id}`: {spec.summary}"
    yield from ("", "## Version History", "", "- v0: first release.")


def _made(preset: Preset) -> PuzzleEnv:
    env = gymnasium.make(preset.id).unwrapped
    assert isinstance(env, PuzzleEnv)
    return env


def _up(folder: str) -> str:
    return f"../../{folder}/environments.md"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
