"""Every case is played or asked by the package, too, with the same dice; what is the oracle's alone stands here with the reason."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from mangonel.games.question import Question

ALONE = {
    # Dozens of games at random: `tests/games/test_twins.py` plays as many by both.
    "properties": "campaign.a_siege_of_one_assault_is_that_assault",
    # Effects are read and carried out by each for itself; the package's are tried in `tests/games/test_meanings.py`.
    "cells of effects": """effects.of_several_attackers_one_is_hurt_and_all_retreat effects.what_befalls_one_man effects.what_burning_oil_does_to_a_man_inside""",
    # A number or a row that the oracle looks up; every game that is played by both asks for it.
    "looked up": """melee.a_wounded_rider_fights_with_his_own_values
        rolls.beyond_the_limit_the_results_are_those_of_the_limit tables.a_die_beyond_the_last_row_is_the_last_row
        tables.ground_that_engines_enter tables.the_moat_costs_four_from_outside
        tables.weapons_reach_as_far_as_their_bands""",
    # A man dies or a day begins by itself: in the package that is a part of a phase, with a roll before it.
    "parts of a phase": """fight_panic.fit_men_are_calmed_first fight_panic.losses_do_not_count_the_routed
        fight_panic.riders_and_stunned_men_are_not_seized fight_panic.who_panics_first
        fight_panic.those_driven_back_first_and_who_is_no_target_any_more_last
        ladder_panic.calmed_fit_men_first_in_the_order_of_the_ladders ladder_panic.nobody_is_on_the_ground
        ladder_panic.only_the_party_of_the_dead_man ladder_panic.losses_for_breaking_off_do_not_count_the_routed
        ladder_panic.stunned_men_are_not_seized ladder_panic.who_dies_on_the_wall ladder_panic.who_panics_first ram_policies.losses_of_all_rams_so_far
        ram_policies.who_stands_in_the_fire""",
    # The oracle takes rams over any ground and from any distance, a scenario over flat ground and moats only.
    "no such scenario": "ram_policies.cover_of_the_men_behind ram_policies.how_far_arrows_fly",
}
NAMES = frozenset(name for names in ALONE.values() for name in names.split())
PLAYED_BY = {
    "games.hand_worked": ("column_of", "play_trace", "run"),
    "games.beside": ("play_trace",),
    "games.filo_hand_worked": ("play_trace", "run"),
}


@pytest.fixture(autouse=True)
def on_both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """See that the package is asked, but where the list says that it is not."""
    asked: list[str] = []

    def noting(made: Callable[..., Any], what: str) -> Callable[..., Any]:
        def noted(*values: Any, **said: Any) -> Any:
            asked.append(what)
            return made(*values, **said)

        return noted

    for module, names in PLAYED_BY.items():
        for name in names:
            monkeypatch.setattr(f"{module}.{name}", noting(getattr(import_module(module), name), name))
    monkeypatch.setattr(Question, "answered", noting(Question.answered, "answered"))
    yield
    name = f"{request.path.stem.removeprefix('test_')}.{request.function.__name__.removeprefix('test_')}"
    said = "listed as the oracle's alone" if asked else "not played by the package"
    assert bool(asked) != (name in NAMES), f"{name} is {said}"
