"""The best plan of policies that a side keeps all game: they are changed one by one, as long as that is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from mangonel.engine.exact import Picks
from mangonel.engine.policy import planned_picks
from mangonel.engine.process import Rule
from mangonel.engine.state import Ints
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.fields import decisions
from mangonel.games.scenario import build
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import policies_of

if TYPE_CHECKING:
    from mangonel.studies.decide import Best

_EQUAL = 1e-12
_ALL = 32
"""Plans up to which all are valued."""

Values: TypeAlias = "tuple[Choice, ...]"


@dataclass(frozen=True)
class Fixed:
    """A plan of policies that is kept all game."""

    changes: Mapping[str, Choice]
    """The policies that it changes, by path."""
    value: float
    complete: bool
    """Whether no plan can be better: all were valued, or it does as well as deciding by state."""
    picks: Picks = field(default_factory=dict, repr=False)
    """Its options at the choices of the side, with those of the others."""
    search: _Search | None = field(default=None, repr=False)
    """How it was found; None if there are no policies."""

    def singles(self) -> dict[tuple[str, Choice], float | None]:
        """Return the value of each plan that changes one policy, by path and value; None if it is not allowed.

        Policies that change no decision of the chain are left out: they may set the frame of the game.
        """
        return {} if self.search is None else self.search.singles()


def _menus_of(study: Best) -> dict[str, Values]:
    """Return the policies of the side with their values, the scenario's first."""
    if study.scene is None:
        return {}
    scenario, _ = study.scene
    known = decisions(scenario.playable.keys, scenario.sequence)
    owned = {side.name for side in study.process.sides}
    framed = any(decision.frame for table in study.chain.tables for decision, _ in table.asked)
    return {
        path: (scenario.choices[path].value, *others)
        for path, others in policies_of(scenario, frame=framed).items()
        if others and (known[path].side == study.side or known[path].side not in owned)
    }


def best_fixed(study: Best) -> Fixed:
    """Return the best fixed plan of a side, the others deciding as in the study."""
    menus = _menus_of(study)
    if not menus:
        return Fixed({}, study.planned, complete=study.scene is not None, picks=study.base)
    return _Search(study, menus).best()


class _Search:
    """Plans, as a value of each policy, and their options at the choices of the side."""

    def __init__(self, study: Best, menus: Mapping[str, Values]) -> None:
        self._study, self._menus = study, menus
        self._base: Values = tuple(menu[0] for menu in menus.values())
        # None for plans that are not allowed.
        self._picks: dict[Values, Picks | None] = {self._base: study.base}
        self._reached: dict[tuple[int, ...], float] = {}
        # Plans that agree share their options.
        self._shared: dict[tuple[int, bytes], Ints] = {}
        self._learn(self._near(self._base))

    def _near(self, here: Values) -> list[Values]:
        """Return the plans that differ from one in one policy."""
        menus = enumerate(self._menus.values())
        return [
            (*here[:place], choice, *here[place + 1 :])
            for place, menu in menus
            for choice in menu
            if choice != here[place]
        ]

    def _changes(self, values: Values) -> dict[str, Choice]:
        pairs = zip(self._menus.items(), values, strict=True)
        return {path: choice for (path, menu), choice in pairs if choice != menu[0]}

    def _rules(self, values: Values) -> Mapping[str, Rule] | None:
        """Return the rules of a plan; None if the rules or the scenario do not allow it."""
        scene = self._study.scene
        assert scene is not None
        try:
            variant = build(scene[0].replaced(self._changes(values)), scene[1])
        except (DataError, UnknownCellError):
            return None
        # Only decisions of the side change: the rest of the game stays.
        plan = self._study.process.plan
        return {**plan, **{name: variant.plan[name] for name in self._study.free if name in variant.plan}}

    def _learn(self, plans: Sequence[Values]) -> None:
        """Find the options of plans."""
        chain, base = self._study.chain, self._study.base
        rules = {values: self._rules(values) for values in plans if values not in self._picks}
        self._picks |= dict.fromkeys(rules)
        allowed = {values: rule for values, rule in rules.items() if rule is not None}
        several: list[dict[tuple[int, int], Ints]] = [{} for _ in allowed]
        known: dict[tuple[int, int], list[Ints]] = {}
        options = planned_picks(chain, list(allowed.values()), self._study.process.limit) if allowed else {}
        for (turn, number), planned in base.items() if allowed else ():
            lines, level = options[turn, number], chain.levels[number]
            if (id(lines), id(planned)) not in known:
                step = level.known(turn)
                assert step is not None
                own = np.array([each.name in self._study.free for each, _ in level.table.asked], dtype=np.bool_)
                several_picks = np.where(own[step.asked], lines, planned)
                known[id(lines), id(planned)] = [
                    self._shared.setdefault((id(step), picks.tobytes()), picks) for picks in (planned, *several_picks)
                ][1:]
            for picks, line in zip(several, known[id(lines), id(planned)], strict=True):
                picks[turn, number] = line
        self._picks |= zip(allowed, several, strict=True)

    def _value(self, values: Values) -> float:
        """Return the value of a plan for the side."""
        picks = self._picks[values]
        if picks is None:
            return -np.inf
        agree = tuple(map(id, picks.values()))
        if agree not in self._reached:
            self._reached[agree] = self._study.passes.value(picks)
        return self._study.sign * self._reached[agree]

    def singles(self) -> dict[tuple[str, Choice], float | None]:
        """Return the values of plans that change one policy; see `Fixed.singles`."""
        valued: dict[tuple[str, Choice], float | None] = {}
        for values in self._near(self._base):
            ((change),) = self._changes(values).items()
            picks = self._picks[values]
            if picks is None:
                valued[change] = None
            elif self._differs(values):
                valued[change] = self._study.sign * self._value(values)
        return valued

    def _differs(self, values: Values) -> bool:
        picks = self._picks[values]
        return picks is not None and any(taken is not self._study.base[key] for key, taken in picks.items())

    def best(self) -> Fixed:
        """Return the best plan: of all if they are few, else one that is not bettered by any change of one policy."""
        study, here = self._study, self._base
        moving = {path for values in self._near(here) if self._differs(values) for path in self._changes(values)}
        menus = [menu if path in moving else menu[:1] for path, menu in self._menus.items()]
        few = prod(map(len, menus)) <= _ALL
        most = study.sign * study.value - _EQUAL
        while True:
            plans = list(product(*menus)) if few else self._near(here)
            self._learn(plans)
            top = max(plans, key=self._value)
            if self._value(top) <= self._value(here) + _EQUAL or self._value(here) >= most:
                break
            here = top
        # Changes that make no difference are left out.
        for place, choice in enumerate(self._base):
            back = (*here[:place], choice, *here[place + 1 :])
            self._learn([back])
            if self._value(back) >= self._value(here) - _EQUAL:
                here = back
        picks = self._picks[here]
        assert picks is not None
        complete = few or self._value(here) >= most
        return Fixed(self._changes(here), study.sign * self._value(here), complete, picks, self)
