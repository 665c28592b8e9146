"""Comparisons: exact differences, common random numbers, and what a changed cell does."""

import math

import pytest

from engine.games import battering, never_over
from engine.judging import SIGMAS
from mangonel.engine.intervals import Z95
from mangonel.engine.process import LONGEST, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.sampling import BLOCK
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.studies.compare import compare, compare_sequences

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
SLOW = SIEGE.replaced(options={"ram-rate": "every-second-turn"}, name="slow")
HIT_FIRST = SIEGE.replaced(options={"fire-arrow-to-hit": "six-in-ten"}, name="hit-first")
RAM = load_scenario("ram-gate").replaced({"approach": ["flat_ground x 2"], "turns": 15})
SHORT = RAM.replaced({"turns": 1, "approach": []})


def value_of(result, kind, name):
    if kind in ("ending", "side"):
        return result.probability(name)
    return result.mean(name) if kind == "mean" else result.tally(name)


@pytest.mark.parametrize(
    ("scenario", "right"), [(RAM, SLOW), (load_scenario("ladder-one"), load_rules("croisades"))], ids=["ram", "ladder"]
)
def test_an_exact_difference_is_the_difference_of_exact_runs(scenario, right):
    found = compare(scenario, SIEGE, right)
    left_run, right_run = (run(build(scenario, rules), engine="exact") for rules in (SIEGE, right))
    assert (found.method, found.left_rules, found.right_rules) == ("exact", "siege", right.id)
    for change in found.differences:
        one, other = (value_of(result, change.kind, change.name).value for result in (left_run, right_run))
        assert (change.left.value, change.right.value) == (one, other)
        assert change.estimate.value == other - one
        assert (change.estimate.se, change.estimate.exact) == (0.0, True)
    names = [change.name for change in found.differences]
    assert names == [*left_run.all_endings, "besiegers", "defenders", "turn", *left_run.measures, *left_run.tallies]
    assert found.difference(names[0]).value != 0
    assert found.told_apart


def test_the_frame_holds_what_was_compared():
    found = compare(RAM, SIEGE, SLOW)
    frame = found.to_frame()
    assert frame["name"].tolist() == [change.name for change in found.differences]
    assert (frame["right"] - frame["left"]).tolist() == frame["difference"].tolist()
    assert frame.set_index("name").loc["breach", "difference"] == found.difference("breach").value


def test_several_rule_sets_are_each_compared_with_the_first():
    found = compare(RAM, SIEGE, SLOW, HIT_FIRST)
    assert [rules.id for rules in found.rules] == ["siege", "slow", "hit-first"]
    for pair, right in zip(found.pairs, (SLOW, HIT_FIRST), strict=True):
        assert pair.differences == compare(RAM, SIEGE, right).differences
    assert [result.provenance.rules for result in found.results] == ["siege", "slow", "hit-first"]
    frame = found.to_frame()
    assert list(frame)[:5] == ["kind", "name", "rules", "value", "difference"]
    values = frame[frame["name"] == "breach"].set_index("rules")
    assert values["value"].tolist() == [result.probability("breach").value for result in found.results]
    assert values.loc["slow", "difference"] == found.pairs[0].difference("breach").value != 0
    assert values["difference"].isna().tolist() == [True, False, False]


TRIALS = 10_000


@pytest.fixture(scope="module")
def on_shared_dice():
    return compare(RAM, SIEGE, HIT_FIRST, engine="monte-carlo", trials=TRIALS, seed=2)


def test_common_random_numbers_find_the_exact_difference(on_shared_dice):
    exact = compare(RAM, SIEGE, HIT_FIRST)
    assert on_shared_dice.method == "common random numbers"
    for wanted, found in zip(exact.differences, on_shared_dice.differences, strict=True):
        assert wanted.name == found.name
        slack = SIGMAS * found.estimate.se or found.estimate.high
        assert abs(found.estimate.value - wanted.estimate.value) <= slack, found
        for side, exactly in ((found.left, wanted.left), (found.right, wanted.right)):
            assert abs(side.value - exactly.value) <= (SIGMAS * side.se or side.high), found
        assert found.estimate.low <= found.estimate.value <= found.estimate.high


@pytest.mark.parametrize("name", ["breach", "destroyed", "turn", "marks"])
def test_common_random_numbers_know_the_difference_better(on_shared_dice, name):
    change = next(change for change in on_shared_dice.differences if change.name == name)
    apart = math.hypot(change.left.se, change.right.se)
    assert 0 < change.estimate.se < apart
    assert change.estimate.high - change.estimate.low == pytest.approx(2 * Z95 * change.estimate.se)


def test_pairs_that_never_differ_stay_uncertain():
    found = compare(RAM, SIEGE, SIEGE, engine="monte-carlo", trials=1_000, seed=1)
    breach = found.difference("breach")
    assert (breach.value, breach.se) == (0.0, 0.0)
    # Nothing in n trials: up to three in n (rule of three).
    assert (breach.low, breach.high) == (-0.003, 0.003)
    assert not found.told_apart


def test_a_counter_is_paired_trial_by_trial():
    def game(lowest):
        # Dice of nine, so that one of them is on one side only.
        roll = Roll.at_least("shot", 9, lowest)

        def act(s, dice):
            if dice.roll(roll) == "shot":
                dice.count("hits", 2)

        return Process("shots", [], [Phase("shot", act)], (), 4, tallies=("hits",))

    found = compare_sequences((game(5), game(4)), ("five", "four"), engine="monte-carlo", trials=90_000, seed=3)
    change = found.difference("hits")
    # Four shots, one in nine differs, by two each: variance 4 * 4 * (1/9)(8/9).
    assert change.se == pytest.approx(math.sqrt(16 * 8 / 81 / 90_000), rel=0.05)
    assert abs(change.value - 8 / 9) <= SIGMAS * change.se


