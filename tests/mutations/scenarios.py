"""Small scenarios of every sequence, which together ask for every cell and option that it can ask for."""

from importlib import import_module

from games.registry import SEQUENCES
from mutations.small import Smalls

__all__ = ["SMALL"]

SMALL: dict[str, Smalls] = {name: import_module(f"games.{name.replace('-', '_')}_twin").SMALL for name in SEQUENCES}
"""``SMALL`` of each twin."""
