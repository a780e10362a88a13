"""Play-throughs as pages see them: what is asked of one, and the data that answer it."""

from __future__ import annotations

import functools
import json
import pickle
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from gridproof.design.level_id import read_id
from gridproof.errors import GridproofError, MoveError
from gridproof.game import AnyGame, DeadEnd
from gridproof.level import Outcome
from gridproof.playing import messages
from gridproof.playing.orders import order_like
from gridproof.playing.standing import Standing
from gridproof.render.animation import Recorder, file_name, record
from gridproof.render.html import facts, page
from gridproof.render.svg import svg
from gridproof.result import Progress, Result, Sense
from gridproof.scene import Scene, crossed
from gridproof.strict_json import Field
from gridproof.tui.keys import KEYS, Action, shown
from gridproof.web.answers import Refusal
from gridproof.web.weighed import Weighed

__all__ = ["Asked", "Play", "searching"]

Json = dict[str, Any]

#: Solutions that are shown one after another.
_MOST_WATCHED: Final = 100
#: What pages have keys for, as playing in a terminal has.
_ACTIONS: Final[tuple[Action, ...]] = (
    "undo", "redo", "restart", "next", "previous", "hint", "optimum", "warn", "another", "save",
    "help",
)  # fmt: skip
_TEXT: Final = "text/plain; charset=utf-8"
#: Bytes in memory for a byte of the pickle. Measured on all games: 1.8 to 8.2, the latter with all
#: that a level keeps of itself.
_FACTOR: Final = 12
#: Bytes in memory for a move besides the position: its text, what it gained, and new looks.
_MOVE: Final = 1200
#: Microseconds of one move on the smallest board.
_STEP: Final = 1000
#: Moves after which a play-through is pickled again to be weighed.
_REWEIGHED: Final = 64


@dataclass(frozen=True)
class Asked:
    """What a solver was asked: ``here``, the position after some moves, or the board itself."""

    here: bool
    moves: tuple[str, ...]
    costs: Mapping[str, int]


