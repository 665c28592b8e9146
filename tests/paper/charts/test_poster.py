"""The front picture: a hundred games in proportion, the size of the file, and a title that is computed."""

import re
import struct
from types import SimpleNamespace

import pytest
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from cases import cases
from mangonel.document.levers import Tried, build_poster, front_of, lever_told, levers_of, levers_table, sampled_told
from mangonel.document.study import study_of
from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.explore.edits import edited
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.blocks import NARROW_WIDTH, PICTURE_WIDTH
from mangonel.paper.charts.poster import Lever, Poster, hundred, poster, visible
from mangonel.paper.charts.style import image, new_axes, root_figure
from mangonel.rules.loading import load_rules
from mangonel.rules.words import speaking
from mangonel.studies.attribute import attribute
from mangonel.studies.compare import compare
from mangonel.studies.tactics import tactics
from pace import slow_after
from paper.charts.measured import outside, overlaps, text_boxes

CASES = cases(__file__)
LITTLE = Estimate.of_exact(0.01)


@pytest.fixture(scope="module")
def found():
    few = load_scenario("melee-line").replaced({"turns": 3, "attackers.men": 3, "defenders.men": 3})
    return attribute(few, load_rules("siege"), load_rules("croisades"))


def test_a_hundred_games_stand_for_all():
    result = run(build(load_scenario("melee-line"), load_rules("siege")))
    games = hundred(result, "attackers")
    assert len(games) == 100
    for ending in result.all_endings:
        assert abs(sum(name == ending for name, _ in games) - 100 * result.probability(ending).value) <= 1.5
    won = round(100 * result.probability("attackers").value)
    wins = next(side.wins for side in result.sides if side.name == "attackers")
    assert {name for name, _ in games[:won]} <= set(wins)
    assert not {name for name, _ in games[won:]} & set(wins)


@pytest.fixture(scope="module")
def tried(found):
    scenario, rules = found.comparison.scenario, load_rules("siege")
    numbers = dict.fromkeys(("attackers.men", "defenders.men"), (2, 4))
    return Tried(scenario, tactics(scenario, rules, numbers), tactics(scenario, rules))


@pytest.mark.slow
@pytest.mark.parametrize("language", slow_after(0, ["en", "de"], 1))
def test_the_title_is_the_largest_lever(found, tried, language):
    with speaking(language):
        study = study_of(found, ending="attackers")
        levers = levers_of(study, tried)
        shown = build_poster(study, levers, "subject", "foot")
        said = lever_told(study, levers)
    base = found.comparison.left.probability("attackers").value
    sizes = [abs(lever.chance - base) for lever in levers]
    assert sizes == sorted(sizes, reverse=True)
    assert all(str(round(100 * chance)) in shown.title for chance in (levers[0].chance, base))
    assert str(round(100 * levers[0].chance)) in said


@pytest.mark.slow
@pytest.mark.parametrize(("path", "value", "language", "title"), CASES["test_the_title_is_a_sentence"])
def test_the_title_is_a_sentence(path, value, language, title):
    ladder, siege = load_scenario("ladder-one"), load_rules("siege")
    changed = tactics(ladder, siege, {path: (value,)})
    tried = Tried(ladder, changed) if path == "towers.men" else Tried(ladder, decisions=changed)
    with speaking(language):
        study = study_of(run(build(ladder, siege)), ending="besiegers")
        assert build_poster(study, levers_of(study, tried), "subject", "foot").title.startswith(title)


@pytest.mark.slow
def test_shades_of_one_side_are_told_apart_in_grey_by_a_band():
    result = run(build(load_scenario("ladder-one"), load_rules("siege")))
    drawn = poster(Poster("title", "", "", {"siege": result}, "besiegers", ()))
    bands = [box for box in drawn.patches if isinstance(box, Rectangle) and box.get_clip_path() is not None]
    games = hundred(result, "besiegers")
    assert {ending for ending, _ in games} >= {"foothold", "cleared", "repulsed"}
    # One more stands beside the name.
    assert len(bands) == 1 + sum(ending == "cleared" for ending, _ in games)


def test_games_that_nobody_wins_have_round_shields():
    result = run(build(load_scenario("fire-camp"), load_rules("siege")))
    drawn = poster(Poster("title", "", "", {"siege": result}, "besiegers", ()))
    rings = Path.circle().codes.tolist()
    shapes = [one.get_path().codes.tolist() == rings for one in drawn.patches if isinstance(one, PathPatch)]
    # One more stands beside the name.
    assert sum(shapes) == 1 + sum(ending == "burnt_out" for ending, _ in hundred(result, "besiegers"))


@pytest.mark.slow
@pytest.mark.parametrize("levers", slow_after(0, [30, 3], 1))
def test_a_long_title_and_many_levers_leave_room_for_the_rest(levers):
    result = run(build(load_scenario("ladder-one"), load_rules("siege")))
    many = [
        Lever(f"a rather long name of a change, number {place}", str(place % 3), 0.9, "", LITTLE)
        for place in range(levers)
    ]
    shown = Poster("title " * 30, "subtitle " * 60, "foot", {"a": result, "b": result}, "besiegers", many)
    drawn = poster(shown)
    boxes = text_boxes(root_figure(drawn))
    assert " ".join(text for text, _ in boxes).count("title ") == 90
    assert outside(root_figure(drawn), boxes) == []
    assert min(box.y0 for text, box in boxes if text != "foot") >= next(box.y0 for text, box in boxes if text == "foot")


