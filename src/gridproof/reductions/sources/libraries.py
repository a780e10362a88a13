"""Libraries of the extra `reduce`, loaded when they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from gridproof.errors import MissingPart

__all__ = ["networkx"]


def networkx() -> Any:
    """Load NetworkX.

    Raises:
        MissingPart: it is not installed.
    """
    try:
        return importlib.import_module("networkx")
    except ImportError:
        message = "planar graphs need NetworkX"
        raise MissingPart(message, hint="pip install 'gridproof[reduce]'") from None
