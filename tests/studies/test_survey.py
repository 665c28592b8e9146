"""A survey of scenarios: what is played, what is not, and in which order it is told."""

from dataclasses import replace

import pytest

from mangonel.document.headline import survey_finding
from mangonel.document.model import Making
from mangonel.document.surveys import build_survey_report, survey_told
from mangonel.engine.intervals import Estimate
from mangonel.errors import DataError
from mangonel.games.scenario import load_scenario
from mangonel.paper.blocks import Paragraph, Table
from mangonel.rules.change import CellChange
from mangonel.rules.loading import load_rules
from mangonel.rules.words.phrase_book import names_of
from mangonel.studies.compare import check_several, compare
from mangonel.studies.survey import Refused, Survey, survey
from rules.words.marking import said_in

pytestmark = pytest.mark.slow

SIEGE = load_rules("siege")
# Nothing in a fight asks for the healing table, and nobody who is healed fights.
HEALING = SIEGE.replaced(options={"healing-table": "croisades"}, name="healing", title="Other healing")
FIERCE = SIEGE.replaced(
    cells=[CellChange("melee-foot", "10", column, "C") for column in SIEGE.tables["melee-foot"].columns],
    name="fierce",
    title="Fierce",
)
NAMES = ("healing-six", "melee-breach", "bombardment-keep")
# The first turns of what takes long.
SHORT = {"melee-breach": {"turns": 4}}
SCENARIOS = [load_scenario(name).replaced(SHORT.get(name, {})) for name in NAMES]


@pytest.fixture(scope="module")
def found():
    return survey(SIEGE, HEALING, FIERCE, scenarios=SCENARIOS, engine="monte-carlo", trials=500, seed=3)


def test_a_scenario_whose_answers_are_all_the_same_is_not_played(found, monkeypatch):
    assert {row.scenario.file.stem for row in (*found.rows, *found.close)} == {"healing-six", "melee-breach"}
    assert [one.file.stem for one in found.untouched] == ["bombardment-keep"]
    monkeypatch.setattr("mangonel.studies.survey.compare", None)
    alone = survey(SIEGE, HEALING, FIERCE, scenarios=SCENARIOS[2:])
    assert (alone.rows, alone.close) == ((), ())
    assert survey_finding(alone).startswith("1 scenario, and it does not change")


def test_numbers_are_those_of_comparisons_and_the_biggest_stands_first(found):
    sizes = [row.size for row in found.rows]
    assert sizes == sorted(sizes, reverse=True)
    rows = {row.scenario.file.stem: row for row in (*found.rows, *found.close)}
    breach = rows["melee-breach"]
    alone = compare(SCENARIOS[1], SIEGE, FIERCE, engine="monte-carlo", trials=500, seed=3)
    assert breach.asked == "attackers"
    assert breach.changes[1] == alone.chance_of("attackers")
    assert breach.chances[0] == alone.left.probability("attackers")
    # The other rule set answers as the first one does: the same numbers, under its own name.
    assert (breach.changes[0].estimate.value, breach.changes[0].estimate.exact) == (0.0, True)
    assert breach.chances[1] == breach.chances[0]
    assert [result.provenance.rules for result in breach.results] == ["siege", "healing", "fierce"]
    assert len({result.provenance.digest for result in breach.results}) == 3


def test_what_can_be_counted_is_exact_and_only_the_others_are_sampled_on_shared_dice():
    ladders = load_scenario("ladder-two")
    found = survey(SIEGE, HEALING, FIERCE, scenarios=[SCENARIOS[0], ladders], trials=100, seed=3)
    rows = {row.scenario.file.stem: row for row in (*found.rows, *found.close)}
    healing = compare(SCENARIOS[0], SIEGE, HEALING, engine="exact")
    assert rows["healing-six"].changes[0] == healing.chance_of(rows["healing-six"].asked)
    sampled = compare(ladders, SIEGE, FIERCE, engine="monte-carlo", trials=100, seed=3)
    assert rows["ladder-two"].changes[1] == sampled.chance_of(rows["ladder-two"].asked)
    # What is said of all of them names both engines, and the dice of those that have any.
    (first, *_) = found.provenances
    assert set(first.engine.split(", ")) == {"exact", "monte-carlo"}
    assert (first.trials, first.seed, first.scenario) == (100, 3, "")
    foot = survey_told(found)[-1].text
    assert foot == "exact; numbers with an interval: 100 trials, common random numbers"


def test_a_difference_whose_interval_holds_0_is_shown_as_none():
    """Of two other rule sets one moves a scenario; what the other does is lost in the noise."""
    (row,) = survey(SIEGE, HEALING, scenarios=SCENARIOS[:1], engine="monte-carlo", trials=500, seed=3).rows
    noise = replace(row.changes[0], estimate=Estimate.of_normal(-0.002, 0.003))
    found = Survey(
        (SIEGE, HEALING, FIERCE),
        (replace(row, results=(*row.results, row.results[0]), changes=(row.changes[0], noise)),),
    )
    (table,) = (block for block in survey_told(found) if isinstance(block, Table))
    assert table.rows[0][-1] == "no detectable difference"
    assert table.rows[0][-2] != table.rows[0][-1]
    report = build_survey_report(found, Making("mangonel survey", "2026-11-21"))
    tables = [block for part in report.sections for block in part.blocks if isinstance(block, Table)]
    assert [cells[-1] for one in tables for cells in one.rows if cells[0].startswith(row.scenario.title)] == [
        "no detectable difference"
    ]
    # Chances of different sides have no mean.
    assert not any("mean" in text for one in tables for text in (one.caption, *one.header))


