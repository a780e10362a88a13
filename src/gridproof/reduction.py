"""The protocol of reductions, their products, and the registry.

A reduction turns an instance of a hard problem into a board and a value ``k``. The board can be
solved at least as well as ``k`` exactly if the instance is a "yes". A reduction is one module under
``gridproof.reductions`` that names its :class:`Reduction` ``REDUCTION``. The command line, the
pages and the tests work on this protocol alone.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from gridproof.arguments import check_text, explained
from gridproof.errors import InputError, UnknownName
from gridproof.forms import TextForm
from gridproof.grid import Pos
from gridproof.level import Fault, Level
from gridproof.options import Option
from gridproof.scene import Window
from gridproof.specs import ExportSpec

__all__ = [
    "MAX_TOLD",
    "AnyReduction",
    "AnySource",
    "Certificate",
    "Choice",
    "Condition",
    "Demand",
    "Encoding",
    "Evidence",
    "Joint",
    "Part",
    "Reduction",
    "Source",
    "Switchboard",
    "Value",
    "Way",
    "find_reduction",
    "reductions",
    "sources",
]

I = TypeVar("I")  # noqa: E741 - an instance of the source problem
W = TypeVar("W")  # a witness: a solution of such an instance
L = TypeVar("L", bound=Level)


# The source problem.


class Source(Protocol[I, W]):
    """A source problem: reading, making and checking its instances and witnesses.

    Attributes:
        id: "formula", "graph".
        title: for people: "3-SAT".
        forms: the forms that ``read`` reads; ``write`` writes the first one.
        witnesses: the forms of witnesses of the example; ``write_witness`` writes the first one.
        parameters: what ``random`` takes: numbers, which are named here as people call them; those
            in brackets may be left out: "VERTICES[,EDGES]".
        example: a small instance that has a witness, as text.
        sizes: parameters of small instances, for ``random``.
        options: settings of an instance besides its text.
        exports: its forms for other programs. The entries take the instance alone,
            their texts keep its names, and ``read_witness`` reads the answers.
    """

    id: str
    title: str
    forms: tuple[TextForm, ...]
    witnesses: tuple[TextForm, ...]
    parameters: str
    example: str
    sizes: tuple[str, ...]
    options: tuple[Option, ...] = ()
    exports: tuple[ExportSpec, ...] = ()

    @property
    def formats(self) -> tuple[str, ...]:
        """The names of the forms, for people."""
        return tuple(form.title for form in self.forms)

    @abstractmethod
    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> I:
        """Return the instance of a text; ``options`` (by attribute) override those of the text.

        Raises:
            InputError: with ``source:line:column``, what is wrong, and what would be right.
        """
        ...

    @abstractmethod
    def write(self, instance: I) -> str:
        """Return the instance as text; ``read`` gives back an equal one."""
        ...

    @abstractmethod
    def random(self, parameters: str, rng: Random, options: Mapping[str, Any] | None = None) -> I:
        """Return an instance of this size; equal states of ``rng`` make equal ones.

        Raises:
            InputError: there is none of this size.
        """
        ...

    @abstractmethod
    def solve(self, instance: I) -> W | None:
        """Return a witness, or None if there is none: the truth, found without any board.

        If witnesses differ in size it is a smallest one, so that its moves are a best solution
        of the board.

        Raises:
            MissingPart: what it takes is not installed.
        """
        ...

    @abstractmethod
    def faults(self, instance: I, witness: W) -> list[str]:
        """Return the unmet demands (``clause 2, x ∨ ¬y, is false``); none for a witness."""
        ...

    @abstractmethod
    def read_witness(self, instance: I, text: str) -> W:
        """Return the witness of a text; it need not be right.

        Raises:
            InputError: the text is none.
        """
        ...

    @abstractmethod
    def write_witness(self, instance: I, witness: W) -> str:
        """Return the witness as text, on one line."""
        ...

    @abstractmethod
    def claimed(self, instance: I) -> Mapping[str, Any]:
        """Return the instance as JSON, as a certificate has it under :attr:`id`."""
        ...

    @abstractmethod
    def facts(self, claimed: Any) -> Sequence[str]:
        """Return all that :meth:`claimed` says, a phrase each; the same for equal instances.

        Raises:
            LookupError, TypeError, ValueError: it is no JSON of this problem.
        """
        ...

    def notes(self, instance: I) -> Sequence[str]:
        """Return the changes that ``read`` made to the text, such as split clauses."""
        return ()


# The products of a reduction.


@dataclass(frozen=True)
class Encoding:
    """A board that stands for an instance.

    Attributes:
        reduction: id of the reduction that made it.
        instance: what it stands for.
        options: values of all the reduction's options, by attribute.
        level: the board.
        k: the board can be solved at least as well as this exactly if the instance is a "yes".
        map: which parts of the board stand for what, as JSON: all that mapping solutions and
            auditing takes. Cells are ``[x, y]``.
    """

    reduction: str
    instance: Any
    options: Mapping[str, Any] = field(hash=False)
    level: Level
    k: int
    map: Mapping[str, Any] = field(hash=False)

    def board(self, kind: type[L]) -> L:
        """Return the board, as one of that game.

        Raises:
            InputError: it is one of another game.
        """
        if not isinstance(self.level, kind):
            raise InputError(f"the board must be one of {kind.game}, not of {self.level.game}")
        return self.level


@dataclass(frozen=True)
class Part:
    """Cells that stand for a part of the instance, in the coordinates of the board's scene.

    Attributes:
        text: what they are: "loop of y", "slot of clause 2: ¬x ∨ y ∨ z".
        tint: number of the part that they belong to (a variable, an edge), for colouring; None:
            they are told, not coloured.
        areas: the cells, as rectangles.
        line: the same as a line through cells, which is drawn in the tint; closed if its ends meet.
        sign: written on the first area.
    """

    text: str
    tint: int | None = None
    areas: tuple[Window, ...] = ()
    line: tuple[Pos, ...] = ()
    sign: str = ""


@dataclass(frozen=True)
class Value:
    """One value of a choice.

    Attributes:
        name: "true", "chosen".
        cells: the cells at which it asks for moves (scene coordinates).
    """

    name: str
    cells: tuple[Pos, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A decision of a witness: a variable, a vertex.

    Attributes:
        name: "x", "vertex 3".
        values: its possible values.
        tint: its colour, as in :class:`Part`; None: it has none.
        at: its place in a drawing of the instance, in units of that drawing; None: it has none.
    """

    name: str
    values: tuple[Value, ...]
    tint: int | None = None
    at: tuple[float, float] | None = None


