"""Bombardment: odds worked by hand from the battering table, what every policy and option moves, and wrong files.

Faces of the die that damage: 10 at 1 point, 9-10 at 3, 7-10 at 6, 5-10 at 9, 3-10 at 12 and more.
"""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.cryhavoc.bombardment import Battery
from mangonel.systems.scenario import build, load_scenario

SIEGE = load_rules("siege")
OUTER = {"name": "wall", "wall": "outer"}
LAST = OUTER | {"marks": 3}


def scenario(hexes=(LAST,), light=0, heavy=0, **changes):
    engines = {"engines.light": light, "engines.heavy": heavy}
    named = {key.replace("__", "."): value for key, value in changes.items()}
    return load_scenario("bombardment-curtain").replaced(
        {"wanted": 1, "hexes": [dict(one) for one in hexes], **engines} | named
    )


def bombarded(*hexes, options=None, **changes):
    rules = SIEGE.replaced(options=options or {})
    return run(build(scenario(hexes or (LAST,), **changes), rules), engine="exact")


def breached(*hexes, by, **changes):
    return bombarded(*hexes, turns=by, **changes).probability("breached").value


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_a_single_light_engine(engine):
    # Damages on a 10, is damaged on a 1 and out of action the day after. Whole on day 2: 8 in 10; on day 3: 0.64 + 0.1.
    sequence = build(scenario(light=1, turns=200), SIEGE)
    result = run(sequence, engine=engine, trials=200_000, seed=4)
    for day, wanted in ((1, 0.1), (2, 0.18), (3, 0.254)):
        found = result.probability("breached", by_turn=day)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12))
    # m = 1 + 0.8 m + 0.1 (1 + m) days in the mean, a tenth of the rolls followed by an idle day; 10 rolls to a 10.
    for name, wanted in (("turn", 11), ("rolls", 10), ("points_damaged", 1), ("idle_days", 1)):
        found = result.mean(name) if name == "turn" else result.tally(name)
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-5)), name


def test_one_of_two_heavy_engines_under_repair():
    # 6 points damage on 7-10; a 1 (2C) or 2 (1C) sends one engine into repair: 3 points, 9-10.
    assert breached(heavy=2, by=1) == pytest.approx(0.4, abs=1e-12)
    assert breached(heavy=2, by=2) == pytest.approx(0.4 + 0.4 * 0.4 + 0.2 * 0.2, abs=1e-12)


def test_four_marks_are_four_days_at_least():
    # 12 points with two damages to engines a day: only whole days are looked at.
    assert breached(OUTER, heavy=8, by=3) == 0
    assert breached(OUTER, heavy=8, by=4) == pytest.approx(0.8**4, abs=1e-12)
    assert breached(OUTER | {"marks": 2}, heavy=8, by=2) == pytest.approx(0.64, abs=1e-12)


@pytest.mark.parametrize(
    ("damaged", "by_light", "by_heavy"),
    [("least", 1 + 2 + 3, 1 + 3 + 3), ("light-first", 1 + 2 + 3, 1 + 4 + 4), ("heavy-first", 3 + 3 + 3, 3 + 3 + 3)],
)
def test_which_engines_take_the_damage(damaged, by_light, by_heavy):
    # 10 points: 1C, 2C and 3C come once in ten each. Four light and two heavy engines; one light and three heavy.
    for light, heavy, points in ((4, 2, by_light), (1, 3, by_heavy)):
        found = bombarded(light=light, heavy=heavy, turns=1, policies__damaged=damaged)
        assert found.by_turn("points_under_repair", 1).value == pytest.approx(0.1 * points, abs=1e-12)
        # Points for themselves, whoever takes them.
        options = {"engine-repair": "points"}
        found = bombarded(light=light, heavy=heavy, turns=1, policies__damaged=damaged, options=options)
        assert found.by_turn("points_under_repair", 1).value == pytest.approx(0.1 * (1 + 2 + 3), abs=1e-12)


