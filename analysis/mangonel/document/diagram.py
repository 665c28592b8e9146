"""A question of many fields as small tables: which values do the same, and what they come to together.

A roll of eight fields has millions of combinations and a few hundred answers. Values that nothing tells apart are one
class; classes of two parts are joined to classes of both, and so on to the answers. What tells values apart is found by
asking: two that give the same answers beside everything tried so far are taken for one until a question shows them to
differ, and that question is tried from then on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count, product
from math import prod

__all__ = ["Diagram", "Node", "diagram_of", "points_to_check"]

Point = tuple[int, ...]
"""A value of each field, by its place."""
_BATCH = 16
"""Differences that are found before classes are made anew."""
_ALL, _DRAWN = 4_000, 3_000
"""Questions that are all asked if they are no more, and how many are drawn otherwise."""
_SHARES = (0.0, 0.3, 0.6, 0.85)
"""Of the fields of a random question that are left as usual: where everything is said much is refused."""


@dataclass
class Node:
    """Classes of the values of some fields."""

    fields: tuple[int, ...]
    """Which fields."""
    parts: tuple[Node, ...] = ()
    """The two nodes whose classes are joined; none for a single field."""
    table: list[int] = field(default_factory=list)
    """The class of each value of a field, or of each pair of classes, those of the second part next to each other."""
    samples: list[Point] = field(default_factory=list)
    """Values of the fields that stand for each class."""
    beside: list[Point] = field(default_factory=list)
    """Questions that tell classes apart: values of all fields, of which those of other fields count."""

    def place(self, point: Point) -> int:
        """Return the class of what a question says of these fields."""
        if not self.parts:
            return self.table[point[self.fields[0]]]
        first, second = self.parts
        return self.table[first.place(point) * len(second.samples) + second.place(point)]

    def within(self, point: Point, sample: Point) -> Point:
        """Return a question with other values of these fields."""
        values = list(point)
        for place, value in zip(self.fields, sample, strict=True):
            values[place] = value
        return tuple(values)

    def candidates(self, sizes: Sequence[int]) -> Iterator[Point]:
        """Return what is sorted into classes: every value of the field, or every pair of samples of the parts."""
        if not self.parts:
            return ((value,) for value in range(sizes[self.fields[0]]))
        return (left + right for left in self.parts[0].samples for right in self.parts[1].samples)


@dataclass
class Diagram:
    """Tables that lead from the values of all fields to an answer."""

    nodes: list[Node]
    """In the order in which they are worked out; the last leads to the answers."""
    sizes: tuple[int, ...]
    """How many values each field has."""

    @property
    def samples(self) -> list[Point]:
        """A question for each answer."""
        whole = self.nodes[-1]
        return [whole.within((0,) * len(self.sizes), sample) for sample in whole.samples]

    def sample(self, point: Point) -> Point:
        """Return the question that stands for all that have the same answer."""
        return self.nodes[-1].within(point, self.nodes[-1].samples[self.place(point)])

    def place(self, point: Point) -> int:
        """Return the place of the answer to a question."""
        return self.nodes[-1].place(point)


def diagram_of(
    sizes: Sequence[int], groups: Sequence[Sequence[int]], usual: Point, answer: Callable[[Point], Hashable]
) -> Diagram:
    """Return the tables of a question.

    They are done when they have answered questions as in `points_to_check`, a new lot of them, without a fault.

    Parameters
    ----------
    sizes
        How many values each field has; at least one field.
    groups
        Fields that are joined before others, in the order in which they are joined.
    usual
        A question that is allowed.
    answer
        What a question is answered. It is asked once for each.
    """
    known: dict[Point, Hashable] = {}

    def asked(point: Point) -> Hashable:
        if point not in known:
            known[point] = answer(point)
        return known[point]

    diagram = Diagram(list(_joined(groups)), tuple(sizes))
    for node in diagram.nodes:
        node.beside = [usual]
    _sort(diagram, asked)
    for seed in count():
        checks = points_to_check(sizes, usual, seed)
        if not _corrected(diagram, checks, asked) and seed:
            return diagram
    raise AssertionError("what is counted has no end")


def _corrected(diagram: Diagram, checks: Sequence[Point], asked: Callable[[Point], Hashable]) -> bool:
    """Tell apart whatever differs in some questions, until nothing does; return whether anything did."""
    ever, again = False, True
    while again:
        again, waiting = False, list(checks)
        while waiting:
            different: list[Point] = []
            while waiting and len(different) < _BATCH:
                point = waiting.pop()
                if asked(point) != asked(diagram.sample(point)):
                    different.append(point)
            for point in different:
                _tell_apart(diagram, point, asked)
            if different:
                # Classes have changed: what was right before is asked again in the end.
                ever = again = True
                waiting += different
                _sort(diagram, asked)
    return ever


def points_to_check(sizes: Sequence[int], usual: Point, seed: int) -> list[Point]:
    """Return questions: all if they are few, otherwise some thousands drawn by chance.

    Of those some have many fields as usual and some few. With the first seed, 0, go all pairs of values of any
    two fields beside what is usual.
    """
    if prod(sizes) <= _ALL:
        return list(product(*map(range, sizes)))
    points: dict[Point, None] = {usual: None}
    if not seed:
        points |= dict.fromkeys(_pairs(sizes, usual))
    rng = random.Random(seed)  # noqa: S311 - no secret hangs on it
    for number in range(_DRAWN):
        share = _SHARES[number % len(_SHARES)]
        drawn = (held if rng.random() < share else rng.randrange(size) for held, size in zip(usual, sizes, strict=True))
        points[tuple(drawn)] = None
    return list(points)


def _pairs(sizes: Sequence[int], usual: Point) -> Iterator[Point]:
    for first, second in combinations(range(len(sizes)), 2):
        for values in product(range(sizes[first]), range(sizes[second])):
            point = list(usual)
            point[first], point[second] = values
            yield tuple(point)


def _joined(groups: Sequence[Sequence[int]]) -> Iterator[Node]:
    """Return a node for each field, for each group as it grows, and for all groups as they are joined."""
    whole: Node | None = None
    for group in groups:
        grown: Node | None = None
        for place in group:
            leaf = Node((place,))
            yield leaf
            if grown is None:
                grown = leaf
            else:
                grown = Node(grown.fields + leaf.fields, (grown, leaf))
                yield grown
        assert grown is not None, "a group has fields"
        if whole is None:
            whole = grown
        else:
            whole = Node(whole.fields + grown.fields, (whole, grown))
            yield whole


def _sort(diagram: Diagram, asked: Callable[[Point], Hashable]) -> None:
    """Sort everything into classes, by what is answered beside the questions of each node."""
    for node in diagram.nodes:
        classes: dict[Hashable, int] = {}
        node.table, node.samples = [], []
        for sample in node.candidates(diagram.sizes):
            answers = tuple(asked(node.within(point, sample)) for point in node.beside)
            place = classes.setdefault(answers, len(classes))
            if place == len(node.samples):
                node.samples.append(sample)
            node.table.append(place)


def _tell_apart(diagram: Diagram, point: Point, asked: Callable[[Point], Hashable]) -> None:
    """Find the node that takes two things for one though a question tells them apart, and have it ask that."""
    now, answer = point, asked(point)
    for node in diagram.nodes:
        then = node.within(now, node.samples[node.place(point)])
        if asked(then) != answer:
            node.beside.append(now)
            return
        now = then