@dataclass(frozen=True)
class Way:
    """One way to meet a demand.

    Attributes:
        choice: number of the choice.
        value: number of its value.
        cells: where meeting the demand in this way asks for moves besides.
    """

    choice: int
    value: int
    cells: tuple[Pos, ...] = ()


@dataclass(frozen=True)
class Joint:
    """A joint demand of several choices for moves, as where the wires of two variables cross.

    Attributes:
        values: (number of a choice, number of its value); asked for if all of them are chosen.
        cells: the cells at which it then asks for moves.
    """

    values: tuple[tuple[int, int], ...]
    cells: tuple[Pos, ...]


@dataclass(frozen=True)
class Demand:
    """A demand on a witness: a clause, an edge.

    Attributes:
        name: "clause 2", "edge 1–3".
        ways: how it can be met, the one that counts first in front.
        cells: what stays on the board while it is not met (a clause's crate).
        unmet: the cells at which it asks for moves if it is met in no way.
        route: its line in a drawing of the instance.
    """

    name: str
    ways: tuple[Way, ...]
    cells: tuple[Pos, ...] = ()
    unmet: tuple[Pos, ...] = ()
    route: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Switchboard:
    """An encoding to be switched by hand: the moves that each choice asks for, against the budget.

    The moves are those at the cells of :attr:`always`, of the chosen values, of the joints whose
    values are all chosen, and of each demand. Those of a demand are the cells of the first of its
    ways that is chosen, or :attr:`Demand.unmet`.

    Attributes:
        unit: the unit that is counted, in the plural: "explosions".
        budget: the largest number allowed.
        choices: the switches.
        demands: all that have to be met.
        always: the cells of moves that every choice takes.
        joints: demands of several choices together.
    """

    unit: str
    budget: int
    choices: tuple[Choice, ...]
    demands: tuple[Demand, ...]
    always: tuple[Pos, ...] = ()
    joints: tuple[Joint, ...] = ()


#: Faults of a condition that are listed; one would do.
MAX_TOLD: Final = 20


@dataclass(frozen=True)
class Condition:
    """One of the conditions on which a proof rests, checked on a board.

    Attributes:
        id: as the proof calls it: "S1".
        text: what has to hold.
        faults: the places where it fails; empty if it holds.
        checked: the number of things that were checked.
    """

    id: str
    text: str
    faults: tuple[Fault, ...] = ()
    checked: int = 0


