"""Protection for the server: rate limits, trusted proxies, allowed hosts and security headers."""

from gridlock.web.guard.guard import Guard, protect

__all__ = ["Guard", "protect"]
