"""Written pages keep the rules of plain English that a program can check."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    ]
)
#: Pages made of docstrings, whose lines are as long as in the code.
MADE = ROOT / "docs" / "reference"
EXPLANATIONS = [page for page in PAGES if page.parent.name == "explanation"]

MAX_WORDS = 30
MAX_ENTRY_WORDS = 20
MAX_LINES = 6
MAX_COLUMNS = 100
MAX_OPENING_LINES = 2
#: Words that open an indirect clause; a question may begin with them.
OPENINGS = ("What", "Whether", "Where", "Which", "Who", "Whose", "How")
LABELS = ("**Problem.** ", "**Idea.** ", "**Gain.** ")

ITEM = re.compile(r"\s*(?:[-*+]|\d+\.) ")
INTERRUPTING_ITEM = re.compile(r"\s*(?:[-*+]|1\.) ")
#: A sentence ends before a blank and a capital, a figure, or a mark that opens a word.
SENTENCE_END = re.compile(r"(?<=[.!?])[)\"”*_]*\s+(?=[\"“(*_`]*[A-Z0-9`])")
#: Two letters at least, or a word of one letter; a name with marks in it counts once.
WORD = re.compile(r"(?<!\S)[^\w\s]*(?:[^\W\d_]{2}\S*|[aAI](?!\S))")
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|cf|vs|p|pp|no|fig|eq|et al|resp|approx)\.$", re.IGNORECASE)


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph or an item of a list, with its place in the page."""

    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words alone: no marks of lists and headings, a span of code as one word."""
        text = " ".join(line.strip() for line in self.lines).replace(" ∎", "")
        text = re.sub(r"^#+ |^\| |^(?:[-*+]|\d+\.) ", "", text)
        text = re.sub(r"!?\[((?:[^][]|\[[^][]*\])*)\]\([^)]*\)", r"\1", text)
        return re.sub(r"``.*?``|`[^`]*`", "`code`", text)

    @property
    def sentences(self) -> list[str]:
        """The sentences; an abbreviation ends none."""
        sentences: list[str] = []
        for part in SENTENCE_END.split(self.text):
            if sentences and ABBREVIATION.search(sentences[-1]):
                sentences[-1] += f" {part}"
            else:
                sentences.append(part)
        return sentences


def blocks(page: str) -> Iterator[Block]:
    """Yield the blocks of prose, a cell of a table as one; code and HTML are left out."""
    fenced = in_html = False
    found: list[tuple[int, str]] = []

    def closed() -> Iterator[Block]:
        if found:
            yield Block(found[0][0], tuple(line for _, line in found))
            found.clear()

    after_blank = True
    in_list = False
    for number, line in enumerate(page.splitlines(), 1):
        if line.lstrip().startswith("```"):
            yield from closed()
            fenced = not fenced
        elif fenced:
            continue
        elif not line.strip():
            yield from closed()
            in_html = False
        elif in_html or (after_blank and line.startswith("<")):
            in_html = True
        elif line.lstrip().startswith("|") and not found:
            yield from closed()
            for cell in line.strip().strip("|").split("|"):
                yield Block(number, (f"| {cell.strip()}",))
        elif line.startswith("    ") and not found and not (in_list and ITEM.match(line)):
            continue
        else:
            # Inside a paragraph only a bullet or the number 1 begins a list.
            item = bool((ITEM if in_list or not found else INTERRUPTING_ITEM).match(line))
            if item or line.startswith("#"):
                yield from closed()
            in_list = item or (in_list and line.startswith(" "))
            found.append((number, line))
            if line.startswith("#"):
                yield from closed()
        after_blank = not line.strip()
    yield from closed()


def word_count(sentence: str) -> int:
    """Count the words; figures and the symbols of formulas are none."""
    return len(WORD.findall(sentence))


def faults(page: str) -> Iterator[str]:
    """Yield what breaks a rule, with its line."""
    for block in blocks(page):
        if len(block.lines) > MAX_LINES:
            yield f"{block.line}: a paragraph of {len(block.lines)} lines"
        for sentence in block.sentences:
            bare = sentence.lstrip('"“(*_` ')
            opening = bare.split(maxsplit=1)[0].rstrip("*_,:") if bare else ""
            if opening in OPENINGS and not sentence.rstrip('*_)"” ').endswith("?"):
                yield f"{block.line}: a sentence begins with {opening}: {sentence[:70]}"
            if word_count(sentence) > MAX_WORDS:
                yield f"{block.line}: {word_count(sentence)} words: {sentence[:70]}"
        if block.lines[0].startswith("|"):
            continue
        for number, line in enumerate(block.lines, block.line):
            if len(line) > MAX_COLUMNS and "](" not in line and "http" not in line:
                yield f"{number}: {len(line)} columns"


def name(page: Path) -> str:
    """The path of a page inside the project."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_are_plain(page: Path) -> None:
    found = list(faults(page.read_text(encoding="utf-8")))
    if page.is_relative_to(MADE):
        found = [fault for fault in found if not fault.endswith("columns")]
    assert not found


def test_an_entry_of_the_changelog_is_short() -> None:
    page = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = [block.text for block in blocks(page) if ITEM.match(block.lines[0])]
    assert entries
    assert [entry for entry in entries if word_count(entry) > MAX_ENTRY_WORDS] == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("a word, " * 10 + "\n" + "a word, " * 6, "1: 32 words"),
        ("- Short.\n- " + "word " * 16 + "\n  " + "word " * 15, "2: 31 words"),
        ("| a | " + "word " * 31 + "|", "1: 31 words"),
        ("## What is left\n", "1: a sentence begins with What"),
        ("Fine. *Where* it ends, it ends.", "1: a sentence begins with Where"),
        ("Fine.\n\n" + "a line.\n" * 7, "3: a paragraph of 7 lines"),
        ("Fine.\n" + "x" * 101, "2: 101 columns"),
    ],
)
def test_a_fault_is_found_at_its_line(page: str, fault: str) -> None:
    (found,) = faults(page)
    assert found.startswith(fault)


@pytest.mark.parametrize(
    "page",
    [
        "What is left? Nothing.",
        "```\nWhat " + "word " * 40 + "\n```\n",
        "    What " + "word " * 40,
        '<img src="x"\n  alt="What ' + "word " * 40 + '">\n',
        "| " + "x" * 120 + " |",
        "See [a page](" + "x" * 120 + ").",
        "It holds that\n" + "x = 1 + y, " * 8 + "\n" + "x = 1 + y, " * 8,
    ],
)
def test_code_questions_and_formulas_are_free(page: str) -> None:
    assert not list(faults(page))


@pytest.mark.parametrize("page", EXPLANATIONS, ids=name)
def test_an_explanation_begins_with_problem_idea_and_gain(page: Path) -> None:
    title, *rest = blocks(page.read_text(encoding="utf-8"))
    assert title.lines[0].startswith("# ")
    opening = rest[: len(LABELS)]
    for block, label in zip(opening, LABELS, strict=True):
        assert block.lines[0].startswith(label)
        assert len(block.lines) <= MAX_OPENING_LINES
    assert re.search(r"\d", opening[-1].text), "a gain is a figure"
