"""Scenario files: read by name or path, facts in words, schemas, and which of their keys a game was built from."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec import Meta

from mangonel.engine.process import Identity, Process
from mangonel.engine.rolls import in_python
from mangonel.errors import DataError, MangonelError, SpoiltError, nearest
from mangonel.games import SHIPPED
from mangonel.games.fields import Choice, choices_of, content_at, option_kind, policies_told, root, walked
from mangonel.games.reading import FileType, Reading, file_type
from mangonel.games.roster import load_roster, roster_type
from mangonel.games.system import System, check_rules, sequences, systems, usual_system
from mangonel.rules.change import place_of
from mangonel.rules.files import is_shipped, shipped
from mangonel.rules.loading import load_rules, no_option, rule_set_names
from mangonel.rules.reading import VERSION, Node, filled, is_there
from mangonel.rules.ruleset import DIFFERENCE, Asked, RuleSet
from mangonel.rules.schema import overlay_schema
from mangonel.rules.words import load_locale, say, words

if TYPE_CHECKING:
    from mangonel.engine.policy import Clause
    from mangonel.games.system import Axis, Facts, Playable

Setup = TypeVar("Setup")
KeyPath = tuple[str, ...]

_ABSENT = "(absent)"
_DECIDED = ("policies", "break_off", "decisions")
"""Blocks of a scenario that the file of a plan may have."""


@dataclass(eq=False)
class KeysAsked:
    """The fields that a set-up was asked for, by their paths; the values are in the set-up.

    A game built and played anew from a set-up that gives the same answers comes to the same.
    """

    paths: dict[KeyPath, None] = field(default_factory=dict)
    """Paths of the fields, in the order in which they were first asked for."""
    answer: Callable[[KeyPath, Any], Any] | None = None
    """Returns the value of a field from now on, by its path and the value in the set-up."""

    def noting(self, setup: Setup) -> Setup:
        """Return the same set-up, which notes here the fields that are read, of it and its blocks.

        Entries of a list of blocks are not told apart: a look at the list asks for all of it.
        """
        return _noting(setup, self, ())

    def tells_apart(self, left: Any, right: Any) -> bool:
        """Tell whether two set-ups answer otherwise to anything that is noted here."""
        return left is not right and any(_answer(left, path) != _answer(right, path) for path in self.paths)


def begins_in(scenario: Scenario, other: Scenario) -> bool:
    """Tell whether a scenario differs from another one only in that fewer are there at the start."""
    if (scenario.sequence, scenario.decisions) != (other.sequence, other.decisions):
        return False
    starts = scenario.playable.starts(scenario.setup)
    differing = _differing(scenario.setup, other.setup)
    return all(".".join(path) in starts and mine <= theirs for path, mine, theirs in differing)


def _differing(left: Any, right: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any, Any]]:
    """Yield the path and both values of each field by which two set-ups differ."""
    for declared in fields(left):
        mine, theirs, place = getattr(left, declared.name), getattr(right, declared.name), (*path, declared.name)
        if _is_block(mine) and type(mine) is type(theirs):
            yield from _differing(mine, theirs, place)
        elif mine != theirs:
            yield place, mine, theirs


def by_plan(setups: Sequence[Any], s: Any) -> Callable[[KeyPath, Any], Any]:
    """Return an `answer` for the first of some set-ups: that of the one whose number is the ``plan`` of a state."""

    @cache
    def others(path: KeyPath) -> list[tuple[int, Any]]:
        usual = _answer(setups[0], path)
        return [(plan, _value(each, path)) for plan, each in enumerate(setups) if _answer(each, path) != usual]

    return lambda path, usual: next((value for plan, value in others(path) if s.plan == plan), usual)


def _value(setup: Any, path: KeyPath) -> Any:
    for name in path:
        setup = getattr(setup, name, _ABSENT)
    return setup


def _answer(setup: Any, path: KeyPath) -> Any:
    # Of a block only that it is there: its fields are asked for one by one.
    value = _value(setup, path)
    return type(value) if _is_block(value) else value


def _is_block(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _noting(setup: Any, asked: KeysAsked, path: KeyPath) -> Any:
    kind: Any = type(setup)
    copy = object.__new__(_noting_class(kind))
    object.__setattr__(copy, "_noted", (asked, path))
    for declared in fields(setup):
        value = getattr(setup, declared.name)
        noted = _noting(value, asked, (*path, declared.name)) if _is_block(value) else value
        object.__setattr__(copy, declared.name, noted)
    return copy


@cache
def _noting_class(kind: Any) -> type[Any]:
    """Return a class of instances that note the fields read of them, and pass for instances of `kind`."""
    known = frozenset(declared.name for declared in fields(kind))

    def read(self: Any, name: str) -> Any:
        # Blocks are equal if they are of one class.
        if name == "__class__":
            return kind
        if name in known:
            asked, path = object.__getattribute__(self, "_noted")
            asked.paths[*path, name] = None
            if asked.answer is not None:
                return asked.answer((*path, name), object.__getattribute__(self, name))
        return object.__getattribute__(self, name)

    return type(kind.__name__, (kind,), {"__slots__": ("_noted",), "__getattribute__": read})


@dataclass(frozen=True)
class Scenario:
    """A scenario as read from a file.

    Attributes
    ----------
    sequence
        The sequence it is for, by which its game is known.
    note
        A note for the reader, for example that the values are illustrative.
    roster
        The kinds of men it uses, as its game has read them; None if the game has no rosters.
    setup
        Everything the sequence needs, as the keys of its `Playable` were read.
    assumptions
        Ids of options that the scenario sets over the rule set, with their values.
    content
        The file as plain values, from which variants are made.
    decisions
        Priority lists by decision, which answer before the policies do.
    plan
        The file of the plan that it was given; None if it has its own.
    """

    title: str
    sequence: str
    note: str
    roster: Any
    setup: Any
    assumptions: Mapping[str, str]
    file: Path
    content: Mapping[str, Any] = field(repr=False)
    decisions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plan: Path | None = None

    def __repr__(self) -> str:
        """Return a line that says which it is."""
        return f"<Scenario {self.title}: {self.sequence} [{self.digest}]>"

    @property
    def name(self) -> str:
        """The name to type: that of its file, and of the plan that it has."""
        plans = self.content.get("plans", {}).items()
        plan = self.plan or next((name for name, values in plans if _merged(self.content, values) == self.content), "")
        return f"{self.file.stem}:{plan}" if plan else self.file.stem

    @property
    def system(self) -> System:
        """The game that it is a scenario of."""
        return sequences()[self.sequence]

    @property
    def playable(self) -> Playable:
        """The record of its sequence."""
        return self.system.playables()[self.sequence]

    @cached_property
    def digest(self) -> str:
        """Twelve hexadecimal digits that change with anything that can change a number."""
        decided = [sorted(self.decisions.items())] if self.decisions else []
        canonical = json.dumps([_written(self.setup), sorted(self.assumptions.items()), *decided])
        return hashlib.sha256(canonical.encode()).hexdigest()[:12]

    @cached_property
    def choices(self) -> Mapping[str, Choice]:
        """The keys that choose among named values or between true and false, policies above all, by dotted path."""
        return choices_of(self.playable.keys, self.setup, self.content)

    def replaced(self, changes: Mapping[str, Any]) -> Scenario:
        """Return the scenario with other values.

        Parameters
        ----------
        changes
            New values by dotted path, for example ``{"besiegers.ladders": 2}``, or ``{"shooters.1.men": 3}`` in the
            first of several blocks of one name. None takes a value away. A part that is the whole, such as riders
            where all men ride, stays so unless it is named.

        Raises
        ------
        DataError
            If there is no such value, or the new one is not allowed.
        """
        content: dict[str, Any] = copy.deepcopy(dict(self.content))
        for path, value in {**dict(self._parts(changes)), **changes}.items():
            *folders, key = path.split(".")
            place: Any = content
            for folder in folders:
                place = place.setdefault(folder, {}) if isinstance(place, dict) else content_at(place, (folder,))
            if not isinstance(place, dict):
                raise self._unknown(path)
            if value is None:
                keys = () if key in place else walked(root(self.playable.keys), self.setup, self.content)
                if place.pop(key, None) is None and path not in {".".join(met.path) for met in keys}:
                    raise self._unknown(path)
            else:
                place[key] = copy.deepcopy(in_python(value))
        try:
            return _read(Node(content, file=self.file), self.file)
        except DataError as error:
            for path in changes if error.suggestion is None else ():
                if f"{path}.".startswith(f"{error.path}.") and error.value == error.path.rpartition(".")[2]:
                    raise self._unknown(path) from None
            raise

    def _unknown(self, path: str) -> DataError:
        """Return the error that there is no such path, with those that are meant: the nearest, others of its keys."""
        keys = walked(root(self.playable.keys), self.setup, self.content)
        known = [".".join(met.path) for met in keys if met.key.kind != "given"]
        # The key oil.barrels of one sequence is defenders.oil in another.
        alike = ([each for each in known if key in each.split(".")] for key in reversed(path.split(".")))
        meant = [*next(filter(None, alike), []), *filter(None, [nearest(path, known)])]
        rules, (first, *place) = load_rules(self.system.rules), place_of(path)
        if first in rules.tables and {*place, ""} <= {*rules.tables[first].rows, *rules.tables[first].columns, ""}:
            meant.insert(0, f"rules.{path}")
        elif first in rules.tables or first in rules.options:
            meant = meant or [f"rules.{first}"]
        allowed = dict.fromkeys(meant or (each.split(".")[0] for each in known))
        return DataError("no such value in the scenario", file=self.file, path=path, value=path, allowed=allowed)

    def _parts(self, changes: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the values that follow from changes, by path."""
        for met in walked(root(self.playable.keys), self.setup, self.content):
            whole = (*met.path[:-1], met.key.part_of)
            if ".".join(whole) in changes and met.said is not None and met.said == content_at(self.content, whole):
                yield ".".join(met.path), changes[".".join(whole)]

    def planned(self, plan: str | Path) -> Scenario:
        """Return the scenario with one of its named plans, or with the policies and priority lists of a file.

        Raises
        ------
        DataError
            If it has no such plan and there is no such file, or the plan is none of this scenario.
        """
        plans, file = self.content.get("plans", {}), self.file
        if plan in plans:
            changes: Mapping[str, Any] = plans[plan]
        elif is_there(Path(plan)):
            file = Path(plan)
            changes = Node.load(file).content
            # A named plan may stand there as it is printed for a scenario file.
            named = [*changes["plans"].values()] if isinstance(changes.get("plans"), dict) else []
            if len(changes) == len(named) == 1 and isinstance(named[0], dict):
                (changes,) = named
            if wrong := [key for key in changes if key not in _DECIDED]:
                raise DataError("no such key in a plan", file=file, path=wrong[0], value=wrong[0], allowed=_DECIDED)
        else:
            raise DataError("the scenario has no such plan, and there is no such file", value=str(plan), allowed=plans)
        planned = _read(Node(_merged(self.content, changes), file=file), self.file)
        return planned if file == self.file else replace(planned, plan=file)