@dataclass(frozen=True)
class Certificate:
    """The findings of an audit. If it passed, the theorem holds for this very board.

    Attributes:
        conditions: all that were checked, in order.
    """

    conditions: tuple[Condition, ...]

    @property
    def passed(self) -> bool:
        """True if all conditions hold."""
        return not any(condition.faults for condition in self.conditions)

    @property
    def faults(self) -> list[str]:
        """The failed conditions and their places, in words."""
        return [
            f"{condition.id}: {fault.message}"
            + (f" ({fault.cell.for_people})" if fault.cell else "")
            for condition in self.conditions
            for fault in condition.faults
        ]


@dataclass(frozen=True)
class Evidence:
    """The input of a small checker that confirms an audit by itself.

    Attributes:
        kind: of the proof (:data:`gridproof.proof.kinds.REDUCTIONS`).
        records: the meaning of the cells, as the checker of that kind reads it.
        instance: by the name of the source problem, as it reads them.
    """

    kind: str
    records: Iterable[Any]
    instance: Mapping[str, Any]


# The reduction itself.


class Reduction(Protocol[I, W]):
    """A map from instances of a problem to boards, with the maps of solutions to and fro.

    Attributes:
        id: its name on the command line.
        title: for people: "3-SAT → Bomb-cover".
        summary: the theorem in a line.
        published: the publication of the theorem, for people; "" if nobody outside has reviewed it:
            it is then a claimed proof with machine-checked instances.
        source: the problem that is reduced from.
        game: id of the game.
        options: settings of its boards.
        usual_size: the size of random instances, unless another one is asked for: their boards are
            soon solved by any solver; empty: the last of the source's sizes.
        version: of the generator of its boards: raised whenever a seed begins to mean another one.
    """

    id: str
    title: str
    summary: str
    published: str = ""
    source: Source[I, W]
    game: str
    options: tuple[Option, ...] = ()
    usual_size: str = ""
    version: int = 1

    @abstractmethod
    def encode(self, instance: I, options: Mapping[str, Any]) -> Encoding:
        """Return the board of an instance; ``options`` has a value for each option.

        Raises:
            InputError: the instance has no board, such as a graph that is not planar.
        """
        ...

    @abstractmethod
    def lift(self, encoding: Encoding, witness: W) -> list[str]:
        """Return the moves that stand for a right witness."""
        ...

    @abstractmethod
    def lower(self, encoding: Encoding, moves: Sequence[str]) -> W:
        """Return the witness that a solution at least as good as ``k`` stands for.

        Raises:
            InputError: as :meth:`audit`.
        """
        ...

    @abstractmethod
    def audit(self, encoding: Encoding) -> Certificate:
        """Check the conditions of the proof on the very board and map of an encoding.

        The audit takes polynomial time, for any board and map: it believes neither. If all
        conditions hold, the board can be solved at least as well as ``k`` exactly if the instance
        is a "yes".

        Raises:
            InputError: the map is not one of this reduction, or the board is one of another game.
        """
        ...

    @abstractmethod
    def parts(self, encoding: Encoding) -> Sequence[Part]:
        """Return the parts of the board and what they stand for; what lies above is last."""
        ...

    @abstractmethod
    def switchboard(self, encoding: Encoding) -> Switchboard:
        """Return the encoding as something to switch by hand."""
        ...

    def evidence(self, encoding: Encoding) -> Evidence | None:
        """Return the input of the independent checker; None if there is none.

        Raises:
            InputError: as :meth:`audit`.
        """
        return None

    def warnings(self, encoding: Encoding) -> Sequence[str]:
        """Return what a user of this board should know, a sentence each."""
        return ()


AnySource: TypeAlias = Source[Any, Any]
AnyReduction: TypeAlias = Reduction[Any, Any]


@explained
@functools.cache
def reductions() -> Mapping[str, AnyReduction]:
    """Return all reductions by id."""
    package = importlib.import_module("gridproof.reductions")
    modules = (
        importlib.import_module(f"{package.__name__}.{module.name}")
        for module in pkgutil.iter_modules(package.__path__)
    )
    found = [module.REDUCTION for module in modules if hasattr(module, "REDUCTION")]
    return {reduction.id: reduction for reduction in sorted(found, key=lambda each: each.id)}


@explained
def find_reduction(name: str) -> AnyReduction:
    """Return the reduction of that id.

    Raises:
        UnknownName: there is none.
    """
    check_text(name, "the name of a reduction")
    known = reductions()
    if name not in known:
        raise UnknownName("reduction", name, known)
    return known[name]


@functools.cache
def sources() -> Mapping[str, AnySource]:
    """Return the problems that are reduced from, by id."""
    return {reduction.source.id: reduction.source for reduction in reductions().values()}
