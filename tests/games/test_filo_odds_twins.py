"""Single rolls of ¡Al filo de la Espada!, asked as the command line does, against the oracle's, by fractions."""

import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from games.filo_asking import ask, said_of
from games.filo_engagement_twin import HEXES, SIDES
from games.filo_twins import oracle_rules, some_rules
from mangonel.errors import NoRollError
from oracle.filo import rolls
from oracle.filo.courses import odds, of_faces
from oracle.filo.rolls import Fighter
from pace import slow_after

TOGETHER = 20
ORDERS = ("organised", "organised", "demoralised", "routed")
TYPES = ("Ch", "Ha", "Cl", "Pi", "Mi", "Il", "Ar", "Ab", "At")


def fighter(draw, types, orders):
    type_ = draw.choice(types)
    return Fighter(
        type_,
        draw.randint(1, 12),
        draw.randint(0, 9),
        draw.choice(orders),
        mounted=type_ in ("Ch", "Ha", "Cl") and draw.random() < 0.8,
        bonus=draw.choice((0, 0, 1, 3)),
    )


def fought(rules, attacker, defender, *, charge):
    """Return what comes of a combat as the oracle throws it: the letters of defender and attacker."""

    def one(dice):
        kind = "yes" if charge else "no"
        if charge and rolls.may_react(rules, defender) and dice.d10("reaction charge") <= defender.quality:
            kind = "void"
        total = rolls.combat_total(rules, attacker, defender, charge=kind)
        return rolls.combat_results(rules, dice.d10("combat") + total)

    return odds(one)


def joined(found):
    """Return chances under the names of the answer: a side that nothing befalls is left out where the other moves."""
    chances = defaultdict(Fraction)
    for (defender, attacker), chance in found.items():
        chances["-" if (defender, attacker) == ("-", "-") else f"{defender}/{attacker}"] += chance
    return chances


@pytest.mark.parametrize("first", slow_after(1, range(0, 10 * TOGETHER, TOGETHER)))
def test_combats_have_the_odds_of_the_oracle(first):
    for seed in range(first, first + TOGETHER):
        draw = random.Random(seed)
        rules = some_rules(draw)
        charge = draw.random() < 0.5
        attacker = fighter(draw, TYPES[:2] if charge else TYPES[:-1], ORDERS[:3])
        attacker = Fighter(**{**vars(attacker), "mounted": charge or attacker.mounted})
        ground, side = draw.choice((*HEXES[:-1], "")), draw.choice((*SIDES[:-1], ""))
        defender = fighter(draw, TYPES, ORDERS)
        defender = Fighter(**{**vars(defender), "grounds": tuple(one for one in (ground, side) if one)})
        words = {"attacker": (said_of(attacker, *[side] * bool(side)),), "charge": charge}
        answer = ask("combat", rules, defender=(said_of(defender, *[ground] * bool(ground)),), **words)
        assert answer.odds == joined(fought(oracle_rules(rules), attacker, defender, charge=charge)), seed


@pytest.mark.parametrize("first", slow_after(1, range(0, 10 * TOGETHER, TOGETHER)))
def test_combats_of_several_have_the_odds_of_the_oracle(first):
    for seed in range(first, first + TOGETHER):
        draw = random.Random(seed)
        rules = some_rules(draw)
        read = oracle_rules(rules)
        charge, rear, shot = (draw.random() < share for share in (0.4, 0.3, 0.2))
        ours = [_attacker(draw, charge=charge) for _ in range(draw.randint(1, 3))]
        shot &= ours[-1].type in ("Il", "Ar", "Ab")
        # Nobody of these voids a charge, which goes against one alone.
        theirs = [_defender(draw) for _ in range(1 if charge else draw.randint(1, 3))]
        words = [*["rear"] * rear, *["shot"] * shot]
        said = {
            "attacker": tuple(said_of(one, *one.across, *(words if one is ours[-1] else [])) for one in ours),
            "defender": tuple(said_of(one, *one.grounds) for one in theirs),
        }
        kind = "yes" if charge else "no"
        total = rolls.joint_total(read, ours, theirs, charge=kind, offensive_fire=shot, rear=rear)
        found = odds(lambda dice, read=read, total=total: rolls.combat_results(read, dice.d10("combat") + total))
        assert ask("combat", rules, charge=charge, **said).odds == joined(found), seed


def _attacker(draw, *, charge):
    one = fighter(draw, TYPES[:2] if charge else TYPES[:-1], ORDERS[:3])
    return replace(one, mounted=charge or one.mounted, across=tuple(draw.sample(SIDES[:-1], draw.choice((0, 0, 1)))))


def _defender(draw):
    return replace(fighter(draw, TYPES[2:], ORDERS), grounds=tuple(draw.sample(HEXES[:-1], draw.choice((0, 1)))))


@pytest.mark.parametrize("first", slow_after(1, range(0, 10 * TOGETHER, TOGETHER)))
def test_shots_have_the_odds_of_the_oracle(first):
    for seed in range(first, first + TOGETHER):
        draw = random.Random(seed)
        rules = some_rules(draw)
        read = oracle_rules(rules)
        kind = draw.choice(("Il", "Ar", "Ab", "At"))
        each = [fighter(draw, (kind,), ORDERS[:3]) for _ in range(draw.choice((1, 1, 2, 3)))]
        moves = [draw.random() < 0.3 for _ in each]
        ranges, grounds = [draw.randint(1, 6) for _ in each], (draw.choice(HEXES), draw.choice(SIDES[:2]))
        shooters = tuple(_shooter(one, moved=moved) for one, moved in zip(each, moves, strict=True))
        said = {"shooter": shooters, "distance": tuple(ranges), "terrain": grounds}
        distance, moved = max(ranges), any(moves)
        order = "demoralised" if any(one.order == "demoralised" for one in each) else "organised"
        shooter = replace(each[0], strength=sum(one.strength for one in each), order=order)
        figures = rolls.figures(read, kind, distance)
        if not figures:
            with pytest.raises(NoRollError, match="reach"):
                ask("fire", rules, **said)
            continue
        total = rolls.shot_total(read, shooter, grounds, moved=moved)
        found = of_faces(lambda die, figures=figures, total=total: rolls.shot_letter(figures, die + total) or "-")
        assert ask("fire", rules, **said).odds == found, seed


def _shooter(one, *, moved):
    words = [one.type, str(one.strength), *["demoralised"] * (one.order == "demoralised"), *["moved"] * moved]
    return ":".join(words)


def test_rallies_have_the_odds_of_the_oracle():
    for seed in range(40):
        draw = random.Random(seed)
        rules = some_rules(draw)
        read = oracle_rules(rules)
        state = f"{draw.choice(ORDERS[2:])}_{draw.choice(('fresh', 'fatigued'))}"
        quality, bonus = draw.randint(0, 9), draw.randint(0, 3)
        andalus = read.option("al-andalus-rally") == "on" and draw.random() < 0.5
        said = {"quality": quality, "bonus": (bonus,), "al_andalus": andalus}
        said |= {"routed": state.startswith("routed"), "fatigued": state.endswith("fatigued")}
        share = of_faces(
            lambda die, read=read, state=state, quality=quality, bonus=bonus, andalus=andalus: rolls.rallies(
                read, die, state, quality, bonus, al_andalus=andalus
            )
        ).get(True, Fraction(0))
        assert ask("rally", rules, **said).odds.get("rallies", 0) == share, seed
