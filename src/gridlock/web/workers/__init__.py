"""Processes that choose moves and answer questions."""
