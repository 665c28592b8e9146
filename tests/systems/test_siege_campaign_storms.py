"""Parts of an assault in a siege: each is its own sequence with the men there are, and what comes of it."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.systems.cryhavoc.ladder import ladder_start
from mangonel.systems.scenario import build, load_scenario
from systems.made_sieges import EMPTY_WALL, FAR_AWAY, FOUR_HEAVY, MELEE, RAM, SIEGE, besieged, near, policies, scenario

PLAIN = {
    "attackers.mounted": 0,
    "defenders.mounted": 0,
    "defenders.terrain": "flat_ground",
    "first": "attackers",
    "policies": {},
    "break_off": {},
}


def plain(name, **changes):
    """The content of a shipped scenario, as a part."""
    content = load_scenario(name).replaced({key.replace("__", "."): value for key, value in changes.items()}).content
    return {
        key: value for key, value in content.items() if key not in ("schema", "sequence", "title", "note", "roster")
    }


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


@pytest.mark.parametrize(
    ("men", "parties"),
    [(12, [4, 4, 4]), (11, [4, 4, 3]), (10, [4, 4, 2]), (9, [4, 4, 0]), (5, [4, 0, 0]), (2, [2, 0, 0])],
)
def test_parties_of_the_men_there_are(men, parties):
    changes = {"width": 3, "besiegers.ladders": 3, "besiegers.men": 4, "defenders.on_wall": 2, "defenders.reserve": 2}
    setup = load_scenario("ladder-one").replaced(changes | {"break_off.losses": 5}).setup
    start = ladder_start(setup, men, 3)
    assert start["fit"] == tuple(parties)
    # Who stays away alone is not there, and no loss.
    assert start["missing"] == 12 - sum(parties)
    assert (start["hex"], start["reserve_fit"]) == ((1, 1, 0), 1)
    assert ladder_start(setup, men, 1)["hex"] == (1, 0, 0)


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
    assert result.tally("rolls").value == near(1)
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


def test_engines_that_are_destroyed_are_gone():
    ram = {"turns": 12, "besiegers": {"men": 3}, "oil": {"barrels": 9, "men": 3}, "stock": 2}
    result = besieged(ram=ram, besiegers=30, turns=12, **policies(rest=0))
    one = besieged(ram=ram | {"stock": 1}, besiegers=30, turns=12, **policies(rest=0))
    assert 0 < one.tally("rams_lost").value < result.tally("rams_lost").value
    # The wall comes down, or the ram burns: then there is nothing more to do.
    assert one.tally("assaults").value < result.tally("assaults").value
    assert one.tally("rams_lost").value + one.tally("ram_breaches").value <= 1


def test_what_the_garrison_leaves_open_is_taken():
    # One defender; in order he stands in the breach, and the wall is open.
    breach = MELEE | {"attackers": {"men": 1, "terrain": "rubble"}}
    wall = EMPTY_WALL | {"defenders": {"on_wall": 1}}
    content = {"bombardment": FOUR_HEAVY, "breach": breach, "assault": wall, "defenders": 1, "turns": 2}
    result = besieged(**content)
    assert result.probability("taken").value == near(0.8)
    assert result.tally("by_assault").value + result.tally("by_breach").value == near(0.8)


def test_a_part_has_no_assumptions_of_its_own(tmp_path):
    text = load_scenario("ladder-one").file.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text + '\n[assumptions]\nwall-retreat = "wounded"\n', encoding="utf-8")
    siege = load_scenario("siege-storms").file.read_text(encoding="utf-8").replace('"ladder-one"', '"mine.toml"')
    (tmp_path / "siege.toml").write_text(siege, encoding="utf-8")
    with pytest.raises(DataError, match="assumptions") as caught:
        load_scenario(tmp_path / "siege.toml")
    assert str(caught.value.file) == str(tmp_path / "mine.toml")


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
