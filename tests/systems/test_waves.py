"""Waves against lines in depth: the worked chain, the order of leaders, distances, the special rules of Las Navas."""

from fractions import Fraction

import pytest

from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.engine.values import solve
from mangonel.errors import DataError
from mangonel.rules.loading import load_rules
from mangonel.systems.scenario import build, load_scenario

READ, NAVAS = load_rules("filo-read"), load_rules("navas")
BASE = load_scenario("waves-vanguard")
KNIGHTS, PIKES = {"kind": "knights", "value": 2, "gap": 2}, {"kind": "pikemen", "value": 3}
WALL = {"kind": "pikemen", "value": 9, "strength": 40, "quality": 12}
PLAIN = {"turns": 1, "depth": 10, "a": {}, "b": {}, "policies": {"a": {}, "b": {"act": "hold"}}}
AHEAD, BEHIND = [(6, 6), (1, 1)], [(1, 1), (6, 6)]


def made(waves, lines, changes=None, rules=READ):
    return build(BASE.replaced({**PLAIN, "waves": waves, "lines": lines, **(changes or {})}), rules)


def exact(*what, **more):
    return run(made(*what, **more), engine="exact")


def lines_of(dice, *what, **more):
    return [event.text for event in play_trace(made(*what, **more), dice=iter(dice)).events]


# A line of fresh pikes under a charge, and what becomes of it: total 5, then 6, 7 and 7 (8 in all).
CHAIN = {
    "organised_fresh": {"organised_fresh": 2, "organised_fatigued": 3, "demoralised_fresh": 4, "broken": 1},
    "organised_fatigued": {"organised_fatigued": 4, "demoralised_fatigued": 4, "broken": 2},
    "demoralised_fresh": {"demoralised_fatigued": 7, "broken": 3},
    "demoralised_fatigued": {"demoralised_fatigued": 3, "broken": 7},
}


@pytest.mark.parametrize("waves", [1, 2, 3])
def test_one_charge_after_the_other_by_hand(waves):
    odds = {"organised_fresh": Fraction(1)}
    for _ in range(waves):
        after = {"broken": odds.get("broken", Fraction(0))}
        for state, chance in odds.items():
            for next_one, faces in CHAIN.get(state, {}).items():
                after[next_one] = after.get(next_one, Fraction(0)) + chance * Fraction(faces, 10)
        odds = after
    found = exact([KNIGHTS] * waves, [PIKES, WALL], {"a.army_bonus": 9})
    assert found.mean("lines_broken").value == pytest.approx(float(odds["broken"]), abs=1e-12)
    shaken = sum(chance for state, chance in odds.items() if state.startswith("demoralised"))
    assert found.mean("b_demoralised").value == pytest.approx(float(shaken), abs=1e-12)
    assert float(odds["broken"]) == pytest.approx({1: 0.1, 2: 0.3, 3: 0.644}[waves])


def test_a_wave_on_a_line_is_an_engagement():
    """The knights and pikes of the worked engagement; the next line is too far, and too strong to break."""
    commands = {"a.army_bonus": 1}
    broken = [
        exact([KNIGHTS], [PIKES, WALL], {**commands, "turns": turns}).mean("lines_broken").value
        for turns in (1, 2, 3, 4)
    ]
    assert broken == pytest.approx([0.1, 0.14, 0.396, 0.6144], abs=1e-12)


BREAKS = """\
side a: initiative, dice 6+6 -> 12
side b: initiative, dice 1+2 -> 3
wave a1 acts first
line b1 has to act at once
line b2 does not act
wave a1 charges
wave a1: combat, die 9, +2 Ch against Pi, +1 better quality, +2 charge = 14, row 14..16 -> {}
line b1 is routed, fresh
line b1 goes back, 2 hexes
wave a1 advances
line b2 is in front now
wave a2 goes forward, 6 hexes""".format("defenders: Dr+R (routed), attackers: obligatory advance")


def test_a_line_that_breaks_uncovers_the_next_one():
    lines = lines_of(
        [(6, 6), (1, 2), 9], [KNIGHTS, KNIGHTS | {"gap": 3}], [PIKES, PIKES], {"depth": 4, "b.army_bonus": 0}
    )
    assert "\n".join(lines) == BREAKS


