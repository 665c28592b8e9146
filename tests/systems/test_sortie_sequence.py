"""The sortie: fire, ways, arrows and melee worked by hand, what each policy does, and what must be monotone."""

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

SIEGE = load_rules("siege")
# One spearman (6 points a turn) beside the engines in turn 1, one engine, nobody to see him.
ALONE = {
    "turns": 9,
    "first": "defenders",
    "approach": ["flat_ground"],
    "engines": 1,
    "sortie.kind": "spearman",
    "sortie.men": 1,
    "besiegers": {},
    "relief": {},
    "archers": {},
    "policies": {},
    "break_off": {},
}
GUARD = {"besiegers.kind": "spearman", "besiegers.men": 1}
PEACE = {"policies.besiegers.attack_from": "12-1+", "policies.sortie.attack_from": "12-1+"}
ARCHER = {"archers.men": 1, "archers.weapon": "crossbow"}
RIDER = {"sortie.kind": "knight", "sortie.mounted": 1}


def sequence(changes=(), **options):
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return build(load_scenario("sortie-battery").replaced(ALONE | dict(changes)), SIEGE.replaced(options=chosen))


def exact(changes=(), **options):
    return run(sequence(changes, **options), engine="exact")


def trace(changes=(), dice=(), **options):
    return play_trace(sequence(changes, **options), dice=dice)


def counted(result, **wanted):
    for name, chance in wanted.items():
        source = result.mean if name in result.measures else result.tally
        assert source(name).value == pytest.approx(chance, abs=1e-12), name


# -------------------------------------------------------------------- fire


def test_an_engine_burns_down():
    # There in turn 1, a whole turn beside it, lit in turn 2; burnt at the end of turn 4.
    game = trace()
    assert (game.ending, game.turn, game.measures["engines_lost"]) == ("engines_destroyed", 4, 1)
    assert game.tallies["fires"] == 1


@pytest.mark.parametrize(("men", "engines", "turn"), [(1, 2, 5), (2, 2, 4), (2, 3, 5), (3, 3, 4), (5, 3, 4)])
def test_a_man_lights_an_engine_a_turn(men, engines, turn):
    assert trace({"sortie.men": men, "engines": engines}).turn == turn


def test_lighting_with_a_roll():
    # 7 to 10 on the column spread, first in turn 2.
    result = exact(first_fire_column="also-hand-ignition")
    assert result.probability("engines_destroyed", by_turn=4).value == pytest.approx(0.4, abs=1e-12)
    assert result.probability("engines_destroyed", by_turn=5).value == pytest.approx(0.64, abs=1e-12)
    two = exact({"sortie.men": 2, "policies.sortie.torches": 2}, first_fire_column="also-hand-ignition")
    assert two.probability("engines_destroyed", by_turn=4).value == pytest.approx(0.64, abs=1e-12)


@pytest.mark.parametrize(("men", "fighters", "saved"), [(1, 2, 0.3), (2, 2, 0.51), (2, 1, 0.3), (5, 3, 0.657)])
def test_putting_out(men, fighters, saved):
    # Each man puts it out on 1 to 3: nobody but he who lit it is to blame. Lit in turn 2, and once tried.
    guards = GUARD | PEACE | {"besiegers.men": men, "policies.besiegers.fire_fighters": fighters, "turns": 2}
    counted(exact(guards), put_out=saved, fires=1)


def test_men_at_each_fire():
    # Two engines lit in turn 2, five besiegers: two at each fire.
    guards = GUARD | PEACE | {"besiegers.men": 5, "engines": 2, "sortie.men": 2, "turns": 2}
    assert trace(guards, [10] * 4).tallies["tries"] == 4
    # 3 puts one out, and all go to the other.
    assert trace(guards, [3, 10, 10, 3]).tallies["put_out"] == 2


def test_whoever_fights_fire_does_not_fight_men():
    guards = GUARD | {"besiegers.men": 3, "sortie.men": 2, "turns": 2, "policies.sortie.attack_from": "12-1+"}
    guards |= {"policies.besiegers.together": 1}
    # Turn 1: two attacks of one each, on 2-1. Turn 2: an engine burns, two try to put it out, one attacks.
    game = trace(guards, [10] * 5)
    assert (game.tallies["besiegers_attacks"], game.tallies["tries"]) == (3, 2)
    fight = trace(guards | {"policies.besiegers.fire_policy": "fight"}, [10] * 4)
    assert (fight.tallies["besiegers_attacks"], fight.tallies["tries"]) == (4, 0)


def test_who_lights_does_not_fight():
    pair = GUARD | {"sortie.men": 2, "policies.besiegers.attack_from": "12-1+", "turns": 2}
    words = [event.text for event in trace(pair, [10, 10, 10]).events if "against" in event.text]
    assert ["2 fit men" in text for text in words] == [True, False]


