"""What a game is: the protocol of all games, levels, objectives, solvers, and the registry.

A game is one folder under ``gridproof.games`` (or a package elsewhere that names its game in the
entry-point group ``gridproof.games``). Search, verification, sessions, drawing and the command line
work on this protocol alone.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import pkgutil
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
)

from gridproof.arguments import check_text, kind_of
from gridproof.errors import BadBoard, IllegalMove, InputError, UnknownName
from gridproof.grid import Pos
from gridproof.lazy import load
from gridproof.options import Option, option_values
from gridproof.result import Sense
from gridproof.scene import EVERYTHING, KINDS, Scene, Window
from gridproof.visible import visible

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "LEVEL_FROM",
    "MAX_ACTIONS",
    "METADATA",
    "AnyGame",
    "BoardFault",
    "BoardForm",
    "CertificateSpec",
    "DeadEnd",
    "Easement",
    "ExportSpec",
    "Fault",
    "Feature",
    "Game",
    "GeneratorSpec",
    "Keys",
    "Level",
    "Measure",
    "Objective",
    "Origin",
    "Outcome",
    "SolverSpec",
    "digest",
    "find_game",
    "found_game",
    "game_of",
    "games",
]

#: Faults of one board that a message names.
_MAX_FAULTS = 20
#: The same in an exception, on one line.
_MAX_IN_LINE = 8
#: Games that have more moves than this in all positions together do not list them.
MAX_ACTIONS = 1 << 16

#: Header names that every board may carry. They do not change the game and are not in the digest.
METADATA = ("title", "author", "copyright", "source", "k", "seed", "generator", "optimum")


class Outcome(Enum):
    """How a position stands under an objective."""

    IN_PLAY = "in play"
    SOLVED = "solved"
    LOST = "lost"  #: certainly no solution can follow


@dataclass(frozen=True)
class Objective:
    """What is optimised.

    Attributes:
        id: the name on the command line.
        metrics: what is counted; more than one is compared lexicographically, first one first.
        sense: "min" or "max", for all metrics.
        summary: one line for people.
        relaxation: id of an objective that asks for less, or None: the plays that complete a board
            are the same, its metrics are the first ones of this objective, and so is its sense. Its
            solutions are solutions here, and its bounds hold for those metrics.
    """

    id: str
    metrics: tuple[str, ...]
    sense: Sense = "min"
    summary: str = ""
    relaxation: str | None = None


@dataclass(frozen=True)
class Origin:
    """Where the first cell of a board stands in its file, so that faults can name line and column.

    Attributes:
        source: name of the file.
        line: line of the cell (0, 0), from 1.
        column: column of the cell (0, 0), from 1; None if the cells are not laid out in the file
            (JSON): faults then name the line only.
        pitch: lines, and columns, from one cell to the next.
        notes: what the reader left out of the file or took in another way, for people.
    """

    source: str
    line: int
    column: int | None = 1
    pitch: int = 1
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardForm:
    """A form of a game's files. It tells what a file lacks that no game reads.

    Attributes:
        expects: the form for people, half a sentence: "rows of `#`, `.`, `x` and `@`".
        cells: the characters of which the rows of boards consist; "" where there are no rows.
        fields: the fields that a JSON object must have; () where the form is no JSON.
        root: the element that an XML file must have; "" where the form is no XML.
        mark: a regular expression of lines that files of no other game have; "" for none.
    """

    expects: str
    cells: str = ""
    fields: tuple[str, ...] = ()
    root: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Fault:
    """Something wrong with a level.

    Attributes:
        message: what is wrong, and what would be right.
        cell: where on the board, if it is at one place.
    """

    message: str
    cell: Pos | None = None


@dataclass(frozen=True)
class BoardFault:
    """A board that could not be read; the boards after it are read all the same.

    Attributes:
        source: name of the file.
        line: from 1.
        column: from 1, or None if the fault is not at one place.
        message: what is wrong, and what would be right.
        hint: what to do next, or None.
        more: further faults of the same board: (line, column, message).
    """

    source: str
    line: int
    column: int | None
    message: str
    hint: str | None = None
    more: tuple[tuple[int, int | None, str], ...] = ()

    def __str__(self) -> str:
        places = [(self.line, self.column, self.message), *self.more]
        lines: list[str] = []
        for line, column, message in places:
            place = f"{self.source}:{line}" + (f":{column}" if column is not None else "")
            lines.append(visible(f"{place}: {message}"))
        if len(lines) > _MAX_FAULTS:
            left = len(lines) - _MAX_FAULTS
            lines[_MAX_FAULTS:] = [f"{self.source}: and {left} more faults of this board"]
        return "\n".join(lines)

    def as_error(self) -> BadBoard:
        """Return the fault as an exception, whose message is one line of a few faults."""
        said = str(replace(self, more=self.more[: _MAX_IN_LINE - 1])).split("\n")
        if left := len(self.more) + 1 - len(said):
            said.append(f"and {left} more faults of this board")
        return BadBoard("; ".join(said), hint=self.hint)


@dataclass(frozen=True, kw_only=True)
class Level:
    """What every board has; a game's own level adds its static data and its options.

    Attributes:
        width: columns.
        height: rows.
        info: metadata, by the names in :data:`METADATA`; no effect on the game.
        origin: where it was read.
    """

    game: ClassVar[str]
    width: int
    height: int
    info: Mapping[str, str] = field(default_factory=dict, hash=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    @property
    def title(self) -> str | None:
        """The board's title as it is shown, if it has one: hidden characters are escaped."""
        title = self.info.get("title")
        return None if title is None else visible(title)

    def with_info(self, **info: str) -> Self:
        """The same board with this metadata and no other."""
        return replace(self, info=info)

    def _repr_svg_(self) -> str | None:
        picture: str | None = load("gridproof.render.notebook:of_level")(self)
        return picture


