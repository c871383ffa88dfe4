"""Positions with exactly one winning move."""
