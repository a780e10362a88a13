"""Descriptions of solvers, certificates, generators and exports, known without importing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from gridproof.grid import Direction
from gridproof.level import Level, Objective
from gridproof.options import Option, option_values
from gridproof.scene import Sprite

__all__ = [
    "About",
    "CertificateSpec",
    "ExportSpec",
    "Feature",
    "FileFormat",
    "GeneratorSpec",
    "Measure",
    "PageRules",
    "Piece",
    "SolverSpec",
]


#: Abilities of a solver besides solving from the start, see :mod:`gridproof.solving.task`.
Feature = Literal["start", "incumbent", "all-solutions"]


@dataclass(frozen=True)
class PageRules:
    """The rules of a game in JavaScript, by which pages play boards without a table.

    Attributes:
        package: the package that holds ``rules.mjs``, which exports the class ``PageRules``. Its
            function ``data`` makes the class's argument of a level and of a function, which
            returns the number of a sprite's look. None: the rules do not know such a level.
        kernel: the name of the kernel that solves positions for hints; None: the rules solve them.
    """

    package: str
    kernel: str | None = None


@dataclass(frozen=True)
class SolverSpec:
    """A solver's name and description, known without importing the solver.

    Attributes:
        id: the name on the command line.
        summary: one line for people, with the source of a published algorithm.
        entry: "module:function", from a :class:`gridproof.solving.task.Task` to a
            :class:`gridproof.result.Answer`.
        objectives: the objectives it is made for; empty means all.
        supports: its abilities besides solving from the start.
        options: its own settings, such as prunings that can be switched off. They change how long
            it takes, never what is true.
        unsupported: says why it is not for a board, or None; None instead of it: it is for all.
        node_budget: nodes that it may take for a generated board, which is left out if they are not
            enough: a few seconds.
        exact_nodes: True if a limit of nodes stops it at the same place on every machine. It does
            not where floating-point prices steer the search.
        in_portfolio: True if it takes part where several solvers work side by side. A baseline
            does not.
        threaded: says whether threads share its search on a board for an objective; None instead
            of it: never. Costs and bounds are the same with any number of them, and from two on
            so are all counts.
        stand_ins: names of the game's solvers. The first fit one takes its place where a package
            is missing that it needs, as in browsers; if there is none, plain search does.
    """

    id: str
    summary: str
    entry: str
    objectives: tuple[str, ...] = ()
    supports: frozenset[Feature] = frozenset()
    options: tuple[Option, ...] = ()
    unsupported: Callable[[Any], str | None] | None = None
    node_budget: int = 1_000_000
    exact_nodes: bool = True
    in_portfolio: bool = True
    threaded: Callable[[Any, Objective], bool] | None = None
    stand_ins: tuple[str, ...] = ()

    def why_unsupported(self, level: Level, objective: Objective) -> str | None:
        """Return the reason it is not made for this board and objective; None if it is."""
        if self.objectives and objective.id not in self.objectives:
            return f"it is not made for objective `{objective.id}`"
        return self.unsupported(level) if self.unsupported else None

    def shares_threads(self, level: Level, objective: Objective) -> bool:
        """Return True if several threads can share its search for this board and objective."""
        return self.threaded is not None and self.threaded(level, objective)

    def settings(self, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the values of all its options, by attribute: those given, and defaults.

        Raises:
            UnknownName: it has no option of this name.
            InputError: an option has no such value.
        """
        defaults = {option.attribute: option.default for option in self.options}
        return defaults | option_values(f"solver `{self.id}`", self.options, given)


