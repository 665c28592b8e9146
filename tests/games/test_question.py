"""A question: what it comes to, and what is told besides by whoever has the time."""

from fractions import Fraction

import pytest

from mangonel.errors import DataError
from mangonel.games.question import Answer, Question, attempt
from mangonel.games.system import systems
from mangonel.rules.loading import load_rules


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


def asked(name, letters, system="cryhavoc", rules="siege", **given):
    return attempt(
        next(one for one in systems() if one.id == system).questions(), name, load_rules(rules), given, letters
    )


def test_a_question_is_a_try_with_the_faces_of_every_roll_on_the_way():
    spread = asked("fire", ("F",), cause="spread")
    assert (spread.chance, spread.ways) == (Fraction(2, 5), (((7, 8, 9, 10),),))
    # Days 6 and 9 of Croisades are rolled for at once, day 15 in a second roll.
    assert asked("heal", ("2",), rules="croisades").ways == (((3, 4),),)
    later = asked("heal", ("5",), rules="croisades")
    assert later.ways == (((6,), (3, 4, 5, 6)),)
    assert later.chance == Fraction(1, 6) * Fraction(2, 3)
    assert asked("fire", ("F",), cause="hand").ways == ()
    assert asked("topple", ("T",), below=True) is None


@pytest.mark.parametrize(
    ("name", "given", "last", "allowing"),
    [
        ("batter", {"points": 9, "target": "keep"}, {"wall-whole": True}, None),
        ("fire", {"cause": "hand"}, {"from-battlement": True}, "siege-it"),
        ("missile", {"weapon": "longbow", "distance": 9, "cover": "none"}, {"friend-apart": 0}, None),
        ("melee", {"attack": (8,), "defence": (3,), "against": ("battlement",)}, {"heights": True}, None),
        ("topple", {}, {"below": True}, "siege-extension"),
    ],
)
def test_what_bars_a_roll_can_be_asked(name, given, last, allowing):
    assert asked(name, ("*",), **given) is not None
    assert asked(name, ("*",), **given, **last) is None
    if allowing is not None:
        assert asked(name, ("*",), rules=allowing, **given, **last) is not None


def test_scrub_on_the_way_and_the_edge_of_a_slope_cover():
    def hit(rules, terrain, **given):
        return asked(
            "missile", ("A", "B", "C"), rules=rules, weapon="longbow", distance=40, terrain=terrain, **given
        ).chance

    assert hit("siege", "flat_ground", crosses=("scrub",)) < hit("siege", "flat_ground")
    edge = {"across-edge": True}
    assert hit("siege-de", "slope", **edge) > hit("siege-de", "slope")
    assert hit("siege", "slope", **edge) == hit("siege", "slope")


def test_ground_on_the_way_that_is_not_there_is_an_error():
    with pytest.raises(DataError, match="did you mean 'scrub'"):
        asked("missile", ("C",), weapon="longbow", distance=40, crosses=("scrb",))