@pytest.mark.parametrize(
    ("depth", "goes"), [(1, "fights"), (2, "charges"), (5, "charges"), (6, "closes"), (8, "nears")]
)
def test_the_next_line_is_so_far_away(depth, goes):
    """The wave that advances is a hex nearer than the others."""
    changes = {"depth": depth, "turns": 2, "policies.a.order": "forward"}
    lines = lines_of(
        # A line within two hexes stands when it is crossed.
        [*AHEAD, 9, *[0] * (depth < 3), *AHEAD, *[4] * 3],
        [KNIGHTS | {"gap": 0}],
        [PIKES | {"state": "demoralised_fresh"}, WALL],
        changes,
    )
    after = lines[lines.index("line b2 is in front now") :]
    told = {"charges": "wave a1 charges", "closes": "wave a1 closes in", "nears": "wave a1 goes forward, 6 hexes"}
    assert [name for name, line in told.items() if line in after] == ([] if goes == "fights" else [goes])
    assert any(": combat" in line for line in after) is (goes != "nears")


@pytest.mark.parametrize(
    ("depth", "option", "crosses"), [(1, "rout-only", 1), (2, "rout-only", 1), (3, "rout-only", 0), (3, "both", 1)]
)
def test_a_rout_crosses_the_next_line_within_its_hexes(depth, option, crosses):
    """One in ten routs, and of those whom it crosses the faces above 5: the last line runs with it."""
    found = exact([KNIGHTS], [PIKES, PIKES], {"depth": depth}, READ.replaced(options={"rout-and-retreat": option}))
    assert found.probability("last_line_reached").value == pytest.approx(0.04 * crosses, abs=1e-12)
    assert found.mean("b_routed").value == pytest.approx(0.1 + 0.04 * crosses, abs=1e-12)


def test_who_is_crossed_flees_afterwards_and_may_cross_the_next_one():
    pikes = PIKES | {"state": "organised_fatigued"}
    lines = lines_of([*AHEAD, 9, 9, 0], [KNIGHTS], [PIKES, pikes, PIKES], {"depth": 1, "policies.b.rest": True})
    after = lines[lines.index("line b1 goes back, 2 hexes") + 1 :]
    assert after[:5] == [
        "line b2: passed by a rout, die 9, row 5 and more -> Dr (it routs too)",
        "line b2 rests no more",
        "line b2 is routed, fatigued",
        "line b2 goes back, 2 hexes",
        "line b3: passed by a rout, die 0, row 0..5 -> - (it stands)",
    ]
    assert lines[-1] == "line b3 is in front now"


def test_who_is_eliminated_crosses_nobody():
    found = exact([KNIGHTS], [PIKES | {"room": "blocked"}, PIKES], {"depth": 1})
    assert found.mean("lines_broken").value > 0
    assert "b_passed" not in found.tallies


def test_a_wave_in_the_hex_of_the_last_line_has_reached_it():
    # Die 2 is fatigue and retreat; who charges and is organised has to follow.
    lines = lines_of([*AHEAD, 2], [KNIGHTS], [PIKES])
    assert lines[-2:] == ["wave a1 advances", "the last line is reached"]
    found = exact([KNIGHTS], [PIKES])
    assert found.probability("last_line_reached").value == pytest.approx(1.0, abs=1e-12)
    # Who is demoralised does not follow: the line has gone back, and is not reached.
    shaken = [KNIGHTS | {"gap": 0, "state": "demoralised_fresh"}]
    lines = lines_of([*AHEAD, 4, 9, 9], shaken, [PIKES], {"policies.a.demoralised": "attack"})
    assert "line b1 goes back, 1 hex" in lines
    assert not {"wave a1 advances", "the last line is reached"} & set(lines)


def test_what_the_line_in_front_goes_counts_for_all_waves():
    """Both waves stand in contact; the line withdraws from both, and both have to charge again."""
    waves = [KNIGHTS | {"gap": 0}, KNIGHTS | {"gap": 0}]
    lines = [PIKES | {"state": "demoralised_fresh"}, WALL]
    told = lines_of([(3, 3), (3, 4), 0, 0, 9], waves, lines, {"policies.b.act": "attack"})
    assert [line for line in told if "line b1" in line][:3] == [
        "line b1 acts first",
        "line b1 withdraws",
        "line b1 goes back, 1 hex",
    ]
    assert {"wave a1 charges", "wave a2 charges"} <= set(told)


