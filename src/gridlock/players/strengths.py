"""The strength of each level in each game, as scripts/opponents.py has chosen them."""

__all__ = ["STRENGTHS"]

STRENGTHS: dict[str, tuple[float, ...]] = {
    "spread": (-0.941, -0.616, -0.409, -0.246, -0.074, 0.115, 0.271, 0.437, 0.707, 1.0),
    "crossfire": (-0.684, -0.424, -0.264, -0.13, -0.003, 0.035, 0.186, 0.358, 0.613, 1.0),
    "lightcycle": (-0.221, -0.001, 0.187, 0.348, 0.517, 0.649, 0.734, 0.816, 0.871, 1.0),
    "trail": (-0.066, -0.002, 0.0, 0.03, 0.11, 0.182, 0.302, 0.409, 0.551, 1.0),
    "blockade": (-0.625, -0.184, -0.039, 0.002, 0.219, 0.469, 0.631, 0.736, 0.895, 1.0),
}
"""For each game, the strength of level 1, level 2 and so on; 1 is perfect."""
