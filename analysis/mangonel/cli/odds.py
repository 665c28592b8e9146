"""``mangonel odds``: one roll in one situation, exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mangonel.cli.options import json_option

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.situation import Situation

__all__ = ["command"]

Function = TypeVar("Function", bound=Callable[..., Any])

_rules_option = click.option(
    "--rules",
    "names",
    default=("siege",),
    show_default="siege",
    multiple=True,
    metavar="NAME|FILE",
    help="Rule set, or a file of your own; may be repeated.",
)


@click.group()
def command() -> None:
    r"""Exact odds of one roll on one table.

    \b
    Examples:
      mangonel odds melee --attack 8 --defence 3 --terrain ladder --against battlement
      mangonel odds missile --weapon longbow --distance 40 --cover light
      mangonel odds fire --cause arrow --target ram
      mangonel odds missile --weapon shortbow --distance 20 --cover none --rules siege --rules croisades
    """


def _common(function: Function) -> Function:
    return _rules_option(json_option(function))


def _rolled(function: Function) -> Function:
    """Add the options of a single roll that can be sampled too."""
    trials = click.option(
        "--trials", type=click.IntRange(1, 10**11), help="Roll so many dice, too, and show what came."
    )
    seed = click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of those dice.")
    return _common(trials(seed(function)))


@command.command()
@click.option(
    "--attack", type=int, required=True, multiple=True, help="Attack strength; repeat it for joint attackers."
)
@click.option("--defence", type=int, required=True, multiple=True, help="Defence strength; repeat it for several.")
@click.option("--attackers", type=click.IntRange(1), default=1, show_default=True, help="Men behind a summed attack.")
@click.option("--mounted", is_flag=True, help="The target is mounted.")
@click.option("--terrain", default=("flat_ground",), multiple=True, help="Where the attackers stand (or a bare sign).")
@click.option("--against", default=("flat_ground",), multiple=True, help="Where the defenders stand.")
@_rolled
def melee(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    attackers: int,
    mounted: bool,
    terrain: tuple[str, ...],
    against: tuple[str, ...],
    names: tuple[str, ...],
    as_json: bool,
    trials: int | None,
    seed: int,
) -> None:
    """Odds of an attack on the combat results table."""
    from mangonel.systems.cryhavoc.melee import melee_situation, next_column

    def make(rules: RuleSet) -> Situation:
        strength: int | tuple[int, ...] = attack if len(attack) > 1 else attack[0]
        return melee_situation(
            rules,
            attack=strength,
            defence=defence,
            attackers=attackers,
            mounted=mounted,
            terrain=terrain,
            against=against,
        )

    def more(rules: RuleSet) -> dict[str, object]:
        strength: int | tuple[int, ...] = attack if len(attack) > 1 else attack[0]
        points = next_column(
            rules,
            attack=strength,
            defence=defence,
            attackers=attackers,
            mounted=mounted,
            terrain=terrain,
            against=against,
        )
        return {"next_column_needs": points}

    _show(names, make, as_json=as_json, dice=(trials, seed), more=more)


@command.command()
@click.option("--weapon", required=True, help="longbow, shortbow, crossbow or ballista.")
@click.option("--distance", type=int, required=True, help="Hexes to the target.")
@click.option("--cover", default="none", show_default=True, help="none, light, medium, heavy or infinite.")
@click.option("--mounted", is_flag=True, help="The target is mounted.")
@click.option("--wounded", is_flag=True, help="The shooter is wounded.")
@click.option("--dismounted-knight", is_flag=True, help="The target is a dismounted knight.")
@click.option("--aptitude", type=int, default=0, show_default=True, help="Number of the shooter, -3 (best) to 3.")
@_rolled
def missile(
    weapon: str,
    distance: int,
    cover: str,
    mounted: bool,
    wounded: bool,
    dismounted_knight: bool,
    aptitude: int,
    names: tuple[str, ...],
    as_json: bool,
    trials: int | None,
    seed: int,
) -> None:
    """Odds of a shot."""
    from mangonel.systems.cryhavoc.missile import missile_situation

    def make(rules: RuleSet) -> Situation:
        return missile_situation(
            rules,
            weapon=weapon,
            distance=distance,
            cover=cover,
            mounted=mounted,
            shooter_wounded=wounded,
            dismounted_knight=dismounted_knight,
            aptitude=aptitude,
        )

    _show(names, make, as_json=as_json, dice=(trials, seed))


@command.command()
@click.option("--wounded", is_flag=True, help="The man who topples is wounded.")
@_rolled
def topple(wounded: bool, names: tuple[str, ...], as_json: bool, trials: int | None, seed: int) -> None:
    """Odds of toppling a ladder (T)."""
    from mangonel.systems.cryhavoc.walls import topple_situation

    _show(names, lambda rules: topple_situation(rules, wounded=wounded), as_json=as_json, dice=(trials, seed))


@command.command()
@click.option("--points", type=int, required=True, help="Battering points against one wall hex; a ram has 9.")
@click.option("--target", default="wall", show_default=True, help="wall, tower or keep.")
@click.option("--bombarded", is_flag=True, help="Stone throwers have shot at this hex before.")
@click.option("--ram", is_flag=True, help="A ram batters: C results are void.")
@_rolled
def batter(
    points: int,
    target: str,
    bombarded: bool,
    ram: bool,
    names: tuple[str, ...],
    as_json: bool,
    trials: int | None,
    seed: int,
) -> None:
    """Odds of one battering roll."""
    from mangonel.systems.cryhavoc.walls import batter_situation

    def make(rules: RuleSet) -> Situation:
        return batter_situation(rules, points=points, bombarded=bombarded, target=target, ram=ram)

    _show(names, make, as_json=as_json, dice=(trials, seed))


@command.command()
@click.option("--cause", required=True, help="spread, oil, arrow or hand.")
@click.option("--target", help="For an arrow: ram, siege_tower, ladder, tent, mantlet, ...")
@click.option("--weapon", default="longbow", show_default=True, help="For an arrow: the weapon.")
@click.option("--distance", type=int, help="For an arrow: hexes, to check them against short range.")
@_common
def fire(
    cause: str, target: str | None, weapon: str, distance: int | None, names: tuple[str, ...], as_json: bool
) -> None:
    """Odds that something catches fire (F), a fire arrow's roll to hit included."""
    from mangonel.systems.cryhavoc.fire import fire_odds

    def odds(rules: RuleSet) -> dict[str, Fraction]:
        return fire_odds(rules, cause=cause, target=target, weapon=weapon, distance=distance)

    _print(names, as_json, lambda rules: (odds(rules), {"cause": cause, "target": target}, {"F": "it catches fire"}))


