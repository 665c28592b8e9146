"""Rule tables: reading them, looking results up in them, and the odds of a single roll."""
