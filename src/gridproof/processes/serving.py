"""The program of a worker process; it imports little, since each start of a worker waits for it."""

from __future__ import annotations

import faulthandler
import os
import pickle
import queue
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

from gridproof.errors import GridproofError, InputError, InternalError
from gridproof.limits import CancelToken
from gridproof.processes.child import die_with_parent

if TYPE_CHECKING:
    from gridproof.processes.worker import Request

__all__ = ["serve"]


def serve() -> None:
    """Answer the requests on standard input, one by one; the process runs this."""
    memory, *given = map(int, sys.argv[1:])
    for descriptor in given:
        die_with_parent(descriptor)
    faulthandler.enable()
    _limit_memory(memory)
    questions, answers = _pipes()
    waiting: queue.SimpleQueue[tuple[Request[Any], CancelToken]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, waiting), daemon=True).start()

    def say(said: Any) -> None:
        answers.write(pickle.dumps(said))  # all of it, or what went wrong, but no half of it
        answers.flush()

    while True:
        question, token = waiting.get()
        try:
            say(question.answer(token, say))
        except GridproofError as problem:
            say(problem)
        except MemoryError:
            say(InputError("there is not enough memory for this board"))
        except Exception as bug:
            say(InternalError(f"{type(bug).__name__}: {bug}", hint="this is a bug in gridproof"))


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output; a library that prints does not reach them any more."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nothing, number)
    return pipes


def _listen(
    questions: BinaryIO, waiting: queue.SimpleQueue[tuple[Request[Any], CancelToken]]
) -> None:
    """Pass requests on, cancel the latest at a signal, and end the process with its parent.

    It runs in a thread of its own, beside the search. If the search keeps this thread from running,
    the lifeline ends the process.
    """
    token = CancelToken()
    try:
        while True:
            question = pickle.load(questions)
            if question is None:
                token.cancel()
            else:
                token = CancelToken()
                waiting.put((question, token))
    finally:  # nobody is left to ask, or to hear an answer
        os._exit(0)


def _limit_memory(size: int) -> None:
    try:
        import resource
    except ImportError:  # not a Unix
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    allowed = [n for n in (soft, hard, size) if n != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):  # macOS refuses less than a process has reserved
        resource.setrlimit(resource.RLIMIT_AS, (min(allowed), hard))
