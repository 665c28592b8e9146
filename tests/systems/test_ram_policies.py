"""Policies at the ram: where arrows go, men who attack one by one, who takes the wound, and when a side breaks off."""

from dataclasses import replace

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.describe import policies_in_force
from mangonel.systems.scenario import build, load_scenario
from systems.test_engines_agree import agree

SIEGE = load_rules("siege")
# Men-at-arms 9/4 (wounded 4/2) with a ram at the wall, spearmen 8/3 (4/2) against them.
PLAIN = {
    "turns": 1,
    "approach": [],
    "marks": 0,
    "bombarded": False,
    "besiegers": {"kind": "man-at-arms", "men": 3},
    "archers.men": 0,
    "sortie": {"kind": "spearman", "men": 2, "turn": 60},
    "policies": {"fire_fighters": 0},
}
OUT = {"sortie.turn": 1}
DEFENDERS_FIRST = {"first": "defenders"}
# A longbow next to the wall: C on 1 and 2, B on 3 and 4, A on 5 and 6 at short range without cover.
ARCHER = {"archers": {"men": 1, "weapon": "longbow", "aside": 1}, **DEFENDERS_FIRST}
CREW, SORTIE = "besiegers against the sortie", "sortie against the crew"


def sequence(changes, policies=(), *, options=(), **starts):
    """Return a game that begins with these values in its columns."""
    named = {f"policies.{name}": value for name, value in dict(policies).items()}
    rules = SIEGE.replaced(options=dict(options))
    made = build(load_scenario("ram-sortie").replaced(PLAIN | dict(changes) | named), rules)
    assert {column.name for column in made.columns} >= set(starts)
    columns = [replace(column, start=starts.get(column.name, column.start)) for column in made.columns]
    return replace(made, columns=columns)


def exact(*asked, **starts):
    return run(sequence(*asked, **starts), engine="exact")


def trace(changes, dice, policies=(), **starts):
    return play_trace(sequence(changes, policies, **starts), dice=dice)


def lines(game):
    return [event.text for event in game.events]


def rolled(game, phase):
    return [event.die for event in game.events if event.die is not None and event.phase.startswith(phase)]


def losses(game, side):
    return game.measures[f"{side}_dead"], game.measures[f"{side}_wounded"]


def counted(result, **wanted):
    found = {name: (result.tally(name) if name in result.tallies else result.mean(name)).value for name in wanted}
    assert found == pytest.approx(wanted, abs=1e-12)


# -------------------------------------------------------------------- arrows


@pytest.mark.parametrize(("aim", "hexes"), [("front", (1, 2)), ("middle", (2, 1)), ("rear", (3, 2))])
def test_which_hex_is_aimed_at(aim, hexes):
    told = lines(trace(ARCHER, [10, 10] + [1] * 9, {"arrow_aim": aim}))
    first, second = hexes
    assert [line for line in told if "on fire" in line] == [
        f"ram hex {first} is on fire",
        f"ram hex {second} is on fire",
    ]


@pytest.mark.parametrize(("aim", "spreads"), [("front", 0.076), ("middle", 0.148), ("rear", 0.076)])
def test_a_fire_in_the_middle_spreads_twice(aim, spreads):
    # Of two arrows one catches with 0.18 and both with 0.01. A fire reaches each neighbour with 0.4; two side by side
    # have one neighbour left.
    counted(exact(ARCHER, {"arrow_aim": aim}), fires=0.2, spreads=spreads)


def test_the_middle_burns_more_rams():
    burns = ARCHER | {"turns": 12, "archers.men": 3, "approach": ["flat_ground x 8"], "besiegers.men": 6}
    fighting = {"fire_fighters": 4}
    front, middle = (exact(burns, fighting | {"arrow_aim": aim}) for aim in ("front", "middle"))
    assert middle.probability("destroyed").value > front.probability("destroyed").value


@pytest.mark.parametrize(
    ("men", "dead", "wounded", "arrows"),
    [
        # Three inside and nobody behind; three behind; one behind: after his death the archer shoots at the ram.
        (3, 0, 0, 2),
        (6, 0.4, 0.4, 0),
        (4, 0.2 + 0.2 * 0.4 + 0.6 * 0.2, 0.2 * 0.6 + 0.6 * 0.2, 0.2),
    ],
)
def test_shots_at_the_men_behind(men, dead, wounded, arrows):
    found = exact(ARCHER | {"besiegers.men": men}, {"arrows": "men"})
    counted(found, besiegers_dead=dead, besiegers_wounded=wounded, fire_arrows=arrows)
    counted(exact(ARCHER | {"besiegers.men": men}), besiegers_dead=0, fire_arrows=2)


