"""What is installed here: the version, the rules of the games, the compiled kernels."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from importlib.metadata import version

from gridproof import __version__
from gridproof.game import games

__all__ = ["installed", "kernels"]


def kernels() -> dict[str, str]:
    """Each compiled kernel: "ok" if it can be loaded, or why it cannot."""
    native = importlib.import_module("gridproof._native")
    states = {}
    for module in pkgutil.iter_modules(native.__path__):
        try:
            importlib.import_module(f"{native.__name__}.{module.name}")
            states[module.name] = "ok"
        except ImportError as error:
            states[module.name] = str(error)
    return states


def installed() -> dict[str, str]:
    """All that results depend on, by name: equal on two machines, they give equal results."""
    major, minor, *_ = sys.version_info
    return {
        "gridproof": __version__,
        "Python": f"{major}.{minor}",
        "highspy": version("highspy"),
        **{f"rules of {name}": str(game.rules_version) for name, game in games().items()},
        **{f"kernel {name}": state for name, state in kernels().items()},
    }
