"""Play-throughs of pages: actions change one, and its recorder notes the steps for the player."""

from __future__ import annotations

import functools
import pickle
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from gridproof.errors import GridproofError, MoveError
from gridproof.game import AnyGame, DeadEnd
from gridproof.playing.standing import Standing
from gridproof.result import Result
from gridproof.strict_json import Field
from gridproof.web.answers import Refusal
from gridproof.web.bounded_session import BoundedSession
from gridproof.web.play_actions import (
    Action,
    Follow,
    Point,
    Press,
    Preview,
    Redo,
    Restart,
    Undo,
    Warn,
    count_followed,
    read_action,
)
from gridproof.web.play_pictures import Json, PlayPictures

__all__ = ["Done", "Play", "SearchStart"]

#: Solutions that are shown one after another.
_MAX_SHOWN: Final = 100
#: Bytes in memory for a byte of the pickle. Measured on all games: 1.8 to 8.2, the latter with all
#: that a level keeps of itself.
_FACTOR: Final = 12
#: Bytes in memory for a move besides the position: its text, its gain, and new looks.
_MOVE: Final = 1200
#: Microseconds of one move on the smallest board.
_STEP: Final = 1000
#: Moves after which a play-through is pickled again to be weighed.
_REWEIGHED: Final = 64


@dataclass(frozen=True)
class SearchStart:
    """The position from which a solver searches.

    Attributes:
        here: True for a position of the play, False for the board itself.
        moves: that lead to the position.
        costs: of these moves, by metric.
    """

    here: bool
    moves: tuple[str, ...]
    costs: Mapping[str, int]


@dataclass(frozen=True)
class Done:
    """The outcome of some actions.

    Attributes:
        steps: for the player that shows the board.
        said: the reason why an action could not be done, or "".
        kept: moves that are as they were before.
        moves: all moves behind these, undone ones included.
    """

    steps: Sequence[Json]
    said: str
    kept: int
    moves: Sequence[str]


