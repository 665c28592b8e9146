"""A question: what it comes to, and what is told besides by whoever has the time."""

from fractions import Fraction

from mangonel.games.question import Question
from mangonel.games.roll_answer import Answer
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