@pytest.mark.parametrize(("damaged", "after_1c"), [("least", 0.6), ("heavy-first", 0.4)])
def test_whom_damage_strikes_moves_the_breach(damaged, after_1c):
    # 10 points, 6 in 10. After 3C and 2C there are 7 and 8 left, after 1C 9, or 7 if a heavy engine takes it.
    found = breached(light=4, heavy=2, by=2, policies__damaged=damaged)
    assert found == pytest.approx(0.6 + 0.1 * (0.4 + 0.4 + after_1c) + 0.1 * 0.6, abs=1e-12)


@pytest.mark.parametrize(("value", "after_1c"), [("engines", 0.0), ("points", 0.1)])
def test_engine_repair(value, after_1c):
    # A heavy engine alone: 3 points, 2 in 10. After 1C it is away for a day, or there are two points, column 1.
    found = breached(heavy=1, by=2, options={"engine-repair": value})
    assert found == pytest.approx(0.2 + 0.1 * after_1c + 0.7 * 0.2, abs=1e-12)


def test_points_missing_are_those_of_idle_engines_first():
    # Five heavy engines kept back to 12 points and one hex: the fifth stays back. 2C of the first day cost nothing then.
    plan = {"policies__allocation": "keep-back", "options": {"engine-repair": "points"}}
    found = breached(OUTER | {"marks": 2}, heavy=5, by=2, **plan)
    assert found == pytest.approx(0.64, abs=1e-12)


@pytest.mark.parametrize(
    ("policy", "wanted"),
    [("concentrate", 0.8), ("spread", 1 - 0.4 * 0.6), ("keep-back", 1 - 0.2 * 0.8)],
)
def test_allocation(policy, wanted):
    # Five heavy engines at two hexes: 15 and none; 9 and 6; 12 and 3.
    hexes = (LAST, LAST | {"name": "other"})
    assert breached(*hexes, heavy=5, by=1, policies__allocation=policy) == pytest.approx(wanted, abs=1e-12)


def test_spread_looks_at_points():
    # Heavy engines 1 to 3 go to A, B, C; the first light one to A, the next to B.
    hexes = [LAST | {"name": name} for name in "ABC"]
    game = play_trace(build(scenario(hexes, light=2, heavy=3, turns=1, policies__allocation="spread"), SIEGE), seed=0)
    shots = [event.text for event in game.events if event.text.startswith("at ")]
    assert [text.partition(": ")[2].partition(" (")[0] for text in shots] == [
        "1 light, 1 heavy",
        "1 light, 1 heavy",
        "0 light, 1 heavy",
    ]


@pytest.mark.parametrize(("value", "chance"), [("-1", 0.5), ("0", 0.6)])
def test_towers_and_the_keep_are_harder(value, chance):
    options = {"tower-keep-minus-one": value}
    tower = LAST | {"wall": "tower"}
    assert breached(tower, heavy=3, by=1, options=options) == pytest.approx(chance, abs=1e-12)
    assert breached(LAST, heavy=3, by=1, options=options) == pytest.approx(0.6, abs=1e-12)
    keeps = ({"name": "keep", "wall": "keep", "marks": 3}, {"name": "its side", "wall": "keep", "marks": 1})
    beside = options | {"keep-bombardment-condition": "keep-damaged"}
    assert breached(*keeps, heavy=3, by=1, options=beside) == pytest.approx(chance, abs=1e-12)


def test_a_die_below_1_is_a_1():
    # 12 points at a tower: 1 and 2 cost four points, 3 three, 4 two, 5 one.
    found = bombarded(LAST | {"wall": "tower"}, heavy=4, turns=1)
    assert found.tally("points_damaged").value == pytest.approx(0.1 * (4 + 4 + 3 + 2 + 1), abs=1e-12)


@pytest.mark.parametrize(("value", "chance"), [("below", 0.4), ("above", 0.6)])
def test_between_columns(value, chance):
    # 8 points.
    found = breached(light=2, heavy=2, by=1, options={"between-columns": value})
    assert found == pytest.approx(chance, abs=1e-12)


WARD = {"name": "ward", "wall": "inner"}


