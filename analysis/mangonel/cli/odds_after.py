"""``mangonel odds fire``, ``extinguish``, ``oil``, ``heal`` and ``panic``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.odds_answer import Answer, after
from mangonel.cli.odds_asking import plain, print_under, rolled, show, tries_option
from mangonel.cli.options import given
from mangonel.systems.cryhavoc.men.order import worst_first
from mangonel.tables.cells import NO_EFFECT

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet

__all__ = ["extinguish", "fire", "heal", "oil", "panic"]


@click.command()
@click.option("--cause", metavar="CAUSE", required=True, help="spread, oil, arrow or hand.")
@click.option("--target", metavar="WHAT", help="For an arrow: ram, tent, ...; see mangonel names targets.")
@click.option("--weapon", metavar="NAME", default="longbow", show_default=True, help="For an arrow: the weapon.")
@click.option("--distance", type=int, help="For an arrow: hexes, to check them against short range.")
@tries_option
@plain
def fire(
    cause: str, target: str | None, weapon: str, distance: int | None, tries: int, names: tuple[str, ...], as_json: bool
) -> None:
    """Odds that something catches fire (F), a fire arrow's roll to hit included."""
    from mangonel.systems.cryhavoc.situations.fire import (
        CATCHES,
        CAUSES,
        arrow_hit_situation,
        fire_odds,
        fire_situation,
    )

    idle = given("target", "weapon", "distance") if cause in CAUSES and cause != "arrow" else []
    if idle:
        raise click.UsageError(f"only --cause arrow takes {' and '.join(idle)}")

    def answer(rules: RuleSet) -> Answer:
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
        one = Answer(rules, odds, worst_first(rules, "fire", odds), meanings, facts, lines)
        return one if tries == 1 else after(one, tries, meanings[CATCHES], meanings[NO_EFFECT])

    print_under(names, as_json, answer)


@click.command()
@click.option("--arrows-only", is_flag=True, help="Only fire arrows caused the fire.")
@click.option("--men", type=click.IntRange(1, 12), default=1, show_default=True, help="Men who each try once.")
@plain
def extinguish(arrows_only: bool, men: int, names: tuple[str, ...], as_json: bool) -> None:
    """Odds that a burning hex is put out (D)."""
    from mangonel.systems.cryhavoc.situations.fire import PUT_OUT, extinguish_odds

    def answer(rules: RuleSet) -> Answer:
        each = extinguish_odds(rules, arrows_only=arrows_only)
        burns = (1 - each) ** men
        odds = {letter: chance for letter, chance in {PUT_OUT: 1 - burns, NO_EFFECT: burns}.items() if chance}
        meanings = {PUT_OUT: "at least one of them puts it out", NO_EFFECT: "it burns on"}
        facts = {"men": men, "table": "fire", "column": "extinguish"}
        lines = {"table": "fire", "column": "extinguish", "men": str(men), "each of them": str(each)}
        return Answer(rules, odds, worst_first(rules, "fire", odds), meanings, facts, lines)

    print_under(names, as_json, answer)


@click.command()
@rolled
def oil(names: tuple[str, ...], as_json: bool, trials: int | None, seed: int) -> None:
    """Odds of boiling oil on an unprotected man."""
    from mangonel.systems.cryhavoc.situations.fire import oil_situation

    show(names, oil_situation, as_json=as_json, dice=(trials, seed))


@click.command()
@plain
def heal(names: tuple[str, ...], as_json: bool) -> None:
    """Odds of the time that a wound takes to heal, a second roll included; at least: so long or longer."""
    from mangonel.systems.cryhavoc.men.wounds import healing_odds, healing_situation, reroll_situation

    def answer(rules: RuleSet) -> Answer:
        situation = healing_situation(rules)
        odds = healing_odds(rules)
        rolls = [situation] if set(odds) <= set(situation.table.results) else [situation, reroll_situation(rules)]
        times = {int(result): chance for result, chance in odds.items() if result.isdecimal()}
        # Never and dying are worse than any number of days.
        order = (*(one for one in odds if not one.isdecimal()), *(str(days) for days in sorted(times, reverse=True)))
        unit, healed = situation.final_column, sum(times.values(), Fraction(0))
        mean = float(sum(days * chance for days, chance in times.items()) / healed) if healed else None
        facts = {"table": situation.table.id, "column": unit, "by_die": list(situation.outcomes()), "mean": mean}
        lines = {"table": " and ".join(roll.table.id for roll in rolls), "by die": " ".join(situation.outcomes())}
        lines["if he heals"] = "" if mean is None else f"{mean:.2f} {unit} on average"
        meanings = {result: text for roll in rolls for result, text in roll.table.results.items()}
        named = {"heals": healed, "does not heal": 1 - healed}
        return Answer(
            rules, odds, order, meanings, facts, lines, {name: chance for name, chance in named.items() if chance}
        )

    print_under(names, as_json, answer)


@click.command()
@rolled
def panic(names: tuple[str, ...], as_json: bool, trials: int | None, seed: int) -> None:
    """Odds of panic (P) and rout (R) of men near a death, with their number."""
    from mangonel.systems.cryhavoc.men.wounds import panic_situation

    show(names, panic_situation, as_json=as_json, dice=(trials, seed))
