"""A second checker of certificates, written from the pages in `docs/explanation` alone.

Plain and slow on purpose: it shares nothing with ``gridproof.proof`` but the readers and the rules
of the games.
"""

from tests.proof.second.core import check, prove

__all__ = ["check", "prove"]
