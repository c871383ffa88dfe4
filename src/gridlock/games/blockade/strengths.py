"""How strong each level is, as scripts/opponents.py has chosen it."""

__all__ = ["STRENGTHS"]

STRENGTHS = (-0.625, -0.184, -0.039, 0.002, 0.219, 0.469, 0.631, 0.736, 0.895, 1.0)
"""The strength of level 1, level 2 and so on; 1 is perfect."""
