"""Short rules that come near the best decisions: priority lists on top of a fixed plan, found by exact scores."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from mangonel.engine.exact import Picks
from mangonel.engine.policy import Clause, Test, option_text, with_priorities
from mangonel.engine.position import looks_of
from mangonel.engine.process import Measure, Process
from mangonel.engine.state import Ints
from mangonel.engine.values import Gained, blanked
from mangonel.games.scenario import build
from mangonel.rules.words import load_locale
from mangonel.studies.fixed_plans import Fixed
from mangonel.studies.tactics import Value as Choice

if TYPE_CHECKING:
    from mangonel.studies.decide import Best

CLAUSES = 4
"""Clauses of a rule, unless told otherwise."""
ENOUGH = 0.99
"""The share of the gain at which a rule needs no further clause."""
_SEEN = 0.001
"""A tenth of a percent, the last digit of a chance that pages show."""
_EQUAL = 1e-12
_CONFIRMED, _SCORED, _LEVELS = 3, 8, 8
"""Candidates that are scored exactly for each clause, and at most if none of those gains; bounds of a number."""
_ALIKE, _AT_ONCE = 1e-3, 16_384
"""Gains that differ by a smaller share are of the same states; states that are tested at once."""


@dataclass(frozen=True, eq=False)
class PriorityRule:
    """Priority lists that come near the best."""

    clauses: Mapping[str, tuple[Clause, ...]]
    """Clauses by decision, the first that holds counts; after them the policies."""
    policies: Mapping[str, Choice]
    """The policies that are changed."""
    value: float
    steps: tuple[tuple[str, Clause | None, float], ...]
    """Decision and clause as they were found, each put before those of the same decision found earlier, and the share
    of the gain that is reached with it; the first is that of the policies alone, without a clause."""
    loss: float
    """Its loss against the best by state."""
    process: Process
    """The game played by it."""

    @property
    def decisions(self) -> dict[str, list[str]]:
        """The lists as a scenario has them under ``decisions``."""
        return {name: [str(clause) for clause in clauses] for name, clauses in self.clauses.items()}

    def __str__(self) -> str:
        """Return the lines to put into a scenario."""
        return pasted(self.policies, self.clauses)


def pasted(policies: Mapping[str, Choice], clauses: Mapping[str, Sequence[Clause]]) -> str:
    """Return a plan as lines of a scenario file."""
    written = partial(json.dumps, ensure_ascii=False)
    lines = [f"{path} = {written(value)}" for path, value in policies.items()]
    for name, texts in clauses.items():
        lines.append(f"decisions.{written(name) if '.' in name else name} = {written([*map(str, texts)])}")
    return "\n".join(lines)


def priority_rule(study: Best, most: int, enough: float) -> PriorityRule:
    """Return priority lists that come near the best decisions of a study; parameters as in `Best.rule`."""
    fixed = study.fixed
    rule = _on_top(study, fixed, most, enough)
    if rule.steps[-1][2] < enough and "break_off" in "".join(fixed.changes):
        # Where all break off at once, nothing shows that it would be good to break off a little later.
        shipped = _on_top(study, Fixed({}, study.planned, complete=False, picks=study.base), most, enough)
        rule = min(rule, shipped, key=lambda each: each.loss)
    study.passes.forget()
    return rule


def _on_top(study: Best, fixed: Fixed, most: int, enough: float) -> PriorityRule:
    process = study.process
    if fixed.changes and study.scene is not None:
        variant = build(study.scene[0].replaced(fixed.changes), study.scene[1])
        plan = {**process.plan, **{name: variant.plan[name] for name in study.free if name in variant.plan}}
        process = replace(process, plan=plan, recipe=None)
    search = _Search(study, fixed.picks)
    value = fixed.value
    steps: list[tuple[str, Clause | None, float]] = [("", None, _share(study, value))]
    clauses: dict[str, tuple[Clause, ...]] = {}
    # A clause adds more than may be left, and something that is seen.
    least = max((1 - enough) * study.gain, _SEEN if study.wanted.is_chance and enough < 1 else 0.0)
    while len(steps) <= most and steps[-1][2] < enough:
        gap = study.sign * value
        scored: list[tuple[float, str, Clause, Picks]] = []
        for number, (name, clause, picks) in enumerate(search.candidates()):
            if scored and number >= _CONFIRMED:
                break
            reached = study.sign * study.passes.value(picks)
            if reached > gap + _EQUAL:
                scored.append((reached, name, clause, picks))
        if not scored:
            break
        top = max(entry[0] for entry in scored)
        # Of rules that gain about the same, the shortest.
        near = [entry for entry in scored if entry[0] - gap >= 0.95 * (top - gap)]
        reached, name, clause, taken = min(near, key=lambda entry: (len(entry[2].tests), -entry[0]))
        if reached - study.sign * value < least:
            break
        value, search.picks = study.sign * reached, taken
        clauses[name] = (clause, *clauses.get(name, ()))
        steps.append((name, clause, _share(study, value)))
    played = with_priorities(process, clauses)
    return PriorityRule(clauses, fixed.changes, value, tuple(steps), study.sign * (study.value - value), played)


def _share(study: Best, value: float) -> float:
    gain = study.gain
    return 1.0 if gain <= _EQUAL else 1 - study.sign * (study.value - value) / gain


class _Search:
    """A policy by state, and the clauses that would gain most on top of it."""

    def __init__(self, study: Best, picks: Picks) -> None:
        self._study, self._chain, self.picks = study, study.chain, picks
        self._looks = self._numbers()
        every = np.arange(len(study.chain.states))
        amounts = [self._chain.measure(look, every).astype(np.int16) for look in self._looks]
        self._amounts = np.array(amounts, dtype=np.int16).reshape(len(amounts), len(every))

    def _numbers(self) -> list[Measure]:
        """Return the numbers that tests may name; of two that are always alike the first."""
        # Cells of columns hold codes as often as numbers, and so do columns for which a game has no word.
        process, english = self._chain.process, load_locale("en")
        columns = {column.name for column in process.columns}
        looks = [
            look
            for name, look in looks_of(process).items()
            if name == look.name
            and name.partition(".")[0] not in columns - {name}
            and (
                name not in columns
                or not process.game
                or any(english.has_word(kind, name, process.name) for kind in ("columns", "series"))
            )
        ]
        # Numbers that have words come before columns.
        looks.sort(key=lambda look: look.name.partition(".")[0] in columns)
        words = self._chain.states.words
        words = words[:, :: max(1, words.shape[1] // 20_000)]
        kept: list[Measure] = []
        seen: set[bytes] = set()
        known = blanked(self._chain.layout, words, self._study.hidden)
        for look in looks:
            values = self._chain.reader(look).of(words)
            key = values.tobytes()
            if self._study.hidden and (self._chain.reader(look).of(known) != values).any():
                continue
            if key not in seen and values.min() != values.max():
                seen.add(key)
                kept.append(look)
        return kept

    def candidates(self) -> Iterator[tuple[str, Clause, Picks]]:
        """Yield the clauses that would gain most at first sight, with the policy that each makes."""
        study = self._study
        gained: dict[tuple[str, str], list[Gained]] = {}
        for (name, options), parts in study.passes.by_decision(self.picks, study.free).items():
            for place, option in enumerate(options):
                for number, states, gains in parts:
                    there = np.flatnonzero(gains[:, place] != 0.0)
                    part = number, states[there], study.sign * gains[there, place]
                    gained.setdefault((name, option), []).append(part)
        ranked: list[tuple[float, str, Clause]] = []
        for (name, option), parts in gained.items():
            if sum(gain[gain > 0].sum() for _, _, gain in parts) > _EQUAL:
                ranked += [(gain, name, clause) for gain, clause in self._clauses(option, parts)]
        ranked.sort(key=lambda entry: (-entry[0], len(entry[2].tests)))
        chosen: list[float] = []
        for gain, name, clause in ranked:
            if any(abs(gain - other) <= _ALIKE * abs(other) for other in chosen):
                continue
            chosen.append(gain)
            yield name, clause, self._with(name, clause)
            if len(chosen) == _SCORED:
                break

    def _clauses(self, option: str, parts: list[Gained]) -> Iterator[tuple[float, Clause]]:
        """Yield the clauses of an option that would gain most, with their gains to first order."""
        # The same states come in several phases, and tests tell them apart in none.
        states, gains = (np.concatenate(lines) for lines in list(zip(*parts, strict=True))[1:])
        gains = np.bincount(states, gains)
        states = np.flatnonzero(gains != 0.0)
        amounts, gains = self._amounts.take(states, axis=1), gains.take(states)
        yield float(gains.sum()), Clause(option)
        bounds = [(place, number) for place, values in enumerate(amounts) for number in _bounds(values)]
        if not bounds:
            return
        places, least = (np.array(column) for column in zip(*bounds, strict=True))
        joint = np.zeros((len(bounds) + 1, len(bounds) + 1))
        for at in range(0, len(gains), _AT_ONCE):
            held = np.ones((len(bounds) + 1, len(gains[at : at + _AT_ONCE])), dtype=np.float32)
            held[1:] = amounts[places, at : at + _AT_ONCE] >= least[:, None]
            joint += (held * gains[at : at + _AT_ONCE].astype(np.float32)) @ held.T
        # Of each bound two tests: at least as much, and less.
        unit = np.eye(len(joint))
        tests = [Test(self._looks[place].name, ">=", number) for place, number in bounds]
        tests += [Test(self._looks[place].name, "<=", number - 1) for place, number in bounds]
        holds = np.vstack([unit[1:], unit[0] - unit[1:]])
        both = holds @ joint @ holds.T
        for place in np.argsort(-np.diagonal(both))[:_SCORED].tolist():
            yield float(both[place, place]), Clause(option, (tests[place],))
        pairs = np.triu(both, 1).ravel()
        most = np.argpartition(-pairs, min(4 * _SCORED, len(pairs) - 1))[: 4 * _SCORED]
        for place in most[np.argsort(-pairs[most])].tolist():
            row, column = divmod(place, len(tests))
            if pairs[place] > 1.02 * max(both[row, row], both[column, column], 0.0):
                test, other = tests[row], tests[column]
                equal = (test.name, test.number) == (other.name, other.number)
                yield float(pairs[place]), Clause(option, (replace(test, sign="="),) if equal else (test, other))

    def _with(self, name: str, clause: Clause) -> Picks:
        chain, picks = self._chain, dict(self.picks)
        place_of = {look.name: place for place, look in enumerate(self._looks)}
        known: dict[tuple[int, int], Ints] = {}
        for (turn, number), taken in self.picks.items():
            level = chain.levels[number]
            step = level.known(turn)
            if step is None or name not in level.table.met:
                continue
            key = id(step), id(taken)
            if key not in known:
                place = np.array(
                    [
                        next((at for at, option in enumerate(options) if option_text(option) == clause.option), -1)
                        if decision.name == name
                        else -1
                        for decision, options in level.table.asked
                    ],
                    dtype=np.int64,
                )[step.asked]
                those = np.flatnonzero(place >= 0)
                states = step.states[step.owners()[those]]
                applies = np.ones(len(those), dtype=np.bool_)
                for test in clause.tests:
                    applies &= test.of(self._amounts[place_of[test.name], states])
                those = those[applies]
                known[key] = taken
                if (taken[those] != place[those]).any():
                    known[key] = taken.copy()
                    known[key][those] = place[those]
            picks[turn, number] = known[key]
        return picks


def _bounds(values: Ints) -> list[int]:
    """Return the numbers by which values are distinguished: all but the least, or a few of many."""
    there = np.unique(values)
    if len(there) > _LEVELS:
        there = np.unique(np.quantile(values, np.linspace(0, 1, _LEVELS), method="nearest"))
    return [int(number) for number in there[1:]]
