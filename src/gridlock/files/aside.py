"""Files of our own that somebody may have damaged: read them, or set them aside and begin anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from gridlock.files.reading import MOST_BYTES, read_text

Content = TypeVar("Content")


class NewerFile(ValueError):
    """A file that a newer version of the program has written."""


def read_or_set_aside(
    path: Path, parse: Callable[[str], Content], empty: Content, what: str, most: int = MOST_BYTES
) -> tuple[Content, str]:
    """What a file holds, and nothing more to say; ``empty`` if there is none.

    If it cannot be read, it is given another name and ``empty`` is returned, with a sentence that says
    ``what`` could not be read and where it is now. OSError if that fails too.
    """
    try:
        return parse(read_text(path, most)), ""
    except (FileNotFoundError, NotADirectoryError):
        return empty, ""
    except NewerFile:
        return empty, f"{what} in {path} is from a newer version of Gridlock. {_set_aside(path)}"
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return empty, f"{what} in {path} could not be read. {_set_aside(path)}"


def _set_aside(path: Path) -> str:
    """Give a file another name, so that it stays as it is; the sentence that tells where it is."""
    names = (f"{path.name}.damaged{number if number > 1 else ''}" for number in count(1))
    aside = next(path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
    os.replace(path, aside)
    return f"It was set aside as {aside}."
