"""Priority lists: decisions answered by the first of several clauses whose tests hold, ``topple while oil = 0``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mangonel.engine.position import looks_of
from mangonel.engine.process import Measure, Options, Process, Rule
from mangonel.errors import DataError

__all__ = ["Clause", "Test", "numbers_of", "option_text", "parsed", "with_priorities"]


_TEST = re.compile(r"\s*([\w.][\w.-]*(?: [\w.][\w.-]*)*?)\s*(<=|>=|=)\s*(\d+)\s*")


@dataclass(frozen=True, slots=True)
class Test:
    """A test of a number of the state, as it is at the start of the phase."""

    name: str
    sign: str
    """``<=``, ``>=`` or ``=``."""
    number: int

    def __str__(self) -> str:
        """Return it as it is typed."""
        return f"{self.name} {self.sign} {self.number}"

    def of(self, value: Any) -> Any:
        """Return whether it holds for a value, or for each of several."""
        if self.sign == "=":
            return value == self.number
        return value >= self.number if self.sign == ">=" else value <= self.number


@dataclass(frozen=True, slots=True)
class Clause:
    """An option, and the tests of which all must hold; it counts only where the rules allow the option."""

    option: str
    tests: tuple[Test, ...] = ()

    def __str__(self) -> str:
        """Return it as it is typed."""
        return f"{self.option} while {' and '.join(map(str, self.tests))}" if self.tests else self.option


def option_text(option: Any) -> str:
    """Return an option as it is typed; places in it are counted from 1, as everywhere."""
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, (tuple, list)):
        return " ".join(
            str(part + 1) if isinstance(part, int) and not isinstance(part, bool) else option_text(part)
            for part in option
        )
    return str(option)


def parsed(text: str, path: str = "") -> Clause:
    """Read a clause.

    Raises
    ------
    DataError
        If it is not written as ``OPTION`` or ``OPTION while NAME >= 1 and NAME = 0``.
    """
    option, has_tests, rest = text.partition(" while ")
    tests = []
    for part in rest.split(" and ") if has_tests else ():
        match = _TEST.fullmatch(part)
        if match is None:
            raise DataError("write a test as NAME >= 1, NAME <= 1 or NAME = 1", path=path, value=part.strip())
        tests.append(Test(match[1], match[2], int(match[3])))
    if not option.strip():
        raise DataError("write it as OPTION, or OPTION while NAME >= 1", path=path, value=text)
    return Clause(option.strip(), tuple(tests))


def numbers_of(process: Process, clauses: Sequence[Clause], path: str) -> dict[str, Measure]:
    """Return the numbers that clauses test, by name.

    Raises
    ------
    DataError
        If the process has no such number.
    """
    looks = looks_of(process)
    names = {test.name for clause in clauses for test in clause.tests} - {process.unit}
    for name in sorted(names):
        if name not in looks:
            raise DataError("no such number of a position", path=path, value=name, allowed=[*looks, process.unit])
    return {name: looks[name] for name in names}


def with_priorities(process: Process, lists: Mapping[str, Sequence[str | Clause]]) -> Process:
    """Return a process in which some decisions are answered by priority lists, and by its own plan after them.

    Raises
    ------
    DataError
        If there is no such decision or number, or a clause is not written as one.
    """
    plan = dict(process.plan)
    for name, written in lists.items():
        path = f"decisions.{name}"
        if name not in plan:
            raise DataError("no such decision", path="decisions", value=name, allowed=sorted(plan))
        if isinstance(written, str) or not all(isinstance(part, (str, Clause)) for part in written):
            raise DataError("write a list of clauses, OPTION while NAME >= 1", path=path, value=written)
        clauses = [parsed(part, path) if isinstance(part, str) else part for part in written]
        plan[name] = _rule(clauses, numbers_of(process, clauses, path), process.unit, plan[name])
    return replace(process, plan=plan, recipe=None)


def _rule(clauses: Sequence[Clause], looks: Mapping[str, Measure], unit: str, otherwise: Rule) -> Rule:
    def holds(s: Any, test: Test) -> bool:
        return bool(test.of(s.turn if test.name == unit else looks[test.name].of(s)))

    def rule(s: Any, options: Any, **context: Any) -> Any:
        for clause in clauses:
            every = options.every if isinstance(options, Options) else options
            option = next((option for option in every if option_text(option) == clause.option), None)
            if option is None and clause.option != option_text(None):
                continue
            with s.as_loaded():
                applies = all(holds(s, test) for test in clause.tests)
            if applies and option in options:
                return option
        return otherwise(s, options, **context)

    return rule
