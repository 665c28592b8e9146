"""Rule sets: a base and named differences, each checked on load and marked with a digest.

Called, it lists those that come with the program:

>>> import mangonel as mg
>>> mg.rules().query("rules == 'siege'")["title"].item()
'Siege and Cry Havoc, common base'
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from mangonel.rules.ruleset import RuleSet

_HOMES = {"CellChange": "change", "Difference": "difference", "Option": "ruleset", "RuleSet": "ruleset"}
"""Names that a prompt needs beside the package itself, with their modules: ``mg.rules.CellChange``."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'mangonel.rules' has no attribute {name!r}")
    return getattr(import_module(f"mangonel.rules.{_HOMES[name]}"), name)


class _Room(ModuleType):
    """The package itself, which can be called."""

    def __call__(self, name: str | Path | None = None) -> pd.DataFrame | RuleSet:
        """Return a rule set by its name or file; without one, a frame of those that come with the program.

        >>> import mangonel as mg
        >>> list(mg.rules().columns)
        ['rules', 'digest', 'system', 'title']
        >>> mg.rules("siege")["ladder-topple"].to_frame().columns.name
        'column'
        """
        from mangonel.rules.loading import load_rules, rule_set_names

        if name is not None:
            return load_rules(name)
        import pandas as pd

        rows = [
            {"rules": rule_set.id, "digest": rule_set.digest, "system": rule_set.system, "title": rule_set.title}
            for rule_set in map(load_rules, rule_set_names())
        ]
        return pd.DataFrame(rows)


sys.modules[__name__].__class__ = _Room
