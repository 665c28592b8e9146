"""Fire-fights of the oracle by hand: who shoots at whom from where, and what comes of it."""

import pytest

from games.filo_hand_worked import Both
from oracle.filo.rules import read_rules

play = Both("fire-fight")
READ = read_rules("filo-read")
BOWS, PIKES, MILITIA = {"kind": "crossbowmen"}, {"kind": "pikemen"}, {"kind": "militia"}
FIRST = (6, 6, 1, 1)


def played(ours, theirs, *dice, rules=READ, policies=(), **changes):
    scenario = {"turns": 1, "gap": 1, "a": {"groups": ours}, "b": {"groups": theirs}, "policies": dict(policies)}
    return play(scenario | changes, rules, iter(dice))


def test_two_of_a_kind_shoot_together_and_once_at_a_target():
    # 8 points: +1, so an 8 routs at 2 hexes; a 0 rallies. The other target is not shot at.
    story = played([BOWS, BOWS], [PIKES, PIKES], *FIRST, 8, 0, policies={"b": {"until": "eliminated"}})
    assert (story.tallies["a_shots"], story.measures["b_routed"]) == (1, 0)
    assert [name for name, _ in story.rolls][2:] == ["group a1: shot", "group b1: rally"]
    story = played([BOWS, BOWS], [PIKES, PIKES], *FIRST, 8, 9, 9, 9, policies={"a": {"join": False}})
    assert (story.tallies["a_hits"], story.measures["b_routed"]) == (2, 1)


@pytest.mark.parametrize(("target", "hit"), [("first", 0), ("nearest", 0), ("weakest", 1)])
def test_who_is_shot_at(target, hit):
    # Who has been routed by a 9 is the one who throws for a rally.
    story = played([BOWS], [PIKES, MILITIA], *FIRST, 9, 9, policies={"a": {"target": target}})
    assert story.rolls[-1][0] == f"group b{hit + 1}: rally"


def test_the_line_goes_forward_and_ends_in_contact():
    horse = [{"kind": "light-horse"}, {"kind": "light-foot"}]
    # The slowest of the two has 5.
    assert played(horse, [PIKES], *FIRST, gap=5, policies={"a": {"act": "attack", "stop": 0}}).ending == "reached"
    story = played(horse, [PIKES], *FIRST, gap=7, policies={"a": {"act": "attack", "stop": 2}})
    assert (story.ending, story.tallies) == ("undecided", {})
    story = played(horse, [PIKES], *FIRST, 0, gap=6, policies={"a": {"act": "attack", "join": False}})
    assert story.tallies == {"a_shots": 1}


def test_phase_b_is_shot_in_four_steps():
    lines = [{"kind": "archers"}, {"kind": "bombards"}]
    story = played(lines, lines, *[0] * 4, *FIRST, *[0] * 4)
    assert [name for name, _ in story.rolls][:4] == [f"group {who}: shot" for who in ("a2", "b2", "b1", "a1")]


@pytest.mark.parametrize(("die", "hits"), [(6, 0), (7, 1)])
def test_who_has_moved_shoots_worse(die, hits):
    # Archers shoot at two hexes with 6/8, and with one less when they have come forward.
    story = played([{"kind": "archers"}], [PIKES], *FIRST, die, 0, gap=6, policies={"a": {"act": "attack", "stop": 2}})
    assert (story.tallies["a_shots"], story.tallies.get("a_hits", 0)) == (1, hits)