def test_no_shots_past_the_sortie():
    # The sortie comes out at the end of turn 1, does not move the men behind, and goes home after turn 2.
    arrows = ARCHER | OUT | {"turns": 3, "besiegers.men": 6, "break_off.sortie.turn": 2, "sortie.men": 1}
    game = trace(arrows, [10] * 30, {"arrows": "men"})
    shots = [event for event in game.events if event.die is not None and "archer" in event.phase]
    assert [("fire arrow" not in event.text, event.turn) for event in shots] == [
        (True, 1),
        (True, 1),
        (False, 2),
        (False, 2),
        (True, 3),
        (True, 3),
    ]


def test_a_crossbow_shoots_at_men_only():
    # C on 1 to 3, B on 4 and 5, once.
    crossbow = ARCHER | {"archers.weapon": "crossbow", "besiegers.men": 6}
    counted(exact(crossbow, {"arrows": "men"}), besiegers_dead=0.3, besiegers_wounded=0.2, fire_arrows=0)
    counted(exact(crossbow), besiegers_dead=0, fire_arrows=0)


def test_how_far_the_men_behind_are():
    # 75 hexes are the reach of a shortbow: with 71 aside they are four more away than the wall.
    near = ARCHER | {"archers.weapon": "shortbow", "besiegers.men": 6}
    # Long range, row 7 with a 1: B, in each of two shots at two men.
    counted(exact(near | {"archers.aside": 71}, {"arrows": "men"}), besiegers_dead=0, besiegers_wounded=0.2)
    counted(exact(near | {"archers.aside": 72}, {"arrows": "men"}), besiegers_dead=0, besiegers_wounded=0)


# -------------------------------------------------------------------- jointly or one by one


def test_the_sortie_attacks_jointly_or_one_by_one():
    # Alone: 8 against 4, 2-1, one more because the crew is under the ram: E on 1, A on 7. Both: 16 against 4 and two more,
    # 6-1: F on 1 to 3, E on 4, A on 10.
    counted(exact(OUT), besiegers_dead=0.3, besiegers_wounded=0.1, defenders_wounded=0.1)
    counted(exact(OUT, {"defence_attack": "separate"}), besiegers_dead=0, besiegers_wounded=0.2, defenders_wounded=0.2)


def test_the_men_behind_attack_one_by_one():
    # 9 against 3: E on 1 wounds; 9 against 2, 4-1: E on 1 kills; then nobody is left to attack.
    behind = OUT | DEFENDERS_FIRST | {"besiegers.men": 6, "sortie.men": 1}
    game = trace(behind, [10, 1, 1], {"attack": "separate"})
    assert rolled(game, CREW) == [1, 1]
    assert losses(game, "defenders") == (1, 0)
    # Whoever rolls an A is wounded himself, and the next man still attacks.
    game = trace(behind, [10, 7, 7, 8], {"attack": "separate"})
    assert rolled(game, CREW) == [7, 7, 8]
    assert losses(game, "besiegers") == (0, 2)
    assert rolled(trace(behind, [10, 10]), CREW) == [10]


@pytest.mark.parametrize("room", [1, 2])
def test_room_counts_for_both(room):
    behind = OUT | DEFENDERS_FIRST | {"besiegers.men": 6}
    game = trace(behind, [10] * 4, {"attack": "separate", "defence_attack": "separate", "room": room})
    assert rolled(game, CREW) == rolled(game, SORTIE) == [10] * room


def test_a_man_without_the_odds_does_not_attack():
    # A fit spearman may, 8 against 6 of a knight; a wounded one, 4 against 6, may not.
    knights = OUT | {"besiegers.kind": "knight-on-foot"}
    alone = trace(knights, [1, 10], {"defence_attack": "separate"}, sortie_fit=1, sortie_wounded=1)
    assert rolled(alone, SORTIE) == [10]
    game = trace(knights, [1], {"defence_attack": "separate"}, sortie_fit=0, sortie_wounded=2)
    assert rolled(game, SORTIE) == []


