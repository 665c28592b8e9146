"""Odds analyzer for the Cry Havoc / Siege / Croisades family of medieval wargames."""

from mangonel._version import __version__

__all__ = ["__version__"]
