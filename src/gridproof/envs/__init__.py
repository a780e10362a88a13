"""Environments for reinforcement learning: each game that lists its actions, as Gymnasium has them.

Importing this package registers them: ``gridproof/Sokoban-v0`` with the shipped boards of sokoban,
``gridproof/Sokoban-microban1-v0`` with another shipped collection, and so on for all games, also
those of other packages. If no boards of a game are shipped, its first generator makes them.

>>> import gymnasium, gridproof.envs
>>> env = gymnasium.make("gridproof/Robots-v0")
>>> observation, info = env.reset(seed=7)
"""

from __future__ import annotations

from gridproof.errors import MissingPart

try:
    import gymnasium
except ImportError:
    raise MissingPart("environments need Gymnasium", hint="pip install 'gridproof[envs]'") from None

from gridproof.envs.environment import PuzzleEnv
from gridproof.envs.presets import presets

__all__ = ["PuzzleEnv", "presets"]

for _preset in presets():
    if _preset.id not in gymnasium.registry:
        gymnasium.register(
            _preset.id,
            entry_point="gridproof.envs.environment:PuzzleEnv",
            max_episode_steps=_preset.max_episode_steps,
            kwargs=_preset.arguments,
        )
