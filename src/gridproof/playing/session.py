"""One play-through: the level, the moves made, a cursor, undo and redo, save and load."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

from gridproof.arguments import check_text, explained
from gridproof.errors import IllegalMove, InputError, MoveError
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.lazy import load
from gridproof.level import Level, Objective, Outcome
from gridproof.registry import find_game, game_of
from gridproof.result import Limits
from gridproof.scene import CORNER, Scene
from gridproof.solving.solve import solve
from gridproof.strict_json import Field, FieldError, first_json

__all__ = ["Session"]

_VERSION = 1


@explained
class Session:
    """A play-through of one level.

    Args:
        level: a level without faults.
        game: its game, or the game's id; None looks it up by ``level.game``.
        objective: id of the objective that is played for; None is the game's first one.
    """

    def __init__(
        self,
        level: Level,
        *,
        game: AnyGame | str | None = None,
        objective: str | None = None,
    ) -> None:
        self.game: AnyGame = game_of(level, game)
        self.level = level
        self.objective: Objective = self.game.objective(objective)
        self.cursor: Any = None
        self._states: list[Any] = [self.game.initial(level)]
        self._gains: list[Mapping[str, int]] = []
        self._moves: list[str] = []
        self._at = 0

    @property
    def state(self) -> Any:
        """The position now."""
        return self._states[self._at]

    @property
    def moves(self) -> Sequence[str]:
        """The moves that led here."""
        return tuple(self._moves[: self._at])

    @property
    def made(self) -> int:
        """The number of moves that led here."""
        return self._at

    @property
    def last(self) -> str | None:
        """The last of them; None at the start."""
        return self._moves[self._at - 1] if self._at else None

    @property
    def undone(self) -> Sequence[str]:
        """The moves that :meth:`redo` makes again."""
        return tuple(self._moves[self._at :])

    @property
    def costs(self) -> Mapping[str, int]:
        """Every metric of the moves that led here."""
        costs: Counter[str] = Counter(dict.fromkeys(self.objective.metrics, 0))
        for gains in self._gains[: self._at]:
            costs.update(gains)
        return dict(costs)

    @property
    def outcome(self) -> Outcome:
        """The standing of the position."""
        return self.game.outcome(self.level, self.state, self.objective)

    @property
    def end(self) -> Outcome:
        """The standing for a player who goes on as long as there is anything to be won.

        Under a maximising objective every position may be a solution: the play is solved when no
        move is left.
        """
        outcome = self.outcome
        if outcome is Outcome.IN_PLAY and self.objective.sense == "max" and self.is_over:
            return Outcome.SOLVED
        return outcome

    @property
    def is_over(self) -> bool:
        """True if no further move can make the play better.

        Under a maximising objective a solved play is not over before no move is left.
        """
        if self.objective.sense == "min":
            return self.outcome is Outcome.SOLVED
        position = (self.level, self.state, self.objective)
        return next(self.game.moves(*position), None) is None and self.game.complete(*position)

    @property
    def in_hand(self) -> Any:
        """The cursor as a player has to see it, also before the first key."""
        return self.game.cursor(self.level, self.state, self.cursor)

    @functools.cached_property
    def backdrop(self) -> Scene:
        """The scene that never changes."""
        return self.game.backdrop(self.level)

    @property
    def scene(self) -> Scene:
        """The scene of all that can change, at this position."""
        return self.game.scene(self.level, self.state, self.cursor)

    @property
    def caption(self) -> str:
        """The line below the picture of this position: counts of the things left."""
        return self.game.scene(self.level, self.state, self.in_hand, CORNER).caption

    @property
    def picture(self) -> Scene:
        """The scene over the backdrop."""
        return self.scene.over(self.backdrop)

    def __str__(self) -> str:
        return str(self.game.picture(self.level, self.state, self.in_hand, CORNER))

    def __repr__(self) -> str:
        return f"<Session of {self.level!r} after {len(self.moves)} moves>"

    def _repr_svg_(self) -> str:
        picture: str = load("gridproof.render.notebook:of_session")(self)
        return picture

    def _repr_html_(self) -> str:
        shown: str = load("gridproof.render.notebook:themed")(self)
        return shown

    def apply(self, move: str) -> None:
        """Make a move; moves that were undone are forgotten.

        Raises:
            MoveError: the move cannot be made; nothing has changed.
        """
        check_text(move, "a move")
        try:
            state, gains = self.game.apply(self.level, self.state, move)
        except IllegalMove as error:
            position = self.game.picture(self.level, self.state, None, CORNER)
            raise IllegalMove(move, error.reason, str(position)) from None
        del self._moves[self._at :], self._gains[self._at :], self._states[self._at + 1 :]
        self._moves.append(move)
        self._gains.append(gains)
        self._states.append(state)
        self._go(self._at + 1)

    def press(self, key: str) -> bool:
        """Do what a key means: a move, a new cursor, or nothing (return False).

        Raises:
            MoveError: the key means a move that cannot be made.
        """
        return self._do(self.game.interpret(self.level, self.state, self.cursor, key))

    def point(self, cell: Pos) -> bool:
        """Do what pointing at a cell of the scene means, in the same way.

        Raises:
            MoveError: it means a move that cannot be made.
        """
        return self._do(self.game.point(self.level, self.state, self.cursor, cell))

    def _do(self, meaning: Any) -> bool:
        if meaning is None:
            return False
        if isinstance(meaning, str):
            self.apply(meaning)
        else:
            self.cursor = meaning
        return True

    def undo(self) -> bool:
        """Take the last move back; return False at the start."""
        return self._go(self._at - 1)

    def redo(self) -> bool:
        """Make an undone move again; return False if there is none."""
        return self._go(self._at + 1)

    def restart(self) -> None:
        """Go back to the start; all moves can be redone."""
        self._go(0)

    def _go(self, number: int) -> bool:
        """Go to the position after a number of moves, if any, with the cursor as it was."""
        if not 0 <= number <= len(self._moves):
            return False
        self._at = number
        if self.cursor is not None:
            self.cursor = self.in_hand  # it may not fit the position any more
        return True

    def hint(self, limits: Limits) -> str | None:
        """Return the first move of the best play from here that the game's best solver finds.

        If no level expresses the position, it is the first solver that can start there, mostly
        plain search. None if it finds none within the limits.
        """
        if self.game.missing(self.level) is not None:
            return None
        objective = self.objective.id
        result = solve(
            self.level, game=self.game, objective=objective, limits=limits, start=self.state
        )
        return result.moves[0] if result.moves else None

    def save(self) -> str:
        """Return the play-through as text: one JSON object."""
        moves = json.dumps(self._moves, ensure_ascii=False)
        return f'{self._saved_level},\n "moves": {moves},\n "at": {self._at}\n}}'

    @functools.cached_property
    def _saved_level(self) -> str:
        """The part that does not change, with the board, which may be long."""
        record = {
            "v": _VERSION,
            "game": self.game.id,
            "rules": self.game.rules_version,
            "objective": self.objective.id,
            "level": self.game.write(self.level, self.game.canonical_format),
        }
        return json.dumps(record, ensure_ascii=False, indent=1).removesuffix("\n}")

    @classmethod
    def load(cls, text: str, *, game: AnyGame | None = None) -> Self:
        """Return the play-through that :meth:`save` wrote, replayed move by move.

        Raises:
            InputError: the text is no saved play-through, of this version and these rules, or its
                moves cannot be made.
        """
        check_text(text, "a saved play-through", "`Path(…).read_text()` reads one from a file")
        what = "not a saved play-through"
        record = first_json(text)
        if record is None:
            raise InputError(f"{what}: it is not a JSON object")
        saved = Field(record)
        try:
            version = saved["v"].whole()
            if version != _VERSION:
                raise InputError(
                    f"saved by another version of gridproof (format {version})",
                    hint="play the level again, or open it with that version",
                )
            game = game or find_game(saved["game"].text())
            rules = saved["rules"].whole()
            if rules != game.rules_version:
                raise InputError(
                    f"saved under version {rules} of the rules of {game.id}; "
                    f"they are at version {game.rules_version} now",
                    hint="play the level again, or open it with the earlier version",
                )
            said = saved.get("objective")
            objective = None if said is None else said.text()
            board = saved["level"].text()
            moves = [move.text() for move in saved["moves"].entries()]
            at = saved["at"].whole(0, len(moves))
        except FieldError as error:
            raise InputError(f"{what}: {error}") from None
        levels = list(game.read(board, "saved play-through"))
        if len(levels) != 1:
            raise InputError(f"{what}: it holds {len(levels)} boards")
        (level,) = levels
        if not isinstance(level, Level):
            raise level.as_error()
        session = cls(level, game=game, objective=objective)
        try:
            for move in moves:
                session.apply(move)
        except MoveError as error:
            raise InputError(f"the saved moves do not fit the board: {error}") from None
        session._at = at
        return session
