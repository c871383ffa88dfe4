"""Write TypeScript types of the API's JSON to ``js/schema.d.ts``, from the server's OpenAPI document."""

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
    """The types of all responses."""
    document = create_app(ServerSettings()).openapi()
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        source.write_text(json.dumps(_without_titles({**document, "paths": {}})), encoding="utf-8")
        command: list[str | Path] = [GENERATOR, source, "--output", target, "--default-non-nullable=false"]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return f"// Written by scripts/page_types.py\n{target.read_text(encoding='utf-8')}"


def _without_titles(node: Any) -> Any:
    """The document without field titles, which only repeat the names."""
    if isinstance(node, list):
        return [_without_titles(each) for each in node]
    if not isinstance(node, dict):
        return node
    fields = {name: value for name, value in node.items() if name != "title" or isinstance(value, dict)}
    return {name: _without_titles(value) for name, value in fields.items()}


if __name__ == "__main__":
    TYPES.write_text(page_types(), encoding="utf-8")