def _merged(content: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(content)
    for key, value in changes.items():
        old = content.get(key)
        merged[key] = _merged(old if isinstance(old, dict) else {}, value) if isinstance(value, dict) else value
    return merged


def _written(value: Any) -> str:
    """Return the `repr` of a value, with all fields of dataclasses and all numbers of an array."""
    if is_dataclass(value):
        named = (f"{key.name}={_written(getattr(value, key.name))}" for key in fields(value))
        return f"{type(value).__qualname__}({', '.join(named)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key!r}: {_written(part)}' for key, part in value.items())}}}"
    if isinstance(value, (tuple, list)):
        inside = ", ".join(map(_written, value))
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})"
    return repr(value.tolist() if hasattr(value, "tolist") else value)


def scenario_names(system: str = "") -> tuple[str, ...]:
    """Return the names of the scenarios that come with the program, of one game or of all."""
    return tuple(shipped("scenarios", system))


def load_scenario(name: str | Path) -> Scenario:
    """Read a scenario.

    Parameters
    ----------
    name
        The name of one that comes with the program, or the path of a file; followed by ``:PLAN`` for one of its plans.

    Raises
    ------
    DataError
        If there is none, or it is not valid.
    """
    if not isinstance(name, str | Path):
        raise DataError("wants a scenario, its name or its file", value=type(name).__name__)
    own = shipped("scenarios")
    whole, _, plan = str(name).rpartition(":")
    if str(name) not in own and (whole in own or whole.endswith(".toml")):
        return load_scenario(whole).planned(plan)
    file = own.get(str(name), Path(name))
    if str(name) not in own and file.suffix != ".toml" and not is_there(file):
        raise DataError("no such scenario or file", value=str(name), allowed=own)
    return _read(Node.load(file), file)


