"""Other processes play for all pages: what nobody waits for is dropped, and one that dies is replaced."""

import asyncio
import os
import signal
import time
from functools import partial

import pytest

from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.errors import DataError, MangonelError
from mangonel.explore.jobs import Lever, at_once, by_effect, one_game, reweighed, roughly, surveyed, wholly
from mangonel.explore.pools import NUMBERS, REST, WATCHED, Pools
from mangonel.explore.tasks import watched
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.blocks import Table
from mangonel.rules.loading import load_rules
from mangonel.rules.words import speaking
from mangonel.studies.editable import cell_changes
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs

PANIC, SIEGE = load_scenario("panic-one"), load_rules("siege")


def patient(seconds, progress):
    """Look up all the time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        progress(0.5)
        time.sleep(0.01)
    return os.getpid()


def deaf(seconds, _progress):
    time.sleep(seconds)


def dying(_progress):
    os._exit(1)


def wrong(_progress):
    raise DataError("no such thing", value="x")


class TornError(Exception):
    """It can be sent, but not received."""

    def __init__(self, first, second):
        super().__init__(first)
        self.second = second


def late(_progress):
    return Late()


def torn(_progress):
    raise TornError(1, 2)


class Late:
    """It asks the process that sends it to end."""

    def __reduce__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        return int, ()


def test_a_process_that_sends_its_result_is_not_ended_half_way():
    pools = Pools({NUMBERS: 1})
    try:
        assert asyncio.run(pools.do(late)) == 0
    finally:
        pools.close()


@pytest.mark.slow
def test_what_is_watched_does_not_wait_for_what_becomes_better():
    async def both():
        pools = Pools({REST: 1, WATCHED: 1})
        try:
            better = asyncio.create_task(pools.do(partial(patient, 60), REST))
            await asyncio.sleep(0)
            shown = [stage async for stage in watched(pools, partial(patient, 0.1))]
            assert not better.done()
            assert shown[0] == 0.0
            assert isinstance(shown[-1], int)
            better.cancel()
        finally:
            pools.close()

    asyncio.run(both())


@pytest.mark.slow
def test_jobs_are_done_dropped_and_done_again_by_others():
    async def all_of_it():
        pools = Pools({NUMBERS: 1})
        try:
            shares = []
            first = await pools.do(partial(patient, 0.3), told=shares.append)
            assert shares
            # One that looks up is dropped, and its process goes on.
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(pools.do(partial(patient, 60)), 0.3)
            assert await pools.do(partial(patient, 0)) == first
            # One that does not is ended.
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(pools.do(partial(deaf, 60)), 0.3)
            second = await asyncio.wait_for(pools.do(partial(patient, 0)), 60)
            assert second != first
            with pytest.raises(DataError, match="no such thing"):
                await pools.do(wrong)
            with pytest.raises(MangonelError, match="died"):
                await pools.do(dying)
            assert await pools.do(partial(patient, 0)) not in {first, second}
            # Whatever comes back, there is somebody for the next job.
            with pytest.raises(MangonelError, match="died"):
                await pools.do(torn)
            await asyncio.wait_for(pools.do(partial(patient, 0)), 60)
        finally:
            pools.close()

    asyncio.run(all_of_it())


def test_a_rough_number_holds_the_exact_one():
    exact = at_once(PANIC, SIEGE, 60, lambda _: None)
    rough = roughly(PANIC, SIEGE, lambda _: None)
    for ending in exact.endings:
        guess = rough.probability(ending)
        assert not guess.exact
        assert abs(guess.value - exact.probability(ending).value) <= 5 * max(guess.se, 1e-3)


def test_a_changed_cell_has_its_whole_result_without_a_phase_being_run():
    ram, cells = load_scenario("ram-gate"), {("fire", "6", "extinguish"): "-"}
    rules = SIEGE.replaced(cells=cell_changes(cells), name="mine")
    again, played = reweighed(ram, rules, SIEGE, cells, lambda _: None), run(build(ram, rules), engine="exact")
    assert again.provenance.digest == played.provenance.digest == rules.digest
    for name in (*played.endings, "besiegers"):
        assert again.probability(name).value == pytest.approx(played.probability(name).value, abs=1e-12)
    for name in ("turn", *played.measures):
        assert again.mean(name).value == pytest.approx(played.mean(name).value, abs=1e-12)
    same, usual = reweighed(ram, SIEGE, SIEGE, {}, lambda _: None), run(build(ram, SIEGE), engine="exact")
    assert same.probability("breach").value == pytest.approx(usual.probability("breach").value, abs=1e-12)


def test_what_takes_longer_than_somebody_waits_is_left():
    ram, runs = load_scenario("ram-gate"), Runs()
    assert at_once(ram, SIEGE, 0, lambda _: None) is None
    with pytest.raises(ZeroDivisionError):
        runs.result(ram, SIEGE, Work("exact"), progress=lambda share: 1 / (share < 0.5))
    assert not runs._game(ram, SIEGE).sequence.learnt


@speaking("de")
def test_a_game_is_told_in_the_language_of_the_page():
    picture, lines = one_game(PANIC, SIEGE, 3, lambda _: None)
    assert lines[0] == "Runde 1"
    assert picture.startswith("<svg")
    assert lines != one_game(PANIC, SIEGE, 4, lambda _: None)[1]


def test_a_survey_says_how_far_it_is_and_then_what_the_rules_do_to_each_scenario():
    scenarios = [load_scenario(name) for name in ("volley-wall", "volley-friends", "panic-one")]
    shares = []
    told = surveyed(scenarios, [load_rules("siege"), load_rules("croisades")], shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[-2] < 1
    assert shares[-1] == 1
    assert [row[0] for block in told if isinstance(block, Table) for row in block.rows] == ["volley-wall"]
    assert any("panic-one" in block.text for block in told if not isinstance(block, Table))


def test_of_values_with_the_same_effect_one_lever_is_shown():
    tried = {"4-1": -0.2, "5-1": -0.2, "2-1": 0.1, "12-1": -0.2}
    levers = [Lever({"attack": value}, value, Estimate.of_exact(effect)) for value, effect in tried.items()]
    assert [lever.text for lever in by_effect(levers)] == ["4-1", "2-1"]


def test_a_battle_of_which_no_two_games_are_alike_is_played_less_often():
    battle = load_scenario("battle-vanguard").replaced({"turns": 1})
    assert wholly(battle, load_rules("navas"), lambda _: None).provenance.trials == 40_000
