"""Script modules put into one script, so that a page needs neither a network nor a build tool.

A module is a file ``*.mjs`` beside the player that only declares functions, classes and constants,
and exports some of them. Node and browsers load it as it is. :func:`join` writes a module and its
imports, imports first, into one function, in which all of them share one scope. So it holds modules
to a small part of the language, and refuses anything else with the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from gridproof.errors import InternalError

__all__ = ["ENDING", "join", "joined"]

#: The ending of the name of a module's file.
ENDING: Final = ".mjs"
_IMPORT: Final = re.compile(
    r'^import \{\s*([\w$]+(?:,\s+[\w$]+)*),?\s*\} from "\./([\w-]+)\.mjs";\n', re.MULTILINE
)
_DECLARATION: Final = re.compile(
    r"(export )?(?:(?:async )?function\*? |class |const )([\w$]+)(?=[ (])"
)
#: Beginnings of lines that no statement begins with: of blocks and comments, and of their ends.
_INNER: Final = re.compile(r"[ })\]]|//|/?\*|$")
_ELSEWHERE: Final = re.compile(r"\bimport\s*[(.]|^[ \t]+(?:import|export)\b", re.MULTILINE)

#: Returns the text of a module, or raises FileNotFoundError.
Read = Callable[[str], str]


@dataclass(frozen=True)
class _Module:
    """One module, taken apart.

    Attributes:
        name: of its file, without the ending.
        imports: the names that it imports, by module.
        declared: its names; True for those that it exports.
        body: its text without imports and exports.
    """

    name: str
    imports: dict[str, list[str]]
    declared: dict[str, bool]
    body: str

    @classmethod
    def parse(cls, name: str, text: str) -> _Module:
        """Take a module apart.

        Raises:
            InternalError: it holds a statement that cannot be joined.
        """
        file = name + ENDING
        if (found := _ELSEWHERE.search(text)) is not None:
            place = f"{file}:{text.count(chr(10), 0, found.start()) + 1}"
            raise InternalError(f"{place}: imports and exports stand at the left margin")
        imports: dict[str, list[str]] = {}
        for names, source in _IMPORT.findall(text):
            imports.setdefault(source, []).extend(re.findall(r"[\w$]+", names))
        # As many lines as before, so that faults are found where they are.
        body = _IMPORT.sub(lambda match: "\n" * match[0].count("\n"), text)
        declared: dict[str, bool] = {}
        lines = []
        for number, line in enumerate(body.splitlines(), 1):
            match = _DECLARATION.match(line)
            if match is None and not _INNER.match(line):
                raise InternalError(
                    f"{file}:{number}: modules hold only imports in braces, functions, classes "
                    "and constants, exported where they are declared"
                )
            if match is not None:
                if match[2] in declared:
                    raise InternalError(f"{file}:{number}: `{match[2]}` is declared twice")
                declared[match[2]] = match[1] is not None
                line = line.removeprefix("export ")
            lines.append(line)
        return cls(name, imports, declared, "\n".join(lines).strip("\n") + "\n")


def join(names: tuple[str, ...], read: Read) -> str:
    """Return a script that adds the exports of some modules to the global ``gridproof``.

    Args:
        names: of these modules, without their ending.
        read: returns the text of a module.

    Raises:
        InternalError: a module is missing, imports a name that is not exported or in a circle, does
            not use an import, or has a name that another module has too.
    """
    owners: dict[str, str] = {}
    order: dict[str, _Module] = {}
    for name in names:
        for module in _with_imports(name, read, order, ()):
            for declared in module.declared:
                if (other := owners.setdefault(declared, module.name)) != module.name:
                    raise InternalError(
                        f"{module.name}{ENDING}: `{declared}` is declared in {other}{ENDING} too"
                    )
    bodies = "\n".join(module.body for module in order.values())
    public = ", ".join(
        export for name in names for export, is_so in order[name].declared.items() if is_so
    )
    published = f"globalThis.gridproof = {{ ...globalThis.gridproof, {public} }};"
    return f'"use strict";\n\n(() => {{\n{bodies}\n{published}\n}})();\n'


def _with_imports(
    name: str, read: Read, order: dict[str, _Module], path: tuple[str, ...]
) -> Iterator[_Module]:
    """Put a module into an order, behind those that it imports; yield the new ones.

    Args:
        name: of the module.
        read: returns the text of a module.
        order: the modules so far.
        path: the modules that led here by their imports.
    """
    if name in path:
        circle = " → ".join([*path[path.index(name) :], name])
        raise InternalError(f"modules import each other in a circle: {circle}")
    if name in order:
        return
    try:
        text = read(name)
    except FileNotFoundError:
        said = f"{path[-1]}{ENDING} imports" if path else "there is no"
        raise InternalError(f"{said} {name}{ENDING}, which does not exist") from None
    module = _Module.parse(name, text)
    for source, wanted in module.imports.items():
        yield from _with_imports(source, read, order, (*path, name))
        for one in wanted:
            if not order[source].declared.get(one):
                raise InternalError(f"{name}{ENDING}: {source}{ENDING} does not export `{one}`")
            if not re.search(rf"(?<![\w$]){re.escape(one)}(?![\w$])", module.body):
                raise InternalError(f"{name}{ENDING}: `{one}` is imported and not used")
    order[name] = module
    yield module


@cache
def joined(*names: str, package: str = "gridproof.render.player") -> str:
    """Return modules of the player as one script: ``joined("player", "guide")``.

    Args:
        names: of the modules, without their ending.
        package: the folder of the modules, if it is another one.
    """
    folder, _, name = package.rpartition(".")
    place = files(folder) / name
    return join(names, lambda name: (place / f"{name}{ENDING}").read_text(encoding="utf-8"))
