"""Other games in the examples of the documentation, held to their published odds."""

import runpy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from engine.judging import assert_fits
from mangonel import play_trace, run

DOCS = Path(__file__).resolve().parents[1] / "docs"
EXAMPLES = DOCS / "examples"


risk, dba, rams = (runpy.run_path(str(EXAMPLES / f"{name}.py"))[name] for name in ("risk", "dba", "two_rams"))


# Osborne 2003, three digits.
@pytest.mark.parametrize(("armies", "published"), [(5, 0.506), (10, 0.568)])
def test_risk_fights_to_the_end(armies, published):
    result = run(risk(armies, armies), engine="exact")
    assert result.probability("conquered").value == pytest.approx(published, abs=0.0005)
    assert result.probability("undecided").value == 0


@pytest.mark.parametrize("engine", ["counts", "monte-carlo"])
def test_sampled_risk_agrees(engine):
    wanted = run(risk(5, 5), engine="exact").probability("conquered").value
    result = run(risk(5, 5), engine=engine, trials=100_000, seed=7)
    assert_fits(result, result.probability("conquered"), wanted)


def test_one_round_of_three_dice_against_two():
    # 2890, 2275 and 2611 of 7776: the attacker loses no army, two, one.
    result = run(risk(3, 2), engine="exact")
    assert result.by_turn("attackers", 1).value == pytest.approx(3 - (2 * 2275 + 2611) / 7776)
    assert result.by_turn("defenders", 1).value == pytest.approx(2 - (2 * 2890 + 2611) / 7776)


def test_a_tie_is_the_defenders():
    assert play_trace(risk(1, 1), dice=[6, 6]).ending == "held"
    assert play_trace(risk(1, 1), dice=[6, 5]).ending == "conquered"


def test_dba_four_against_two():
    result = run(dba(4, 2), engine="exact")
    assert result.probability("enemy doubled").value == pytest.approx(float(Fraction(9, 36)))
    assert result.probability("enemy beaten").value == pytest.approx(float(Fraction(17, 36)))
    # Six pairs (a, b) with a + 4 = b + 2 are b = a + 2: four; below it six.
    assert result.probability("tie").value == pytest.approx(4 / 36)
    # Less: b > a + 2, that is 3, 2 and 1 pairs, of which b + 2 >= 2 (a + 4) never.
    assert result.probability("beaten").value == pytest.approx(6 / 36)
    assert result.probability("doubled").value == 0
    # The same combat as the other side sees it.
    other = run(dba(2, 4), engine="exact")
    assert other.probability("doubled").value == pytest.approx(9 / 36)
    assert other.probability("beaten").value == pytest.approx(17 / 36)


def after_a_day(wall: int, turns: int) -> dict[int, Fraction]:
    """Return the chance of so many marks after a ram has had a day: it burns on 10 of ten, else it damages on 5 to 10."""
    going, evening = {wall: Fraction(1)}, dict.fromkeys(range(5), Fraction(0))
    for _ in range(turns):
        after = dict.fromkeys(range(5), Fraction(0))
        for marks, chance in going.items():
            evening[marks] += chance / 10
            after[marks] += chance * Fraction(9, 10) * Fraction(4, 10)
            after[marks + 1] += chance * Fraction(9, 10) * Fraction(6, 10)
        evening[4] += after.pop(4)
        going = after
    for marks, chance in going.items():
        evening[marks] += chance
    return evening


def test_two_rams_are_two_days_one_after_the_other():
    first = after_a_day(0, 6)
    both = first[4] + sum(chance * after_a_day(marks, 6)[4] for marks, chance in first.items() if marks < 4)
    result = run(rams(), engine="exact")
    assert result.unit == "day"
    assert result.probability("breach", by_turn=1).value == pytest.approx(float(first[4]), abs=1e-12)
    assert result.probability("breach").value == pytest.approx(float(both), abs=1e-12)
    for engine in ("counts", "monte-carlo"):
        sampled = run(rams(), engine=engine, trials=100_000, seed=2)
        assert_fits(sampled, sampled.probability("breach"), float(both))


def test_a_second_ram_goes_on_where_the_first_has_burnt():
    game = play_trace(rams(), dice=[1, 5, 1, 5, 10, 1, 5, 1, 5])
    assert "the ram burns" in [event.text for event in game.events]
    assert (game.ending, game.turn, game.measures["marks"]) == ("breach", 2, 4)


def run_page(name, blocks):
    parts = (DOCS / name).read_text(encoding="utf-8").split("```python\n")[1:]
    assert len(parts) == blocks
    names = {}
    exec(compile("\n".join(part.partition("```")[0] for part in parts), name, "exec"), names)
    return names


def test_the_page_on_own_games_runs_from_top_to_bottom(capsys):
    names = run_page("own-sequence.md", 6)
    shown = capsys.readouterr().out
    # What the page says itself, and the published 0.568.
    assert shown.startswith("25.0 %\nexact 56.8")
    assert "breach by day 1 31.8 %\nbreach by day 2 73.7 %" in shown
    assert "Ending: conquered (round 1)" in shown
    assert names["png"].startswith(b"\x89PNG")
    assert names["siege"].probability("breach") == run(rams(), engine="exact").probability("breach")
    assert names["exact"].probability("conquered") == run(risk(10, 10)).probability("conquered")
    # Who stops early keeps at least a man, and conquers less often.
    careful = names["careful"]
    assert careful.probability("conquered").value < names["exact"].probability("conquered").value
    assert careful.weights[careful.column("left") == 0].sum() == 0


@pytest.mark.slow
def test_the_page_on_results_runs_from_top_to_bottom(capsys):
    names = run_page("ask-a-result.md", 9)
    shown = dict(line.rsplit(" ", 1) for line in capsys.readouterr().out.splitlines() if line.startswith("men "))
    holds, nobody, left = solve_skirmish(6, 5)
    result = names["result"]
    assert result.probability("red holds").value == pytest.approx(holds, abs=1e-11)
    assert result.probability("nobody left").value == pytest.approx(nobody, abs=1e-11)
    assert result.mean("red_left", given="red holds").value == pytest.approx(left / holds, abs=1e-9)
    assert shown["men of red left if they hold"] == f"{left / holds:.2f}"
    assert names["begun"].layout.start == [0, 6, 5]
    solved = names["solved"]
    assert solved.chances["red holds"] == pytest.approx(holds, abs=1e-12)
    assert solved.turns == pytest.approx(result.mean("turn").value, abs=1e-9)


def solve_skirmish(red: int, blue: int) -> tuple[float, float, float]:
    """Return the chances that red holds and that nobody is left, and the mean of the men of red times that they hold."""
    if not red or not blue:
        return float(red > 0), float(red == blue), float(red)
    answers = np.zeros(3)
    for red_hits, blue_hits in ((1, 0), (0, 1), (1, 1)):
        chance = (red if red_hits else 10 - red) * (blue if blue_hits else 10 - blue) / 100
        answers += chance * np.array(solve_skirmish(red - blue_hits, blue - red_hits))
    # As often as nobody hits, it begins again.
    return tuple(answers / (1 - (10 - red) * (10 - blue) / 100))
