"""The games as a program that speaks UGI, the Universal Game Interface."""

from gridlock.engine.server import Server

__all__ = ["Server"]
