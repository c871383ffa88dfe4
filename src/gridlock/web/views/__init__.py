"""The JSON of games, boards, lessons and puzzles."""
