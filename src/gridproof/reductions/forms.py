"""The form of maps of reductions as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, TextForm

__all__ = ["MAP"]

MAP: Final = TextForm(
    id="map",
    title="map of a reduction",
    summary="an instance, its board, and the meaning of the board's cells, as a JSON object",
    fields=(
        Entry("v", "the version of this form", "1", required=True),
        Entry("reduction", "the id of the reduction", required=True),
        Entry("instance", "the instance", "text in its first form", required=True),
        Entry("options", "the options of the reduction, by name", "an object of texts"),
        Entry("k", "a solution this good stands for a witness", "a whole number", required=True),
        Entry("game", "the id of the board's game", required=True),
        Entry("map", "the meaning of cells; each reduction has its own fields", required=True),
        Entry("level", "the board, in the game's own text form", "text", required=True),
    ),
    notes="""\
- `reduce audit` checks board and map against the instance, and believes neither.
""",
    example='{"v":1,"reduction":"vc-to-boxcover","instance":"cover: 1\\n1 2\\n",'
    '"options":{"side":"2"},"k":3,"game":"boxcover",'
    '"map":{"drawing":{"at":[[0,0],[0,1]],"routes":[[[0,0],[0,1]]]},'
    '"paths":[[[0,8],[0,6],[0,4],[0,2],[0,0]]]},'
    '"level":"; Cover of 2 vertices and 1 edge by 1\\nk: 3\\nside: 2\\n'
    '0 0\\n0 2\\n0 4\\n0 6\\n0 8\\n"}\n',
)
