"""Of a ladder assault: seeking the fight on the wall, shots along it, oil on the men at the foot."""

from typing import TYPE_CHECKING, Any

from oracle.effects import carry_out
from oracle.men import Man, count, first_of
from oracle.tables import enter_cost

if TYPE_CHECKING:
    from oracle.ladder import Assault
    from oracle.ladder_men import Ladder

# What is played if the setup does not say.
DEFAULT_POLICIES: dict[str, Any] = {
    "wound": "fit-first",
    "defence_wound": "fit-first",
    "aim": "fit",
    "oil_at": "climber",
    "shoot_wall": "last",
    "seek_fight": False,
    "cover_fire": "approach",
    "advance": True,
    "defence_advance": True,
}
AIM = {
    "fit": ("fit", "stunned", "wounded"),
    "wounded": ("wounded", "stunned", "fit"),
    "stunned": ("stunned", "wounded", "fit"),
}


def hexes_spared(game: "Assault", *, moved: bool) -> set[int]:
    """The hexes that covering archers do not shoot at in a phase that begins now, before or after the movement."""
    when, every = game.policy("cover_fire"), set(range(len(game.wall)))
    if when in ("always", "never"):
        return every if when == "never" else set()
    climbed = {ladder.hex for ladder in game.ladders if on_the_way_up(game, ladder, moved=moved)}
    return climbed if when == "beside" or not climbed else every


def on_the_way_up(game: "Assault", ladder: "Ladder", *, moved: bool) -> bool:
    """Whether somebody is on this ladder, or can be in this player turn."""
    if ladder.upright:
        climb = game.points("climb_cost")
        able = [state for state in ("fit", "wounded") if game.allowance(state) >= climb]
        return ladder.climber is not None or first_of(ladder.party, *able) is not None
    if moved or count(ladder.party, "fit", "wounded") < game.carriers:
        return False
    way = len(game.setup["approach"])
    costs = [enter_cost(game.rules, game.setup["approach"], place) for place in range(way - ladder.distance, way)]
    return not costs or sum(costs) <= game.points_of_carriers(ladder)


def seeks_fight(game: "Assault") -> bool:
    return bool(game.policy("seek_fight")) and bool(defended(game))


def defended(game: "Assault") -> list[int]:
    """The hexes with a living defender."""
    return [place for place in range(len(game.wall)) if game.defender_at(place)]


def seek_fight(game: "Assault") -> None:
    """Besiegers without an enemy beside them step towards the nearest one, first those who step up."""
    for place in reversed(range(len(game.wall))):
        step_towards_enemy(game, place, 1)
    for place in range(len(game.wall)):
        step_towards_enemy(game, place, -1)


def step_towards_enemy(game: "Assault", place: int, step: int) -> None:
    man = game.besieger_at(place)
    if man is None or not man.able or game.defender_at(place - 1) or game.defender_at(place + 1):
        return
    nearest = min(defended(game), key=lambda other: (abs(other - place), other))
    if (nearest > place) == (step > 0) and game.free(place + step):
        game.move_on_wall(man, place + step)


def shoot_at_wall(
    game: "Assault", who: str, weapon: str, aside: int, *, wounded: bool, stands_on: int | None = None
) -> bool:
    """Shoot at a besieger on the wall, from a tower or from the hex a man stands on; say whether it was possible."""
    for place in range(len(game.wall)):
        if not may_be_shot_on_wall(game, place, stands_on):
            continue
        hexes = 1 + aside if stands_on is None else abs(place - stands_on)
        if game.in_range(weapon, hexes):
            shot_on_wall(game, f"{who}: wall {place}", place, weapon, hexes, wounded=wounded)
            return True
    return False


def may_be_shot_on_wall(game: "Assault", place: int, stands_on: int | None) -> bool:
    if not game.besieger_at(place) or game.defender_at(place - 1) or game.defender_at(place + 1):
        return False
    if stands_on is None:
        return True
    between = range(min(place, stands_on) + 1, max(place, stands_on))
    passed = game.rules.option("stunned-in-later-games") == "pass"
    men = [man for man in map(game.man_at, between) if man and not (passed and man.state == "stunned")]
    return len(between) > 0 and not men


def shot_on_wall(game: "Assault", what: str, place: int, weapon: str, hexes: int, *, wounded: bool) -> None:
    man = game.besieger_at(place)
    assert man is not None
    effect = game.defenders_shot(what, weapon, hexes, "none", man, wounded=wounded)
    carry_out(effect, game.one(man, lambda back: game.retreats_on_wall(man, place, back, -1, 1)))


def oil_on_foot(game: "Assault", place: int, man: Man) -> bool:
    """Let a defender pour oil on the men at the foot; say whether he did."""
    if game.policy("oil_at") == "climber" or not game.may_pour(man) or place >= len(game.ladders):
        return False
    ladder = game.ladders[place]
    if game.policy("oil_at") == "climber-first" and ladder.climber:
        return False
    below = first_of(ladder.party, *AIM[game.policy("aim")])
    if below is None or ladder.distance > 0 or game.besieger_beside(place):
        return False
    # An able man who retreats from the foot is back in his next move.
    game.pour(man, f"oil on the foot of ladder {ladder.hex}", game.one(below, lambda _hexes: None))
    return True
