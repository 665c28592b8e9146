"""Short rules that come near the best decisions: priority lists on top of a fixed plan, found by exact scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mangonel.engine.exact import Picks
from mangonel.engine.policy import Clause, Test, option_text, owners, with_priorities
from mangonel.engine.position import looks_of
from mangonel.engine.process import Measure, Process
from mangonel.engine.state import Floats, Ints
from mangonel.engine.values import blanked
from mangonel.games.scenario import build
from mangonel.studies.tactics import Value as Choice

if TYPE_CHECKING:
    from mangonel.studies.decide import Best

__all__ = ["CLAUSES", "ENOUGH", "PriorityRule", "pasted", "priority_rule"]

CLAUSES = 4
"""Clauses of a rule, unless told otherwise."""
ENOUGH = 0.99
"""The share of the gain at which a rule needs no further clause."""
_EQUAL = 1e-12
_SCORED, _LEVELS = 6, 8
"""Candidates that are scored exactly for each clause, and thresholds of a number that are tried."""

Parts: TypeAlias = "list[tuple[int, Ints, Floats]]"
"""Phase, states and gain in all of the choices that have an option."""


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
    """What it loses against the best by state."""
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
    lines = [f"{path} = {_toml(value)}" for path, value in policies.items()]
    lists = ((name, ", ".join(_toml(str(clause)) for clause in texts)) for name, texts in clauses.items())
    return "\n".join((*lines, *(f"decisions.{_key(name)} = [{texts}]" for name, texts in lists)))


def _toml(value: Choice) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key(name: str) -> str:
    return f'"{name}"' if "." in name else name


def priority_rule(study: Best, most: int, enough: float) -> PriorityRule:
    """Return priority lists that come near the best decisions of a study; parameters as in `Best.rule`."""
    fixed, process = study.fixed, study.process
    if fixed.changes and study.scene is not None:
        variant = build(study.scene[0].replaced(fixed.changes), study.scene[1])
        plan = {**process.plan, **{name: variant.plan[name] for name in study.free if name in variant.plan}}
        process = replace(process, plan=plan, recipe=None)
    search = _Search(study, fixed.picks)
    value = fixed.value
    steps: list[tuple[str, Clause | None, float]] = [("", None, _share(study, value))]
    clauses: dict[str, tuple[Clause, ...]] = {}
    while len(steps) <= most and steps[-1][2] < enough:
        gap = study.sign * value
        scored = [
            (study.sign * study.passes.value(picks), name, clause, picks) for name, clause, picks in search.candidates()
        ]
        scored = [entry for entry in scored if entry[0] > gap + _EQUAL]
        if not scored:
            break
        top = max(entry[0] for entry in scored)
        # Of rules that gain about the same, the shortest.
        near = [entry for entry in scored if entry[0] - gap >= 0.95 * (top - gap)]
        reached, name, clause, taken = min(near, key=lambda entry: (len(entry[2].tests), -entry[0]))
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
        self._amounts = {number: self._amounts_of(number) for number in {number for _, number in picks}}

    def _numbers(self) -> list[Measure]:
        """Return the numbers that tests may name; of two that are always alike the first."""
        # Cells of columns that stand for places hold codes as often as numbers.
        columns = {column.name for column in self._chain.process.columns}
        looks = [
            look
            for name, look in looks_of(self._chain.process).items()
            if name == look.name and name.partition(".")[0] not in columns - {name}
        ]
        # Numbers that have words come before columns.
        looks.sort(key=lambda look: look.name.partition(".")[0] in columns)
        words = np.concatenate([level.states.words for level in self._chain.levels], axis=1)
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

    def _amounts_of(self, number: int) -> NDArray[np.int16]:
        """Return the numbers that tests may name in all states of a level. Shape (numbers, states)."""
        level = self._chain.levels[number]
        every = np.arange(len(level.states))
        amounts = [self._chain.measure(look, every) for look in self._looks]
        return np.array(amounts, dtype=np.int16).reshape(len(amounts), len(every))

    def _gains(self) -> dict[tuple[str, str], Parts]:
        """Return the gains of each option of each decision, by phase and state."""
        chain, study = self._chain, self._study
        sums: dict[tuple[int, int], tuple[Any, Floats]] = {}
        for _, number, step, gains in study.passes.gains(self.picks):
            key = number, id(step)
            if key in sums:
                sums[key][1].__iadd__(gains)
            else:
                sums[key] = step, gains
        gained: dict[tuple[str, str], Parts] = {}
        for (number, _), (step, gains) in sums.items():
            level = chain.levels[number]
            states = step.states[owners(step)]
            for asked in np.unique(step.asked).tolist():
                decision, options = level.table.asked[asked]
                if decision.name not in study.free:
                    continue
                those = np.flatnonzero(step.asked == asked)
                for place, option in enumerate(options):
                    there = those[gains[those, place] != 0]
                    if len(there):
                        gained.setdefault((decision.name, option_text(option)), []).append(
                            (number, states[there], study.sign * gains[there, place])
                        )
        return gained

    def candidates(self) -> Iterator[tuple[str, Clause, Picks]]:
        """Yield the clauses that would gain most at first sight, with the policy that each makes."""
        ranked: list[tuple[float, str, Clause]] = []
        for (name, option), parts in self._gains().items():
            gains = np.concatenate([gain for _, _, gain in parts])
            if gains[gains > 0].sum() <= _EQUAL:
                continue
            ranked += [(gain, name, clause) for gain, clause in self._clauses(option, parts, gains)]
        ranked.sort(key=lambda entry: (-entry[0], len(entry[2].tests)))
        chosen: list[float] = []
        for gain, name, clause in ranked:
            if any(abs(gain - other) <= 1e-9 * abs(other) for other in chosen):
                continue
            chosen.append(gain)
            yield name, clause, self._with(name, clause)
            if len(chosen) == _SCORED:
                break

    def _clauses(self, option: str, parts: Parts, gains: Floats) -> Iterator[tuple[float, Clause]]:
        tests: list[Test] = []
        holds: list[Any] = []
        amounts = np.concatenate([self._amounts[number][:, states] for number, states, _ in parts], axis=1)
        for look, values in zip(self._looks, amounts, strict=True):
            there = np.unique(values)
            if len(there) > _LEVELS:
                there = np.unique(np.quantile(values, np.linspace(0, 1, _LEVELS), method="nearest"))
            for number in there.tolist():
                if number > values.min():
                    tests.append(Test(look.name, ">=", int(number)))
                    holds.append(values >= number)
                if number < values.max():
                    tests.append(Test(look.name, "<=", int(number)))
                    holds.append(values <= number)
        yield float(gains.sum()), Clause(option)
        if not tests:
            return
        matrix = np.array(holds, dtype=np.float32)
        both = (matrix * gains.astype(np.float32)) @ matrix.T
        for place in np.argsort(-np.diagonal(both))[:_SCORED].tolist():
            yield float(both[place, place]), Clause(option, (tests[place],))
        pairs = np.triu(both, 1)
        for place in np.argsort(-pairs, axis=None)[: 4 * _SCORED].tolist():
            row, column = divmod(place, len(tests))
            if pairs[row, column] > 1.02 * max(both[row, row], both[column, column], 0.0):
                yield float(pairs[row, column]), Clause(option, (tests[row], tests[column]))

    def _with(self, name: str, clause: Clause) -> Picks:
        """Return the policy with a clause before all others."""
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
                states = step.states[owners(step)[those]]
                applies = np.ones(len(those), dtype=np.bool_)
                for test in clause.tests:
                    applies &= test.of(self._amounts[number][place_of[test.name], states])
                those = those[applies]
                known[key] = taken
                if (taken[those] != place[those]).any():
                    known[key] = taken.copy()
                    known[key][those] = place[those]
            picks[turn, number] = known[key]
        return picks
