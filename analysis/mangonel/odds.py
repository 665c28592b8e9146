"""The questions of ``mangonel odds`` as functions.

>>> import mangonel as mg
>>> mg.odds.melee(8, 3, terrain="ladder", against="battlement")
<Odds melee; siege: C 1/10, - 1/2, B 1/5, A 1/5>
"""

from __future__ import annotations

from typing import Any

__all__ = ()


def __getattr__(name: str) -> Any:
    from mangonel.api.rolls import question

    return question(name)


def __dir__() -> list[str]:
    from mangonel.api.rolls import question_names

    return sorted(question_names())
