"""Damaged cache files: they are discarded or refused, and every answer is still right."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from torture.campaign import Campaign
from torture.rubbish import spoilt_bytes

_MOST = 3  # files to damage at once; each has to be compiled again

_ASKING = """
import warnings; warnings.simplefilter("ignore")
import gridlock
for text in ("..1/#2./... 1", "1../.2./.#. 2", "1../.../..2 1"):
    print(gridlock.solve(gridlock.make("blockade", 3, 3).position(text)))
"""


def _answers(cache_folder: Path) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", _ASKING],
        env=os.environ | {"GRIDLOCK_CACHE": str(cache_folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


@cache
def _sound() -> tuple[Path, str]:
    """A cache folder with compiled code, and the expected answers."""
    folder = Path(mkdtemp(prefix="torture-sound-"))
    return folder, _answers(folder)


def forget() -> None:
    """Delete the files that the shots share."""
    if _sound.cache_info().currsize:
        shutil.rmtree(_sound()[0], ignore_errors=True)
        _sound.cache_clear()


def caches(random: Random, folder: Path) -> None:
    """Damage compiled code."""
    sound, right = _sound()
    shutil.copytree(sound, folder / "cache", copy_function=shutil.copy2)
    files = [path for path in (folder / "cache").rglob("*") if path.is_file()]
    for path in random.sample(files, random.randrange(1, min(_MOST, len(files)) + 1)):
        path.write_bytes(spoilt_bytes(path.read_bytes(), random))
    assert _answers(folder / "cache") == right


DAMAGE = Campaign("damages", {"caches": caches})
