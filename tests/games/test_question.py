"""Questions: their answers, the dice on the way to them, and what is asked of a scenario if nobody says."""

import json
from fractions import Fraction

import pytest

from cases import cases
from document.made_study import exact_result
from document.test_model import without_endings
from mangonel.engine.owners import endings_meant, usually_asked
from mangonel.engine.result import asked_about, first_open, questions
from mangonel.errors import DataError
from mangonel.games.question import Answer, Question, attempt
from mangonel.games.scenario import load_scenario, scenario_names
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules
from results.make import FOLDER
from shipped_games import shipped_game

CASES = cases(__file__)


def test_what_is_told_besides_stands_in_the_whole_answer_with_the_readings_that_it_takes_and_not_in_the_odds():
    read = load_rules("filo-read")

    def answer(rules):
        return Answer(
            rules=rules,
            odds={"D": Fraction(1)},
            order=("D",),
            meanings={},
            facts={"quality": 4},
            lines={"quality": "4"},
        )

    def besides(rules):
        # A cell of which the source lost the sign: an option of this rule set fills it.
        cell = rules.table("combat-types").cell("Mi", "Ch")
        return {"type": cell}, {"type": f"{cell}"}

    question = Question("q", "A question.", (), answer=answer, besides=besides)
    assert question.odds(read, {}).facts == {"quality": 4}
    whole = question.answered(read, {})
    assert whole.facts == {"quality": 4, "type": "-2", "readings": ["signs = minus"]}
    assert whole.lines == {"quality": "4", "type": "-2", "as read": "signs = minus"}
    assert whole.rules is read


def tried(name, letters, system="cryhavoc", rules="siege", **given):
    return attempt(
        next(one for one in systems() if one.id == system).questions(), name, load_rules(rules), given, letters
    )


def test_a_question_is_a_try_with_the_faces_of_every_roll_on_the_way():
    spread = tried("fire", ("F",), cause="spread")
    assert (spread.chance, spread.ways) == (Fraction(2, 5), (((7, 8, 9, 10),),))
    # Days 6 and 9 of Croisades are rolled for at once, day 15 in a second roll.
    assert tried("heal", ("2",), rules="croisades").ways == (((3, 4),),)
    later = tried("heal", ("5",), rules="croisades")
    assert later.ways == (((6,), (3, 4, 5, 6)),)
    assert later.chance == Fraction(1, 6) * Fraction(2, 3)
    assert tried("fire", ("F",), cause="hand").ways == ()
    assert tried("topple", ("T",), below=True) is None
    # 8 to 10, with 2 for the range and 1 for the wound.
    assert tried("missed-shot", ("W",), band="long", wounded=True).chance == Fraction(3, 5)


FROM_A_WALL = "melee", {"attack": (8,), "defence": (3,), "against": ("battlement",)}, {"heights": True}, ""


@pytest.mark.parametrize(
    ("name", "given", "last", "allowing"), [*CASES["test_what_bars_a_roll_can_be_asked"], FROM_A_WALL]
)
def test_what_bars_a_roll_can_be_asked(name, given, last, allowing):
    assert tried(name, ("*",), **given) is not None
    assert tried(name, ("*",), **given, **last) is None
    if allowing:
        assert tried(name, ("*",), rules=allowing, **given, **last) is not None


def test_scrub_on_the_way_and_the_edge_of_a_slope_cover():
    def hit(rules, terrain, **given):
        return tried(
            "missile", ("A", "B", "C"), rules=rules, weapon="longbow", distance=40, terrain=terrain, **given
        ).chance

    assert hit("siege", "flat_ground", crosses=("scrub",)) < hit("siege", "flat_ground")
    tree = {"terrain": "flat_ground", "crosses": ("scrub", "tree")}
    assert tried("missile", ("C",), rules="siege", weapon="longbow", distance=40, **tree) is None
    edge = {"across-edge": True}
    assert hit("siege-de", "slope", **edge) > hit("siege-de", "slope")
    assert hit("siege", "slope", **edge) == hit("siege", "slope")


def test_ground_on_the_way_that_is_not_there_is_an_error():
    with pytest.raises(DataError, match="did you mean 'scrub'"):
        tried("missile", ("C",), weapon="longbow", distance=40, crosses=("scrb",))


BY_GAME = {(system.id, question.name): question for system in systems() for question in system.questions()}
CHARGE = {"attacker": ("Ch:4:6",), "charge": True}


def rolls_and_odds(rules, game, name, given):
    question, loaded = BY_GAME[game, name], load_rules(rules)
    answer = question.answered(loaded, question.values(given))
    return question.thrown(loaded, question.values(given)), answer.odds


def weighed(rolls):
    odds = {}
    for roll in rolls:
        for letter in roll.results:
            odds[letter] = odds.get(letter, Fraction(0)) + roll.chance / len(roll.faces)
    return odds


