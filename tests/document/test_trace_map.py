"""A game as a map: the counters of each frame are those of the game, and its words those of the language."""

import re
from xml.etree import ElementTree as ET

import pytest

import mangonel as mg
from mangonel.document.html import html_bytes
from mangonel.document.model import ReportText
from mangonel.document.scenario import build_report, likely_game
from mangonel.document.study import study_of
from mangonel.document.trace_map import trace_svg
from mangonel.document.typst import plain_report
from mangonel.engine.owners import naming
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.charts.layout import text_width
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, speaking, words
from rules.words.marking import said_in

SVG = "{http://www.w3.org/2000/svg}"


def played(name, seed=4):
    scenario = load_scenario(name)
    return play_trace(build(scenario, load_rules(scenario.system.rules)), seed=seed)


def men(frame, side):
    return sum(counter.number for spot in frame.spots for counter in spot.counters if counter.side == side)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["ladder-two", "ladder-panic", "siege-tower-one", "sortie-knights", "volley-knights"])
def test_everybody_who_lives_is_on_the_board(name, seed):
    game = played(name, seed)
    assert [frame.turn for frame in game.frames] == list(range(game.turn + 1))
    for frame in game.frames:
        for side in ("besiegers", "defenders", "targets"):
            assert men(frame, side) == frame.watched.get(f"{side}_living", 0), (frame.turn, side)


@pytest.mark.parametrize("seed", range(4))
def test_the_ram_moves_up_to_the_wall_with_its_men(seed):
    game = played("ram-gate", seed)
    places = [
        next(spot.column for spot in frame.spots if any(counter.state == "ram" for counter in spot.counters))
        for frame in game.frames
    ]
    assert places == sorted(places)
    assert men(game.frames[0], "besiegers") == 6


@pytest.mark.parametrize(("lang", "still", "turns"), [("en", False, None), ("de", True, 8)])
def test_a_frame_a_turn_or_eight_for_paper(lang, still, turns):
    game, language = played("ladder-one"), load_locale(lang)
    text = said_in(lang, trace_svg, game, "<a & b>", still=still)
    root = ET.fromstring(text)
    groups = [one for one in root if one.tag == f"{SVG}g"]
    signs = [one for one in groups if one.find(f"{SVG}title") is not None]
    frames = [one for one in groups if one not in signs]
    assert len(frames) == (turns or game.turn + 1)
    # Each thing, and each state of men but fit, stands in the legend as on the board.
    fit = language.word("men_states", "fit")
    titles = [[one.text for part in parts for one in part.iter(f"{SVG}title")] for parts in (signs, frames)]
    shown, met = ({text.partition(" ")[2].split(": ")[-1] for text in texts} for texts in titles)
    assert shown == met - {fit}
    assert len(signs) == len(shown) > 2
    said = "".join(root.itertext())
    assert "<a & b>" in said
    assert language.word("grounds", "wall") in said
    assert language.word("counters", "ladder") in said
    assert ("animation" in text) is not still
    assert "<script" not in text


FACING = ["engagement-knights", "line-three", "waves-kings", "battle-andalus", "fire-fight-crossbows"]


@pytest.mark.parametrize("name", [*FACING, "recovery-militia"])
def test_units_stand_on_the_board_as_they_are_counted(name):
    for frame in played(name).frames:
        counters = [(spot, one) for spot in frame.spots for one in spot.counters]
        for series, number in frame.watched.items():
            side, _, what = series.partition("_")
            shown = {
                "organised": sum(one.number for _, one in counters if (one.side, one.state[:9]) == (side, what)),
                "won": any((one.side, one.state) == (side, "holds") for _, one in counters),
                "left": sum(one.side == "b" and bool(one.letters) and spot.row < 3 for spot, one in counters),
                "": sum((spot.kind, spot.row, spot.counters) == ("open", 0, ()) for spot in frame.spots),
            }
            assert series in ("waves_left", "units_left") or number == shown.get(what, number), (frame.turn, series)