def test_fight_first():
    # As long as a besieger lives nobody lights anything.
    pair = GUARD | PEACE | {"policies.sortie.task": "fight", "turns": 6}
    assert trace(pair).tallies["fires"] == 0
    assert trace({"policies.sortie.task": "fight"}).tallies["fires"] == 1


# -------------------------------------------------------------------- ways


@pytest.mark.parametrize(
    ("changes", "turn"),
    [
        ({"approach": ["flat_ground x 6"]}, 4),
        ({"approach": ["flat_ground x 7"]}, 5),
        ({"approach": ["scrub x 4"]}, 5),
        ({"approach": ["flat_ground x 12", "scrub x 1"]} | RIDER, 5),
        ({"approach": ["flat_ground x 12"]} | RIDER, 4),
        # A man on foot with the riders: four points a turn.
        ({"approach": ["flat_ground x 12"], "sortie.men": 2} | RIDER, 6),
        ({"sortie.turn": 3}, 6),
    ],
)
def test_the_way_out(changes, turn):
    assert trace(changes).turn == turn


@pytest.mark.parametrize(("allowances", "turn"), [("base", 5), ("croisades", 4)])
def test_movement_allowances(allowances, turn):
    assert trace({"approach": ["flat_ground x 8"]}, movement_allowances=allowances).turn == turn


@pytest.mark.parametrize(("way", "turn"), [("flat_ground", 4), ("flat_ground x 6", 4), ("flat_ground x 7", 6)])
def test_the_way_home(way, turn):
    # Six hexes back are five of the way and the gate. With seven he is there in turn 2 and goes home in turns 5 and 6.
    limit = {
        "approach": [way],
        "break_off.turn": 3 if turn == 4 else 4,
        **GUARD,
        **PEACE,
        "policies.sortie.task": "fight",
    }
    game = trace(limit)
    assert (game.ending, game.turn) == ("sortie_back", turn)


def test_going_home_when_all_burn():
    game = trace({"break_off.all_burn": True})
    # Lit in turn 2, and the sortie is home in turn 3; the engine burns all the same.
    assert (game.ending, game.turn) == ("engines_destroyed", 4)
    assert any("home" in event.text and event.turn == 3 for event in game.events)


@pytest.mark.parametrize(("losses", "ending", "turn"), [(1, "sortie_back", 2), (2, "engines_destroyed", 4)])
def test_losses_send_the_sortie_home(losses, ending, turn):
    # 16 against 3 is 5-1, together 6-1: E on 4 wounds a man in turn 1. Both besiegers are at the fire from turn 2 on.
    pair = GUARD | {"besiegers.men": 2, "sortie.men": 2, "policies.sortie.attack_from": "12-1+"}
    pair |= {"break_off.losses": losses, "policies.besiegers.attack_from": "6-1", "policies.besiegers.target": "fit"}
    game = trace(pair, [4] + [10] * 6)
    assert game.measures["defenders_wounded"] == 1
    assert (game.ending, game.turn) == (ending, turn)


def test_stunned_men_are_left_behind():
    # Stunned in the besiegers' turn; the party goes home after it and leaves him.
    pair = GUARD | {"sortie.men": 2, "policies.sortie.attack_from": "12-1+", "break_off.turn": 1}
    game = trace(pair, [1])
    assert game.tallies["left_behind"] == 1
    assert (game.ending, game.measures["defenders_dead"]) == ("sortie_back", 1)


def test_nobody_comes_home():
    # 24 against 3 is 8-1, together 9-1: F.
    game = trace(GUARD | {"besiegers.men": 3, "policies.sortie.attack_from": "12-1+"}, [1])
    assert (game.ending, game.turn) == ("sortie_lost", 1)


# -------------------------------------------------------------------- arrows


def test_arrows_on_the_way():
    # Crossbow, short range, no cover: the first row is 3, so C on 1, B on 2, ...: see the odds of the single shot.
    from mangonel.systems.cryhavoc.missiles import missile_situation

    odds = missile_situation(SIEGE, weapon="crossbow", distance=7, cover="none").odds()
    way = {"approach": ["flat_ground x 12"], "turns": 1, **ARCHER}
    result = exact(way)
    counted(result, shots=1, hits=float(odds["B"] + odds["C"]))
    counted(result, defenders_dead=float(odds["C"]), defenders_wounded=float(odds["B"]))
    # Who is hurt turns back, so nobody is out any more.
    back = result.probability("sortie_back").value
    assert back == pytest.approx(float(odds["B"]), abs=1e-12)
    assert result.probability("sortie_lost").value == pytest.approx(float(odds["C"]), abs=1e-12)


