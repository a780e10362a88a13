"""``gridproof serve``: the web app on this machine."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from gridproof.arguments import explained
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.parameters import seconds, whole
from gridproof.errors import InputError, MissingPart
from gridproof.options import parse_bytes

__all__ = ["command", "serve"]


def command(
    *,
    host: Annotated[
        str, Parameter(metavar="ADDRESS", help="The address to bind to.")
    ] = "127.0.0.1",
    port: Annotated[
        int, Parameter(metavar="NUMBER", help="The port; 0 takes a free one.", converter=whole)
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        Parameter(
            metavar="NAME", help="A further name that browsers call this server by.", negative=""
        ),
    ] = None,
    time: Annotated[
        float,
        Parameter(alias="-t", metavar="SECONDS", help="Seconds of one search.", converter=seconds),
    ] = 60.0,
    memory: Annotated[
        str, Parameter(alias="-m", metavar="SIZE", help="Memory of one search.")
    ] = "2GiB",
    jobs: Annotated[
        int, Parameter(alias="-j", metavar="COUNT", help="Searches at once.", converter=whole)
    ] = 2,
    keep: Annotated[
        float,
        Parameter(
            metavar="SECONDS", help="Seconds that an unused board is kept.", converter=seconds
        ),
    ] = 3600.0,
    open_: Annotated[bool, Parameter(name="--open", help="Open a browser.", negative="")] = False,
) -> int:
    """Serve the web app: choose, play, solve and share boards in a browser.

    Examples:
        gridproof serve --open
        gridproof serve --port 8080 --jobs 4
    """
    try:
        serve(
            host=host,
            port=port,
            allow_hosts=allow_host or (),
            time=time,
            memory=parse_bytes(memory),
            jobs=jobs,
            keep=keep,
            open_browser=open_,
        )
    except KeyboardInterrupt:  # the way to end it, and no error
        return ExitCode.INTERRUPTED
    return ExitCode.ANSWERED


@explained
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    allow_hosts: Sequence[str] = (),
    time: float = 60.0,
    memory: int = 2 << 30,
    jobs: int = 2,
    keep: float = 3600.0,
    open_browser: bool = False,
) -> None:
    """Serve the web app until Ctrl-C; the address is printed once it answers.

    Args:
        host: the address to bind to.
        port: the port; 0 takes a free one.
        allow_hosts: further names that browsers call this server by.
        time: seconds of one search.
        memory: bytes of one search.
        jobs: searches at once.
        keep: seconds without a request after which a board is forgotten.
        open_browser: True to open the page in a browser.

    Raises:
        MissingPart: Starlette or Uvicorn is not installed.
        InputError: the address cannot be bound to, or a number is out of range.
        KeyboardInterrupt: it was ended.
    """
    try:
        from gridproof.web.server import Server, listening, shown
        from gridproof.web.settings import Settings
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("anyio", "starlette", "uvicorn"):
            raise
        raise MissingPart(
            "the web app needs Starlette and Uvicorn", hint="pip install 'gridproof[web]'"
        ) from None
    if jobs < 1:
        raise InputError("`--jobs` takes a whole number from 1")
    names = frozenset(allow_hosts)
    settings = Settings(
        host=host,
        names=names,
        time=time,
        drawing=min(Settings.drawing, time),
        memory=memory,
        solves=jobs,
        idle=keep,
    )
    bound = listening(host, port)
    address = f"http://{shown(host)}:{bound.getsockname()[1]}/"

    def answers() -> None:
        messages.out(address)
        messages.flush()
        messages.hint("Ctrl-C ends the server")
        server.site.warm()
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = Server(settings, answers)
    server.run([bound])
