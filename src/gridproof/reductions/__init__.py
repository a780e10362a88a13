"""The reductions: a module each; one that names a ``REDUCTION`` is found by itself.

Beside them stand what they share: the source problems (``formula``, ``graph``), drawings of graphs
on a grid (``orthogonal``), and the lemma that most of their proofs rest on (``links``).
"""

from gridproof.lazy import make_callable

make_callable(__name__, "gridproof.reduction:reductions")