@cache
def _scenario_type(system: System, sequence: str) -> FileType:
    keys, roster = system.playables()[sequence].keys, system.man is not None
    usual = {"default": system.usual_roster} if system.usual_roster else {}
    named = Annotated[str, Meta(description="a shipped one, or a path from here", extra_json_schema=usual)]
    assumed = "options of the rule set by id, set over whatever rule set it is played with"
    decided = "priority lists by decision, before the policies"
    plans = "other values by the name of a plan: SCENARIO:PLAN plays it"
    head = {
        "schema": VERSION,
        "sequence": Literal[sequence],
        "title": filled("what it is called"),
        "note": Annotated[str, Meta(description="what the reader should know")],
        **({"roster": named} if roster else {}),
        "assumptions": Annotated[dict[str, str | int], Meta(description=assumed)],
        "decisions": Annotated[dict[str, list[str]], Meta(description=decided)],
        "plans": Annotated[dict[str, dict[str, Any]], Meta(description=plans)],
    }
    needed = ["roster"] if roster and not usual else []
    return file_type(keys, head, ["schema", "sequence", "title", *needed])


def _read(node: Node, file: Path) -> Scenario:
    if "base" in node and "sequence" not in node:
        raise node.error("this is a rule set, not a scenario")
    known = sequences()
    system = known[sequence := node.choice("sequence", known)]
    _scenario_type(system, sequence).check(node)
    roster = _read_roster(node, system, file)
    block = node.node("assumptions", required=False)
    assumptions = {option: str(value) for option, value in block.content.items()}
    setup = Reading(root(system.playables()[sequence].keys), node, roster).made()
    lists = node.node("decisions", required=False)
    decided = {name: lists.texts(name) for name in lists}
    content, title, note = node.content, node.content["title"], node.content.get("note", "")
    bare = {key: value for key, value in content.items() if key != "plans"}
    for plan, changes in content.get("plans", {}).items():
        if not plan.strip():
            raise node.error("a plan needs a name", "plans", value=plan)
        try:
            _read(Node(_merged(bare, changes), file=node.file), file)
        except DataError as error:
            raise error.at(".".join(filter(None, ("plans", plan, error.path))), error.file) from None
    return Scenario(title, sequence, note, roster, setup, assumptions, file, content, decided)


