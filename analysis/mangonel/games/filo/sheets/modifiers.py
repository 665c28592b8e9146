"""What is added to the die of a combat, a shot and a rally, as the rolls themselves add it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

from mangonel.errors import NoRollError, UnknownCellError
from mangonel.games.filo.combat import Combat, combat_situation
from mangonel.games.filo.rolls import Rally, Shot, fire_situation, rally_situation
from mangonel.games.filo.states import DEMORALISED, HORSEMEN, ON, ROUTED, Unit
from mangonel.paper.wanted import ARROW, MISSING, Asked, Chance
from mangonel.rules.cells import UNKNOWN, in_order
from mangonel.rules.dice import Throw
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation

_EVEN: Final = 4
"""Strength at which nothing is added to a shot, and the quality of units that are alike."""
_READINGS: Final = {
    "charge_rear": "rear-charge",
    "attackers_some_demoralised": "demoralised-attackers",
    "strength_over_8": "fire-strength-steps",
    "ruy_diaz_defends": "ruy-diaz-defence",
}
"""Options that say what a modifier adds."""


def chance_of(asked: Asked, thrown: Sequence[Throw], faces: Sequence[Throw]) -> Chance:
    """Return the chance of some of all faces of a die, with these faces where the view tells them."""
    shown = tuple(face for face in thrown if isinstance(face, int))
    return Chance("", Fraction(len(thrown), len(faces)), shown if asked.view == "faces" else None)


def came(asked: Asked, roll: Situation, *letters: str) -> Chance:
    """Return the chance that a roll comes to one of some results."""
    thrown = [face for face, letter in zip(roll.faces, roll.outcomes(), strict=True) if letter in letters]
    return chance_of(asked, thrown, roll.faces)


def unit(kind: str, **rest: object) -> Unit:
    """Return a unit of a type like all others in sheets, but for what is said of it."""
    plain = Unit(kind, strength=_EVEN, quality=_EVEN, most=_EVEN, mounted=kind in HORSEMEN)
    return replace(plain, **rest)  # type: ignore[arg-type]


def _combats() -> dict[str, tuple[Combat, Combat]]:
    """Return for each modifier a combat with it and the same one without."""
    foot, riders, archers, shaken = unit("Mi"), unit("Ch"), unit("Ar"), unit("Mi", order=DEMORALISED)
    routed, rear, shot = unit("Mi", order=ROUTED), frozenset({"rear"}), frozenset({"shot"})
    even, horse = Combat((foot,), (foot,)), Combat((riders,), (foot,))
    pair, facing = Combat((foot, foot), (foot,)), Combat((foot,), (foot, foot))
    return {
        "quality_better": (even.better(1), even),
        "quality_worse": (Combat((foot,), (unit("Mi", quality=_EVEN + 1),)), even),
        "charge_front": (replace(horse, charge=True), horse),
        "charge_rear": (Combat((replace(riders, words=rear),), (foot,), charge=True), horse),
        "rear": (Combat((replace(foot, words=rear),), (foot,)), even),
        "offensive_fire": (Combat((replace(archers, words=shot),), (foot,)), Combat((archers,), (foot,))),
        "attackers_some_demoralised": (Combat((foot, shaken), (foot,)), pair),
        "attackers_all_demoralised": (Combat((shaken,), (foot,)), even),
        "defenders_some_demoralised": (Combat((foot,), (foot, shaken)), facing),
        "defenders_all_demoralised": (Combat((foot,), (shaken,)), even),
        "defenders_some_routed": (Combat((foot,), (foot, routed)), facing),
        "defenders_all_routed": (Combat((foot,), (routed,)), even),
    }


def _values(cases: Mapping[str, Callable[[], int]]) -> dict[str, int | None]:
    """Return what each case adds, None if it is lost; those that the rules lack, or that add nothing, are left out."""
    values: dict[str, int | None] = {}
    for name, case in cases.items():
        try:
            values[name] = case()
        except NoRollError:
            continue
        except UnknownCellError:
            values[name] = None
    return {name: value for name, value in values.items() if value != 0}


def combat_values(rules: RuleSet) -> dict[str, int | None]:
    """Return what each modifier adds to the die of a combat, by its id; None if it is lost."""
    known = _without_gaps(rules, "combat-types", "combat-ratio")

    def added(combat: Combat) -> int:
        return sum(modifier.value for modifier in combat_situation(known, combat).situation.modifiers)

    def difference(name: str) -> int:
        with_it, without = cases[name]
        return added(with_it) - added(without)

    cases = _combats()
    asked: dict[str, Callable[[], int]] = {name: partial(difference, name) for name in cases}
    if rules.choice("ruy-diaz") == ON:
        plain = unit("Mi")
        mine = replace(plain, words=frozenset({"ruy_diaz"}))
        cases["ruy_diaz_defends"] = Combat((plain,), (mine,)), Combat((plain,), (plain,))
        asked["ruy_diaz"] = partial(rules.table("navas-modifiers").number, "ruy_diaz")
        asked["ruy_diaz_defends"] = partial(difference, "ruy_diaz_defends")
    return _values(asked)


def _without_gaps(rules: RuleSet, *names: str) -> RuleSet:
    """Return rules in which lost cells of some tables say what another one does: it falls out of a difference."""
    filled = {}
    for name in names:
        table = rules.table(name)
        cells = {f"{row}.{column}": table.printed(row, column) for row, column in product(table.rows, table.columns)}
        known = next((cell for cell in cells.values() if cell != UNKNOWN and not cell.isalpha()), None)
        if known is not None and UNKNOWN in cells.values():
            gaps = {place: known for place, cell in cells.items() if cell == UNKNOWN}
            filled[name] = replace(table.with_cells(gaps), cells_if=())
    return replace(rules, tables={**rules.tables, **filled}) if filled else rules


def combat_lines(asked: Asked) -> list[tuple[str, str]]:
    """Return what is added to the die of a combat."""
    return _valued(asked, combat_values, "combat-modifiers")


def lowest_added(asked: Asked) -> str:
    """Return the least that can be added to the die of a combat in all."""
    return _limit(asked, 0)


def highest_added(asked: Asked) -> str:
    """Return the most that can be added to the die of a combat in all."""
    return _limit(asked, 1)


def _limit(asked: Asked, end: int) -> str:
    def limit(rules: RuleSet) -> str:
        limits = rules.table("combat-results").limit
        return MISSING if limits is None else asked.signed(limits[end])

    return asked.both(limit)


def _valued(asked: Asked, ask: Callable[[RuleSet], dict[str, int | None]], table: str) -> list[tuple[str, str]]:
    """Return values of a table with what they are for; lost ones and readings are marked."""
    by_set = asked.answers(ask)

    def said(rules: RuleSet, values: dict[str, int | None], name: str) -> str:
        value = values.get(name, 0)
        if value is None:
            return f"{UNKNOWN}{asked.lost(rules, table, f'{name}.value').note}"
        read = name in _READINGS and name in values
        return asked.signed(value) + (asked.reading(rules, _READINGS[name]) if read else "")

    def both(name: str) -> str:
        lines = (said(rules, values, name) for rules, values in zip(asked.sets, by_set, strict=True))
        return f" {ARROW} ".join(dict.fromkeys(lines))

    return [(both(name), asked.word("modifiers", name)) for name in in_order([tuple(values) for values in by_set])]


def ratio_head(asked: Asked, column: str) -> str:
    """Return how a column of the force ratio is headed; the first one stands for all above."""
    first = column == asked.columns("combat-ratio")[0]
    return asked.text("combat.worse") if column == "worse" else column.replace("/", ":") + "+" * first


def fire_lines(asked: Asked) -> list[tuple[str, str]]:
    """Return what is added to the die of a shot."""
    return _valued(asked, _fire_values, "fire-modifiers")


def _fire_values(rules: RuleSet) -> dict[str, int | None]:
    known = _without_gaps(rules, "shots")
    plain = unit("Ab", mounted=False)
    shooters = {
        "strength_under_4": replace(plain, most=_EVEN - 1),
        "strength_over_4": replace(plain, most=_EVEN + 1),
        "strength_over_8": replace(plain, most=2 * _EVEN + 1),
        "moved": replace(plain, words=frozenset({"moved"})),
        "shooter_demoralised": replace(plain, order=DEMORALISED),
        "shooter_mounted": replace(plain, mounted=True),
    }

    def added(name: str) -> int:
        return fire_situation(known, Shot((shooters[name],), 1)).modifier

    cases: dict[str, Callable[[], int]] = {name: partial(added, name) for name in shooters}
    if rules.choice("navas-archers") == ON:
        cases["archers"] = partial(rules.table("navas-modifiers").number, "archers")
    return _values(cases)


def rally_lines(asked: Asked) -> list[tuple[str, str]]:
    """Return what is added to the die of a rally."""
    return _valued(asked, _rally_values, "rally-modifiers")


def _rally_values(rules: RuleSet) -> dict[str, int | None]:
    quality = 5
    rallies = {"fatigued": Rally(quality, fatigued=True), "routed": Rally(quality, routed=True)}
    special = {
        "de-rada": ("de_rada_adjacent", Rally(quality, de_rada="beside")),
        "almohad-banner": ("almohad_banner", Rally(quality, banner=True)),
        "al-andalus-rally": ("al_andalus", Rally(quality, al_andalus=True)),
    }
    rallies |= dict(case for option, case in special.items() if rules.choice(option) == ON)

    def added(name: str) -> int:
        return rally_situation(rules, rallies[name]).modifier

    return _values({name: partial(added, name) for name in rallies})