@dataclass(frozen=True)
class Piece:
    """A thing that a designer puts on the cells of a board.

    Attributes:
        id: its name, also for people: "wall", "robot 2".
        look: its picture, at any place; the kind must be one of the game's.
        key: the character that chooses it; pieces of one key take turns.
        layer: pieces of one layer replace each other in a cell.
        fills: True if nothing else stands in its cell, whatever the layer.
        single: True if a board has at most one: a second one moves it.
        side: the side of the cell that it stands on, as a thin wall; None: it stands in the cell.
        on: its kind of sprite in a cell with another piece, by that piece's id.
        tinted_by: the option whose value, if it is a number, is its tint and sign; "": none.
    """

    id: str
    look: Sprite
    key: str
    layer: int = field(default=0, kw_only=True)
    fills: bool = field(default=False, kw_only=True)
    single: bool = field(default=False, kw_only=True)
    side: Direction | None = field(default=None, kw_only=True)
    on: Mapping[str, str] = field(default_factory=dict, hash=False, kw_only=True)
    tinted_by: str = field(default="", kw_only=True)


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
            :class:`gridproof.proof.making.MadeProof`; None: it takes more than a claim to make one.
        objectives: the objectives it is made for; empty means all.
        unsupported: says why it is not for a board, or None; None instead of it: it is for all.
        refutation: "module:function", from an accepted claim, its records and a ticker to a
            :class:`gridproof.proof.pseudo_boolean.log.Refutation`, or to None if it has no tree.
            None instead of it: no proof of this kind is a pseudo-Boolean one.
    """

    id: str
    summary: str
    check: str
    make: str | None
    objectives: tuple[str, ...] = ()
    unsupported: Callable[[Any], str | None] | None = None
    refutation: str | None = None

    def why_unsupported(self, level: Level, objective: Objective) -> str | None:
        """Return the reason it is not made for this board and objective; None if it is."""
        if self.objectives and objective.id not in self.objectives:
            return f"it is not made for objective `{objective.id}`"
        return self.unsupported(level) if self.unsupported else None


@dataclass(frozen=True)
class GeneratorSpec:
    """A maker of boards, known without importing it.

    Attributes:
        id: its name.
        summary: one line for people.
        entry: "module:function", from a :class:`random.Random` and the parameters, as keyword
            arguments, to a level without faults. Equal states of the former make equal boards, on
            every machine: no clock, no order of a set, no float that another compiler may change.
        parameters: the settings of its boards.
        version: raised whenever a seed begins to mean another board.
        aims: True if it searches for boards that meet a goal. It then also takes ``goal``, a
            :class:`gridproof.design.goal.Goal`, and ``ticker``, whose clock it looks at; it raises
            :class:`gridproof.design.goal.Unmet` after a bounded effort.
        small: parameters with which plain search solves every board at once, also where numbers
            among them are smaller: tests vary those. Empty: there are none.
        large: parameters of boards on which no solver ends soon, for tests of limits.
        given: further keyword arguments of the entry, which may serve several generators.
    """

    id: str
    summary: str
    entry: str
    parameters: tuple[Option, ...] = ()
    version: int = 1
    aims: bool = False
    small: Mapping[str, Any] = field(default_factory=dict, hash=False)
    large: tuple[Mapping[str, Any], ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class ExportSpec:
    """A form in which a board goes to another program, known without importing its writer.

    It is no format: nothing here reads it back. Its problem has the optimum of the board.

    Attributes:
        id: its name: "pddl".
        summary: one line for people.
        entry: "module:function", from a level without faults and an objective to a text in ASCII.
            Equal boards make equal texts. It raises :class:`gridproof.errors.InputError` if it
            cannot express this board.
        ending: of the file with this text.
        comment: what begins a line of the file that says nothing to the other program.
        objectives: those that it can express; empty means all.
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
class About:
    """The rules of a game, for people who do not know it; pages, help and docs show this alone.

    Texts may be broken anywhere; lists have a ``-`` at the head of each item.

    Attributes:
        goals: by the id of an objective: the task in one sentence without a full stop, as a page
            says it above a board.
        rules: a list: what is on the board, what a move does, and when the play is over.
        board: a small board in the game's text form, on which moves are shown.
        moves: moves on it that show the rules; they need not solve it.
        shown: what these moves do.
        notation: how moves and solutions are written.
        history: where the game comes from, and what is known of it.
        sources: a list of theses, papers and sites.
        reached: by the id of an objective: the words behind its optimum, "can be broken"; without
            them "are enough", or "are possible" where more is better.
        units: by the name of a metric: the plural that the task counts in; without it, the name.
        pictured: names of options whose values the picture of a board or its caption shows.
    """

    goals: Mapping[str, str]
    rules: str
    board: str
    moves: tuple[str, ...]
    shown: str
    notation: str
    history: str
    sources: str = ""
    reached: Mapping[str, str] = field(default_factory=dict, hash=False)
    units: Mapping[str, str] = field(default_factory=dict, hash=False)
    pictured: tuple[str, ...] = ()

    @staticmethod
    def items(text: str) -> tuple[str, ...]:
        """Return the items of a list, or the paragraphs of a text, each in one line."""
        parts = re.split(r"^- |\n\n", text.strip(), flags=re.MULTILINE)
        return tuple(" ".join(part.split()) for part in parts if part.strip())


@dataclass(frozen=True)
class FileFormat:
    """A form in which a game writes boards.

    Attributes:
        id: the name on the command line.
        write: from the game and a level to the text of the board, its last line ended.
        separator: stands between the boards of a file.
        file: from the game, levels and known solutions of each (one after another, or none at all)
            to the text of a file; None: the boards one after another.
        single_board: True if a file has one board.
        whole_file: True if boards cannot just follow each other.
    """

    id: str
    write: Callable[[Any, Any], str]
    separator: str = "\n"
    file: Callable[[Any, Sequence[Any], Sequence[Sequence[str]]], str] | None = None
    single_board: bool = False
    whole_file: bool = False

    def of(self, game: Any, levels: Sequence[Any], solutions: Sequence[Sequence[str]]) -> str:
        """Return the text of a file of boards."""
        if self.file is not None:
            return self.file(game, levels, solutions)
        return self.separator.join(self.write(game, level) for level in levels)


@dataclass(frozen=True)
class Measure:
    """A number about the difficulty of a board, besides those of every game.

    Attributes:
        id: its name in JSON.
        title: the heading of its column.
        summary: one line for people.
    """

    id: str
    title: str
    summary: str
