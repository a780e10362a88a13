"""Writes the static site; ``make web`` calls this."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tools.web_app.offline import write_lists
from tools.web_app.pages import write_answers, write_courses, write_pages
from tools.web_app.python import write_python

BUILD: Final = Path(__file__).parents[2] / "build"


def main() -> None:
    """Write the site to ``build/web``, and say how large it is."""
    folder = BUILD / "web"
    shutil.rmtree(folder, ignore_errors=True)
    write_pages(folder)
    write_answers(folder)
    write_courses(folder)
    write_python(folder / "python", BUILD / "web-parts")
    write_lists(folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{folder}: {len(files)} files, {size:.1f} MB; any web server can offer the folder")


if __name__ == "__main__":
    main()
