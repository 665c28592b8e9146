"""The archers who shoot at a ram: fire arrows, and arrows at the men behind it."""

from typing import TYPE_CHECKING

from oracle import tables
from oracle.effects import Side, carry_out, missile_effect
from oracle.men import Man, first_of
from oracle.ram_sortie import is_home

if TYPE_CHECKING:
    from oracle.ram import RamAttack

ARROW_AIM = {"front": (0, 1, 2), "middle": (1, 0, 2), "rear": (2, 1, 0)}
HEXES_TO_MEN_BEHIND = 4  # from the wall, with the front at distance 0


def archers_shoot(game: "RamAttack", *, bows_only: bool) -> None:
    group = game.setup["archers"]
    if bows_only and not tables.is_bow(game.rules, group["weapon"]):
        return
    for number in range(group["men"]):
        behind, modifier = game.behind(), range_behind(game)
        not_burning = [place for place in ARROW_AIM[game.policy("arrow_aim")] if place not in game.fires]
        at_men = game.policy("arrows") == "men" and not sortie_in_the_way(game)
        if at_men and behind and modifier is not None:
            shot_behind(game, number, behind, modifier)
        elif not_burning and may_shoot_fire(game):
            fire_arrow(game, number, not_burning[0])


def sortie_in_the_way(game: "RamAttack") -> bool:
    return game.sortie_is_out and not is_home(game) and any(man.living for man in game.sortie)


def may_shoot_fire(game: "RamAttack") -> bool:
    group = game.setup["archers"]
    return tables.shoots_fire(game.rules, group["weapon"], game.distance + 1 + int(group["aside"]))


def fire_arrow(game: "RamAttack", number: int, place: int) -> None:
    game.tally("fire_arrows")
    if game.rules.option("fire-arrow-to-hit") == "six-in-ten":
        value = game.die(f"fire arrow {number} to hit hex {place}")
        if not tables.arrow_hits(game.rules, value):
            game.note("miss")
            return
        game.note("hit")
    value = game.die(f"fire arrow {number} at hex {place}")
    if tables.catches(game.rules, tables.arrow_column(game.rules, "ram"), value):
        game.note("catches")
        game.lay_fire(place, "arrows")
    else:
        game.note("does not catch")


def range_behind(game: "RamAttack") -> int | None:
    """What the range to the men behind adds to the die, None if the weapon does not reach."""
    group = game.setup["archers"]
    hexes = game.distance + HEXES_TO_MEN_BEHIND + group["aside"]
    return tables.range_modifier(game.rules, group["weapon"], hexes)


def shot_behind(game: "RamAttack", number: int, behind: list[Man], modifier: int) -> None:
    man = first_of(behind, "fit", "wounded")
    assert man is not None
    value = game.die(f"arrow {number} at a {man.state} man behind") + modifier
    value += tables.knight_modifier(game.rules, man.kind)
    result = tables.missile_result(game.rules, game.setup["archers"]["weapon"], value, cover_behind(game))
    game.note(result)
    carry_out(missile_effect(game.rules, result), Side([man]))


def cover_behind(game: "RamAttack") -> str:
    """The cover of the hex behind the ram's three, where its front was three hexes ago."""
    approach = game.setup["approach"]
    if not approach:
        return tables.cover_of(game.rules, "flat_ground")
    front = len(approach) - game.distance - 1  # place in the approach, -1 before the first hex
    return tables.cover_of(game.rules, approach[max(0, front - tables.RAM_HEXES)])
