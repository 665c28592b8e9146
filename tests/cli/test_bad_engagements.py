"""Scenario files of ¡Al filo de la Espada! with mistakes: file, path, value and what is allowed, never a traceback."""

import pytest

from cases import cases, text_of
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, locale_names

CASES = cases(__file__)

FILE = text_of(__file__, "bad_engagements_file.toml")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    CASES["test_a_mistake_in_a_file_is_told_with_its_place"],
)
def test_a_mistake_in_a_file_is_told_with_its_place(refused, tmp_path, before, after, said):
    file = tmp_path / "mine.toml"
    file.write_text(FILE.replace(before, after), encoding="utf-8")
    err = " ".join(refused("simulate", file).split())
    assert str(file) in err
    assert said in err


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ("5+6,1+1,10", "a whole number from 0 to 9: '10'"),
        ("5,1+1,3", "2 dice are whole numbers from 1 to 6 joined by +"),
    ],
)
def test_a_wrong_die_is_told(refused, dice, said):
    assert said in refused("trace", "engagement-pikes", "--dice", dice)


def test_a_fire_fight_out_of_range_says_that_nobody_shoots(say, tmp_path):
    file = tmp_path / "far.toml"
    groups = "".join(f'[[{side}.groups]]\nkind = "crossbowmen"\n' for side in "ab")
    head = 'schema = 1\nsequence = "fire-fight"\ntitle = "Far"\nturns = 1\n'
    for gap, never in ((3, False), (4, True)):
        file.write_text(f"{head}gap = {gap}\n{groups}", encoding="utf-8")
        assert ("shots of side a," in " ".join(say("simulate", file)[1].split())) is never
        for language in locale_names():
            note = load_locale(language).plural("notes.out_of_reach", gap, gap=gap)
            assert (note in " ".join(say("simulate", file, "--lang", language)[1].split())) is never
    come = '[policies.b]\nact = "attack"\nstop = '
    for stop, never in ((3, False), (4, True)):
        file.write_text(f"{head}gap = 9\n{groups}{come}{stop}\n", encoding="utf-8")
        assert ("nobody ever shoots: with 4 empty hexes" in " ".join(say("simulate", file)[1].split())) is never


PLACES = (
    ("engagement-pikes", "b"),
    ("line-three", "lanes.2.b"),
    ("waves-vanguard", "waves.1"),
    ("waves-vanguard", "lines.1"),
    ("fire-fight-crossbows", "b.groups.1"),
    ("recovery-vanguard", "units.2"),
)


@pytest.mark.parametrize(("name", "place"), PLACES)
@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("units", 2, "at most one unit act as one (option stacking: one): 2"),
        ("ground", ["wod"], "no such ground: 'wod'; did you mean 'wood'?"),
        ("ground", ["wood", "wood"], "named twice: 'wood'"),
    ],
)
def test_what_the_rules_do_not_allow_of_a_stack_names_it_as_the_scenario_does(name, place, key, value, said):
    alone = {"assumptions.stacking": "one", f"{place}.{key}": value}
    scenario = load_scenario(name).replaced({f"{place}.units": 1, **alone})
    with pytest.raises(DataError) as refused:
        build(scenario, load_rules("filo-read"))
    assert refused.value.path == f"{place}.{key}"
    assert said in str(refused.value)
