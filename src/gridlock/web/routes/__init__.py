"""The routes of the API, by subject."""

__all__: list[str] = []
