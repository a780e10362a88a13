"""Plans of bombs without an order: proofs, neighbourhoods and local search, in turns.

The kernel looks for plans and excludes them (``native/bombcover/plans.hpp``).
"""

from __future__ import annotations

from typing import Any

from gridproof._native import bombcover as native
from gridproof.games.bombcover.solve.kernel import problem
from gridproof.games.bombcover.solve.known import Known

__all__ = ["Plans"]

#: Steps of the local search in each turn.
_TURN_STEPS = 4_000
#: Nodes of a proof (twice as many in each turn) and neighbourhoods of a play, in turns.
_SOME_NODES, _NEIGHBOURHOODS = 400, 20
#: Nodes in each neighbourhood, which grow likewise.
_NODES_IN_ONE = 30


class Plans:
    """The plans of a board, from :meth:`begin` on.

    Args:
        known: learns what they find and prove.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._kernel: Any = None

    @property
    def going(self) -> bool:
        """True if there are plans: the board is not too large, and they have not given up."""
        return self._kernel is not None

    def begin(self) -> None:
        """Make the tables."""
        known = self._known
        taken = sum(kernel.bytes for kernel in known.kernels)
        known.ticker.allocate(taken)
        try:
            control = known.ticker.control(counted=False)
            self._kernel = native.Planner(**problem(known.task.level), control=control)
        except ValueError:  # not for this board
            return
        finally:
            known.ticker.allocate(-taken)
        known.kernels.append(self._kernel)

    def close_in(self) -> None:
        """Prove what is soon proven, and then look for plans near the best solution."""
        while self._known.is_open and self.prove(self._known.lower, _SOME_NODES):
            self._known.check()
        self._better(_NODES_IN_ONE)

    def search(self, steps: int) -> bool:
        """Return True if local search finds a better plan; it learns sets as well."""
        known = self._known
        found = known.call(self._kernel.search, known.goal, steps) == "played"
        if found:
            known.found(self._kernel.solution)
        return found

    def prove(self, most: int, nodes: int) -> bool:
        """Go on with branch and cut for a number of nodes; return True if it decided ``most``."""
        if not self.going:
            return False
        return self._conclude(self._known.call(self._kernel.prove, most, nodes), most)

    def prove_in_turns(self, most: int) -> bool:
        """Go on with branch and cut, and now and then look for better plans; as :meth:`prove`."""
        known, nodes = self._known, _SOME_NODES
        while not self.prove(most, nodes):
            if not self.going:
                return False
            self._better(nodes * _NODES_IN_ONE // _SOME_NODES)
            if known.goal < most or known.lower > most:
                return True
            nodes *= 2
        return True

    def _better(self, nodes: int) -> None:
        """Look for plans near the best solution, as long as some are found."""
        known = self._known
        while known.is_open and self.going and known.bombs is not None:
            most = known.goal
            improve = self._kernel.improve
            outcome = known.call(improve, most, known.bombs, _NEIGHBOURHOODS, nodes)
            if not self._conclude(outcome, most) and not self.search(_TURN_STEPS):
                return

    def _conclude(self, outcome: str, most: int) -> bool:
        """Note what plans of at most ``most`` bombs came to; return True if they are decided."""
        if outcome == "failed":
            self._known.kernels.remove(self._kernel)
            self._kernel = None
        elif outcome == "played":
            self._known.found(self._kernel.solution)
        elif outcome == "proven":
            self._known.raise_lower(most + 1)
        return outcome in ("played", "proven")
