"""The pictures of a play-through, as the steps that a player shows one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from gridproof.game import DeadEnd
from gridproof.render.animation import Recorder
from gridproof.scene import Scene, crossed
from gridproof.web.bounded_session import BoundedSession

__all__ = ["Json", "PlayPictures"]

Json: TypeAlias = dict[str, Any]


class PlayPictures:
    """The pictures of one play-through.

    Args:
        session: the play-through.

    Attributes:
        shown: the latest scene.
    """

    def __init__(self, session: BoundedSession) -> None:
        self._session = session
        self._recorder = _recorder(session)
        self.shown = session.scene

    def head(self) -> Json:
        """Return the record with which a player begins: the board as it is now."""
        return self._recorder.head()

    def step(self, move: str, scenes: Sequence[Scene], number: int) -> Json:
        """Return the next step of the player; ``number`` moves have led to the last scene."""
        joined = []
        for scene in scenes:
            # A way that begins elsewhere was walked already, by the cursor.
            stands = {sprite.id: (sprite.x, sprite.y) for sprite in self.shown.sprites}
            ways = {key: way for key, way in scene.paths.items() if stands.get(key) == way[0]}
            joined.append(replace(scene, paths=ways))
            self.shown = scene
        return self._recorder.step(move, joined, number)

    def went(self) -> Json:
        """Return the step to the position as it is now."""
        return self.step("", [self._session.scene], self._session.made)

    def mark(self, dead_end: DeadEnd | None) -> None:
        """Have the player begin with the position as it is now, crosses included."""
        self.shown = self._session.scene
        self._recorder.changes("", [self._marked(dead_end)], self._session.made)

    def cross(self, steps: list[Json], dead_end: DeadEnd | None) -> list[Json]:
        """Return steps, after which crosses are seen if there are any."""
        if dead_end is None and steps:
            return steps
        more = self.step("", [self._marked(dead_end)], self._session.made)
        if not steps or "preview" in steps[-1]:
            return [*steps, more]
        last = dict(steps[-1])  # whose motion is seen to its end
        last["frames"] = [*last["frames"], *more["frames"]]
        for name in ("looks", "defs", "traced"):
            if name in more:
                last[name] = last[name] + more[name] if name in last else more[name]
        return [*steps[:-1], last]

    def _marked(self, dead_end: DeadEnd | None) -> Scene:
        """Return the position with crosses on the cells that forbid every solution."""
        cells = frozenset() if dead_end is None else dead_end.cells
        return crossed(self._session.scene, cells)


def _recorder(session: BoundedSession) -> Recorder:
    """Make a recorder that has seen all moves of a play-through."""
    game, level = session.game, session.level
    state = game.initial(level)
    recorder = Recorder(session.backdrop, game.scene(level, state))
    for number, move in enumerate(session.moves, 1):
        recorder.changes(move, list(game.frames(level, state, move))[1:], number)
        state, _ = game.apply(level, state, move)
    recorder.changes("", [session.scene], len(session.moves))
    return recorder
