"""Answers to all that ``mangonel odds`` can be asked about this game; ``questions.toml`` declares the questions."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from mangonel.engine.notes import counted
from mangonel.errors import DataError, NoRollError
from mangonel.games.cryhavoc import fire_and_walls as walls
from mangonel.games.cryhavoc import missiles, rolls
from mangonel.games.cryhavoc.ground import horses_enter
from mangonel.games.cryhavoc.men import FIT, HURT_RIDER, OFF_HORSE, ON_FOOT, RIDER, STUNNED, WOUNDED, Kind, strength
from mangonel.games.cryhavoc.outcomes import after_roll, worst_first
from mangonel.games.question import Answer, Thrown, after, answer_of, by_die, read_questions, thrown
from mangonel.games.system import Names
from mangonel.rules.cells import NO_EFFECT
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import Situation

animal_roll = rolls.animal_situation
animal_shot_roll = missiles.animal_shot_situation
batter_roll = walls.batter_situation
melee_roll = rolls.melee_situation
missed_shot_roll = missiles.missed_shot_situation
oil_roll = walls.oil_situation
panic_roll = rolls.panic_situation


def melee(rules: RuleSet, *, attack: tuple[int, ...], attackers: int, **rest: Any) -> Answer:
    roll = melee_roll(rules, attack=attack, attackers=attackers, **rest)
    points = rolls.next_column(rules, attack=attack, attackers=attackers, **rest)
    if points is None:
        return _next_column(rules, roll, None, None, "more attack points change nothing")
    column = melee_roll(rules, attack=sum(attack) + points, attackers=max(attackers, len(attack)), **rest).final_column
    return _next_column(rules, roll, points, column, "more attack point")


def _next_column(rules: RuleSet, roll: Situation, points: int | None, column: str | None, what: str) -> Answer:
    """Return the odds of a roll, and the number needed for the next columns; none if there is no number."""
    facts = {"next_column_needs": points, "next_column": column}
    if points is None:
        return answer_of(rules, roll, facts, {"next column": f"none: {what}"})
    reach = "reaches" if points == 1 else "reach"
    return answer_of(rules, roll, facts, {"next column": f"{counted(points, what)} {reach} {column}"})


def missile_roll(
    rules: RuleSet,
    *,
    cover: str,
    terrain: str | None,
    crosses: tuple[str, ...],
    across_edge: bool,
    distance: int,
    **rest: Any,
) -> Situation:
    for ground in crosses:
        missiles.terrain_cover(rules, ground)
    if terrain is not None:
        cover = missiles.target_cover(rules, terrain, distance=distance, crosses=crosses, across_edge=across_edge)
    return missiles.missile_situation(rules, distance=distance, cover=cover, **rest)


def missile(rules: RuleSet, *, weapon: str, distance: int, terrain: str | None, **rest: Any) -> Answer:
    roll = missile_roll(rules, weapon=weapon, distance=distance, terrain=terrain, **rest)
    facts = {} if terrain is None else {"terrain": terrain, "cover": roll.column}
    bands = list(missiles.band_limits(rules, weapon).items())
    here = [name for name, _ in bands].index(missiles.range_band(rules, weapon, distance))
    needs, text = None, "none: there is no nearer range"
    if here:
        name, (_, last) = bands[here - 1]
        needs, text = distance - last, f"{counted(distance - last, 'hex')} nearer is {name} range"
    return answer_of(rules, roll, {**facts, "next_band_needs": needs}, {"next range": text})


def topple_roll(rules: RuleSet, *, wounded: bool, below: bool, **_rest: Any) -> Situation:
    return walls.topple_situation(rules, wounded=wounded, below=below)


def topple(rules: RuleSet, *, tries: int, **man: bool) -> Answer:
    answer = answer_of(rules, topple_roll(rules, **man))
    return answer if tries == 1 else after(answer, tries, "it is toppled", "it stands")


def batter(rules: RuleSet, *, points: int, **rest: Any) -> Answer:
    roll = batter_roll(rules, points=points, **rest)
    highest = max(int(label.rstrip("+")) for label in rules.table("battering").columns)
    for more in range(1, highest - points + 1):
        there = batter_roll(rules, points=points + more, **rest).final_column
        if there != roll.final_column:
            return _next_column(rules, roll, more, there, "more point")
    return _next_column(rules, roll, None, None, "more points change nothing")


def fire(rules: RuleSet, *, cause: str, target: str | None, tries: int, **rest: Any) -> Answer:
    odds = walls.fire_odds(rules, cause=cause, target=target, **rest)
    facts: dict[str, Any] = {"cause": cause, "target": target}
    lines = {"cause": cause, "target": target or ""}
    if cause == "hand" and odds == {walls.CATCHES: 1}:
        lines["roll"] = "none: it is certain"
    else:
        roll = walls.fire_situation(rules, cause=cause, target=target)
        facts |= {"table": "fire", "column": roll.final_column}
        lines |= {"table": "fire", "column": roll.final_column, "by die": by_die(roll)}
    hit = walls.arrow_hit_situation(rules) if cause == "arrow" else None
    if hit is not None:
        lines["by die"] = ""
        chance = 1 - hit.odds().get(NO_EFFECT, Fraction(0))
        facts["to_hit"], lines["roll to hit first"] = float(chance), str(chance)
    meanings = {walls.CATCHES: "it catches fire", NO_EFFECT: "it does not catch fire"}
    answer = Answer(rules, odds, worst_first(rules, "fire", odds), meanings, facts, lines)
    return answer if tries == 1 else after(answer, tries, meanings[walls.CATCHES], meanings[NO_EFFECT])


def fire_rolls(rules: RuleSet, *, cause: str, target: str | None, **_rest: Any) -> tuple[Thrown, ...]:
    if cause == "hand" and NO_EFFECT not in walls.fire_odds(rules, cause=cause):
        return ()
    roll = walls.fire_situation(rules, cause=cause, target=target)
    hit = walls.arrow_hit_situation(rules) if cause == "arrow" else None
    if hit is None:
        return (thrown(rules, roll),)
    hits = 1 - hit.odds().get(NO_EFFECT, Fraction(0))
    first = thrown(rules, hit, "fire arrow to hit")
    return (first, thrown(rules, roll, "if it hits", hits, (walls.HITS,))) if hits else (first,)


def extinguish(rules: RuleSet, *, arrows_only: bool, men: int) -> Answer:
    each = walls.extinguish_odds(rules, arrows_only=arrows_only)
    burns = (1 - each) ** men
    odds = {letter: chance for letter, chance in {walls.PUT_OUT: 1 - burns, NO_EFFECT: burns}.items() if chance}
    meanings = {walls.PUT_OUT: "at least one of them puts it out", NO_EFFECT: "it burns on"}
    facts = {"men": men, "table": "fire", "column": "extinguish"}
    lines = {"table": "fire", "column": "extinguish", "men": str(men), "each of them": str(each)}
    return Answer(rules, odds, worst_first(rules, "fire", odds), meanings, facts, lines)


def extinguish_rolls(rules: RuleSet, **_asked: Any) -> tuple[Thrown, ...]:
    return (thrown(rules, walls.extinguish_situation(rules)),)


def heal(rules: RuleSet) -> Answer:
    situation = rolls.healing_situation(rules)
    odds = rolls.healing_odds(rules)
    again = [] if set(odds) <= set(situation.table.results) else [rolls.reroll_situation(rules)]
    times = {int(result): chance for result, chance in odds.items() if result.isdecimal()}
    # Never and dying are worse than any number of days.
    never = (outcome for outcome in odds if not outcome.isdecimal())
    order = (*never, *(str(days) for days in sorted(times, reverse=True)))
    unit, healed = situation.final_column, sum(times.values(), Fraction(0))
    mean = float(sum(days * chance for days, chance in times.items()) / healed) if healed else None
    facts = {"table": situation.table.id, "column": unit, "by_die": list(situation.outcomes()), "mean": mean}
    lines = {"table": situation.table.id, "by die": by_die(situation)}
    for roll in again:
        lines["second roll"] = by_die(roll)
    lines["if he heals"] = "" if mean is None else f"{mean:.2f} {unit} on average"
    meanings = {result: text for roll in (situation, *again) for result, text in roll.table.results.items()}
    named = {name: chance for name, chance in {"heals": healed, "does not heal": 1 - healed}.items() if chance}
    return Answer(rules, odds, order, meanings, facts, lines, named)


def heal_rolls(rules: RuleSet) -> tuple[Thrown, ...]:
    first = rolls.healing_situation(rules)
    again = first.odds().get(rolls.REROLL)
    if again is None:
        return (thrown(rules, first),)
    second = rolls.reroll_situation(rules)
    return thrown(rules, first, "first roll"), thrown(rules, second, "second roll", again, (rolls.REROLL,))


BANDS = Names("--band", lambda _rules: missiles.BANDS, "bands")
KINDS = Names("--attacker and --target of odds duel", lambda _rules: tuple(_men_of("illustrative")), "kinds")


def _men_of(roster: str) -> Mapping[str, Kind]:
    """Return the kinds of men of a roster, by id. A file may have changed since it was last read, the program's not."""
    return _read_roster(roster) if roster.endswith(".toml") or "/" in roster else _known_roster(roster)


