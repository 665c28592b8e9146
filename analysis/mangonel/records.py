"""Frozen dataclasses whose methods are written when they are needed: a question defines thirty, and uses half of them.

To define one costs `dataclasses` half a millisecond, as long as all that a roll is asked. For whoever checks types, and
for whoever uses one, these are dataclasses like all others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from dataclasses import dataclass as _of_fields

    def dataclass(*, frozen: bool) -> Callable[[type[Any]], type[Any]]:
        """Return what makes a class a frozen dataclass, as the `dataclass` of the standard library does."""
        assert frozen, "what is not frozen takes the one of the standard library"

        def made(cls: type[Any]) -> type[Any]:
            own = cls.__dict__.keys() & {"__init__", "__repr__", "__eq__", "__hash__"}
            cls = _of_fields(cls, init=False, repr=False, eq=False)
            cls.__dataclass_params__.frozen = True
            for name, method in _methods(cls).items():
                if name not in own:
                    setattr(cls, name, method)
            cls.__setattr__, cls.__delattr__ = _unset, _undeleted
            return cls

        return made


def _methods(cls: type[Any]) -> dict[str, Any]:
    """Return the methods that hang on the fields of a class."""
    compared = [field.name for field in fields(cls) if field.compare]
    labels = [field.name for field in fields(cls) if field.repr]
    # Of one name it is no tuple.
    parts = attrgetter(*compared, *compared[:1])

    def first(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _initializer(cls)
        cls.__init__(self, *values, **named)

    @recursive_repr()
    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in labels)})"

    def equal(self: Any, other: object) -> bool:
        return parts(self) == parts(other) if type(other) is type(self) else NotImplemented

    def hashed(self: Any) -> int:
        return hash(parts(self))

    return {"__init__": first, "__repr__": shown, "__eq__": equal, "__hash__": hashed}


def _initializer(cls: type[Any]) -> Any:
    """Write the method that sets the fields of a new record."""
    scope: dict[str, Any] = {"MISSING": MISSING}
    head, body = ["self"], [" __own = self.__dict__"]
    for field in fields(cls):
        name, value = field.name, field.name
        if field.default_factory is not MISSING:
            scope[f"make_{name}"] = field.default_factory
            head.append(f"{name}=MISSING")
            value = f"make_{name}() if {name} is MISSING else {name}"
        elif field.default is not MISSING:
            scope[f"usual_{name}"] = field.default
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
