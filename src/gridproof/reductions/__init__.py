"""The reductions: a folder each; one that names a ``REDUCTION`` is found by itself.

Beside them stand what they share: the source problems (``sources``), drawings of graphs on a grid
(``drawing``), and maps of boards with the lemmas that most proofs rest on (``wirings``).
"""

from gridproof.lazy import make_callable

make_callable(__name__, "gridproof.reduction:reductions")