def _read_roster(node: Node, system: System, file: Path) -> Any:
    if system.man is None:
        return None
    try:
        return load_roster(node.text("roster", system.usual_roster or None), file.parent, system.id, system.man())
    except DataError as error:
        if error.file is None:
            raise node.blamed(error, "roster") from None
        raise


def with_assumptions(scenario: Scenario, rules: RuleSet) -> RuleSet:
    """Return the rule set as the scenario plays it: with the options that it sets for itself.

    It is a DataError if the rule set is one of another game, or the scenario sets an option that does not exist, or to
    a value it does not have.
    """
    check_rules(rules, scenario.system, scenario.file)
    for option, value in scenario.assumptions.items():
        if option not in rules.options:
            message, allowed = no_option(rules, option)
            path = f"assumptions.{option}"
            raise DataError(message, file=scenario.file, path=path, value=option, allowed=allowed)
        try:
            rules = rules.replaced(options={option: value})
        except DataError as error:
            raise error.at(f"assumptions.{option}", scenario.file) from None
    return rules


def build(scenario: Scenario, rules: RuleSet, asked: Asked | None = None, keys: KeysAsked | None = None) -> Process:
    """Build the sequence that plays a scenario under a rule set.

    It is a DataError as in `with_assumptions`, or if the rules do not allow the scenario. If the cause is in
    a rule file of one's own, under whose base the scenario can be played, that file is named first.

    Parameters
    ----------
    asked
        Where to note the questions to the rule set, here and in play.
    keys
        Where to note the keys of the scenario that are read, here and in play.
    """
    rules = with_assumptions(scenario, rules)
    try:
        setup = scenario.setup if keys is None else keys.noting(scenario.setup)
        sequence: Any = scenario.playable.make(setup, rules if asked is None else rules.noting(asked))
        if scenario.decisions:
            try:
                sequence = with_lists(sequence, scenario.decisions)
            except DataError as error:
                raise error.at(error.path, scenario.plan) from None
    except DataError as error:
        raise _blamed(error, scenario, rules) from None
    identity, recipe = identity_of(scenario, rules), (build, (scenario, rules))
    game, tested = scenario.system.id, scenario.system.id in SHIPPED
    return replace(sequence, identity=identity, recipe=recipe, game=game, tested=tested)