def test_a_line_fights_the_first_in_contact_and_shoots_at_the_nearest():
    waves = [KNIGHTS | {"gap": 5}, KNIGHTS | {"gap": 0}, KNIGHTS | {"gap": 0}]
    told = lines_of(
        [*BEHIND, 4, *[9] * 9], waves, [PIKES | {"quality": 12, "strength": 20}, WALL], {"policies.b.act": "attack"}
    )
    (first, *_) = [line for line in told if ": combat" in line]
    assert first.startswith("line b1: combat")
    assert told[told.index(first) + 1] == "wave a2 is demoralised, fresh" or "wave a2" in told[told.index(first) + 1]
    bows = {"kind": "crossbowmen", "value": 3, "quality": 12, "strength": 20}
    waves = [KNIGHTS | {"gap": 3}, KNIGHTS | {"gap": 1}]
    told = lines_of([*BEHIND, 9, *[0] * 9], waves, [bows, WALL], {"policies.b.act": "shoot"})
    assert any(line.startswith("line b1: shot, at 2 hexes") for line in told)
    assert "wave a2 is routed, fresh" in told


@pytest.mark.parametrize("kind", ["archers", "bombards"])
def test_phase_b_is_shot_at_the_nearest_of_several_waves(kind):
    bows = {"kind": kind, "value": 3}
    waves = [KNIGHTS | {"gap": 2}, KNIGHTS | {"gap": 1}]
    events = play_trace(
        made(waves, [bows, bows], {"policies.b.act": "shoot"}), dice=iter([9, *BEHIND, *[0] * 9])
    ).events
    (shot, result, *_) = [event.text for event in events if event.phase.startswith("phase B")]
    assert shot.startswith("line b1: shot, at 2 hexes")
    assert result == "wave a2 is routed, fresh"


def heads(dice, *what, **more):
    """Return what the initiative tells of leaders."""
    said = ("acts first", "has to act at once", "does not act")
    return [line for line in lines_of(dice, *what, **more) if line.endswith(said)]


WAVES, LINES = (
    [KNIGHTS | {"gap": 10, "value": value} for value in (4, 2, 3)],
    [WALL, WALL | {"value": 5}, WALL | {"value": 1}],
)


@pytest.mark.parametrize(
    ("dice", "changes", "who"),
    [
        ([(3, 4), (3, 3)], {}, ["wave a2 acts first"]),
        ([(3, 4), (3, 3)], {"policies.a.lead": "highest"}, ["wave a1 acts first"]),
        ([(6, 4), (3, 3)], {}, ["wave a2 acts first", "line b1 has to act at once"]),
        ([(6, 4), (3, 3)], {"policies.a.named": "army"}, ["wave a2 acts first", "line b3 has to act at once"]),
        ([(6, 6), (1, 1)], {}, ["wave a2 acts first", "line b1 has to act at once", "line b3 does not act"]),
        ([(6, 6), (1, 1)], {"policies.a.named": "army"}, ["wave a2 acts first", "line b1 does not act", "line b3 has to act at once"]),
        ([(6, 6), (1, 1)], {"b.army_leader": 1}, ["wave a2 acts first", "line b1 has to act at once", "line b2 does not act"]),
        ([(3, 3), (3, 4)], {}, ["line b1 acts first"]),
        ([(3, 3), (6, 4)], {}, ["wave a1 has to act at once", "line b1 acts first"]),
        ([(3, 3), (6, 4)], {"policies.b.named": "army"}, ["wave a3 has to act at once", "line b1 acts first"]),
        ([(1, 1), (6, 6)], {}, ["wave a1 has to act at once", "wave a3 does not act", "line b1 acts first"]),
        ([(1, 1), (6, 6)], {"policies.b.named": "army"}, ["wave a1 does not act", "wave a3 has to act at once", "line b1 acts first"]),
        ([(1, 1), (6, 6)], {"a.army_leader": 1}, ["wave a1 has to act at once", "wave a2 does not act", "line b1 acts first"]),
        ([(3, 3), (3, 3)], {}, []),
    ],
)  # fmt: skip
def test_who_leads_is_named_and_silenced(dice, changes, who):
    assert sorted(heads(dice, WAVES, LINES, changes)) == sorted(who)


def test_who_cannot_act_is_not_named_as_the_one_in_front():
    routed = [KNIGHTS | {"gap": 1, "state": "routed_fresh"}, KNIGHTS | {"gap": 10}, KNIGHTS | {"gap": 9}]
    told = lines_of([(3, 3), (6, 4), *[9] * 3], routed, [WALL])
    assert "wave a3 has to act at once" in told


def test_who_is_alone_is_silenced_by_the_reading_only():
    assert heads(AHEAD, [KNIGHTS | {"gap": 10}], [PIKES]) == ["wave a1 acts first", "line b1 has to act at once"]
    veto = READ.replaced(options={"veto-alone": "veto"})
    assert heads(AHEAD, [KNIGHTS | {"gap": 10}], [PIKES], rules=veto) == ["wave a1 acts first", "line b1 does not act"]
    assert heads(BEHIND, [KNIGHTS | {"gap": 10}], [PIKES], rules=veto) == ["wave a1 does not act", "line b1 acts first"]