@pytest.mark.parametrize(
    ("kind", "option", "steps"), [("foot", "falls-back", 2), ("rider", "falls-back", 4), ("foot", "holds", 0)]
)
def test_falling_back(kind, option, steps):
    from mangonel.systems.cryhavoc.missiles import missile_situation

    way = {"approach": ["flat_ground x 30"], "turns": 1, **ARCHER} | (RIDER if kind == "rider" else {})
    odds = missile_situation(SIEGE, weapon="crossbow", distance=20, cover="none", mounted=kind == "rider")
    die = next(die for die in range(1, 11) if odds.outcome(die) == "A")
    words = [event.text for event in trace(way, [die], carrier_retreat=option).events]
    gone = 12 if kind == "rider" else 6
    assert any(f"falls back, {30 - gone + steps} hex" in text for text in words) is (steps > 0)


@pytest.mark.parametrize(
    ("men", "option", "steps"),
    [(3, "holds-with-two", 0), (2, "holds-with-two", 2), (3, "falls-back", 2), (2, "holds", 0)],
)
def test_a_party_goes_on_with_two_able_men_besides(men, option, steps):
    # A bolt at 20 hexes, no cover: A on a die that the table has. 30 hexes less 6 in the first turn.
    from mangonel.systems.cryhavoc.missiles import missile_situation

    way = {"approach": ["flat_ground x 30"], "turns": 1, "sortie.men": men, **ARCHER}
    odds = missile_situation(SIEGE, weapon="crossbow", distance=20, cover="none")
    die = next(die for die in range(1, 11) if odds.outcome(die) == "A")
    words = [event.text for event in trace(way, [die], carrier_retreat=option).events]
    assert any(f"falls back, {24 + steps} hex" in text for text in words) is (steps > 0)
    assert ("the sortie does not stop for that" in words) is (steps == 0)


def test_the_guards_step_after_a_party_that_gives_ground():
    # Spearmen 8 against 3 in turn 1, column 2-1: B on 4. Out of reach it would be left alone; followed it is attacked.
    fight = GUARD | {"turns": 1, "policies.sortie.task": "fight", "policies.besiegers.target": "fit"}
    for advance, attacks in ((True, 1), (False, 0)):
        game = trace(fight | {"policies.besiegers.advance": advance}, [4, 10])
        assert game.tallies["besiegers_attacks"] == attacks
        assert ("a man of the besiegers steps after one of them" in [one.text for one in game.events]) == advance


def test_bows_shoot_twice_and_nobody_at_his_own():
    way = {"approach": ["flat_ground x 30"], "turns": 1, "archers.men": 2}
    assert trace(way | {"archers.weapon": "longbow"}, [10] * 4).tallies["shots"] == 4
    assert trace(way | {"archers.weapon": "crossbow"}, [10] * 2).tallies["shots"] == 2
    beside = {"turns": 1, "archers.men": 1, "archers.weapon": "longbow"}
    assert trace(beside, [10] * 2).tallies["shots"] == 2
    assert trace(beside | GUARD | PEACE, [10] * 2).tallies["shots"] == 0


@pytest.mark.parametrize(("option", "horses"), [("base", 1), ("croisades", 0)])
def test_a_rider_shot_from_his_horse_turns_back(option, horses):
    from mangonel.systems.cryhavoc.missiles import missile_situation

    way = {"approach": ["flat_ground x 30"], "turns": 1, **ARCHER, **RIDER}
    odds = missile_situation(SIEGE, weapon="crossbow", distance=19, cover="none", mounted=True)
    die = next(die for die in range(1, 11) if odds.outcome(die) == "B")
    game = trace(way, [die], mounted_missile_croisades=option)
    assert (game.ending, game.tallies["unhorsed"]) == ("sortie_back", 1)
    assert game.measures["defenders_horses"] == horses
    assert game.measures["defenders_wounded"] == 0


# -------------------------------------------------------------------- relief, contact


def test_relief_counts_when_it_has_come():
    late = {"relief.men": 3, "relief.turn": 6, "besiegers.kind": "militia"}
    assert trace(late).measures["besiegers_dead"] == 0
    soon = late | {"relief.turn": 2, "turns": 2, "policies.besiegers.attack_from": "12-1+"}
    # Turn 2: the relief arrives after the attack of the sortie, too late for the fire of this turn.
    assert trace(soon).tallies["tries"] == 0


@pytest.mark.parametrize(("room", "wounded"), [(None, 0), (0, 1)])
def test_room_behind_the_guards(room, wounded):
    # 8 against 3 is 2-1: C on 2.
    changes = GUARD | {"turns": 1} | ({} if room is None else {"besiegers.room": room})
    assert trace(changes | {"policies.besiegers.attack_from": "12-1+"}, [2]).measures["besiegers_wounded"] == wounded


