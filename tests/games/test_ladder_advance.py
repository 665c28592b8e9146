"""Who steps on after a fight on the wall, when covering archers hold fire, the moat, and whose hex the ladder stands in."""

from dataclasses import replace

import pytest

from cases import cases
from mangonel.document.wording import source
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, locale_names

CASES = cases(__file__)

SIEGE = load_rules("siege")
# Spearmen 8/3 (wounded 4/2) against men-at-arms 9/4 (4/2). The party is far away, and no besieger attacks unless a test
# lets him.
NEVER = "12-1+"
PLAIN = CASES["PLAIN"] | {
    "policies": {"attack_from": NEVER},
}
# What stands on a hex of the wall.
EMPTY, DEFENDER, BESIEGER = 0, 1, 4


def sequence(changes, policies=(), rules=SIEGE, **starts):
    """Return a game that begins with these values in its columns, and has the men that are in them."""
    named = {f"policies.{name}": value for name, value in dict(policies).items()}
    scenario = load_scenario("ladder-one").replaced(PLAIN | dict(changes) | named)
    ladders = scenario.setup.ladders
    starts = {"hex": (EMPTY,) * scenario.setup.width, "fit": (4,) * ladders} | starts
    ground = sum(sum(starts.get(state, ())) for state in ("fit", "stunned", "wounded"))
    climbers = sum(man > 0 for man in starts.get("climber", ()))
    besiegers = ground + climbers + sum(man >= BESIEGER for man in starts["hex"])
    there = {
        "besiegers.men": max(2, -(-besiegers // ladders)),
        "defenders.on_wall": sum(EMPTY < man < BESIEGER for man in starts["hex"]),
        "defenders.reserve": starts.get("reserve_fit", 0),
    }
    made = build(scenario.replaced(there), rules)
    assert {column.name for column in made.columns} >= set(starts)
    columns = [replace(column, start=starts.get(column.name, column.start)) for column in made.columns]
    return replace(made, columns=columns)


def exact(*asked, **starts):
    return run(sequence(*asked, **starts), engine="exact")


COVER = {"covering": {"men": 1, "weapon": "crossbow", "distance": 6}, "defenders.on_wall": 1}
STANDS = {"hex": (DEFENDER, EMPTY, EMPTY)}


@pytest.mark.parametrize("language", locale_names())
def test_a_result_says_that_covering_archers_never_shoot(language):
    words = load_locale(language)
    climbs = {"upright": (1,), "fit": (2,)}
    for changes, policy, starts, never in (
        ({}, "approach", STANDS | climbs, True),
        ({}, "beside", STANDS | climbs, True),
        ({}, "always", STANDS | climbs, False),
        ({}, "never", STANDS | climbs, False),
        ({}, "approach", climbs, False),
        ({"covering.men": 0}, "approach", STANDS | climbs, False),
        ({"approach": ["flat_ground x 30"]}, "approach", STANDS, False),
    ):
        result = exact(COVER | {"approach": []} | changes, {"cover_fire": policy}, **starts)
        note = words.text("notes.cover_fire_held", policy=policy)
        assert (note in str(source([result.provenance], words))) is never


def turns_to_the_wall(approach, **options):
    """Return the first turn at the end of which a ladder of unharmed men can have been climbed."""
    plain = {
        "defenders.on_wall": 0,
        "defenders.reserve": 0,
        "towers.men": 0,
        "defenders.oil": 0,
        "width": 1,
        "foothold": 1,
    }
    scenario = load_scenario("ladder-one").replaced(plain | {"approach": approach, "turns": 12})
    result = run(build(scenario, SIEGE.replaced(options=options)), engine="exact")
    return next(turn for turn in range(1, 13) if result.probability("foothold", by_turn=turn).value == 1)


@pytest.mark.parametrize(
    ("approach", "cost", "turns"),
    CASES["test_what_a_moat_costs"],
)
def test_what_a_moat_costs(approach, cost, turns):
    assert turns_to_the_wall(approach, **{"moat-cost": cost}) == turns


def test_no_mantlet_is_carried_through_a_moat():
    with pytest.raises(DataError, match="mantlets cannot be carried over this ground"):
        load_scenario("ladder-one").replaced({"approach": ["moat x 1"], "mantlets": True})
