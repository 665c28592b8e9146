"""Runs are kept by what they have read: nothing is played twice, and what is kept is what would be played anew."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest

from mangonel.engine.process import Column, Phase, Process
from mangonel.engine.run import run
from mangonel.engine.sampling import play_block
from mangonel.games.scenario import KeysAsked, Scenario, build, load_scenario
from mangonel.games.system import Playable
from mangonel.rules.loading import load_rules
from mangonel.rules.ruleset import Asked
from mangonel.studies import differences
from mangonel.studies.attribute import attribute
from mangonel.studies.compare import compare
from mangonel.studies.differences import on_shared_dice
from mangonel.studies.playing import Work
from mangonel.studies.run_cache import Runs
from mangonel.studies.sweep import sweep
from mangonel.studies.tactics import tactics

pytestmark = pytest.mark.slow

SIEGE, CROISADES = load_rules("siege"), load_rules("croisades")
RAM = load_scenario("ram-gate").replaced({"turns": 4, "approach": ["flat_ground x 1"], "oil.barrels": 1})
EXACT = Work(engine="exact")


def fresh(scenario, rules):
    return run(build(scenario, rules), engine="exact").to_dict()


@dataclass(frozen=True, slots=True)
class Setup:
    turns: int = 3
    early: int = 1
    late: int = 1
    unread: int = 1


class Late(Scenario):
    """A scenario whose game looks at its rules and keys in its third turn only."""

    @property
    def playable(self):
        return Playable("ram", Setup, _late_game, lambda *_: (), lambda *_: ())


def _late_game(setup, rules):
    early = setup.early

    def act(s, dice):
        if s.turn == 3:
            s.n += setup.late + (rules.choice("ram-rate") == "every-turn")
            s.ending = 2 if s.n > 2 else 1
        s.n += early

    return Process("late", [Column("n", 99)], [Phase("late", act)], ("low", "high"), setup.turns)


def late(**keys):
    return Late(**{name: getattr(RAM, name) for name in Scenario.__dataclass_fields__} | {"setup": Setup(**keys)})


@pytest.mark.parametrize("built", [False, True])
def test_what_is_asked_in_play_only_is_part_of_what_was_read(built):
    runs = Runs()
    scenes = [
        (late(**keys), rules)
        for keys in ({}, {"late": 2}, {"early": 0}, {"unread": 5})
        for rules in (SIEGE, SIEGE.replaced(options={"ram-rate": "every-second-turn"}))
    ]
    # Built or not, the last asks nothing to which one that was played answers otherwise.
    for scene in scenes if built else ():
        runs.sequence(*scene)
    results = [runs.result(*scene, EXACT) for scene in reversed(scenes)][::-1]
    chances = [one.probability("high").value for one in results]
    # Two early steps, then one late one under the usual rules: 2 + 1 + 1, and so on.
    assert chances == [1, 1, 1, 1, 0, 0, 1, 1]
    assert len({one.provenance.digest for one in results}) == 2
    assert runs.played == 6


def test_a_game_that_looks_at_nothing_of_a_change_is_not_played_again():
    runs = Runs()
    one = runs.result(late(), SIEGE, EXACT)
    other = runs.result(late(unread=7), CROISADES, EXACT)
    assert runs.played == 1
    assert (one.provenance.rules, other.provenance.rules) == ("siege", "croisades")
    assert other.to_dict() == fresh(late(unread=7), CROISADES)


@pytest.mark.parametrize("change", [{"engine": "counts"}, {"seed": 1}, {"trials": 4000}, {"state_limit": 9_999}])
def test_how_it_is_played_is_part_of_the_key(change):
    runs, work = Runs(), Work(engine="monte-carlo", trials=3000)
    first = runs.result(RAM, SIEGE, work)
    assert runs.result(RAM, SIEGE, work) is not first
    assert runs.played == 1
    runs.result(RAM, SIEGE, replace(work, **change))
    assert runs.played == 2


def test_what_was_interrupted_is_not_kept():
    runs, calls = Runs(), []

    @dataclass(frozen=True)
    class Broken(Work):
        def __call__(self, *sequences, **where):
            calls.append(1)
            done = Work.__call__(self, *sequences, **where)
            return replace(done, provenance=replace(done.provenance, interrupted=True))

    for _ in range(2):
        assert runs.result(RAM, SIEGE, Broken("exact")).provenance.interrupted
    assert len(calls) == 2


def test_keys_are_noted_in_blocks_and_pass_for_themselves():
    setup, keys = load_scenario("ladder-one").setup, KeysAsked()
    noting = keys.noting(setup)
    assert noting == setup
    assert isinstance(noting, type(setup))
    assert noting.__class__ is type(setup)
    keys.paths.clear()
    assert noting.policies.aim == setup.policies.aim
    assert noting.besieger == setup.besieger
    assert ("policies", "aim") in keys.paths
    assert ("policies", "facing") not in keys.paths
    assert not keys.tells_apart(setup, replace(setup, men=3))
    assert keys.tells_apart(setup, replace(setup, policies=replace(setup.policies, aim="stunned")))
    assert not keys.tells_apart(setup, replace(setup, policies=replace(setup.policies, facing="fight")))


def test_a_block_that_is_not_there_is_told_from_one_that_is():
    setup, keys = load_scenario("ladder-panic").setup, KeysAsked()
    assert keys.noting(setup).panic is not None
    assert keys.tells_apart(setup, replace(setup, panic=None))
    assert keys.noting(setup).panic.followed is setup.panic.followed
    assert keys.tells_apart(setup, replace(setup, panic=None))


@pytest.mark.parametrize(("rules", "asked"), [("filo-read", False), ("navas", True)])
def test_men_of_a_battle_whose_rule_is_off_make_no_other_game(rules, asked):
    keys = KeysAsked()
    build(load_scenario("battle-vanguard"), load_rules(rules), Asked(), keys)
    assert [("policies_a", man) in keys.paths for man in ("de_rada", "ruy_diaz")] == [asked, asked]


def test_a_record_changes_no_odds():
    noted = run(build(RAM, SIEGE, Asked(), KeysAsked()), engine="exact")
    assert noted.to_dict() == fresh(RAM, SIEGE)


def test_priority_lists_make_other_games():
    ladder = load_scenario("ladder-one").replaced({"turns": 3})
    scenes = [(replace(ladder, decisions=lists), SIEGE) for lists in ({}, {"facing": ("fight",)})]
    usual, fights = (result.to_dict() for result in Runs().results(EXACT, scenes))
    assert usual != fights == fresh(*scenes[1])


def test_plans_of_a_battle_that_are_asked_for_in_play_are_played_at_once(monkeypatch):
    blocks = []
    monkeypatch.setattr(differences, "play_block", lambda *how: blocks.append(how) or play_block(*how))
    battle, rules, how = load_scenario("battle-vanguard"), load_rules("navas"), {"trials": 30, "seed": 4}
    battle = battle.replaced({"turns": 3})
    plans = {"a.leader": ("behind",), "b.rest": (False,), "b.exploit": ("join",), "a.act": ("hold",)}
    plans = {f"policies.{key}": values for key, values in plans.items()}
    for choice in tactics(battle, rules, plans, engine="monte-carlo", **how).choices:
        alone = on_shared_dice(build(battle, rules), build(battle.replaced(choice.changes), rules), **how)
        assert (choice.base.to_dict(), choice.result.to_dict()) == tuple(each.to_dict() for each in alone[:2])
        assert choice.differences == alone[2]
        assert choice.idle == ("policies.b.exploit" in choice.changes)
    assert len(blocks) == 2 + 8


def test_an_attribution_plays_each_game_once():
    runs = Runs()
    whole = compare(RAM, SIEGE, CROISADES, engine="exact", runs=runs)
    parts = attribute(RAM, SIEGE, CROISADES, engine="exact", runs=runs)
    anew = attribute(RAM, SIEGE, CROISADES, engine="exact")
    # The two rule sets are told apart by two differences here: with and without each, and both or neither.
    assert runs.played <= 2 * len(parts.effects) + 2
    assert whole.left.to_dict() == fresh(RAM, SIEGE)
    for mine, its in zip(parts.effects, anew.effects, strict=True):
        assert mine.alone.to_frame().equals(its.alone.to_frame())
        assert mine.last.to_frame().equals(its.last.to_frame())
    assert parts.unasked
    assert [one.where for one in parts.unasked] == [one.where for one in anew.unasked]


def test_an_attribution_on_shared_dice_plays_each_game_once(monkeypatch):
    two = SIEGE.replaced(options={"ram-rate": "every-second-turn", "fire-arrow-to-hit": "six-in-ten"})
    played, how = [], {"engine": "monte-carlo", "trials": 300}
    monkeypatch.setattr(differences, "play_block", lambda *args: played.append(args) or play_block(*args))
    both, alone = (attribute(RAM, SIEGE, two, last=last, **how).effects for last in (True, False))
    assert len(played) == (2 * len(both) + 2) + (len(alone) + 2) == 10
    for mine, its in zip(alone, both, strict=True):
        assert mine.last is mine.alone
        assert mine.alone.to_frame().equals(its.alone.to_frame())


def test_pairs_on_shared_dice_are_kept_under_both_names():
    runs, work = Runs(), Work("monte-carlo", 4000, 3)
    found = compare(RAM, SIEGE, CROISADES, engine="monte-carlo", trials=4000, seed=3, runs=runs)
    again = compare(RAM, SIEGE, CROISADES, engine="monte-carlo", trials=4000, seed=3, runs=runs)
    assert runs.played == 1
    assert again.to_frame().equals(found.to_frame())
    ((_, _, changes),) = runs.pairs(work, [((RAM, CROISADES), (RAM, SIEGE))])
    assert runs.played == 2
    turned = next(change for change in changes if change.name == "breach")
    assert turned.estimate.value == -found.difference("breach").value


def test_a_sweep_takes_what_was_played_and_keeps_what_it_finds():
    runs = Runs()
    runs.result(RAM, SIEGE, Work())
    axes = {"x": ("archers.men", (1, 2, 3)), "y": ("oil.men", (1, 2)), "ending": "breach"}
    found = sweep(RAM, SIEGE, **axes, runs=runs)
    assert runs.played == 6
    again = sweep(RAM, SIEGE, **axes, runs=runs)
    assert (runs.played, again.estimates) == (6, found.estimates)
    for row, oil in zip(found.estimates, (1, 2), strict=True):
        for one, men in zip(row, (1, 2, 3), strict=True):
            alone = run(build(RAM.replaced({"archers.men": men, "oil.men": oil}), SIEGE))
            assert one == alone.probability("breach")
    states = [[source.states for source in row] for row in found.provenances]
    assert states[0][1] == run(build(RAM, SIEGE)).provenance.states


def test_elsewhere_is_as_here():
    scenes = [(RAM, SIEGE), (RAM.replaced({"marks": 1}), SIEGE), (RAM, CROISADES), (RAM, SIEGE)]
    here, there = Runs(), Runs()
    mine = here.results(EXACT, scenes)
    with ThreadPoolExecutor(1) as pool:
        its = there.results(EXACT, scenes, executor=pool)
    assert [one.to_dict() for one in mine] == [one.to_dict() for one in its]
    assert here.played == there.played == 3


def test_tactics_and_a_comparison_share_their_games():
    runs = Runs()
    compare(RAM, SIEGE, SIEGE, engine="exact", runs=runs)
    before = runs.played
    found = tactics(RAM, SIEGE, {"policies.fire_policy": ("put-out", "ram-on")}, engine="exact", runs=runs)
    assert before == 1
    assert runs.played <= 2
    for one in found.choices:
        assert one.result.to_dict() == fresh(RAM.replaced(one.changes), SIEGE)


@pytest.mark.parametrize("first", [1, 2])
def test_an_interruption_ends_the_work_and_not_one_game_of_it(monkeypatch, first):
    begun = []

    def interrupted(sequence, **_how):
        begun.append(sequence)
        result = run(sequence, engine="exact")
        source = replace(result.provenance, interrupted=len(begun) >= first)
        return replace(result, provenance=source)

    monkeypatch.setattr("mangonel.studies.playing.run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sweep(RAM, SIEGE, x=("archers.men", (0, 1, 2)), engine="counts")
    assert len(begun) == first
