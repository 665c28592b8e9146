"""Scenarios with weapons, terrain and counters of ones own."""

from itertools import cycle

import pytest

from cases import cases
from cli.files import LADDER, RAM, write_scenarios
from games.twins import play_both
from mangonel.engine.run import run
from mangonel.errors import DataError
from mangonel.games.cryhavoc.fire_and_walls import check_fire_arrow
from mangonel.games.cryhavoc.ground import ground_shift, level
from mangonel.games.cryhavoc.missiles import shoots_in, weapon_kind
from mangonel.games.scenario import build, load_scenario
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules
from rules.overlays import HEAD, add

CASES = cases(__file__)

RANGES = ["ranges-base", "ranges-croisades", "ranges-vikings"]
SHOTS = ["missile-foot", "missile-mounted"]


def weapon(name, offset="4", ranges="1-25 26-50 51-75", kind=""):
    """A weapon; what is not said is that of the shortbow."""
    parts = add(tables=SHOTS, row=name, column="row_offset", value=offset) + add(tables=RANGES, row=name, values=ranges)
    return parts + (add(table="weapon-kinds", row=name, values=kind) if kind else "")


# The same as the shortbow but for the name, as the tree, and as flat ground.
SLING = weapon("sling")
COPSE = add(table="terrain", row="copse", values="2 impassable light -")
CAUSEWAY = add(table="terrain", row="causeway", values="1 1 none 0")


@pytest.fixture
def rules(write):
    """Return the rule set of an overlay of siege."""

    def written(*parts, options=""):
        file = write("rules.toml", HEAD + options + "".join(parts))
        return load_rules(file)

    return written


def played(name, rules, **changes):
    changes = {key.replace("__", "."): value for key, value in changes.items()}
    return run(build(load_scenario(name).replaced(changes), rules), engine="exact")


def numbers_of(result):
    endings = {name: result.probability(name).value for name in result.all_endings}
    means = {name: result.mean(name).value for name in ("turn", *result.measures)}
    return endings | means | {name: result.tally(name).value for name in result.tallies}


SHORT = {"turns": 8, "approach": ["flat_ground x 6"], "besiegers__men": 4}


@pytest.mark.parametrize("group", ["towers__weapon", "defenders__weapon"])
def test_a_weapon_by_another_name_shoots_alike(rules, group):
    mine = rules(SLING)
    ours, theirs = (played("ladder-one", mine, **SHORT | {group: name}) for name in ("sling", "shortbow"))
    assert numbers_of(ours) == numbers_of(theirs)
    assert ours.tally("shots").value > 0


def test_its_row_offset_and_its_ranges_count(rules):
    # One shot at 29 hexes, long range if it carries so far: rows 7 to 16, a B on the first; or 5 to 14, C B B.
    once = {"turns": 1, "approach": ["flat_ground x 30"], "towers__weapon": "sling", "towers__aside": 2}
    for offset, ranges, shots, hits in tuple(CASES["ONCE"]):
        result = played("ladder-one", rules(weapon("sling", offset, ranges, "crossbow")), **once)
        assert result.tally("shots").value == pytest.approx(shots, abs=1e-12)
        assert result.tally("hits").value == pytest.approx(hits, abs=1e-12)


def test_a_crossbow_shoots_once(rules):
    twice, once = rules(SLING), rules(weapon("sling", kind="crossbow"))
    assert (weapon_kind(twice, "sling"), weapon_kind(once, "sling")) == ("bow", "crossbow")
    assert shoots_in(twice, "sling", 2)
    assert not shoots_in(once, "sling", 2)
    # Nothing but a shooter who always sees somebody: a shot in every missile phase of the only turn.
    arm = {"turns": 1, "approach": ["flat_ground x 30"], "towers__weapon": "sling", "towers__aside": 0}
    assert played("ladder-one", twice, **arm).tally("shots").value == pytest.approx(2, abs=1e-12)
    assert played("ladder-one", once, **arm).tally("shots").value == pytest.approx(1, abs=1e-12)


def test_terrain_by_another_name_is_crossed_alike(rules):
    mine = rules(COPSE)
    ways = (["flat_ground x 2", f"{name} x 2", "flat_ground x 1"] for name in ("copse", "tree"))
    ours, theirs = (numbers_of(played("ladder-one", mine, **SHORT | {"approach": way})) for way in ways)
    assert ours == theirs


