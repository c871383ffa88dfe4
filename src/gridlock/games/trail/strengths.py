"""How strong each level is, as scripts/opponents.py has chosen it."""

__all__ = ["STRENGTHS"]

STRENGTHS = (-0.066, -0.002, 0.0, 0.03, 0.11, 0.182, 0.302, 0.409, 0.551, 1.0)
"""The strength of level 1, level 2 and so on; 1 is perfect."""
