"""JSON schemas of scenarios and rosters, made of what their keys declare, so that editors complete and check them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mangonel.systems.fields import Key, keys_of, place_of
from mangonel.systems.shapes import REQUIRED, Block, Blocks, Flag, Limit, Of, OneOf, Pairs, Shape, Text, Texts, Whole

if TYPE_CHECKING:
    from mangonel.systems.system import System

__all__ = ["KeyPlace", "block_schema", "key_places", "roster_schema", "scenario_schema"]

Schema = dict[str, Any]
_FILLED: Schema = {"type": "string", "pattern": "\\S"}
_DRAFT = "http://json-schema.org/draft-07/schema#"


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A key in a file."""

    path: tuple[str, ...]
    """The blocks it stands in, from the outside, and its name."""
    said: Key
    """What its field declares."""
    whole: int = 0
    """How many of the blocks on its path a file need not have."""
    loose: bool = False
    """Whether the block that it stands in may be there and be empty."""
    part: int | None = None
    """Length of the path of the block that may name a file in its place; None if there is none."""
    optional: bool = False
    """Whether a file need not have it, whatever its field declares."""
    keys: type[Any] | None = None
    """The dataclass that declares it."""


def key_places(keys: type[Any], changed: Mapping[str, Key] | None = None) -> Iterator[KeyPlace]:
    """Yield every key of a file whose keys a dataclass declares: blocks first, then the keys in them."""
    return _places(Block(keys, changed or {}), KeyPlace((), Key(shape=None)), ())


def _places(shape: Block, around: KeyPlace, filled: tuple[str, ...]) -> Iterator[KeyPlace]:
    for name, key in keys_of(shape.keys, shape.changed):
        if key.shape is None:
            continue
        folders, last = place_of(name, key, shape.names)
        path = (*around.path, *folders, *((last,) if last else ()))
        left_out = key.without is not REQUIRED
        whole = len(path) - 1 if left_out else around.whole
        place = KeyPlace(path, key, whole, around.loose or left_out, around.part, last in filled, shape.keys)
        yield place
        if not isinstance(key.shape, Block):
            continue
        below = key.shape
        free = below.empty is not REQUIRED or key.read is not None
        inside = KeyPlace(
            path,
            key,
            len(path) if free else around.whole,
            below.empty is not REQUIRED,
            len(path) if below.instead else around.part,
        )
        if below.switch:
            root = around.part or 0
            switch = Key(shape=Flag(usual=False), meaning="deaths can make men panic")
            yield KeyPlace((*path[:root], below.switch), switch, root, part=around.part, keys=shape.keys)
        yield from _places(below, inside, _names(below) if below.together else filled or below.filled)


def _names(shape: Block) -> tuple[str, ...]:
    return tuple(place_of(name, key, shape.names)[1] for name, key in keys_of(shape.keys, shape.changed))


@dataclass
class _Object:
    """The schema of a block while it is put together."""

    properties: dict[str, Any] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    if_any: set[str] = field(default_factory=set)
    of_part: set[str] = field(default_factory=set)
    together: tuple[str, ...] = ()
    instead: str = ""
    meaning: str = ""

    def schema(self) -> Schema:
        """Return it, the order of the keys being that in which they were added."""
        below = {
            name: schema.schema() if isinstance(schema, _Object) else schema for name, schema in self.properties.items()
        }
        schema_found: Schema = {"type": "object"} | ({"description": self.meaning} if self.meaning else {})
        whole = {"properties": below, "additionalProperties": False, **self._needs()}
        if not self.instead:
            return schema_found | whole
        named = {name: schema for name, schema in below.items() if name not in self.of_part}
        named[self.instead] = _FILLED | {"description": "a scenario that comes with the program, or the path of one"}
        then = {"properties": named, "additionalProperties": False}
        return schema_found | {"if": {"required": [self.instead]}, "then": then, "else": whole}

    def _needs(self) -> Schema:
        ordered = [name for name in self.properties if name in self.required]
        needs: Schema = {"required": ordered} if ordered else {}
        if self.together:
            needs["dependencies"] = {name: list(self.together) for name in self.together}
        if self.if_any:
            ordered = [name for name in self.properties if name in self.if_any]
            needs["anyOf"] = [{"maxProperties": 0}, {"required": ordered}]
        return needs


def block_schema(keys: type[Any]) -> Schema:
    """Return the schema of a block whose keys a dataclass declares."""
    return _object(keys).schema()


def _object(keys: type[Any]) -> _Object:
    root = _Object()
    for key_place in key_places(keys):
        if isinstance(key_place.said.shape, Block):
            place = _at(root, key_place.path)
            place.meaning = place.meaning or (key_place.said.meaning if key_place.path else "")
            place.instead = place.instead or key_place.said.shape.instead
            place.together = place.together or (_names(key_place.said.shape) if key_place.said.shape.together else ())
            continue
        required = key_place.said.required and not key_place.optional
        inside = _at(root, key_place.path[:-1])
        inside.properties[key_place.path[-1]] = _of(key_place.said, key_place.keys)
        needed = getattr(key_place.said.shape, "usual", None) is REQUIRED and not key_place.optional
        if key_place.loose and needed:
            inside.if_any.add(key_place.path[-1])
        elif required:
            inside.required.add(key_place.path[-1])
        if (required or key_place.said.needs_block) and not key_place.loose:
            for depth in range(key_place.whole, len(key_place.path) - 1):
                _at(root, key_place.path[:depth]).required.add(key_place.path[depth])
        if key_place.part is not None:
            _at(root, key_place.path[: key_place.part]).of_part.add(key_place.path[key_place.part])
    return root