class Play:
    """One play-through on one page. It can be pickled; one thread at a time uses it.

    Args:
        session: the play-through.
        number: of its board in the file, from 1.
        source: id of the collection, or "" for a file of the user.
        standing: what is known of the board already.
        order: the ID of a board that was drawn, with all wishes; or "".
        symmetry_class: of this board, shared by those that are the same to a player; "": not known.

    Attributes:
        id: names it in addresses.
    """

    def __init__(
        self,
        session: Weighed,
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
        self._by_solver = False
        self._found: dict[bool, tuple[Asked, Result]] = {}
        session.cursor = session.in_hand  # shown from the first moment
        self._recorder = _recorder(session)
        self._shown = session.scene
        self._warns = True
        self._look()
        if self._dead_end is not None:  # seen from the first moment, too
            self._recorder.changes("", [self._marked()], session.made)
        self.weigh()

    @property
    def game(self) -> AnyGame:
        """Its rules."""
        return self.session.game

    def weigh(self) -> None:
        """Measure anew how much memory it takes."""
        session = self.session
        self._pickled = len(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
        self._weighed_at = len(session.moves) + len(session.undone), session.held

    @property
    def weight(self) -> int:
        """Bytes that it takes in memory, estimated from above."""
        moves, held = self._weighed_at
        grown = _FACTOR * (self.session.held - held) + _MOVE * (_length(self.session) - moves)
        return _FACTOR * self._pickled + max(grown, 0)

    @functools.cached_property
    def bulk(self) -> int:
        """The measure of one move's work: bytes of the board, the position and its picture."""
        session = self.session
        seen = session.level, session.state, self._shown
        return max(
            len(pickle.dumps(seen, pickle.HIGHEST_PROTOCOL)),
            session.level.width * session.level.height,
        )

    def work(self, wishes: Sequence[Field]) -> int:
        """Return a bound of the work of :meth:`do`: about a microsecond each."""
        steps = reading = 0
        for wish in wishes:
            steps += 1
            match wish.value:
                case ["follow", bool(here), _, int(number)]:
                    steps += max(number, 0)
                    if here in self._found:
                        reading += sum(map(len, _listed(self._found[here][1])))
        return steps * (self.bulk + _STEP) + reading

    def opened(self, titles: Sequence[str | None]) -> Json:
        """All that a page has to know to show it.

        Args:
            titles: of the boards of its file.
        """
        session = self.session
        return {
            "play": self.id,
            "game": self.game.id,
            "game_title": self.game.title,
            "title": session.level.title,
            "keys": [name for keys in self.game.keys for name in keys.names],
            "help": [
                [shown(keys), keys.use]
                for keys in (*self.game.keys, *(KEYS[action] for action in _ACTIONS))
            ],
            "objective": session.objective.id,
            "usual": self._usual(),
            "objectives": [[o.id, o.summary or o.id] for o in self.game.objectives],
            "source": self.source,
            "order": self.order,
            "like": self._like(),
            "kinship": self.symmetry_class,
            "number": self.number,
            "count": len(titles),
            "titles": list(titles),
            "save": json.loads(session.save()),
            "known": self._told(*self._found[False]) if False in self._found else None,
            "lists_all": any("all-solutions" in spec.supports for spec in self.game.solvers),
            "record": self._recorder.head() | {"game": self.game.id, "title": session.level.title},
            "state": self.state(),
        }

    def copy(self) -> Play:
        """The same for another page, which does not disturb this one."""
        play: Play = pickle.loads(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
        play.id = secrets.token_urlsafe(16)
        play._by_solver, play._found = False, {k: v for k, v in play._found.items() if not k}
        play.session.cursor = None
        play.session.cursor = play.session.in_hand
        play._shown = play.session.scene
        play.warn(True)
        play._recorder.changes("", [play._marked()], play.session.made)
        return play

    def _usual(self) -> str:
        """The objective that the page's address means where it says nothing else."""
        objective = read_id(self.order)[0].objective if self.order else self.game.objective()
        return objective.id

    def _like(self) -> str:
        """The ID of the board, if a generator made it, to have another one like it; else ""."""
        order = None if self.order else order_like(self.session.level)
        return self.order or (order.id if order else "")

    def state(self) -> Json:
        """What changes with each move besides the picture."""
        session, standing, outcome = self.session, self.standing, self._outcome
        return {
            "at": session.made,
            "total": _length(session),
            "solved": outcome is Outcome.SOLVED,
            "frozen": self._is_frozen(),
            "lost": outcome is Outcome.LOST or self._dead_end is not None,
            "dead": self._dead_end is not None,
            "counter": standing.counter(session),
            "verdict": standing.verdict(
                session, outcome, self._dead_end, by_solver=self._by_solver
            ),
            "caption": session.caption,
        }

    def do(self, wishes: Sequence[Field], most: int) -> Json:
        """Does one thing after another, up to the first that cannot be done.

        Args:
            wishes: ``["press", key]``, ``["point", [x, y]]``, ``["undo"]``, ``["redo"]``,
                ``["restart"]``; of what a solver found of the board, or with true of the position
                it was asked at: ``["show", here]`` lets the first move be seen and takes it back,
                ``["follow", here, which, n]`` goes where the first ``n`` moves of one of the
                solutions lead; ``["warn", on]`` tells where no solution can follow, or does not.
            most: moves of one play-through.

        Returns:
            ``steps`` for the player, the ``state``, the moves from number ``kept`` on (``moves``),
            and what was wrong (``said``).
        """
        session = self.session
        before, warned = session.state, self._warns
        steps: list[Json] = []
        kept, said = _length(session), ""
        for wish in wishes:
            try:
                for step, base in self._done(wish, most):
                    steps.append(step)
                    kept = min(kept, base)
            except MoveError as error:
                said = error.reason
                break
            except GridproofError as error:
                if wish is wishes[0]:
                    raise
                said = str(error)  # the page has to be told what was done before
                break
        if session.state is not before:  # large boards are looked at no more than need be
            self._look()
        if steps or warned != self._warns:
            steps = self._crossed(steps)
        moves = [*session.moves, *session.undone]
        if abs(len(moves) - self._weighed_at[0]) >= _REWEIGHED:
            self.weigh()
        return {
            "steps": steps,
            "said": said,
            "kept": kept,
            "moves": moves[kept:],
            "state": self.state(),
        }

    def _done(self, wish: Field, most: int) -> Iterator[tuple[Json, int]]:
        """Does one thing; yields steps, each with the number of moves that stay as they were.

        Raises:
            MoveError: it cannot be done, or leads beyond ``most`` moves, or beyond what is kept.
        """
        session = self.session
        parts = wish.entries()
        match parts[0].text() if parts else "":
            case "press" if len(parts) == 2:
                key = parts[1].text()
                if not self._is_frozen():
                    yield from self._moved(lambda: session.press(key), most)
            case "point" if len(parts) == 2:
                cell = parts[1].cell()
                if not self._is_frozen():
                    yield from self._moved(lambda: session.point(cell), most)
            case "undo" if len(parts) == 1:
                if session.undo():
                    yield self._went()
            case "redo" if len(parts) == 1:
                if session.redo():
                    yield self._went()
            case "restart" if len(parts) == 1:
                if session.moves:
                    session.restart()
                    yield self._went()
            case "warn" if len(parts) == 2:
                self.warn(parts[1].flag())
            case "show" if len(parts) == 2:
                yield from self._preview(parts[1].flag())
            case "follow" if len(parts) == 4:
                here, which, number = parts[1].flag(), parts[2].whole(0), parts[3].whole(0)
                yield from self._follow(here, which, number, most)
            case _:
                wish.fault("is nothing that can be done")

    def warn(self, on: bool) -> None:
        """Tells from now on where no solution can follow, or does not."""
        self._warns = on
        self._look()

    def _look(self) -> None:
        """Sees how the position stands."""
        self._outcome = self.standing.look(self.session)
        self._final = self._place(), self.standing.is_final(self.session)
        self._dead_end: DeadEnd | None = None
        if self._warns:
            self._dead_end = self.standing.dead_end(self.session, self._outcome)

    def _is_frozen(self) -> bool:
        """Return whether the play is at its end: keys and points do nothing any more."""
        if self._final[0] != self._place():  # earlier wishes of this call have led on
            self._final = self._place(), self.standing.is_final(self.session)
        return self._final[1]

    def _place(self) -> tuple[int, int]:
        """The number of moves made, and the identity of the position that they led to."""
        return self.session.made, id(self.session.state)

    def _marked(self) -> Scene:
        """The position with crosses on what is in the way of every solution."""
        cells = frozenset() if self._dead_end is None else self._dead_end.cells
        return crossed(self.session.scene, cells)

    def _crossed(self, steps: list[Json]) -> list[Json]:
        """The steps, after which crosses are seen if there are any."""
        if self._dead_end is None and steps:
            return steps
        more = self._step("", [self._marked()], self.session.made)
        if not steps or "preview" in steps[-1]:
            return [*steps, more]
        last = dict(steps[-1])  # whose motion is seen to its end
        last["frames"] = [*last["frames"], *more["frames"]]
        for name in ("looks", "defs", "traced"):
            if name in more:
                last[name] = last[name] + more[name] if name in last else more[name]
        return [*steps[:-1], last]

    def _moved(self, act: Callable[[], object], most: int) -> Iterator[tuple[Json, int]]:
        session = self.session
        if session.made >= most:
            raise MoveError("", f"a play-through here ends after {most:,} moves")
        if session.full:
            raise MoveError("", session.full)
        made, state, cursor = session.made, session.state, session.cursor
        act()
        if session.made > made and (move := session.last) is not None:
            self._by_solver = False
            _, *way, _ = self.game.frames(session.level, state, move)
            yield self._step(move, [*way, session.scene], made + 1), made
        elif session.cursor != cursor:
            yield self._went()

    def _preview(self, here: bool) -> Iterator[tuple[Json, int]]:
        """The first move of what was found, to be seen for a moment, and then taken back."""
        asked, result = self._answer(here)
        session, length = self.session, _length(self.session)
        if not result.moves or session.moves != asked.moves:
            raise Refusal(409, "there is no move to be shown here", hint="ask for a hint")
        _, *way = self.game.frames(session.level, session.state, result.moves[0])
        made = len(session.moves)
        yield self._step("", way, made + 1) | {"preview": True}, length
        yield self._step("", [session.scene], made), length

    def _follow(self, here: bool, which: int, number: int, most: int) -> Iterator[tuple[Json, int]]:
        """Undoes what is otherwise, and makes the moves that are missing."""
        asked, solutions = self._solutions(here)
        if which >= len(solutions):
            raise Refusal(409, "there is no such solution any more", hint="solve the board again")
        moves = (*asked.moves, *solutions[which][:number])
        session = self.session
        pairs = zip(session.moves, moves, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for _ in range(session.made - common):
            session.undo()
        yield self._went()
        for move in moves[common:]:
            yield from self._moved(functools.partial(session.apply, move), most)
            self._by_solver = True

    def _solutions(self, here: bool) -> tuple[Asked, Sequence[Sequence[str]]]:
        """The solutions that were found last of the board, or of a position."""
        asked, result = self._answer(here)
        if result.moves is None:
            return asked, []
        read = functools.partial(self.game.read_solution, self.session.level)
        listed = [tuple(read(text)) for text in _listed(result)]
        return asked, [result.moves, *(m for m in listed if m != result.moves)][:_MOST_WATCHED]

    def _answer(self, here: bool) -> tuple[Asked, Result]:
        """What was found last of the board, or of a position.

        Raises:
            Refusal: nothing was asked yet.
        """
        if here not in self._found:
            raise Refusal(409, "nothing was solved yet", hint="ask for a hint, or for the optimum")
        return self._found[here]

    def asked(self, here: bool) -> Asked:
        """What a solver is asked now."""
        moves = tuple(self.session.moves) if here else ()
        return Asked(here, moves, self.session.costs if here else {})

    def learn(self, result: Result, asked: Asked) -> Json:
        """Takes over what a solver found; what of it a page shows comes back."""
        result = replace(result, level=None)  # a second copy of the board, which may be large
        self._found[asked.here] = asked, result
        self.standing.learn(result, asked.costs if asked.moves else None)
        self._look()
        self.weigh()
        return self._told(asked, result)

    def _told(self, asked: Asked, result: Result) -> Json:
        objective = self.session.objective
        return {
            "here": asked.here,
            "status": result.status,
            "stop_reason": result.stop_reason,
            "outlook": messages.how_far(objective, result, result.cost, result.bound),
            "report": messages.optimum(objective, result),
            "moves": None if result.moves is None else len(result.moves),
            "next": self._next(asked, result),
            "solutions": result.notes.get("solutions"),
            "listed": len(result.notes.get("listed", ())),
            "state": self.state(),
        }

    def _next(self, asked: Asked, result: Result) -> str | None:
        """The first move that was found, in words; None if the play has gone on meanwhile."""
        session = self.session
        if not result.moves or session.moves != asked.moves:
            return None
        frames = self.game.frames(session.level, session.state, result.moves[0])
        return f"{messages.move_words(list(frames))} ({result.moves[0]})"

    def watched(self, here: bool) -> Json:
        """A player's record of what was found; several solutions where they were listed.

        Raises:
            Refusal: nothing was found.
        """
        asked, solutions = self._solutions(here)
        if not solutions:
            raise Refusal(409, "there is no solution to be shown", hint="see what is proven of it")
        return record(
            self.session.level,
            solutions,
            game=self.game,
            before=asked.moves,
            facts=facts(self.game, self._answer(here)[1]),
        )

    def save(self) -> str:
        """The play-through as text; see :meth:`gridproof.playing.session.Session.save`."""
        return self.session.save()

    def file(self, name: str) -> tuple[str, str, str]:
        """A file to be kept: its name, its type and its text.

        Raises:
            Refusal: there is no such file.
        """
        session, level = self.session, self.session.level
        title = f"{self.game.id} {level.title or ''}"
        match name:
            case "board":
                text = self.game.write(level, self.game.canonical_format)
                return file_name(title), _TEXT, text
            case "solution":
                text = self.game.write_solution(level, self._solution())
                return file_name(f"{title} solution"), _TEXT, f"{text}\n"
            case "picture":
                return file_name(title, "svg"), "image/svg+xml", svg(session.picture)
            case "page":
                return file_name(title, "html"), "text/html; charset=utf-8", self._page()
            case "save":
                return file_name(title, "json"), "application/json", session.save()
        raise Refusal(404, "there is no such file")

    def _page(self) -> str:
        """A page of its own: what was found of the board, or else the player's own moves."""
        session = self.session
        if False in self._found:
            return page(session.level, self._found[False][1], game=self.game)
        moves = [session.moves] if session.moves else []
        return page(session.level, game=self.game, solutions=moves)

    def _solution(self) -> Sequence[str]:
        """The player's own moves if they are a solution, else what was found, else these moves."""
        session = self.session
        if self._outcome is not Outcome.SOLVED and False in self._found:
            return self._found[False][1].moves or session.moves
        return session.moves

    def _went(self) -> tuple[Json, int]:
        session = self.session
        return self._step("", [session.scene], session.made), _length(session)

    def _step(self, move: str, scenes: Sequence[Scene], number: int) -> Json:
        """What the player shows next; ``number`` moves have led to the last scene."""
        joined = []
        for scene in scenes:
            # A way that begins elsewhere was walked already, by the cursor.
            stands = {sprite.id: (sprite.x, sprite.y) for sprite in self._shown.sprites}
            ways = {key: way for key, way in scene.paths.items() if stands.get(key) == way[0]}
            joined.append(replace(scene, paths=ways))
            self._shown = scene
        return self._recorder.step(move, joined, number)


def searching(sense: Sense, progress: Progress, *, here: bool) -> str:
    """Tell how a search gets on."""
    return messages.searching("From here" if here else "Optimum", progress, sense)


def _listed(result: Result) -> Sequence[str]:
    """The solutions that are shown after the first one, which may be among them."""
    listed: Sequence[str] = result.notes.get("listed", ())
    return listed[:_MOST_WATCHED]


def _length(session: Weighed) -> int:
    """How many moves there are, undone ones included."""
    return len(session.moves) + len(session.undone)


def _recorder(session: Weighed) -> Recorder:
    """One that has seen all moves of a play-through."""
    game, level = session.game, session.level
    state = game.initial(level)
    recorder = Recorder(session.backdrop, game.scene(level, state))
    for number, move in enumerate(session.moves, 1):
        recorder.changes(move, list(game.frames(level, state, move))[1:], number)
        state, _ = game.apply(level, state, move)
    recorder.changes("", [session.scene], len(session.moves))
    return recorder
