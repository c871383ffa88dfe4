"""``python -m gridlock`` is the same as ``gridlock``."""

from gridlock.cli import main

main()
