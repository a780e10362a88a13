"""Notebooks with what their cells show: they are stored without, so that it is never out of date.

The cells are run in this process, one after another; no kernel has to be started for that.
"""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

import nbformat
from IPython.core.interactiveshell import InteractiveShell
from sphinx.application import Sphinx

__all__ = ["executed", "fill_in_outputs"]


#: Frames of notebooks are closed to other cells; on the site they follow its colours.
_SANDBOX: Final = re.compile(r' sandbox="[^"]*"')


def fill_in_outputs(app: Sphinx, page: str, source: list[str]) -> None:
    """Run the cells of a page that is a notebook."""
    if Path(app.env.doc2path(page)).suffix == ".ipynb":
        source[0] = executed(source[0])


def executed(text: str) -> str:
    """Return a notebook with the outputs of its cells.

    Raises:
        Exception: a cell has raised it.
    """
    notebook: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    shell: Any = InteractiveShell()  # type: ignore[no-untyped-call]
    values: list[object] = []
    shell.display_trap.hook = values.append
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    for number, cell in enumerate(cells, 1):
        values.clear()
        with redirect_stdout(io.StringIO()) as printed:
            shell.run_cell(cell.source).raise_error()
        cell.execution_count = number
        cell.outputs = []
        if text := printed.getvalue():
            cell.outputs.append(_output("stream", name="stdout", text=text))
        for value in (value for value in values if value is not None):
            data, metadata = shell.display_formatter.format(value)
            if "text/html" in data:
                data["text/html"] = _SANDBOX.sub("", data["text/html"])
            cell.outputs.append(_output("display_data", data=data, metadata=metadata))
    written: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    return written


def _output(kind: str, **fields: object) -> object:
    """Return an entry of the list of a cell's outputs."""
    return nbformat.from_dict({"output_type": kind, **fields})  # type: ignore[no-untyped-call]
