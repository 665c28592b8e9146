"""Small scenarios of every sequence, which together ask for every cell and option that it can ask for."""

from __future__ import annotations

from importlib import import_module

from mutations.small import Smalls
from systems.registry import SEQUENCES

__all__ = ["SMALL"]

SMALL: dict[str, Smalls] = {name: import_module(f"systems.{name.replace('-', '_')}_twin").SMALL for name in SEQUENCES}
"""``SMALL`` of each twin."""
