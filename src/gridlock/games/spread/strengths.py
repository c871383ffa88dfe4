"""How strong each level is, as scripts/opponents.py has chosen it."""

__all__ = ["STRENGTHS"]

STRENGTHS = (-0.941, -0.616, -0.409, -0.246, -0.074, 0.115, 0.271, 0.437, 0.707, 1.0)
"""The strength of level 1, level 2 and so on; 1 is perfect."""
