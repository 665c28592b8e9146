"""Keys that scenarios of several sequences share, their checks, and their facts in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from mangonel.errors import DataError
from mangonel.games.cryhavoc.ground import IMPASSABLE, standings
from mangonel.games.cryhavoc.men import FIT, HURT_RIDER, RIDER, STUNNED, WOUNDED, Kind
from mangonel.games.cryhavoc.missiles import range_table, weapon_kind, weapons
from mangonel.games.fields import POLICY, REQUIRED, Keys, Of, Offer, Told, block, flag, one_of, text, texts, whole
from mangonel.games.reading import Reading
from mangonel.games.roster import kind_of
from mangonel.rules.cells import EMPTY
from mangonel.rules.change import LABEL
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.words import say, words

ODDS = (*(f"{odds}-1" for odds in range(1, 12)), "12-1+")
"""Columns of the melee tables."""
AIMS = {
    "fit": (FIT, RIDER, STUNNED, WOUNDED, HURT_RIDER),
    "wounded": (WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER),
    "stunned": (STUNNED, WOUNDED, HURT_RIDER, FIT, RIDER),
}
"""The order of targets of a shot, by the policy ``aim``."""
ARROW_AIMS = {"front": (0, 1, 2), "middle": (1, 0, 2), "rear": (2, 1, 0)}
"""The order in which fire arrows are aimed at the hexes of an engine, by the policy ``arrow_aim``."""
ATTACKS = ("joint", "separate")
"""How several men attack one: values of the policy ``attack``."""
SHOOT_WALL = ("never", "first", "last")
"""Whether besiegers on the wall are shot at, where that is allowed: values of the policy ``shoot_wall``."""
TARGETS = {
    "stunned": (STUNNED, FIT, RIDER, WOUNDED, HURT_RIDER),
    "fit": (FIT, RIDER, WOUNDED, HURT_RIDER, STUNNED),
    "wounded": (WOUNDED, HURT_RIDER, STUNNED, FIT, RIDER),
    "mounted": (RIDER, HURT_RIDER, STUNNED, FIT, WOUNDED),
}
"""The order of targets of an attack, by the policy ``target``."""
WOUNDS = {"fit-first": (FIT, RIDER, WOUNDED, HURT_RIDER), "wounded-first": (WOUNDED, HURT_RIDER, FIT, RIDER)}
"""The order in which able men take wounds, by the policy ``wound``."""


def policies(told: Told, at: str = "policies.") -> Callable[..., Any]:
    """Return how to declare policies of one side: a kind of key (`whole`, `one_of`, `flag`), and all that it takes."""
    return lambda declare, *given, **more: declare(*given, at=at, told=told, **more)


def at_losses(most: int, at: str = "", told: Told = POLICY) -> Any:
    """Declare the dead and wounded men, up to so many, at which a side breaks off."""
    return whole(1, most, "dead and wounded men at which it breaks off", None, range(1, 9), at=at, told=told)


def after_turn(at: str = "", told: Told = POLICY) -> Any:
    """Declare the turn after which a side breaks off."""
    return whole(1, 60, "the turn after which it breaks off", None, range(1, 5), at=at, told=told)


class MeleePolicies(Keys):
    """The decisions of a side in melee, each with the default of a sensible player."""

    attack: str = one_of(ATTACKS, "how several men attack one", told=POLICY)
    together: int = whole(1, 6, "the most men who attack one man", 3, told=POLICY)
    attack_from: str = one_of(ODDS, "the lowest column, after shifts, at which to attack", told=POLICY)
    target: str = one_of(TARGETS, "whom to attack first", told=POLICY)
    wound: str = one_of(WOUNDS, "who takes a wound", told=POLICY)
    # EN, DE 1.73.
    advance: bool = flag("a man steps into the place that an enemy has left in a fight", usual=True, told=POLICY)
    follow: bool = flag("a man who was driven back is given no rest", told=POLICY)


class BreakOff(Keys):
    """When a side breaks off: at so many dead and wounded men, after a turn; None where it does not."""

    losses: int | None = at_losses(60)
    turn: int | None = after_turn()


def breaking_off(most: int, at: str, told: Told) -> Any:
    """Declare the block that says when a side breaks off, with the most men that it can wait for."""
    return block(BreakOff, at=at, told=told, changed={"losses": at_losses(most)})


def kind(at: str, *, without: Any = REQUIRED) -> Any:
    """Declare the kind of the men of a block."""
    return kind_of("a kind of men of the roster", at=at, without=without)


def mounted(at: str, kind_field: str) -> Any:
    """Declare how many of the men of a block sit on horses, which their kind has to have."""

    def check(reading: Reading, node: Node, key_name: str, riders: int) -> None:
        if riders and reading[kind_field].saddle is None:
            raise node.error("men of this kind have no horses", key_name, value=reading[kind_field].id)

    meaning = "how many of them sit on horses; if all do, all do with another number of men, too"
    return whole(0, Of(("men",)), meaning, 0, check=check, at=at, part_of="men")


LONGEST_NAME = 40
"""Letters of the name of a piece, which becomes part of the names of counters."""


def check_names(_reading: Reading, _node: Node, _name: str, pieces: Sequence[Reading]) -> None:
    """Check that the names of some pieces are different."""
    names: list[str] = []
    for piece in pieces:
        if piece["name"] in names:
            raise piece.node.error("there are two of this name", "name", value=piece["name"])
        names.append(piece["name"])


APPROACH_TERRAINS = ("flat_ground", "scrub", "tree", "slope", "tent", "trench", "rubble", "filled_moat")
"""Ground over which men come up to a wall."""
WAY_OUT = (*APPROACH_TERRAINS, "drawbridge")
"""Ground over which a sortie goes."""
WAY_TO_A_WALL = (*APPROACH_TERRAINS, "moat")
"""Ground over which ladders are carried up to a wall."""
ENGINE_GROUND = ("flat_ground", "filled_moat", "moat")
"""Ground over which the approach of a ram or siege tower may lead; a moat stops it."""
STANDING = Offer("terrain", lambda rules, _roster, _above: standings(rules))
"""Ground on which men stand and fight."""
_MOST_HEXES = 60
_NO_MANTLETS = ("tree", "tent", "rubble", "moat")
"""Ground over which no mantlet is carried: barred to horses (DE 5.21), but for filled moat."""
_BARRED = "mantlets cannot be carried over this ground"


def approach(usual: tuple[str, ...]) -> Any:
    """Declare the way that men or engines come, far to near: one terrain id a hex; `usual` are those of most rule sets.

    Any id may stand there: which there are is a matter of the rule set that the scenario is played with, and
    `check_approach` looks at it then.
    """
    offer = Offer("terrain", lambda rules, _roster, _above: (*usual, *rules.added("terrain")))
    pattern = f"^{LABEL}( x (0?[1-9]|[1-5][0-9]|60))?$"
    meaning = "terrains from far to near, each an id or `id x hexes`"
    return texts(meaning, offer=offer, times=_MOST_HEXES, pattern=pattern, read=_read_approach)


def _read_approach(_reading: Reading, node: Node, name: str) -> tuple[str, ...]:
    hexes: list[str] = []
    for number, entry in enumerate(node.texts(name, default=()), start=1):
        terrain, cross, count = entry.partition(" x ")
        if not re.fullmatch(LABEL, terrain):
            raise node.error("cannot be the id of a terrain", f"{name}.{number}", value=terrain)
        if cross and not (count.isascii() and count.isdigit() and len(count) <= 2 and 0 < int(count) <= _MOST_HEXES):
            raise node.error(f"the number of hexes must be 1 to {_MOST_HEXES}", f"{name}.{number}", value=count)
        hexes += [terrain] * (int(count) if cross else 1)
    if len(hexes) > _MOST_HEXES:
        raise node.error(f"an approach has at most {_MOST_HEXES} hexes", name, value=len(hexes))
    return tuple(hexes)


def check_approach(
    rules: RuleSet, approach: tuple[str, ...], usual: tuple[str, ...], *, mantlets: bool = False
) -> None:
    """Check that the sequence knows the ground of an approach: `usual` are the rows of the printed table that it knows.

    Rows that overlays add are allowed as well; another terrain is a DataError, and one that bars horses if `mantlets`
    are carried over it.
    """
    allowed = (*usual, *rules.added("terrain"))
    for terrain in approach:
        if terrain not in allowed:
            raise DataError("unknown terrain", path="approach", value=terrain, allowed=allowed)
    for terrain in rules.added("terrain") if mantlets else ():
        if terrain in approach and rules.table("terrain").cell(terrain, "mounted") == IMPASSABLE:
            raise DataError(_BARRED, path="approach", value=terrain)


def mantlets() -> Any:
    """Declare whether men carry mantlets along an approach; `check_approach` follows with the rule set."""
    return flag("the men carry mantlets along", check=_check_carried)


def _check_carried(reading: Reading, node: Node, _name: str, carried: bool) -> None:  # noqa: FBT001 - it is the value
    barred = sorted(set(reading["approach"]) & set(_NO_MANTLETS))
    if carried and barred:
        raise node.error(_BARRED, "approach", value=barred[0])


def _known(rules: RuleSet, engines: tuple[str, ...]) -> list[str]:
    return [name for name in weapons(rules) if name in engines or weapon_kind(rules, name) != "engine"]


def weapon_or(*others: str) -> Offer:
    """Return the offer of weapons that men carry, and of something else that may stand for one."""
    return Offer("weapons", lambda rules, _roster, _above: dict.fromkeys((*others, *_known(rules, others)), ""))


NO_WEAPON = "none"


def carried(meaning: str, at: str) -> Any:
    """Declare the weapon of men, perhaps none."""
    return text(meaning, NO_WEAPON, identifier=True, offer=weapon_or(NO_WEAPON), at=at)


class Shooters(Keys):
    """Men shooting out of everybody's reach.

    ``place`` is, for covering archers, how many hexes they are from the wall; for others by how many hexes their range
    is longer than that of a man right above the target.
    """

    men: int = whole(0, 12, "how many shoot")
    weapon: str = text("a weapon that men carry", identifier=True, offer=weapon_or())
    place: int = whole(0, 200, "hexes")


NOBODY = Shooters(0, "longbow", 0)
"""A group that no file names."""


def shooters(at: str, place: str, meaning: str, *, nearest: int = 0, usual: Any = REQUIRED) -> Any:
    """Declare a block of shooters; one that is missing is a group of nobody.

    `place` is the key in it that says where they stand: at least `nearest`, and `usual` if nothing is said.
    """
    return block(Shooters, at=at, empty=NOBODY, changed={"place": whole(nearest, 200, meaning, usual, at=place)})


def check_shooters(rules: RuleSet, key: str, group: Shooters) -> None:
    """Check the weapon of a group that is not nobody, as `check_weapon` does; `key` is the name of its block."""
    if group != NOBODY:
        check_weapon(rules, f"{key}.weapon", group.weapon)


def check_weapon(rules: RuleSet, path: str, weapon: str, engines: tuple[str, ...] = ()) -> None:
    """Check that the rule set knows a weapon that a man can carry, with its ranges, or that it is one of some engines.

    It is a DataError if it does not, or the weapon reaches nothing; `path` is where the scenario names it.
    """
    allowed = _known(rules, engines)
    if weapon not in allowed:
        raise DataError("unknown weapon", path=path, value=weapon, allowed=allowed)
    if weapon in engines:
        return
    try:
        bands = range_table(rules, weapon)
    except DataError as error:
        raise DataError(error.message, path=path, value=weapon) from None
    if all(bands.cell(weapon, band) == EMPTY for band in bands.columns):
        raise DataError(f"this weapon reaches nothing by table {bands.id}", path=path, value=weapon)


def weapon_word(weapon: str) -> str:
    """Return the name of a weapon inside a sentence."""
    return words().inside(words().word("weapons", weapon))


def armed_words(men: str, weapon: str, key: str) -> str:
    """Return some men with the weapon that they carry, by a key such as ``with_weapon``; they may carry none."""
    return men if weapon == NO_WEAPON else f"{men}, {say(f'facts.{key}', weapon=weapon_word(weapon))}"


def of_kind(men: str, kind: Kind, *, riders: bool = False, room: int | None = None) -> str:
    """Return men in words: their values, for `riders` also in the saddle, and the room behind them if it is limited."""
    counters = [
        {
            "fit": f"{values.attack}/{values.defence}/{values.movement}",
            "wounded": f"{values.wounded_attack}/{values.wounded_defence}/{values.wounded_movement}",
        }
        for values in ([kind, kind.values(mounted=True)] if riders else [kind])
    ]
    known = {"title": words().translated(kind.title), "armour": words().word("armours", kind.armour)}
    sentence = "facts.kind" if kind.stunned_defence is None else "facts.kind_stunned"
    text = say(sentence, stunned=f"-/{kind.stunned_defence}/-", **known, **counters[0])
    text = words().with_commas((text, *(say("facts.in_the_saddle", **values) for values in counters[1:])))
    behind = [] if room is None else [say("facts.room_behind", number=room)]
    return words().with_semicolons((say("frame.named", name=men, text=text), *behind))


def shooter_words(group: Shooters, place: str) -> str:
    """Return a group of shooters and, by a key such as ``hexes_aside``, where they stand; nothing if there are none."""
    if not group.men:
        return ""
    armed = say("facts.shooters_with", number=group.men, weapon=weapon_word(group.weapon))
    return f"{armed}, {words().plural(f'facts.{place}', group.place)}"


def sector_words(setup: Any) -> str:
    """Return the size of a sector of a wall, and when it is lost."""
    hexes = words().plural("facts.battlement_hexes", setup.width)
    return f"{hexes}, {words().plural('facts.foothold_at', setup.foothold)}"


def garrison_words(setup: Any) -> str:
    """Return the defenders of a sector of a wall."""
    men = (
        say("facts.on_the_wall", number=setup.on_wall),
        say("facts.in_reserve", number=setup.reserve),
    )
    return of_kind(", ".join(men), setup.defender)


def oil_words(setup: Any) -> str:
    """Return the oil for an engine; nothing if there is none."""
    poured = say("facts.poured_by", number=setup.oil_men)
    return f"{words().counted('barrel', setup.oil)}, {poured}" if setup.oil else ""


def in_note(name: str) -> str:
    """Return a name as it has to stand in the text of a note, where braces are places to be filled in."""
    return name.replace("{", "{{").replace("}", "}}")


def way_words(way: Sequence[str], *, mantlets: bool = False) -> str:
    """Return the hexes of a way, far to near, and whether mantlets are carried along."""
    runs = [(words().word("terrain", terrain), len(list(hexes))) for terrain, hexes in groupby(way)]
    parts = [say("facts.hexes_of", count=count, terrain=terrain) for terrain, count in runs]
    parts = parts or [say("facts.at_wall")]
    return ", ".join([*parts, say("facts.behind_mantlets")] if mantlets else parts)


def men_at_start(setup: Any) -> tuple[str, ...]:
    """Return the numbers that are no more than those of men and barrels at the start of an assault on a wall.

    A side that breaks off at losses counts them from its men.
    """
    ours = ("men",) if setup.break_off_losses is None else ()
    theirs = ("on_wall", "reserve") if setup.defenders_break_off.losses is None else ()
    return (*ours, *theirs, "oil")
