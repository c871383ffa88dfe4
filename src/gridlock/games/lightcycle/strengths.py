"""How strong each level is, as scripts/opponents.py has chosen it."""

__all__ = ["STRENGTHS"]

STRENGTHS = (-0.221, -0.001, 0.187, 0.348, 0.517, 0.649, 0.734, 0.816, 0.871, 1.0)
"""The strength of level 1, level 2 and so on; 1 is perfect."""
