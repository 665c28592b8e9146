"""The ways to run a sequence: by tables of what phases do, or phase by phase."""

__all__ = ["PHASES", "TABLES", "WAYS"]

TABLES, PHASES = "tables", "phases"
WAYS = (TABLES, PHASES)
"""The second is slower, and holds the first to account."""
