"""A question of many fields as tables: every answer is that of the question, found by few questions."""

from itertools import product
from math import prod

import pytest

from mangonel.document.offline import diagram_of, points_to_check

SIZES = (12, 10, 4, 6, 6, 2)


def ratio(point):
    """Return what a roll would hang on: a ratio, shifts, and three values that do something together only."""
    attack, defence, men, ground, against, mounted = point
    if attack + 1 < defence:
        return "refused"
    shift = (men > 0) * (2 if mounted else 1) + (0, 0, 1, 1, -1, -1)[ground] - (0, 1, 1, 0, 0, -1)[against]
    if (ground, against, mounted) == (5, 4, 1):
        return "never"
    return max(0, min(8, (attack + 1) // (defence + 1) + shift))


def tables(answer, sizes=SIZES, usual=(5, 2, 0, 0, 0, 0), groups=None):
    return diagram_of(sizes, groups or [[place] for place in range(len(sizes))], usual, answer)


def test_every_combination_has_its_own_answer_after_a_fraction_of_them():
    seen = set()

    def answer(point):
        seen.add(point)
        return ratio(point)

    diagram = tables(answer)
    for point in product(*map(range, SIZES)):
        assert ratio(diagram.sample(point)) == ratio(point), point
    assert len(seen) < prod(SIZES) / 2
    assert sum(len(node.table) for node in diagram.nodes) < 1_500


def test_fields_may_be_joined_in_any_order():
    diagram = tables(ratio, groups=[[5], [2], [4, 3], [1, 0]])
    for point in product(*map(range, SIZES)):
        assert ratio(diagram.sample(point)) == ratio(point), point


@pytest.mark.parametrize("sizes", [(1,), (7,), (2, 1, 3)])
def test_few_combinations_are_all_asked(sizes):
    usual = (0,) * len(sizes)
    diagram = tables(lambda point: point, sizes, usual)
    points = list(product(*map(range, sizes)))
    assert [diagram.sample(point) for point in points] == points
    assert points_to_check(sizes, usual, 0) == points


def test_every_pair_of_values_is_asked_for_and_chance_asks_for_more_each_time():
    usual = (5, 2, 0, 0, 0, 0)
    first, later = (points_to_check(SIZES, usual, seed) for seed in (0, 1))
    for one, other in ((0, 1), (3, 4)):
        pairs = {(point[one], point[other]) for point in first if sum(map(int.__ne__, point, usual)) <= 2}
        assert pairs == set(product(range(SIZES[one]), range(SIZES[other])))
    assert len(set(later) - set(first)) > 1_000
    assert points_to_check(SIZES, usual, 1) == later
