"""Pictures of drafts: they need no level without faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from gridproof.editing.draft import Draft
from gridproof.grid import Direction, Pos
from gridproof.level import Fault
from gridproof.scene import Edge, Mark, Scene, Sprite, Tiles

__all__ = ["fault_marks", "sketch"]

#: Kinds that are drawn as one outline.
_SOLID: Final = ("wall", "rock", "brick", "crate")


def sketch(draft: Draft, remarks: Sequence[Mark] = ()) -> Scene:
    """Return the picture of a draft; its cell 0,0 is the window's first one.

    Args:
        draft: the pieces.
        remarks: on cells of the window.
    """
    _, _, width, height = draft.window
    if draft.whole is not None:
        return _picture(draft, remarks)
    codes = bytearray(width * height)
    sprites: list[Sprite] = []
    edges: set[Edge] | None = set() if any(p.side for p in draft.palette.values()) else None
    for piece in draft.palette.values():
        for cell in sorted(draft.layout.get(piece.id, ())):
            if not draft.window.shows(cell):
                continue
            x, y = cell.x - draft.window.left, cell.y - draft.window.top
            if piece.side is not None and edges is not None:
                edges.add((x, y, "E" if piece.side is Direction.R else "S"))
            elif piece.look.kind in _SOLID:
                codes[y * width + x] = 1 + _SOLID.index(piece.look.kind)
            else:
                sprites.append(_at(draft, cell, x, y, piece.id))
    return Scene(
        width,
        height,
        tuple(sprites),
        edges=None if edges is None else frozenset(edges),
        marks=tuple(remarks),
        tiles=(Tiles(("", *_SOLID), bytes(codes)),),
        ground="lattice" if draft.game.endless else "floor",
    )


def _picture(draft: Draft, remarks: Sequence[Mark]) -> Scene:
    """Return the picture of a board that is edited as text; of one with faults a bare ground."""
    _, _, width, height = draft.window
    if draft.faults:
        return Scene(width, height, (), marks=tuple(remarks))
    level = draft.level()
    scene = draft.game.picture(level, draft.game.initial(level))
    return replace(scene, marks=(*scene.marks, *remarks))


def _at(draft: Draft, cell: Pos, x: int, y: int, name: str) -> Sprite:
    piece = draft.palette[name]
    kinds = [piece.on[other] for other in draft.at(cell) if other in piece.on]
    look, value = piece.look, draft.value(piece.tinted_by)
    if isinstance(value, int):
        look = replace(look, tint=value, sign=str(value))
    return replace(
        look,
        id=f"{name}@{x},{y}",
        kind=(*kinds, piece.look.kind)[0],
        x=x,
        y=y,
        name=name,
    )


def fault_marks(faults: Sequence[Fault]) -> Iterator[Mark]:
    """Yield a mark on each cell that a fault names."""
    for fault in faults:
        if fault.cell is not None:
            yield Mark(*fault.cell, 3, fault.message, sign="!")