def order_of(dice, *what, **more):
    """Return who acts in which order: whoever moves or fights is told by a head of his own."""
    events = play_trace(made(*what, **more), dice=iter(dice)).events
    return list(dict.fromkeys(event.phase.split(" acts")[0] for event in events if " acts" in event.phase))


@pytest.mark.parametrize(
    ("values", "changes", "order"),
    [
        ((3, 1, 2), {}, ["wave a2", "wave a3", "wave a1"]),
        ((1, 1, 1), {}, ["wave a1", "wave a2", "wave a3"]),
        ((1, 1, 1), {"policies.a.order": "backward"}, ["wave a3", "wave a2", "wave a1"]),
    ],
)
def test_the_usual_order_goes_by_value_and_then_by_choice(values, changes, order):
    waves = [KNIGHTS | {"gap": 10, "value": value} for value in values]
    assert order_of([(3, 3), (3, 3)], waves, [WALL], changes) == order


@pytest.mark.parametrize(("die", "first"), [(3, "wave a1"), (4, "line b1")])
def test_equal_values_and_bonuses_are_thrown_for(die, first):
    waves = [KNIGHTS | {"gap": 0, "value": 3}]
    changes = {"policies.b.act": "attack"}
    assert order_of([(3, 3), (3, 3), die, *[4] * 9], waves, [PIKES | {"quality": 6}, WALL], changes)[0] == first
    # With another bonus there is nothing to throw for: the smaller one begins.
    less = {**changes, "a.army_bonus": 1}
    assert order_of([(3, 2), (3, 3), *[4] * 9], waves, [PIKES | {"quality": 6}, WALL], less)[0] == "line b1"


def test_sides_alternate_under_the_other_reading():
    waves, lines = (
        [KNIGHTS | {"gap": 0, "value": value} for value in (3, 4)],
        [PIKES | {"value": 5, "quality": 6}, WALL],
    )
    changes = {"policies.b.act": "attack"}
    assert order_of([(3, 3), (3, 3), *[4] * 9], waves, lines, changes) == ["wave a1", "wave a2", "line b1"]
    by_side = READ.replaced(options={"activation-order": "by-side"})
    assert order_of([(3, 3), (3, 3), *[4] * 9], waves, lines, changes, rules=by_side) == [
        "wave a1",
        "line b1",
        "wave a2",
    ]


def test_the_reserve_waits_until_a_wave_is_broken():
    waves = [KNIGHTS | {"gap": 0}, KNIGHTS | {"gap": 2, "value": 9}]
    held = {"policies.a.reserve": 1, "b.army_bonus": 0}
    assert "wave a2 charges" not in lines_of([*AHEAD, 4, 4], waves, [WALL, WALL], held)
    assert "wave a2 charges" in lines_of([*AHEAD, 4, 4, 4], waves, [WALL, WALL])
    routed = [KNIGHTS | {"gap": 4, "state": "routed_fresh"}, waves[1]]
    assert "wave a2 charges" in lines_of([*AHEAD, 4, 4, 4], routed, [WALL, WALL], held)


def test_all_waves_are_broken():
    waves = [{"kind": "militia", "value": 1, "gap": 0, "state": "demoralised_fatigued", "room": "blocked"}]
    lines = lines_of([*BEHIND, 9], waves, [PIKES], {"policies.b.act": "attack"})
    assert lines[-1] == "all waves are broken"
    found = exact([waves[0] | {"state": "organised_fresh"}], [PIKES], {"policies.b.act": "attack"})
    assert 0 < found.probability("waves_broken").value < 1
    assert found.mean("a_eliminated").value == pytest.approx(found.probability("waves_broken").value, abs=1e-12)


@pytest.mark.parametrize(("rules", "first"), [(READ, "line b1"), (NAVAS, "wave a1")])
def test_the_banner_of_al_nasir_waits_to_be_attacked(rules, first):
    waves, lines = [KNIGHTS | {"gap": 0}], [PIKES | {"al_nasir": True, "quality": 6}, WALL]
    changes = {"policies.b.act": "attack"}
    told = lines_of([*BEHIND, *[3] * 9], waves, lines, changes, rules=rules)
    assert next(line for line in told if ": combat" in line).startswith(first)
    # As soon as it is attacked it may fight, and does in its own activation.
    told = lines_of([*AHEAD, *[6] * 9], [waves[0] | {"kind": "militia"}], lines, changes, rules=rules)
    assert ("the banner of Al-Nasir may fight now" in told) is (rules is NAVAS)
    assert [line[:7] for line in told if ": combat" in line] == ["wave a1", "line b1"]