#: What a solver may be able to do besides solving from the start, see :mod:`gridproof.task`.
Feature = Literal["start", "incumbent", "all-solutions"]


@dataclass(frozen=True)
class SolverSpec:
    """A solver's name and description, known without importing the solver.

    Attributes:
        id: the name on the command line.
        summary: one line for people, with the source of a published algorithm.
        entry: "module:function", from a :class:`gridproof.task.Task` to a
            :class:`gridproof.result.Answer`.
        objectives: the objectives it is made for; empty means all.
        supports: what it can do besides.
        options: its own settings, such as prunings that can be switched off. They change how long
            it takes, never what is true.
        unfit: says why it is not for a board, or None; None instead of it: it is for all.
        effort: nodes that it may take for a generated board, which is left out if they are not
            enough: a few seconds.
        exact_nodes: whether a limit of nodes stops it at the same place on every machine. It does
            not where floating-point prices steer the search.
        contends: whether it takes part where several solvers work side by side. One that is there
            to be compared with does not.
    """

    id: str
    summary: str
    entry: str
    objectives: tuple[str, ...] = ()
    supports: frozenset[Feature] = frozenset()
    options: tuple[Option, ...] = ()
    unfit: Callable[[Any], str | None] | None = None
    effort: int = 1_000_000
    exact_nodes: bool = True
    contends: bool = True

    def refuses(self, level: Level, objective: Objective) -> str | None:
        """Why it is not made for this board and objective; None if it is."""
        if self.objectives and objective.id not in self.objectives:
            return f"it is not made for objective `{objective.id}`"
        return self.unfit(level) if self.unfit else None

    def settings(self, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The values of all its options, by attribute: those given, and defaults.

        Raises:
            UnknownName: it has no option of this name.
            InputError: an option has no such value.
        """
        defaults = {option.attribute: option.default for option in self.options}
        return defaults | option_values(f"solver `{self.id}`", self.options, given)


@dataclass(frozen=True)
class CertificateSpec:
    """A kind of proof that a small checker accepts, known without importing anything of it.

    Attributes:
        id: its name in files.
        summary: one line for people: what the checker works out by itself, and what it is given.
        check: "module:function", from a :class:`gridproof.proof.claims.Claim`, the
            :class:`gridproof.proof.claims.Records` of a file and a ticker to what it counted. It
            returns only if no solution is better than claimed, and imports no solver.
        make: "module:function", from a claim and a ticker to a
            :class:`gridproof.proof.making.Made`; None: it takes more than a claim to make one.
        objectives: the objectives it is made for; empty means all.
        unfit: says why it is not for a board, or None; None instead of it: it is for all.
    """

    id: str
    summary: str
    check: str
    make: str | None
    objectives: tuple[str, ...] = ()
    unfit: Callable[[Any], str | None] | None = None

    def refuses(self, level: Level, objective: Objective) -> str | None:
        """Why it is not made for this board and objective; None if it is."""
        if self.objectives and objective.id not in self.objectives:
            return f"it is not made for objective `{objective.id}`"
        return self.unfit(level) if self.unfit else None


@dataclass(frozen=True)
class GeneratorSpec:
    """A maker of boards, known without importing it.

    Attributes:
        id: its name.
        summary: one line for people.
        entry: "module:function", from a :class:`random.Random` and the parameters, as keyword
            arguments, to a level without faults. Equal states of the former make equal boards, on
            every machine: no clock, no order of a set, no float that another compiler may change.
        parameters: what can be said of the boards.
        version: raised whenever a seed begins to mean another board.
        aims: whether it looks for boards such as are wished for. It is then also given ``wish``, a
            :class:`gridproof.wishes.Wish`, and ``ticker``, whose clock it looks at; it raises
            :class:`gridproof.wishes.Unmet` after a bounded effort.
        tiny: whether plain search solves all its boards at once. Tests draw theirs from such
            generators; they vary sizes and the game's options by themselves.
        large: parameters of boards on which no solver ends soon, for tests of limits.
        given: what the entry is told besides, by keyword: it may serve several generators.
    """

    id: str
    summary: str
    entry: str
    parameters: tuple[Option, ...] = ()
    version: int = 1
    aims: bool = False
    tiny: bool = False
    large: tuple[Mapping[str, Any], ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class ExportSpec:
    """What another program is told of a board, known without importing the one who writes it.

    It is no format: nothing here reads it back. What it asks has the optimum of the board.

    Attributes:
        id: its name: "pddl".
        summary: one line for people.
        entry: "module:function", from a level without faults and an objective to a text in ASCII.
            Equal boards make equal texts. It raises :class:`gridproof.errors.InputError` if it
            cannot say this board.
        ending: of the file with this text.
        comment: what begins a line of the file that says nothing to the other program.
        objectives: those that it can say; empty means all.
        beside: "module:name" of texts that belong into the same folder, by the file's name. They
            are the same for all boards of the game.
        answer: "module:function", from the level, the objective and the text that the other program
            answers with to moves, which need not solve the board. It raises InputError if the text
            is no such answer. "" where nothing reads answers.
    """

    id: str
    summary: str
    entry: str
    ending: str
    comment: str
    objectives: tuple[str, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict, hash=False)
    answer: str = ""


@dataclass(frozen=True)
class Measure:
    """A number that says something of how hard a board is, besides those of every game.

    Attributes:
        id: its name in JSON.
        title: the heading of its column.
        summary: one line for people.
    """

    id: str
    title: str
    summary: str


class Easement(NamedTuple):
    """A change to a board that may make it easier: one thing less.

    Attributes:
        name: what is taken away: "wall", "crate", "robot 2".
        cells: where it is on the board's picture.
        level: the board without it.
    """

    name: str
    cells: tuple[Pos, ...]
    level: Level


class Keys(NamedTuple):
    """Keys of one use, as :meth:`Game.interpret` names them (letters small), and what they do."""

    names: tuple[str, ...]
    use: str


L = TypeVar("L", bound=Level)
S = TypeVar("S")
C = TypeVar("C")


@dataclass(frozen=True)
class DeadEnd:
    """Why no solution can follow from a position.

    Attributes:
        why: half a sentence for people: "these 2 boxes can never all get to goals".
        cells: where the things are that it speaks of.
    """

    why: str
    cells: frozenset[Pos]


class Game(Protocol[L, S, C]):
    """The rules of one game. Subclass it; what has a body here may be left as it is.

    A state is small, immutable and hashable, and holds just what Undo has to restore. A move is a
    short printable string. A cursor is what a player sees besides the state (the active robot, the
    cell under the walker): never a str, so that :meth:`interpret` can return either.
    """

    id: str
    title: str
    aliases: tuple[str, ...] = ()
    rules_version: int = 1
    objectives: tuple[Objective, ...]  # the first one is the default
    options: tuple[Option, ...] = ()
    solvers: tuple[SolverSpec, ...] = ()  # the first one is the default, before plain search
    #: makes a solution better that it begins with; None: the game has nothing that does
    improver: SolverSpec | None = None
    generators: tuple[GeneratorSpec, ...] = ()  # the first one is the default
    certificates: tuple[CertificateSpec, ...] = ()  # tried in this order, before plain search
    #: the solver that plays as a person does who does not look ahead; "" where the game has none
    baseline: str = ""
    measures: tuple[Measure, ...] = ()
    #: "module:function", (level, :class:`gridproof.result.Result`, ticker) -> value by id of a
    #: measure; None: the board has no such value. Its result is optimal. "" where there are none
    measure: str = ""
    #: "module:function", (level, objective, ticker) -> bound on the first metric or None; proven by
    #: a search of its own, and may raise :class:`gridproof.ticker.Stopped`
    root_bound: str | None = None
    forms: tuple[BoardForm, ...] = ()  # of the files that `read` reads, rows of text first
    formats: tuple[str, ...] = ("text",)  # what `write` can write; the first one is the default
    single_board_formats: tuple[str, ...] = ()  # those in which a file has one board
    whole_file_formats: tuple[str, ...] = ()  # those in which boards cannot just follow each other
    canonical_format: str | None = None  # the one that can express every board; None: the default
    kinds: tuple[str, ...] = tuple(KINDS)  # of the sprites and tiles that positions are drawn with
    exports: tuple[ExportSpec, ...] = ()  # what other programs are told of a board
    #: all keys that mean something in some position; elsewhere too they mean nothing else
    keys: tuple[Keys, ...] = ()
    quit_keys: tuple[str, ...] = ()  # what ends the play besides Escape, where a source says so

    # Text

    @abstractmethod
    def recognises(self, text: str, source: str) -> bool:
        """Whether ``text`` (a whole file) could be boards of this game."""
        ...

    @abstractmethod
    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[L | BoardFault]:
        """Reads all boards of a file; ``options`` (text, or plain values) win over what it says.

        Raises:
            InputError: an option does not exist or has no such value.
        """
        ...

    @abstractmethod
    def write(self, level: L, form: str | None = None) -> str:
        """The board as text, in one of :attr:`formats`; ``read`` gives back an equal level.

        Raises:
            InputError: the format cannot express this board.
        """
        ...

    def write_all(
        self,
        levels: Sequence[L],
        form: str | None = None,
        solutions: Sequence[Sequence[str]] = (),
    ) -> str:
        """A file of boards, with known solutions of each where the format has room for them.

        Raises:
            InputError: the format cannot express one of them.
        """
        return ("" if form == "json" else "\n").join(self.write(level, form) for level in levels)

    @abstractmethod
    def validate(self, level: L) -> list[Fault]:
        """All faults of the level. A level without faults never makes the other methods fail."""
        ...

    def missing(self, level: L) -> Fault | None:
        """What a faultless board lacks before it can be solved, although it can be drawn."""
        return None

    def facts(self, level: L) -> Sequence[str]:
        """What kind of board it is, for people: the special cases that the literature names."""
        return ()

    # Rules

    @abstractmethod
    def initial(self, level: L) -> S:
        """The state at the start."""
        ...

    @abstractmethod
    def moves(self, level: L, state: S, objective: Objective) -> Iterator[str]:
        """Moves worth trying under ``objective``, in fixed order; some optimum uses only these."""
        ...

    @abstractmethod
    def apply(self, level: L, state: S, move: str) -> tuple[S, Mapping[str, int]]:
        """The state after any legal move, and what each metric gains by it: 0 or more.

        A metric that is not named gains nothing.

        Refusing costs no more than moving: whoever shows the message adds the position.

        Raises:
            InvalidMove: ``move`` is not a move of this game.
            IllegalMove: the rules forbid it here.
        """
        ...

    def legal(self, level: L, state: S) -> Iterator[str]:
        """All moves that the rules allow here, in fixed order.

        Where :meth:`apply` takes moves without number that are of no use, these may be left out.
        """
        for move in self.actions(level) or ():
            try:
                self.apply(level, state, move)
            except IllegalMove:
                continue
            yield move

    @abstractmethod
    def complete(self, level: L, state: S, objective: Objective) -> bool:
        """Whether the play may stop here and count as a solution."""
        ...

    def outcome(self, level: L, state: S, objective: Objective) -> Outcome:
        """How the position stands; LOST only when that is certain."""
        return Outcome.SOLVED if self.complete(level, state, objective) else Outcome.IN_PLAY

    def dead_end(self, level: L, state: S, objective: Objective) -> DeadEnd | None:
        """Why no solution can follow from a position; None where that is not seen at once.

        What it says is certain. Players ask for it after each move: it takes milliseconds.
        """
        return None

    def key(self, level: L, state: S, objective: Objective) -> Any:
        """What the future depends on: states with equal keys have the same completions' costs."""
        return state

    def level_at(self, level: L, state: S) -> L | None:
        """The position as a level of its own; None if no level says it.

        What completes that level completes the play from ``state``, move by move and at the same
        gain of every metric, and what is best there is best here.
        """
        return None

    # Symmetry

    @abstractmethod
    def turn(self, level: L) -> L:
        """The board turned clockwise by 90°, with all that has a direction."""
        ...

    @abstractmethod
    def mirror(self, level: L) -> L:
        """The board mirrored left to right, with all that has a direction."""
        ...

    def essence(self, level: L) -> L:
        """The board without what is of no account: equal for boards that a player calls the same.

        Symmetries are no business of it, nor are objectives: the optimum in the game's first one
        has to be that of the board.
        """
        return level

    def easements(self, level: L) -> Iterator[Easement]:
        """The boards that differ by one thing less, in fixed order; all without faults."""
        return iter(())

    # Solutions

    def saved_solutions(self, text: str) -> Sequence[Sequence[str]]:
        """The solutions that stand beside the boards of a file, board by board, bad ones too.

        They are texts in the game's notation; the boards behind the last entry have none.
        """
        return ()

    def read_solution(self, level: L, text: str) -> list[str]:
        """The moves that ``text`` writes in the game's own notation.

        Raises:
            InvalidMove: some part is not in that notation.
        """
        return text.split()

    def write_solution(self, level: L, moves: Sequence[str]) -> str:
        """The moves in the game's own notation."""
        return " ".join(moves)

    # Drawing and playing

    def backdrop(self, level: L, window: Window = EVERYTHING) -> Scene:
        """What never changes in a play-through, drawn once, below each scene."""
        return Scene(level.width, level.height, (), window=window)

    @abstractmethod
    def scene(
        self, level: L, state: S, cursor: C | None = None, window: Window = EVERYTHING
    ) -> Scene:
        """What can change, at a position, or in the part of it in a window."""
        ...

    def picture(
        self, level: L, state: S, cursor: C | None = None, window: Window = EVERYTHING
    ) -> Scene:
        """The scene over its backdrop."""
        return self.scene(level, state, cursor, window).over(self.backdrop(level, window))

    def unseen(self, level: L, state: S) -> Sequence[int]:
        """What the future depends on besides what the picture and the level's options show.

        Of a level it is as many numbers at all positions.
        """
        return ()

    def frames(self, level: L, state: S, move: str, window: Window = EVERYTHING) -> Iterator[Scene]:
        """The few scenes that lead from ``state`` through ``move``, both ends included.

        The way of a thing between two of them is said by :attr:`Scene.paths`.
        """
        yield self.scene(level, state, None, window)
        yield self.scene(level, self.apply(level, state, move)[0], None, window)

    def cursor(self, level: L, state: S, cursor: C | None = None) -> C | None:
        """The cursor at a position that was come to with ``cursor`` (None: at first).

        It is what :meth:`interpret` goes by, and None if the game has none.
        """
        return None

    @abstractmethod
    def interpret(self, level: L, state: S, cursor: C | None, key: str) -> str | C | None:
        """What a key press means: a move (str), a new cursor, or None. A cursor None is the first.

        Keys are "up", "down", "left", "right", "enter", "space", "tab" and single characters.
        """
        ...

    def point(self, level: L, state: S, cursor: C | None, cell: Pos) -> str | C | None:
        """What pointing at a cell of the scene means, in the same way."""
        return None

    @abstractmethod
    def actions(self, level: L) -> Sequence[str] | None:
        """All moves that any position could allow, in a fixed order.

        None if they are more than :data:`MAX_ACTIONS`.
        """
        ...

    def objective(self, name: str | None = None) -> Objective:
        """The objective of that name, or the default.

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


#: A game of whatever levels, states and cursors.
AnyGame: TypeAlias = Game[Any, Any, Any]


def digest(game: AnyGame, level: Level) -> str:
    """SHA-256 of game, rules version, options and board; title and other metadata left out."""
    board = game.write(level.with_info(), game.canonical_format)
    return hashlib.sha256(f"{game.id}\n{game.rules_version}\n{board}".encode()).hexdigest()


def _from_package(point: EntryPoint) -> AnyGame:
    """The game that another package names.

    Raises:
        InputError: it cannot be imported.
    """
    try:
        game: AnyGame = point.load()
    except Exception as error:  # whatever its code raises
        why = f"{type(error).__name__}: {error}"
        raise InputError(
            f"the game `{point.name}` ({point.value}) cannot be loaded: {why}",
            hint="mend or uninstall the package that it comes from",
        ) from error
    return game


@functools.cache
def games() -> Mapping[str, AnyGame]:
    """All games by id: the built-in ones, then those of other packages.

    Raises:
        InputError: two games have the same id or alias, or one cannot be loaded.
    """
    from importlib.metadata import entry_points  # slow to import

    package = importlib.import_module("gridproof.games")
    found: list[AnyGame] = [
        importlib.import_module(f"{package.__name__}.{module.name}").GAME
        for module in pkgutil.iter_modules(package.__path__)
        if not module.name.startswith("_")
    ]
    found.sort(key=lambda game: game.id)
    found.extend(_from_package(point) for point in entry_points(group="gridproof.games"))
    names: dict[str, str] = {}
    for game in found:
        for name in (game.id, *game.aliases):
            if name in names:
                raise InputError(f"two games are called `{name}`: {names[name]} and {game.title}")
            names[name] = game.title
    return {game.id: game for game in found}


def find_game(name: str) -> AnyGame:
    """The game of that id or alias.

    Raises:
        UnknownName: there is none.
    """
    check_text(name, "the name of a game")
    by_name = {n: game for game in games().values() for n in (game.id, *game.aliases)}
    if name not in by_name:
        raise UnknownName("game", name, by_name)
    return by_name[name]


#: What to do when a text, or a file, was given for a level.
LEVEL_FROM = "`read_boards` makes levels of a text, `read_file` of a file"


def game_of(level: Level, game: AnyGame | str | None = None) -> AnyGame:
    """The game that is given, by itself or by its id, or else the one that the level is of.

    Raises:
        UnknownName: there is none of this id.
        InputError: what is given is no level, or no game.
    """
    if not isinstance(level, Level):
        raise InputError(f"a level is wanted, not {kind_of(level)}; {LEVEL_FROM}")
    return found_game(level.game if game is None else game)


def found_game(game: AnyGame | str) -> AnyGame:
    """Returns the game that is given, by itself or by its id.

    Raises:
        UnknownName: there is none of this id.
        InputError: it is neither.
    """
    if isinstance(game, str) or not hasattr(game, "rules_version"):
        return find_game(game)  # type: ignore[arg-type]
    return game
