"""Matches on a server."""
