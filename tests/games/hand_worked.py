"""Cases worked by hand, played by the oracle and by the package with the same dice.

A setup of an oracle has the keys of a scenario file, with the values of a kind of men where a file has its name. So the
package reads it as it reads a scenario, but for the limits of numbers: by hand one works with one man where a file must
have three.
"""

import copy
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest

from games.registry import SEQUENCES, twin_of
from games.siege_campaign_twin import SEQUENCES as SEQUENCES_OF_PARTS
from games.twins import played, told
from mangonel.engine.process import Process
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.games.cryhavoc.men import Kind, Saddle
from mangonel.games.cryhavoc.rolls import melee_situation
from mangonel.games.cryhavoc.system import SYSTEM
from mangonel.games.fields import Entry, root
from mangonel.games.reading import Reading, file_type
from mangonel.games.roster import Roster
from mangonel.games.scenario import Scenario, build
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.reading import Node
from mangonel.rules.ruleset import RuleSet
from mangonel.rules.situation import possible
from oracle.men import Given
from oracle.outcome import Outcome
from oracle.rules import Rules, read_rules
from oracle.scripted import every_course, named

HERE = Path(__file__)
SADDLED = "mounted_"
SIX = 6
PLACES = {"archers": ("distance",), "towers": ("distance",), "covering": ("aside",)}
"""What is not said of shooters, by their block."""


class Unlimited(Reading):
    """A block of keys whose numbers may be of any size."""

    def _value(self, entry: Entry, place: Node) -> Any:
        return super()._value(entry._replace(key=replace(entry.key, low=None, high=None)), place)


def kind_of(values: Mapping[str, Any], number: int) -> Kind:
    """Return the kind of men of these values, under a name of its own."""
    saddle = {key.removeprefix(SADDLED): value for key, value in values.items() if key.startswith(SADDLED)}
    rest = {key: value for key, value in values.items() if not key.startswith(SADDLED) and key not in ("id", "title")}
    return Kind(**{"id": f"kind-{number}", "title": "", **rest, "saddle": Saddle(**saddle) if saddle else None})


def in_file(setup: Any, kinds: list[dict[str, Any]], block: str = "") -> Any:
    """Return what a file says in a block; kinds of men are put into a list and named."""
    if isinstance(setup, list):
        return [in_file(entry, kinds, block) for entry in setup]
    if not isinstance(setup, dict):
        return setup
    content = {}
    for key, value in setup.items():
        if key == "kind" and isinstance(value, dict):
            if value not in kinds:
                kinds.append(value)
            content[key] = f"kind-{kinds.index(value)}"
        elif value is not None and key not in PLACES.get(block, ()):
            content[key] = in_file(value, kinds, key)
    return content


def ladder_assault(content: dict[str, Any]) -> None:
    content["defenders"]["oil"] = content.pop("oil")
    if content["defenders"]["weapon"] == "none" and content["policies"]["facing"] == "shoot":
        content["policies"]["facing"] = "topple"


def ram(content: dict[str, Any]) -> None:
    if not content["sortie"]["men"]:
        content["sortie"] = {}


def volley(content: dict[str, Any]) -> None:
    """Say of a group only what its weapon has."""
    for group in content["shooters"]:
        for key in ("wounded", "aptitude") if group["weapon"] == "ballista" else ("ready",):
            group.pop(key, None)


def siege_tower(content: dict[str, Any]) -> None:
    """Leave out what men on a wall or a tower cannot choose."""
    for side, keys in (("besiegers", ("follow",)), ("defenders", ("follow", "advance"))):
        for key in keys:
            content["policies"][side].pop(key, None)


def siege_campaign(content: dict[str, Any]) -> None:
    """Write the parts of an assault into their blocks."""
    for name in ("ram", "breach", "tower", "assault"):
        if name in content:
            part = content[name].pop("setup")
            WRITTEN_OTHERWISE.get(SEQUENCES_OF_PARTS[name], lambda _: None)(part)
            content[name] |= part


WRITTEN_OTHERWISE: dict[str, Callable[[dict[str, Any]], None]] = {
    "ladder-assault": ladder_assault,
    "ram": ram,
    "siege-campaign": siege_campaign,
    "siege-tower": siege_tower,
    "volley": volley,
}


def as_scenario(sequence: str, setup: Mapping[str, Any]) -> Scenario:
    """Return the scenario of an oracle's setup."""
    kinds: list[dict[str, Any]] = []
    content = in_file(copy.deepcopy(dict(setup)), kinds)
    WRITTEN_OTHERWISE.get(sequence, lambda _: None)(content)
    roster = Roster("mine", "", "", tuple(kind_of(values, number) for number, values in enumerate(kinds)), HERE)
    keys, node = SYSTEM.playables()[sequence].keys, Node(content, file=HERE)
    try:
        file_type(keys).check(node)
    except DataError as error:
        if error.limits is None:
            raise
    read = Unlimited(root(keys), node, roster).made()
    if sequence == "ladder-assault":
        # A file may not say that men without a weapon shoot; by hand it says that they do nothing.
        read = replace(read, policies=replace(read.policies, facing=setup["policies"]["facing"]))
    return Scenario("worked by hand", sequence, "", roster, read, {}, HERE, content)


