"""Healing day by day: odds worked by hand from the two tables, and wrong files."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.scenario import build, load_scenario

SIEGE = load_rules("siege")
DAILY = {"healing-who-rolls": "daily"}
CROISADES = {"healing-table": "croisades"}


def healing(options=None, rules=SIEGE, **changes):
    plain = {"turns": 20, "fit": 0, "wounded": 1, "casualties": []}
    return build(load_scenario("healing-six").replaced(plain | changes), rules.replaced(options=options or {}))


def exact(options=None, **changes):
    return run(healing(options, **changes), engine="exact")


def close(wanted):
    return pytest.approx(wanted, abs=1e-12)


def fit_by_day(result, *days):
    return [result.by_turn("fit", day).value for day in days]


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_one_wound_on_the_ten_sided_table(engine):
    # 1 to 6 days, 8, 10, and two never: rolled on day 1, so back a day later at the earliest.
    result = run(healing(), engine=engine, trials=200_000, seed=6)
    for day, wanted in ((1, 0), (2, 0.1), (3, 0.2), (7, 0.6), (8, 0.6), (9, 0.7), (10, 0.7), (11, 0.8), (20, 0.8)):
        found = result.by_turn("fit", day)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12)), day
        over = result.probability("all_back", by_turn=day)
        assert over.value == pytest.approx(0.2 + wanted, abs=max(5 * over.se, 1e-12)), day
    for name, wanted in (("rolls", 1), ("returned", 0.8)):
        found = result.tally(name)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12)), name


def test_one_wound_since_croisades():
    # A turn is three days: 1-2 one turn, 3-4 two, 5 three; of the sixes a third dies and the others take five turns.
    result = exact(CROISADES)
    assert fit_by_day(result, 3, 4, 6, 7, 9, 10, 15, 16) == close(
        [0, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 5 / 6, 5 / 6, 17 / 18]
    )
    assert result.mean("dead").value == close(1 / 18)
    assert result.mean("out").value == 0
    # The second roll is not counted.
    assert result.tally("rolls").value == close(1)


def test_a_roll_every_evening():
    # Back with a 1 (tomorrow), out with 9 and 10; with any other number he waits for the next evening.
    result = exact(DAILY)
    for day in range(1, 21):
        chance = sum(0.1 * 0.7**evening for evening in range(day - 1))
        assert result.by_turn("fit", day).value == close(chance)
        waiting = 0.7**day + 0.1 * 0.7 ** (day - 1)
        assert result.by_turn("wounded", day).value == close(waiting)
    assert result.tally("rolls").value == close(sum(0.7**evening for evening in range(20)))


def test_a_roll_every_strategic_turn():
    # On days 3, 6, 9 ...: a third is back three days later, one in eighteen dies, the others roll again.
    result = exact(DAILY | CROISADES)
    waits = 1 - 1 / 3 - 1 / 18
    assert fit_by_day(result, 5, 6, 8, 9, 12) == close([0, 1 / 3, 1 / 3, (1 + waits) / 3, (1 + waits + waits**2) / 3])
    assert result.tally("rolls").value == close(sum(waits**number for number in range(6)))


@pytest.mark.parametrize("day", [2, 5, 9, 11])
def test_men_heal_by_themselves(day):
    # The number who are back is binomial, with the chance of one man.
    chance = Fraction({2: 1, 5: 4, 9: 7, 11: 8}[day], 10)
    result = exact(wounded=5, fit=3)
    fit = next(one for one in result.watched if one.name == "fit")
    for back in range(6):
        wanted = sum(comb(5, k) * chance**k * (1 - chance) ** (5 - k) for k in range(back, 6))
        assert fit.at_least(day, 3 + back).value == close(float(wanted))


def test_strength_by_day_has_quantiles():
    fit = next(one for one in exact(wounded=5, fit=3).watched if one.name == "fit")
    # Four days have passed for 4 in 10: one of five at most in 34 of 100 cases, two at most in 68.
    assert [fit.quantile(5, share) for share in (0.3, 0.5, 0.9)] == [4, 5, 6]


def test_casualties_later():
    fall = {"day": 3, "men": 2, "from": "fit"}
    result = exact(fit=5, wounded=0, casualties=[fall])
    assert fit_by_day(result, 2, 3, 4, 13) == close([5, 3, 3.2, 4.6])
    # No more than there are, and outside men besides.
    result = exact(fit=1, wounded=0, casualties=[fall, {"day": 3, "men": 4, "from": "outside"}])
    assert result.tally("rolls").value == close(5)
    assert result.by_turn("fit", 3).value == close(0)
    # Who comes from outside was not one of the fit.
    result = exact(fit=9, wounded=0, casualties=[fall, {"day": 3, "men": 4, "from": "outside"}])
    assert result.by_turn("fit", 3).value == close(7)
    # Two entries of one day add up.
    assert exact(fit=5, wounded=0, casualties=[fall, fall]).by_turn("fit", 3).value == close(1)
    # Nobody is wounded before, but some will be.
    assert result.probability("all_back", by_turn=2).value == 0


def test_who_is_back_may_be_wounded_again():
    # Back on day 2 (a 1 of ten), he is the only one who can fall on day 3, and rolls then.
    result = exact(casualties=[{"day": 3, "men": 1}])
    assert result.tally("rolls").value == close(1 + 0.2)
    game = play_trace(healing(casualties=[{"day": 3, "men": 1}]), dice=[1, 2])
    assert (game.turn, game.measures["fit"], game.tallies["returned"]) == (5, 1, 2)


def test_the_strength_that_is_wanted():
    # Two of two wanted: both have to be back.
    result = exact(wounded=2, wanted=2)
    assert result.probability("strength", by_turn=2).value == close(0.01)
    assert result.probability("strength").value == close(0.64)
    assert result.probability("all_back").value == close(0.36)
    assert exact(fit=3, wanted=3).probability("strength", by_turn=1).value == 1


def test_no_strength_is_an_ending_where_none_is_wanted():
    assert exact(wounded=2).endings == ("all_back",)
    assert exact(wounded=2).probability("all_back").value == 1
    assert exact(wounded=2, wanted=2).endings == ("strength", "all_back")


def test_more_men_never_make_it_weaker():
    by_fit = [exact(fit=fit, wounded=3, wanted=5).probability("strength").value for fit in range(2, 6)]
    assert np.all(np.diff(by_fit) > 0)
    by_wounded = [exact(fit=3, wounded=wounded, wanted=5).probability("strength").value for wounded in range(2, 7)]
    assert np.all(np.diff(by_wounded) > 0)
    by_wanted = [exact(fit=3, wounded=4, wanted=wanted).probability("strength").value for wanted in range(3, 8)]
    assert np.all(np.diff(by_wanted) < 0)


def test_a_changed_cell_counts():
    rules = SIEGE.replaced(cells=[CellChange("healing-d10", "9", "days", "1")])
    assert exact(rules=rules).by_turn("fit", 2).value == close(0.2)
    # Without any 1 nobody comes back under daily rolls.
    rules = SIEGE.replaced(cells=[CellChange("healing-d10", "1", "days", "2")])
    assert exact(DAILY, rules=rules).mean("fit").value == 0


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
@pytest.mark.parametrize("which", ["healing-six", "healing-garrison"])
def test_every_edition_plays_it(which, name):
    result = run(build(load_scenario(which), load_rules(name)), engine="monte-carlo", trials=2_000, seed=1)
    assert result.weights.sum() == close(1)


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"fit": -1}, "fit", "0 to 500"),
        ({"wounded": 61}, "wounded", "0 to 60"),
        ({"wounded": 0, "casualties": []}, "wounded", "1 to 60"),
        ({"wounded": 50, "casualties": [{"day": 2, "men": 11}]}, "wounded", "1 to 60"),
        ({"wanted": 0}, "wanted", "1 to 500"),
        ({"casualties": [{"day": 1, "men": 1}]}, "casualties.1.day", "at least 2"),
        ({"casualties": [{"day": 16, "men": 1}]}, "casualties.1.day", "day 15 is the last"),
        ({"casualties": [{"day": 3, "men": 0}]}, "casualties.1.men", "1 to 60"),
        ({"casualties": [{"day": 3, "men": 1, "from": "fitt"}]}, "casualties.1.from", "fit"),
        ({"casualties": [{"day": 3, "man": 1}]}, "casualties.1", "men"),
        ({"turns": 0}, "turns", "1 to 200"),
        ({"policies": {"wait": True}}, "policies", "unknown"),
    ],
)
def test_one_mistake_one_message(changes, path, words):
    with pytest.raises(DataError) as caught:
        load_scenario("healing-six").replaced(changes)
    assert caught.value.path.startswith(path)
    assert words in str(caught.value)


def test_the_report_of_a_few_days():
    plan = {"fit": 1, "wounded": 2, "turns": 4, "wanted": 3, "casualties": [{"day": 2, "men": 9, "from": "fit"}]}
    game = play_trace(healing(CROISADES, **plan), dice=[6, 2, 1, 5])
    assert [event.text for event in game.events] == [
        "man 1: healing, die 6 -> reroll (roll again on healing-croisades-reroll)",
        "man 1: second roll, die 2 -> dies (dies of the wound)",
        "man 2: healing, die 1 -> 1 (1 turn)",
        "wounded: 1",
        "man 1: healing, die 5 -> 3 (3 turns)",
        "fit again: 1",
    ]
    assert game.ending == "undecided"
    assert game.measures == {"fit": 1, "wounded": 1, "out": 0, "dead": 1}
    game = play_trace(healing(DAILY, turns=2), dice=[4, 1])
    assert "he rolls again before that" in [event.text for event in game.events]
