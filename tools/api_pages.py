"""Writes ``docs/reference/api``: the documented modules, made of docstrings (`make api-pages`)."""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tools.docstrings import markdown
from tools.game_pages import table

import gridproof

FOLDER: Final = Path(__file__).parents[1] / "docs" / "reference" / "api"
#: Subject → the documented modules, those for most users first.
MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "Solve, verify, make and draw": ("gridproof",),
    "Boards and results": (
        *("gridproof.level", "gridproof.result", "gridproof.limits", "gridproof.errors"),
    ),
    "Many boards, learning, tables": (
        *("gridproof.batch", "gridproof.batch.exporting", "gridproof.batch.comparing"),
        *("gridproof.envs", "gridproof.experiments"),
    ),
    "Design of levels": ("gridproof.design.what_if", "gridproof.design.curate"),
    "Hard problems and other programs": (
        *("gridproof.reduction", "gridproof.reductions.reduce", "gridproof.export.export"),
        "gridproof.reductions.sources.graph",
    ),
    "New games": (
        *("gridproof.game", "gridproof.specs", "gridproof.options", "gridproof.grid"),
        *("gridproof.scene", "gridproof.strict_json", "gridproof.render.html"),
        "gridproof.render.playable",
    ),
}
_TITLES: Final = {
    "Args": "Arguments:",
    "Attributes": "Attributes:",
    "Raises": "Raises:",
    "Returns": "Returns:",
    "Yields": "Yields:",
}
#: Widest signature on one line.
_WIDTH: Final = 88


def pages() -> Mapping[str, str]:
    """Return the text of each file."""
    found = {"README.md": _overview()}
    for module in _modules():
        found[f"{module}.md"] = _module_page(module)
    return {name: "\n".join(lines).rstrip("\n") + "\n" for name, lines in found.items()}


def _modules() -> list[str]:
    return [module for modules in MODULES.values() for module in modules]


def public(module: str) -> dict[str, Any]:
    """Return the public objects of a module by name, in its order."""
    loaded = importlib.import_module(module)
    found = {}
    for name in loaded.__all__:
        value = getattr(loaded, name)
        if inspect.ismodule(value):  # a package that is a function too
            value = getattr(importlib.import_module(f"gridproof.{gridproof._HOME[name]}"), name)
        found[name] = value
    return found


def _overview() -> Iterator[str]:
    yield from ("# Python", "", "Made of docstrings by `make api-pages`.", "")
    yield "`import gridproof` has all that most programs need; other modules are for special work."
    yield "A name that is not listed here may change without notice."
    for subject, modules in MODULES.items():
        yield from ("", f"## {subject}")
        for module in modules:
            yield from ("", f"[`{module}`]({module}.md): {_first(_doc(_load(module)))}", "")
            rows = [
                (f"[`{name}`]({module}.md#{name.lower()})", _first(_doc(value)))
                for name, value in public(module).items()
                if _is_shown(value)
            ]
            yield from table(("name", "task"), rows)


def _module_page(module: str) -> Iterator[str]:
    yield from (f"# {module}", "", "Made of docstrings by `make api-pages`.", "")
    yield from markdown(_doc(_load(module)), _TITLES)
    plain = []
    for name, value in public(module).items():
        if not _is_shown(value):
            plain.append(name)
            continue
        yield from ("", f"## {name}", "")
        yield from _object(name, value)
    if plain:
        yield from ("", "## Other names", "", ", ".join(f"`{name}`" for name in plain))


def _load(module: str) -> Any:
    return importlib.import_module(module)


def _is_shown(value: Any) -> bool:
    """Return True if it is a class or a function: constants and types have no docstrings."""
    return inspect.isclass(value) or (
        callable(inspect.unwrap(value)) and inspect.isroutine(inspect.unwrap(value))
    )


def _object(name: str, value: Any) -> Iterator[str]:
    """Yield the signature and the docstring of a class or function; of a class its members too."""
    if not (inspect.isclass(value) and issubclass(value, enum.Enum)):
        yield from ("```python", *_signature(name, value), "```", "")
    yield from markdown(_doc(value), _TITLES)
    if inspect.isclass(value):
        for member, inner in _members(value):
            yield from ("", f"### {name}.{member}", "")
            if isinstance(inner, property):
                yield from markdown(f"Property. {_doc(inner)}", _TITLES)
            else:
                yield from ("```python", *_signature(member, inner), "```", "")
                yield from markdown(_doc(inner), _TITLES)


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the documented methods and properties of a class and of our classes above it."""
    own = [one for one in kind.__mro__ if one.__module__.partition(".")[0] == "gridproof"]
    seen = set()
    for one in own:
        for name, value in vars(one).items():
            if isinstance(value, functools.cached_property | classmethod | staticmethod):
                inner: Any = getattr(value, "func", None) or value.__func__  # type: ignore[union-attr]
                value = property(inner) if isinstance(value, functools.cached_property) else inner
            documented = isinstance(value, property) or inspect.isfunction(value)
            if documented and not name.startswith("_") and name not in seen and _doc(value):
                seen.add(name)
                yield name, value


def _doc(value: Any) -> str:
    return inspect.getdoc(value) or ""


def _first(docstring: str) -> str:
    """Return the first paragraph, on a line."""
    return " ".join("\n".join(markdown(docstring)).partition("\n\n")[0].split())


def _signature(name: str, value: Any) -> list[str]:
    """Return the lines of a call: one, or one a parameter if there is no room."""
    try:
        signature = inspect.signature(value)
    except ValueError:  # of a class without one
        return [name]
    parts: list[str] = []
    before = None
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        kind = parameter.kind
        if before == parameter.POSITIONAL_ONLY != kind:
            parts.append("/")
        if kind == parameter.KEYWORD_ONLY and before not in (kind, parameter.VAR_POSITIONAL):
            parts.append("*")
        parts.append(_parameter(parameter))
        before = kind
    result = signature.return_annotation
    end = "" if result is signature.empty or inspect.isclass(value) else f" -> {_type(result)}"
    line = f"{name}({', '.join(parts)}){end}"
    if len(line) <= _WIDTH:
        return [line]
    return [f"{name}(", *(f"    {part}," for part in parts), f"){end}"]


def _parameter(parameter: inspect.Parameter) -> str:
    marks: dict[Any, str] = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}
    text = f"{marks.get(parameter.kind, '')}{parameter.name}"
    if parameter.annotation is not parameter.empty:
        text += f": {_type(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        default = parameter.default
        shown = repr(default)
        unclear = "<" in shown or type(default).__name__.startswith("_")  # made for each call
        text += f" = {'...' if unclear else shown}"
    return text


def _type(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return text.replace("typing.", "").replace("collections.abc.", "")


def write() -> None:
    """Write the pages, and remove those of modules that are no longer documented."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