def test_counts_are_compared_as_independent_runs():
    exact = compare(RAM, SIEGE, SLOW)
    found = compare(RAM, SIEGE, SLOW, engine="counts", trials=40_000, seed=4)
    assert found.method == "independent"
    change = next(change for change in found.differences if change.name == "breach")
    assert change.estimate.se == pytest.approx(math.hypot(change.left.se, change.right.se))
    off = abs(change.estimate.value - exact.difference("breach").value)
    assert off <= SIGMAS * change.estimate.se
    low = change.estimate.value - math.hypot(
        change.right.value - change.right.low, change.left.high - change.left.value
    )
    assert change.estimate.low == pytest.approx(low)


def test_precision_stops_a_comparison():
    found = compare(SHORT, SIEGE, HIT_FIRST, engine="monte-carlo", trials=10 * BLOCK, seed=2, precision=0.01)
    assert found.left.provenance.trials == found.right.provenance.trials == BLOCK
    assert all(change.estimate.se <= 0.01 for change in found.differences if change.kind == "ending")
    assert found.right.provenance.note == "common random numbers; target standard error 0.01 reached"


def test_interrupting_keeps_the_pairs_done():
    def stop(_share):
        raise KeyboardInterrupt

    found = compare(SHORT, SIEGE, SLOW, engine="monte-carlo", trials=3 * BLOCK, seed=2, progress=stop)
    for result in (found.left, found.right):
        assert result.provenance.interrupted
        assert result.provenance.trials == BLOCK
        assert f"interrupted after {BLOCK} of {3 * BLOCK} trials" in result.provenance.note
        assert result.weights.sum() == pytest.approx(1.0)


def test_a_name_that_was_not_compared():
    with pytest.raises(DataError, match="did you mean 'breach'"):
        compare(RAM, SIEGE, SLOW).difference("breech")


def test_different_games_cannot_be_compared():
    ram, ladder = build(RAM, SIEGE), build(load_scenario("ladder-one"), SIEGE)
    with pytest.raises(DataError, match="different endings"):
        compare_sequences((ram, ladder), ("a", "b"))


def test_what_a_side_wins_by_is_compared_on_shared_dice_too():
    """A side's victory is known as well as one ending: pair by pair, not as the sum of two uncertain numbers."""
    ladder, croisades = load_scenario("ladder-one"), load_rules("croisades")
    exact = compare(ladder, SIEGE, croisades)
    wins = exact.chance_of("besiegers")
    assert wins.estimate.value == pytest.approx(
        exact.difference("foothold").value + exact.difference("cleared").value, abs=1e-12
    )
    assert exact.chance_of("besiegers ").estimate == wins.estimate
    assert exact.chance_of("foothold + cleared").estimate.value == pytest.approx(wins.estimate.value, abs=1e-12)
    sampled = compare(ladder, SIEGE, croisades, engine="monte-carlo", trials=4_000, seed=6)
    found = sampled.chance_of("besiegers")
    assert found.kind == "side"
    assert abs(found.estimate.value - wins.estimate.value) <= SIGMAS * found.estimate.se
    # Known better than from two independent runs, which is all that can be said of several endings.
    assert 0 < found.estimate.se < sampled.chance_of("foothold+cleared").estimate.se
    assert found.estimate.value == pytest.approx(
        sampled.difference("foothold").value + sampled.difference("cleared").value, abs=1e-12
    )
    with pytest.raises(DataError, match="no such ending: 'attackers'"):
        exact.chance_of("attackers")


@pytest.mark.parametrize("engine", ["exact", "monte-carlo"])
def test_the_larger_turn_limit_holds_for_both(engine):
    short, longer = build(RAM, SIEGE), build(RAM.replaced({"turns": 16}), SIEGE)
    found = compare_sequences((short, longer), ("a", "b"), engine=engine, trials=1_000)
    assert (found.left.turns, found.right.turns) == (16, 16)
    assert all(change.estimate.value == 0 for change in found.differences)


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo"])
def test_sequences_without_a_limit_are_compared_to_their_end(engine):
    games = tuple(battering(turns, marks=marks) for turns, marks in ((None, 4), (20, 5)))
    found = compare_sequences(games, ("four", "five"), engine=engine, trials=20_000)
    assert found.left.turns == found.right.turns == 100
    assert found.difference("undecided").value == pytest.approx(0, abs=1e-12)
    # Each damage takes 10 in 6 rolls, which is all that the fifth costs.
    turn = found.difference("turn")
    assert abs(turn.value - 10 / 6) <= max(7 * turn.se, 1e-9)


def test_what_is_never_over_is_compared_at_the_longest_limit():
    found = compare_sequences((never_over(), never_over()), ("a", "b"), engine="exact")
    assert (found.left.turns, found.left.probability("undecided").value) == (LONGEST, 1)


def test_no_interval_of_chances_goes_beyond_one():
    def game(ending):
        def act(s, dice):
            s.ending = ending

        return Process("sure", [], [Phase("end", act)], ("low", "high"), 1)

    found = compare_sequences((game(1), game(2)), ("a", "b"), engine="monte-carlo", trials=8)
    for change in found.differences:
        if change.kind == "ending" and change.name != "undecided":
            side = 1 if change.name == "high" else -1
            assert change.estimate.value == side
            # Three in eight may still differ otherwise.
            assert sorted((change.estimate.low, change.estimate.high)) == sorted((side, side * (1 - 3 / 8)))
