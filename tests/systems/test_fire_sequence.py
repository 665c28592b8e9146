"""Fire: odds worked by hand from the fire table, what every policy and option moves, and wrong files.

Faces of the die: spread catches on 7-10, an oil barrel on 8-10, an arrow at a tent on 8-10 and at a ram on a 10; a man
puts out any fire on 1-3 and one by arrows on 4 and 5 too.
"""

from itertools import pairwise

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.scenario import build, load_scenario

SIEGE = load_rules("siege")
LAID = {"hex": "a", "cause": "hand"}


def tent(name, *places, **other):
    return {"name": name, "kind": "tent", "hexes": [list(place) for place in places]} | other


A, B, C = tent("a", (0, 0)), tent("b", (1, 0)), tent("c", (2, 0))


def camp(*objects, fires=(LAID,), turns=12, **changes):
    named = {key.replace("__", "."): value for key, value in changes.items()}
    content = {"objects": [dict(one) for one in objects], "fires": [dict(one) for one in fires], "turns": turns}
    return load_scenario("fire-camp").replaced({"fighters.men": 0} | content | named)


def burnt(*objects, options=None, engine="exact", **changes):
    sequence = build(camp(*objects, **changes), SIEGE.replaced(options=options or {}))
    return run(sequence, engine=engine, trials=200_000, seed=6)


def chance(result, tally):
    return result.tally(tally).value


def near(value):
    return pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_a_row_of_three_tents_with_nobody_there(engine):
    # A fire that is laid spreads at the end of three turns; one that has spread is as old and does so in two.
    result = burnt(A, B, C, engine=engine)
    both = (1 - 0.6**3) * (1 - 0.6**2)
    for name, wanted in (("a", 1.0), ("b", 1 - 0.6**3), ("c", both)):
        found = result.tally(f"lost:{name}")
        assert found.value == pytest.approx(wanted, abs=max(5 * found.se, 1e-12))
    found = result.probability("all_lost")
    assert found.value == pytest.approx(both, abs=max(5 * found.se, 1e-12))
    assert result.probability("put_out").value == 0
    # Over in turn 3: a alone, or b with it from the end of turn 1 and c spared.
    found = result.probability("burnt_out", by_turn=3)
    assert found.value == pytest.approx(0.6**3 + 0.4 * 0.6**2, abs=max(5 * found.se, 1e-12))


@pytest.mark.parametrize(("value", "second"), [("each-fire", 0.4 + 0.6 * 0.4), ("each-hex", 0.4)])
def test_a_hex_between_two_fires(value, second):
    fires = [LAID, LAID | {"hex": "c"}]
    result = burnt(A, B, C, fires=fires, turns=1, options={"spread-rolls": value})
    assert chance(result, "caught:b") == near(second)
    assert chance(result, "spreads") == near(second)


@pytest.mark.parametrize(
    ("cause", "options", "wanted"),
    [
        ("arrow", {}, 0.3),
        ("arrow", {"fire-arrow-to-hit": "six-in-ten"}, 0.18),
        ("oil", {}, 0.3),
        ("spread", {}, 0.4),
        ("hand", {}, 1.0),
        ("hand", {"first-fire-column": "also-hand-ignition"}, 0.4),
    ],
)
def test_laying_a_fire(cause, options, wanted):
    for tries in (1, 2):
        fires = [{"hex": "a", "cause": cause, "tries": tries}]
        result = burnt(A, fires=fires, turns=1, options=options)
        assert chance(result, "fires") == near(1 - (1 - wanted) ** tries)
    assert chance(burnt(A, fires=[{"hex": "a", "cause": cause}], turns=1, options=options), "fires") == 1


@pytest.mark.parametrize(("value", "wanted"), [("play-sheet", 0.3), ("protected-mantlets", 0.1)])
def test_columns_of_arrows(value, wanted):
    fires = [{"hex": "a", "cause": "arrow", "tries": 1}]
    options = {"fire-arrow-target-classes": value}
    mantlet = A | {"kind": "mantlet"}
    assert chance(burnt(mantlet, fires=fires, turns=1, options=options), "fires") == near(wanted)
    assert chance(burnt(A | {"kind": "ram"}, fires=fires, turns=1, options=options), "fires") == near(0.1)


