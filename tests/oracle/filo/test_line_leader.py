"""The leader of a side of a line by hand: command, moves towards him, his choice of lane, capture and freedom."""

from games.filo_hand_worked import Both
from oracle.filo.rules import read_rules

play = Both("line")
READ = read_rules("filo-read")
FIRST = (6, 6, 1, 1)
KNIGHTS, PIKES, MILITIA = {"kind": "knights"}, {"kind": "pikemen"}, {"kind": "militia", "movement": 1}


def line(lanes, leader, ours=(), theirs=(), turns=1):
    lanes = [{"gap": gap, "a": a, "b": b} for a, b, gap in lanes]
    policies = {"a": dict(ours), "b": {"act": "hold", **dict(theirs)}}
    return {"turns": turns, "a": {"leader": leader}, "b": {}, "lanes": lanes, "policies": policies}


def played(scenario, *dice):
    return play(scenario, READ, iter(dice))


def test_who_is_farther_than_the_radius_does_not_attack():
    three = [(KNIGHTS, PIKES, 2)] * 3
    assert played(line(three, {"bonus": 0, "radius": 2}), *FIRST, 5, 5, 5).tallies["a_combats"] == 3
    assert played(line(three, {"bonus": 0, "radius": 1}), *FIRST, 5, 5).tallies["a_combats"] == 2
    # From the middle he reaches both.
    assert played(line(three, {"bonus": 0, "radius": 1, "lane": 2}), *FIRST, 5, 5, 5).tallies["a_combats"] == 3


def test_who_is_left_behind_may_only_come_nearer_and_does_not_shoot():
    # The knights with him charge 3 hexes and advance; crossbows beside them go 1 hex a turn, and shoot when in command.
    lanes = [(KNIGHTS, {**PIKES, "movement": 1}, 3), ({"kind": "crossbowmen", "movement": 1}, MILITIA, 3)]
    ours = {"act": "attack", "demoralised": "hold"}
    far = line(lanes, {"bonus": 0, "radius": 2}, ours, turns=2)
    # Turn 1: 5 + 5 is D+R. Turn 2: the crossbows are 1 + 3 hexes from him, and come 1 hex nearer: half a point, rounded up.
    story = played(far, *FIRST, 5, 5, *FIRST, 5)
    assert story.tallies["a_shots"] == 1
    near = line(lanes, {"bonus": 0, "radius": 4}, ours, turns=2)
    story = played(near, *FIRST, 5, 5, *FIRST, 5, 5)
    assert story.tallies["a_shots"] == 2


def test_the_bonus_counts_where_he_is_and_he_goes_where_he_is_sent():
    two = [(KNIGHTS, PIKES, 2)] * 2
    # A charge of +5 comes to D+R with a 5; with a leader of 2 a 3 does, and an 8 is not enough for Dr without him.
    stays = played(line(two, {"bonus": 2}), *FIRST, 3, 3)
    goes = played(line(two, {"bonus": 2}, {"leader_lane": 2}), *FIRST, 4, 4)
    assert (stays.measures["b_demoralised"], goes.measures["b_demoralised"]) == (1, 1)
    slow = line([(KNIGHTS, PIKES, 2)] * 3, {"bonus": 2, "movement": 1}, {"leader_lane": 3})
    # Two hexes are too far for him: he is with the first one still, whose 7 and +7 rout; they do not rally.
    assert played(slow, *FIRST, 7, 2, 2, 9).measures["b_routed"] == 1


def prison(turns):
    lanes = [
        (
            {**KNIGHTS, "state": "demoralised_fresh", "room": "blocked", "support": 1},
            {**PIKES, "state": "demoralised_fresh", "room": "blocked"},
            0,
        ),
        (MILITIA, MILITIA, 10),
    ]
    ours = {"demoralised": "hold", "until": "eliminated"}
    theirs = {"act": "attack", "demoralised": "attack", "until": "eliminated"}
    return line(lanes, {"bonus": 2}, ours, theirs, turns)


def test_a_leader_is_captured_with_his_stack_and_freed_by_an_attack_on_who_holds_him():
    # Pikes: ratio +1, type -2, quality -1, leaders -2, both demoralised 0: -4. A 9 drives back who has no room.
    story = played(prison(1), *FIRST, 9)
    assert (story.measures["a_leader_captured"], story.tallies.get("a_freed", 0)) == (1, 0)
    # The second line: ratio 0, type +2, quality +1, demoralised +2, his replacement 0: a 0 drives them back, who have no room.
    story = played(prison(2), *FIRST, 9, *FIRST, 0)
    assert (story.measures["a_leader_captured"], story.measures["a_leader_wounded"], story.tallies["a_freed"]) == (
        0,
        0,
        1,
    )


def test_a_prisoner_stays_one_while_his_captor_stands():
    # -1 by a worse die: nobody is driven back, and the pikes attack in vain.
    story = played(prison(2), *FIRST, 9, (1), 1, 6, 6, 0, 0)
    assert story.measures["a_leader_captured"] == 1


def test_lanes_of_a_leader_are_those_of_the_file_where_stacks_stand_beside_their_front():
    # Between the two fronts stands a stack that attacks with the first: one of the fronts is 2 lanes from him.
    lanes = [({**KNIGHTS, "support": 1}, PIKES, 2), (KNIGHTS, PIKES, 2)]
    for lane in (1, 2):
        leader = {"bonus": 0, "radius": 1, "lane": lane}
        story = played(line(lanes, leader, {"together": True, "exploit": "join", "regroup": False}), *FIRST, 5)
        assert story.tallies["a_combats"] == 1
