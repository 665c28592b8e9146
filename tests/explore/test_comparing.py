"""What a page compares its scenario with: its own changes, which the sentence names, and other rule sets."""

import asyncio
import re

import pytest

from cases import cases
from mangonel.engine.intervals import Estimate
from mangonel.engine.run import run
from mangonel.explore.edits import edited
from mangonel.explore.page_state import changed
from mangonel.explore.result_view import Beside, Compared, finding_of, found_html, labelled, lead_html
from mangonel.explore.scenario_form import changes_of
from mangonel.explore.tasks import Known, comparing, playing
from mangonel.games.scenario import build, load_scenario
from mangonel.paper.charts.numbers import points
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE, CROISADES = load_rules("siege"), load_rules("croisades")
UNCHANGED = load_scenario("ladder-one").replaced({"turns": 7})
CELL = "melee-foot.1.2-1"
MINE = edited(SIEGE, (), "cell", CELL, "F")


class Here:
    """Plays for a page at once, in this process, and says what takes long."""

    def __init__(self, *, slow):
        self.long = {f"{UNCHANGED.sequence} {UNCHANGED.title}"} if slow else set()
        self.jobs = []

    async def do(self, job, _kind=""):
        self.jobs.append(job.func.__name__)
        return job(lambda _share: None)


def stages(scenario, rules, compared, known=None, *, slow=True):
    pools, known = Here(slow=slow), known or Known()
    found = playing(pools, scenario, rules, {}, known=known.of(scenario, rules))

    async def all_of_it():
        return [stage async for stage in comparing(pools, found, compared, known)]

    return asyncio.run(all_of_it()), pools.jobs


def exact(scenario, rules):
    return run(build(scenario, rules), engine="exact")


def text(found):
    html = str(lead_html(found)) + str(found_html(found, None))
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html))


@pytest.mark.slow
def test_a_rule_set_beside_has_its_number_the_difference_and_its_cause(monkeypatch):
    compared = Compared(UNCHANGED, SIEGE, beside=(Beside(CROISADES),))
    found, _ = stages(UNCHANGED, SIEGE, compared)
    told = text(found[-1])
    left, right = (exact(UNCHANGED, rules).probability("besiegers").value for rules in (SIEGE, CROISADES))
    assert f"{100 * right:.1f} % instead of {100 * left:.1f} %" in told.replace("\N{NO-BREAK SPACE}", " ")
    assert "main cause: Movement allowances" in told
    assert f"{100 * (right - left):+.1f} points" in told
    assert list(labelled(found[-1], None)) == ["Siege and Cry Havoc", "Croisades"]
    # What did not change is not played again, nor is what nothing is compared with.
    known = Known()
    stages(UNCHANGED, SIEGE, compared, known)
    assert stages(UNCHANGED, SIEGE, compared, known)[1] == []
    assert stages(UNCHANGED, SIEGE, Compared(UNCHANGED, SIEGE))[1] == ["roughly", "wholly"]
    # Causes of another ending are others.
    monkeypatch.setattr("mangonel.explore.tasks.asked_about", lambda _: "foothold")
    assert stages(UNCHANGED, SIEGE, compared, known)[1] == ["causes_of"]


def test_the_sentence_names_the_changes_and_gives_before_and_after():
    mine = changed(SIEGE, MINE)
    more = UNCHANGED.replaced({"besiegers.men": 7})
    changes = ("the cell", *changes_of(more, UNCHANGED, SIEGE))
    found, _ = stages(more, mine, Compared(UNCHANGED, SIEGE, changes))
    before, after = (100 * exact(*game).probability("besiegers").value for game in ((UNCHANGED, SIEGE), (more, mine)))
    sentence = (
        f"Under Siege and Cry Havoc with your 2 changes (the cell; Besiegers: Men: 6 → 7) the besiegers win in "
        f"{after:.1f} % of the games; before: {before:.1f} % ({after - before:+.1f} points)."
    )
    assert sentence in text(found[-1]).replace("\N{NO-BREAK SPACE}", " ")
    assert finding_of(found[-1], named=False).replace("\N{NO-BREAK SPACE}", " ") == re.sub(r" \(the.*?\)", "", sentence)
    # The table tells what the rules alone do.
    alone = 100 * exact(more, SIEGE).probability("besiegers").value
    gained = points(Estimate.of_exact((after - alone) / 100))
    assert gained.replace("\N{NO-BREAK SPACE}", " ") in text(found[-1]).replace("\N{NO-BREAK SPACE}", " ")
    assert "common base, changed" in text(found[-1])


def test_a_rough_number_is_an_interval_that_holds_the_exact_one_and_is_marked():
    found, _ = stages(UNCHANGED, SIEGE, Compared(UNCHANGED, SIEGE))
    rough, last = found[0], found[-1]
    low, high = map(int, re.search(r"in about (\d+) to (\d+)", finding_of(rough, named=False)).groups())
    assert low <= 100 * last.result.probability("besiegers").value <= high
    assert 'class="lead rough"' in str(lead_html(rough))
    assert 'class="lead"' in str(lead_html(last))
    # What is quick is never rough.
    quick, _ = stages(UNCHANGED, SIEGE, Compared(UNCHANGED, SIEGE), slow=False)
    assert not quick[-1].rough


def test_a_rule_set_that_cannot_play_the_scenario_says_so():
    scenario = load_scenario("panic-one")
    calm = load_rules("siege").replaced(options={"panic-rule": "none"}, name="calm", title="Calm")
    found, _ = stages(scenario, SIEGE, Compared(scenario, SIEGE, beside=(Beside(calm),)))
    assert "Calm: nobody panics under this rule set" in text(found[-1])


@pytest.mark.parametrize(
    ("name", "values", "told"),
    CASES["test_changes_of_a_scenario_are_told_in_words"]
)  # fmt: skip
def test_changes_of_a_scenario_are_told_in_words(name, values, told):
    scenario = load_scenario(name)
    rules = load_rules(scenario.system.rules)
    (change,) = changes_of(scenario.replaced(values), scenario, rules)
    assert change.lower() == told.lower()
    assert changes_of(scenario, scenario, rules) == ()
