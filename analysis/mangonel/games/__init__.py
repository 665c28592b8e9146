"""Game systems: what all of them need, and a folder for each one that comes with the program."""

__all__ = ["SHIPPED"]

SHIPPED = ("cryhavoc", "filo")
"""The folders of the games, the usual one first: it is meant where neither rules nor a scenario say which."""
