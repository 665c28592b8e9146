"""Every reading of ¡Al filo de la Espada! that has an alternative moves a shipped scenario, as `data/ASSUMPTIONS.md` says."""

from functools import cache

import pytest

from cases import cases
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules

NAVAS = load_rules("navas")
PAGE = (data_root() / "ASSUMPTIONS.md").read_text(encoding="utf-8")
TRIALS, SEED = 2_000, 1

SHOWN = {(option, value): shown for option, value, *shown in cases(__file__)["SHOWN"]}
"""The scenario and its number that each other value of a reading is seen in."""

UNSEEN = {
    # Who is routed by fire runs two hexes and is adjacent no more: only `odds filo combat` has such a combat.
    ("combat-after-rout", "fought"),
}


@cache
def number(scenario, name, *option):
    """Return an ending, a mean or a counter under `navas` with another option; None where that is refused."""
    rules = NAVAS.replaced(options=dict([option])) if option else NAVAS
    try:
        process = build(load_scenario(scenario), rules)
    except DataError:
        return None
    result = run(process, engine="monte-carlo" if process.sampled else "exact", trials=TRIALS, seed=SEED)
    if name in result.all_endings:
        return result.probability(name)
    return result.mean(name) if name in result.measures else result.tally(name)


def line_of(option, value, scenario, name):
    """Return the line of the page: a reading, where it is seen, and the number before and after."""
    before, after = number(scenario, name), number(scenario, name, option, value)
    if after is None:
        return f"| `{option}` | `{value}` | `{scenario}` | `{name}` | {before.value:.4f} | refused |"
    digits = 4 if before.exact else 2
    about = "" if before.exact else "about "
    shown = [f"{about}{estimate.value:.{digits}f}" for estimate in (before, after)]
    return f"| `{option}` | `{value}` | `{scenario}` | `{name}` | {shown[0]} | {shown[1]} |"


def others():
    """Return the values of all readings that are not in force under `navas` and leave no cell unknown."""
    return {
        (name, value)
        for name, option in NAVAS.options.items()
        if option.kind == "reading"
        for value in option.values
        if value not in ("unknown", NAVAS.choice(name))
    }


def test_each_other_reading_has_a_scenario_or_a_reason():
    assert SHOWN.keys() | UNSEEN == others()
    assert not SHOWN.keys() & UNSEEN
    assert all(f"| `{option}` | `{value}` |" in PAGE for option, value in SHOWN)


@pytest.mark.parametrize(
    "reading",
    [
        pytest.param(one, marks=pytest.mark.slow if place > 7 else (), id=" ".join(one))
        for place, one in enumerate(SHOWN)
    ],
)
def test_each_reading_moves_its_scenario_as_the_page_says(reading):
    scenario, name = SHOWN[reading]
    before, after = number(scenario, name), number(scenario, name, *reading)
    if after is not None:
        error = 0 if before.exact else 5 * (before.se**2 + after.se**2) ** 0.5
        assert abs(after.value - before.value) > max(error, 1e-9)
    assert line_of(*reading, scenario, name) in PAGE