def test_a_target_without_a_column_is_an_error_of_the_scenario():
    fires = [{"hex": "a", "cause": "arrow", "tries": 1}]
    options = {"fire-arrow-target-classes": "italian"}
    with pytest.raises(DataError, match="no column") as caught:
        burnt(A, fires=fires, options=options)
    assert caught.value.path == "fires.1.hex"
    # Nothing is rolled for it: no column is needed.
    assert chance(burnt(A, fires=[{"hex": "a", "cause": "arrow"}], options=options), "fires") == 1


@pytest.mark.parametrize(("cause", "out"), [("arrow", 0.5), ("oil", 0.3)])
@pytest.mark.parametrize("men", [1, 2, 4, 6])
def test_men_try_one_after_another_and_find_room(cause, out, men):
    # Only four men find room at one fire.
    result = burnt(A, fires=[{"hex": "a", "cause": cause}], turns=1, fighters__men=men)
    assert chance(result, "put_out") == near(1 - (1 - out) ** min(men, 4))
    assert chance(result, "tries") == near(sum((1 - out) ** man for man in range(min(men, 4))))
    two = burnt(
        A, C, fires=[{"hex": name, "cause": cause} for name in "ac"], turns=1, fighters__men=men, policies__room=1
    )
    # One man at each of the two; the others look on.
    assert chance(two, "tries") == near(min(men, 2))
    assert chance(two, "put_out") == near(out * min(men, 2))


def test_fighters_come_in_their_turn():
    one = burnt(A, turns=3, fighters__men=1, fighters__from=3)
    # It has burnt three turns at the end of turn 3: one try of 3 in 10.
    assert one.probability("put_out").value == near(0.3)
    assert one.probability("burnt_out").value + one.probability("all_lost").value == near(0.7)
    never = burnt(A, fighters__men=1, fighters__from=4)
    assert never.probability("all_lost").value == 1


@pytest.mark.parametrize(("value", "wanted"), [("arrows", 0.5), ("other", 0.3)])
def test_what_has_spread_from_arrows(value, wanted):
    # b catches from a at the end of turn 1; both are as old then, and b comes first in the file.
    fires = [{"hex": "a", "cause": "arrow"}]
    changes = {"fires": fires, "turns": 2, "fighters__men": 1, "fighters__from": 2}
    result = burnt(B, A, options={"da-and-spread-fire": value}, **changes)
    assert chance(result, "put_out") == near(0.4 * wanted + 0.6 * 0.5)


def test_one_roll_for_fires_of_two_causes():
    # Under each-hex b burns by arrows only if all fires around do.
    def put_out(cause, rolls):
        fires = [{"hex": "a", "cause": "arrow"}, {"hex": "c", "cause": cause}]
        changes = {"fires": fires, "turns": 2, "fighters__men": 1, "fighters__from": 2}
        return chance(burnt(B, A, C, options={"spread-rolls": rolls}, **changes), "put_out")

    # If b has caught it is fought, as the first of equals; else a, by arrows.
    assert put_out("arrow", "each-hex") == near(0.5)
    assert put_out("hand", "each-hex") == near(0.4 * 0.3 + 0.6 * 0.5)
    # A roll for each: 0.4 by arrows, 0.6 x 0.4 by oil.
    assert put_out("hand", "each-fire") == near(0.4 * 0.5 + 0.24 * 0.3 + 0.36 * 0.5)


@pytest.mark.parametrize(("aim", "saved"), [("oldest", "a"), ("youngest", "c")])
def test_which_fire_is_fought_first(aim, saved):
    # a burns from turn 1, c from turn 2; one man in turn 3 only, then both burn down.
    fires = [LAID, LAID | {"hex": "c", "turn": 2}]
    result = burnt(A, C, fires=fires, turns=3, fighters__men=1, fighters__from=3, policies__aim=aim)
    assert chance(result, "lost:a") == near(0.7 if saved == "a" else 1.0)
    assert chance(result, "put_out") == near(0.3)


