"""The start of a turn of many leaders: who acts at once, who is named and silenced."""

from types import SimpleNamespace

import pytest

from mangonel.games.filo.turn import NOBODY, Order
from mangonel.rules.loading import load_rules

READ = load_rules("filo-read")
VETO = READ.replaced(options={"veto-alone": "veto"})


class Chosen:
    """Leads with the first leader of a side, names the last of the rivals, and silences the first of them."""

    def __init__(self, order, alone=0):
        self.order, self.alone = order, alone

    def lead(self, s, dice, side):
        return self.order.numbers[side][0]

    def named(self, s, dice, side, lead):
        return self.order.numbers[1 - side][-1]

    def silenced(self, s, dice, side, named):
        return self.order.numbers[1 - side][0]

    def only(self, s, side):
        return self.alone


@pytest.mark.parametrize(
    ("ahead", "letter", "alone", "rules", "found"),
    [
        (NOBODY, "C1", 0, READ, (0, 0, 0)),
        (0, "C1", 0, READ, (0, 0, 0)),
        (0, "C2", 0, READ, (1, 0, 0)),
        (0, "C3", 0, READ, (1, 4, 0)),
        (0, "C4", 0, READ, (1, 4, 3)),
        (1, "C4", 0, READ, (3, 2, 1)),
        # A rival who is alone is silenced by one reading only; then nobody is named.
        (1, "C4", 2, READ, (3, 2, 0)),
        (1, "C4", 2, VETO, (3, 0, 2)),
    ],
)
def test_classes_of_initiative(ahead, letter, alone, rules, found):
    order, s = Order(rules, ((1, 4), (2, 4))), SimpleNamespace()
    order.settle(s, None, ahead, letter, Chosen(order, alone))
    assert (s.lead, s.named, s.silent) == found