def _at(root: _Object, path: tuple[str, ...]) -> _Object:
    for step in path:
        root = root.properties.setdefault(step, _Object())
    return root


def _of(said: Key, keys: type[Any] | None) -> Schema:
    assert said.shape is not None
    schema = _of_shape(said.shape, keys)
    usual = getattr(said.shape, "usual", REQUIRED)
    if said.meaning:
        schema["description"] = said.meaning
    if isinstance(usual, bool | int) or (isinstance(usual, str) and usual):
        schema["default"] = usual
    return schema


def _of_shape(shape: Shape, keys: type[Any] | None) -> Schema:  # noqa: PLR0911 - one for each shape
    match shape:
        case Whole(low=low, high=high):
            bounds = {"minimum": bound(low, keys, high=False), "maximum": bound(high, keys, high=True)}
            return {"type": "integer"} | {name: number for name, number in bounds.items() if number is not None}
        case OneOf(values=values):
            return {"enum": list(values)}
        case Flag():
            return {"type": "boolean"}
        case Text():
            return _of_text(shape)
        case Texts(values=values, pattern=pattern):
            schema: Schema = {"enum": list(values)} if values else {"type": "string", "pattern": pattern}
            return {"type": "array", "items": schema}
        case Pairs(low=low, high=high):
            number = {"type": "integer", "minimum": low, "maximum": high}
            return {"type": "array", "items": {"type": "array", "items": number, "minItems": 2, "maxItems": 2}}
        case Blocks(keys=below, least=least, most=most):
            limits = {"minItems": least} | ({} if most is None else {"maxItems": most})
            return {"type": "array", "items": block_schema(below), **limits}
    raise AssertionError(shape)


def _of_text(shape: Text) -> Schema:
    if shape.identifier:
        return {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}
    if shape.longest is not None:
        return {"type": "string", "pattern": "^[^\\n\\t]*[^\\s][^\\n\\t]*$", "maxLength": shape.longest}
    return dict(_FILLED) if shape.usual is REQUIRED else {"type": "string"}


def bound(limit: Limit | None, keys: type[Any] | None, *, high: bool) -> int | None:
    """Return the least, or the most, that a limit can be whatever the other keys are; None if nothing is known."""
    if not isinstance(limit, Of):
        return limit
    assert keys is not None
    declared = dict(keys_of(keys, {}))
    numbers = []
    for name in limit.names:
        shape = declared[name].shape
        if isinstance(shape, Blocks):
            numbers.append(shape.most if high else shape.least)
        elif isinstance(shape, Whole):
            numbers.append(bound(shape.high if high else shape.low, keys, high=high))
    if None in numbers or len(numbers) < len(limit.names):
        return None
    return limit.more + sum(number for number in numbers if number is not None)


def scenario_schema(games: Sequence[System]) -> Schema:
    """Return the JSON schema (draft 7) of scenario files of some games.

    It lets every file pass that the reader lets pass. A few things only the reader sees: limits that another key sets
    below the largest, names that have to be different, weapons and terrains, which are a matter of the rule set.
    """
    named: Schema = {"enum": [name for system in games for name in system.playables()], "description": "what is played"}
    cases = []
    for system in games:
        head = _head(system, named)
        roster_needed = ["roster"] if system.man is not None and not system.usual_roster else []
        for name, playable in system.playables().items():
            inside = block_schema(playable.keys)
            needed = ["schema", "sequence", "title", *roster_needed, *inside.pop("required", ())]
            inside["properties"] = head | inside["properties"]
            when = {"properties": {"sequence": {"const": name}}, "required": ["sequence"]}
            cases.append({"if": when, "then": inside | {"required": needed}})
    return {
        "$schema": _DRAFT,
        "title": "Scenario",
        "type": "object",
        "required": ["schema", "sequence", "title"],
        "properties": {"sequence": named},
        "allOf": cases,
    }


def _head(system: System, named: Schema) -> Schema:
    """Return what scenarios of a game say beside the keys of their sequence."""
    roster: Schema = {"type": "string"} | ({"default": system.usual_roster} if system.usual_roster else {})
    roster["description"] = "a shipped one, or a path from here"
    return {
        "schema": {"const": 1},
        "sequence": named,
        "title": _FILLED | {"description": "what it is called"},
        "note": {"type": "string", "description": "what the reader should know"},
        **({} if system.man is None else {"roster": roster}),
        "assumptions": {
            "type": "object",
            "additionalProperties": {"type": ["string", "integer"]},
            "description": "options of the rule set by id, set over whatever rule set it is played with",
        },
    }


def roster_schema(men: Sequence[type[Any]]) -> Schema:
    """Return the JSON schema (draft 7) of rosters, whose kinds of men have the keys of some game's dataclass."""
    kinds = [block_schema(man) for man in men]
    return {
        "$schema": _DRAFT,
        "title": "Roster",
        "type": "object",
        "required": ["schema", "id", "title", "note"],
        "additionalProperties": False,
        "properties": {
            "schema": {"const": 1},
            "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
            "title": _FILLED,
            "note": _FILLED,
            "kind": {"type": "array", "items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}},
        },
    }