def test_fires_with_most_neighbours_first():
    # d stands apart and burns longest; the fire in b threatens two tents. One man, in turn 2: 3 in 10 at b.
    far = tent("d", (9, 9))
    fires = [LAID | {"hex": "d"}, LAID | {"hex": "b", "turn": 2}]
    changes = {"fires": fires, "turns": 2, "fighters__men": 1, "fighters__from": 2}
    by_neighbours = burnt(A, B, C, far, policies__aim="most-neighbours", **changes)
    oldest = burnt(A, B, C, far, policies__aim="oldest", **changes)
    assert chance(by_neighbours, "spreads") == near(0.7 * 0.8)
    assert chance(oldest, "spreads") == near(0.8)


def test_the_ranks_stay_when_a_fire_is_out():
    # x is beside two unburnt tents, y and z beside one each. With x out z is beside two, but the ranks are from before.
    places = {"x": (1, 0), "y": (10, 0), "z": (2, 0), "p": (0, 0), "q": (0, 1), "r": (3, 0), "s": (11, 0)}
    objects = [tent(name, place) for name, place in places.items()]
    fires = [LAID | {"hex": name} for name in "zyx"]
    changes = {"fires": fires, "turns": 1, "fighters__men": 3, "policies__aim": "most-neighbours"}
    game = play_trace(build(camp(*objects, **changes), SIEGE), dice=[1, 1, 1])
    assert [event.text for event in game.events if "is at" in event.text] == [
        "man 1 is at the fire in x",
        "man 2 is at the fire in y",
        "man 3 is at the fire in z",
    ]
    assert game.ending == "put_out"


@pytest.mark.parametrize(("place", "spreads"), [((1, -1), 0.4), ((0, 1), 0.4), ((1, 1), 0.0), ((2, 0), 0.0)])
def test_neighbours(place, spreads):
    for other in (place, (-place[0], -place[1])):
        assert chance(burnt(A, tent("b", other), turns=1), "spreads") == near(spreads)


@pytest.mark.parametrize(("value", "lost"), [("machine", 2), ("hex", 1)])
def test_what_is_lost_with_a_hex(value, lost):
    # Two hexes apart, so that fire does not spread between them.
    engine = tent("a", (0, 0), (5, 5), lying=1)
    fires = [{"hex": "a 1", "cause": "hand"}]
    result = burnt(engine, fires=fires, options={"fire-destruction": value, "stunned-in-fire": "killed"})
    assert sum(chance(result, f"lost:a {number}") for number in (1, 2)) == near(lost)
    assert result.mean("objects_lost").value == near(lost - 1)
    # Who lies in the other hex is carried out.
    assert result.mean("men_dead").value == near(1)
    assert result.probability("all_lost").value == near(lost - 1)


@pytest.mark.parametrize(("value", "dead"), [("rolls", 0.8), ("killed", 2.0)])
def test_stunned_men_where_it_burns(value, dead):
    # 7-10 kills.
    result = burnt(A | {"lying": 2, "men": 3}, options={"stunned-in-fire": value})
    assert result.mean("men_dead").value == near(dead)
    assert result.mean("men_wounded").value == 0


@pytest.mark.parametrize(
    ("value", "occupants", "by_turn_2", "dead"),
    [("retreat", "stay", 0, 0), ("wounded-then-dead", "leave", 0, 0), ("wounded-then-dead", "stay", 2, 2)],
)
def test_men_who_stay(value, occupants, by_turn_2, dead):
    options = {"burning-hex-occupants": value}
    tries = [burnt(A | {"men": 2}, turns=turns, options=options, policies__occupants=occupants) for turns in (1, 2, 3)]
    stays = bool(dead)
    # Two tries a turn, the second if the first has failed: it burns on with 0.49.
    assert chance(tries[0], "tries") == near(1.7 if stays else 0)
    assert tries[1].mean("men_wounded").value == near(by_turn_2 * 0.49**2)
    assert tries[2].mean("men_dead").value == near(dead * 0.49**3)
    # Wounded, and the fire put out in turn 3.
    assert tries[2].mean("men_wounded").value == near(by_turn_2 * 0.49**2 * 0.51)


def test_a_wounded_man_who_is_caught_again_dies():
    options = {"burning-hex-occupants": "wounded-then-dead"}
    fires = [LAID, LAID | {"turn": 5}]
    played = camp(A | {"men": 1}, fires=fires, policies__occupants="stay")
    # Wounded in turn 2, the fire out in turn 3; the next one reaches its age in turn 6 and burns on without him.
    game = play_trace(build(played, SIEGE.replaced(options=options)), dice=[9, 9, 1, 9, 9])
    assert game.measures == {"objects_lost": 1, "men_dead": 1, "men_wounded": 0}
    assert game.turn == 7


