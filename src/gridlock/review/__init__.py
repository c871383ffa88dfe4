"""What a match was worth, move by move, and why."""
