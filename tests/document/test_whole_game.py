"""The page of a whole game says in every position what the program says, offline, on a phone, in all languages."""

import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

import mangonel.document.offline as page_module
from document.reading import data_of
from document.test_page_in_a_browser import NAMELESS, opened
from mangonel.cli.main import command
from mangonel.document import levers, positions
from mangonel.engine.position import position
from mangonel.errors import DataError, MangonelError
from mangonel.games.scenario import build, load_scenario, usual_sweep
from mangonel.games.system import usual_system
from mangonel.rules.loading import load_rules
from mangonel.rules.words import locale_names
from mangonel.studies.decide import best
from mangonel.studies.tablebase import tablebase
from mangonel.studies.tactics import policies_of

pytestmark = pytest.mark.slow

NAMES = ("besiegers_living", "defenders_living", "oil", "ladders_up")
PLACES = (
    (1, {}),
    (4, {"besiegers_living": 3}),
    (5, {"besiegers_living": 2, "oil": 0}),
    (6, {"defenders_living": 2, "ladders_up": 1}),
)


@pytest.fixture(scope="module")
def scene():
    """A short assault by few men."""
    return load_scenario("ladder-one").replaced({"besiegers.men": 4, "turns": 8}), load_rules("siege")


@pytest.fixture(scope="module")
def found(scene):
    return tablebase(build(*scene), NAMES, "besiegers")


@pytest.fixture(scope="module")
def sides(scene):
    """The best decisions of each side against the best of the other."""
    return {side: best(*scene, side, against="best") for side in ("besiegers", "defenders")}


def named(table, wanted):
    """Return the only row of a tablebase that is named by these numbers alone."""
    table = table.pooled(tuple(wanted) or NAMES[:1]) if wanted else table
    rows = [
        row
        for row in range(table.numbers.shape[1])
        if all(table.numbers[table.names.index(name), row] == value for name, value in wanted.items())
    ]
    return table, rows


@pytest.mark.parametrize(("turn", "wanted"), PLACES[1:])
def test_a_position_has_the_odds_and_the_losses_of_the_program(scene, found, sides, turn, wanted):
    process = build(*scene)
    place = position(process, turn, wanted)
    table, (row,) = named(found, wanted)
    assert table.weight[turn - 1, row] == pytest.approx(place.share, rel=1e-6)
    result = place.run(engine="exact")
    for number, ending in enumerate(result.all_endings[-1:] + tuple(result.endings)):
        assert table.endings[number, turn - 1, row] == pytest.approx(result.probability(ending).value, abs=1e-9)
    told = {(one.phase, one.decision): one for one in table.advice}
    seen = 0
    for study in sides.values():
        for moment in study.at(place):
            one = told.get((moment.phase, moment.decision))
            for option in moment.options if one else ():
                number = one.options.index(option.text)
                share = one.share[turn - 1, row]
                assert share == pytest.approx(moment.share, abs=1e-9)
                assert one.lost[number, turn - 1, row] / share == pytest.approx(option.loss, abs=1e-9)
                assert one.allowed[number, turn - 1, row] / share == pytest.approx(option.allowed, abs=1e-9)
                seen += 1
            assert one or max(option.loss for option in moment.options) < 0.005
    assert seen > 8


def test_both_sides_deciding_best_have_the_value_that_each_finds(found, sides):
    for study in sides.values():
        assert found.best[0, found.weight[0] > 0.5] == pytest.approx(study.value, abs=1e-12)
    assert set(found.signs.values()) == {1, -1}


def test_positions_to_which_only_other_decisions_lead_are_there_and_weigh_nothing(scene, found):
    process = build(*scene)
    for turn, weight in enumerate(found.weight, start=1):
        assert weight.sum() == pytest.approx(position(process, turn).share, abs=1e-9)
    assert ((found.weight > 0) & (found.weight < 1e-9)).any()
    # From there the odds are those of the position itself, not of nothing.
    rare = (found.weight > 0) & (found.weight < 1e-9)
    assert found.endings[:, rare].sum(axis=0) == pytest.approx(1.0)


def test_decisions_that_hardly_any_game_comes_to_are_told_too(found):
    assert ("defenders' melee at ladder 1", "aim") in {(one.phase, one.decision) for one in found.advice}


def test_a_game_without_a_limit_or_too_large_names_ways_out(scene):
    with pytest.raises(DataError, match="--set turns=20"):
        tablebase(replace(build(*scene), turns=None), NAMES, "besiegers")
    with pytest.raises(MangonelError, match="--max-states"):
        tablebase(build(*scene), NAMES, "besiegers", state_limit=100)