@pytest.mark.parametrize(("rules", "withdraws"), [(READ, True), (NAVAS, False)])
def test_mujahids_never_go_back_of_their_own_will(rules, withdraws):
    lines = [{"kind": "volunteers", "value": 3, "mujahids": True, "state": "demoralised_fresh"}, WALL]
    told = lines_of([*BEHIND, *[9] * 9], [KNIGHTS | {"gap": 0}], lines, {"policies.b.act": "attack"}, rules=rules)
    assert ("line b1 withdraws" in told) is withdraws


@pytest.mark.parametrize(("rules", "banner", "chance"), [(READ, True, 0.6), (NAVAS, True, 0.7), (NAVAS, False, 0.6)])
def test_the_banner_helps_the_last_line_to_rally(rules, banner, chance):
    found = exact([KNIGHTS | {"gap": 10}], [PIKES | {"state": "demoralised_fresh"}], {"banner": banner}, rules=rules)
    assert found.tally("b_rallies").value == pytest.approx(chance, abs=1e-12)


def test_lines_behind_rest_and_rally_and_waves_in_contact_do_not():
    lines = [WALL, PIKES | {"state": "demoralised_fresh"}]
    changes = {"policies": {"a": {"rest": True}, "b": {"act": "hold", "rest": True}}}
    assert exact([KNIGHTS | {"gap": 10}], lines, changes).tally("b_rallies").value == pytest.approx(0.6, abs=1e-12)
    tired = [KNIGHTS | {"gap": gap, "state": "organised_fatigued"} for gap in (10, 0)]
    lines = [WALL | {"state": "organised_fatigued"}, PIKES | {"state": "organised_fatigued"}]
    told = lines_of([*BEHIND, *[9] * 9], tired, lines, changes)
    assert [line for line in told if line.endswith(" rests")] == ["wave a1 rests", "line b2 rests"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"waves": []}, "waves: 1 to 4 waves"),
        ({"lines": [PIKES] * 5}, "lines: 1 to 4 lines"),
        ({"lines": [{"kind": "bombards", "value": 1}]}, r"lines\.1\.kind: artillery does not attack"),
        ({"waves": [KNIGHTS | {"kind": "bombards"}]}, r"waves\.1\.kind: artillery does not attack"),
        ({"lines": [PIKES | {"state": "routed_fresh"}]}, r"lines\.1\.state: it is broken as it begins"),
        ({"waves": [KNIGHTS | {"state": "routed_fresh"}]}, r"waves\.1\.state: all waves are broken"),
        ({"policies.a.reserve": 2}, r"policies\.a\.reserve: there are 2 waves"),
        ({"b.army_leader": 3}, r"b\.army_leader: there are 2 lines"),
        ({"waves": [KNIGHTS | {"ruy_diaz": True}] * 3}, r"waves\.2\.ruy_diaz"),
        ({"waves": [KNIGHTS | {"gap": 11}]}, r"waves\.1\.gap"),
        ({"depth": 0}, "depth"),
        ({"policies.a.act": "hold"}, r"policies\.a\.act"),
        ({"policies.b.charge": True}, r"policies\.b\.charge"),
        ({"policies.b.until": "rout"}, r"policies\.b\.until"),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_place(changes, said):
    with pytest.raises(DataError, match=said):
        BASE.replaced({"policies.a.reserve": 0, **changes})


def test_the_best_decisions_by_state_win_at_least_as_often_as_policies():
    waves, lines = [KNIGHTS, KNIGHTS | {"value": 4, "kind": "sergeants"}], [PIKES, PIKES]
    policies = ({}, {"reserve": 1}, {"lead": "highest"}, {"named": "army"}, {"charge": False})
    process, *others = (made(waves, lines, {"turns": 2, "depth": 1, "policies.a": mine}) for mine in policies)
    ending = process.endings.index("last_line_reached") + 1

    def won(chain, level, states):
        return ((level.states.words[0, states] & chain.layout.mask[0]) == ending).astype(float)

    chain, solution = solve(process, [name for name in process.plan if name.startswith("a.")], won, {"a": 1})
    first = int(chain.first.states.add(process.layout.pack(process.layout.start))[0])
    followed = [run(one, engine="exact").probability("last_line_reached").value for one in (process, *others)]
    assert solution.values[0][first, 0] > max(followed)
    assert len(set(followed)) > 3
