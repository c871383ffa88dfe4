"""The command line."""

from gridlock.cli.main import main

__all__ = ["main"]
