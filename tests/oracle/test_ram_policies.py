"""Hand-worked checks of what players may choose at a ram: scripted dice, every one of which must be rolled."""

from typing import Any

import pytest

from cases import cases
from games.hand_worked import by_oracle
from oracle.ram import Fire, RamAttack, play_ram
from oracle.ram_archers import cover_behind
from oracle.scripted import Dice, Setup, changed, named
from oracle.setups import setup_of

CASES = cases(__file__)

BASE = setup_of("midgame/ram")
MEN: Setup = {"policies": {"arrows": "men"}}


def begun(changes: Setup, *values: int, crew: str = "", sortie: str = "", **options: str) -> RamAttack:
    """A ram in turn 1, with men in these states: f fit, w wounded, s stunned. Named sortie men are out."""
    changes = changed(changes, {"besiegers": {"men": len(crew) or 3}, "sortie": {"men": len(sortie)}})
    game = RamAttack.begun(changed(BASE, changes), named(options), Dice(*values))
    states = {"f": "fit", "w": "wounded", "s": "stunned", "-": "dead"}
    for man, letter in zip(game.crew + game.sortie, (crew or "fff") + sortie, strict=True):
        man.state = states[letter]
    game.turn, game.sortie_is_out = 1, bool(sortie)
    return game


def states(men: list[Any]) -> str:
    return "".join("-" if man.state == "dead" else man.state[0] for man in men)


def test_how_far_arrows_fly() -> None:
    # Beyond short range no fire arrow flies, beyond the range of the weapon no arrow.
    for aside, shots in ((30, 2), (146, 2), (147, 0)):
        setup = changed(changed(BASE, MEN), {"besiegers": {"men": 4}, "archers": {"men": 1, "aside": aside}})
        assert len(by_oracle(play_ram, setup, 1, *[9] * shots).events) == 1 + shots


@pytest.mark.parametrize(("approach", "distance", "cover"), CASES["test_cover_of_the_men_behind"])
def test_cover_of_the_men_behind(approach: list[str], distance: int, cover: str) -> None:
    # The front in hex n of the way, the ram's other hexes behind it in n - 1 and n - 2, the men in n - 3.
    game = begun({"approach": approach})
    game.distance = distance
    assert cover_behind(game) == cover


@pytest.mark.parametrize(
    ("wound", "age", "then"),
    [("fit-first", 1, "wwfs"), ("wounded-first", 1, "-ffs"), ("fit-first", 2, "-ffs"), ("wounded-first", 2, "-ffs")],
)
def test_who_stands_in_the_fire(wound: str, age: int, then: str) -> None:
    policies = {"fire_policy": "ram-on", "wound": wound}
    game = begun({"policies": policies}, crew="wffs", burning_hex_occupants="wounded-then-dead")
    game.fires[0] = Fire("oil", age)
    game.burn()
    assert states(game.crew) == then


def test_losses_of_all_rams_so_far() -> None:
    # The first ram's crew is down to two, the second comes up with three more; one dead man and one wounded man are two.
    game = begun({"besiegers": {"rams": 2}, "break_off": {"losses": 2}}, crew="wfff")
    assert game.ending() is None
    game.crew[1].kill()
    assert game.ending() == "repulsed"
    game = begun({"besiegers": {"rams": 2}, "break_off": {"losses": 2}})
    game.crew[0].kill()
    assert game.ending() is None
    assert len(game.crew) == 6
    game.crew[-1].wound()
    assert game.ending() == "repulsed"
