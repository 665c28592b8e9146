"""Hand-worked checks of panic in the ladder oracle: scripted dice, every one of which must be rolled."""

from typing import Any

import pytest

from oracle.ladder import Assault
from oracle.men import Man
from oracle.outcome import Outcome
from oracle.scripted import Dice, Setup, changed, named
from oracle.setups import setup_of

# One crossbow shoots at the party on the ground, once a turn: C on 1 to 3. Nobody fights.
# Six men raise the ladder in turn 1 and one climbs: five are left on the ground.
BASE = setup_of(
    "midgame/ladder_fights",
    {
        "besiegers": {"men": 6},
        "towers": {"men": 1, "weapon": "crossbow"},
        "policies": {"attack_from": "12-1+", "facing": "shoot"},
        "panic": True,
        "panic_of": {},
    },
)
KILL, MISS = 1, 10
NOTHING, TWO, THREE, ROUT_THREE, ROUT_SIX = 1, 7, 8, 9, 10


def kill(game: Assault, man: Man | None) -> None:
    assert man is not None
    man.kill()
    game.bury([man])


def begun(changes: Setup, *values: int, **options: str) -> Assault:
    return Assault.begun(changed(BASE, changes), named(options), Dice(*values))


def ran(outcome: Outcome) -> tuple[int, int]:
    return outcome.measures["attackers_panicked"], outcome.measures["attackers_routed"]


def test_panicked_men_do_not_carry() -> None:
    changes = {"approach": ["flat_ground"] * 5, "besiegers": {"men": 5}, "turns": 2}
    for die, distance in ((TWO, 0), (THREE, 1)):
        game = begun(changes, KILL, die, MISS)
        game.play()
        assert (game.ladders[0].distance, game.ladders[0].upright) == (distance, distance == 0)
        assert len(game.ladders[0].party) == 4


def test_nobody_is_on_the_ground() -> None:
    oil: Setup = {"oil": 1, "policies": {"oil_first": True}, "towers": {"men": 0}, "besiegers": {"men": 5}}
    # Nobody on the ground: no test.
    game = begun(oil)
    game.ladders[0].climber = game.ladders[0].party.pop()
    game.ladders[0].party.clear()
    kill(game, game.ladders[0].climber)
    assert game.tallies["panic_tests"] == 0


@pytest.mark.parametrize(
    ("place", "distance", "tests"),
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)],
)
def test_who_dies_on_the_wall(place: int, distance: int, tests: int) -> None:
    game = begun({"width": 2, "defenders": {"on_wall": 0}}, *[NOTHING] * tests)
    game.wall[place] = game.ladders[0].party.pop()
    game.ladders[0].distance = distance
    man = game.wall[place]
    assert man is not None
    kill(game, man)
    assert game.tallies["panic_tests"] == tests
    assert game.wall == [None, None]


def test_only_the_party_of_the_dead_man() -> None:
    game = begun({"width": 2, "besiegers": {"ladders": 2, "men": 4}}, ROUT_SIX)
    kill(game, game.ladders[1].party[0])
    assert [len(ladder.party) for ladder in game.ladders] == [4, 0]


@pytest.mark.parametrize(("policy", "seized"), [({}, "wounded"), ({"panics_first": "fit"}, "fit")])
def test_who_panics_first(policy: Setup, seized: str) -> None:
    game = begun({"panic_of": policy}, TWO)
    party = game.ladders[0].party
    for man, state in zip(party, ("stunned", "fit", "wounded", "fit", "wounded", "fit"), strict=True):
        man.state = state
    kill(game, party[-1])
    assert [man.state for man in game.panic.panicked_at(0)] == [seized, seized]


def test_stunned_men_are_not_seized() -> None:
    game = begun({"besiegers": {"men": 3}})
    party = game.ladders[0].party
    party[0].stun()
    party[1].stun()
    kill(game, party[2])
    assert game.tallies["panic_tests"] == 0


def test_calmed_fit_men_first_in_the_order_of_the_ladders() -> None:
    states: dict[str, Any] = {"panic_of": {"followed": True, "rally": 2}, "width": 2, "besiegers": {"ladders": 2}}
    game = begun(states, THREE, THREE)
    for ladder in game.ladders:
        for man in ladder.party[:2]:
            man.wound()
        kill(game, ladder.party[-1])  # two wounded men and a fit one panic
    game.panic.end_of_movement([ladder.party for ladder in game.ladders])
    assert [[man.state for man in game.panic.panicked_at(number)] for number in (0, 1)] == [["wounded"] * 2] * 2


def test_losses_for_breaking_off_do_not_count_the_routed() -> None:
    game = begun({"break_off": {"losses": 3}}, ROUT_THREE)
    party = game.ladders[0].party
    party[0].wound()
    party[1].wound()
    kill(game, party[2])  # the two wounded and a fit man rout
    assert not game.broken_off()
    outcome = game.outcome("undecided")
    assert (ran(outcome), outcome.attackers_wounded) == ((0, 3), 2)
