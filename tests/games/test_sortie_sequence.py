"""The sortie: fire, ways, arrows and melee worked by hand, what each policy does, and what must be monotone."""

import numpy as np

from cases import cases
from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
# One spearman (6 points a turn) beside the engines in turn 1, one engine, nobody to see him.
ALONE = CASES["ALONE"]


def sequence(changes=(), **options):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("sortie-battery").replaced(ALONE | dict(changes)), SIEGE.replaced(options=chosen))


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def destroyed(changes=()):
    base = {"turns": 8, "sortie.men": 3, "besiegers.kind": "militia", "besiegers.men": 2, "engines": 2}
    return exact(base | dict(changes)).probability("engines_destroyed").value


def test_more_fire_fighters_never_help_the_sortie():
    assert np.all(np.diff([destroyed({"policies.besiegers.fire_fighters": men}) for men in (1, 2)]) < 0)


def test_torches_count_where_a_roll_is_made():
    base = {"sortie.men": 4, "engines": 1, "turns": 5}
    one, two = (
        exact(base | {"policies.sortie.torches": number}, first_fire_column="also-hand-ignition") for number in (1, 2)
    )
    assert two.probability("engines_destroyed").value > one.probability("engines_destroyed").value


def test_what_is_watched_turn_by_turn():
    result = run(build(load_scenario("sortie-battery"), SIEGE))
    assert result.by_turn("besiegers_living", 0).value == 3
    assert result.by_turn("defenders_living", 0).value == 4
    lost = [result.by_turn("engines_lost", turn).value for turn in range(12)]
    assert lost[0] == 0
    assert np.all(np.diff(lost) >= 0)
    assert result.by_turn("engines_burning", 4).value > 0
