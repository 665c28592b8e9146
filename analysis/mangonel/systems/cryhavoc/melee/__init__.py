"""Two groups of men in contact."""
