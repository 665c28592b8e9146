"""Cases worked by hand that begin in the middle of a game, `midgame/*.toml`: the oracle plays their steps.

A file has kinds, a setup and cases as those of `test_worked.py` do. `start` is what stands there otherwise, by path
(`ladders.0.upright = true`); a string for a list of men are their states, f fit, w wounded, s stunned, - dead, and each
sequence has words of its own (`ladder`, `ram` and so on below). `steps` are methods of the oracle. All else is what is
found afterwards: an ending or a turn, a counter, a path, `begins.0` how an event begins, `returns` what the last step gives.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from oracle import fighting, ram_archers, ram_sortie, sortie_archers, tower_fire
from oracle.ladder import Assault
from oracle.melee import SIDES, Melee
from oracle.men import Man
from oracle.outcome import Game, Outcome
from oracle.ram import Fire, RamAttack
from oracle.scripted import Dice, Setup, changed
from oracle.setups import in_full, read_cases
from oracle.siege_tower import SiegeTower
from oracle.sortie import Sortie

FILES = read_cases("midgame")
CASES = [(name, case) for name, file in FILES.items() for case in file["case"]]
STATES = {"f": "fit", "w": "wounded", "s": "stunned", "-": "dead"}
LETTERS = {state: letter for letter, state in STATES.items()}
WALL = {("defender", "fit"): "d", ("defender", "wounded"): "D", ("besieger", "fit"): "b", ("besieger", "wounded"): "B"}
WALL |= {("besieger", "stunned"): "x", ("defender", "stunned"): "z"}
SHOOTING = {"archers_shoot", "covering_archers", "defenders_shoot", "platform_shoots", "shoot"}
NOT_FOUND = {"dice", "options", "setup", "start", "steps"}


def ladder(setup: Setup, options: dict[str, str], dice: Dice, start: dict[str, Any]) -> Assault:
    """Begin with a `wall` in the letters of `WALL`, ladders `upright` at hexes, `climbers` on them, and a first `party`.

    So many men are `gone` from parties; who is `alone` has a ladder at each hex, and nobody on the ground.
    """
    wall, party, alone = start.pop("wall", None), start.pop("party", None), start.pop("alone", False)
    if party is not None:
        setup = changed(setup, {"besiegers": {"men": len(party)}})
    if wall is not None:
        foothold = start.pop("foothold", len(wall) + 1)
        setup = changed(setup, {"width": len(wall), "foothold": foothold, "defenders": {"on_wall": 0}})
    if alone:
        setup = changed(setup, {"besiegers": {"men": 1, "ladders": setup["width"]}})
    game = Assault.begun(setup, options, dice)
    if party is not None:
        put(game.ladders[0].party, party)
    for hexes in start.pop("upright", ""):
        game.ladders[int(hexes)].upright = True
    for hexes, state in start.pop("climbers", {}).items():
        game.ladders[int(hexes)].climber = man = game.ladders[int(hexes)].party.pop()
        man.state = state
    for hexes, number in start.pop("gone", {}).items():
        del game.ladders[int(hexes)].party[-number:]
    for one in game.ladders if alone else []:
        put(one.party, "-" * len(one.party))
        one.party.clear()
    for place, letter in enumerate(wall or ""):
        put_on_wall(game, place, letter)
    moving: Any = game
    moving.end_of_movement = lambda: game.panic.end_of_movement([one.party for one in game.ladders])
    return game


def put_on_wall(game: Assault, place: int, letter: str) -> None:
    for (side, state), code in WALL.items():
        if code == letter:
            game.wall[place] = man = Man(game.setup[f"{side}s"]["kind"], side, state)
            (game.defenders if side == "defender" else game.besiegers).append(man)


def melee(setup: Setup, options: dict[str, str], dice: Dice, _start: dict[str, Any]) -> Melee:
    game: Any = Melee.begun(setup, options, dice)
    game.fight = lambda side: fighting.fight_in_contact(game, game.group(side), game.group(SIDES[side == "attackers"]))
    game.test_panic = lambda side: game.panics[side].test(game)
    game.rout = lambda side, place: game.panics[side].rout(game, game.men[side][place])
    return game


def ram(setup: Setup, options: dict[str, str], dice: Dice, start: dict[str, Any]) -> RamAttack:
    """Begin in turn 1 with a `crew`, a `sortie` that is out, and `fires` with their cause and age."""
    crew, sortie = start.pop("crew", "fff"), start.pop("sortie", "")
    men = {"besiegers": {"men": len(crew)}, "sortie": {"men": len(sortie)}}
    game: Any = RamAttack.begun(changed(setup, men), options, dice)
    game.archers_shoot = partial(ram_archers.archers_shoot, game)
    game.cover_behind = partial(ram_archers.cover_behind, game)
    game.fight_sortie = partial(ram_sortie.fight_sortie, game)
    put(game.crew, crew)
    put(game.sortie, sortie)
    game.turn, game.sortie_is_out = 1, bool(sortie)
    game.fires = {int(place): Fire(*fire) for place, fire in start.pop("fires", {}).items()}
    return game


def tower(setup: Setup, options: dict[str, str], dice: Dice, start: dict[str, Any]) -> SiegeTower:
    """Begin with men from below on the `wall`, and with `fires`."""
    game = SiegeTower.begun(setup, options, dice)
    for letter in start.pop("wall", ""):
        game.go(game.below[0], game.wall)
        game.wall[-1].state = STATES[letter]
    for place, fire in start.pop("fires", {}).items():
        game.fire.fires[int(place)] = tower_fire.Fire(*fire)
    return game


def sortie(setup: Setup, options: dict[str, str], dice: Dice, _start: dict[str, Any]) -> Sortie:
    game: Any = Sortie.begun(setup, options, dice)
    game.shoot = partial(sortie_archers.shoot, game)
    return game


BEGUN: dict[str, Callable[..., Game]] = {
    "ladder-assault": ladder,
    "melee": melee,
    "ram": ram,
    "siege-tower": tower,
    "sortie": sortie,
}


def put(men: list[Any], states: str) -> None:
    for man, letter in zip(men, states, strict=True):
        man.state = STATES[letter]


def paths(values: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from paths(value, f"{before}{name}.")
        else:
            yield before + name, value


def look(value: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(value, list):
            value = value[int(part)] if part.isdecimal() else [getattr(one, part) for one in value]
        elif isinstance(value, dict):
            value = value[int(part) if part.isdecimal() else part]
        elif part.endswith("()"):
            value = getattr(value, part[:-2])()
        else:
            value = getattr(value, part)
    return value


def set_at(game: Game, path: str, value: Any) -> None:
    where, _, name = path.rpartition(".")
    place, there = look(game, where) if where else game, look(game, path)
    if isinstance(there, list) and isinstance(value, str):
        put(there, value)
    elif isinstance(place, list | dict):
        place[int(name) if name.isdecimal() else name] = None if value == "" else value
    else:
        setattr(place, name, value)


def shown(value: Any) -> Any:
    if isinstance(value, Man):
        return value.state
    if isinstance(value, list) and all(isinstance(one, Man) for one in value) and value:
        return "".join(LETTERS[man.state] for man in value)
    return "" if value is None else value


def found(game: Any, last: Any, name: str) -> Any:
    first, _, rest = name.partition(".")
    special: dict[str, Callable[[], Any]] = {
        "returns": lambda: last,
        "begins": lambda: game.events[int(rest)],
        "sorted": lambda: "".join(sorted(shown(look(game, rest)))),
        "number": lambda: len(look(game, rest)),
    }
    if name == "wall" and isinstance(game, Assault):
        return "".join(WALL[man.side, man.state] if man else "-" for man in game.wall)
    if first in special:
        return special[first]()
    place = last if isinstance(last, Outcome) and hasattr(last, first) else game
    return shown(look(place, name)) if hasattr(place, first.removesuffix("()")) else game.tallies[name]


def step(game: Any, said: str | dict[str, Any]) -> Any:
    """Play a method, let a man `die` in his place, or put something elsewhere between two of them."""
    if isinstance(said, dict):
        for path, value in paths(said):
            set_at(game, path, value)
        return None
    name, *words = said.split()
    if name == "die":
        man = look(game, words[0])
        man.kill()
        return game.bury([man])
    values = [int(word) if word.isdecimal() else word for word in words]
    return look(game, name)(*values, **({"bows_only": False} if name in SHOOTING else {}))


@pytest.mark.parametrize(("name", "case"), CASES)
def test_a_case_from_the_middle(name: str, case: str) -> None:
    file, said = FILES[name], FILES[name]["case"][case]
    for number, play in enumerate(said["plays"]):
        setup = changed(changed(file["setup"], said.get("setup", {})), play.get("setup", {}))
        setup = in_full(setup, file.get("kinds", {}))
        dice = Dice(*in_full(play.get("dice", []), {}))
        start = changed(changed(file.get("start", {}), said.get("start", {})), play.get("start", {}))
        game: Any = BEGUN[file["sequence"]](setup, (said | play).get("options", {}), dice, start)
        for path, value in paths(start):
            set_at(game, path, value)
        last = None
        for one in (said | play).get("steps", ["play"]):
            last = step(game, one)
        assert dice.left == [], (number, game.events)
        for path, value in paths({key: value for key, value in play.items() if key not in NOT_FOUND}):
            there = found(game, last, path)
            assert there.startswith(value) if path.startswith("begins.") else there == value, (number, path, there)