@pytest.mark.parametrize("given", [CHARGE | {"defender": (unit,)} for unit in ("Ch:4:6", "Pi:4:5", "Ch:4:9")])
def test_a_charge_may_be_voided_and_is_fought_otherwise_then(given):
    rolls, odds = rolls_and_odds("filo-read", "filo", "combat", given)
    # One d10 of at most the quality voids the charge of who can charge himself, of 9 always.
    quality = int(given["defender"][0][-1])
    whens = [(roll.when, roll.chance) for roll in rolls]
    stands, void = Fraction(9 - quality, 10), Fraction(quality + 1, 10)
    assert (
        whens
        == {
            5: [("", 1)],
            6: [("reaction charge", 1), ("if the charge stands", stands), ("if the charge is void", void)],
            9: [("reaction charge", 1), ("if the charge is void", 1)],
        }[quality]
    )
    assert weighed([roll for roll in rolls if roll.when != "reaction charge"]) == odds


def test_a_wound_may_be_rolled_for_twice():
    (first, second), odds = rolls_and_odds("croisades", "cryhavoc", "heal", {})
    assert (first.results.count("reroll"), second.chance) == (1, Fraction(1, 6))
    assert {letter: chance for letter, chance in weighed((first, second)).items() if letter != "reroll"} == odds


def test_a_fire_arrow_hits_before_it_sets_alight():
    given = {"cause": "arrow", "target": "ram"}
    (hit, fire), odds = rolls_and_odds("siege-it", "cryhavoc", "fire", given)
    assert fire.chance == weighed([hit])["H"]
    assert weighed([fire])["F"] == odds["F"]


@pytest.mark.parametrize(("game", "name", "given"), CASES["test_what_is_certain_is_not_thrown_for"])
def test_what_is_certain_is_not_thrown_for(game, name, given):
    rolls, odds = rolls_and_odds({"cryhavoc": "siege", "filo": "navas"}[game], game, name, given)
    assert (rolls, list(odds.values())) == ((), [1])


def test_friends_who_are_passed_by_a_rout_throw_each_for_his_own_quality():
    rolls, _ = rolls_and_odds("filo-read", "filo", "rout", {"quality": (5, 3, 5)})
    assert [(roll.when, roll.results.count("Dr")) for roll in rolls] == [
        ("friend of quality 5", 4),
        ("friend of quality 3", 6),
    ]


def test_a_leader_is_tested_by_some_dice_only():
    (roll,), odds = rolls_and_odds("filo-read", "filo", "leader", {"rolls": 1})
    assert (roll.chance, weighed([roll])["muere"]) == (Fraction(1, 10), odds["muere"])
    (roll,), odds = rolls_and_odds("filo-read", "filo", "leader", {"rolls": 1, "tested": True})
    assert weighed([roll]) == odds


def test_long_results_stand_once_for_all_faces_next_to_each_other():
    (roll,), _ = rolls_and_odds("filo-read", "filo", "reaction-charge", {"quality": 8})
    assert roll.cells == (("0\N{EN DASH}8", 9, "passes"), ("9", 1, "-"))
    (roll,), _ = rolls_and_odds("siege", "cryhavoc", "topple", {})
    assert [(face, number) for face, number, _ in roll.cells] == [(face, 1) for face in roll.faces]


ALWAYS = {
    "command-duel",  # as above
    "engagement-camp",  # as above
    "engagement-withdrawal",  # as above
    "healing-six",  # under the usual rule set whoever lives is back in time
}


@pytest.mark.parametrize("name", scenario_names())
def test_the_usual_question_is_open(name):
    scenario = load_scenario(name)
    found = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))[scenario.system.rules]["endings"]
    come = {ending: chance[0] if isinstance(chance, list) else chance for ending, chance in found.items()}
    sequence = shipped_game(name)
    known = (*sequence.endings, "undecided")
    chances = {
        asked: [sum(come[ending] for ending in endings_meant(asked, known, sequence.sides))]
        for asked in questions(sequence.endings, sequence.sides)
    }
    asked = first_open(chances)
    assert asked == CASES["NOT_THE_USUAL"].get(name, usually_asked(sequence.endings, sequence.sides))
    assert (chances[asked][0] > 1 - 1e-9) == (name in ALWAYS)
    assert chances[asked][0] > 0


def test_what_never_comes_is_not_asked_about():
    assert asked_about(exact_result()) == "foothold"
    assert asked_about(without_endings(exact_result(), 1)) == "repulsed"


def test_what_is_open_goes_before_what_always_comes():
    assert first_open({"a": [1.0, 1.0], "b": [0.0, 0.0], "c": [0.2, 0.0]}) == "c"
    assert first_open({"a": [0.0], "b": [1.0], "undecided": [0.0]}) == "b"
    assert first_open({"a": [1.0, 0.9], "b": [0.5, 0.1]}) == "a"
    assert first_open({"a": [0.002], "b": [0.998], "c": [0.95]}) == "c"
    assert first_open({"a": [0.0], "b": [0.002], "c": [0.998]}) == "b"
    assert first_open({"a": [0.0], "b": [0.0]}) == "a"
