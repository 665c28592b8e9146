"""The outcome of results: by name, how bad they are, for one man (play sheet, notes on results)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

from mangonel.games.cryhavoc.fire_and_walls import batter_situation, battering_effect
from mangonel.games.cryhavoc.ground import MOAT, horses_enter
from mangonel.games.cryhavoc.men import RIDERS, WOUND, changed
from mangonel.games.cryhavoc.rolls import effect_of, has_effects, panic_effect
from mangonel.games.system import Fates, Steps
from mangonel.rules.cells import EMPTY, NO_EFFECT, UNKNOWN, read_whole
from mangonel.rules.effects import ATTACKER, TARGET, Effect
from mangonel.rules.files import is_shipped
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation, possible

NAMED_OUTCOMES = (
    "out of action",
    "wounded",
    "unhorsed",
    "driven back",
    "no effect",
    "attacker driven back",
    "attacker wounded",
    "attacker out of action",
)
"""Names for the results of missile and melee tables, the best for the attacker first."""
_HARMS = ("", "stunned", "wounded", "killed")
_OUT, _WOUNDED, _UNHORSED, _BACK, _NOTHING, _BACK_ATTACKER, _HURT_ATTACKER, _OUT_ATTACKER = NAMED_OUTCOMES


def named_outcome(rules: RuleSet, table: str, letter: str) -> str:
    """Return the outcome of a result of a die table, or ``-``.

    For missile and melee tables it is one of `NAMED_OUTCOMES`, by the harm if there is one: a man is out of action if
    he is killed or stunned. For other tables it is the text of the result, and ``no effect`` for ``-``. There must be
    such a table, and of missile or melee such a result (DataError).
    """
    if not has_effects(rules, table):
        return _NOTHING if letter == NO_EFFECT else rules.table(table).results.get(letter, _NOTHING)
    effect = effect_of(rules, table, letter)
    out = effect.harm in ("killed", "stunned")
    if effect.side == ATTACKER:
        return _OUT_ATTACKER if out else _HURT_ATTACKER if effect.harm else _BACK_ATTACKER
    if effect.harm:
        return _OUT if out else _WOUNDED
    if effect.unhorsed or effect.horse_killed:
        return _UNHORSED
    return _BACK if effect.retreat else _NOTHING


def worst_first(rules: RuleSet, table: str, results: Iterable[str]) -> tuple[str, ...]:
    """Return results of a table, given in printed order, from the worst for the target to the best.

    Harm to its attacker is better for a target than nothing. Of results alike the last one given comes first;
    letters that the table does not have do nothing. Of tables that are not known here the order given is kept, with no
    effect last.
    """
    results = tuple(results)
    if not (has_effects(rules, table) or table in ("battering", "panic")):
        return tuple(sorted(results, key=NO_EFFECT.__eq__))
    known = rules.table(table).result_codes
    harms = {letter: _harm(rules, table, letter) if letter in known else (0,) for letter in results}
    return tuple(sorted(results, key=harms.__getitem__)[::-1])


def backfires(rules: RuleSet, table: str, letter: str) -> bool:
    """Return whether a result of a table befalls the attacker only."""
    if table == "battering":
        damage, loss = battering_effect(letter)
        return bool(loss) and not damage
    return has_effects(rules, table) and effect_of(rules, table, letter).side == ATTACKER


def _harm(rules: RuleSet, table: str, letter: str) -> tuple[int, ...]:
    """Return how much a result hurts the target: the larger, the more; below (0,) if it hurts the attacker."""
    if table == "battering":
        damage, loss = battering_effect(letter)
        return (damage, -loss)
    if table == "panic":
        men, rout = panic_effect(letter)
        return (int(rout), men)
    effect = effect_of(rules, table, letter)
    if effect == Effect():
        return (0,)
    sign = -1 if effect.side == ATTACKER else 1
    parts = (1, _HARMS.index(effect.harm), effect.horse_killed, effect.unhorsed, effect.retreat)
    return tuple(sign * int(part) for part in parts)


FATES = Fates(worst_first, named_outcome, NAMED_OUTCOMES, backfires)


def suffer(state: str, effect: Effect, rules: RuleSet, *, way_back: bool = True, over_moat: bool = False) -> str | None:
    """Return the state of a man after an effect on his side; None if he is dead.

    He is hurt first and retreats then. Without a hex to retreat to (`way_back`) he is wounded instead (play sheet, note
    1), as a rider is before a moat that horses do not enter. For others the option ``moat-retreat-fall`` counts there.
    """
    after = changed(state, effect)
    if after is None or not effect.retreat:
        return after
    if not way_back or (over_moat and after in RIDERS and not horses_enter(rules, MOAT)):
        return changed(after, WOUND)
    falls = over_moat and rules.choice("moat-retreat-fall") == "stunned"
    return changed(after, Effect(harm="stunned")) if falls else after


def after_roll(
    rules: RuleSet, situation: Situation, attacker: str, target: str, *, way_back: bool = True, over_moat: bool = False
) -> dict[tuple[str | None, str | None], Fraction]:
    """Return the exact odds of the states of attacker and target after one roll of a missile or melee table, by pair.

    `way_back` and `over_moat` say whether there is a hex to retreat to, and whether it lies over the edge of a
    moat.
    """
    odds: dict[tuple[str | None, str | None], Fraction] = {}
    for letter, chance in situation.odds().items():
        effect = effect_of(rules, situation.table.id, letter)
        after = partial(suffer, effect=effect, rules=rules, way_back=way_back, over_moat=over_moat)
        ours = after(attacker) if effect.side == ATTACKER else attacker
        theirs = after(target) if effect.side == TARGET else target
        odds[ours, theirs] = odds.get((ours, theirs), Fraction(0)) + chance
    return odds


def points_label(columns: Sequence[str], column: str) -> str:
    """Return how a column of the battering table is headed: only the highest one is open, whichever was so in print."""
    return f"{column.rstrip('+')}{'+' if column == columns[-1] else ''}"


def _rolled_on(rules: RuleSet, column: str) -> str:
    """Return the column that points roll on under rules that may have no column of their own for them."""
    if column in rules.table("battering").columns:
        return column
    roll = possible(lambda: batter_situation(rules, points=read_whole(column.rstrip("+"))))
    return column if roll is None else roll.final_column


STEPS = {"battering": Steps(points_label, _rolled_on)}


_MISSILES = ("missile-foot", "missile-mounted")
_FALLING = ("melee-foot", "melee-mounted", *_MISSILES)
"""Tables in which a higher die does less to the target."""
_PRINTED_ONLY = (("ladder", "turn_cost_each"), ("panicked", "radius"), ("panicked", "retreat"), ("panicked", "calm"))
"""Rows that stand on the sheets, and that no game asks for."""
_Step = tuple[str, str]


def doubts(rules: RuleSet, base: RuleSet | None) -> tuple[str, ...]:
    """Return likely slips in a rule set, in sentences; those of its base do not count."""
    known = set() if base is None else set(_weapons(base))
    lines = [weapon for weapon in _weapons(rules) if weapon not in known]
    for name in _FALLING:
        if name in rules.tables:
            lines += _rises(name, rules, base)
    for table in rules.tables.values():
        if table.file is not None and not is_shipped(table.file):
            used = {cell for line in table.cells for cell in line} | {NO_EFFECT}
            idle = [result for result in table.results if result not in used]
            lines += [f"table {table.id}: no roll comes to result {result}" for result in idle]
    for change in rules.changes:
        if change.by == rules.id and change.cell is not None and (change.cell.table, change.cell.row) in _PRINTED_ONLY:
            lines.append(f"{change.where} stands on the sheets only: no game asks for it")
    return tuple(lines)


def _weapons(rules: RuleSet) -> Iterator[str]:
    """Yield the missing half of incomplete weapons."""
    tables = [rules.tables[name] for name in _MISSILES if name in rules.tables]
    ranges = [table for table in rules.tables.values() if table.kind == "ranges"]
    shot = dict.fromkeys(weapon for table in tables for weapon in table.row_offset)
    for weapon in shot:
        without = (table for table in tables if weapon not in table.row_offset)
        yield from (f"{weapon} has no row offset in table {table.id}" for table in without)
        yield from (f"{weapon} has no ranges in table {table.id}" for table in ranges if weapon not in table.rows)
    for table in ranges:
        for weapon, bands in zip(table.rows, table.cells, strict=True):
            if tables and weapon not in shot:
                yield f"{weapon} has ranges in table {table.id} and no row offset: nobody shoots with it"
            if set(bands) == {EMPTY}:
                yield f"{weapon} reaches nothing by table {table.id}"


def _rises(table: str, rules: RuleSet, base: RuleSet | None) -> Iterator[str]:
    """Yield where a higher die does more to the target than a lower one, unless the base has that step anywhere."""
    usual = set() if base is None or table not in base.tables else {step for _, _, step in _steps(base, table)}
    for column, row, (before, after) in _steps(rules, table):
        if (before, after) not in usual:
            place = f"table {table}, column {column}, row {row}"
            yield f"{place}: {after} comes after {before} and is worse for the target"


def _steps(rules: RuleSet, name: str) -> Iterator[tuple[str, str, _Step]]:
    """Yield column, row and the two results wherever a result is worse than the one in the row above."""
    table = rules.tables[name]
    order = {letter: place for place, letter in enumerate(worst_first(rules, name, table.result_codes))}
    for place, column in enumerate(table.columns):
        results = [NO_EFFECT if line[place] == EMPTY else line[place] for line in table.cells]
        for row, (before, after) in zip(table.rows[1:], pairwise(results), strict=True):
            # The printed tables of melee end with no effect, after harm to the attacker.
            if after != NO_EFFECT and UNKNOWN not in (before, after) and order[after] < order[before]:
                yield column, row, (before, after)