@pytest.mark.parametrize(
    ("count", "marks", "chance"), [("4", 0, 0.0), ("1", 0, 1.0), ("4", 3, 1.0)], ids=["four", "one", "the last"]
)
def test_an_inner_wall_is_shot_at_from_the_morning_after_the_breach(count, marks, chance):
    # The ward is wanted first, but the wall before it has to be down.
    hexes = (WARD | {"marks": marks, "before": "wall"}, LAST)
    options = {"inner-wall-d-count": count}
    assert breached(*hexes, heavy=5, by=1, wanted=2, options=options) == 0
    # Breach 8 in 10, engines left are 12 points or more on all of these days.
    assert breached(*hexes, heavy=5, by=2, wanted=2, options=options) == pytest.approx(0.64 * chance, abs=1e-12)


def test_which_hex_stands_before_an_inner_one():
    tower = LAST | {"name": "tower", "wall": "tower"}
    hexes = [LAST, WARD | {"marks": 3}, tower]
    # 12 points on the first, 12 on the last; only the first opens the ward if it is said so.
    plan = {"heavy": 9, "by": 2, "wanted": 3, "policies__allocation": "keep-back"}
    hexes[1]["before"] = "wall"
    named = breached(*hexes, **plan)
    del hexes[1]["before"]
    either = breached(*hexes, **plan)
    assert 0 < named < either


@pytest.mark.parametrize(("value", "idle"), [("outer-breach", 1.0), ("keep-damaged", 0.0)])
def test_when_the_keep_may_be_bombarded(value, idle):
    # Nothing stands before these keep hexes; one is damaged, so the other may be shot at, but not it itself.
    keeps = ({"name": "damaged", "wall": "keep", "marks": 1}, {"name": "whole", "wall": "keep"})
    found = bombarded(*keeps, heavy=3, turns=1, options={"keep-bombardment-condition": value})
    assert found.tally("idle_days").value == idle
    assert found.tally("damages").value == pytest.approx(0.5 * (1 - idle), abs=1e-12)
    assert found.mean("marks").value == pytest.approx(1 + 0.5 * (1 - idle), abs=1e-12)


def test_relief_comes_in_the_evening():
    found = bombarded(heavy=3, turns=9, relief=1)
    assert found.probability("breached").value == pytest.approx(0.6, abs=1e-12)
    assert found.probability("relieved").value == pytest.approx(0.4, abs=1e-12)
    assert bombarded(heavy=3, turns=2, relief=3).probability("relieved").value == 0


def test_more_engines_never_lower_the_odds():
    # The printed table damages at no lower rate in a higher column, and a larger battery has more left after a C.
    by_heavy = [breached(OUTER, heavy=heavy, by=12) for heavy in range(1, 9)]
    assert np.all(np.diff(by_heavy) >= 0)
    by_light = [breached(OUTER, light=light, heavy=1, by=12) for light in range(10)]
    assert np.all(np.diff(by_light) >= 0)
    by_marks = [breached(OUTER | {"marks": marks}, heavy=2, by=8) for marks in range(4)]
    assert np.all(np.diff(by_marks) > 0)
    by_wanted = [
        breached(*[OUTER | {"name": name} for name in "ABC"], heavy=6, by=12, wanted=wanted) for wanted in (1, 2, 3)
    ]
    assert np.all(np.diff(by_wanted) < 0)


def test_the_fewest_points_of_a_column():
    battery = Battery.of(SIEGE, 4, 5)
    aims = battery.allotted((4, 5), 4, "keep-back")
    # 19 points: 12 of four heavy engines, 6 of a heavy one and three light ones, and the last light one.
    assert aims == [(0, 4), (3, 1), (1, 0), (0, 0)]
    assert battery.allotted((4, 5), 0, "spread") == []
    above = Battery.of(SIEGE.replaced(options={"between-columns": "above"}), 1, 5)
    # Read upwards 10 points are enough for the last column.
    assert above.allotted((1, 5), 2, "keep-back") == [(1, 3), (0, 2)]