def test_who_comes_round_stays_too():
    options = {"burning-hex-occupants": "wounded-then-dead"}
    result = burnt(A | {"lying": 1}, turns=1, options=options, policies__occupants="stay")
    assert result.mean("men_dead").value == near(0.4)
    assert chance(result, "tries") == near(0.6)
    assert chance(result, "put_out") == near(0.18)


def test_wounded_men_leave_what_is_lost():
    # Fire in the first hex from turn 1, in the second from turn 2: there the man is wounded when the engine is lost.
    engine = tent("a", (0, 0), (5, 5), men=1)
    fires = [{"hex": "a 1", "cause": "hand"}, {"hex": "a 2", "cause": "hand", "turn": 2}]
    options = {"burning-hex-occupants": "wounded-then-dead"}
    game = play_trace(
        build(camp(engine, fires=fires, policies__occupants="stay"), SIEGE.replaced(options=options)), dice=[9] * 5
    )
    assert game.ending == "all_lost"
    assert game.turn == 3
    assert game.measures == {"objects_lost": 1, "men_dead": 1, "men_wounded": 1}


def test_the_timing_of_spread():
    # Laid in the turn of the other side, after the owner's: at the end of the turn it spreads at once, else a turn later.
    for value, wanted in (("end-of-turn", 0.4), ("end-of-opponents-turn", 0.0)):
        options = {"fire-spread-timing": value}
        result = burnt(A, B, turns=1, options=options, first="besiegers", owner="besiegers")
        assert chance(result, "spreads") == near(wanted)
        assert chance(burnt(A, B, turns=1, options=options, first="defenders"), "spreads") == near(0.4)


@pytest.mark.parametrize(
    ("cause", "timing", "first", "second"),
    [
        ("oil", "oil-from-next-turn", 0.0, 0.4),
        ("oil", "end-of-turn", 0.4, 0.64),
        ("hand", "oil-from-next-turn", 0.4, 0.64),
    ],
)
def test_a_fire_of_oil_spreads_a_turn_later(cause, timing, first, second):
    # Laid for certain; it reaches a neighbour on 7 to 10. What it has reached spreads on, whoever lit the first.
    options = {"fire-spread-timing": timing}
    for turns, wanted in ((1, first), (2, second)):
        result = burnt(A, B, fires=[{"hex": "a", "cause": cause}], turns=turns, options=options)
        assert chance(result, "spreads") == near(wanted)
    three = burnt(A, B, C, fires=[{"hex": "a", "cause": cause}], turns=3, options=options)
    assert chance(three, "caught:c") == near(0.16 if cause == "oil" and first == 0 else 0.4 * (1 - 0.6**2) + 0.24 * 0.4)


def test_a_fire_of_oil_can_be_put_out_before_it_spreads():
    # One man, 1 to 3: the side that lays plays first.
    result = burnt(A, B, fires=[{"hex": "a", "cause": "oil"}], turns=2, fighters__men=1)
    assert chance(result, "put_out") == near(0.3 + 0.7 * 0.3)
    assert chance(result, "spreads") == near(0.7 * 0.7 * 0.4)


def test_only_fires_that_spread_have_a_say_in_the_cause():
    # The tent in the middle asks its neighbours once: that with oil does not burn for it yet, so it burns by arrows.
    fires = [{"hex": "a", "cause": "arrow"}, {"hex": "c", "cause": "oil"}]
    options = {"spread-rolls": "each-hex", "da-and-spread-fire": "arrows"}
    changes = {"fighters__men": 9, "fighters__from": 2, "policies__room": 3, "turns": 2}
    game = play_trace(
        build(camp(A, B, C, fires=fires, **changes), SIEGE.replaced(options=options)), dice=[7, *[4] * 9, 1]
    )
    # In turn 2 arrows alone have lit the first two: 4 puts them out.
    assert (game.tallies["spreads"], game.tallies["put_out"]) == (1, 2)


