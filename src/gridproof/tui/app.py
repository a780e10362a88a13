"""The terminal application: its screens, the terminal's own colours, and its end."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

from textual.app import App
from textual.screen import Screen

from gridproof.tui.chooser import Chooser
from gridproof.tui.drawing import DrawScreen
from gridproof.tui.screen import PlayScreen

__all__ = ["Player"]


class Player(App[None]):
    """An application that shows one screen until it is left.

    Args:
        first: the screen to begin with.

    Attributes:
        interrupted: True if a signal ended it.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    Static { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    BoardWidget, DrawScreen > VerticalScroll { height: 1fr; }
    DrawScreen > VerticalScroll { align: center middle; }
    #board { width: auto; }
    DrawScreen #search { height: auto; }
    #head { text-style: bold; }
    #goal { height: auto; max-height: 3; text-wrap: wrap; }
    .short #goal { display: none; }
    #status { text-style: bold; }
    #status { text-wrap: wrap; }
    .narrow #status { height: 2; }
    .card #status { height: 2; border-left: outer ansi_green; }
    .narrow.card #status { height: 3; }
    .card #search { display: none; }
    #search { color: ansi_blue; }
    #foot { text-style: dim; }
    OptionList, VerticalScroll { scrollbar-size-vertical: 1; scrollbar-color: ansi_blue;
        scrollbar-background: ansi_default; }
    OptionList { height: 1fr; border: none; padding: 0 1; background: ansi_default;
        color: ansi_default; text-wrap: nowrap; text-overflow: ellipsis; }
    OptionList > .option-list--option-disabled { text-style: bold; color: ansi_default; }
    OptionList:focus > .option-list--option-highlighted {
        text-style: bold underline; color: ansi_bright_white; background: ansi_blue; }
    Form _Row { height: 1; padding: 0 1; }
    Form Vertical { height: auto; }
    Form .name { width: 14; padding: 0; }
    Form Input, Form _Choice { width: 16; padding: 0; background: ansi_default;
        color: ansi_default; }
    Form Input:focus, Form _Choice:focus { background: ansi_blue; color: ansi_bright_white; }
    Form .about { width: 1fr; padding: 0 0 0 1; text-style: dim; }
    Form.narrow .about { display: none; }
    Form.narrow Input, Form.narrow _Choice { width: 1fr; }
    Form #status { height: auto; max-height: 4; min-height: 2; text-wrap: wrap; }
    Help { align: center middle; }
    Help VerticalScroll { width: 90%; max-width: 90; height: auto; max-height: 100%;
        border: round ansi_blue; padding: 0 1; }
    Help Static { height: auto; text-wrap: wrap; padding: 0; }
    """

    def __init__(self, first: PlayScreen | Chooser | DrawScreen) -> None:
        super().__init__(ansi_color=True)
        self.interrupted = False
        self._first = first

    def get_default_screen(self) -> Screen[None]:
        """Return the list, or an empty screen below a level that is named."""
        return self._first if isinstance(self._first, Chooser) else Screen()

    def on_mount(self) -> None:
        """Show the level, and let the usual signals end the program in good order."""
        self.title = "gridproof"
        if not isinstance(self._first, Chooser):
            self.push_screen(self._first, lambda _: self.exit())
        with suppress(NotImplementedError, ValueError):  # not a Unix, or not in the main thread
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(getattr(signal, name), self._interrupt)

    def _interrupt(self) -> None:
        self.interrupted = True
        self.exit()
