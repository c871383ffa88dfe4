"""Prose a native speaker would write: phrases that read as translated stay out of everything people read."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PHRASES = re.compile(
    r"\b(whoever|somebody who|so many|anew|mend(s|ed|ing)?|told of|(?<!there )(?-i:is none)|"
    r"of its own accord|as \w+ has it|at work on|in vain|comes? to an end|what becomes of)\b",
    re.IGNORECASE,
)
KINDS = {".css", ".html", ".js", ".md", ".py", ".sh", ".toml", ".txt"}
FOLDERS = ("src", "docs", "scripts", "bench", "examples")


def texts() -> list[Path]:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in KINDS]
    return [*ROOT.glob("*.md"), *files]


def test_no_phrase_reads_as_translated() -> None:
    hits = []
    for file in texts():
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if phrase := PHRASES.search(line):
                hits.append(f"{file.relative_to(ROOT)}:{number}: {phrase[0]}")
    assert not hits, "\n".join(hits)


def test_the_phrases_are_recognised() -> None:
    assert PHRASES.search("Whoever asks finds that in the record")
    assert PHRASES.search("as everyone has it")
    assert PHRASES.search("it is missing, or is none")
    assert not PHRASES.search("recommend to amend it if there is none and x is None")
