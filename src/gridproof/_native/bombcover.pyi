"""Layers of states, and plans of bombs, for the fewest explosions."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits


class Search:
    """Layers: the sets of crates left after each number of bombs."""

    def __init__(self, *, width: int, height: int, cells: bytes, starts: Sequence[int], radius: int, pierce: bool, control: gridproof.limits.Control | None = None) -> None:
        """
        cells: a byte a cell, row by row, of `#`, `.` and `x`; starts: cells y * width + x.
        Raises gridproof.limits.Stopped if a limit ends it, ValueError for too many crates.
        """

    @property
    def crates(self) -> int:
        """The number of crates to destroy."""

    @property
    def sites(self) -> int:
        """The number of sites for bombs."""

    def bound_arms(self, site: int) -> list[list[int]]:
        """For each arm of a site the crates whose heaviest counts for the bound."""

    @property
    def bytes(self) -> int:
        """Bytes of all tables."""

    def add_weighting(self, weights: Sequence[float]) -> None:
        """
        Adds weights of the crates, lowered where a bomb could take more than 1.
        """

    @property
    def root_bound(self) -> int:
        """The best bound for all crates."""

    def restart(self) -> None:
        """Goes back to the layer of the start."""

    def expand(self, most: int, width: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Makes the next layer, of the states that may be cleared with at most `most`
        explosions in all, and keeps the `width` best. Returns outcome (layer, empty, solved
        or stopped), nodes, stop and seconds.
        """

    def prune(self, most: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Prunes the layer with the present weightings. Returns the same as expand().
        """

    def crates_of(self, state: int) -> list[int]:
        """The crates left in a state of the layer."""

    @property
    def size(self) -> int:
        """States in the layer."""

    @property
    def was_cut(self) -> bool:
        """True if a layer lost states to its width."""

    @property
    def solution(self) -> list[int]:
        """The bomb cells of the solution found."""

    @property
    def peak_memory(self) -> int:
        """Most bytes of the layers at any time."""

class Statics:
    """Static facts of a board, for any number of crates."""

    def __init__(self, *, width: int, height: int, cells: bytes, starts: Sequence[int], radius: int, pierce: bool, control: gridproof.limits.Control | None = None) -> None:
        """As for Search."""

    @property
    def crates(self) -> int:
        """The number of crates to destroy."""

    @property
    def sites(self) -> int:
        """The number of sites for bombs."""

    def bound_arms(self, site: int) -> list[list[int]]:
        """For each arm of a site the crates that count for the bound."""

    @property
    def bytes(self) -> int:
        """Bytes of all tables."""

    def play(self, plan: Sequence[tuple[int, Sequence[int]]], *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Bombs that clear the board: those of a plan, pairs of a site and the crates it is for,
        as far as they can be set in some order; then greedy ones. Returns bombs (cells; None
        if it was stopped), nodes (0), stop and seconds.
        """

    def patterns(self, most: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        (site, crates, at_once) for each set of crates that a bomb may be the first to take;
        at_once: it takes what is left of them from the start on. None at all if there are
        more than `most`. Returns patterns, nodes (0), stop and seconds.
        """

class Planner:
    """Plans (bombs in no order), and the test that they can be played."""

    def __init__(self, *, width: int, height: int, cells: bytes, starts: Sequence[int], radius: int, pierce: bool, recording: bool = False, control: gridproof.limits.Control | None = None) -> None:
        """
        As for Search. ValueError: there are too many crates or patterns. recording: whether
        the nodes of a proof are kept.
        """

    def search(self, size: int, steps: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Local search for a plan of `size` bombs, for `steps` steps. Returns outcome (played,
        paused or stopped), nodes, stop and seconds.
        """

    def improve(self, most: int, bombs: Sequence[int], tries: int, nodes: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Looks for a plan of at most `most` bombs in a number of neighbourhoods of a play, with
        so many nodes each: most bombs (cells) stay. Returns outcome (played, paused, stopped;
        others as for prove, if that was not begun), nodes, stop and seconds.
        """

    def prove(self, most: int, programs: int, *, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
        """
        Continues the proof that more than `most` bombs are needed, for a number of linear
        programs. Returns outcome (proven, played, paused, stopped, or failed: it ends without
        a proof), nodes, stop and seconds.
        """

    @property
    def solution(self) -> list[int]:
        """The bomb cells of the last plan that could be played."""

    @property
    def sets(self) -> int:
        """The number of known sets of crates."""

    def set(self, number: int) -> list[int]:
        """The crates of a set; the first ones are the single crates, in order."""

    @property
    def first_sum(self) -> int:
        """The number of the first sum as a row of proofs."""

    def sum(self, number: int) -> list[int]:
        """The sets of which half the sum, rounded up, is a row of proofs."""

    @property
    def dropped(self) -> list[tuple[int, int]]:
        """
        Pairs of cells: a site that was dropped, and the one that it was dropped for.
        """

    def restart(self) -> None:
        """Forgets the proof, but not the sets that it has learnt."""

    @property
    def proof(self) -> list[object]:
        """
        The nodes of the last proof. A leaf is (price of the cap, pairs of row and
        price); rows are sets, sums from first_sum on, and -1, -2, ... the branches
        above it, the first one first. Another one is (cell, crates, count), whether
        there are at most so many bombs on a cell for these crates; the nodes for more
        follow, then the others.
        """

    @property
    def bytes(self) -> int:
        """Bytes of sets and programs."""

    @property
    def peak_memory(self) -> int:
        """Most bytes of sets and programs."""

def brute_force(*, width: int, height: int, cells: bytes, starts: Sequence[int], radius: int, pierce: bool, random: bool, seed: int = 0, most: int = 4294967295, enough: int = 0, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Depth-first search over all bombs, by decreasing power or in random order, for at most
    `most` of them; it ends as soon as it has at most `enough`.

    Returns bombs (cells of the best solution found, or None), states (made in all),
    states_to_best, nodes, stop and seconds.
    """