def _read_roster(roster: str) -> dict[str, Kind]:
    from mangonel.games.roster import load_roster

    return {kind.id: kind for kind in load_roster(roster, Path(), "cryhavoc", Kind).kinds}


_known_roster = lru_cache(maxsize=8)(_read_roster)
_IN_SADDLE = {on_foot: mounted for mounted, on_foot in OFF_HORSE.items()}
_WORST = (None, WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER)
"""States of a man, the worst first; None if he is dead."""
_Pair = tuple[str | None, str | None]
"""States of attacker and target."""


def _duel_men(values: dict[str, Any]) -> tuple[tuple[Kind, str], tuple[Kind, str]]:
    kinds = _men_of(values["roster"])

    def man(side: str, mounted: str) -> tuple[Kind, str]:
        kind, state = values[side], values[f"{side}_state"]
        if kind not in kinds:
            raise DataError("no such kind in the roster", path=f"--{side}", value=kind, allowed=kinds)
        if state not in ON_FOOT:
            raise DataError("unknown state of a man", path=f"--{side}-state", value=state, allowed=ON_FOOT)
        if values[mounted] and state not in _IN_SADDLE:
            raise DataError("nobody is stunned in the saddle", path=f"--{side}-state", value=state)
        return kinds[kind], _IN_SADDLE[state] if values[mounted] else state

    return man("attacker", "attacker_mounted"), man("target", "mounted")


