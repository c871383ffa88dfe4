"""Gridlock as a UGI engine (Universal Game Interface)."""

from gridlock.engine.server import Server

__all__ = ["Server"]
