"""The strength of each level in each game, as scripts/opponents.py has measured it."""

__all__ = ["STRENGTHS"]

STRENGTHS: dict[str, tuple[float, ...]] = {
    name: tuple(-0.8 + 0.2 * level for level in range(10))
    for name in ("spread", "crossfire", "lightcycle", "trail", "blockade")
}
"""For each game, the strength of level 1, level 2 and so on; 1 is perfect."""
