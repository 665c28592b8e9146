"""Game systems: their common needs, and a folder for each one that comes with the program."""

SHIPPED = ("cryhavoc", "filo")
"""The folders of the games, the usual one first: it is meant where neither rules nor a scenario say which."""