class Dice:
    """Dice from a list, each at most its sides; a die of six may be written as a negative number, and is no other then."""

    def __init__(self, values: Sequence[int]) -> None:
        self.left = list(values)
        self.asked: list[int] = []

    def __call__(self, sides: int = 10) -> int:
        value = self.left.pop(0)
        assert 1 <= abs(value) <= sides
        assert value > 0 or sides == SIX
        self.asked.append(sides)
        return abs(value)


@cache
def siege() -> RuleSet:
    return load_rules("siege")


def by_oracle(play: Callable[..., Outcome], setup: Mapping[str, Any], *dice: int, **options: Any) -> Outcome:
    """Play by the oracle alone, and see that it rolls all dice: for what no scenario can say, or no rule set."""
    return _rolled(play, setup, dice, options)[0]


def scripted(play: Callable[..., Outcome], setup: Mapping[str, Any], *dice: int, **options: str) -> Outcome:
    """Play by the oracle and by the package with these dice, see that both roll all of them and agree.

    Options are written with underscores. Returns what the oracle says.
    """
    outcome, asked = _rolled(play, setup, dice, options)
    sequence, ours = _built(play, setup, options), Dice(dice)
    game = play_trace(sequence, dice=ours)
    facts = told(game, twin_of(sequence.name).tallies)
    assert (facts, ours.asked) == (played(outcome, facts), asked), list(game.lines())
    return outcome


def on_both(play: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """Return what plays as an oracle does, with any rules and dice of its own, and sees that the package agrees."""

    def by_both(setup: Mapping[str, Any], given: Given, roll: Callable[..., int]) -> Outcome:
        taken: list[int] = []

        def kept(*sides: int) -> int:
            taken.append(roll(*sides))
            return taken[-1]

        outcome = play(setup, given, kept)
        sequence, ours = sequence_of(name_of(play), setup, given), Dice(taken)
        game = play_trace(sequence, dice=ours)
        facts = told(game, twin_of(sequence.name).tallies)
        assert (facts, ours.left) == (played(outcome, facts), []), list(game.lines())
        return outcome

    return by_both


def odds(
    play: Callable[..., Outcome], setup: Mapping[str, Any], of: Callable[[Outcome], Any], **options: str
) -> dict[Any, Fraction]:
    """Return the chances of all that can happen by the oracle; see that endings come as often, and when, in the package."""
    found = every_course(play, setup, lambda outcome: (outcome.ending, outcome.turn, of(outcome)), **options)
    ours = run(_built(play, setup, options), engine="exact")
    chances: Counter[Any] = Counter()
    for (code, turn, *_), weight in zip(ours.outcomes.tolist(), ours.weights.tolist(), strict=True):
        chances[(("undecided", *ours.endings)[code], turn)] += weight
    theirs: Counter[Any] = Counter()
    for (ending, turn, _), chance in found.items():
        theirs[(ending, turn)] += chance
    assert chances == pytest.approx({end: float(chance) for end, chance in theirs.items()}, abs=1e-12)
    told_by: Counter[Any] = Counter()
    for (_, _, what), chance in found.items():
        told_by[what] += chance
    return dict(told_by)


def _built(play: Callable[..., Outcome], setup: Mapping[str, Any], options: Mapping[str, str]) -> Process:
    return sequence_of(name_of(play), setup, named(options))


def name_of(play: Callable[..., Outcome]) -> str:
    return next(name for name in SEQUENCES if twin_of(name).oracle is play)


def sequence_of(sequence: str, setup: Mapping[str, Any], given: Given) -> Process:
    """Return what the package plays of an oracle's setup, under the rules that the oracle is handed."""
    options, cells = (given.options, changes_of(given)) if isinstance(given, Rules) else (given, [])
    return _made(sequence, json.dumps(setup), json.dumps(dict(options)), tuple(cells))


def changes_of(rules: Rules) -> list[tuple[str, str, str, str]]:
    """Return the cells of an oracle's rules that are not those of the base."""
    return [
        (name, row, column, cell)
        for name, table in rules.tables.items()
        for row, cells in table.cells.items()
        for column, cell, base in zip(table.columns, cells, read_rules().tables[name].cells[row], strict=True)
        if cell != base
    ]


def column_of(given: Rules, attack: Sequence[int], defence: int, terrain: Sequence[str], against: str) -> int | None:
    """Return the column of an attack by the package, 2 for 2-1; None if the rules allow none."""
    rules = siege().replaced(options=given.options)
    roll = possible(lambda: melee_situation(rules, attack=attack, defence=defence, terrain=terrain, against=against))
    return None if roll is None else int(roll.final_column.partition("-")[0])


@lru_cache(maxsize=64)
def _made(sequence: str, setup: str, options: str, cells: tuple[tuple[str, str, str, str], ...]) -> Process:
    # Cases that differ by their dice play the same.
    rules = siege().replaced(options=json.loads(options), cells=[CellChange(*cell) for cell in cells])
    return build(as_scenario(sequence, json.loads(setup)), rules)


def _rolled(
    play: Callable[..., Outcome], setup: Mapping[str, Any], values: Sequence[int], options: Mapping[str, Any]
) -> tuple[Outcome, list[int]]:
    dice = Dice(values)
    outcome = play(setup, named(options), dice)
    assert dice.left == [], outcome.events
    return outcome, dice.asked
