"""Sequences of Cry Havoc: endings, what is watched, what a result says, panic among men who fight; odds are held by the oracles."""

import pytest

from cases import cases
from games.registry import flat_kind
from games.twins import oracle_rules
from games.variants import KINDS
from mangonel.document.wording import source
from mangonel.engine.run import run
from mangonel.errors import UnknownCellError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.loading import load_rules
from mangonel.rules.words import load_locale, locale_names
from oracle.fight_panic import panic_of_side
from oracle.ladder_panic import class_of
from pace import slow_after
from rules.words.marking import said_in

SIEGE = load_rules("siege")
CASES = cases(__file__)


def exact_healing(**changes):
    plain = {"turns": 20, "fit": 0, "wounded": 1, "casualties": []}
    return run(build(load_scenario("healing-six").replaced(plain | changes), SIEGE), engine="exact")


def test_strength_by_day_has_quantiles():
    fit = next(one for one in exact_healing(wounded=5, fit=3).watched if one.name == "fit")
    # Four days have passed for 4 in 10: one of five at most in 34 of 100 cases, two at most in 68.
    assert [fit.quantile(5, share) for share in (0.3, 0.5, 0.9)] == [4, 5, 6]


def test_no_strength_is_an_ending_where_none_is_wanted():
    assert exact_healing(wounded=2).endings == ("all_back",)
    assert exact_healing(wounded=2, wanted=2).endings == ("strength", "all_back")


@pytest.mark.parametrize(("changes", "said"), CASES["test_what_the_sources_have_lost_is_an_error"])
def test_what_the_sources_have_lost_is_an_error(changes, said):
    with pytest.raises(UnknownCellError, match=said):
        build(load_scenario("volley-wall").replaced(changes), SIEGE)


@pytest.mark.parametrize(("changes", "held"), CASES["test_a_result_says_that_covering_archers_never_shoot"])
def test_a_result_says_that_covering_archers_never_shoot(changes, held):
    scenario = load_scenario("ladder-one").replaced(CASES["COVERED"] | changes)
    found = run(build(scenario, SIEGE), engine="exact")
    for words in map(load_locale, locale_names()):
        note = words.text("notes.cover_fire_held", policy=scenario.setup.policies.cover_fire)
        assert (note in str(said_in(words, source, [found.provenance]))) is held


@pytest.mark.parametrize(
    ("name", "watched"), slow_after(1, map(tuple, CASES["test_what_is_watched_moves_from_its_start"]))
)
def test_what_is_watched_moves_from_its_start(name, watched):
    result = run(build(load_scenario(name), SIEGE), engine="monte-carlo", trials=20, seed=1)
    for series, start in watched.items():
        assert result.by_turn(series, 0).value == start
        assert any(result.by_turn(series, turn).value != start for turn in range(1, result.turns + 1))


@pytest.mark.parametrize(
    ("option", "value", "name", "changes", "ending", "chance"), slow_after(9, map(tuple, CASES["AMOUNTS"]))
)
def test_the_option_moves_the_odds_by_so_much(option, value, name, changes, ending, chance):
    scenario = load_scenario(name).replaced(changes)
    rules = load_rules("siege").replaced(options={option: value})
    exact = run(build(scenario, rules), engine="exact").probability(ending).value
    assert exact == pytest.approx(chance, abs=5e-7)


MILITIA = load_scenario("melee-line").replaced({"defenders.kind": "militia"}).setup.defenders.kind


@pytest.mark.parametrize("kind", [*KINDS, "knight"])
def test_what_counts_if_the_file_says_nothing(kind):
    # The twins hand the oracles what was read, so that what is read is compared here.
    side = load_scenario("melee-line").replaced({"panic": True, "attackers.kind": kind}).setup.attackers
    assert (side.panic.rank, side.panic.rally, side.panic.panics_first) == (
        class_of(flat_kind(side.kind)),
        0,
        "wounded",
    )


@pytest.mark.parametrize("follows", [(), ("attackers",), ("defenders",), ("attackers", "defenders")])
@pytest.mark.parametrize("said", [{}, {"attackers": True}, {"attackers": False, "defenders": True}])
@pytest.mark.parametrize(
    ("name", "sides"), [("melee-line", "attackers defenders"), ("sortie-battery", "sortie besiegers")]
)
def test_who_is_followed_if_the_file_says_nothing(name, sides, said, follows):
    # As the oracle reads it, which is handed a setup as a file has it.
    called = dict(zip(("attackers", "defenders"), sides.split(), strict=True))
    policies = {block: {"follow": side in follows} for side, block in called.items()}
    blocks = {called[side]: {"followed": value} for side, value in said.items()}
    setup = load_scenario(name).replaced({"panic": True, "policies": policies, "panic_of": blocks}).setup
    read = (
        [setup.attackers.panic, setup.defenders.panic] if name == "melee-line" else [setup.panic, setup.besiegers_panic]
    )
    asked = {"panic": True, "panic_of": blocks, "policies": policies}
    for block, panic in zip(sides.split(), read, strict=True):
        expected = panic_of_side(asked, oracle_rules(load_rules("siege")), block, flat_kind(MILITIA), list).followed
        assert panic.followed == expected
