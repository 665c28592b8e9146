"""Units that come back: chances worked by hand, De Rada, routs through friends, what is refused."""

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
BASE = load_scenario("recovery-vanguard")
PIKES = {"kind": "pikemen", "edge": 30}


def made(units, changes=None, rules=READ):
    return build(BASE.replaced({"turns": 1, "units": units, **(changes or {})}), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def lines_of(dice, *what, **more):
    return [event.text for event in play_trace(made(*what, **more), dice=iter(dice)).events]


@pytest.mark.parametrize("edge", [0, 3, 6, 9, 10])
def test_a_unit_with_so_many_tests_before_the_edge_is_saved_so_often(edge):
    """Pikes flee 3: with 3 n hexes and fewer than 3 n + 3 they have n + 1 tests; one who has rallied stays."""
    one = {**PIKES, "state": "routed_fresh", "edge": edge}
    found = exact([one], {"turns": 12})
    assert found.probability("none_left").value == pytest.approx(0.5 ** (edge // 3 + 1), abs=1e-12)


def test_rally_by_hand():
    """Quality 5, routed and fatigued, with a bonus of 1: 0 to 4; without the leader 0 to 3."""
    one = {**PIKES, "quality": 6, "state": "routed_fatigued"}
    assert exact([{**one, "leader": {"bonus": 1}}]).tally("units_rallies").value == pytest.approx(0.5, abs=1e-12)
    assert exact([one]).tally("units_rallies").value == pytest.approx(0.4, abs=1e-12)
    nobody = {**PIKES, "quality": 0, "state": "routed_fresh"}
    assert exact([nobody]).tally("units_rallies").value == pytest.approx(0.1, abs=1e-12)


def test_nobody_rallies_beside_an_enemy_until_it_has_gone_back():
    shaken = {**PIKES, "state": "demoralised_fresh", "beside_enemy": True}
    assert exact([shaken]).tally("units_rallies").value == 0.0
    routed = {**shaken, "state": "routed_fresh"}
    assert exact([routed], {"turns": 2}).tally("units_rallies").value == pytest.approx(0.5, abs=1e-12)


def test_rest_comes_before_the_rally():
    tired = {**PIKES, "state": "demoralised_fatigued"}
    assert exact([tired]).tally("units_rallies").value == pytest.approx(0.6, abs=1e-12)
    # The face of the fatigued: quality 4, +1.
    assert exact([tired], {"policies.rest": False}).tally("units_rallies").value == pytest.approx(0.4, abs=1e-12)


def test_friends_whom_a_rout_passes_test_their_quality_one_after_the_other():
    run_through = [{**PIKES, "state": "routed_fresh", "passes": 2}, {**PIKES, "passes": 1}, PIKES]
    routs = exact(run_through).tally("units_routs").value
    # The second is tested once; the third by the first run, and if it stood, by that of the second.
    assert routs == pytest.approx(0.4 + 0.4 + 0.6 * 0.4 * 0.4, abs=1e-12)
    assert exact(run_through, {"turns": 2, "policies.rest": False}).tally("units_routs").value == pytest.approx(routs)


def test_de_rada_brings_one_back_without_a_die_and_stands_by_the_others():
    pair = [{**PIKES, "state": "routed_fatigued"}, {**PIKES, "state": "demoralised_fresh"}]
    lines = lines_of([6], pair, rules=NAVAS)
    assert lines[:2] == ["De Rada is with unit 1", "unit 1 is demoralised, fresh"]
    assert exact(pair, rules=NAVAS).tally("units_rallies").value == pytest.approx(0.7, abs=1e-12)
    apart = {"together": False}
    assert exact(pair, apart, rules=NAVAS).tally("units_rallies").value == pytest.approx(0.6, abs=1e-12)
    assert exact(pair, {"policies.de_rada": "none"}, rules=NAVAS).tally("units_rallies").value == pytest.approx(0.9)
    assert "De Rada" not in " ".join(lines_of([6, 6], pair))


def test_de_rada_stays_away_from_muslims():
    militia = load_scenario("recovery-militia")
    off = NAVAS.replaced(options={"de-rada": "off"})
    with_him, without = (run(build(militia, rules), engine="exact") for rules in (NAVAS, off))
    assert with_him.probability("all_organised") == without.probability("all_organised")


@pytest.mark.parametrize(("policy", "unit"), [("worst", 2), ("best", 1)])
def test_whom_de_rada_helps(policy, unit):
    pair = [{"kind": "knights", "state": "demoralised_fresh"}, {"kind": "militia", "state": "routed_fresh"}]
    lines = lines_of([9, 9], pair, {"policies.de_rada": policy}, rules=NAVAS)
    assert f"De Rada is with unit {unit}" in lines


def test_the_banner_and_al_andalus_count_at_las_navas_alone():
    shaken = {**PIKES, "state": "demoralised_fresh"}
    alone = {"policies.de_rada": "none"}
    for key, chance in (("beside_banner", 0.7), ("al_andalus", 0.5)):
        one = [{**shaken, key: True}]
        assert exact(one, alone, rules=NAVAS).tally("units_rallies").value == pytest.approx(chance, abs=1e-12)
        assert exact(one, alone).tally("units_rallies").value == pytest.approx(0.6, abs=1e-12)


def test_shots_go_at_the_first_who_stands_and_only_when_it_is_seen():
    shots = {"shots": {"kind": "crossbowmen", "distance": 2, "in_sight": 4}}
    units = [{**PIKES, "state": "routed_fresh"}, PIKES]
    found = exact(units, shots)
    assert found.tally("units_shots").value == pytest.approx(0.4, abs=1e-12)
    assert found.tally("units_hits").value == pytest.approx(0.4 * 0.3, abs=1e-12)
    assert "the enemy shoots at unit 2" in lines_of([3, 0, 0], units, shots)
    tired = [{**PIKES, "state": "organised_fatigued"}]
    assert exact(tired, shots).mean("units_fresh").value == pytest.approx(0.6, abs=1e-12)


def test_a_distance_that_a_changed_table_leaves_out_is_not_shot_over():
    farther = READ.replaced(cells=[CellChange("shots", "crossbowmen", "6", "9")])
    shots = {"shots": {"kind": "crossbowmen", "distance": 5}}
    assert exact([PIKES], shots, rules=farther).tally("units_shots").value == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"units": []}, "units: 1 to 6 units"),
        ({"units": [{**PIKES, "passes": 1}]}, "units.1.passes: 0 units come after it"),
        ({"shots": {"kind": "crossbowmen", "distance": 5}}, "shots.distance: such units shoot 4 hexes"),
        ({"shots": {"kind": "pikemen", "distance": 1}}, "shots"),
        ({"policies.de_rada": "first"}, "policies.de_rada"),
        (
            {"units": [PIKES, {**PIKES, "al_andalus": True}], "policies.de_rada": "best"},
            "policies.de_rada: De Rada does not help Muslims: unit 2 is of Al-Andalus",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said):
        build(BASE.replaced(changes), READ)


def test_enemies_whose_type_has_no_weapon_by_a_changed_cell_are_refused():
    unarmed = READ.replaced(cells=[CellChange("types", "Ab", "fires", "-")])
    with pytest.raises(DataError, match=r"shots\.kind: such units do not shoot: 'crossbowmen'"):
        made([PIKES], {"shots": {"kind": "crossbowmen", "distance": 2}}, unarmed)
