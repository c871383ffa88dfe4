"""Make the pages of docs/ that are written by the program itself."""

from pathlib import Path

import gridlock
from gridlock import GAMES, make
from gridlock.atlas import open_atlases
from gridlock.atlas.known import file_of, known_text
from gridlock.cli.main import run
from gridlock.rules.resources import guide

DOCS = Path(__file__).parent.parent / "docs"

RULES = """# The rules as we read them

Each game comes from a rule sheet, and most of the sheets contradict themselves somewhere. This page says
what the rules are, whether the sheet's tips are right, and how the sheet is read and why. `gridlock rules ID`
prints the same.
"""


def rules_page() -> str:
    """The page about the rules: the guide of every game, a level deeper."""
    guides = (guide(make(name)).replace("\n## ", "\n### ") for name in GAMES)
    return "\n".join([RULES, *(f"#{text}\n" for text in guides)])


def write_atlas(page: Path) -> None:
    """Write the page about the solved boards, with its picture, from the entries in docs/atlas."""
    picture = page.parent / "pictures" / "atlas.png"
    picture.parent.mkdir(exist_ok=True)
    status = run(["atlas", "--page", str(page), "--plot", str(picture), "--out", str(DOCS / "atlas")])
    assert status == 0


def known_files() -> dict[Path, str]:
    """What the package itself knows of the atlas: the files in the games' rooms, each with its text."""
    rooms = Path(gridlock.__file__).parent / "games"
    atlases = open_atlases(DOCS / "atlas")
    return {rooms / kept.variant.game / file_of(kept.variant): known_text(kept) for kept in atlases}


def main() -> None:
    """Write the pages, and what the package knows of them."""
    (DOCS / "rules.md").write_text(rules_page(), encoding="utf-8")
    write_atlas(DOCS / "atlas.md")
    for path, text in known_files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
