"""Modules joined into one script: all that is refused, and the modules of the player themselves."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from gridproof.errors import InternalError
from gridproof.render.joining import ENDING, join, joined

FOLDER = Path(str(files("gridproof.render") / "player"))
MODULES = sorted(path.stem for path in FOLDER.glob(f"*{ENDING}"))
STATIC = Path(str(files("gridproof.web") / "static" / "play"))
#: The scripts that pages hold.
SCRIPTS = [
    *(("player",), ("guide",), ("player", "guide"), ("playable",)),
    ("player", "guide", "switchboard", "playable", "kernel_worker"),
]
PUBLIC = {
    "player": "create",
    "guide": "explain",
    "switchboard": "switchboard",
    "playable": "playable",
    "kernel_worker": "kernelWorker",
}

TWO = "export const two = 2;\nexport function twice(x) {\n  return two * x;\n}\n"
FOUR = 'import { two, twice } from "./two.mjs";\n\nexport const four = twice(two);\n'


def joining(main: str, **others: str) -> str:
    """Join a module and those that it imports."""
    texts = {"main": main, **others}

    def read(name: str) -> str:
        if name not in texts:
            raise FileNotFoundError(name)
        return texts[name]

    return join(("main",), read)


def test_imports_come_first_and_once() -> None:
    main = 'import { four } from "./four.mjs";\nimport { two } from "./two.mjs";\n'
    script = joining(main + "export const all = [two, four];\n", two=TWO, four=FOUR)
    assert script.count("const two") == 1
    assert script.index("const two") < script.index("const four") < script.index("const all")
    assert "import" not in script
    assert "export" not in script
    assert "{ ...globalThis.gridproof, all }" in script, "only the exports of the module itself"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_joined_scripts_run() -> None:
    script = joining(FOUR.replace("export const four", "export const main"), two=TWO)
    code = script + "console.log(gridproof.main, typeof two);"
    run = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    assert run.stdout == "4 undefined\n"


REFUSED = {
    "a module that does not exist": (
        'import { a } from "./no.mjs";\nconst b = a;\n',
        r"main.mjs imports no.mjs",
    ),
    "a name that is not there": (
        'import { a } from "./two.mjs";\nconst b = a;\n',
        "two.mjs does not export `a`",
    ),
    "a name that is not exported": (
        'import { own } from "./hidden.mjs";\nconst a = own;\n',
        "hidden.mjs does not export `own`",
    ),
    "an import that is not used": (
        'import { two } from "./two.mjs";\nconst a = 1;\n',
        "main.mjs: `two` is imported and not used",
    ),
    "a name of two modules": (
        'import { twice } from "./two.mjs";\nconst two = twice(1);\n',
        "`two` is declared in two.mjs too",
    ),
    "a name that is declared twice": (
        "const a = 1;\nfunction a() {}\n",
        "main.mjs:2: `a` is declared",
    ),
    "a circle": (
        'import { b } from "./circle.mjs";\nexport const a = b;\n',
        "main → circle → main",
    ),
    "a default import": ('import two from "./two.mjs";\n', "main.mjs:1:"),
    "an import of all": ('import * as two from "./two.mjs";\n', "main.mjs:1:"),
    "an import by another name": ('import { two as a } from "./two.mjs";\n', "main.mjs:1:"),
    "an import for its effects": ('import "./two.mjs";\n', "main.mjs:1:"),
    "an import from elsewhere": ('import { a } from "https://example.org/a.mjs";\n', "main.mjs:1:"),
    "an import from a package": ('import { a } from "a";\n', "main.mjs:1:"),
    "an import from above": ('import { a } from "../a.mjs";\n', "main.mjs:1:"),
    "an import at run time": ('const a = () =>\n  import("./two.mjs");\n', "main.mjs:2:"),
    "an address of the module": ("const a = import.meta.url;\n", "main.mjs:1:"),
    "an indented import": ('  import { two } from "./two.mjs";\n', "main.mjs:1:"),
    "a default export": ("\nexport default 1;\n", "main.mjs:2:"),
    "an export of a list": ("const a = 1;\nexport { a };\n", "main.mjs:2:"),
    "an export from elsewhere": ('export { two } from "./two.mjs";\n', "main.mjs:1:"),
    "an effect": ("const a = 1;\nconsole.log(a);\n", "main.mjs:2:"),
    "a loop": ("for (;;) {\n}\n", "main.mjs:1:"),
    "a variable": ("let a = 1;\n", "main.mjs:1:"),
    "names taken apart": ("const { a } = globalThis;\n", "main.mjs:1:"),
    "a faulty line behind imports": (
        'import {\n  two,\n} from "./two.mjs";\ntwo();\n',
        "main.mjs:4:",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_joined_is_refused(kind: str) -> None:
    text, said = REFUSED[kind]
    others = {
        "two": TWO,
        "hidden": "const own = 1;\n",
        "circle": 'import { a } from "./main.mjs";\nexport const b = a;\n',
    }
    with pytest.raises(InternalError, match=re.escape(said)):
        joining(text, **others)


def test_an_entry_that_does_not_exist() -> None:
    with pytest.raises(InternalError, match=r"there is no nothing\.mjs"):
        joined("nothing")


@pytest.mark.parametrize("names", SCRIPTS, ids="+".join)
def test_scripts_of_pages_hold_no_module_twice(names: tuple[str, ...]) -> None:
    script = joined(*names)
    declared = re.findall(r"^(?:async )?(?:function|class|const) ([\w$]+)", script, re.MULTILINE)
    assert len(declared) == len(set(declared)) > 0
    published = f"{{ ...globalThis.gridproof, {', '.join(PUBLIC[name] for name in names)} }}"
    assert published in script


@pytest.mark.parametrize("names", SCRIPTS, ids="+".join)
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_scripts_of_pages_are_read_by_an_engine(names: tuple[str, ...], tmp_path: Path) -> None:
    script = tmp_path / "script.js"
    script.write_text(joined(*names), encoding="utf-8")
    run = subprocess.run(["node", "--check", str(script)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_every_module_is_in_a_script() -> None:
    script = joined(*SCRIPTS[-1]) + joined("kernel_answers")
    for name in MODULES:
        exported = re.findall(
            r"^export (?:function|class|const) ([\w$]+)", text_of(name), re.MULTILINE
        )
        assert exported, name
        for one in exported:
            assert re.search(rf"(?:function|class|const) {re.escape(one)}\b", script), name


def text_of(name: str) -> str:
    return (FOLDER / f"{name}{ENDING}").read_text(encoding="utf-8")


def code(text: str) -> str:
    """A module without its comments, texts and the names behind dots."""
    text = re.sub(r"/\*.*?\*/|(?<=[\s;{}])//[^\n]*", "", text, flags=re.DOTALL)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)
    return re.sub(r"(?<!\.)\.\s*[\w$]+", "", text)


def modules() -> list[Path]:
    return [*sorted(FOLDER.glob(f"*{ENDING}")), *sorted(STATIC.glob("*.js"))]


@pytest.mark.parametrize("file", modules(), ids=lambda file: file.name)
def test_modules_are_small_and_say_their_job(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count("\n") <= 300
    head = re.match(r"/\*.*?\*/\n", text, re.DOTALL)
    assert head, "a comment at the head"
    assert re.search(r"\bNeeds? ", head[0]), "and what it needs"


EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) ([\w$]+)", re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_does_not_use_a_name_that_it_has_not_imported(name: str) -> None:
    """In the joined script it could; alone, in Node or a browser, it would fail."""
    text = text_of(name)
    own = set(
        re.findall(r"\b(?:import \{([^}]*)\}|(?:function\*?|class|const|let) ([\w$]+))", text)
    )
    known = {word for pair in own for word in re.findall(r"[\w$]+", " ".join(pair))}
    used = set(re.findall(r"(?<![\w$.])([\w$]+)(?=\()|(?<![\w$.])([A-Z][A-Z_]+)\b", code(text)))
    words = {word for pair in used for word in pair if word}
    for other in MODULES:
        if other != name:
            assert not (words & set(EXPORT.findall(text_of(other)))) - known, other