def _duel_roll(rules: RuleSet, *, mounted: bool, terrain: str, against: str, **values: Any) -> Situation:
    attacker, target = _duel_men(values | {"mounted": mounted})
    attack, defence = strength(*attacker)[0], strength(*target)[1]
    if not attack:
        raise DataError("a stunned man does not attack", path="attacker-state", value=STUNNED)
    if attacker[1] in OFF_HORSE and not horses_enter(rules, against):
        raise NoRollError("no melee here", value=against)
    return rolls.melee_situation(
        rules, attack=attack, defence=defence, mounted=mounted, terrain=terrain, against=against
    )


def duel(rules: RuleSet, *, cornered: bool, over_moat: bool, **values: Any) -> Answer:
    roll, ((_, attacker), (_, target)) = _duel_roll(rules, **values), _duel_men(values)
    before = attacker, target
    pairs = after_roll(rules, roll, *before, way_back=not cornered, over_moat=over_moat)

    def badness(pair: _Pair) -> tuple[int, int]:
        """Return the worst for the target first; harm to the attacker comes last, the worst at the end."""
        return _WORST.index(pair[1]), -_WORST.index(pair[0])

    names = {pair: _named(before, pair) for pair in sorted(pairs, key=badness)}
    odds = {name: pairs[pair] for pair, name in names.items()}
    meanings = dict.fromkeys(odds, "") | {NO_EFFECT: "neither is hurt"}
    backfires = frozenset(name for pair, name in names.items() if pair[0] != before[0])
    facts = {"table": roll.table.id, "column": roll.final_column}
    return Answer(rules, odds, tuple(odds), meanings, facts, facts, backfires=backfires)


def duel_rolls(rules: RuleSet, *, cornered: bool, over_moat: bool, **values: Any) -> tuple[Thrown, ...]:
    return (thrown(rules, _duel_roll(rules, **values)),)


def _named(before: tuple[str, str], now: _Pair) -> str:
    """Return how both are, and whether they have lost their horses; as no effect if they are as they were."""
    if now == before:
        return NO_EFFECT

    def state(old: str, new: str | None) -> str:
        if new is None:
            return "dead"
        return OFF_HORSE.get(new, new) + (", unhorsed" if old in OFF_HORSE and new not in OFF_HORSE else "")

    attacker, target = map(state, before, now)
    return f"attacker {attacker}, target {target}"


def animal(rules: RuleSet, **values: Any) -> Answer:
    # The name of a result is that for a rider.
    return replace(answer_of(rules, animal_roll(rules, **values)), named={})


def animal_shot(rules: RuleSet, **values: Any) -> Answer:
    return replace(answer_of(rules, animal_shot_roll(rules, **values)), named={})


QUESTIONS: Final = read_questions("cryhavoc", sys.modules[__name__])
