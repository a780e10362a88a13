"""The arguments of each verb, taken from its signature once a process.

A process of a user does so once as well; tests call verbs thousands of times, and Cyclopts takes
longer for it than most of these calls do for all else.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from cyclopts.argument import ArgumentCollection

__all__ = ["arguments_kept"]


@contextmanager
def arguments_kept() -> Iterator[None]:
    """Let Cyclopts look at each signature once; each run has its own copy of the arguments."""
    from cyclopts import App

    assemble = App.assemble_argument_collection
    kept: dict[tuple[Callable[..., Any] | None, str], ArgumentCollection] = {}

    def copied(app: App, **options: Any) -> ArgumentCollection:
        seen = app.default_command, repr(options)
        if seen not in kept:
            kept[seen] = assemble(app, **options)
        return _fresh(kept[seen])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "assemble_argument_collection", copied)
        yield


def _fresh(arguments: ArgumentCollection) -> ArgumentCollection:
    """Return a copy that has been given nothing; arguments may be parts of others."""
    copies = {id(argument): copy.copy(argument) for argument in arguments}
    for argument in copies.values():
        argument.tokens = []
        argument.children = type(arguments)(copies[id(child)] for child in argument.children)
    return type(arguments)(copies.values())
