"""How a study plays its games, as one record."""

import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare
from mangonel.studies.run_options import Run


def test_options_are_told_from_values_of_the_scenario():
    plan, changes = Run.split({"engine": "exact", "turns": 3, "seed": 7})
    assert (plan.engine, plan.seed, plan.trials) == ("exact", 7, Run().trials)
    assert changes == {"turns": 3}


def test_studies_played_by_the_options_of_a_run_share_its_cache():
    plan = Run(engine="exact")
    scene = load_scenario("panic-one"), load_rules("siege"), load_rules("croisades")
    first = compare(*scene, **plan.options())
    runs = plan.cache.played
    again = compare(*scene, **plan.options(progress=lambda share: None))
    assert plan.cache.played == runs > 0
    assert again.chance_of("calm") == first.chance_of("calm")


@pytest.mark.parametrize("wrong", [{"engine": "exakt"}, {"trials": 0}, {"precision": -1.0}])
def test_a_run_that_cannot_be_played_is_refused_at_once(wrong):
    with pytest.raises(DataError):
        Run(**wrong)
