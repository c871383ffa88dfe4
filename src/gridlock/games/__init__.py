"""The five built-in games, a package each, structured like a game from any other package."""

__all__: list[str] = []
