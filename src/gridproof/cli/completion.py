"""``gridproof completion``: shells complete verbs and options."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from cyclopts import Parameter
from cyclopts.completion import ShellDetectionError, detect_shell

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.errors import InputError

__all__ = ["SHELLS", "command"]

Shell = Literal["bash", "zsh", "fish", "powershell"]
#: The shells that a script can be made for.
SHELLS: Final = ("bash", "zsh", "fish", "powershell")


def command(
    shell: Annotated[
        Shell | None,
        Parameter(metavar="SHELL", help="The shell; without it the one that is running."),
    ] = None,
    /,
    *,
    install: Annotated[
        bool, Parameter(help="Write the script to the shell's usual place.", negative="")
    ] = False,
) -> int:
    """Print the script with which a shell completes verbs and options.

    With `--install` it is written where the shell looks for such scripts, and
    loaded from the shell's own start file, which gets a line for it.

    Examples:
        gridproof completion --install
        gridproof completion bash > completion.bash
    """
    from gridproof.cli import app

    root, chosen = app(), shell or _running()
    if install:
        messages.out(f"{root.install_completion(shell=chosen)}: start {chosen} again to load it")
    else:
        messages.write(root.generate_completion(shell=chosen))
    return ExitCode.ANSWERED


def _running() -> Shell:
    """Return the shell that this process was started from.

    Raises:
        InputError: it is not known.
    """
    try:
        return detect_shell()
    except ShellDetectionError:
        raise InputError(
            "the running shell is not known", hint=f"name one: {', '.join(SHELLS)}"
        ) from None
