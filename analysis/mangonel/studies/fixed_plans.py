"""The best plan of policies that a side keeps all game, by forward passes over the chain of its best decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from mangonel.engine.exact import Picks
from mangonel.engine.policy import planned_picks
from mangonel.engine.process import Rule
from mangonel.engine.state import Floats, Ints
from mangonel.errors import DataError, UnknownCellError
from mangonel.games.fields import decisions
from mangonel.games.scenario import build
from mangonel.studies.tactics import Value as Choice
from mangonel.studies.tactics import policies_of

if TYPE_CHECKING:
    from mangonel.studies.decide import Best

_EQUAL = 1e-12
_ALL, _BATCH, _TRIED = 32, 4, 8
"""Plans up to which all are valued; those that are valued at once, and before a search gives up."""
_COMBINED, _LISTED = 64, 20_000
"""Combinations of policies for one decision, and plans in all, up to which all are looked at."""

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
    """Plans as options at the choices of a chain."""

    def __init__(self, study: Best, menus: Mapping[str, Values]) -> None:
        self._study, self._menus = study, menus
        self._base: Values = tuple(menu[0] for menu in menus.values())
        self._plans: dict[Values, Mapping[str, Rule] | None] = {self._base: study.process.plan}
        singles = [self._base] + [
            self._with({place: choice})
            for place, menu in enumerate(menus.values())
            for choice in menu[1:]
            if self._plan(self._with({place: choice})) is not None
        ]
        taken = self._picks(singles)
        self._places: dict[str, tuple[int, ...]] = {}
        for name in study.free:
            live = {
                next(place for place, choice in enumerate(values) if choice != self._base[place])
                for number, values in enumerate(singles)
                if number and self._differs(taken, name, number)
            }
            self._places[name] = tuple(sorted(live))
        projections = {name: list(self._projections(name)) for name in study.free}
        wanted = dict.fromkeys([self._base, *(values for each in projections.values() for values in each)])
        # The decisions of single changes are learnt already.
        others = [values for values in wanted if values not in singles and self._plan(values) is not None]
        self._number = {values: number for number, values in enumerate((*singles, *others))}
        self._taken = taken
        if others:
            more, joined = self._picks(others), dict[tuple[int, int], Ints]()
            for key, options in taken.items():
                pair = id(options), id(more[key])
                if pair not in joined:
                    joined[pair] = np.concatenate([options, more[key]])
            self._taken = {key: joined[id(options), id(more[key])] for key, options in taken.items()}
        self._known: dict[Any, Ints] = {}

    def _with(self, changes: Mapping[int, Choice]) -> Values:
        values = [*self._base]
        for place, choice in changes.items():
            values[place] = choice
        return tuple(values)

    def _changes(self, values: Values) -> dict[str, Choice]:
        pairs = zip(self._menus.items(), values, strict=True)
        return {path: choice for (path, menu), choice in pairs if choice != menu[0]}

    def _plan(self, values: Values) -> Mapping[str, Rule] | None:
        """Return the rules of a plan; None if the rules or the scenario do not allow it."""
        if values not in self._plans:
            scene = self._study.scene
            assert scene is not None
            try:
                variant = build(scene[0].replaced(self._changes(values)), scene[1])
            except (DataError, UnknownCellError):
                self._plans[values] = None
            else:
                # Only decisions of the side change: the rest of the game stays.
                plan = self._study.process.plan
                own = {name: variant.plan[name] for name in self._study.free if name in variant.plan}
                self._plans[values] = {**plan, **own}
        return self._plans[values]

    def _picks(self, values: list[Values]) -> dict[tuple[int, int], Ints]:
        plans = [plan for plan in map(self._plan, values) if plan is not None]
        every = planned_picks(self._study.chain, plans, self._study.process.limit)
        return {key: options for key, options in every.items() if key in self._study.solution.picks}

    def _of(self, number: int, key: tuple[int, int], name: str) -> Ints:
        level = self._study.chain.levels[number]
        step = level.known(key[0])
        assert step is not None
        own = np.array([decision.name == name for decision, _ in level.table.asked], dtype=np.bool_)
        return np.flatnonzero(own[step.asked])

    def _differs(self, taken: Mapping[tuple[int, int], Ints], name: str, number: int) -> bool:
        seen: set[int] = set()
        for key, options in taken.items():
            if id(options) not in seen:
                seen.add(id(options))
                those = self._of(key[1], key, name)
                if (options[number, those] != options[0, those]).any():
                    return True
        return False

    def _projections(self, name: str) -> Iterator[Values]:
        """Yield the plans that matter to a decision; more than can be looked at are those that change two policies."""
        menus, places = list(self._menus.values()), self._places[name]
        few = prod(len(menus[place]) for place in places) <= _COMBINED
        for changed in [places] if few else combinations(places, 2):
            for choices in product(*(menus[place] for place in changed)):
                yield self._with(dict(zip(changed, choices, strict=True)))

    def _projected(self, name: str, values: Values) -> int | None:
        """Return the number of the plan that agrees with another at a decision."""
        return self._number.get(self._with({place: values[place] for place in self._places[name]}))

    def _composed(self, values: Values) -> Picks | None:
        """Return the options of a plan; None if it is not allowed."""
        numbers = {name: self._projected(name, values) for name in self._study.free}
        if None in numbers.values():
            return None
        picks = dict(self._study.base)
        for key, options in self._taken.items():
            base = picks[key]
            level = self._study.chain.levels[key[1]]
            here = [name for name in self._study.free if name in level.table.met and numbers[name]]
            known = id(options), id(base), tuple((name, numbers[name]) for name in here)
            if here and known not in self._known:
                changed = base.copy()
                for name in here:
                    those = self._of(key[1], key, name)
                    changed[those] = options[numbers[name], those]
                self._known[known] = changed
            if here:
                picks[key] = self._known[known]
        return picks

    def _scores(self, picks: Picks) -> dict[str, Floats]:
        """Return the gain of each known plan at each decision, to first order. Shape (plans,) each."""
        study = self._study
        sums: dict[int, tuple[int, int, Floats]] = {}
        for turn, number, step, choices, gains in study.passes.gains(picks):
            key = id(self._taken[turn, number])
            if key not in sums:
                sums[key] = turn, number, np.zeros((len(step.asked), gains.shape[1]))
            sums[key][2][choices] += gains
        scores = {name: np.zeros(len(self._number)) for name in study.free}
        for turn, number, gains in sums.values():
            options = self._taken[turn, number]
            for name in study.chain.levels[number].table.met:
                those = self._of(number, (turn, number), name) if name in scores else ()
                if len(those):
                    scores[name] += study.sign * np.array([gains[those, row].sum() for row in options[:, those]])
        return scores

    def _listed(self, here: Values) -> list[Values]:
        """Return plans that may be better than one: all, or those that differ from it in one or two policies."""
        menus = list(self._menus.values())
        places = sorted({place for live in self._places.values() for place in live})
        if prod(len(menus[place]) for place in places) <= _LISTED:
            every = product(*(menus[place] for place in places))
            return [self._with(dict(zip(places, choices, strict=True))) for choices in every]
        listed = {here: None}
        for pair in combinations(places, 2):
            for choices in product(*(menus[place] for place in pair)):
                changed = list(here)
                for place, choice in zip(pair, choices, strict=True):
                    changed[place] = choice
                listed[tuple(changed)] = None
        return list(listed)

    def singles(self) -> dict[tuple[str, Choice], float | None]:
        """Return the values of plans that change one policy; see `Fixed.singles`."""
        valued: dict[tuple[str, Choice], float | None] = {}
        for place, (path, menu) in enumerate(self._menus.items()):
            for choice in menu[1:]:
                values = self._with({place: choice})
                picks = None if self._plan(values) is None else self._composed(values)
                base = self._study.base
                if picks is None:
                    valued[path, choice] = None
                elif any(taken is not base[key] and (taken != base[key]).any() for key, taken in picks.items()):
                    valued[path, choice] = self._study.passes.value(picks)
        return valued

    def best(self) -> Fixed:
        """Return the best plan: of all if they are few, else one that no plan betters that looks better."""
        study, here = self._study, self._base
        valued: dict[Values, float] = {here: study.planned}

        def value(values: Values) -> float:
            if values not in valued:
                picks = None if self._plan(values) is None else self._composed(values)
                valued[values] = -study.sign * np.inf if picks is None else study.passes.value(picks)
            return study.sign * valued[values]

        listed = self._listed(here)
        few = len(listed) <= _ALL
        while True:
            if few:
                batches = [listed]
            else:
                picks = self._composed(here)
                assert picks is not None
                order = self._ordered(listed, picks)
                batches = [
                    [values for values in order[at : at + _BATCH] if values not in valued]
                    for at in range(0, _TRIED, _BATCH)
                ]
            top = here
            for batch in batches:
                top = max([top, *batch], key=value)
                if value(top) > value(here) + _EQUAL:
                    break
            if value(top) <= value(here) + _EQUAL or study.sign * study.value - value(here) <= _EQUAL:
                break
            here = top
            listed = self._listed(here)
        # Changes that make no difference are left out.
        for place, choice in enumerate(self._base):
            back = (*here[:place], choice, *here[place + 1 :])
            if back != here and value(back) >= value(here) - _EQUAL:
                here = back
        picks = self._composed(here)
        assert picks is not None
        complete = few or study.sign * study.value - value(here) <= _EQUAL
        return Fixed(self._changes(here), study.sign * value(here), complete, picks, self)

    def _ordered(self, listed: list[Values], picks: Picks) -> list[Values]:
        scores = self._scores(picks)
        sums = np.zeros(len(listed))
        for name, score in scores.items():
            numbers = [self._projected(name, values) for values in listed]
            sums += [-np.inf if number is None else score[number] for number in numbers]
        return [listed[place] for place in np.argsort(-sums, kind="stable").tolist() if np.isfinite(sums[place])]
