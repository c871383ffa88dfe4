"""How much may be tried before a reason is given up."""

from __future__ import annotations


class Tries:
    """A number of tries that are used up one by one."""

    def __init__(self, left: int) -> None:
        self.left = left

    def another(self, cost: int = 1) -> bool:
        """Use one up, or as many as it costs; whether there were so many left."""
        self.left -= cost
        return self.left >= 0
