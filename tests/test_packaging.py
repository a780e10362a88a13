"""Facts about packages that need no build; `make wheels` builds them, and looks at the rest."""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from tools.shell_files import FOLDER, files
from tools.wheels import MAX_SIZE, MAX_TEXTS

import gridproof
from gridproof.cli import run

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
BUILD = SETTINGS["tool"]["scikit-build"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][\w-]*):", MAKEFILE, re.MULTILINE))
CMAKE = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")


def test_the_version_stands_in_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in PROJECT
    source = BUILD["metadata"]["version"]["input"]
    assert ROOT / source == Path(gridproof.__file__).resolve()
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == gridproof.__version__
    recipe = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    assert f'version: "{gridproof.__version__}"' in recipe


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(gridproof.__file__).parent / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]


def test_classifiers_and_urls_are_whole() -> None:
    assert PROJECT["classifiers"] == sorted(PROJECT["classifiers"])
    least = PROJECT["requires-python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {least}" in PROJECT["classifiers"]
    assert {"Homepage", "Documentation", "Changelog", "Issues"} <= PROJECT["urls"].keys()
    assert all(url.startswith("https://") for url in PROJECT["urls"].values())


def test_one_wheel_serves_all_versions_from_3_12_on() -> None:
    assert BUILD["wheel"]["py-api"] == "cp312"
    assert "${SKBUILD_SABI_COMPONENT}" in CMAKE
    assert re.search(r"nanobind_add_module\(.*\bSTABLE_ABI\b", CMAKE)


def test_wheels_and_the_sdist_leave_out_what_others_need() -> None:
    assert "gridproof/_native/testing.pyi" in BUILD["wheel"]["exclude"]
    assert BUILD["cmake"]["define"]["GRIDPROOF_TESTING"] == "OFF"
    assert {".ci", ".github"} <= set(BUILD["sdist"]["exclude"])


def test_a_wheel_of_these_files_is_small_enough() -> None:
    package = Path(gridproof.__file__).parent
    files = [path for path in package.rglob("*") if path.is_file()]
    kernels = [path for path in files if path.suffix in (".so", ".pyd", ".dll")]
    texts = [
        path
        for path in set(files).difference(kernels)
        if "__pycache__" not in path.parts and path.suffix not in (".wasm", ".pyc")
    ]
    assert _deflated(texts) <= MAX_TEXTS
    packed = [path for path in kernels if not path.name.startswith("testing.")]
    # A kernel that is built by hand has a copy of nanobind in it, which no wheel has.
    if all(b"gridproof_nanobind" in path.read_bytes() for path in packed):
        assert _deflated([*texts, *packed]) <= MAX_SIZE


def _deflated(files: list[Path]) -> int:
    """Return the bytes of an archive of some files; a wheel has a few per cent less."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for file in files:
            made.write(file, file.relative_to(Path(gridproof.__file__).parents[1]))
    return len(archive.getvalue())


def test_files_for_shells_are_made_of_the_program() -> None:
    made = files()
    written = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for path in (*FOLDER.glob("completions/*"), *FOLDER.glob("*.1"))
    }
    assert written == made, "`make shell-files` writes them"
    for name in made:
        assert f"packaging/{name} DESTINATION" in CMAKE


def test_the_recipe_for_conda_asks_for_what_the_package_asks() -> None:
    text = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    recipe: dict[str, Any] = yaml.safe_load(text)
    asked = {said.replace(" ", "") for said in recipe["requirements"]["run"]}
    assert asked == {*PROJECT["dependencies"], f"python{PROJECT['requires-python']}"}
    host = {said.replace(" ", "") for said in recipe["requirements"]["host"]}
    assert set(SETTINGS["build-system"]["requires"]) <= host
    assert recipe["about"]["summary"] == PROJECT["description"]


def test_the_image_has_extras_that_are_there() -> None:
    text = (ROOT / "packaging" / "Dockerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"\"\.\[([\w,]+)\]\"", text)
    assert set(extras.split(",")) <= PROJECT["optional-dependencies"].keys()
    assert re.search(r"^USER \d+", text, re.MULTILINE), "it has to run without root"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    workflow: dict[str, Any] = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}, "others are given to single jobs"
    for job in workflow["jobs"].values():
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file()
            continue
        assert job["timeout-minutes"] <= 90
        for step in job["steps"]:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[\w./]+", step.get("uses", "a/b@c"))
            for target in re.findall(r"\bmake ([a-z][\w-]*)", step.get("run", "")):
                assert target in TARGETS, f"there is no `make {target}`"
            for script in re.findall(r"\bbash (\S+)", step.get("run", "")):
                assert (ROOT / script).is_file()