def test_what_was_put_out_may_catch_again_and_what_is_lost_not():
    fires = [LAID, LAID | {"turn": 2}, LAID | {"turn": 6}]
    result = burnt(A, fires=fires, turns=9, fighters__men=1)
    # Turn 1: out with 0.3, then laid again in turn 2.
    assert result.tally("fires").value > 1.3
    alone = burnt(A, fires=fires, turns=9)
    assert chance(alone, "fires") == 1
    # The third fire finds nothing to burn, but was to come: only then it is over.
    assert alone.probability("all_lost", by_turn=5).value == 0
    assert alone.probability("all_lost", by_turn=6).value == 1


def test_more_men_and_earlier_ones_never_help_the_fire():
    by_men = [burnt(A, B, C, turns=20, fighters__men=men).mean("objects_lost").value for men in range(5)]
    assert all(one > other for one, other in pairwise(by_men))
    by_turn = [
        burnt(A, B, C, turns=20, fighters__men=3, fighters__from=turn).mean("objects_lost").value for turn in (1, 2, 3)
    ]
    assert by_turn[0] < by_turn[1] < by_turn[2]
    by_room = [
        burnt(A, B, C, turns=20, fighters__men=4, policies__room=room).mean("objects_lost").value for room in (1, 2, 4)
    ]
    assert by_room[0] > by_room[1] > by_room[2]


def test_what_is_watched_turn_by_turn():
    result = burnt(A, B, turns=4)
    assert [result.by_turn("hexes_burning", turn).value for turn in (0, 1)] == [0, near(1.4)]
    assert result.by_turn("hexes_lost", 2).value == 0
    assert result.by_turn("hexes_lost", 3).value == near(1.4)


def test_names_with_braces_are_told_as_they_are():
    odd = A | {"name": "a {}"}
    game = play_trace(build(camp(odd, fires=[{"hex": "a {}", "cause": "hand"}]), SIEGE), seed=0)
    assert "a {} is lost" in [event.text for event in game.events]


@pytest.mark.parametrize("name", rule_set_names("cryhavoc"))
def test_every_edition_plays_a_camp_without_arrows(name):
    result = run(build(camp(A, B, C, fighters__men=2), load_rules(name)), engine="exact")
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"objects": []}, "objects", "1 to 24"),
        ({"objects": [A, tent("b", (0, 0))]}, "objects.2.hexes.1", "taken already"),
        ({"objects": [A, tent("a", (1, 0))]}, "objects.2.name", "two of this name"),
        ({"objects": [tent("a 1", (5, 5)), tent("a", (0, 0), (1, 0))]}, "objects.2.name", "is called so"),
        ({"objects": [tent("a")]}, "objects.1.hexes", "at least one"),
        ({"objects": [A | {"hexes": [[0, 0, 0]]}]}, "objects.1.hexes.1", "two whole numbers"),
        ({"objects": [A | {"hexes": [[0, "0"]]}]}, "objects.1.hexes.1.2", "whole number"),
        ({"objects": [A | {"hexes": [[0, 100]]}]}, "objects.1.hexes.1.2", "-99 to 99"),
        ({"objects": [A | {"laying": 1}]}, "objects.1.laying", "lying"),
        ({"fires": []}, "fires", "1 to 24"),
        ({"fires": [LAID | {"hex": "b"}]}, "fires.1.hex", "a"),
        ({"fires": [LAID | {"cause": "arrows"}]}, "fires.1.cause", "arrow"),
        ({"fires": [LAID | {"turn": 0}]}, "fires.1.turn", "1 to 60"),
        ({"fighters.man": 1}, "fighters.man", "men"),
        ({"policies.aim": "old"}, "policies.aim", "oldest"),
        ({"policies.occupants": "remain"}, "policies.occupants", "leave"),
        ({"owner": "besieger"}, "owner", "besiegers"),
    ],
)
def test_one_mistake_one_message(changes, path, words):
    with pytest.raises(DataError) as caught:
        load_scenario("fire-camp").replaced({"objects": [A], "fires": [LAID]} | changes)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_a_kind_that_no_table_knows():
    with pytest.raises(DataError, match="tent") as caught:
        burnt(A | {"kind": "tents"})
    assert caught.value.path == "objects.1.kind"