def test_an_engaged_crew_attacks_one_by_one_and_does_not_move_on():
    crew = OUT | DEFENDERS_FIRST | {"turns": 2}
    game = trace(crew, [10] * 9, {"attack": "separate"})
    assert rolled(game, CREW) == [10] * 6
    assert rolled(game, "battering") == []


@pytest.mark.parametrize(
    ("value", "first", "rolls"),
    [
        # Their melee phase is over when they are attacked, and the one of turn 2 is in another turn.
        ("this-turn", "besiegers", 2),
        ("this-turn", "defenders", 0),
        ("next-turn", "besiegers", 1),
        ("next-turn", "defenders", 0),
        ("none", "besiegers", 2),
        ("none", "defenders", 2),
    ],
)
def test_an_attacked_crew_and_its_ram(value, first, rolls):
    # One man behind the ram fights the sortie, so that the crew has its hands free. On 10 nobody is hurt.
    crew = OUT | {"turns": 2, "first": first, "besiegers.men": 4, "sortie.men": 1}
    game = play_trace(sequence(crew, options={"attacked-crew": value}), dice=[10] * 9)
    assert len(rolled(game, SORTIE)) == 2
    assert len(rolled(game, "battering")) == rolls


@pytest.mark.parametrize("value", ["this-turn", "next-turn", "none"])
def test_an_attacked_crew_does_not_move_on(value):
    way = OUT | {"turns": 2, "besiegers.men": 4, "sortie.men": 1, "approach": ["flat_ground x 8"]}
    game = play_trace(sequence(way, options={"attacked-crew": value}), dice=[10] * 9)
    assert [line for line in lines(game) if "moves up" in line] == ["the ram moves up, 6 hexes to go"]


# -------------------------------------------------------------------- who takes the wound


@pytest.mark.parametrize(("wound", "found"), [("fit-first", (0, 2)), ("wounded-first", (1, 1))])
def test_which_man_of_the_sortie_takes_the_wound(wound, found):
    # The ram misses; then 8 + 4 against 4, 3-1, two more: A on 9. The wounded one who is left was fit.
    game = trace(OUT, [1, 9], {"defence_wound": wound}, sortie_fit=1, sortie_wounded=1)
    assert losses(game, "defenders") == (found if wound == "fit-first" else (1, 0))


@pytest.mark.parametrize(("wound", "found"), [("fit-first", (0, 2)), ("wounded-first", (1, 0))])
def test_which_besieger_takes_the_wound(wound, found):
    # Behind stand a fit and a wounded man: 9 + 4 against 3, 4-1, one more for two: A on 9.
    behind = OUT | DEFENDERS_FIRST | {"besiegers.men": 5, "sortie.men": 1}
    game = trace(behind, [10, 9], {"wound": wound}, fit=4, wounded=1)
    assert losses(game, "besiegers") == found


@pytest.mark.parametrize(("wound", "found"), [("fit-first", (0, 2)), ("wounded-first", (1, 0))])
def test_who_is_at_the_front_when_oil_catches(wound, found):
    # The barrel catches, and E on 5 of column 8-1.
    oil = DEFENDERS_FIRST | {"oil": {"barrels": 1, "men": 1}}
    attacked = {"oil-occupants-of-burning-machine": "attacked"}
    game = trace(oil, [8, 5, 1], {"wound": wound}, options=attacked, fit=2, wounded=1)
    assert losses(game, "besiegers") == found


@pytest.mark.parametrize(("wound", "found"), [("fit-first", (0, 2)), ("wounded-first", (1, 0))])
def test_who_stays_in_the_fire(wound, found):
    # A fire of another cause than arrows, one turn old at the start: it wounds at the end of the turn.
    stays = {"burning-hex-occupants": "wounded-then-dead"}
    policies = {"fire_policy": "ram-on", "wound": wound}
    game = trace({}, [1, 1], policies, options=stays, fit=2, wounded=1, flame=(6, 0, 0))
    assert losses(game, "besiegers") == found


# -------------------------------------------------------------------- breaking off


def test_besiegers_break_off():
    by_turn = exact({"break_off.turn": 3, "turns": 9, "sortie.turn": 20})
    assert by_turn.endings == ("breach", "destroyed", "crew_lost", "repulsed")
    # The fourth roll would be the first that can breach the wall.
    assert by_turn.probability("repulsed", by_turn=3).value == 1
    assert by_turn.probability("repulsed", by_turn=2).value == 0
    assert exact({}).endings == ("breach", "destroyed", "crew_lost")


