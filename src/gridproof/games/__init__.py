"""The built-in games, one folder each; :func:`gridproof.registry.games` finds them.

The folder ``_template`` is there to be copied for a new one. The registry leaves out names that
start with ``_``; the tests run every protocol test on it all the same.
"""

from gridproof.lazy import make_callable

make_callable(__name__, "gridproof.registry:games")