@pytest.mark.parametrize(
    ("name", "lang", "beside"), [("battle-andalus", "en", 3), ("line-three", "de", 4), ("ladder-two", "en", 4)]
)
def test_each_unit_is_drawn_with_its_letters_and_what_was_rolled_is_told_first(name, lang, beside):
    game = played(name)
    moving, still = (ET.fromstring(said_in(lang, trace_svg, game, "x", still=still)) for still in (False, True))
    units = [one for frame in game.frames for spot in frame.spots for one in spot.counters if one.letters]
    drawn = {one.get("id"): "".join(one.itertext())[-2:] for one in moving.iter(f"{SVG}g") if one.get("id")}
    used = [drawn[one.get("href")[1:]] for one in moving.iter(f"{SVG}use")]
    assert sorted(used) == sorted(one.letters for one in units)
    said = [one.text or "" for one in still.iter(f"{SVG}text")]
    assert sum(bool(re.search("combat, die|Nahkampf, Wurf|melee, a|bow, ", text)) for text in said) > 2
    with speaking(lang), naming(game.sides):
        assert {words().word("sides", side.name) for side in game.sides} <= {*said}
    assert max(text_width(text, 11) for text in said if " " in text) < 0.72 * 800 / beside


def test_numbers_above_a_board_have_names_and_are_not_0():
    said = " ".join(trace_svg(played("line-three"), "").split())
    assert "lanes in which the knights stand: 3; lanes in which the pikemen stand: 3" in said
    assert "won by the knights: 1" in said
    assert not re.search(r"won by the \w+:? 0", said)


@pytest.mark.parametrize("name", ["healing-six", "fire-camp"])
def test_a_game_without_a_board_shows_what_is_watched(name):
    game = mg.trace(name, seed=1)
    root = ET.fromstring(trace_svg(game, name))
    assert not any(frame.spots for frame in game.frames)
    groups = [one for one in root if one.tag == f"{SVG}g"]
    for group, frame in zip(groups, game.frames, strict=True):
        counters = [one for one in group.iter(f"{SVG}rect") if one.get("fill") != "none"]
        assert len(counters) == sum(frame.watched.values())


def test_a_report_shows_the_first_game_with_the_likeliest_ending():
    scenario, rules = load_scenario("panic-levy"), load_rules("siege")
    process, result = build(scenario, rules), mg.simulate(scenario, rules).result
    game, likeliest = likely_game(process, result), max(result.endings, key=lambda one: result.probability(one).value)
    assert game.ending == likeliest
    assert all(play_trace(process, seed=seed).ending != likeliest for seed in range(game.seed))
    with speaking("de"):
        report = build_report(study_of(result), ReportText("t", "q"), game=game)
    page, paper = html_bytes(report).decode(), str(plain_report(report, "a4"))
    assert f"Startwert {game.seed}," in page
    # It moves on a screen; on paper, and for those who want nothing to move, frames stand beside each other.
    moving, still = re.findall(r'<div class="(?:moving|still wide)">(<svg.*?</svg>)', page, re.DOTALL)
    assert ("@keyframes" in moving, "@keyframes" in still, "@keyframes" in paper) == (True, False, False)
    assert moving.count('class="turn"') == game.turn + 1
    assert still.count("Runde ") in (min(8, game.turn + 1), min(9, game.turn + 2))
    assert "prefers-reduced-motion: reduce) {\n  .moving { display: none; }" in page


def test_games_tactics_and_best_decisions_draw_themselves():
    game = mg.trace("ladder-one", seed=4)
    ax = game.plot()
    assert [line.get_label() for line in ax.get_lines()] == ["Besiegers living", "Defenders living"]
    assert ax.get_lines()[0].get_ydata()[0] == 6
    assert game._repr_html_().startswith("<svg")
    scenario = load_scenario("ladder-one").replaced({"besiegers.men": 3, "turns": 6})
    assert mg.tactics(scenario, choices={"policies.facing": ("fight",)}).plot().get_title(loc="left")
    assert mg.best(scenario, side="defenders", choose=["facing"]).plot() is not None
    with pytest.raises(mg.MangonelError, match="no chance is wanted"):
        mg.best(scenario, side="defenders", choose=["facing"], value="besiegers win - 0.1 besiegers dead").plot()
