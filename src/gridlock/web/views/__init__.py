"""The JSON of games, boards, analyses, lessons and puzzles."""

__all__: list[str] = []