def test_crew_in_a_ram_has_bad_ground():
    # 2-1 against a man in a ram, on -: 3-1.
    quiet = GUARD | {"turns": 1, "policies.besiegers.attack_from": "12-1+"}
    counted(exact(quiet), wounds=0, stuns=0.1)
    counted(exact(quiet | {"besiegers.terrain": "covered_ram"}), wounds=0.1, stuns=0.2)


# -------------------------------------------------------------------- what must be monotone


def destroyed(changes=()):
    base = {"turns": 8, "sortie.men": 3, "besiegers.kind": "militia", "besiegers.men": 2, "engines": 2}
    return exact(base | dict(changes)).probability("engines_destroyed").value


def test_more_fire_fighters_never_help_the_sortie():
    assert np.all(np.diff([destroyed({"policies.besiegers.fire_fighters": men}) for men in (1, 2)]) < 0)


def test_more_archers_never_help_the_sortie():
    way = {"approach": ["flat_ground x 14"], "archers.weapon": "longbow"}
    assert np.all(np.diff([destroyed(way | {"archers.men": men}) for men in range(3)]) < 0)


@pytest.mark.parametrize(
    "policy",
    [
        {"policies.sortie.task": "fight"},
        {"policies.sortie.together": 1},
        {"policies.sortie.attack": "separate"},
        {"policies.sortie.attack_from": "4-1"},
        {"policies.sortie.target": "wounded"},
        {"policies.sortie.wound": "wounded-first"},
        {"policies.sortie.follow": True},
        {"policies.besiegers.fire_policy": "fight"},
        {"policies.besiegers.fire_fighters": 1},
        {"policies.besiegers.follow": True},
        {"break_off.turn": 3},
        {"break_off.losses": 1},
        {"break_off.all_burn": True},
        {"sortie.room": 0},
    ],
)
def test_every_decision_moves_something(policy):
    base = {"turns": 7, "sortie.men": 3, "besiegers.men": 3, "besiegers.kind": "spearman", "engines": 2}
    before, after = exact(base), exact(base | policy)
    moved = [abs(before.mean(name).value - after.mean(name).value) for name in before.measures]
    assert max(moved) > 1e-6


def test_torches_count_where_a_roll_is_made():
    base = {"sortie.men": 4, "engines": 1, "turns": 5}
    one, two = (
        exact(base | {"policies.sortie.torches": number}, first_fire_column="also-hand-ignition") for number in (1, 2)
    )
    assert two.probability("engines_destroyed").value > one.probability("engines_destroyed").value


def test_what_is_watched_turn_by_turn():
    result = run(build(load_scenario("sortie-battery"), SIEGE))
    assert result.by_turn("besiegers_living", 0).value == 3
    assert result.by_turn("defenders_living", 0).value == 4
    lost = [result.by_turn("engines_lost", turn).value for turn in range(12)]
    assert lost[0] == 0
    assert np.all(np.diff(lost) >= 0)
    assert result.by_turn("engines_burning", 4).value > 0


# -------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"approach": []}, "approach", "at least one hex"),
        ({"sortie.mounted": 1}, "sortie.mounted", "no horses"),
        ({"archers.men": 1, "archers.weapon": "longbow", "archers.aside": 0}, "archers.aside", "0"),
        ({"relief.men": 2, "relief.turn": 3}, "besiegers.kind", "missing"),
        ({"relief.men": 2, "besiegers.kind": "militia"}, "relief.turn", "missing"),
        ({"policies.sortie.torch": 2}, "policies.sortie.torch", "torches"),
        ({"policies.besiegers.fire_policy": "ram-on"}, "policies.besiegers.fire_policy", "put-out"),
        ({"break_off.losss": 2}, "break_off.losss", "losses"),
        ({"engines": 0}, "engines", "0"),
    ],
)
def test_bad_files(changes, where, words):
    with pytest.raises(DataError) as error:
        load_scenario("sortie-battery").replaced(ALONE | changes)
    assert error.value.path == where
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"approach": ["tent"], **RIDER}, "approach.1", "horses"),
        ({"approach": ["flat_ground x 3", "scrubs"]}, "approach.2", "scrub"),
        ({"besiegers.kind": "militia", "besiegers.terrain": "window"}, "besiegers.terrain", "no melee"),
        ({"besiegers.kind": "militia", "besiegers.terrain": "scrubs"}, "besiegers.terrain", "scrub"),
    ],
)
def test_ground_that_bars_the_way(changes, where, words):
    with pytest.raises(DataError) as error:
        sequence(changes)
    assert error.value.path == where
    assert words in str(error.value)
