"""The five games: a room each, with the same furniture, and found like the games of any other package."""

__all__: list[str] = []
