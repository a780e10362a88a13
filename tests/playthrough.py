"""A readable trace of the whole protocol along one random game, one file a game.

``python -m tests.playthrough`` writes ``tests/playthroughs/<game>.txt`` anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gridproof.errors import IllegalMove, InputError
from gridproof.game import AnyGame
from gridproof.level import Outcome
from gridproof.playing.session import Session
from gridproof.registry import digest
from gridproof.solving.solve import solve
from tests.samples import GAMES, random_levels, sample_levels

PATH = Path(__file__).parent / "playthroughs"
_MOVES = 8


def playthrough(game: AnyGame) -> str:
    """The trace of one game."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: AnyGame) -> Iterator[str]:
    tried = sample_levels(game.id)[:1] or random_levels(game.id, 3)
    level = max(tried, key=lambda level: level.width * level.height)
    rng = random.Random(game.id)
    yield f"game {game.id}: {game.title}"
    yield f"rules version {game.rules_version}, formats {', '.join(game.formats)}"
    for objective in game.objectives:
        metrics = ", ".join(objective.metrics)
        yield f"objective {objective.id}: {objective.sense} {metrics} ({objective.summary})"
    for option in game.options:
        yield f"option {option.name}: {option.summary}"
    for form in game.formats:
        yield ""
        yield f"written as {form}:"
        try:
            yield game.write(level, form).rstrip("\n")
        except InputError as error:
            yield f"not possible: {error}"
    yield ""
    yield f"digest {digest(game, level)}"
    actions = game.actions(level) or ()
    yield f"{len(actions)} actions: {_some(actions)}"
    session = Session(level, game=game)
    for number in range(_MOVES + 1):
        yield ""
        yield f"position {number}"
        yield str(session.picture)
        yield f"state {session.state!r}"
        for objective in game.objectives:
            moves = list(game.moves(level, session.state, objective))
            key = game.key(level, session.state, objective)
            outcome = game.outcome(level, session.state, objective)
            yield f"{objective.id}: {outcome.value}, key {_plain(key)}"
            yield f"  {len(moves)} moves: {_some(moves)}"
        illegal = _illegal(session, actions)
        if illegal is not None:
            yield f"illegal: {illegal}"
        moves = list(game.moves(level, session.state, session.objective))
        if not moves or number == _MOVES or session.outcome is not Outcome.IN_PLAY:
            break
        move = rng.choice(moves)
        frames = list(game.frames(level, session.state, move))
        session.apply(move)
        yield f"move {move}: costs {session.costs}, {len(frames)} frames"
    yield ""
    yield f"played: {game.write_solution(level, session.moves)!r}"
    for objective in game.objectives:
        result = solve(level, game=game, objective=objective.id)
        yield (
            f"best for {objective.id}: {result.status} cost {result.cost} bound {result.bound} "
            f"costs {dict(result.costs)} in {result.stats.expanded} nodes: {result.solution!r}"
        )


def _illegal(session: Session, actions: Any) -> str | None:
    for action in actions:
        try:
            session.game.apply(session.level, session.state, action)
        except IllegalMove as error:
            return str(error)
    return None


def _plain(key: Any) -> str:
    """A key with the members of sets in order."""
    if isinstance(key, frozenset):
        return f"{{{', '.join(map(str, sorted(key)))}}}"
    if type(key) is tuple:
        return f"({', '.join(map(_plain, key))})"
    return repr(key)


def _some(things: Any) -> str:
    shown = " | ".join(things[:12])
    return f"{shown} | …" if len(things) > 12 else shown


if __name__ == "__main__":
    PATH.mkdir(exist_ok=True)
    for game in GAMES.values():
        (PATH / f"{game.id}.txt").write_text(playthrough(game), encoding="utf-8")