def exported(file, name, *settings):
    # With one single roll, which has few cases, levers of two policies and a number, and two languages.
    roll = [one for one in usual_system().questions() if one.name == "topple"]
    few = replace(usual_system(), questions=lambda: roll)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_module, "system_of", lambda _: few)
        patch.setattr(levers, "policies_of", lambda scenario: dict([*policies_of(scenario).items()][:2]))
        patch.setattr(positions, "locale_names", lambda: ("de", "en"))
        patch.setattr(levers, "usual_sweep", lambda scenario: usual_sweep(scenario)[:1])
        asked = ["export", name, *settings, "--out", str(file)]
        assert CliRunner().invoke(command, asked, catch_exceptions=False).output.strip() == str(file)
    return file


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page with a slider, written by the command."""
    settings = ["--set", "turns=8", "--x", "besiegers.men=3,4", "--rules", "siege", "--rules", "croisades"]
    file = tmp_path_factory.mktemp("page") / "new" / "assault.html"
    return exported(file, "ladder-one", *settings, "--set", "besiegers.men=4")


def test_positions_are_those_of_the_side_that_is_asked_about(tmp_path):
    file = exported(tmp_path / "ram.html", "ram-gate", "--set", "turns=5", "--no-sliders", "--rules", "siege")
    data = data_of(file.read_bytes())
    assert data["texts"][data["game"]["wanted"]][0] == "defenders win"
    assert [ending["wins"] for ending in data["game"]["endings"]].count(True) == 3


def test_without_a_script_it_shows_sentence_and_picture(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?!data:|#)|@import|url\((?!data:|#)', text)
    assert "Without scripts this page shows its picture only" in text
    shown = text.partition('id="data"')[0]
    assert "<svg" in shown
    assert "in 100" in shown
    assert page.stat().st_size < 5_000_000


def test_it_holds_the_sliders_and_every_language(page):
    data = data_of(page.read_bytes())
    assert [axis["values"] for axis in data["game"]["axes"]] == [[3, 4]]
    assert len(data["game"]["tables"]) == 4
    assert len(data["game"]["pictures"]) == len(set(data["game"]["findings"])) == len(data["languages"]) == 2
    assert {words.language for words in positions.page_languages("de")} == set(locale_names())


def test_what_does_not_go_together_is_refused(tmp_path):
    out = ["--out", str(tmp_path / "page.html")]
    for wrong in (
        ["--workers", "2"],
        ["ladder-one", "--no-sliders", "--x", "turns=4,5"],
        ["ladder-one", "--y", "turns=4,5"],
    ):
        assert CliRunner().invoke(command, ["export", *wrong, *out]).exit_code == 2
    with pytest.raises(DataError, match=r"--x: besiegers\.mice"):
        CliRunner().invoke(command, ["export", "ladder-one", "--x", "besiegers.mice=3,4", *out], catch_exceptions=False)
    assert list(tmp_path.iterdir()) == []


def numbers_in(section):
    """Return the numbers that a section shows: the chance, that of best decisions, and losses by option."""
    said = {
        kind: float(section.locator(f".{kind}").inner_text().split("\u00a0")[0].split()[0])
        for kind in ("chance", "optimal")
    }
    losses = {}
    for head, options in zip(section.locator("h4").all(), section.locator(".options").all(), strict=True):
        for option in options.locator("li").all():
            loss = option.locator(".loss")
            text = loss.inner_text() if loss.count() else "0.0"
            losses[head.inner_text(), option.inner_text().removesuffix(text)] = text.strip("\u2212 ").partition(" ")
    return said, losses


def test_the_page_shows_the_numbers_of_the_program_to_the_digit(browser, page, scene, sides):
    process = build(*scene)
    shown, wrong = opened(browser, page, ready="#positions section")
    for turn, wanted in PLACES:
        place = "".join(f"&{name}={value}" for name, value in wanted.items())
        shown.goto(f"{page.as_uri()}#lang=en&turn={turn}{place}")
        shown.wait_for_selector(f"#turn output:text-is('{turn}')")
        said, losses = numbers_in(shown.locator("#positions section").first)
        place = position(process, turn, wanted)
        chance = place.run(engine="exact").probability("besiegers").value
        assert said["chance"] == pytest.approx(100 * chance, abs=0.0501)
        mean = sides["besiegers"].solution.values[turn - 1][sides["besiegers"].chain.states.add(place.people.words), 0]
        assert said["optimal"] == pytest.approx(100 * float(mean @ place.people.weights), abs=0.0501)
        expected = [option for study in sides.values() for moment in study.at(place) for option in moment.options]
        assert losses
        for loss, _, mark in losses.values():
            assert (
                min(abs(100 * one.loss - float(loss)) for one in expected if one.mark == mark or loss == "0.0") < 0.0511
            )
    assert wrong == []
    # What hardly ever happens is not said to be nothing; what no plan leads to is.
    assert shown.evaluate("[2e-8, 1e-24].map((share) => inPercent(share, 1e-11))") == ["<0.1\u00a0%", "0\u00a0%"]


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_by_hand_on_a_phone_and_on_a_desk(browser, page, width, scheme):
    shown, wrong = opened(browser, page, width, scheme, ready="#positions section")
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    assert shown.evaluate(NAMELESS) == 0
    first = shown.text_content("#positions")
    shown.focus("#turn input")
    shown.keyboard.press("ArrowRight")
    shown.focus("#axes input")
    shown.keyboard.press("ArrowLeft")
    assert "turn=2" in shown.url
    assert "besiegers.men=3" in shown.url
    other = shown.text_content("#positions")
    assert other != first
    shown.select_option("#language", label="Deutsch")
    assert "in dieser Stellung" in shown.text_content("#positions") or "Stellung" in shown.text_content("main")
    front, game = (svg for svg in shown.locator("#picture svg").all() if svg.is_visible())
    assert max(svg.bounding_box()["width"] for svg in (front, game)) <= width, "they need no scrolling"
    assert (front.evaluate("svg => getComputedStyle(svg).filter") == "none") == (scheme == "light")
    assert "Startwert" in shown.text_content("#picture")
    shown.select_option("#language", label="English")
    shown.reload()
    shown.wait_for_selector("#positions section")
    assert shown.text_content("#positions") == other, "the address holds what was asked"
    shown.click("#again")
    assert shown.text_content("#positions") == first
    shown.click("#to-rolls")
    assert shown.locator("#answers section").first.is_visible()
    assert not shown.locator("#positions").is_visible()
    assert wrong == []