@pytest.mark.slow
def test_a_decision_after_which_nothing_is_open_is_no_lever():
    ladder, siege = load_scenario("ladder-one"), load_rules("siege")
    never = tactics(ladder, siege, {"policies.attack_from": ("12-1+",)})
    seldom = tactics(ladder, siege, {"policies.facing": ("fight",)})
    study = study_of(run(build(ladder, siege)), ending="besiegers")
    assert levers_of(study, Tried(ladder, decisions=never)) == ()
    (lever,) = levers_of(study, Tried(ladder, decisions=seldom))
    assert lever.chance == pytest.approx(seldom.choices[0].result.probability("besiegers").value)


def test_title_and_scale_have_the_same_levers_and_begin_at_the_chance_that_is_drawn():
    levy, siege = load_scenario("panic-levy"), load_rules("siege")
    study = study_of(run(build(levy, siege)), ending="enemies")
    base = study.asked.sides[0].value
    tried = Tried(levy, tactics(levy, siege, {"knights": (1,)}, engine="monte-carlo", trials=4000))
    (lever,) = levers_of(study, tried)
    assert lever.chance - base == pytest.approx(tried.numbers.choices[0].difference("enemies").value)
    assert "6.9\xa0points (" in levers_table(study, (lever,))[0].rows[0][2]
    short = study_of(run(build(levy.replaced({"turns": 2}), siege)), ending="enemies")
    assert 0 <= short.asked.sides[0].value < 0.05
    assert levers_of(short, tried)[0].chance == 0
    levers = [Lever(name, "g", base + by, f"{name} said", LITTLE) for name, by in (("half", 0.004), ("more", 0.06))]
    assert visible(levers, base) == levers[1:]
    titles = [build_poster(study, tuple(some), "subject", "foot").title for some in (levers, levers[:1])]
    assert titles[0] == "more said"
    assert "half" not in titles[1]
    little = (Lever("some", "g", base + 0.03, "some said", LITTLE),)
    titles = [build_poster(study, little, "", "", all_tried=all_tried).title for all_tried in (True, False)]
    assert [title.startswith("No single change matters much") for title in titles] == [True, False]


def fitting(picture):
    for width, height in ((PICTURE_WIDTH, picture.height), (NARROW_WIDTH, picture.narrow)):
        figure = root_figure(picture.draw(ax=new_axes(width, height)))
        boxes = text_boxes(figure)
        assert overlaps(boxes) == outside(figure, boxes) == []
        yield boxes


@pytest.mark.slow
def test_the_picture_has_the_size_of_a_post_and_is_as_high_as_it_says(found, tried):
    study = study_of(found, ending="attackers")
    levers = levers_of(study, tried)
    drawn = poster(build_poster(study, levers, "subject", "foot"))
    assert struct.unpack(">II", image(drawn, "png")[16:24]) == (1200, 675)
    assert image(drawn).startswith(b"<?xml")
    assert all(fitting(front_of(study, levers)))


@pytest.mark.slow
@pytest.mark.parametrize("others", slow_after(0, [(("croisades", "siege-de"),), (("croisades",),)], 1))
def test_each_of_several_rule_sets_has_its_shields(others):
    # The last is like the first here, and the second is not.
    siege = load_rules("siege")
    alike = siege.applying(edited(siege, (), "cell", "melee-mounted.1.1-1", "F"))
    rules = [siege, *map(load_rules, others), alike]
    found = compare(load_scenario("ladder-one").replaced({"turns": 6}), *rules)
    picture = front_of(study_of(found, ending="besiegers"), ())
    assert [sum(text.endswith("in 100") for text, _ in boxes) for boxes in fitting(picture)] == [len(rules)] * 2


def test_the_foot_says_how_sure_it_is():
    duel = build(load_scenario("panic-one"), load_rules("siege"))
    assert sampled_told(study_of(run(duel))) == "exact"
    sampled = run(duel, engine="monte-carlo", trials=400)
    with speaking("de"):
        assert re.fullmatch(r"400 Partien simuliert, ± \d,\d Punkte", sampled_told(study_of(sampled)))


@pytest.mark.parametrize(
    ("change", "times"), [(0.2, ""), (0.03, " That is 10 times as much as all of B."), (0.0001, "")]
)
def test_a_lever_is_set_beside_rules_that_do_something(change, times):
    asked = SimpleNamespace(difference=Estimate.of_exact(change), sides=(Estimate.of_exact(0.6),))
    study = SimpleNamespace(asked=asked, labels=("A", "B"))
    assert lever_told(study, (Lever("more men", "Forces", 0.9, "It wins", LITTLE),)) == f"It wins.{times}"
