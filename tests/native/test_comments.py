"""Comments of ``native`` open with verbs and nouns."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "native"
OPENING = re.compile(r"(?:^|[.!?] )((?:What|Whether|Where|Which|Who|How|So many)\b[^.]*)")


def comments(text: str) -> Iterator[str]:
    """Each comment as one line: those at ends of lines, and neighbouring lines of nothing else."""
    block: list[str] = []
    for line in text.splitlines():
        code, mark, words = line.partition("// ")
        if mark and not code.strip():
            block.append(words.strip())
            continue
        yield " ".join(block)
        block = []
        yield words
    yield " ".join(block)


def test_no_sentence_opens_with_a_question_word() -> None:
    files = [path for path in ROOT.rglob("*") if path.suffix in (".hpp", ".cpp")]
    assert files
    found = [
        f"{file.relative_to(ROOT)}: {words}"
        for file in files
        for comment in comments(file.read_text(encoding="utf-8"))
        for words in OPENING.findall(comment)
    ]
    assert not found


def test_the_test_sees_such_openings() -> None:
    text = "int a;  // What it is.\n// Fine. Whether\n// it is so.\nint b;\n// Where it is.\n"
    assert [OPENING.findall(c) for c in comments(text) if OPENING.search(c)] == [
        ["What it is"],
        ["Whether it is so"],
        ["Where it is"],
    ]
