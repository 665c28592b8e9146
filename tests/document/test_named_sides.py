"""Sides of ¡Al filo go by their units wherever a result is told, in every language; two alike keep their letters."""

from functools import lru_cache

import pytest

from mangonel.document.study import study_of
from mangonel.document.summary import study_told
from mangonel.document.text import plain
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, locale_names
from mangonel.studies.shown import Simulation
from pace import slow_after

RULES = load_rules("filo-read")
FINDINGS = {
    "en": "the knights win in",
    "de": "gewinnen die Ritter in",
    "fr": "les chevaliers gagnent",
    "es": "los caballeros ganan",
    "it": "i cavalieri vincono",
}


@lru_cache
def played(name):
    return Simulation(run(build(load_scenario(name), RULES), engine="monte-carlo", trials=40, seed=1), rules=RULES)


def told(name, lang, *, everything=False):
    return plain(study_told(study_of(played(name), words=load_locale(lang)), everything=everything), width=400)


@pytest.mark.parametrize("lang", FINDINGS)
def test_the_finding_names_the_units(lang):
    assert FINDINGS[lang] in told("engagement-pikes", lang)


@pytest.mark.parametrize("lang", slow_after(1, sorted(locale_names())))
@pytest.mark.parametrize("name", slow_after(2, ["engagement-pikes", "line-navas", "waves-kings", "battle-wing"]))
def test_no_letter_of_a_side_is_left(name, lang):
    words = load_locale(lang)
    text = told(name, lang, everything=True).casefold()
    for letter in "ab":
        side = words.word("sides", letter)
        assert side not in text.replace(f"{side}-", ""), side


TOLD = {
    "en": ("the knights charge", "the sergeants go back"),
    "de": ("die Ritter reiten Sturm", "die Sergeanten gehen zurück"),
    "fr": ("les chevaliers chargent", "les sergents reculent"),
    "es": ("los caballeros cargan", "los sargentos retroceden"),
    "it": ("i cavalieri caricano", "i sergenti indietreggiano"),
}


@pytest.mark.parametrize("lang", TOLD)
def test_a_told_game_names_the_units_in_whole_sentences(lang):
    words = load_locale(lang)
    game = play_trace(build(load_scenario("engagement-knights"), RULES), seed=5)
    lines = "\n".join(game.lines(words))
    for sentence in TOLD[lang]:
        assert sentence in lines
    for letter in "ab":
        assert words.word("sides", letter) not in lines.casefold()


def test_two_sides_alike_keep_their_letters():
    alike = [name for name in scenario_names() if _units(name) and len(set(_units(name))) == 1]
    assert alike
    assert "side a" in told(alike[0], "en")


def _units(name):
    scenario = load_scenario(name)
    if scenario.system.id != "filo":
        return []
    return [side.units for side in build(scenario, RULES).sides if side.units and side.name in "ab"]