def with_lists(sequence: Process, lists: Mapping[str, Sequence[str | Clause]]) -> Process:
    """Return a process in which some decisions are answered by priority lists; see `with_priorities`.

    It is a DataError, too, if an option is none of those that have a word; their numbers are not looked at.
    """
    from mangonel.engine.policy import parsed, with_priorities

    played, choices = with_priorities(sequence, lists), load_locale("en").words["choices"]
    for name, clauses in lists.items():
        kind = f"{option_kind(name)}."
        known = {choice.removeprefix(kind) for choice in choices if choice.startswith(kind)}
        for option in (parsed(str(clause)).option for clause in clauses):
            place = "number" if option.split(" ")[0].isdecimal() else option.split(" ")[0]
            if known and known.isdisjoint((option, place)) and option not in ("yes", "no"):
                allowed = sorted(known - {"number"})
                raise DataError("no such option", path=f"decisions.{name}", value=option, allowed=allowed)
    return played


def identity_of(scenario: Scenario, rules: RuleSet) -> Identity:
    """Return by which names a game is known that is built from a scenario under a rule set; errors as for `build`."""
    assumed = with_assumptions(scenario, rules)
    return Identity(assumed.id, assumed.digest, scenario.title, scenario.digest)


def _blamed(error: DataError, scenario: Scenario, rules: RuleSet) -> DataError:
    """Return the same error in the file that is to blame: the rule file, if the scenario is sound without it."""
    file = rules.file
    if file is not None and not is_shipped(file) and _is_sound(scenario, rules):
        entry = _entry(error, scenario)
        if error.file is not None:
            # The cell of a table, which the rule file has changed.
            entry = f"{Path(error.file).stem}.{entry.removeprefix('cells.')}"
        path = ": ".join(part for part in (f"scenario {scenario.file}", entry) if part)
        inner = error.at(entry, scenario.file)
        return SpoiltError(inner, error.message, file=file, path=path, value=error.value, allowed=error.allowed)
    return error if error.file is not None else error.at(_entry(error, scenario), scenario.file)


def _is_sound(scenario: Scenario, rules: RuleSet) -> bool:
    """Tell whether a scenario can be played under the shipped rule set that another one is based on."""
    known = rule_set_names()
    base = load_rules(next((name for name in reversed(rules.chain) if name in known), scenario.system.rules))
    try:
        scenario.playable.make(scenario.setup, with_assumptions(scenario, base))
    except MangonelError:
        return False
    return True


def _entry(error: DataError, scenario: Scenario) -> str:
    """Return the path of an error; where that is a list, with the number of the first entry that is to blame."""
    entries = scenario.content.get(error.path)
    if isinstance(entries, list):
        for number, entry in enumerate(entries, start=1):
            if str(entry).partition(" x ")[0] == error.value:
                return f"{error.path}.{number}"
    return error.path


