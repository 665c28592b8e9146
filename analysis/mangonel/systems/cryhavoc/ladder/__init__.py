"""The ladder assault."""
