"""Frozen dataclasses that are made ready when they are needed: a question defines thirty, and makes few of each.

To define one costs `dataclasses` half a millisecond, as long as all that a roll is asked. So the methods of one are
the same few functions until it is worth to write its own, and its fields are told to `dataclasses` when somebody asks
for them. For whoever checks types, and for whoever uses one, these are dataclasses like all others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "replace"]

_FIRST = 8
"""Records of a class that are made field by field. From then on it is worth to write the method that makes them."""

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:
    from dataclasses import dataclass as _of_fields

    def dataclass(*, frozen: bool) -> Callable[[type[Any]], type[Any]]:
        """Return what makes a class a frozen dataclass, as the `dataclass` of the standard library does."""
        assert frozen, "what is not frozen takes the one of the standard library"

        def recorded(cls: type[Any]) -> type[Any]:
            assert not hasattr(cls, "__dataclass_fields__"), "a record does not stand on another"
            declared = _declared(cls)
            own = cls.__dict__.keys() & {"__init__", "__repr__", "__eq__", "__hash__"}
            for name, method in _methods(cls, declared).items():
                if name not in own:
                    setattr(cls, name, method)
            cls.__setattr__, cls.__delattr__, cls.__replace__ = _unset, _undeleted, replace
            cls.__match_args__ = tuple(declared)
            cls.__dataclass_fields__ = _Fields(cls)
            return cls

        return recorded

    def replace(record: Any, /, **changes: Any) -> Any:
        """Return a record with other values of some fields, as `dataclasses.replace` does for any dataclass."""
        fields = {name: getattr(record, name) for name in type(record).__match_args__}
        return type(record)(**fields | changes)

    class _Fields:
        """The fields of a class, as `dataclasses` reads them once they are asked for."""

        def __init__(self, cls: type[Any]) -> None:
            self._cls = cls

        def __get__(self, _record: object, _owner: type[Any]) -> dict[str, Field[Any]]:
            # It sets what stands on the class in place of this.
            _of_fields(self._cls, init=False, repr=False, eq=False)
            self._cls.__dataclass_params__.frozen = True
            return self._cls.__dict__["__dataclass_fields__"]


def _declared(cls: type[Any]) -> dict[str, Any]:
    """Return what stands behind the name of each field: a `Field`, what is usual, or `MISSING`."""
    return {
        name: cls.__dict__.get(name, MISSING)
        for name, kind in cls.__annotations__.items()
        if "ClassVar" not in str(kind)
    }


def _methods(cls: type[Any], declared: dict[str, Any]) -> dict[str, Any]:
    """Return the methods that hang on the fields of a class."""
    special = {name: field for name, field in declared.items() if isinstance(field, Field)}
    compared = [name for name in declared if name not in special or special[name].compare]
    labels = [name for name in declared if name not in special or special[name].repr]
    # Of one name it is no tuple.
    parts = attrgetter(*compared, *compared[:1])

    @recursive_repr()
    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in labels)})"

    def equal(self: Any, other: object) -> bool:
        return parts(self) == parts(other) if type(other) is type(self) else NotImplemented

    def hashed(self: Any) -> int:
        return hash(parts(self))

    return {"__init__": _first(cls, declared), "__repr__": shown, "__eq__": equal, "__hash__": hashed}


def _first(cls: type[Any], declared: dict[str, Any]) -> Any:
    """Return the method that sets the fields of the first few records of a class."""
    usual, fresh = _usual(declared)
    finished = getattr(cls, "__post_init__", None)
    left = _FIRST

    def first(self: Any, *values: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        given = {**dict(zip(declared, values, strict=False)), **named}
        fits = len(given) == len(values) + len(named)
        for name in declared.keys() - given.keys():
            if name in usual:
                given[name] = usual[name]
            elif name in fresh:
                given[name] = fresh[name]()
        # What is missing, unknown or given twice is refused by the written method, as that of `dataclasses` would.
        if not left or not fits or given.keys() != declared.keys():
            cls.__init__ = _written(cls, declared)
            cls.__init__(self, *values, **named)
            return
        self.__dict__.update((name, given[name]) for name in declared)
        if finished is not None:
            finished(self)

    return first


def _usual(declared: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of fields that need not be given, and the functions that make such values."""
    defaults = {name: value.default if isinstance(value, Field) else value for name, value in declared.items()}
    fresh = {
        name: value.default_factory
        for name, value in declared.items()
        if isinstance(value, Field) and value.default_factory is not MISSING
    }
    return {name: value for name, value in defaults.items() if value is not MISSING}, fresh


def _written(cls: type[Any], declared: dict[str, Any]) -> Any:
    """Write the method that sets the fields of a new record."""
    usual, fresh = _usual(declared)
    scope: dict[str, Any] = {"MISSING": MISSING}
    head, body = ["self"], [" __own = self.__dict__"]
    for name in declared:
        value = name
        if name in fresh:
            scope[f"make_{name}"] = fresh[name]
            head.append(f"{name}=MISSING")
            value = f"make_{name}() if {name} is MISSING else {name}"
        elif name in usual:
            scope[f"usual_{name}"] = usual[name]
            head.append(f"{name}=usual_{name}")
        else:
            head.append(name)
        body.append(f" __own[{name!r}] = {value}")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    exec("\n".join([f"def __init__({', '.join(head)}):", *body]), scope)  # noqa: S102 - as `dataclasses` does
    method = scope["__init__"]
    # Errors name it.
    method.__qualname__ = f"{cls.__qualname__}.__init__"
    return method


def _unset(self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r} of {type(self).__name__}")


def _undeleted(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r} of {type(self).__name__}")
