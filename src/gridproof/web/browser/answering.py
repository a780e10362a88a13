"""The work of a web worker: a request is answered, as a worker process does it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from gridproof.errors import GridproofError, InputError, InternalError, MissingPart
from gridproof.limits import CancelToken, Flag
from gridproof.processes.worker import Request

__all__ = ["answer"]


def answer(data: bytes, say: Callable[[bytes], object], stopped: Flag) -> None:
    """Answer a request; ``say`` is called with progress, and at the end with the answer.

    Args:
        data: the request, pickled.
        say: called with pickled values.
        stopped: set from outside when the work is to end.
    """

    def tell(said: Any) -> None:
        say(pickle.dumps(said))

    question: Request[Any] = pickle.loads(data)
    try:
        tell(question.answer(CancelToken(stopped), tell))
    except (ImportError, MissingPart) as missing:
        tell(_unavailable(missing))
    except GridproofError as problem:
        tell(problem)
    except MemoryError:
        tell(InputError("there is not enough memory for this board"))
    except Exception as bug:  # any bug becomes a sentence for the page
        tell(InternalError(f"{type(bug).__name__}: {bug}", hint="this is a bug in gridproof"))


def _unavailable(missing: ImportError | MissingPart) -> InputError:
    """Return the error where a package is needed that browsers do not have."""
    return InputError(
        f"this cannot be done in a browser: {missing}",
        hint="`gridproof serve` shows the same pages with all solvers: pip install gridproof",
    )
