"""Measurements: ``python -m bench`` prints every table."""
