"""All maximal plays of MERGE-GAME."""

from collections.abc import Sequence
from typing import Any

import gridproof.limits


def enumerate(*, type: Sequence[int], strikes: Sequence[Sequence[int]], hp: Sequence[int], left: Sequence[Sequence[int]], enough: int, control: gridproof.limits.Control | None = None) -> dict[str, Any]:
    """
    Tries every way to hand out damages to heroes, until enough stones fall.

    type: of each hero, from 0; strikes: for each hero its stones; hp: of each stone; left:
    for each type the number of heroes that deal 0, 1, ...; enough: stop at this many
    stones.
    Returns damages (of the heroes in the best play, or None), stones (how many it destroys),
    ever (those that fall in a play seen that destroys as many), stop, nodes and seconds.
    """
