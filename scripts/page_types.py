"""Write the types of the API's JSON for the page, from the server's OpenAPI document: ``js/schema.d.ts``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gridlock.web import ServerSettings, create_app
from gridlock.web.assets import PAGE

ROOT = Path(__file__).parent.parent
GENERATOR = ROOT / ".venv" / "page" / "node_modules" / ".bin" / "openapi-typescript"
TYPES = PAGE / "js" / "schema.d.ts"


def page_types() -> str:
    """The types of everything that the server answers."""
    document = create_app(ServerSettings()).openapi()
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        source.write_text(json.dumps(_without_titles({**document, "paths": {}})), encoding="utf-8")
        command: list[str | Path] = [GENERATOR, source, "--output", target, "--default-non-nullable=false"]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return target.read_text(encoding="utf-8")


def _without_titles(node: Any) -> Any:
    """The document without the titles of fields, which only repeat their names."""
    if isinstance(node, list):
        return [_without_titles(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {name: value for name, value in node.items() if name != "title" or isinstance(value, dict)}
    return {name: _without_titles(value) for name, value in kept.items()}


if __name__ == "__main__":
    TYPES.write_text(page_types(), encoding="utf-8")
