"""How strong each level is, as scripts/opponents.py has chosen it."""

__all__ = ["STRENGTHS"]

STRENGTHS = (-0.684, -0.424, -0.264, -0.13, -0.003, 0.035, 0.186, 0.358, 0.613, 1.0)
"""The strength of level 1, level 2 and so on; 1 is perfect."""
