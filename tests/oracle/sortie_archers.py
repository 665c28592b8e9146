"""The archers who shoot at a sortie."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from oracle import tables
from oracle.effects import missile_effect
from oracle.fighting import FIT, FIT_RIDER, STUNNED, WOUNDED, WOUNDED_RIDER, Fighter, befalls, driven_back, in_order
from oracle.men import party_falls_back

if TYPE_CHECKING:
    from oracle.sortie import Sortie

SHOT_ORDER = (FIT_RIDER, FIT, STUNNED, WOUNDED_RIDER, WOUNDED)


def shoot(game: Sortie, *, bows_only: bool) -> None:
    archers = game.setup["archers"]
    if bows_only and not tables.is_bow(game.rules, archers["weapon"]):
        return
    for number in range(archers["men"]):
        hexes = game.distance + archers["aside"]
        modifier = tables.range_modifier(game.rules, archers["weapon"], hexes)
        if not game.out or modifier is None:
            return
        if game.distance == 0 and any(man.at_hand for man in game.besiegers):
            return
        targets = in_order([man for man in game.walking() if not man.back], SHOT_ORDER)
        if targets:
            shot(game, number, targets[0], modifier)


def shot(game: Sortie, number: int, man: Fighter, modifier: int) -> None:
    terrain = game.setup["approach"][game.gate - game.distance - 1]
    cover = tables.cover_of(game.rules, terrain)
    weapon = game.setup["archers"]["weapon"]
    game.tally("shots")
    value = game.die(f"archer {number} at {man.what}") + modifier
    if not man.rides:
        value += tables.knight_modifier(game.rules, man.kind)
    else:
        cover = tables.riders_cover(game.rules, cover)
    result = tables.missile_result(game.rules, weapon, value, cover, rides=man.rides)
    game.note(result)
    effect = missile_effect(game.rules, result, rides=man.rides)
    if effect.hurts:
        game.tally("hits")
    befalls(game, man, effect, partial(made_to_retreat, game))
    if effect.hurts:
        after_shot(game, man)


def made_to_retreat(game: Sortie, men: list[Fighter], hexes: int) -> None:
    if game.going_home:
        return
    if game.distance == 0:
        driven_back(game, game.open_group("defenders"), men, hexes)
    elif party_falls_back(game.rules, [man for man in game.walking() if man not in men]):
        game.distance = min(game.distance + hexes, game.gate - 1)


def after_shot(game: Sortie, man: Fighter) -> None:
    """On the way a man who is hurt drops out; on the way home a stunned one is lost."""
    if not man.living:
        return
    if game.going_home:
        if man.state == "stunned":
            game.left_behind(man)
    elif game.distance > 0:
        game.dropped.append(man)