def test_besiegers_break_off_at_losses():
    # E on 1 and D on 2 and 3 for a single spearman: a wounded man is a loss, a stunned one none.
    hurt = OUT | {"sortie.men": 1, "turns": 1, "break_off.losses": 1}
    assert exact(hurt).probability("repulsed").value == pytest.approx(0.1, abs=1e-12)
    # Fewer than three living men come first.
    lost = exact(hurt | {"break_off.losses": 2}, fit=0, wounded=3)
    assert lost.probability("crew_lost").value > 0
    assert lost.probability("repulsed").value == pytest.approx(1 - lost.probability("crew_lost").value, abs=1e-12)


def test_the_sortie_goes_home_after_a_turn():
    home = OUT | DEFENDERS_FIRST | {"turns": 3}
    game = trace(home | {"break_off.sortie.turn": 1}, [10] * 9)
    assert rolled(game, SORTIE) == rolled(game, CREW) == [10]
    assert len(rolled(trace(home, [10] * 9), SORTIE)) == 3


def test_the_sortie_goes_home_at_losses():
    # A on 10 wounds one of them: home at once, and the crew finds nobody to attack.
    home = OUT | DEFENDERS_FIRST | {"turns": 2}
    game = trace(home | {"break_off.sortie.losses": 1}, [10] * 9)
    assert rolled(game, SORTIE) == [10]
    assert rolled(game, CREW) == []
    assert rolled(game, "battering") == [10]
    assert len(rolled(trace(home | {"break_off.sortie.losses": 2}, [10] * 9), SORTIE)) == 2


def test_a_sortie_that_goes_home_loses_less():
    long = OUT | {"turns": 12, "besiegers.men": 6, "sortie.men": 3}
    stays, goes = exact(long), exact(long | {"break_off.sortie.losses": 1})
    assert goes.mean("defenders_dead").value < stays.mean("defenders_dead").value
    assert goes.probability("breach").value > stays.probability("breach").value


# -------------------------------------------------------------------- all of them together


def test_engines_agree_on_the_new_policies():
    changes = ARCHER | OUT | {"turns": 8, "besiegers.men": 5, "besiegers.rams": 2, "break_off.losses": 6}
    policies = {"arrows": "men", "arrow_aim": "middle", "attack": "separate", "defence_attack": "separate"}
    made = sequence(
        changes | {"oil": {"barrels": 1, "men": 1}}, policies | {"wound": "wounded-first", "fire_fighters": 2}
    )
    found = run(made, engine="exact")
    assert found.weights.sum() == pytest.approx(1.0, abs=1e-12)
    agree(found, run(made, engine="monte-carlo", trials=60_000, seed=5))


@pytest.mark.parametrize(
    ("key", "wrong", "near"),
    [
        ("policies.arrows", "man", "men"),
        ("policies.arrow_aim", "midle", "middle"),
        ("policies.attack", "seperate", "separate"),
        ("policies.defence_attack", "joined", "joint"),
        ("policies.wound", "wounded_first", "wounded-first"),
        ("policies.defence_wound", "fitfirst", "fit-first"),
        ("break_off.loss", 3, "losses"),
        ("break_off.sortie.turns", 3, "turn"),
    ],
)
def test_mistakes_are_told(key, wrong, near):
    with pytest.raises(DataError) as caught:
        load_scenario("ram-sortie").replaced({key: wrong})
    assert key in str(caught.value)
    assert f"did you mean '{near}'" in str(caught.value)


def test_they_are_among_the_policies_in_force():
    changed = {"policies.arrow_aim": "middle", "break_off.losses": 5, "break_off.sortie.turn": 9}
    told = dict(policies_in_force(load_scenario("ram-sortie").replaced(changed)))
    assert (told["use of arrows"], told["first target of fire arrows"]) == ("fire", "middle")
    theirs = "several of the defending side against one"
    assert told["several men against one"] == told[theirs] == "joint"
    assert told["wounds go to"] == told["wounds of the defending side go to"] == "men who are fit"
    assert (told["break off after losses"], told["sortie breaks off in turn"]) == ("5", "9")
    # Nobody is told what nobody can do.
    assert theirs not in dict(policies_in_force(load_scenario("ram-gate")))