def test_any_terrain_may_have_a_height_of_its_own(rules):
    # The play sheet would have the slits of one tower at level 0.
    low = rules(add(table="elevation-base", row="arrow_slit", values="0"))
    assert [level(mine, "arrow_slit") for mine in (rules(), low)] == [2, 0]
    bad = rules(add(table="attacked-from-outside", row="ladder_climb", values="-"))
    assert ground_shift(bad, "flat_ground", "ladder") == ground_shift(bad, "flat_ground", "ladder_climb") == ()


def test_its_cost_and_its_cover_count(rules):
    # 6 points less 2 for the ladder: four of eight hexes at 1, two at 2; then a weapon that reaches 5 hexes shoots, or not.
    once = {"turns": 1, "approach": ["ditch x 8"], "towers__weapon": "sling", "towers__aside": 0}
    for cost, shots in (("1", 1), ("2", 0)):
        mine = rules(
            weapon("sling", "4", "1-3 4-4 5-5", "crossbow"),
            add(table="terrain", row="ditch", values=f"{cost} 1 none 0"),
        )
        assert played("ladder-one", mine, **once).tally("shots").value == pytest.approx(shots, abs=1e-12)
    # Rows 5 to 14 of the missile table: C B B in the open, B B in light cover, nothing in heavy.
    for cover, hits in (("none", 0.3), ("light", 0.2), ("heavy", 0.0)):
        mine = rules(
            weapon("sling", "4", "1-9 10-19 20-29", "crossbow"),
            add(table="terrain", row="ditch", values=f"1 1 {cover} 0"),
        )
        assert played("ladder-one", mine, **once).tally("hits").value == pytest.approx(hits, abs=1e-12)


def test_a_ram_on_ground_of_ones_own(rules):
    mine = rules(CAUSEWAY)
    ours, theirs = (
        numbers_of(played("ram-gate", mine, turns=12, approach=[f"{name} x 4"])) for name in ("causeway", "flat_ground")
    )
    assert ours == theirs
    blocked = rules(add(table="terrain", row="causeway", values="impassable impassable none 0"))
    with pytest.raises(DataError, match="an engine cannot enter: 'causeway'"):
        played("ram-gate", blocked, turns=12, approach=["causeway x 4"])
    deep = rules(add(table="terrain", row="causeway", values="3 3 none 0"))
    with pytest.raises(DataError, match="costs 3 points, and an engine has 2: 'causeway'"):
        played("ram-gate", deep, turns=12, approach=["causeway x 4"])


def test_fire_arrows_of_a_weapon_of_ones_own(rules):
    mine = rules(SLING)
    changes = {"turns": 6, "approach": ["flat_ground x 4"]}
    ours, theirs = (
        numbers_of(played("ram-gate:fire", mine, **changes, archers__weapon=name)) for name in ("sling", "shortbow")
    )
    assert ours == theirs
    assert ours["fire_arrows"] > 0
    crossbow = weapon("sling", kind="crossbow")
    with pytest.raises(DataError, match=r"shoots no fire arrows: 'sling'.*\(allowed: longbow, shortbow\)"):
        check_fire_arrow(rules(crossbow), "sling")
    both = rules(crossbow, options='[options]\nfire-arrow-weapons = "bows-and-crossbows"\n')
    check_fire_arrow(both, "sling")
    assert played("ram-gate:fire", both, **changes, archers__weapon="sling").tally(
        "fire_arrows"
    ).value == pytest.approx(ours["fire_arrows"] / 2, rel=0.2)


SLINGERS = LADDER + '[towers]\nmen = 1\nweapon = "sling"\naside = 2\n'
WITH = {"ladder": LADDER, "slingers": SLINGERS, "ram": RAM}


@pytest.fixture
def said(tmp_path, say):
    """Run the command line on a scenario file; return exit code, output and errors."""
    write_scenarios(tmp_path)
    file = tmp_path / "mine.toml"

    def run_it(text, command, *words):
        file.write_text(text, encoding="utf-8")
        code, out, err = say(command, file, *words)
        return code, out, err.replace(f"{file}: ", "FILE: ")

    return run_it


