"""The archers who shoot at a sortie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import tables, tables_fight
from oracle.fighting import (
    FIT,
    FIT_RIDER,
    STUNNED,
    WOUNDED,
    WOUNDED_RIDER,
    Fighter,
    driven_back,
    hurt,
    in_order,
    unhorse,
)

if TYPE_CHECKING:
    from oracle.sortie import Sortie

SHOT_ORDER = (FIT_RIDER, FIT, STUNNED, WOUNDED_RIDER, WOUNDED)


def shoot(game: Sortie, *, bows_only: bool) -> None:
    archers = game.setup["archers"]
    if bows_only and archers["weapon"] not in tables.BOWS:
        return
    for number in range(archers["men"]):
        hexes = game.distance + archers["aside"]
        modifier = tables.range_modifier(archers["weapon"], hexes, game.options["missile-ranges"])
        if not game.out or modifier is None:
            return
        if game.distance == 0 and any(man.at_hand for man in game.besiegers):
            return
        targets = in_order([man for man in game.walking() if not man.back], SHOT_ORDER)
        if targets:
            shot(game, number, targets[0], modifier)


def shot(game: Sortie, number: int, man: Fighter, modifier: int) -> None:
    terrain = game.setup["approach"][game.gate - game.distance - 1]
    cover = tables.GROUND[terrain][1]
    weapon = game.setup["archers"]["weapon"]
    game.tally("shots")
    value = game.die(f"archer {number} at {man.what}") + modifier
    if man.rides:
        if cover == "heavy":
            cover = game.options["mounted-heavy-cover"]
        result = tables_fight.rider_missile_result(tables.ROW_OF_ONE[weapon], value, cover)
    else:
        if man.kind["armour"] == "dismounted-knight":
            value += int(game.options["dismounted-knight"])
        result = tables.missile_result(weapon, value, cover)
    game.note(result)
    if result == "-":
        return
    if result == "A":
        made_to_retreat(game, man)
        return
    game.tally("hits")
    if man.rides:
        rider_hit(game, man, result)
    else:
        hurt(game, man, "wound" if result == "B" else "kill")
    after_shot(game, man)


def made_to_retreat(game: Sortie, man: Fighter) -> None:
    if game.going_home:
        return
    if game.distance == 0:
        driven_back(game, game.open_group("defenders"), [man])
    elif game.options["carrier-retreat"] == "falls-back":
        game.distance = min(game.distance + (4 if man.rides else 2), game.gate - 1)


def rider_hit(game: Sortie, man: Fighter, result: str) -> None:
    since_croisades = game.options["mounted-missile-croisades"] == "croisades"
    if result in ("D", "F") or (result == "B" and not since_croisades):
        man.horse_killed = True
    if result == "B":
        unhorse(game, man, "stun")
    elif result == "D" or (result == "C" and not since_croisades):
        unhorse(game, man, "wound")
    elif result == "C":
        hurt(game, man, "wound")
    else:
        hurt(game, man, "kill")


def after_shot(game: Sortie, man: Fighter) -> None:
    """On the way a man who is hurt drops out; on the way home a stunned one is lost."""
    if not man.living:
        return
    if game.going_home:
        if man.state == "stunned":
            game.left_behind(man)
    elif game.distance > 0:
        game.dropped.append(man)
