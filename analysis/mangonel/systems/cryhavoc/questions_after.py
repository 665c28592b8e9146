"""Questions about fire, oil, wounds and panic."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mangonel.rules.ruleset import RuleSet
from mangonel.systems.cryhavoc.questions_combat import DISTANCES, TRIES
from mangonel.systems.question import Parameter, Question
from mangonel.systems.roll_answer import Answer, after, by_die
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.systems.thrown import Thrown
    from mangonel.tables.situation import Situation

__all__ = ["EXTINGUISH", "FIRE", "HEAL", "OIL", "PANIC"]


def _fire(rules: RuleSet, *, cause: str, target: str | None, weapon: str, distance: int | None, tries: int) -> Answer:
    from mangonel.systems.cryhavoc.fire_and_walls import CATCHES, arrow_hit_situation, fire_odds, fire_situation
    from mangonel.systems.cryhavoc.outcomes import worst_first

    odds = fire_odds(rules, cause=cause, target=target, weapon=weapon, distance=distance)
    facts: dict[str, Any] = {"cause": cause, "target": target}
    lines = {"cause": cause, "target": target or ""}
    if cause == "hand" and odds == {CATCHES: 1}:
        lines["roll"] = "none: it is certain"
    else:
        column = fire_situation(rules, cause=cause, target=target).final_column
        facts |= {"table": "fire", "column": column}
        lines |= {"table": "fire", "column": column}
    hit = arrow_hit_situation(rules) if cause == "arrow" else None
    if hit is not None:
        chance = 1 - hit.odds().get(NO_EFFECT, Fraction(0))
        facts["to_hit"], lines["roll to hit first"] = float(chance), str(chance)
    meanings = {CATCHES: "it catches fire", NO_EFFECT: "it does not catch fire"}
    answer = Answer(rules, odds, worst_first(rules, "fire", odds), meanings, facts, lines)
    return answer if tries == 1 else after(answer, tries, meanings[CATCHES], meanings[NO_EFFECT])


def _fire_rolls(rules: RuleSet, *, cause: str, target: str | None, **_rest: Any) -> tuple[Thrown, ...]:
    from mangonel.systems.cryhavoc.fire_and_walls import arrow_hit_situation, fire_odds, fire_situation
    from mangonel.systems.thrown import thrown

    if cause == "hand" and NO_EFFECT not in fire_odds(rules, cause=cause):
        return ()
    roll = fire_situation(rules, cause=cause, target=target)
    hit = arrow_hit_situation(rules) if cause == "arrow" else None
    if hit is None:
        return (thrown(rules, roll),)
    hits = 1 - hit.odds().get(NO_EFFECT, Fraction(0))
    return (thrown(rules, hit, "fire arrow to hit"), *((thrown(rules, roll, "if it hits", hits),) if hits else ()))


def _fire_refuses(given: Collection[str], *, cause: str, **_rest: Any) -> str:
    from mangonel.systems.cryhavoc.fire_and_walls import CAUSES

    idle = [f"--{name}" for name in ("target", "weapon", "distance") if name in given]
    return f"only --cause arrow takes {' and '.join(idle)}" if idle and cause in CAUSES and cause != "arrow" else ""


FIRE = Question(
    "fire",
    "Odds that something catches fire (F), a fire arrow's roll to hit included.",
    (
        Parameter(
            "cause", "spread, oil, arrow or hand.", required=True, metavar="CAUSE", names="causes", example="spread"
        ),
        Parameter(
            "target", "For an arrow: ram, tent, ...; see mangonel names targets.", metavar="WHAT", names="targets"
        ),
        Parameter("weapon", "For an arrow: the weapon.", default="longbow", metavar="NAME", names="weapons"),
        Parameter("distance", "For an arrow: hexes, to check them against short range.", "number", offered=DISTANCES),
        TRIES,
    ),
    answer=_fire,
    rolls=_fire_rolls,
    refuses=_fire_refuses,
)


def _extinguish(rules: RuleSet, *, arrows_only: bool, men: int) -> Answer:
    from mangonel.systems.cryhavoc.fire_and_walls import PUT_OUT, extinguish_odds
    from mangonel.systems.cryhavoc.outcomes import worst_first

    each = extinguish_odds(rules, arrows_only=arrows_only)
    burns = (1 - each) ** men
    odds = {letter: chance for letter, chance in {PUT_OUT: 1 - burns, NO_EFFECT: burns}.items() if chance}
    meanings = {PUT_OUT: "at least one of them puts it out", NO_EFFECT: "it burns on"}
    facts = {"men": men, "table": "fire", "column": "extinguish"}
    lines = {"table": "fire", "column": "extinguish", "men": str(men), "each of them": str(each)}
    return Answer(rules, odds, worst_first(rules, "fire", odds), meanings, facts, lines)


def _extinguish_rolls(rules: RuleSet, **_asked: Any) -> tuple[Thrown, ...]:
    from mangonel.systems.cryhavoc.fire_and_walls import extinguish_situation
    from mangonel.systems.thrown import thrown

    return (thrown(rules, extinguish_situation(rules)),)


EXTINGUISH = Question(
    "extinguish",
    "Odds that a burning hex is put out (D).",
    (
        Parameter("arrows-only", "Only fire arrows caused the fire.", "flag"),
        Parameter("men", "Men who each try once.", "number", default=1, lowest=1, highest=12),
    ),
    answer=_extinguish,
    rolls=_extinguish_rolls,
)


def _oil_roll(rules: RuleSet) -> Situation:
    from mangonel.systems.cryhavoc.fire_and_walls import oil_situation

    return oil_situation(rules)


OIL = Question("oil", "Odds of boiling oil on an unprotected man.", (), roll=_oil_roll)


def _heal(rules: RuleSet) -> Answer:
    from mangonel.systems.cryhavoc.rolls import healing_odds, healing_situation, reroll_situation

    situation = healing_situation(rules)
    odds = healing_odds(rules)
    rolls = [situation] if set(odds) <= set(situation.table.results) else [situation, reroll_situation(rules)]
    times = {int(result): chance for result, chance in odds.items() if result.isdecimal()}
    # Never and dying are worse than any number of days.
    order = (
        *(outcome for outcome in odds if not outcome.isdecimal()),
        *(str(days) for days in sorted(times, reverse=True)),
    )
    unit, healed = situation.final_column, sum(times.values(), Fraction(0))
    mean = float(sum(days * chance for days, chance in times.items()) / healed) if healed else None
    facts = {"table": situation.table.id, "column": unit, "by_die": list(situation.outcomes()), "mean": mean}
    lines = {"table": " and ".join(roll.table.id for roll in rolls), "by die": by_die(situation)}
    lines["if he heals"] = "" if mean is None else f"{mean:.2f} {unit} on average"
    meanings = {result: text for roll in rolls for result, text in roll.table.results.items()}
    named = {"heals": healed, "does not heal": 1 - healed}
    return Answer(
        rules, odds, order, meanings, facts, lines, {name: chance for name, chance in named.items() if chance}
    )


def _heal_rolls(rules: RuleSet) -> tuple[Thrown, ...]:
    from mangonel.systems.cryhavoc.rolls import REROLL, healing_situation, reroll_situation
    from mangonel.systems.thrown import thrown

    first = healing_situation(rules)
    again = first.odds().get(REROLL)
    if again is None:
        return (thrown(rules, first),)
    return (thrown(rules, first, "first roll"), thrown(rules, reroll_situation(rules), "second roll", again))


HEAL = Question(
    "heal",
    "Odds of the time that a wound takes to heal, a second roll included; at least: so long or longer.",
    (),
    answer=_heal,
    rolls=_heal_rolls,
)


def _panic_roll(rules: RuleSet) -> Situation:
    from mangonel.systems.cryhavoc.rolls import panic_situation

    return panic_situation(rules)


PANIC = Question(
    "panic", "Odds of panic (P) and rout (R) of men near a death, with their number.", (), roll=_panic_roll
)
