"""Units of questions, as forms put them together."""

import pytest

from mangonel.games.filo.questions import joined_unit, questions
from mangonel.rules.loading import load_rules

COMBAT, FIRE = questions()[:2]
ATTACKER_PARTS, DEFENDER_PARTS = (parameter.parts for parameter in COMBAT.parameters[:2])
SHOOTER_PARTS = FIRE.parameters[0].parts


@pytest.mark.parametrize("parts", [ATTACKER_PARTS, DEFENDER_PARTS])
@pytest.mark.parametrize(
    ("rules", "names"), [("filo-read", ["foot", "mounted"]), ("navas", ["foot", "mounted", "ruy_diaz"])]
)
def test_who_may_be_with_a_unit_is_offered_where_the_rules_know_him(parts, rules, names):
    (more,) = (part.offered for part in parts if part.name == "more")
    assert list(more.listed(load_rules(rules))) == names


def test_who_shoots_is_on_foot_or_mounted():
    (seat,) = (part.offered for part in SHOOTER_PARTS if part.name == "more")
    assert list(seat.listed(load_rules("navas"))) == ["foot", "mounted"]


def test_what_is_said_besides_comes_last():
    assert joined_unit(type="Ch", strength=5, quality=6, ground="stream", more="ruy_diaz") == "Ch:5:6:stream:ruy_diaz"
    assert joined_unit(type="Ar", strength=3, more=None) == "Ar:3"
