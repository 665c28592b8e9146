"""A whole siege, day by day."""
