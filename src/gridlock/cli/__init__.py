"""The command line."""

from gridlock.cli.main import run

__all__ = ["run"]
