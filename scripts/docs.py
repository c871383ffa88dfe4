"""Write the generated pages of docs/."""

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
    """The rules page: the guide of every game, one heading level deeper."""
    guides = (guide(make(name)).replace("\n## ", "\n### ") for name in GAMES)
    return "\n".join([RULES, *(f"#{text}\n" for text in guides)])


def write_atlas(page: Path) -> None:
    """Write the atlas page and its picture from the entries in docs/atlas."""
    picture = page.parent / "pictures" / "atlas.png"
    picture.parent.mkdir(exist_ok=True)
    status = run(["atlas", "--page", str(page), "--plot", str(picture), "--out", str(DOCS / "atlas")])
    assert status == 0


def atlas_files() -> dict[Path, str]:
    """The atlas files in the games' packages, with their text."""
    games = Path(gridlock.__file__).parent / "games"
    atlases = open_atlases(DOCS / "atlas")
    return {games / atlas.variant.game / file_of(atlas.variant): known_text(atlas) for atlas in atlases}


def main() -> None:
    """Write the pages and the games' atlas files."""
    (DOCS / "rules.md").write_text(rules_page(), encoding="utf-8")
    write_atlas(DOCS / "atlas.md")
    for path, text in atlas_files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
