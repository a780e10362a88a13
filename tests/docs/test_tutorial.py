"""The notebooks of the tutorial, run from the top in a kernel of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"


@pytest.fixture
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels without what the user has set."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))


def read(name: str) -> Any:
    return nbformat.read(TUTORIAL / name, as_version=4)  # type: ignore[no-untyped-call]


def shown(cell: Any) -> str:
    """Return the output below a cell, as text; pictures and pages by their kind."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "stream":
            parts.append(output.text)
        else:
            kinds = sorted(output.data.keys() - {"text/plain"})
            parts.append(" ".join(kinds) or output.data["text/plain"])
    return "".join(parts)


@pytest.mark.native
@pytest.mark.usefixtures("no_settings")
def test_the_first_steps() -> None:
    notebook = read("first-steps.ipynb")
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    outputs = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    (
        collections, level, drawing, result, values, verified, session, hint, refused,
        goals, mine, fault, stopped, bound,
    ) = outputs  # fmt: skip
    assert "sokoban" in collections
    assert level == session == "image/svg+xml text/html"
    assert "◎" in drawing
    assert result == mine == stopped == "text/html"
    assert values.startswith("(<Status.OPTIMAL: 'OPTIMAL'>, 6, 6,")
    assert verified == "True\nafter 5 moves the board is not solved\n"
    assert hint == "hint: 0L\nmoves: ('2R',)\n"
    assert "it is blocked" in refused
    assert "'moves': 12" in goals
    assert "'moves': 10" in goals
    assert fault.startswith("my board:")
    assert "UNKNOWN" in bound


def test_notebooks_are_stored_without_what_they_show() -> None:
    files = list(TUTORIAL.glob("*.ipynb"))
    assert files
    for file in files:
        notebook = read(file.name)
        nbformat.validate(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                assert cell.outputs == [], file
                assert cell.execution_count is None, file
