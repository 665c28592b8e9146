"""``mangonel odds melee``, ``missile``, ``missed-shot``, ``topple`` and ``batter``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mangonel.cli.odds_answer import Answer, after, answer_of
from mangonel.cli.odds_asking import Told, print_under, rolled, show, tries_option
from mangonel.cli.options import given
from mangonel.odds.plurals import counted

if TYPE_CHECKING:
    from mangonel.rules.ruleset import RuleSet
    from mangonel.tables.situation import Situation

__all__ = ["batter", "melee", "missed_shot", "missile", "topple"]


@click.command()
@click.option(
    "--attack", type=int, required=True, multiple=True, help="Attack strength; repeat it for joint attackers."
)
@click.option("--defence", type=int, required=True, multiple=True, help="Defence strength; repeat it for several.")
@click.option("--attackers", type=click.IntRange(1), default=1, show_default=True, help="Men behind a summed attack.")
@click.option("--mounted", is_flag=True, help="The target is mounted.")
@click.option(
    "--terrain",
    metavar="GROUND",
    default=("flat_ground",),
    show_default=True,
    multiple=True,
    help="Where the attackers stand: see mangonel names terrain; or a sign, + 0 -.",
)
@click.option(
    "--against",
    metavar="GROUND",
    default=("flat_ground",),
    show_default=True,
    multiple=True,
    help="Where the defenders stand.",
)
@rolled
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
    from mangonel.systems.cryhavoc.situations.melee import melee_situation, next_column

    strength: int | tuple[int, ...] = attack if len(attack) > 1 else attack[0]
    # Beside the attack, so that more of it can be asked about.
    where: dict[str, Any] = {"defence": defence, "mounted": mounted, "terrain": terrain, "against": against}

    def make(rules: RuleSet) -> Situation:
        return melee_situation(rules, attack=strength, attackers=attackers, **where)

    def more(rules: RuleSet) -> Told:
        points = next_column(rules, attack=strength, attackers=attackers, **where)
        if points is None:
            return {"next_column_needs": None, "next_column": None}, "none: more attack points change nothing"
        men = max(attackers, len(attack))
        column = melee_situation(rules, attack=sum(attack) + points, attackers=men, **where).final_column
        text = f"{counted(points, 'more attack point')} {_reach(points)} {column}"
        return {"next_column_needs": points, "next_column": column}, text

    show(names, make, as_json=as_json, dice=(trials, seed), more=more)


@click.command()
@click.option("--weapon", metavar="NAME", required=True, help="longbow, shortbow, crossbow or ballista.")
@click.option("--distance", type=int, required=True, help="Hexes to the target.")
@click.option(
    "--cover",
    metavar="COVER",
    default="none",
    show_default=True,
    help="none, light, medium, heavy or infinite.",
)
@click.option(
    "--terrain", metavar="GROUND", help="Ground of the target instead of its cover: see mangonel names terrain."
)
@click.option("--mounted", is_flag=True, help="The target is mounted.")
@click.option("--wounded", is_flag=True, help="The shooter is wounded.")
@click.option("--dismounted-knight", is_flag=True, help="The target is a dismounted knight.")
@click.option("--aptitude", type=int, default=0, show_default=True, help="Number of the shooter, -3 (best) to 3.")
@rolled
def missile(
    weapon: str,
    distance: int,
    cover: str,
    terrain: str | None,
    mounted: bool,
    wounded: bool,
    dismounted_knight: bool,
    aptitude: int,
    names: tuple[str, ...],
    as_json: bool,
    trials: int | None,
    seed: int,
) -> None:
    """Odds of a shot.

    With --terrain the cover is that of the ground as a shooter on the ground sees it.
    """
    from mangonel.systems.cryhavoc.situations.cover import target_cover
    from mangonel.systems.cryhavoc.situations.missile import band_limits, missile_situation, range_band

    if terrain is not None and given("cover"):
        raise click.UsageError("--terrain says which cover there is: it takes no --cover")

    def cover_under(rules: RuleSet) -> str:
        return cover if terrain is None else target_cover(rules, terrain, distance=distance)

    def make(rules: RuleSet) -> Situation:
        return missile_situation(
            rules,
            weapon=weapon,
            distance=distance,
            cover=cover_under(rules),
            mounted=mounted,
            shooter_wounded=wounded,
            dismounted_knight=dismounted_knight,
            aptitude=aptitude,
        )

    def facts(rules: RuleSet) -> dict[str, str]:
        return {} if terrain is None else {"terrain": terrain, "cover": cover_under(rules)}

    def more(rules: RuleSet) -> Told:
        bands = band_limits(rules, weapon)
        here = list(bands).index(range_band(rules, weapon, distance))
        if not here:
            return {**facts(rules), "next_band_needs": None}, "none: there is no nearer range"
        name, (_, last) = list(bands.items())[here - 1]
        needs = {**facts(rules), "next_band_needs": distance - last}
        return needs, f"{counted(distance - last, 'hex')} nearer is {name} range"

    show(names, make, as_json=as_json, dice=(trials, seed), more=more, name="next range")


@click.command()
@click.option("--wounded", is_flag=True, help="The man who topples is wounded.")
@tries_option
@rolled
def topple(wounded: bool, tries: int, names: tuple[str, ...], as_json: bool, trials: int | None, seed: int) -> None:
    """Odds of toppling a ladder (T)."""
    from mangonel.systems.cryhavoc.situations.walls import topple_situation

    if tries > 1:
        if trials is not None:
            raise click.UsageError("--trials rolls one try: it does not go with --tries")

        def answer(rules: RuleSet) -> Answer:
            one = answer_of(rules, topple_situation(rules, wounded=wounded))
            return after(one, tries, "it is toppled", "it stands")

        print_under(names, as_json, answer)
        return
    show(names, lambda rules: topple_situation(rules, wounded=wounded), as_json=as_json, dice=(trials, seed))


@click.command()
@click.option("--points", type=int, required=True, help="Battering points against one wall hex; a ram has 9.")
@click.option("--target", metavar="WHAT", default="wall", show_default=True, help="wall, tower or keep.")
@click.option("--bombarded", is_flag=True, help="Stone throwers have shot at this hex before.")
@click.option("--ram", is_flag=True, help="A ram batters: C results are void.")
@rolled
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
    from mangonel.systems.cryhavoc.situations.walls import batter_situation

    if bombarded and not ram:
        raise click.UsageError("--bombarded goes with --ram: it counts for rams only")

    def make(rules: RuleSet) -> Situation:
        return batter_situation(rules, points=points, bombarded=bombarded, target=target, ram=ram)

    def more(rules: RuleSet) -> Told:
        column = make(rules).final_column
        highest = max(int(label.rstrip("+")) for label in rules.table("battering").columns)
        for extra in range(1, highest - points + 1):
            there = batter_situation(rules, points=points + extra, target=target, bombarded=bombarded, ram=ram)
            if there.final_column != column:
                text = f"{counted(extra, 'more point')} {_reach(extra)} {there.final_column}"
                return {"next_column_needs": extra, "next_column": there.final_column}, text
        return {"next_column_needs": None, "next_column": None}, "none: more points change nothing"

    show(names, make, as_json=as_json, dice=(trials, seed), more=more)


@click.command("missed-shot")
@click.option("--aptitude", type=int, default=0, show_default=True, help="Number of the shooter, -3 (best) to 3.")
@rolled
def missed_shot(aptitude: int, names: tuple[str, ...], as_json: bool, trials: int | None, seed: int) -> None:
    """Odds that a shot that has missed wounds a friend beside the target (W)."""
    from mangonel.systems.cryhavoc.situations.missile import missed_shot_situation

    show(names, lambda rules: missed_shot_situation(rules, aptitude=aptitude), as_json=as_json, dice=(trials, seed))


def _reach(number: int) -> str:
    return "reaches" if number == 1 else "reach"
