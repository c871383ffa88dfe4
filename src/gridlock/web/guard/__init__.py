"""What keeps a server safe: how much is too much, who asks, and what browsers are told to refuse."""

from gridlock.web.guard.guard import Guard, protect

__all__ = ["Guard", "protect"]
