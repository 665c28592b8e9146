"""How a study plays its games, as one record; runs in other processes give what they give in this one."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare
from mangonel.studies.run_options import Run
from mangonel.studies.sweep import sweep
from mangonel.studies.tactics import tactics

SIEGE = load_rules("siege")
LADDER = load_scenario("ladder-one").replaced({"approach": ["flat_ground x 2"], "turns": 8})


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as made:
        yield made


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same(pool):
    told: list[float] = []
    alone, others = (
        sweep(
            LADDER,
            SIEGE,
            x=("besiegers.men", (3, 4)),
            ending="besiegers",
            engine="monte-carlo",
            trials=3_000,
            executor=one,
            progress=told.append,
        )
        for one in (None, pool)
    )
    assert (alone.estimates, alone.provenances) == (others.estimates, others.provenances)
    assert told == [0.5, 1.0, 0.5, 1.0]
    here, there = (compare(LADDER, SIEGE, load_rules("croisades"), executor=one) for one in (None, pool))
    assert here.differences == there.differences


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["auto", "monte-carlo"])
def test_decisions_are_the_same_wherever_they_are_played(pool, engine):
    choices = {"policies.facing": ("fight",), "break_off.defenders.losses": (1,)}
    here, there = (tactics(LADDER, SIEGE, choices, engine=engine, trials=2_000, executor=one) for one in (None, pool))
    assert [choice.differences for choice in here.choices] == [choice.differences for choice in there.choices]
    assert here.base.probability("foothold") == there.base.probability("foothold")


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