def scenario_facts(scenario: Scenario, unit: str = "turn") -> Facts:
    """Return the fighters, their ground and their arms; `unit` is the name of a turn of the sequence."""
    limit = (words().for_unit("facts.limit", unit), str(scenario.setup.turns))
    facts = [*scenario.playable.facts(scenario.setup), limit]
    note = [(say("facts.note"), words().translated(scenario.note))] if scenario.note else []
    roster = [] if scenario.roster is None else [(say("facts.roster"), words().translated(scenario.roster.note))]
    return (*note, *((name, text) for name, text in facts if text), *roster)


def policies_in_force(scenario: Scenario) -> Facts:
    """Return the policies of the players."""
    return policies_told(scenario.setup, scenario.sequence)


def assumptions_in_force(scenario: Scenario, rules: RuleSet, asked: Asked) -> Facts:
    """Return the readings and assumptions that count, with the choice made.

    Those for which the rule set was not `asked` when the scenario was built do not count here. Options that the
    scenario settles for itself are always told, and last the fixed assumptions of its sequence.
    """
    facts = []
    for name, option in rules.options.items():
        counts = name in asked.options and option.kind != DIFFERENCE
        if not counts and name not in scenario.assumptions:
            continue
        chosen = scenario.assumptions.get(name, rules.values[name])
        title = words().titled("options", name, option.title)
        meaning = words().meaning(name, chosen, rules)
        facts.append((_with_id(title, name), _with_id(meaning, chosen)))
    return (*facts, *assumed_told(scenario))


def _with_id(title: str, name: str) -> str:
    return say("facts.option", title=title, id=name)


def assumed_told(scenario: Scenario) -> Facts:
    """Return the fixed assumptions of the sequence, with their ids; nothing if there are none."""
    given = [_with_id(words().word("assumed", name), name) for name in scenario.playable.assumed]
    return ((say("facts.assumed"), words().with_semicolons(given)),) if given else ()


def usual_sweep(scenario: Scenario) -> tuple[Axis, Axis]:
    """Return the two axes of a heat map if none are asked for."""
    return scenario.playable.sweep(scenario.setup)


# JSON schemas, as commands print them and as they are put into the wheel.

_HEAD = {"$schema": "http://json-schema.org/draft-07/schema#"}
SCHEMAS = ("overlay", "scenario", "roster")
"""Kinds of files that have a JSON schema."""


def schema_text(name: str, base: str | None = None) -> str:
    """Return the schema of a kind of files, one of `SCHEMAS`, as text.

    An overlay is based on a rule set, as `load_rules` takes it, by default the usual one; it is a DataError if there is
    none.
    """
    if name == "overlay":
        schema = overlay_schema(load_rules(base or usual_system().rules))
    else:
        schema = roster_schema(systems()) if name == "roster" else scenario_schema(systems())
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def scenario_schema(games: Sequence[System]) -> dict[str, Any]:
    """Return the JSON schema (draft 7) of scenario files of some games.

    It lets every file pass that the reader lets pass. A few things only the reader sees: limits that another key sets
    below the largest, names that have to be different, weapons and terrains, which are a matter of the rule set.
    """
    types = {name: _scenario_type(system, name).schema() for system in games for name in system.playables()}
    cases = [{"if": {"properties": {"sequence": {"const": name}}}, "then": schema} for name, schema in types.items()]
    sequence = {"enum": list(types), "description": "what is played"}
    needed = ["schema", "sequence", "title"]
    whole = {"type": "object", "required": needed, "properties": {"sequence": sequence}, "allOf": cases}
    return _HEAD | {"title": "Scenario"} | whole


def roster_schema(games: Sequence[System]) -> dict[str, Any]:
    """Return the JSON schema (draft 7) of rosters of some games."""
    men: list[Any] = [system.man() for system in games if system.man is not None]
    return _HEAD | {"title": "Roster", "anyOf": [roster_type(man).schema() for man in men]}
