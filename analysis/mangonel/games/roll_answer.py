"""The answer of one rule set: odds, results from the worst down, and the dice thrown on the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from mangonel.games.system import Fates, system_of
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.dice import Die
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation

_SHORT: Final = 3
"""Letters of a result for which there is room below each face."""


class Thrown(Struct, frozen=True):
    """One throw of the dice."""

    table: str
    """The id of the table that is looked into."""
    faces: tuple[str, ...]
    """All that the dice can show, each as likely as the others."""
    results: tuple[str, ...]
    """The result of each."""
    order: tuple[str, ...]
    """The results that can come, from the worst for the target down."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """The meaning of each, in words."""
    backfires: Collection[str] = frozenset()
    """Those of them that befall the attacker."""
    chance: Fraction = Fraction(1)
    """How likely it is that these dice are thrown."""
    when: str = ""
    """The purpose of the throw, in words, where there are others; else empty."""
    after: Collection[str] = ()
    """The results of the throw before it that lead to it, if that is one of a few."""

    def bringing(self, wanted: Callable[[str], bool]) -> tuple[int, ...]:
        """Return the faces of a single die that bring a wanted result; none of several dice."""
        pairs = zip(self.faces, self.results, strict=True)
        return tuple(int(face) for face, result in pairs if face.isdecimal() and wanted(result))

    @property
    def cells(self) -> tuple[tuple[str, int, str], ...]:
        """The cells of a strip: the dice, the number of faces, the result. A long result stands once for a run."""
        if max(map(len, self.results)) <= _SHORT:
            return tuple((face, 1, result) for face, result in zip(self.faces, self.results, strict=True))
        cells, pairs = [], zip(self.faces, self.results, strict=True)
        for result, run in groupby(pairs, key=itemgetter(1)):
            faces = [face for face, _ in run]
            ends = faces[:1] if len(faces) == 1 else [faces[0], faces[-1]]
            cells.append(("\N{EN DASH}".join(ends), len(faces), result))
        return tuple(cells)


def thrown(
    rules: RuleSet, roll: Situation, when: str = "", chance: Fraction = Fraction(1), after: Collection[str] = ()
) -> Thrown:
    """Return the dice of a roll on a table; arguments as the attributes of `Thrown`."""
    fates, table, results = system_of(rules).fates(), roll.table.id, roll.outcomes()
    letters = tuple(dict.fromkeys(results))
    return Thrown(
        table,
        tuple(map(Die.shown, roll.faces)),
        results,
        fates.worst_first(rules, table, letters),
        {letter: roll.meaning(letter) for letter in letters},
        frozenset(letter for letter in letters if fates.backfires(rules, table, letter)),
        chance,
        when,
        after,
    )


class Answer(Struct, frozen=True):
    """Odds under one rule set."""

    rules: RuleSet
    odds: Mapping[str, Fraction]
    """Chance of each result that can come, in the order of the table."""
    order: tuple[str, ...]
    """The same results from the worst for the target down."""
    meanings: Mapping[str, str]
    """The meaning of each result, in words."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The column, shifts and modifiers of the odds, for JSON."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """The same for people, by name."""
    named: Mapping[str, Fraction] = field(default_factory=dict)
    """Chances of the outcomes that a player asks for, for example ``out of action``."""
    backfires: frozenset[str] = frozenset()
    """Those of the results that befall the attacker."""

    @property
    def at_least(self) -> dict[str, Fraction]:
        """Chance of each result or a worse one, as `reached` says, of the results that can come."""
        return self.reached(self.order, self.backfires)

    def reached(self, order: Sequence[str], backfires: Collection[str]) -> dict[str, Fraction]:
        """Return the chance of each result or a worse one.

        Worse for the target; for the attacker where it befalls him (`backfires`). No effect befalls nobody. The order
        of results is from the worst for the target down, also such as only other rule sets have.
        """
        sums = {}
        for backwards in (False, True):
            total = Fraction(0)
            for letter in order[::-1] if backwards else order:
                if (letter in backfires) is backwards and letter != NO_EFFECT:
                    total += self.odds.get(letter, Fraction(0))
                    sums[letter] = total
        return {letter: sums[letter] for letter in order if letter in sums}

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON takes it; chances as floats and as fractions."""
        return {
            "rules": self.rules.id,
            "digest": self.rules.digest,
            **self.facts,
            "outcomes": {letter: float(chance) for letter, chance in self.odds.items()},
            "fractions": {letter: str(chance) for letter, chance in self.odds.items()},
            "at_least": {letter: float(chance) for letter, chance in self.at_least.items()},
            "meanings": {letter: text for letter, text in self.meanings.items() if letter in self.odds},
            "named": {name: float(chance) for name, chance in self.named.items()},
        }


def answer_of(
    rules: RuleSet, situation: Situation, facts: Mapping[str, Any] | None = None, lines: Mapping[str, str] | None = None
) -> Answer:
    """Return the odds of a situation, with its column, shifts and modifiers.

    `facts` and `lines` are told besides, for JSON and for people.
    """
    odds, fates = situation.odds(), system_of(rules).fates()
    shifts = {shift.reason: shift.columns for shift in situation.shifts}
    modifiers = {modifier.reason: modifier.value for modifier in situation.modifiers}
    table = situation.table
    keys = {
        "table": table.id,
        "column": situation.final_column + (f", from {situation.column}" if shifts else ""),
        "shifts": _signed(shifts),
        "modifiers": _signed(modifiers),
        "rows down": f"{situation.row_offset} {situation.row_reason}" if situation.row_offset else "",
        "by die": by_die(situation),
    }
    return Answer(
        rules=rules,
        odds=odds,
        order=fates.worst_first(rules, table.id, odds),
        meanings={letter: situation.meaning(letter) or ("no effect" if letter == NO_EFFECT else "") for letter in odds},
        facts={
            "table": table.id,
            "column": situation.final_column,
            "shifts": shifts,
            "modifiers": modifiers,
            "by_die": list(situation.outcomes()),
            **(facts or {}),
        },
        lines={**keys, **(lines or {})},
        named=_named(fates, rules, table.id, odds),
        backfires=frozenset(letter for letter in odds if fates.backfires(rules, table.id, letter)),
    )


def by_die(situation: Situation) -> str:
    """Return which faces bring which result, ``1 C, 2-3 B``; of several dice the results of all throws in order."""
    runs: list[tuple[Any, Any, str]] = []
    for face, result in zip(situation.faces, situation.outcomes(), strict=True):
        if not isinstance(face, int):
            return " ".join(situation.outcomes())
        if runs and runs[-1][2] == result:
            runs[-1] = (runs[-1][0], face, result)
        else:
            runs.append((face, face, result))
    return ", ".join(f"{first if first == last else f'{first}-{last}'} {result}" for first, last, result in runs)


def after(one: Answer, tries: int, success: str, failure: str) -> Answer:
    """Return the odds that one of several tries succeeds, and that none does, from those of `one` try.

    One try has at most one result that is a success; `success` and `failure` are the words for both.
    """
    letters = [letter for letter in one.odds if letter != NO_EFFECT]
    each = sum((one.odds[letter] for letter in letters), Fraction(0))
    never: Fraction = (1 - each) ** tries
    odds = dict.fromkeys(letters, 1 - never) | ({NO_EFFECT: never} if never else {})
    return replace(
        one,
        odds=odds,
        order=tuple(odds),
        meanings={**dict.fromkeys(letters, success), NO_EFFECT: failure},
        facts={**one.facts, "tries": tries, "each": float(each)},
        lines={**one.lines, "tries": str(tries), "each of them": str(each)},
    )


def naming(one: Answer, rules: RuleSet, readings: Sequence[str]) -> Answer:
    """Return an answer as one of a rule set, with the readings of cells that it came from, if there are any."""
    if not readings:
        return replace(one, rules=rules)
    answer = telling(one, {"readings": list(readings)}, {"as read": ", ".join(readings)})
    return replace(answer, rules=rules)


def telling(one: Answer, facts: Mapping[str, Any], lines: Mapping[str, str]) -> Answer:
    """Return an answer with more facts, for JSON, and lines, for people."""
    return replace(one, facts={**one.facts, **facts}, lines={**one.lines, **lines})


def _named(fates: Fates, rules: RuleSet, table: str, odds: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the chances of the outcomes that a player asks for; none of tables with results that are no fate."""
    sums: dict[str, Fraction] = {}
    for letter, chance in odds.items():
        name = fates.named(rules, table, letter)
        sums[name] = sums.get(name, Fraction(0)) + chance
    if not set(sums) <= set(fates.outcomes):
        return {}
    return {name: sums[name] for name in fates.outcomes if name in sums}


def with_dice(one: Answer, situation: Situation, trials: int, seed: int) -> Answer:
    """Return an answer with the results of so many dice of a seed, with intervals."""
    from mangonel.engine.intervals import Estimate, wilson
    from mangonel.engine.sampling import generator

    letters = situation.table.result_codes
    odds = situation.odds()
    counts = generator(seed, 0).multinomial(trials, [float(odds.get(letter, 0)) for letter in letters])
    shares = {}
    for letter, count in zip(letters, counts, strict=True):
        if count:
            low, high = wilson(int(count), trials)
            shares[letter] = Estimate(count / trials, (high - low) / 4, low, high, exact=False).text(percent=True)
    facts = {**one.facts, "rolled": f"{trials:,} dice, seed {seed}", "came": shares}
    return replace(one, facts=facts, lines={**one.lines, "rolled": f"{trials} dice, seed {seed}", "came": str(shares)})


def _signed(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{value:+d} {reason}" for reason, value in numbers.items())
