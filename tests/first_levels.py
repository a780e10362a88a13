"""The boards that seeds mean, on file: ``make first-levels`` writes ``tests/data``."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridproof.design.goal import Unmet
from gridproof.design.level_id import GeneratorConfig
from gridproof.game import AnyGame
from gridproof.specs import GeneratorSpec
from tests.samples import GAMES, brief, small_generators

PATH = Path(__file__).parent / "data" / "first_levels.json"
SEED = "1.0"


def brief_config(game: AnyGame, spec: GeneratorSpec, **changed: Any) -> GeneratorConfig:
    """The generator with parameters at which it soon has a board."""
    return GeneratorConfig(game, spec, {**brief(spec), **changed})


def first_levels(game: AnyGame) -> Mapping[str, str]:
    """By ID the digest of the first board of each generator, or why it finds none.

    A generator with ``small`` parameters has one with these, too.
    """
    configs = [brief_config(game, spec) for spec in game.generators]
    configs += [GeneratorConfig(game, spec, spec.small) for spec in small_generators(game)]
    return {config.id(SEED): _digest(config) for config in configs}


def _digest(config: GeneratorConfig) -> str:
    """Of the board as text, so that it stays when only rules of the game change."""
    try:
        board = config.draw(SEED)
    except Unmet as unmet:
        return unmet.why
    text = config.game.write(board.with_info(), config.game.canonical_format)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def all_first_levels() -> str:
    """The text of the file."""
    found = {name: said for game in GAMES.values() for name, said in first_levels(game).items()}
    return json.dumps(found, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(all_first_levels(), encoding="utf-8")
