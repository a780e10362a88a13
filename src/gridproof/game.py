"""The protocol of a game: rules, symmetry, solutions, drawing and playing.

A game is one folder under ``gridproof.games``, called by the game's id: ``game.py`` holds the game,
``recognise.py`` its ``recognises``. Or it is a package elsewhere, which names its game in the
entry-point group ``gridproof.games``. Search, verification, sessions, drawing and the command line
work on this protocol alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import isfunction, signature
from itertools import islice
from types import ModuleType
from typing import Any, Final, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar, final

from gridproof.arguments import check_text
from gridproof.errors import IllegalMove, MoveError, UnknownName
from gridproof.forms import TextForm
from gridproof.grid import Pos
from gridproof.level import BoardFault, Fault, Level, Objective, Outcome
from gridproof.options import Option
from gridproof.scene import EVERYTHING, KINDS, Mark, Scene, Window
from gridproof.specs import (
    About,
    CertificateSpec,
    ExportSpec,
    FileFormat,
    GeneratorSpec,
    Measure,
    PageRules,
    Piece,
    SolverSpec,
)

__all__ = [
    "MAX_ACTIONS",
    "AnyGame",
    "DeadEnd",
    "Game",
    "Keys",
    "Layout",
    "RelaxedVariant",
    "Replay",
]

#: Games that have more moves than this in all positions together do not list them.
MAX_ACTIONS = 1 << 16


class RelaxedVariant(NamedTuple):
    """A board without one of its things, which may be easier.

    Attributes:
        name: the thing that is taken away: "wall", "crate", "robot 2".
        cells: its cells in the board's picture.
        level: the board without it.
    """

    name: str
    cells: tuple[Pos, ...]
    level: Level


class Keys(NamedTuple):
    """Keys of one use, as :meth:`Game.interpret` names them (letters small), and their effect."""

    names: tuple[str, ...]
    use: str


#: The cells of pieces, by the piece's id.
Layout: TypeAlias = Mapping[str, Collection[Pos]]

L = TypeVar("L", bound=Level)
S = TypeVar("S")
C = TypeVar("C")


class Replay(NamedTuple, Generic[S]):
    """The play of a sequence of moves, up to its end or the first refusal.

    Attributes:
        state: the state after the moves that were made.
        gains: the sum of their gains, by metric.
        made: their number.
        refusal: the error of the next move; None if all were made.
    """

    state: S
    gains: Mapping[str, int]
    made: int
    refusal: MoveError | None


@dataclass(frozen=True)
class DeadEnd:
    """The reason that no solution can follow from a position.

    Attributes:
        why: half a sentence for people: "these 2 boxes can never all get to goals".
        cells: the cells of the things that it names.
    """

    why: str
    cells: frozenset[Pos]


def _required(name: str) -> NoReturn:
    """Refuse a call of a method that each game has to provide."""
    raise NotImplementedError(f"a game has to provide `{name}`")


class Game(Generic[L, S, C]):
    """The rules of one game: subclass it, and name the modules that hold its parts.

    ``class Ladder(Game[...], parts=(level, rules, ...))`` takes over what these modules publish
    (``__all__``): functions by the names of the methods here (``apply`` of ``rules.py``), constants
    by those of the attributes in capitals (``SOLVERS`` of ``solvers.py``). A function
    whose first parameter is ``game`` is given the game too. Names of the class itself win.
    Methods that return or yield something here may be left as they are; the others are required.

    A state is small, immutable and hashable, and holds just what Undo has to restore. A move is a
    short printable string. A cursor is what a player sees besides the state (the active robot, the
    cell under the walker): never a str, so that :meth:`interpret` can return either.
    """

    id: str
    title: str
    about: About  # the rules, for people
    aliases: tuple[str, ...] = ()
    rules_version: int = 1
    objectives: tuple[Objective, ...]  # the first one is the default
    options: tuple[Option, ...] = ()
    solvers: tuple[SolverSpec, ...] = ()  # the first one is the default, before plain search
    #: improves a given solution; None: the game has no such solver
    improver: SolverSpec | None = None
    generators: tuple[GeneratorSpec, ...] = ()  # the first one is the default
    certificates: tuple[CertificateSpec, ...] = ()  # tried in this order, before plain search
    #: the solver that plays like a person without lookahead; "" if the game has none
    baseline: str = ""
    measures: tuple[Measure, ...] = ()
    #: "module:function", (level, :class:`gridproof.result.Result`, ticker) -> value by id of a
    #: measure; None: the board has no such value. Its result is optimal. "" where there are none
    measure: str = ""
    #: "module:function", (level, objective, ticker) -> bound on the first metric or None; proven by
    #: a search of its own, and may raise :class:`gridproof.limits.Stopped`
    root_bound: str | None = None
    forms: tuple[TextForm, ...] = ()  # of the files that `read` reads, rows of text first
    notations: tuple[TextForm, ...] = ()  # of solutions on the board of `about`
    file_formats: tuple[FileFormat, ...]  # what `write` can write; the first one is the default
    canonical_format: str | None = None  # the one that can express every board; None: the default
    kinds: tuple[str, ...] = tuple(KINDS)  # of the sprites and tiles that positions are drawn with
    exports: tuple[ExportSpec, ...] = ()  # what other programs are told of a board
    #: what a designer puts on a board, lowest first; empty: boards are edited as text
    palette: tuple[Piece, ...] = ()
    #: True if a board is part of an endless plane: a draft's window is only what is seen of it
    endless: bool = False
    #: all keys that mean something in some position; elsewhere too they mean nothing else
    keys: tuple[Keys, ...] = ()
    page_rules: PageRules | None = None  # by which pages play boards of any size
    quit_keys: tuple[str, ...] = ()  # what ends the play besides Escape, where a source says so

    def __init_subclass__(cls, *, parts: Sequence[ModuleType] = ()) -> None:
        """Take over the parts of a game.

        Raises:
            TypeError: two parts publish the same, or something required is missing.
        """
        own = frozenset(cls.__dict__)
        taken: dict[str, str] = {}
        for part in parts:
            for published in part.__all__:
                value = getattr(part, published)
                name = published.lower() if published.isupper() else published
                is_method = isfunction(value) and isfunction(getattr(Game, name, None))
                if name in own or not (is_method or name in Game.__annotations__):
                    continue
                if other := taken.get(name):
                    raise TypeError(f"`{name}` is published by {other} and by {part.__name__}")
                taken[name] = part.__name__
                alone = is_method and next(iter(signature(value).parameters)) != "game"
                setattr(cls, name, staticmethod(value) if alone else value)
        lacking = [name for name in Game.__annotations__ if not hasattr(cls, name)]
        lacking += [name for name in _REQUIRED if getattr(cls, name) is getattr(Game, name)]
        if lacking:
            raise TypeError(f"the game {cls.__name__} lacks {', '.join(lacking)}")

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of the forms that :meth:`write` can write; the first one is the default."""
        return tuple(form.id for form in self.file_formats)

    # Text

    def recognises(self, text: str, source: str) -> bool:
        """Return True if ``text`` (a whole file) could be boards of this game."""
        _required("recognises")

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[L | BoardFault]:
        """Return all boards of a file; ``options`` (text, or plain values) override the file's.

        Raises:
            InputError: an option does not exist or has no such value.
        """
        _required("read")

    def write(self, level: L, form: str | None = None) -> str:
        """Return the board as text, in one of :attr:`formats`; ``read`` gives back an equal level.

        Raises:
            InputError: the format cannot express this board.
        """
        return self.write_all([level], form)

    def write_all(
        self,
        levels: Sequence[L],
        form: str | None = None,
        solutions: Sequence[Sequence[str]] = (),
    ) -> str:
        """Return a file of boards, with the known solutions of each if the format has room.

        Raises:
            InputError: the format cannot express one of them.
        """
        return self.file_format(form).of(self, levels, solutions)

    def file_format(self, name: str | None = None) -> FileFormat:
        """Return the form of that name, or the default one.

        Raises:
            UnknownName: there is none of that name.
        """
        for form in self.file_formats:
            if name is None or form.id == name:
                return form
        raise UnknownName("format", str(name), self.formats, self.id)

    def validate(self, level: L) -> list[Fault]:
        """Return all faults of the level.

        A level without faults never makes the other methods fail.
        """
        _required("validate")

    def missing(self, level: L) -> Fault | None:
        """Return the things that a faultless board lacks before it can be solved.

        Such a board can be drawn.
        """
        return None

    def facts(self, level: L) -> Sequence[str]:
        """Return the special cases of the literature that a board belongs to, for people."""
        return ()

    # Rules

    def initial(self, level: L) -> S:
        """Return the state at the start."""
        _required("initial")

    def moves(self, level: L, state: S, objective: Objective) -> Iterator[str]:
        """Return moves worth trying, in fixed order.

        Some optimum of ``objective`` uses only these.
        """
        _required("moves")

    def apply(self, level: L, state: S, move: str) -> tuple[S, Mapping[str, int]]:
        """Return the state after any legal move, and the gain of each metric: 0 or more.

        A metric that is not named gains nothing. A refusal costs no more than a move: the caller
        that shows the message adds the position.

        Raises:
            InvalidMove: ``move`` is not a move of this game.
            IllegalMove: the rules forbid it here.
        """
        _required("apply")

    def apply_run(
        self, level: L, state: S, moves: Sequence[str]
    ) -> tuple[S, Mapping[str, int], int]:
        """Return the state after the first few of ``moves``, their gains, and their number.

        These are moves that can be made faster together than by :meth:`apply` one by one, with the
        same outcome. None of the moves, the default, is always right.
        """
        return state, {}, 0

    @final
    def replay(self, level: L, state: S, moves: Sequence[str]) -> Replay[S]:
        """Return the play of ``moves``, up to the first one that :meth:`apply` refuses."""
        state, gained, made = self.apply_run(level, state, moves)
        gains = Counter(gained)
        for move in islice(moves, made, None):
            try:
                state, gained = self.apply(level, state, move)
            except MoveError as refusal:
                return Replay(state, gains, made, refusal)
            made += 1
            for metric, gain in gained.items():
                gains[metric] += gain
        return Replay(state, gains, made, None)

    def legal(self, level: L, state: S) -> Iterator[str]:
        """Yield all moves that the rules allow here, in fixed order.

        If :meth:`apply` takes an unlimited number of useless moves, these may be left out.
        """
        for move in self.actions(level) or ():
            try:
                self.apply(level, state, move)
            except IllegalMove:
                continue
            yield move

    def complete(self, level: L, state: S, objective: Objective) -> bool:
        """Return True if the play may stop here and count as a solution."""
        _required("complete")

    def outcome(self, level: L, state: S, objective: Objective) -> Outcome:
        """Return the standing of the position; LOST only when that is certain."""
        return Outcome.SOLVED if self.complete(level, state, objective) else Outcome.IN_PLAY

    def dead_end(self, level: L, state: S, objective: Objective) -> DeadEnd | None:
        """Return the reason that no solution can follow, or None if none is seen at once.

        The reason is certain. Players ask for it after each move: it takes milliseconds.
        """
        return None

    def key(self, level: L, state: S, objective: Objective) -> Any:
        """Return all that the future depends on.

        States with equal keys have the same completions at the same costs.
        """
        return state

    def level_at(self, level: L, state: S) -> L | None:
        """Return the position as a level of its own; None if no level expresses it.

        A completion of that level completes the play from ``state``, move by move and at the same
        gain of every metric, and the best there is the best here.
        """
        return None

    # Symmetry

    def turn(self, level: L) -> L:
        """Return the board turned clockwise by 90°, with all that has a direction."""
        _required("turn")

    def mirror(self, level: L) -> L:
        """Return the board mirrored left to right, with all that has a direction."""
        _required("mirror")

    def normalized(self, level: L) -> L:
        """Return the board with irrelevant detail removed; equal for boards that play identically.

        Symmetries and objectives stay out of it: the optimum in the game's first objective has to
        be that of the board.
        """
        return level

    def relaxed_variants(self, level: L) -> Iterator[RelaxedVariant]:
        """Return the boards that differ by one thing less, in fixed order; all without faults."""
        return iter(())

    # Drafts

    def layout(self, level: L) -> Layout | None:
        """Return the cells of each piece of the palette that the board has, by the piece's id.

        None if the palette does not have all that it holds. On an endless plane cells may be
        anywhere.
        """
        return None

    def built(
        self, width: int, height: int, layout: Layout, options: Mapping[str, Any]
    ) -> L | Fault:
        """Return the board with these pieces, or the reason that there is none.

        The board may have faults. ``options`` are values by attribute; those that are not given
        have their defaults. Pieces obey the palette: none shares a cell, or is there twice, where
        it must not.
        """
        _required("built")

    def frame(self, level: L) -> Window:
        """Return the cells that a draft of the board shows at first."""
        return Window(0, 0, level.width, level.height)

    def remarks(self, level: L) -> Iterator[Mark]:
        """Yield remarks for designers on cells of a faultless board: no box can leave this one.

        They are certain, and found in milliseconds.
        """
        return iter(())

    # Solutions

    def saved_solutions(self, text: str) -> Sequence[Sequence[str]]:
        """Return the solutions in a file of boards, board by board, bad ones too.

        They are texts in the game's notation; the boards behind the last entry have none.
        """
        return ()

    def read_solution(self, level: L, text: str) -> list[str]:
        """Return the moves that ``text`` writes in the game's own notation.

        Raises:
            InvalidMove: some part is not in that notation.
        """
        return text.split()

    def write_solution(self, level: L, moves: Sequence[str]) -> str:
        """Return the moves in the game's own notation."""
        return " ".join(moves)

    # Drawing and playing

    def backdrop(self, level: L, window: Window = EVERYTHING) -> Scene:
        """Return the scene that never changes in a play-through, drawn once, below each scene."""
        return Scene(level.width, level.height, (), window=window)

    def scene(
        self, level: L, state: S, cursor: C | None = None, window: Window = EVERYTHING
    ) -> Scene:
        """Return the scene of all that can change, at a position, or of the part in a window."""
        _required("scene")

    def picture(
        self, level: L, state: S, cursor: C | None = None, window: Window = EVERYTHING
    ) -> Scene:
        """Return the scene over its backdrop."""
        return self.scene(level, state, cursor, window).over(self.backdrop(level, window))

    def unseen(self, level: L, state: S) -> Sequence[int]:
        """Return what the future depends on besides the picture and the level's options.

        All positions of a level have equally many numbers.
        """
        return ()

    def frames(self, level: L, state: S, move: str, window: Window = EVERYTHING) -> Iterator[Scene]:
        """Yield the few scenes that lead from ``state`` through ``move``, both ends included.

        :attr:`Scene.paths` holds the way of a thing between two of them.
        """
        yield self.scene(level, state, None, window)
        yield self.scene(level, self.apply(level, state, move)[0], None, window)

    def cursor(self, level: L, state: S, cursor: C | None = None) -> C | None:
        """Return the cursor after a move, given the cursor before it (None at the start).

        :meth:`interpret` starts from it; it is None if the game has no cursor.
        """
        return None

    def interpret(self, level: L, state: S, cursor: C | None, key: str) -> str | C | None:
        """Return the meaning of a key: a move (str), a new cursor, or None.

        A cursor None is the first. Keys are "up", "down", "left", "right", "enter", "space", "tab"
        and single characters.
        """
        _required("interpret")

    def point(self, level: L, state: S, cursor: C | None, cell: Pos) -> str | C | None:
        """Return the meaning of pointing at a cell of the scene, in the same way."""
        return None

    def actions(self, level: L) -> Sequence[str] | None:
        """Return all moves that any position could allow, in a fixed order.

        None if there are more than :data:`MAX_ACTIONS`.
        """
        _required("actions")

    def objective(self, name: str | None = None) -> Objective:
        """Return the objective of that name, or the default.

        Raises:
            UnknownName: there is none of that name.
        """
        if name is None:
            return self.objectives[0]
        check_text(name, "the name of an objective")
        for objective in self.objectives:
            if objective.id == name:
                return objective
        raise UnknownName("objective", name, [o.id for o in self.objectives], self.id)


#: Methods without which there is no game.
_REQUIRED: Final = (
    *("recognises", "read", "validate", "initial", "moves", "apply", "complete", "actions"),
    *("turn", "mirror", "scene", "interpret"),
)

#: A game of whatever levels, states and cursors.
AnyGame: TypeAlias = Game[Any, Any, Any]
