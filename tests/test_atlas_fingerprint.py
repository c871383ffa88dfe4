"""The fingerprint of the search: reproducible, and different for different searches."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import gridlock.atlas.solve as fingerprints
from gridlock import Limits, make, solve
from gridlock.atlas import open_atlases
from gridlock.atlas.solve import LIMITS, fingerprint
from gridlock.rules.variant import Variant, variants
from gridlock.search.dispatch import reductions_of, theorems_of
from gridlock.search.limits import ALL_THEOREMS

pytestmark = pytest.mark.slow

ATLAS = Path(__file__).parent.parent / "docs" / "atlas"

fresh = fingerprint.__wrapped__  # not from the cache

IDLE = {("crossfire-all", "order"), ("trail", "mirror"), ("blockade", "mirror")}
"""Theorems and reductions that make no difference on any board of these games."""

SWITCHES = [
    pytest.param(variant, bit, id=f"{variant.stem}-{name}")
    for variant in variants()
    for name, bit in (theorems_of(variant.on(3, 4)) | reductions_of(variant.on(3, 4))).items()
    if (variant.stem, name) not in IDLE
]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_the_fingerprint_does_not_depend_on_earlier_searches(variant: Variant) -> None:
    first = fresh(variant)
    solve(variant.on(3, 4).start(), limits=Limits(threads=2))
    solve(make("trail", rows=4, cols=4).start())
    assert fresh(variant) == first == fingerprint(variant)


CODE = """
import sys
from gridlock.rules.variant import Variant
from gridlock.atlas.solve import fingerprint
for text in sys.argv[1:]:
    print(fingerprint(Variant(*text.split("/"))))
"""


def test_the_fingerprint_is_the_same_in_every_process_and_order() -> None:
    backwards = [f"{variant.game}/{variant.values}" for variant in reversed(variants())]
    ran = subprocess.run([sys.executable, "-c", CODE, *backwards], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [fingerprint(variant) for variant in reversed(variants())]


def test_every_variant_has_its_own_fingerprint() -> None:
    assert len({fingerprint(variant) for variant in variants()}) == len(variants())


@pytest.mark.parametrize(("variant", "bit"), SWITCHES)
def test_disabling_a_theorem_changes_the_fingerprint(
    monkeypatch: pytest.MonkeyPatch, variant: Variant, bit: int
) -> None:
    first = fingerprint(variant)
    monkeypatch.setattr(fingerprints, "LIMITS", replace(LIMITS, theorems=ALL_THEOREMS & ~bit))
    assert fresh(variant) != first


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_a_smaller_table_changes_the_fingerprint(monkeypatch: pytest.MonkeyPatch, variant: Variant) -> None:
    first = fingerprint(variant)
    monkeypatch.setattr(fingerprints, "LIMITS", replace(LIMITS, memory=LIMITS.memory // 2))
    assert fresh(variant) != first


def test_open_boards_of_the_atlas_were_tried_by_this_search() -> None:
    """To fix it: ``gridlock atlas ID --max-cells 64 --out docs/atlas`` for each game, then ``make pages``."""
    for atlas in open_atlases(ATLAS):
        current = fingerprint(atlas.variant)
        old = [
            entry.size_text for entry in atlas.in_order() if not entry.complete and entry.tried_by != current
        ]
        assert old == [], f"{atlas.variant.stem}: tried by an earlier version of the search; try them again"
