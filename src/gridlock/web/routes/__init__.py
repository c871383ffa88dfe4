"""What can be asked of the server, by subject."""

__all__: list[str] = []
