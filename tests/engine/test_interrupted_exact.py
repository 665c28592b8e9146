"""An interrupted exact run reports the turns it has finished."""

import pytest

from mangonel.engine.run import run
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario


def interrupted_at(calls):
    """Return a progress that stops the run when it is called for the so-manieth time."""
    left = [calls]

    def progress(_share):
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("engine", ["exact", "auto"])
def test_the_finished_turns_are_right_and_the_rest_undecided(engine):
    sequence = build(load_scenario("ram-gate"), load_rules("siege"))
    whole = run(sequence, engine="exact")
    part = run(sequence, engine=engine, progress=interrupted_at(20))
    assert part.provenance.interrupted
    assert "interrupted after turn 19 of 40" in part.provenance.note
    assert part.weights.sum() == pytest.approx(1.0, abs=1e-12)
    for turn, found in ((10, part.probability("breach", by_turn=10)), (19, part.probability("breach"))):
        wanted = whole.probability("breach", by_turn=turn).value
        assert part.probability("breach", by_turn=turn).value == pytest.approx(wanted, abs=1e-14)
        assert found.value == pytest.approx(wanted, abs=1e-14)
    assert part.probability("undecided").value > whole.probability("undecided").value


def test_nothing_done_is_nothing_reported():
    sequence = build(load_scenario("ram-gate"), load_rules("siege"))
    with pytest.raises(KeyboardInterrupt):
        run(sequence, engine="exact", progress=interrupted_at(1))


@pytest.mark.slow
def test_auto_interrupted_while_counting_falls_back_on_what_is_exact():
    sequence = build(load_scenario("ladder-one"), load_rules("siege"))
    exact = run(sequence, engine="exact")
    mixed = run(sequence, engine="auto", state_limit=2_000, trials=100_000)
    through = int(mixed.provenance.note.split("exact through turn ")[1].split(",")[0])
    # The first repeat has just been counted: one repeat says nothing of its error.
    stop = interrupted_at(through + 1)
    part = run(sequence, engine="auto", state_limit=2_000, trials=100_000, progress=stop)
    assert part.provenance.interrupted
    assert part.exact
    assert part.probability("repulsed").value == pytest.approx(
        exact.probability("repulsed", by_turn=through).value, abs=1e-12
    )