def test_what_cannot_be_played_is_left_out_with_the_reason():
    slings = replace(SCENARIOS[1], assumptions={"no-such-option": "1"})
    found = survey(SIEGE, FIERCE, scenarios=[slings, SCENARIOS[2]], trials=50)
    (one,) = found.refused
    assert "no-such-option" in one.reason
    assert [scenario.file.stem for scenario in found.untouched] == ["bombardment-keep"]


def test_a_scenario_without_the_ending_that_is_asked_is_left_out():
    found = survey(SIEGE, FIERCE, scenarios=SCENARIOS[:2], ending="attackers", trials=50)
    assert [one.scenario.file.stem for one in found.refused] == ["healing-six"]
    assert "no such ending" in found.refused[0].reason
    left = survey("siege", "croisades", scenarios=["ram-gate"], ending="crew lost + undecided").rows
    assert [row.asked for row in left] == ["crew_lost+undecided"]
    lost = replace(found, refused=[Refused.of(SCENARIOS[0], DataError("must not be blank", file="/a/b.toml"))])
    told = "\n".join(block.text for block in said_in("de", survey_told, lost) if isinstance(block, Paragraph))
    assert "Ausgelassen: healing-six: darf nicht leer sein" in told


def test_plans_of_one_scenario_have_names_of_their_own(monkeypatch):
    found = survey("siege", "croisades", scenarios=["ram-gate", "ram-gate:fire"])
    assert list(found.to_frame()["scenario"].unique()) == ["ram-gate", "ram-gate:fire"]
    monkeypatch.setattr("mangonel.document.surveys._MOST_DOTS", 1)
    report = build_survey_report(found, Making("mangonel survey", "2026-11-21"))
    (table,) = (block for block in report.sections[1].blocks if isinstance(block, Table))
    assert [row[0].partition(":")[0] for row in table.rows] == [(ram := found.rows[0].scenario.title), f"{ram} (fire)"]
    # The chart has room for fewer, and says so.
    chart = report.sections[0].blocks[1]
    assert "scenario by scenario; 1 more." in chart.alt
    assert len(chart.draw().get_yticklabels()) == 1


def test_a_frame_has_a_row_for_each_scenario_and_rule_set(found):
    frame = found.to_frame()
    played = frame[frame["note"] == ""]
    assert len(played) == 2 * 3
    assert set(frame[frame["note"] == "untouched"]["scenario"]) == {"bombardment-keep"}
    assert set(played["trials"]) == {500}


def test_a_value_that_no_scenario_has_is_named_where_most_of_its_path_is_known():
    with pytest.raises(DataError, match=r"besiegers\.mem: unknown key: 'mem'; did you mean 'men'"):
        survey("siege", "croisades", scenarios=["panic-one", "ladder-one"], **{"besiegers.mem": 5})


def test_bad_rule_sets_are_refused():
    with pytest.raises(DataError, match="at least two"):
        check_several((SIEGE,))
    with pytest.raises(DataError, match="are the same"):
        survey(SIEGE, FIERCE, SIEGE, scenarios=SCENARIOS)
    with pytest.raises(DataError, match="two games cannot be compared, and siege is one of another game: 'navas'"):
        survey(SIEGE, FIERCE, load_rules("navas"), scenarios=SCENARIOS)


def test_rule_sets_are_called_by_what_tells_them_apart():
    assert names_of([SIEGE, load_rules("croisades")]) == ("Siege and Cry Havoc", "Croisades")
    # "Siege" alone would be taken for the other one.
    assert names_of([SIEGE, load_rules("siege-de")]) == ("Siege and Cry Havoc", "Siege, German rules")
    mine = replace(SIEGE, title="Siege and Cry Havoc, mine", file=None)
    assert names_of([mine]) == (mine.title,)
    assert names_of([replace(FIERCE, id="one"), replace(FIERCE, id="two")]) == ("Fierce (one)", "Fierce (two)")
    assert names_of([FIERCE, FIERCE]) == ("Fierce (1)", "Fierce (2)")


def test_settings_are_those_of_every_scenario_that_has_them():
    found = survey("siege", HEALING, scenarios=["healing-six", "panic-one"], **{"turns": 9, "rules.panic.panic": 3})
    assert found.rules[0].digest != SIEGE.digest
    assert [row.scenario.digest for row in found.rows] == [load_scenario("healing-six").replaced({"turns": 9}).digest]
    (left,) = survey("siege", HEALING, scenarios=["healing-six", "panic-one"], edge=4).refused
    assert left.reason.startswith("edge: no such value in the scenario: 'edge'")
    with pytest.raises(DataError, match=r"healing-six.toml: edges: "):
        survey("siege", HEALING, scenarios=["healing-six"], edges=1)
