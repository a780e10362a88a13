"""The directive `reduction`: a formula or graph, and its board on which it is switched by hand.

Its text is the instance, which is all that hosts of repositories show of it::

    ```{reduction} sat-to-bombcover
    x | y
    !x | !y
    ```

The page that `gridproof reduce --html` writes stands in a frame, since it has a layout of its own.
"""

from __future__ import annotations

from html import escape

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from gridproof.reductions.reduce import reduce
from gridproof.render import reduced

__all__ = ["Reduction"]


class Reduction(SphinxDirective):
    """The page of an instance of a reduction, which is named by the argument."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the frame."""
        page = reduced.page(reduce(self.arguments[0], "\n".join(self.content) + "\n"))
        frame = (
            f'<iframe class="page" srcdoc="{escape(page)}" loading="lazy" '
            f'title="The board of an instance, to be switched by hand"></iframe>'
        )
        return [nodes.raw("", frame, format="html")]