@pytest.mark.parametrize(("command", "name"), list(zip(cycle(["simulate", "trace", "compare"]), CASES["REFUSED"])))
def test_without_rules_that_know_it(said, name, command):
    scenario, old, new, first, second = CASES["REFUSED"][name]
    code, out, err = said(WITH[scenario].replace(old, new) if old else WITH[scenario], command)
    assert (code, out) == (2, "")
    assert err.startswith(f"mangonel: FILE: {first}")
    assert second in err


def test_the_nearest_match_is_among_what_the_rule_set_adds(said, write):
    mine = write("rules.toml", HEAD + SLING + COPSE)
    _, _, err = said(SLINGERS.replace('"sling"', '"slign"'), "simulate", "--rules", mine)
    assert "towers.weapon: unknown weapon: 'slign'; did you mean 'sling'?" in err
    _, _, err = said(LADDER.replace('"scrub"', '"copze"'), "simulate", "--rules", mine)
    assert "approach.1: unknown terrain: 'copze'; did you mean 'copse'?" in err


def test_a_weapon_without_ranges_is_said_to_have_none(said, write):
    mine = write("rules.toml", HEAD + add(tables=SHOTS, row="sling", column="row_offset", value="4"))
    code, _, err = said(SLINGERS, "simulate", "--rules", mine)
    assert code == 2
    assert "FILE: towers.weapon: no shot: table ranges-base has no ranges for this weapon: 'sling'" in err


def test_mantlets_go_where_horses_go(said, write):
    mine = write("rules.toml", HEAD + COPSE + CAUSEWAY)
    text = LADDER.replace('"scrub", ', "").replace("width = 1", "width = 1\nmantlets = true")
    assert said(text.replace("flat_ground", "causeway"), "simulate", "--rules", mine)[0] == 0
    code, _, err = said(text.replace("flat_ground", "copse"), "simulate", "--rules", mine)
    assert code == 2
    assert "FILE: approach.1: mantlets cannot be carried over this ground: 'copse'" in err


@pytest.mark.parametrize("scenario", ["ladder-one", "ram-gate", "volley-wall"])
def test_a_weapon_that_reaches_nothing_is_not_shot_with(rules, scenario):
    mine = rules(weapon("sling", ranges=". . ."))
    place = {"ladder-one": "towers.weapon", "ram-gate": "archers.weapon", "volley-wall": "shooters.1.weapon"}[scenario]
    with pytest.raises(DataError, match="reaches nothing by table ranges-base") as caught:
        build(load_scenario(scenario).replaced({place: "sling"}), mine)
    assert caught.value.path.endswith(place)


SIEGE = load_rules("siege")
SCENARIOS = CASES["SCENARIOS"]


@pytest.fixture
def with_roster(tmp_path, write):
    """Return a shipped scenario with a roster in which stunned men have this defence."""
    text = (data_root() / "rosters" / "cryhavoc" / "illustrative.toml").read_text(encoding="utf-8")

    def changed(name, line):
        (tmp_path / "mine.toml").write_text(text.replace("\narmour = ", f"\n{line}\narmour = "), encoding="utf-8")
        scenario = (data_root() / "scenarios" / "cryhavoc" / f"{name}.toml").read_text(encoding="utf-8")
        file = write(f"{name}.toml", scenario.replace('roster = "illustrative"', 'roster = "mine.toml"'))
        return load_scenario(file).replaced(SCENARIOS[name])

    return changed


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("defence", [1, 9])
def test_the_oracle_plays_it_alike(with_roster, name, defence):
    scenario = with_roster(name, f"stunned_defence = {defence}")
    sequence = build(scenario, SIEGE)
    for seed in range(8):
        ours, theirs, _ = play_both(scenario, SIEGE, sequence, seed)
        assert ours == theirs


@pytest.mark.parametrize("line", ["stunned_defence = 0", 'stunned_defence = "1"', "stunned_defense = 1"])
def test_what_is_no_defence(with_roster, line):
    with pytest.raises(DataError, match=r"mine\.toml: kind\.1\.stunned_def"):
        with_roster("melee-line", line)
