"""Fire-fights of the oracle by hand: who shoots at whom from where, and what comes of it."""

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


def test_phase_b_is_shot_in_four_steps():
    lines = [{"kind": "archers"}, {"kind": "bombards"}]
    story = played(lines, lines, *[0] * 4, *FIRST, *[0] * 4)
    assert [name for name, _ in story.rolls][:4] == [f"group {who}: shot" for who in ("a2", "b2", "b1", "a1")]
