"""The front picture: a hundred games in proportion, the size of the file, and a title that is computed."""

import struct

import pytest
from mangonel.document.poster import build_poster

from mangonel.engine.run import run
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.charts.poster import hundred, poster
from mangonel.paper.charts.style import image
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale
from mangonel.studies.attribute import attribute


@pytest.fixture(scope="module")
def found():
    return attribute(load_scenario("melee-line"), load_rules("siege"), load_rules("croisades"))


def test_a_hundred_games_stand_for_all():
    result = run(build(load_scenario("melee-line"), load_rules("siege")))
    games = hundred(result, "attackers")
    assert len(games) == 100
    for ending in result.all_endings:
        share = 100 * result.probability(ending).value
        assert abs(sum(name == ending for name, _ in games) - share) <= 1.5
    won = round(100 * result.probability("attackers").value)
    wins = next(side.wins for side in result.sides if side.name == "attackers")
    assert {name for name, _ in games[:won]} <= set(wins)
    assert not {name for name, _ in games[won:]} & set(wins)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_title_is_the_largest_lever(found, language):
    shown = build_poster(found, "attackers", load_locale(language))
    base = found.comparison.left.probability("attackers").value
    largest = max(shown.levers, key=lambda lever: abs(lever.chance - base))
    assert largest.name in shown.title
    assert str(round(100 * largest.chance)) in shown.title


@pytest.mark.slow
def test_the_picture_has_the_size_of_a_post(found):
    drawn = poster(build_poster(found, "attackers", load_locale("en")))
    assert struct.unpack(">II", image(drawn, "png")[16:24]) == (1200, 675)
    assert image(drawn).startswith(b"<?xml")
