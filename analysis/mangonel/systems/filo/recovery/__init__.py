"""Units that come back, or do not."""
