"""Write the generated pages of docs/."""

from pathlib import Path

import gridlock
from atlas_page import document
from atlas_picture import draw
from gridlock import GAMES, make
from gridlock.atlas import Atlas, open_atlases
from gridlock.atlas.known import file_of
from gridlock.rules.resources import guide
from traits_table import update_page

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
    atlases = open_atlases(DOCS / "atlas")
    page.write_text(document(atlases), encoding="utf-8")
    picture = page.parent / "pictures" / "atlas.png"
    picture.parent.mkdir(exist_ok=True)
    draw(atlases, picture)


def atlas_files() -> dict[Path, str]:
    """The atlas files in the games' packages, with their text."""
    games = Path(gridlock.__file__).parent / "games"
    atlases = open_atlases(DOCS / "atlas")
    return {games / atlas.variant.game / file_of(atlas.variant): known_text(atlas) for atlas in atlases}


def known_text(atlas: Atlas) -> str:
    """Format the solved boards for the package: ``5x5 2 14``, or ``7x7 2`` if the number of moves is open."""
    lines = (
        f"{entry.size_text} {entry.winner}{'' if entry.moves is None else f' {entry.moves}'}\n"
        for entry in atlas.solved()
    )
    return "".join(lines)


def main() -> None:
    """Write the pages and the games' atlas files."""
    (DOCS / "rules.md").write_text(rules_page(), encoding="utf-8")
    write_atlas(DOCS / "atlas.md")
    update_page()
    for path, text in atlas_files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