@command.command()
@click.option("--arrows-only", is_flag=True, help="Only fire arrows caused the fire.")
@click.option("--men", type=click.IntRange(1, 12), default=1, show_default=True, help="Men who each try once.")
@_common
def extinguish(arrows_only: bool, men: int, names: tuple[str, ...], as_json: bool) -> None:
    """Odds that a burning hex is put out (D)."""
    from mangonel.systems.cryhavoc.fire import extinguish_odds

    def answer(rules: RuleSet) -> tuple[dict[str, Fraction], dict[str, object], dict[str, str]]:
        burns = (1 - extinguish_odds(rules, arrows_only=arrows_only)) ** men
        return {"D": 1 - burns, "-": burns}, {"men": men}, {"D": "at least one of them puts it out"}

    _print(names, as_json, answer)


@command.command()
@_rolled
def oil(names: tuple[str, ...], as_json: bool, trials: int | None, seed: int) -> None:
    """Odds of boiling oil on an unprotected man."""
    from mangonel.systems.cryhavoc.fire import oil_situation

    _show(names, oil_situation, as_json=as_json, dice=(trials, seed))


def _show(
    names: tuple[str, ...],
    make: Callable[[RuleSet], Situation],
    *,
    as_json: bool,
    dice: tuple[int | None, int],
    more: Callable[[RuleSet], dict[str, object]] = lambda _rules: {},
) -> None:
    """Print the odds of a situation under each rule set."""

    def answer(rules: RuleSet) -> tuple[dict[str, Fraction], dict[str, object], dict[str, str]]:
        situation = make(rules)
        odds = situation.odds()
        facts = {
            "table": situation.table.id,
            "column": situation.final_column,
            "shifts": {shift.reason: shift.columns for shift in situation.shifts},
            "modifiers": {modifier.reason: modifier.value for modifier in situation.modifiers},
            "by_die": list(situation.outcomes()),
            **more(rules),
            **_sampled(situation, *dice),
        }
        return odds, facts, {letter: situation.meaning(letter) for letter in odds}

    _print(names, as_json, answer)


def _sampled(situation: Situation, trials: int | None, seed: int) -> dict[str, object]:
    """Return what `trials` dice gave, with intervals; nothing if none are to be rolled."""
    if trials is None:
        return {}
    from mangonel.engine.faces import generator
    from mangonel.engine.rolls import Roll
    from mangonel.engine.singles import count_outcomes
    from mangonel.odds.intervals import Estimate, wilson

    letters = situation.table.result_codes
    roll = Roll.of(situation.table.title, letters, [situation.outcomes()])
    shares = {}
    for letter, count in zip(letters, count_outcomes(roll, trials, generator(seed, 0)), strict=True):
        if count:
            low, high = wilson(int(count), trials)
            shares[letter] = Estimate(count / trials, (high - low) / 4, low, high, exact=False).text(percent=True)
    return {"rolled": f"{trials:,} dice, seed {seed}", "came": shares}


def _print(
    names: tuple[str, ...],
    as_json: bool,
    answer: Callable[[RuleSet], tuple[dict[str, Fraction], dict[str, object], dict[str, str]]],
) -> None:
    from mangonel.rules.loading import load_rules

    documents = []
    for rules in map(load_rules, names):
        odds, facts, meanings = answer(rules)
        if as_json:
            documents.append(
                {
                    "rules": rules.id,
                    "digest": rules.digest,
                    **facts,
                    "outcomes": {letter: float(chance) for letter, chance in odds.items()},
                    "fractions": {letter: str(chance) for letter, chance in odds.items()},
                }
            )
            continue
        _print_text(rules, odds, facts, meanings)
    if as_json:
        import json

        click.echo(json.dumps(documents[0] if len(documents) == 1 else documents, indent=2, ensure_ascii=False))


def _print_text(rules: RuleSet, odds: dict[str, Fraction], facts: dict[str, object], meanings: dict[str, str]) -> None:
    click.echo(f"{rules.title} [{rules.id} {rules.digest}], exact")
    for name, fact in facts.items():
        if fact in (None, {}, []):
            continue
        text = fact
        if isinstance(fact, dict):
            text = ", ".join(
                f"{value:+d} {key}" if isinstance(value, int) else f"{key} {value}" for key, value in fact.items()
            )
        elif isinstance(fact, list):
            text = " ".join(str(entry) for entry in fact)
        click.echo(f"  {name.replace('_', ' ')}: {text}")
    width = max(len(letter) for letter in odds)
    for letter, chance in odds.items():
        meaning = meanings.get(letter, "no effect" if letter == "-" else "")
        click.echo(f"  {letter:<{width}}  {float(chance) * 100:6.2f} %  {chance!s:>7}  {meaning}")
