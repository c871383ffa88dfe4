"""Pictures of boards: scenes, and scenes as SVG and PNG."""

from gridlock.drawing.picture import png, position_svg, svg
from gridlock.drawing.scene import SceneJson, scene, scenes

__all__ = ["SceneJson", "png", "position_svg", "scene", "scenes", "svg"]
