"""The strength of each level in each game, as scripts/opponents.py has chosen them."""

__all__ = ["STRENGTHS"]

STRENGTHS: dict[str, tuple[float, ...]] = {
    "spread": (-0.68, -0.505, -0.345, -0.225, -0.062, 0.146, 0.319, 0.497, 0.715, 1.0),
    "crossfire": (-0.59, -0.342, -0.172, -0.03, 0.003, 0.077, 0.186, 0.358, 0.613, 1.0),
    "lightcycle": (-0.481, -0.161, 0.05, 0.314, 0.492, 0.65, 0.728, 0.78, 0.871, 1.0),
    "trail": (-0.015, -0.001, 0.001, 0.019, 0.08, 0.164, 0.271, 0.405, 0.527, 1.0),
    "blockade": (-0.828, -0.233, -0.016, 0.006, 0.272, 0.451, 0.611, 0.736, 0.895, 1.0),
}
"""For each game, the strength of level 1, level 2 and so on; 1 is perfect."""
