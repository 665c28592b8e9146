"""Best decisions by state: their values, what attains them, and rules in words."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from cases import cases
from mangonel.document.best import advice_of
from mangonel.engine.owners import Side
from mangonel.engine.policy import option_text, parsed
from mangonel.engine.position import position
from mangonel.engine.process import Column, Decision, Measure, Phase, Process
from mangonel.engine.rolls import Roll
from mangonel.engine.run import run
from mangonel.engine.trace import play_trace
from mangonel.errors import DataError, MangonelError, StateLimitError
from mangonel.games.scenario import build, load_scenario, scenario_names
from mangonel.paper.blocks import Picture
from mangonel.rules.loading import load_rules
from mangonel.studies.decide import Option, best, best_of_sides
from pace import slow_after
from shipped_games import shipped_game

pytestmark = pytest.mark.slow

CASES = cases(__file__)

SIEGE = load_rules("siege")
WALL = ("facing", "shoot", "aim")
SMALL = {"turns": 3, "approach": [], "besiegers.men": 3, "defenders.oil": 1, "towers.men": 1}
WALL_LAST = load_scenario("ladder-one:wall-last").replaced({"assumptions.ladder-hex-points": "both"})
"""The plan of the prototypes, whose values the tests hold."""
GAMES = 4_000
ENGINES = ("exact", "counts", "monte-carlo")
LATE = sorted({*scenario_names()} - {*CASES["QUICK"]})


def small(**changes):
    return load_scenario("ladder-one").replaced(SMALL | changes)


@cache
def best_small(side):
    return best(small(), SIEGE, side)


def won(result):
    return result.probability("foothold").value + result.probability("cleared").value


def attained(found, *, engines=()):
    """Return the value of the best decisions by a forward walk, as some engines play them."""
    assert found.attained() == pytest.approx(found.value, abs=1e-12)
    names = list(found.wanted.endings)
    for engine in engines:
        result = run(found.plan, engine=engine, trials=GAMES, seed=5)
        share = sum(result.probability(name).value for name in names)
        room = 1e-12 if result.exact else 4 * (found.value * (1 - found.value) / GAMES) ** 0.5
        assert abs(share - found.value) <= room
    return found.value


def test_every_hex_and_waiting():
    found = best(WALL_LAST, SIEGE, "defenders", choose=WALL)
    assert found.shipped == pytest.approx(0.38612364, abs=1e-6)
    assert attained(found, engines=ENGINES) == pytest.approx(0.15563513, abs=1e-6)
    assert found.fixed.value == pytest.approx(0.198662, abs=1e-6)
    assert found.fixed.changes == {"policies.oil_at": "climber-first", "policies.shoot_wall": "first"}
    # The map of a report says where of all that is at stake in a decision.
    (drawn,) = (block.drawing.args[0] for block in advice_of(found).blocks if isinstance(block, Picture))
    assert sum(share for _, share in drawn.cells.values()) == pytest.approx(1)


def test_the_archers_of_the_ram():
    found = best(load_scenario("ram-gate:fire"), SIEGE, "defenders", choose=("arrows", "arrow_aim"))
    assert found.shipped == pytest.approx(0.69310, abs=1e-4)
    assert attained(found) == pytest.approx(0.32518909, abs=1e-6)
    assert found.fixed.value == pytest.approx(0.334274, abs=1e-6)
    assert found.fixed.changes == {"policies.arrows": "men", "policies.arrow_aim": "middle"}
    assert found.fixed.complete
    rule = found.rule()
    assert (found.shipped - rule.value) / found.gain >= 0.99
    assert rule.loss == pytest.approx(rule.value - found.value, abs=1e-12)
    assert run(rule.process, engine="exact").probability("breach").value == pytest.approx(rule.value, abs=1e-12)


BET, SPOIL = Decision("bet", "player"), Decision("spoil", "bank")
SAFE, BOLD = Roll.chance("good", 1, 2), Roll.chance("good", 1, 3)


def bets(spoils):
    """Two turns; a safe bet wins 1 with 1/2, a bold one 2 with 1/3; the bank may once spoil a win after the roll."""

    def act(s, dice):
        bet = dice.choose(BET, ("safe", "bold"))
        if dice.roll(SAFE if bet == "safe" else BOLD) == "good":
            if s.spoils and dice.choose(SPOIL, (False, True)):
                s.spoils -= 1
            else:
                s.points += 1 + (bet == "bold")
        if s.points >= 2:
            s.ending = 1

    plan = {"bet": lambda s, options: "safe", "spoil": lambda s, options: False}
    columns = [Column("points", 4), Column("spoils", 1, spoils)]
    sides = (Side("player", ("won",)), Side("bank"))
    points = Measure("points", 4, lambda s: s.points)
    return Process("bets", columns, [Phase("bet", act)], ("won",), 2, plan=plan, sides=sides, looks=(points,))


@pytest.mark.parametrize(("spoils", "side", "against", "value"), CASES["test_two_turns_by_hand"])
def test_two_turns_by_hand(spoils, side, against, value):
    found = best(bets(spoils), None, side, against=against, value="player win")
    assert found.shipped == pytest.approx(1 / 4, abs=1e-15)
    assert (found.value, found.attained()) == pytest.approx((float(Fraction(value)),) * 2, abs=1e-15)


def test_breaking_off_by_hand():
    """Each of two turns wins, kills or does neither with 1/3; after it the player may go home."""
    home, outcome = Decision("home", "player", frame=True), Roll.of("die", ("won", "dead", "-"))

    def act(s, dice):
        fate = dice.roll(outcome)
        s.dead = int(fate == "dead")
        if fate != "-" or dice.choose(home, ("go on", "break off")) == "break off":
            s.ending = 1 + (fate == "won")

    dead, plan = Measure("dead", 1, lambda s: s.dead), {"home": lambda s, options: "go on"}
    sides = (Side("player", ("won",)), Side("bank", ("home",)))
    game = Process(
        "dares", [Column("dead", 1)], [Phase("dare", act)], ("home", "won"), 2, (dead,), plan=plan, sides=sides
    )
    # The second turn is worth (1 - w) / 3 to a player for whom his death costs w, the first as much and a third of it.
    for cost, planned, value in ((0.5, 2 / 9, 2 / 9), (2, -4 / 9, -1 / 3)):
        found = best(game, value=f"won - {cost} dead")
        assert (found.planned, found.value) == pytest.approx((planned, value), abs=1e-15)
        assert best(game, choose=["home"]).again(value=found.wanted.text).value == found.value
    # Without losses the game is played as it is framed.
    with pytest.raises(DataError, match="no player decides anything"):
        best(game)


def test_what_to_do_now():
    found = best(bets(0), side="player")
    (first,) = found.at(position(found.process, 1))
    assert [(option.text, option.mark) for option in first.options] == [("bold", ""), ("safe", "??")]
    assert first.options[1].loss == pytest.approx(5 / 9 - 5 / 12, abs=1e-15)
    (second,) = found.at("turn=2, points=1")
    assert [option.text for option in second.options] == ["safe", "bold"]
    assert second.options[1].loss == pytest.approx(1 / 2 - 1 / 3, abs=1e-15)
    # A loss is over all games, a mark where the option may be taken.
    assert Option("wall 1", value=0.165, loss=0.008, chosen=0.06, allowed=0.09).mark == "??"
    rule = found.rule()
    assert rule.loss == pytest.approx(0, abs=1e-15)
    assert rule.decisions["bet"] in (["bold"], ["bold while points <= 0"])
    at_one = best(bets(0), side="player", position=position(found.process, 2, points=1))
    assert at_one.value == pytest.approx(1 / 2, abs=1e-15)
    late = position(found.process, 2, points=1)
    with pytest.raises(DataError, match="none that comes from where games begin"):
        found.at(replace(late, turn=1, people=replace(late.people, through=0)))


def exact(name):
    """Yield the best decisions of each side in a shipped scenario, if there are not too many states."""
    for side in shipped_game(name).sides:
        with suppress(DataError, StateLimitError):
            yield best(load_scenario(name), load_rules(load_scenario(name).system.rules), side.name)


@pytest.mark.parametrize("name", [*CASES["QUICK"], *(pytest.param(name, marks=pytest.mark.release) for name in LATE)])
def test_best_by_state_is_no_worse_than_fixed_than_shipped(name):
    every = [*exact(name)]
    assert every or name in LATE
    for found in every:
        shipped, fixed, by_state = (found.sign * value for value in (found.planned, found.fixed.value, found.value))
        assert shipped <= fixed + 1e-12
        assert fixed <= by_state + 1e-12
        singles = [value for value in found.fixed.singles().values() if value is not None]
        assert max((found.sign * value for value in singles), default=fixed) <= fixed + 1e-12
        assert found.attained() == pytest.approx(found.value, abs=1e-12)
        if name != "waves-vanguard":  # where side b names waves by the reserve of side a
            played = run(build(found.scene[0].replaced(found.fixed.changes), found.scene[1]), engine="exact")
            value = sum(played.probability(ending).value for ending in found.wanted.endings)
            assert value == pytest.approx(found.fixed.value, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "changes"),
    [("waves-vanguard", {"policies.a.lead": "highest"}), ("line-bombards", {"policies.b.exploit": "rear"})],
)
def test_a_plan_is_the_same_in_every_build_of_its_game(name, changes):
    scenario, shipped = load_scenario(name), shipped_game(name)
    variant = build(scenario.replaced(changes), load_rules(scenario.system.rules))
    lent = replace(shipped, plan=variant.plan, recipe=None)
    theirs, own = (run(game, engine="exact") for game in (lent, variant))
    for ending in shipped.endings:
        assert theirs.probability(ending).value == pytest.approx(own.probability(ending).value, abs=1e-12)


def test_gains_are_those_of_one_decision():
    found = best(small(turns=4), SIEGE, "defenders")
    picks = found.base
    for turn, number, step, choices, gains in found.passes.gains(picks):
        for place, option in np.argwhere(gains != 0)[:2]:
            choice = choices[place]
            changed = picks[turn, number].copy()
            changed[choice] = option
            difference = found.passes.value({**picks, (turn, number): changed}) - found.planned
            assert difference == pytest.approx(gains[place, option], abs=1e-12)
            assert step.asked[choice] >= 0


def test_against_a_plan():
    other = best(small(), SIEGE, "defenders", against={"policies.seek_fight": True})
    listed = best(small(), SIEGE, "defenders", against={"move": ["step towards the enemy", "stay"]})
    of_best = best(small(), SIEGE, "defenders", against=best_small("besiegers"))
    assert other.against == listed.against == of_best.against == "plan"
    both = best(small(), SIEGE, "defenders", against="best")
    assert of_best.value <= both.value + 1e-12
    assert best_small("defenders").value - 1e-12 <= both.value <= best_small("besiegers").value + 1e-12


@pytest.mark.parametrize("asked", slow_after(0, CASES["FURTHER"], 1))
def test_further_questions_are_answered_by_tables_that_are_there(asked, monkeypatch):
    asked = dict(asked)
    found = best_small("defenders")
    side = asked.pop("side", "defenders")
    if "turn" in asked:
        asked["position"] = position(found.process, asked.pop("turn"), besiegers=2)
    found.again(side, **asked)
    wanted = best(small(), SIEGE, side, **asked)
    if not isinstance(asked.get("against"), dict):  # a plan makes a game of its own
        monkeypatch.setattr("mangonel.studies.decide.Chain", None)
    again = found.again(side, **asked)
    for name in ("value", "shipped", "planned", "gain"):
        assert getattr(again, name) == pytest.approx(getattr(wanted, name), abs=1e-12)
    assert (again.side, again.against) == (wanted.side, wanted.against)
    assert again.attained() == pytest.approx(again.value, abs=1e-12)
    assert again.fixed.value == pytest.approx(wanted.fixed.value, abs=1e-12)


def test_an_ending_by_which_a_side_wins_counts_once():
    shipped = [
        best_of_sides(small(), SIEGE, asked, lambda b: b.shipped) for asked in ("besiegers", "foothold+besiegers")
    ]
    assert shipped[0] == shipped[1] != ()


def test_the_tables_of_values_with_and_without_losses_are_both_there(monkeypatch):
    found = best_small("defenders")
    weighed = found.again(value="besiegers win - 0.08 besiegers dead")
    monkeypatch.setattr("mangonel.studies.decide.Chain", None)
    assert weighed.again(value=found.wanted.text).value == found.value
    assert found.again(value=weighed.wanted.text).value == weighed.value


def test_an_answer_stays_when_an_earlier_position_is_asked_for():
    early, late = (position(best_small("defenders").process, turn) for turn in (2, 3))
    found = best(small(), SIEGE, "defenders", position=late)
    wanted = best_small("defenders").again(position=early)
    assert found.again(position=early).value == pytest.approx(wanted.value, abs=1e-12)
    assert found.attained() == pytest.approx(found.value, abs=1e-12)


def test_against_the_decisions_of_another_answer():
    found = best_small("defenders").again(against="best")
    other = found.again("besiegers", against="shipped")
    reply = found.again("defenders", against=other)
    # Both sides of the saddle are worse off against whoever plays otherwise.
    assert reply.value <= found.value + 1e-12
    assert reply.attained() == pytest.approx(reply.value, abs=1e-12)
    assert won(run(reply.plan, engine="exact")) == pytest.approx(reply.value, abs=1e-12)


def test_a_value_of_endings_and_measures():
    base = best(small(), SIEGE, "besiegers", value="besiegers win - 0.08 besiegers dead")
    result = run(base.plan, engine="exact")
    assert won(result) - 0.08 * result.mean("besiegers_dead").value == pytest.approx(base.value, abs=1e-12)
    assert base.gain >= 0
    fewest = best(small(), SIEGE, "besiegers", value="- besiegers_dead")
    assert -run(fewest.plan, engine="exact").mean("besiegers_dead").value == pytest.approx(fewest.value, abs=1e-12)


def test_a_rule_is_a_plan():
    found = best(small(), SIEGE, "defenders", choose=("facing", "aim"))
    rule = found.rule(clauses=2)
    assert len(rule.steps) <= 3
    shares = [share for _, _, share in rule.steps]
    assert shares == sorted(shares)
    assert won(run(rule.process, engine="exact")) == pytest.approx(rule.value, abs=1e-12)
    assert play_trace(rule.process, seed=1).ending


@pytest.mark.parametrize(
    ("arguments", "message", "value"),
    [*CASES["test_what_is_wrong_is_refused"], ({"value": "besiegers win 0.1 besiegers dead"}, "write it as", None)],
)
def test_what_is_wrong_is_refused(arguments, message, value):
    with pytest.raises(DataError, match=message) as raised:
        best(small(), SIEGE, **{"side": "defenders"} | arguments)
    if value is not None:
        assert raised.value.value == value


def test_too_many_states_are_refused():
    with pytest.raises(StateLimitError, match="shorten the game"):
        best(load_scenario("ladder-one"), SIEGE, "defenders", state_limit=500)
    endless = Process("endless", [], [Phase("wait", lambda s, dice: None)], ("over",), None)
    with pytest.raises(MangonelError, match="no turn limit"):
        best(endless)


def test_clauses_are_read_as_they_are_written():
    for text in ("topple", "wall 2 while oil >= 1 and fit.1 <= 3", "oil at the foot while turn = 4"):
        assert str(parsed(text)) == text
    texts = [option_text(option) for option in (True, ("wall", 1), ("hold",), "fight", 3)]
    assert texts == ["yes", "wall 2", "hold", "fight", "3"]


def test_a_scenario_takes_priority_lists():
    lists = {"decisions.facing": ["fight while turn >= 1"]}
    played = run(build(small().replaced(lists), SIEGE), engine="exact")
    fighting = small(**{"policies.facing": "fight", "policies.oil_first": False})
    assert won(played) == pytest.approx(won(run(build(fighting, SIEGE), engine="exact")), abs=1e-12)
    assert small().replaced(lists).digest != small().digest
    with pytest.raises(DataError, match="no such decision"):
        build(small().replaced({"decisions.fasing": ["fight"]}), SIEGE)


COIN, GUESS = Roll.chance("good", 2, 3), Decision("guess", "guesser")


def spoilt_guess(hidden):
    """Two turns; a coin lies hidden, then the guesser names it: he cannot do better than half if he does not see it."""

    def toss(s, dice):
        if not s.tossed:
            s.tossed = 1
            s.coin = int(dice.roll(COIN) == "good")

    def guess(s, dice):
        s.ending = 1 if int(dice.choose(GUESS, (0, 1))) == s.coin else 2

    return Process(
        "guess",
        [Column("coin", 1), Column("tossed", 1)],
        [Phase("toss", toss), Phase("guess", guess)],
        ("right", "wrong"),
        1,
        plan={"guess": lambda s, options: 1},
        sides=(Side("guesser", ("right",)),),
        hidden={"guesser": ("coin",)} if hidden else {},
    )


def test_a_side_that_does_not_see_a_column_decides_without_it():
    assert best(spoilt_guess(hidden=False)).value == pytest.approx(1)
    found = best(spoilt_guess(hidden=True))
    # Heads comes in 2 of 3: always to say so is the best there is.
    assert found.value == pytest.approx(2 / 3) == found.attained()
    assert found.informed == pytest.approx(1)
    assert found.hidden == ("coin",)
    assert run(found.plan, engine="exact").probability("right").value == pytest.approx(2 / 3)
    assert list(found.to_frame()["plan"]) == ["shipped", "fixed", "by state"]
    assert found.plot().get_figure() is not None
    (moment,) = found.at(position(found.process, 1))
    assert [option.text for option in moment.options] == ["1", "0"]
    assert [option.loss for option in moment.options] == pytest.approx([0, 1 / 3])


def test_hidden_columns_of_a_shipped_game():
    seen = best(small(turns=4), SIEGE, "defenders")
    found = best(small(turns=4), SIEGE, "defenders", hidden=("fit", "wounded"))
    assert seen.value == pytest.approx(found.informed)
    assert seen.value < found.value <= found.fixed.value + 1e-12
    assert found.attained() == pytest.approx(found.value, abs=1e-12)
    rule = found.rule()
    named = {test.name for clauses in rule.clauses.values() for clause in clauses for test in clause.tests}
    assert named
    assert not {name.partition(".")[0] for name in named} & {"fit", "wounded", "besiegers_living"}
    assert found.value <= rule.value + 1e-12
    with pytest.raises(DataError, match="no such column"):
        best(small(), SIEGE, "defenders", hidden=("reserves",))
    with pytest.raises(DataError, match="hidden columns go with a given plan"):
        best(small(), SIEGE, "defenders", hidden=("fit",), against="best")


@pytest.mark.parametrize(
    ("names", "decisions"), [(["facing", "oil"], "facing"), (["oil_at"], "facing"), (["hold"], "shoot")]
)
def test_decisions_are_named_by_an_option_or_a_policy_too_and_are_those_of_their_side(names, decisions):
    found = best(small(), SIEGE, choose=names)
    assert (found.side, found.free) == ("defenders", (decisions,))


@pytest.mark.parametrize("place", [2, {"marks": 2}, "2"])
def test_a_position_that_is_none_is_refused(place):
    found = best(bets(0), side="player", value="player")
    for ask in (found.at, lambda place: found.again(position=place)):
        with pytest.raises(DataError, match="turn=9"):
            ask(place)
