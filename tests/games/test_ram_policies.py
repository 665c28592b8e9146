"""Policies at the ram: where arrows go, men who attack one by one, who takes the wound, and when a side breaks off."""

from dataclasses import replace

from cases import cases
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
# Men-at-arms 9/4 (wounded 4/2) with a ram at the wall, spearmen 8/3 (4/2) against them.
PLAIN = CASES["PLAIN"]
OUT = {"sortie.turn": 1}
DEFENDERS_FIRST = {"first": "defenders"}
# A longbow next to the wall: C on 1 and 2, B on 3 and 4, A on 5 and 6 at short range without cover.
ARCHER = {"archers": {"men": 1, "weapon": "longbow", "aside": 1}, **DEFENDERS_FIRST}


def sequence(changes, policies=(), *, options=(), **starts):
    """Return a game that begins with these values in its columns."""
    named = {f"policies.{name}": value for name, value in dict(policies).items()}
    rules = SIEGE.replaced(options=dict(options))
    made = build(load_scenario("ram-sortie:fire").replaced(PLAIN | dict(changes) | named), rules)
    assert {column.name for column in made.columns} >= set(starts)
    columns = [replace(column, start=starts.get(column.name, column.start)) for column in made.columns]
    return replace(made, columns=columns)


def exact(*asked, **starts):
    return run(sequence(*asked, **starts), engine="exact")


def test_the_middle_burns_more_rams():
    burns = ARCHER | {"turns": 12, "archers.men": 3, "approach": ["flat_ground x 8"], "besiegers.men": 6}
    fighting = {"fire_fighters": 4}
    front, middle = (exact(burns, fighting | {"arrow_aim": aim}) for aim in ("front", "middle"))
    assert middle.probability("destroyed").value > front.probability("destroyed").value


def test_a_sortie_that_goes_home_loses_less():
    long = OUT | {"turns": 12, "besiegers.men": 6, "sortie.men": 3}
    stays, goes = exact(long), exact(long | {"break_off.sortie.losses": 1})
    assert goes.mean("defenders_dead").value < stays.mean("defenders_dead").value
    assert goes.probability("breach").value > stays.probability("breach").value