@pytest.mark.parametrize("policy", ["least", "light-first", "heavy-first"])
def test_damage_is_taken_whole_and_never_by_more_than_there_are(policy):
    battery = Battery.of(SIEGE, 3, 3)
    for group in battery.groups():
        for points in range(6):
            light, heavy = battery.damaged(group, points, policy)
            assert light <= group[0]
            assert heavy <= group[1]
            assert battery.points((light, heavy)) >= min(points, battery.points(group))


def test_what_is_watched_day_by_day():
    found = bombarded(LAST, LAST | {"name": "other"}, heavy=3, turns=3, wanted=2)
    assert found.by_turn("marks", 0).value == 6
    assert found.by_turn("marks", 1).value == pytest.approx(6.6, abs=1e-12)
    assert found.by_turn("hexes_down", 1).value == pytest.approx(0.6, abs=1e-12)
    assert found.tally("down:wall").value == pytest.approx(
        found.by_turn("hexes_down", 3).value - found.tally("down:other").value
    )


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
@pytest.mark.parametrize("which", ["bombardment-curtain", "bombardment-keep", "bombardment-relief"])
def test_every_edition_plays_it(which, name):
    result = run(build(load_scenario(which), load_rules(name)), engine="exact", state_limit=10_000)
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"engines": {}}, "engines", "at least one"),
        ({"engines.light": -1}, "engines.light", "0 to 20"),
        ({"hexes": []}, "hexes", "1 to 12"),
        ({"hexes": [OUTER, OUTER]}, "hexes.2.name", "two of this name"),
        ({"hexes": [{"name": "a", "wall": "outre"}]}, "hexes.1.wall", "outer"),
        ({"hexes": [OUTER, WARD | {"before": "wal"}]}, "hexes.2.before", "wall"),
        ({"hexes": [OUTER, WARD | {"before": "ward"}]}, "hexes.2.before", "wall"),
        ({"hexes": [OUTER | {"before": "wall"}]}, "hexes.1.before", "behind another"),
        ({"hexes": [OUTER | {"name": "x" * 41}]}, "hexes.1.name", "40 letters"),
        ({"hexes": [OUTER | {"mark": 2}]}, "hexes.1.mark", "marks"),
        ({"hexes": [OUTER], "wanted": 2}, "wanted", "must be 1"),
        ({"relief": 0}, "relief", "1 to 200"),
        ({"policies.allocation": "concentrated"}, "policies.allocation", "concentrate"),
        ({"policies.damaged": "heavy"}, "policies.damaged", "heavy-first"),
    ],
)
def test_one_mistake_one_message(changes, path, words):
    with pytest.raises(DataError) as caught:
        load_scenario("bombardment-curtain").replaced({"wanted": 1} | changes)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_a_hex_that_is_down_from_the_start_is_refused():
    hexes = (OUTER, WARD | {"marks": 1})
    with pytest.raises(DataError, match="down by so many marks") as caught:
        bombarded(*hexes, heavy=1, options={"inner-wall-d-count": "1"})
    assert caught.value.path == "hexes.2.marks"
    assert bombarded(*hexes, heavy=1, turns=1).mean("marks").value >= 1


def test_the_report_of_a_day():
    hexes = (LAST | {"name": "gate {1}"}, WARD)
    game = play_trace(build(scenario(hexes, heavy=4, wanted=2, turns=3), SIEGE), dice=[3, 10, 2])
    assert [event.text for event in game.events] == [
        "at gate {1}: 4 heavy (12 points)",
        "gate {1}: bombardment, die 3, 12+ points -> D/2C (wall damaged, engines lose 2 points)",
        "gate {1} is down",
        "damaged, under repair tomorrow: 1 heavy (3 points)",
        "under repair: 1 heavy (3 points)",
        "at ward: 3 heavy (9 points)",
        "ward: bombardment, die 10, 9 points -> D (wall damaged)",
        "ward has 1 of 4 D marks",
        "at ward: 4 heavy (12 points)",
        "ward: bombardment, die 2, 12+ points -> 3C (engines lose 3 points)",
        "damaged, under repair tomorrow: 1 heavy (3 points)",
    ]
    assert game.tallies["down:gate {1}"] == 1
