"""Rolls, one function each: results, attacks, panic and healing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import structs

from mangonel.engine.rolls import Roll, cached
from mangonel.errors import DataError, NoRollError
from mangonel.games.cryhavoc.ground import check_heights, ground_shift
from mangonel.games.cryhavoc.men import RIDERS, RUNNING, WORDS, Kind, men_words, strength
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.effects import ATTACKER, TARGET, Effect, effect_text, effects_table, read_effect
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Shift, Situation, possible
from mangonel.rules.table import Table

_VOID = "void"
"""In place of a result without effect, where ``-`` has one."""


def has_effects(rules: RuleSet, table: str) -> bool:
    """Tell whether the results of a table befall characters."""
    form = rules.form(table)
    return form is not None and bool(form.effects) and rules.has_table(form.effects)


def effect_of(rules: RuleSet, table: str, letter: str) -> Effect:
    """Return the effect of a missile or melee result, or ``-``; the option ``mounted-missile-croisades`` counts.

    A rule set without effects for this table or letter, or with one that is none, is refused (DataError).
    """
    form = rules.form(table) or rules.table(table).form
    effects = rules.table(effects_table(form, rules.choice))
    if letter in effects.rows:
        return read_effect(effects, form.befalls, letter)
    if letter in (NO_EFFECT, _VOID):
        return Effect()
    allowed = dict.fromkeys((NO_EFFECT, *effects.rows))
    raise DataError(f"no table says what this result of table {table} does", value=letter, allowed=allowed)


@dataclass(frozen=True, eq=False)
class Blow:
    """A roll on a missile or melee table, and the effects of its results."""

    rules: RuleSet
    situation: Situation
    roll: Roll

    @cached
    def effect(self, letter: str) -> Effect:
        return effect_of(self.rules, self.situation.table.id, letter)

    def is_from(self, column: str) -> bool:
        """Return whether it is on a column, after shifts, or right of it."""
        columns = self.situation.table.columns
        return columns.index(self.situation.final_column) >= columns.index(column)

    def strikes(self, dice: Any, who: str = "") -> Effect:
        return self.effect(dice.roll(self.roll, who=who))

    def shoots(self, dice: Any, who: str = "", shots: str = "shots", hits: str = "hits") -> Effect:
        """Roll for a shot, and count it; a hit does more than drive a man back."""
        effect = self.strikes(dice, who)
        dice.count(shots)
        dice.count(hits, bool(effect.harm or effect.horse_killed or effect.unhorsed))
        return effect


def blow(rules: RuleSet, situation: Situation, name: str, **told: Any) -> Blow:
    """Return the roll in a situation with its effects; parameters as of `Roll.on`.

    A result without an effect is refused (DataError).
    """
    attack = Blow(rules, situation, Roll.on(situation, name, **told))
    for letter in dict.fromkeys(attack.roll.faces):
        attack.effect(letter)
    return attack


def called(attacker: str, defender: str, *, several: bool = False) -> dict[str, str]:
    """Return the names of the sides of a table in a trace; of several attackers all retreat."""
    names = {"attacker": attacker, "defender": defender}
    return {"attacker retreats": "all who attacked retreat"} | names if several else names


class Fighter(NamedTuple):
    """A fighting man: his kind, his name in a trace, and his ground; of several men that of each."""

    kind: Kind
    name: str
    terrain: str | tuple[str, ...]


def fight(rules: RuleSet, ours: Fighter, theirs: Fighter, men: Mapping[str, int], target: str) -> Blow | None:
    """Return the attack of some men, by state, on a man in a state; None if the rules allow none."""
    attack = [strength(ours.kind, state)[0] for state, number in men.items() for _ in range(number)]
    defence = strength(theirs.kind, target)[1]
    man: dict[str, Any] = {"defence": defence, "mounted": target in RIDERS, "panicked": target in RUNNING}
    man |= {"terrain": ours.terrain, "against": theirs.terrain}
    situation = possible(lambda: melee_situation(rules, attack=attack, **man))
    if situation is None:
        return None
    words = f"{men_words(men)} against a {WORDS[target]}, {sum(attack)} against {defence}"
    names, key = called(ours.name, theirs.name, several=len(attack) > 1), (*ours[1:], *theirs[1:], *men.items(), target)
    return blow(rules, situation, "melee", against=words, called=names, key=("melee", *key))


_IMPOSSIBLE = "impossible"


def melee_situation(
    rules: RuleSet,
    *,
    attack: int | Sequence[int],
    defence: int | Sequence[int],
    attackers: int = 1,
    mounted: bool = False,
    panicked: bool = False,
    **ground: Any,
) -> Situation:
    """Return the roll of one attack: the column of the ratio rounded for the defender, with shifts.

    Strengths are sums, or one number for each man; `attackers` says how many attack together if it is one number.
    Where the attackers stand (`terrain`; of several the worst counts) and the defenders (`against`; of several the
    best) are ids of the terrain table (``ladder`` for ``ladder_climb``) or bare signs. Where the table prints two signs
    the first counts, unless the other is named as in ``spiral_stair/+``; ``siege_tower_top`` is the top of a siege
    tower. One mounted defender stands on two hexes (option ``mounted-two-hexes``).

    Panicked defenders (option ``panic-rule``) move a column right, and nothing befalls the attacker. With
    `heights` an attack over more than one level of height is refused (option ``elevation-levels``). It is a DataError
    if a strength or terrain is no such thing, or the rules do not allow the attack.
    """
    total, resists = _total(attack, "attack", 0), _total(defence, "defence", 1)
    number, table = _attackers(attack, attackers), rules.table("melee-mounted" if mounted else "melee-foot")
    column = _reached(table.columns, total, resists)
    if column is None:
        if rules.choice("sub-one-to-one-odds") == _IMPOSSIBLE:
            raise NoRollError(f"no attack below {table.columns[0]}", value=f"{total}:{resists}")
        column = table.columns[0]
    moved = _shifts(rules, defence=defence, attackers=number, mounted=mounted, panicked=panicked, **ground)
    # Columns beyond the last one.
    beyond = int(Fraction(total, resists) - _column_ratio(table.columns[-1]))
    ends = rules.choice("column-above-12-1") == "last-column"
    moved = _moved(rules, table, column, 0 if ends else max(0, beyond), moved)
    if panicked:
        void = {name for name in table.results if effect_of(rules, table.id, name).side == ATTACKER}
        table = _voided(rules, table, void)
    return Situation(table, column, shifts=moved)


def animal_situation(rules: RuleSet, **factors: Any) -> Situation:
    """Return the roll of an attack on a riderless horse or a draught animal.

    It is made on the table for mounted targets; effects on a rider only are void. Takes the other arguments of
    `melee_situation`; errors are as there, and as of `check_animals`.
    """
    check_animals(rules)
    defence = rules.table("riderless-animal").number("defence")
    return against_animal(rules, melee_situation(rules, defence=defence, mounted=True, **factors))


def next_column(rules: RuleSet, *, attack: int | Sequence[int], attackers: int = 1, **factors: Any) -> int | None:
    """Return how many more attack points reach the next column, after all shifts; None if none do.

    Takes the same arguments as `melee_situation`. Where no attack is allowed yet, it is the number of points that make
    one possible. It is a DataError if a strength or terrain is no such thing, or the ground allows no attack at any
    strength.
    """
    total, number = _total(attack, "attack", 0), _attackers(attack, attackers)
    defence = _total(factors["defence"], "defence", 1)
    table = rules.table("melee-mounted" if factors.get("mounted") else "melee-foot")
    moved = _shifts(rules, attackers=number, **factors)

    def place(points: int) -> int:
        situation = possible(lambda: melee_situation(rules, attack=points, attackers=number, **factors))
        return -1 if situation is None else table.column_index(situation.final_column)

    now = place(total)
    ratios = [_column_ratio(label) for label in table.columns]
    # Beyond the last column a further point may still make good for a shift to the left.
    most = sum(max(-shift.columns, 0) for shift in moved)
    for ratio in (*ratios, *(ratios[-1] + further for further in range(1, most + 1))):
        needed = -(-ratio.numerator * defence // ratio.denominator)
        if needed > total and place(needed) > now:
            return needed - total
    return None


def _shifts(
    rules: RuleSet,
    *,
    defence: int | Sequence[int],
    attackers: int,
    mounted: bool = False,
    terrain: str | Sequence[str] = "flat_ground",
    against: str | Sequence[str] = "flat_ground",
    panicked: bool = False,
    heights: bool = False,
    shifts: tuple[Shift, ...] = (),
) -> tuple[Shift, ...]:
    """Return the shifts of an attack as they are printed; parameters as of `melee_situation`."""
    ours, theirs = ([place] if isinstance(place, str) else list(place) for place in (terrain, against))
    if heights:
        check_heights(rules, ours, theirs)
    one_rider = mounted and len(theirs) > 1 and (isinstance(defence, int) or len(defence) == 1)
    moved = list(ground_shift(rules, ours, theirs, one_rider=one_rider))
    if attackers > 1:
        columns = rules.table("joint-attack").number("mounted" if mounted else "foot")
        columns *= attackers - 1 if rules.choice("joint-bonus-number") == "each" else 1
        moved += [Shift(f"joint attack of {attackers}", columns)] if columns else []
    if panicked:
        if rules.choice("panic-rule") == "none":
            raise DataError("nobody panics under this rule set")
        moved.append(Shift("panicked", rules.table("panicked").number("column_shift")))
    return (*moved, *shifts)


def _total(strength: int | Sequence[int], what: str, least: int) -> int:
    parts = (strength,) if isinstance(strength, int) else tuple(strength)
    if not parts:
        raise DataError(f"the {what} needs at least one strength")
    for part in parts:
        if type(part) is not int or part < 0:
            raise DataError(f"a strength in {what} must be a whole number, not negative", value=part)
    total = sum(parts)
    if total < least:
        raise DataError(f"the {what} must be at least {least}", value=total)
    return total


def _attackers(attack: int | Sequence[int], attackers: int) -> int:
    if attackers < 1:
        raise DataError("somebody has to attack", value=attackers)
    if isinstance(attack, int) or len(attack) == 1:
        return attackers
    if attackers not in (1, len(attack)):
        raise DataError(f"{len(attack)} attack strengths are given for this many attackers", value=attackers)
    return len(attack)


@lru_cache(maxsize=128)
def _column_ratio(label: str) -> Fraction:
    strong, dash, weak = label.rstrip("+").partition("-")
    if not dash or not strong.isdecimal() or not weak.isdecimal() or not int(weak):
        raise DataError("a column of a combat table must be a ratio such as 3-1", value=label)
    return Fraction(int(strong), int(weak))


@lru_cache(maxsize=4096)
def _reached(columns: tuple[str, ...], attack: int, defence: int) -> str | None:
    """Return the last column that a ratio reaches; None if it is below the first."""
    ratios = ((label, _column_ratio(label)) for label in columns)
    reached = [label for label, ratio in ratios if ratio.numerator * defence <= attack * ratio.denominator]
    return reached[-1] if reached else None


def _moved(rules: RuleSet, table: Table, column: str, beyond: int, shifts: tuple[Shift, ...]) -> tuple[Shift, ...]:
    """Return shifts that, added up, lead from a column where the option ``shift-order`` has these shifts lead.

    Left of the first column the option ``column-below-1-1`` may allow no attack (DataError).
    """
    start, last = table.column_index(column) + beyond, len(table.columns) - 1
    shifted = [Shift("ratio beyond the table", beyond)] if beyond and shifts else []
    if rules.choice("shift-order") == "sum":
        lowest = start + sum(shift.columns for shift in shifts)
        shifted += shifts
    else:
        place = lowest = start
        for shift in shifts:
            wanted = place + shift.columns
            lowest, stop = min(lowest, wanted), min(max(wanted, 0), last)
            if stop != place:
                shifted.append(Shift(shift.reason, stop - place))
            place = stop
    if lowest < 0 and rules.choice("column-below-1-1") == _IMPOSSIBLE:
        raise NoRollError(f"no attack: the shifts lead left of column {table.columns[0]}", value=lowest)
    return tuple(shifted)


def check_animals(rules: RuleSet) -> None:
    """Check that animals can be attacked: else the option ``horse-defence`` has it refused (DataError)."""
    if rules.choice("horse-defence") == "none":
        raise NoRollError("no attack on animals: they have no defence under this rule set")


def against_animal(rules: RuleSet, situation: Situation) -> Situation:
    """Return a roll against a mounted target in which nothing but the horse counts: its death, and a retreat."""
    table, texts, void = situation.table, {}, set()
    for letter in table.results:
        effect = effect_of(rules, table.id, letter)
        if effect.horse_killed:
            texts[letter] = "horse killed"
        elif effect.side == TARGET and effect.retreat:
            texts[letter] = effect_text(Effect(TARGET, retreat=effect.retreat), table.form.befalls)
        elif effect.side == TARGET:
            void.add(letter)
    return structs.replace(situation, table=_voided(rules, table.with_texts(texts), void))


def _voided(rules: RuleSet, table: Table, letters: Iterable[str]) -> Table:
    """Return a table in which some results have no effect, even if somebody has given ``-`` one."""
    nothing = NO_EFFECT if effect_of(rules, table.id, NO_EFFECT) == Effect() else _VOID
    results = table.results if nothing == NO_EFFECT else {**table.results, _VOID: "no effect"}
    instead = dict.fromkeys(letters, nothing)
    cells = tuple(tuple(instead.get(cell, cell) for cell in entries) for entries in table.cells)
    return replace(table, cells=cells, results=results, instead=instead)


NEVER, DIES, REROLL = "never", "dies", "reroll"
"""Results of the healing tables that are no number."""
_PANIC = re.compile("P([1-9])|R([1-9])|-")


def healing_situation(rules: RuleSet) -> Situation:
    """Return the first healing roll of a wounded man.

    The results are numbers of days or ``never`` on the table ``healing-d10``; numbers of turns of three days or
    ``reroll`` on the table ``healing-croisades``.
    """
    if rules.choice("healing-table") == "croisades":
        return _healing(Situation(rules.table("healing-croisades"), "turns"), REROLL)
    return _healing(Situation(rules.table("healing-d10"), "days"))


def days_a_number(rules: RuleSet) -> int:
    """Return the days that a number of the healing table is: three if they are turns of the strategic game."""
    return 3 if rules.choice("healing-table") == "croisades" else 1


def reroll_situation(rules: RuleSet) -> Situation:
    """Return the second healing roll, after a ``reroll``: a number of turns or ``dies``."""
    return _healing(Situation(rules.table("healing-croisades-reroll"), "turns"))


def healing_odds(rules: RuleSet) -> dict[str, Fraction]:
    """Return the exact odds of each outcome of healing, a second roll included.

    They are by number of days (table ``healing-d10``) or turns of three days, or ``never`` or ``dies``.
    """
    odds = healing_situation(rules).odds()
    again = odds.pop(REROLL, None)
    if again is not None:
        for result, chance in reroll_situation(rules).odds().items():
            odds[result] = odds.get(result, Fraction(0)) + again * chance
    return odds


def panic_situation(rules: RuleSet) -> Situation:
    """Return the panic roll after a death: ``P`` or ``R`` with a number of men, or ``-``.

    It is refused (NoRollError) if the option ``panic-rule`` knows no panic.
    """
    if rules.choice("panic-rule") == "none":
        raise NoRollError("nobody panics under this rule set")
    situation = Situation(rules.table("panic"), "panic")
    return situation.giving([letter for letter in situation.table.result_codes if _PANIC.fullmatch(letter)])


def panic_effect(result: str) -> tuple[int, bool]:
    """Return how many men a result of a panic roll hits, and whether they rout at once."""
    match = _PANIC.fullmatch(result)
    if match is None:
        raise DataError("no result of a panic roll", value=result, allowed=("-", "P1", "R1"))
    return int(match[1] or match[2] or 0), match[2] is not None


def _healing(situation: Situation, *words: str) -> Situation:
    """Return the situation, if it gives no other results than numbers, never, death and some words."""
    numbers = (letter for letter in situation.table.results if letter.isascii() and letter.isdecimal() and int(letter))
    return situation.giving((*numbers, NEVER, DIES, *words))