class Play:
    """One play-through on one page. It can be pickled; one thread at a time uses it.

    Args:
        session: the play-through.
        number: of its board in the file, from 1.
        source: id of the collection, or "" for a file of the user.
        standing: the solutions and bounds that are known already.
        order: the ID of a board that was drawn, with all wishes; or "".
        symmetry_class: of this board, shared by those that are the same to a player; "": not known.

    Attributes:
        id: names it in addresses.
        found: the last result of the board (False) and of a position (True).
        outcome: of the position.
        dead_end: the reason why no solution can follow; None: none is known, or is to be reported.
        by_solver: True if a solver made the last moves.
        pictures: of the play-through, for its page.
    """

    def __init__(
        self,
        session: BoundedSession,
        number: int = 1,
        source: str = "",
        standing: Standing | None = None,
        order: str = "",
        symmetry_class: str = "",
    ) -> None:
        self.id = secrets.token_urlsafe(16)
        self.session = session
        self.standing = standing or Standing(session.objective)
        self.number = number
        self.source = source
        self.order, self.symmetry_class = order, symmetry_class
        self.by_solver = False
        self.found: dict[bool, tuple[SearchStart, Result]] = {}
        session.cursor = session.in_hand  # shown from the first moment
        self.pictures = PlayPictures(session)
        self._warns = True
        self._examine()
        if self.dead_end is not None:  # seen from the first moment, too
            self.pictures.mark(self.dead_end)
        self.weigh()

    @property
    def game(self) -> AnyGame:
        """Its rules."""
        return self.session.game

    def weigh(self) -> None:
        """Measure anew how much memory it takes."""
        session = self.session
        self._pickled = len(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
        self._weighed_at = session.length, session.held

    @property
    def weight(self) -> int:
        """Bytes that it takes in memory, estimated from above."""
        moves, held = self._weighed_at
        grown = _FACTOR * (self.session.held - held) + _MOVE * (self.session.length - moves)
        return _FACTOR * self._pickled + max(grown, 0)

    @functools.cached_property
    def bulk(self) -> int:
        """The measure of one move's work: bytes of the board, the position and its picture."""
        session = self.session
        seen = session.level, session.state, self.pictures.shown
        return max(
            len(pickle.dumps(seen, pickle.HIGHEST_PROTOCOL)),
            session.level.width * session.level.height,
        )

    def work(self, actions: Sequence[Field]) -> int:
        """Return a bound of the work of :meth:`do`: about a microsecond each."""
        followed, searched = count_followed(actions)
        steps = len(actions) + followed
        read = sum(
            sum(map(len, _listed(self.found[here][1]))) for here in searched if here in self.found
        )
        return steps * (self.bulk + _STEP) + read

    def copy(self) -> Play:
        """Return the same for another page, which does not disturb this one."""
        play: Play = pickle.loads(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
        play.id = secrets.token_urlsafe(16)
        play.by_solver, play.found = False, {k: v for k, v in play.found.items() if not k}
        play.session.cursor = None
        play.session.cursor = play.session.in_hand
        play._warn(True)
        play.pictures.mark(play.dead_end)
        return play

    # -- actions

    def do(self, actions: Sequence[Field], max_moves: int) -> Done:
        """Do one action after another, up to the first that cannot be done.

        Args:
            actions: as :func:`gridproof.web.play_actions.read_action` reads them.
            max_moves: of one play-through.

        Raises:
            GridproofError: the first action is none, or asks for a solution that is not there.
        """
        session = self.session
        before, warned = session.state, self._warns
        steps: list[Json] = []
        kept, said = session.length, ""
        for action in actions:
            try:
                for step, base in self._act(read_action(action), max_moves):
                    steps.append(step)
                    kept = min(kept, base)
            except MoveError as error:
                said = error.reason
                break
            except GridproofError as error:
                if action is actions[0]:
                    raise
                said = str(error)  # the page gets the actions before
                break
        if session.state is not before:  # large boards are examined no more than need be
            self._examine()
        if steps or warned != self._warns:
            steps = self.pictures.cross(steps, self.dead_end)
        moves = [*session.moves, *session.undone]
        if abs(len(moves) - self._weighed_at[0]) >= _REWEIGHED:
            self.weigh()
        return Done(steps, said, kept, moves[kept:])

    def _act(self, action: Action, max_moves: int) -> Iterator[tuple[Json, int]]:
        """Do one action; yield its steps, each with the number of moves that stay as they were.

        Raises:
            MoveError: it cannot be done, or leads beyond ``max_moves``, or beyond what is kept.
            Refusal: it asks for a solution that is not there.
        """
        session = self.session
        match action:
            case Press(key) if not self.is_frozen():
                yield from self._move(lambda: session.press(key), max_moves)
            case Point(cell) if not self.is_frozen():
                yield from self._move(lambda: session.point(cell), max_moves)
            case Undo() if session.undo():
                yield self.pictures.went(), session.length
            case Redo() if session.redo():
                yield self.pictures.went(), session.length
            case Restart() if session.moves:
                session.restart()
                yield self.pictures.went(), session.length
            case Warn(on):
                self._warn(on)
            case Preview(here):
                yield from self._preview(here)
            case Follow():
                yield from self._follow(action, max_moves)

    def _warn(self, on: bool) -> None:
        self._warns = on
        self._examine()

    def _move(self, act: Callable[[], object], max_moves: int) -> Iterator[tuple[Json, int]]:
        session = self.session
        if session.made >= max_moves:
            raise MoveError("", f"a play-through here ends after {max_moves:,} moves")
        if session.full:
            raise MoveError("", session.full)
        made, state, cursor = session.made, session.state, session.cursor
        act()
        if session.made > made and (move := session.last) is not None:
            self.by_solver = False
            _, *way, _ = self.game.frames(session.level, state, move)
            yield self.pictures.step(move, [*way, session.scene], made + 1), made
        elif session.cursor != cursor:
            yield self.pictures.went(), session.length

    def _preview(self, here: bool) -> Iterator[tuple[Json, int]]:
        """Show the first move of a solution for a moment, and take it back."""
        start, result = self.answer(here)
        session = self.session
        if not result.moves or session.moves != start.moves:
            raise Refusal(409, "there is no move to be shown here", hint="ask for a hint")
        _, *way = self.game.frames(session.level, session.state, result.moves[0])
        made = len(session.moves)
        yield self.pictures.step("", way, made + 1) | {"preview": True}, session.length
        yield self.pictures.step("", [session.scene], made), session.length

    def _follow(self, action: Follow, max_moves: int) -> Iterator[tuple[Json, int]]:
        """Undo the moves that differ from a solution, and make those that are missing."""
        start, solutions = self.solutions(action.here)
        if action.which >= len(solutions):
            raise Refusal(409, "there is no such solution any more", hint="solve the board again")
        moves = (*start.moves, *solutions[action.which][: action.count])
        session = self.session
        pairs = zip(session.moves, moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for _ in range(session.made - common):
            session.undo()
        yield self.pictures.went(), session.length
        for move in moves[common:]:
            yield from self._move(functools.partial(session.apply, move), max_moves)
            self.by_solver = True

    # -- the position

    def _examine(self) -> None:
        """Find out whether the position is solved, lost or a dead end."""
        self.outcome = self.standing.look(self.session)
        self._final = self._place(), self.standing.is_final(self.session)
        self.dead_end: DeadEnd | None = None
        if self._warns:
            self.dead_end = self.standing.dead_end(self.session, self.outcome)

    def is_frozen(self) -> bool:
        """Return True if the play is at its end: keys and points do nothing any more."""
        if self._final[0] != self._place():  # earlier actions of this call have led on
            self._final = self._place(), self.standing.is_final(self.session)
        return self._final[1]

    def _place(self) -> tuple[int, int]:
        """Return the number of moves made, and the identity of the position that they led to."""
        return self.session.made, id(self.session.state)

    # -- results of solvers

    def search_start(self, here: bool) -> SearchStart:
        """Return the position from which a search begins now."""
        moves = tuple(self.session.moves) if here else ()
        return SearchStart(here, moves, self.session.costs if here else {})

    def learn(self, result: Result, start: SearchStart) -> Result:
        """Take over the result of a solver; return it without the board."""
        result = replace(result, level=None)  # a second copy of the board, which may be large
        self.found[start.here] = start, result
        self.standing.learn(result, start.costs if start.moves else None)
        self._examine()
        self.weigh()
        return result

    def answer(self, here: bool) -> tuple[SearchStart, Result]:
        """Return the last result of the board, or of a position.

        Raises:
            Refusal: nothing was asked yet.
        """
        if here not in self.found:
            raise Refusal(409, "nothing was solved yet", hint="ask for a hint, or for the optimum")
        return self.found[here]

    def solutions(self, here: bool) -> tuple[SearchStart, Sequence[Sequence[str]]]:
        """Return the solutions of the last result of the board, or of a position.

        Raises:
            Refusal: nothing was asked yet.
        """
        start, result = self.answer(here)
        if result.moves is None:
            return start, []
        read = functools.partial(self.game.read_solution, self.session.level)
        listed = [tuple(read(text)) for text in _listed(result)]
        return start, [result.moves, *(m for m in listed if m != result.moves)][:_MAX_SHOWN]


def _listed(result: Result) -> Sequence[str]:
    """Return the solutions that are shown after the first one, which may be among them."""
    listed: Sequence[str] = result.notes.get("listed", ())
    return listed[:_MAX_SHOWN]
