"""A whole siege: what can be worked by hand, parts that are their own sequences, policies, and wrong files."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.systems.cryhavoc.ladder.assault import ladder_start
from mangonel.systems.cryhavoc.scenario import build, load_scenario
from mangonel.systems.cryhavoc.siege_campaign.orders import Wants, post_defenders, tell_off

SIEGE = load_rules("siege")
HEAD = {"schema": 1, "sequence": "siege-campaign", "title": "A siege"}
FOUR_HEAVY = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer", "marks": 3}]}
EMPTY_WALL = {
    "turns": 3,
    "width": 1,
    "foothold": 1,
    "besiegers": {"ladders": 1, "men": 4},
    "defenders": {"on_wall": 0, "reserve": 0},
}
FAR_AWAY = EMPTY_WALL | {"approach": ["flat_ground x 60"], "turns": 1, "defenders": {"on_wall": 1}}
MELEE = {
    "turns": 8,
    "attackers": {"men": 5, "terrain": "rubble", "front": 3},
    "defenders": {"men": 4},
}
RAM = {"turns": 1, "besiegers": {"men": 4}}


def scenario(besiegers=10, defenders=5, kinds=("spearman", "spearman"), **content):
    sides = {
        "besiegers": {"kind": kinds[0], "men": besiegers},
        "defenders": {"kind": kinds[1], "men": defenders},
    }
    return replace(load_scenario("siege-breach"), content=HEAD | {"turns": 10} | sides | content).replaced({})


def besieged(options=None, engine="exact", **content):
    rules = SIEGE.replaced(options=options or {})
    return run(build(scenario(**content), rules), engine=engine, trials=100_000, seed=9)


def policies(**more):
    return {"policies": {"from_day": 1} | more}


def near(value):
    return pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("engine", ["exact", "counts", "monte-carlo", "auto"])
def test_a_breach_and_nobody_on_the_wall(engine):
    # 12 points: 8 in 10. The castle is taken on the morning after the breach. After a roll of 1 or 2 (4C, 3C) there are
    # 6 or 9 points the next day: 4 or 6 in 10.
    result = besieged(bombardment=FOUR_HEAVY, assault=EMPTY_WALL, turns=3, engine=engine)
    by_day_2 = 0.8 + 0.1 * 0.4 + 0.1 * 0.6
    for name, value in (
        ("taken 1", 0.0),
        ("taken 2", 0.8),
        ("taken 3", by_day_2),
    ):
        found = result.probability("taken", by_turn=int(name[-1]))
        assert found.value == pytest.approx(value, abs=max(5 * found.se, 1e-12)), name
    assert result.tally("assaults").value == pytest.approx(by_day_2, abs=0.01)


def test_waiting_for_a_day_or_for_more_breaches():
    assert besieged(assault=EMPTY_WALL, **policies(from_day=4)).probability("taken", by_turn=3).value == 0
    assert besieged(assault=EMPTY_WALL, **policies(from_day=4)).probability("taken", by_turn=4).value == 1
    hexes = [{"name": name, "wall": "outer", "marks": 3} for name in "ab"]
    for breaches, taken in ((1, 0.8), (2, 0.0)):
        result = besieged(
            bombardment={"engines": {"heavy": 4}, "hexes": hexes},
            assault=EMPTY_WALL,
            turns=2,
            policies={"breaches": breaches},
        )
        assert result.probability("taken").value == near(taken)


@pytest.mark.parametrize("men", [1, 3, 5])
def test_a_storm_is_the_melee_of_the_men_there_are(men):
    result = besieged(
        besiegers=men, defenders=3, breach=MELEE, ram=RAM | {"marks": 3, "turns": 20}, turns=1, **policies()
    )
    # Without three men nobody rams, and nothing is open.
    assert (result.tally("assaults").value > 0) == (men >= 3)
    # With the wall down from the first roll of the ram it is the melee of those who are left.
    alone = {"attackers.kind": "spearman", "attackers.men": men, "attackers.terrain": "rubble", "attackers.front": 3}
    alone |= {"defenders.kind": "spearman", "defenders.men": 3, "turns": 8}
    melee = run(build(load_scenario("melee-line").replaced(alone | PLAIN), SIEGE), engine="exact")
    walls = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer", "marks": 3}]}
    siege = besieged(besiegers=men, defenders=3, breach=MELEE, bombardment=walls, turns=2)
    for wanted, ending in ((melee.probability("attackers_win").value, "taken"),):
        assert siege.probability(ending).value == near(0.8 * wanted)
    assert siege.mean("besiegers_dead").value == near(0.8 * melee.mean("attackers_dead").value)
    assert siege.mean("defenders_dead").value == near(0.8 * melee.mean("defenders_dead").value)


PLAIN = {
    "attackers.mounted": 0,
    "defenders.mounted": 0,
    "defenders.terrain": "flat_ground",
    "first": "attackers",
    "policies": {},
    "break_off": {},
}


@pytest.mark.parametrize("losses", [1, 2, 3])
def test_men_who_were_never_there_are_no_losses(losses):
    # Three of five attackers are left; they break off after losses of their own.
    breaks = {"break_off": {"attackers": {"losses": losses}}}
    walls = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer", "marks": 3}]}
    siege = besieged(besiegers=3, defenders=3, breach=MELEE | breaks, bombardment=walls, turns=2)
    alone = {"attackers.kind": "spearman", "attackers.men": 3, "attackers.terrain": "rubble", "attackers.front": 3}
    alone |= {"defenders.kind": "spearman", "defenders.men": 3, "turns": 8}
    melee = run(build(load_scenario("melee-line").replaced(alone | PLAIN | breaks), SIEGE), engine="exact")
    assert siege.probability("taken").value == near(0.8 * melee.probability("attackers_win").value)


@pytest.mark.parametrize("seized", [{}, {"rally": 1}, {"followed": True}])
def test_panic_in_a_storm_is_that_of_the_melee(seized):
    optional = {"panic-rule": "optional"}
    panic = {"panic": True, "panic_of": {"attackers": seized, "defenders": {"class": "knight"}}}
    walls = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer", "marks": 3}]}
    content = {"besiegers": 3, "defenders": 3, "bombardment": walls, "turns": 2, "options": optional}
    siege, calm = besieged(breach=MELEE | panic, **content), besieged(breach=MELEE, **content)
    alone = {"attackers.kind": "spearman", "attackers.men": 3, "attackers.terrain": "rubble", "attackers.front": 3}
    alone |= {"defenders.kind": "spearman", "defenders.men": 3, "turns": 8}
    made = build(load_scenario("melee-line").replaced(alone | PLAIN | panic), SIEGE.replaced(options=optional))
    melee = run(made, engine="exact")
    assert siege.probability("taken").value == near(0.8 * melee.probability("attackers_win").value)
    assert siege.mean("besiegers_dead").value == near(0.8 * melee.mean("attackers_dead").value)
    assert siege.probability("taken").value < calm.probability("taken").value - 0.01


def test_men_who_have_run_from_a_storm_are_back_in_the_evening():
    # One of three dies before the wall, and the two others rout; on the next day of assault they are told off again.
    content = {"besiegers": 3, "defenders": 2, "turns": 2} | policies(rest=0)
    wall = EMPTY_WALL | {
        "turns": 2,
        "besiegers": {"ladders": 1, "men": 3},
        "defenders": {"on_wall": 2, "weapon": "crossbow"},
        "panic": True,
        "width": 2,
    }
    made = build(scenario(assault=wall, **content), SIEGE.replaced(options={"panic-rule": "optional"}))
    told = 0
    for seed in range(100):
        events = play_trace(made, seed=seed).events
        first, second = ([event.text for event in events if event.turn == day] for day in (1, 2))
        if "in rout: 2 of the men of party 1" in first and "besiegers lost: 1 dead, 0 wounded" in first:
            assert "told off for the assault: 2 besiegers, 2 defenders" in second
            told += 1
    assert told


def test_a_breach_may_be_no_matter():
    # It is there from day 2 in 8 of 10 sieges, and nobody uses it before day 4.
    content = {"bombardment": FOUR_HEAVY, "assault": EMPTY_WALL}
    result = besieged(**content, **policies(breaches=0, from_day=4))
    assert result.probability("taken", by_turn=3).value == 0
    assert result.probability("taken", by_turn=4).value == 1


@pytest.mark.parametrize(
    ("men", "parties"),
    [(12, [4, 4, 4]), (11, [4, 4, 3]), (10, [4, 4, 2]), (9, [4, 4, 0]), (5, [4, 0, 0]), (2, [2, 0, 0])],
)
def test_parties_of_the_men_there_are(men, parties):
    changes = {"width": 3, "besiegers.ladders": 3, "besiegers.men": 4, "defenders.on_wall": 2, "defenders.reserve": 2}
    setup = load_scenario("ladder-one").replaced(changes | {"break_off.losses": 5}).setup
    start = ladder_start(setup, men, 3)
    assert start["fit"] == parties
    # Who stays away alone is not there, and no loss.
    assert start["missing"] == 12 - sum(parties)
    assert (start["hex"], start["reserve_fit"]) == ([1, 1, 0], 1)
    assert ladder_start(setup, men, 1)["hex"] == [1, 0, 0]


def plain(name, **changes):
    """The content of a shipped scenario, as a part."""
    content = load_scenario(name).replaced({key.replace("__", "."): value for key, value in changes.items()}).content
    return {
        key: value for key, value in content.items() if key not in ("schema", "sequence", "title", "note", "roster")
    }


@pytest.mark.parametrize(
    ("name", "part", "men", "won"),
    [
        ("ladder-one", "assault", {"besiegers.men": 4}, ("foothold", "cleared")),
        ("siege-tower-one", "tower", {"besiegers.men": 4, "besiegers.top": 1}, ("foothold",)),
    ],
)
def test_ladders_and_towers_with_fewer_men_are_their_sequences_with_so_many(name, part, men, won):
    kinds = {"besiegers.kind": "spearman", "defenders.kind": "militia"}
    fewer = {"defenders.on_wall": 1, "defenders.reserve": 0}
    alone = run(build(load_scenario(name).replaced(men | kinds | fewer), SIEGE), engine="exact")
    siege = besieged(
        besiegers=4, defenders=1, kinds=("spearman", "militia"), turns=1, **{part: plain(name)}, **policies()
    )
    assert siege.probability("taken").value == near(sum(alone.probability(ending).value for ending in won))
    for measure in ("besiegers_dead", "besiegers_wounded", "defenders_dead", "defenders_wounded"):
        assert siege.mean(measure).value == near(alone.mean(measure).value), measure


def test_a_part_may_be_a_file_of_its_own(tmp_path):
    inline = besieged(assault=plain("ladder-one"), turns=1, **policies())
    shipped = besieged(assault={"scenario": "ladder-one"}, turns=1, **policies())
    assert shipped.probability("taken").value == near(inline.probability("taken").value)
    text = load_scenario("ladder-one").file.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    siege = load_scenario("siege-storms").file.read_text(encoding="utf-8").replace('"ladder-one"', '"mine.toml"')
    (tmp_path / "siege.toml").write_text(siege, encoding="utf-8")
    assert load_scenario(tmp_path / "siege.toml").digest == load_scenario("siege-storms").digest


@pytest.mark.parametrize(("value", "chance"), [("0", 0.6), ("-1", 0.5)])
def test_stone_throwers_at_the_wall_of_the_ram(value, chance):
    # One light engine on day 1: a D on a 10 and the ram is not needed. Else the ram, on day 2: 5-10, or 6-10.
    walls = {"engines": {"light": 1}, "hexes": [{"name": "gate", "wall": "outer", "marks": 3}]}
    content = {"bombardment": walls, "ram": RAM | {"hex": "gate"}, "turns": 2, **policies(from_day=2)}
    result = besieged(options={"ram-bombarded-wall-minus-one": value}, **content)
    assert result.tally("ram_breaches").value == near(0.9 * chance)
    assert result.mean("breaches").value == near(0.1 + 0.9 * chance)
    assert result.tally("rolls").value == 1
    # From the first day on nobody has shot at it; later the rest between two assaults leaves days for stones.
    fresh = besieged(options={"ram-bombarded-wall-minus-one": value}, **content | {"turns": 1} | policies())
    assert fresh.tally("ram_breaches").value == near(0.6)


def test_a_ram_before_a_hex_of_its_own_counts_as_a_breach():
    result = besieged(ram=RAM | {"marks": 3}, assault=FAR_AWAY, turns=1, **policies())
    assert result.mean("breaches").value == near(0.6)
    assert result.tally("ram_breaches").value == near(0.6)


def test_the_breach_is_stormed_on_the_day_on_which_the_ram_makes_it():
    ram, men = RAM | {"marks": 3}, {"besiegers": 9, "defenders": 1}
    first = besieged(ram=ram, breach=MELEE, turns=1, **men, **policies())
    assert 0.3 < first.probability("taken").value < 0.6
    # Told off before the ram the men of the breach stay away from a wall that stands.
    later = besieged(ram=ram, breach=MELEE, turns=1, **men, **policies(order=["breach", "ram"]))
    assert later.probability("taken").value == 0
    assert later.tally("ram_breaches").value == near(0.6)


@pytest.mark.parametrize(("rest", "assaults"), [(0, 9), (1, 5), (2, 3), (8, 1)])
def test_days_of_rest(rest, assaults):
    # Nothing happens in one turn so far from the wall. Days 2 to 10.
    result = besieged(assault=FAR_AWAY, **policies(from_day=2, rest=rest))
    assert result.tally("assaults").value == assaults
    assert result.probability("undecided").value == 1


@pytest.mark.parametrize(("limits", "day"), [({"assaults": 2}, 4), ({"turn": 3}, 3), ({"assaults": 5, "turn": 8}, 8)])
def test_giving_up(limits, day):
    result = besieged(assault=FAR_AWAY, break_off=limits, **policies(rest=2))
    assert result.probability("given_up").value == 1
    assert result.mean("turn").value == day


def test_given_up_with_nobody_left():
    # Two men against four: until both are dead or out for good; with healing the wounded may come back.
    content = {"besiegers": 2, "defenders": 4, "bombardment": FOUR_HEAVY, "breach": MELEE, "turns": 4}
    none = besieged(**content | {"policies": {"healing": False}})
    some = besieged(**content)
    assert none.probability("given_up").value > some.probability("given_up").value > 0
    assert none.tally("besiegers_back").value == 0 < some.tally("besiegers_back").value


def test_relief_comes_in_the_evening_and_giving_up_goes_before():
    content = {"assault": FAR_AWAY, "relief": 3, **policies()}
    assert besieged(**content).mean("turn").value == 3
    assert besieged(**content).probability("relieved").value == 1
    both = besieged(break_off={"turn": 3}, **content)
    assert both.probability("given_up").value == 1
    taken = [
        besieged(bombardment=FOUR_HEAVY, assault=EMPTY_WALL, relief=day).probability("taken").value for day in (1, 2, 3)
    ]
    assert taken[0] == 0
    assert all(one < other for one, other in pairwise(taken))


def test_nobody_shoots_on_a_day_of_assault_and_engines_are_whole_after_it():
    # Day 1: an assault. Day 2: 12 points again whatever day 1 was; no assault before day 4.
    walls = {"engines": {"heavy": 4}, "hexes": [{"name": "wall", "wall": "outer"}]}
    result = besieged(bombardment=walls, assault=FAR_AWAY, turns=3, **policies(rest=2))
    assert result.tally("rolls").value == 2
    # The second day after damage: 1 (4C, 6 points left), 2 (3C, 9), 3 (2C, 9), 4 (1C, 9), else 12.
    assert result.tally("damages").value == near(0.8 + 0.1 * (0.4 + 3 * 0.6) + 0.6 * 0.8)
    rested = besieged(bombardment=walls, assault=FAR_AWAY, turns=3, policies={"from_day": 2, "rest": 0})
    assert rested.tally("rolls").value == 1


def test_engines_that_are_destroyed_are_gone():
    ram = {"turns": 12, "besiegers": {"men": 3}, "oil": {"barrels": 9, "men": 3}, "stock": 2}
    result = besieged(ram=ram, besiegers=30, turns=12, **policies(rest=0))
    one = besieged(ram=ram | {"stock": 1}, besiegers=30, turns=12, **policies(rest=0))
    assert 0 < one.tally("rams_lost").value < result.tally("rams_lost").value
    # The wall comes down, or the ram burns: then there is nothing more to do.
    assert one.tally("assaults").value < result.tally("assaults").value
    assert one.tally("rams_lost").value + one.tally("ram_breaches").value <= 1


WANTS = {
    "ram": Wants(6, 3, 2),
    "breach": Wants(8, 1, 6),
    "tower": Wants(7, 3, 4),
    "assault": Wants(10, 2, 5),
}
ORDER = ("ram", "breach", "tower", "assault")


@pytest.mark.parametrize(
    ("order", "men", "is_open", "told"),
    [
        (ORDER, 40, "ram hex tower", {"ram": 6, "breach": 8, "tower": 7, "assault": 10}),
        (ORDER, 16, "ram hex tower", {"ram": 6, "breach": 8, "assault": 2}),
        (ORDER, 15, "ram hex tower", {"ram": 6, "breach": 8}),
        (ORDER, 2, "ram tower", {"assault": 2}),
        (ORDER, 1, "ram hex tower", {"breach": 1}),
        (ORDER, 1, "ram tower", {}),
        (ORDER, 10, "ram", {"ram": 6, "breach": 4}),
        (("breach", "ram", "assault"), 10, "ram", {"ram": 6, "assault": 4}),
        (ORDER, 10, "", {"assault": 10}),
    ],
)
def test_telling_off_besiegers(order, men, is_open, told):
    assert tell_off(order, WANTS, men, {what: what in is_open.split() for what in ("ram", "hex", "tower")}) == told


@pytest.mark.parametrize(
    ("policy", "men", "posted"),
    [
        ("even", 17, {"ram": 2, "breach": 6, "tower": 4, "assault": 5}),
        ("even", 9, {"ram": 2, "breach": 3, "tower": 2, "assault": 2}),
        ("even", 30, {"ram": 2, "breach": 6, "tower": 4, "assault": 5}),
        ("even", 3, {"ram": 0, "breach": 1, "tower": 1, "assault": 1}),
        ("in-order", 9, {"ram": 0, "breach": 6, "tower": 3, "assault": 0}),
        ("in-order", 16, {"ram": 1, "breach": 6, "tower": 4, "assault": 5}),
    ],
)
def test_posting_defenders(policy, men, posted):
    assert post_defenders(policy, WANTS, men, ORDER) == posted


def test_what_the_garrison_leaves_open_is_taken():
    # One defender; in order he stands in the breach, and the wall is open.
    breach = MELEE | {"attackers": {"men": 1, "terrain": "rubble"}}
    wall = EMPTY_WALL | {"defenders": {"on_wall": 1}}
    content = {"bombardment": FOUR_HEAVY, "breach": breach, "assault": wall, "defenders": 1, "turns": 2}
    result = besieged(**content)
    assert result.probability("taken").value == near(0.8)
    assert result.tally("by_assault").value + result.tally("by_breach").value == near(0.8)


def test_losses_fit_the_men_there_are():
    result = run(build(load_scenario("siege-great"), SIEGE), engine="monte-carlo", trials=2_000, seed=5)
    for side, men in (("besiegers", 40), ("defenders", 24)):
        lost = result.column(f"{side}_dead") + result.column(f"{side}_wounded")
        assert lost.max() <= men
        assert result.by_turn(f"{side}_fit", 0).value == men


@pytest.mark.parametrize("name", rule_set_names())
def test_every_edition_plays_a_siege(name):
    result = run(build(load_scenario("siege-breach"), load_rules(name)), engine="exact")
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)


def relieved(rules=SIEGE, **changes):
    scenario = load_scenario("siege-relief").replaced({key.replace("__", "."): value for key, value in changes.items()})
    result = run(build(scenario, rules), engine="exact")
    return np.array([result.probability(ending).value for ending in ("taken", "given_up", "relieved")])


@pytest.mark.parametrize("name", ["siege", "croisades"])
def test_a_siege_that_may_end_in_every_way(name):
    odds = relieved(load_rules(name))
    assert np.all((odds > 0.15) & (odds < 0.6))
    assert odds.sum() == pytest.approx(1, abs=1e-12)


def test_healing_and_the_day_of_relief_decide_it():
    taken, given_up, lost = relieved()
    _, without, _ = relieved(policies__healing=False)
    assert without > given_up + 0.1
    sooner, _, then = relieved(relief=10)
    assert sooner < taken - 0.1
    assert then > lost + 0.1


def test_the_report_of_a_day():
    game = play_trace(build(scenario(bombardment=FOUR_HEAVY, assault=EMPTY_WALL), SIEGE), dice=[7])
    assert [(event.turn, event.phase, event.text) for event in game.events if event.die is None] == [
        (1, "engines are allotted", "at wall: 4 heavy (12 points)"),
        (1, "shots at wall", "wall is down"),
        (2, "morning", "a day of assault"),
        (2, "morning", "told off for the assault: 4 besiegers, 0 defenders"),
        (2, "assault", "nobody is there to defend"),
        (2, "assault", "the castle is taken"),
    ]


@pytest.mark.parametrize(
    ("content", "path", "words"),
    [
        ({}, "", "at least one part"),
        ({"asault": EMPTY_WALL}, "", "at least one part"),
        ({"assault": EMPTY_WALL | {"wdith": 2}}, "assault.wdith", "width"),
        ({"assault": EMPTY_WALL | {"foothold": 2}}, "assault.foothold", "must be 1"),
        ({"assault": {"scenario": "ladder-none"}}, "assault.scenario", "ladder-one"),
        ({"assault": {"scenario": "ram-gate"}}, "sequence", "ladder-assault"),
        ({"assault": {"scenario": "ladder-one", "turns": 3}}, "assault.turns", "scenario"),
        ({"assault": EMPTY_WALL, "kinds": ("spearmen", "spearman")}, "besiegers.kind", "spearman"),
        ({"assault": EMPTY_WALL, "ram": RAM | {"hex": "wall"}}, "ram.hex", "no bombardment"),
        ({"bombardment": FOUR_HEAVY, "ram": RAM | {"hex": "wal"}}, "ram.hex", "wall"),
        ({"ram": RAM | {"stock": 0}}, "ram.stock", "1 to 9"),
        ({"bombardment": {"engines": {}}, "assault": EMPTY_WALL}, "bombardment.engines", "at least one"),
        ({"assault": EMPTY_WALL, "policies": {"order": ["asault"]}}, "policies.order.1", "assault"),
        ({"assault": EMPTY_WALL, "policies": {"order": ["ram", "ram"]}}, "policies.order.2", "twice"),
        ({"assault": EMPTY_WALL, "policies": {"order": ["ram"]}}, "policies.order", "left out"),
        ({"assault": EMPTY_WALL, "policies": {"breaches": 0}}, "policies.from_day", "a day"),
        ({"assault": EMPTY_WALL, "policies": {"garrison": "evenly"}}, "policies.garrison", "even"),
        ({"assault": EMPTY_WALL, "break_off": {"assaults": 0}}, "break_off.assaults", "1 to 200"),
    ],
)
def test_one_mistake_one_message(content, path, words):
    with pytest.raises(DataError) as caught:
        scenario(**content)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_mistakes_that_only_the_rules_know_name_their_part():
    with pytest.raises(DataError) as caught:
        besieged(ram=RAM | {"wall": "inner", "marks": 1}, options={"inner-wall-d-count": "1"}, **policies())
    assert caught.value.path == "ram.marks"
    walls = {"engines": {"heavy": 1}, "hexes": [{"name": "ward", "wall": "inner", "marks": 2}]}
    with pytest.raises(DataError) as caught:
        besieged(bombardment=walls, assault=EMPTY_WALL, options={"inner-wall-d-count": "1"})
    assert caught.value.path == "bombardment.hexes.1.marks"


def test_a_part_has_no_assumptions_of_its_own(tmp_path):
    text = load_scenario("ladder-one").file.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text + '\n[assumptions]\nwall-retreat = "wounded"\n', encoding="utf-8")
    siege = load_scenario("siege-storms").file.read_text(encoding="utf-8").replace('"ladder-one"', '"mine.toml"')
    (tmp_path / "siege.toml").write_text(siege, encoding="utf-8")
    with pytest.raises(DataError, match="assumptions") as caught:
        load_scenario(tmp_path / "siege.toml")
    assert str(caught.value.file) == str(tmp_path / "mine.toml")


# -------------------------------------------------------------------- sides of a part that break off


@pytest.mark.parametrize("part", ["assault", "tower"])
def test_defenders_who_give_up_the_wall_lose_the_castle(part):
    wall = {"turns": 1, "width": 1, "foothold": 1, "approach": ["flat_ground x 60"], "defenders": {"on_wall": 1}}
    men = {"assault": {"ladders": 1, "men": 4}, "tower": {"men": 6}}
    blocks = {part: wall | {"besiegers": men[part]}}
    limits = {"break_off": {"defenders": {"turn": 1}}}
    assert besieged(**blocks, turns=1, **policies()).probability("taken").value == near(0)
    assert besieged(**{part: blocks[part] | limits}, turns=1, **policies()).probability("taken").value == near(1)


@pytest.mark.parametrize(("part", "limit", "taken"), [("assault", 1, 0), ("tower", 1, 0)])
def test_defenders_who_were_never_there_are_no_losses(part, limit, taken):
    # Four are wanted and two are there; nobody comes near the wall.
    wall = {"turns": 1, "width": 1, "foothold": 1, "approach": ["flat_ground x 60"]}
    men = {"assault": {"ladders": 1, "men": 4}, "tower": {"men": 6}}
    limits = {"defenders": {"on_wall": 1, "reserve": 3}, "break_off": {"defenders": {"losses": limit}}}
    block = wall | limits | {"besiegers": men[part]}
    result = besieged(defenders=2, **{part: block}, turns=1, **policies())
    assert result.probability("taken").value == near(taken)


def test_men_who_were_never_with_the_ram_are_no_losses():
    # Six are wanted, four are there: the ram breaks off at the third loss, and there is none.
    battered = {"turns": 4, "marks": 0, "break_off": {"losses": 2}}
    few = besieged(besiegers=4, ram=battered | {"besiegers": {"men": 6}}, turns=1, **policies())
    assert few.tally("ram_breaches").value == near(0.6**4)
    # The same with a sortie of three of whom one is there: it does not go home at once, and keeps the crew busy.
    sortie = {"sortie": {"men": 3, "turn": 1}, "first": "defenders", "break_off": {"sortie": {"losses": 1}}}
    alone = {"besiegers": {"men": 3}, "turns": 1, "marks": 3}
    held = besieged(besiegers=3, defenders=1, ram=alone | sortie, turns=1, **policies())
    assert held.tally("ram_breaches").value < 0.6
