import csv
import io

import pytest

from document.made_study import DIFFERENCES, TEXT, TITLES, comparison, days, effects, report_on, sampled_days
from mangonel.document.model import NumberRow, csv_bytes
from mangonel.engine.intervals import Estimate
from mangonel.paper.charts.losses import loss_chances
from mangonel.studies.attribute import Attribution
from paper.charts.made_results import exact_result, repeated_result, sampled_result

pytestmark = pytest.mark.slow

PAIRS = {
    "exact and sampled": comparison(exact_result(), sampled_result()),
    "exact and repeats": comparison(exact_result(), repeated_result()),
}


def table(compared) -> list[dict[str, str]]:
    data = report_on(Attribution(compared, effects()), TEXT, differences=DIFFERENCES, titles=TITLES)
    content = csv_bytes(data.numbers).decode()
    return list(csv.DictReader(io.StringIO(content)))


def check(row: dict[str, str], found: Estimate) -> None:
    numbers = tuple(float(row[name]) for name in ("estimate", "lo", "hi", "se"))
    assert numbers == (found.value, found.low, found.high, found.se)
    assert row["text"] == ("" if found.exact else "sampled")


def of_losses(row, result) -> float:
    exactly, at_least = loss_chances(result, row["name"])[int(row["value"])]
    return (exactly if row["section"] == "loss-exactly" else at_least).value


WANTED = {
    "ending": lambda row, result: result.probability(row["name"]),
    "curve": lambda row, result: result.probability(row["name"], by_turn=int(row["turn"])),
    "mean": lambda row, result: result.mean(row["name"]),
    "counter": lambda row, result: result.tally(row["name"]),
    "loss-exactly": of_losses,
    "loss-at-least": of_losses,
}


@pytest.mark.parametrize("compared", PAIRS.values(), ids=PAIRS.keys())
def test_every_number_is_that_of_the_result(compared):
    results = {compared.left_rules: compared.left, compared.right_rules: compared.right}
    seen: dict[str, int] = {}
    for row in table(compared):
        section = row["section"]
        seen[section] = seen.get(section, 0) + 1
        if section.startswith("difference-"):
            check(row, compared.difference(row["name"]))
        elif section in WANTED:
            found = WANTED[section](row, results.get(row["rules"]))
            if isinstance(found, Estimate):
                check(row, found)
            else:
                assert float(row["estimate"]) == found
    assert seen["ending"] == 2 * 4
    assert seen["curve"] == 2 * 3 * 7
    assert seen["mean"] == 2 * 5
    assert seen["counter"] == 2 * 2
    assert seen["loss-exactly"] == 2 * (7 + 5)
    assert seen["loss-at-least"] == 2 * (6 + 4)
    assert seen["difference-ending"] == 4
    assert seen["difference-mean"] == 5
    assert seen["difference-counter"] == 2
    assert seen["effect-alone"] == seen["effect-last"] == len(DIFFERENCES)


def test_provenance_is_in_the_file():
    rows = {
        (row["rules"], row["name"]): row for row in table(PAIRS["exact and sampled"]) if row["section"] == "provenance"
    }
    assert rows["croisades", "trials"]["value"] == "1600"
    assert rows["croisades", "seed"]["value"] == "7"
    assert rows["siege", "digest"]["text"] == "0123456789ab"
    assert ("siege", "trials") not in rows


def test_turns_by_which_endings_have_come():
    rows = [row for row in table(PAIRS["exact and sampled"]) if row["section"] == "turn-quantile"]
    found = {(row["rules"], row["name"], row["value"]): row["turn"] for row in rows}
    assert found["siege", "foothold", "0.5"] == "3"
    assert found["siege", "foothold", "0.9"] == "5"


@pytest.mark.parametrize("made", [days, sampled_days])
def test_series_are_in_the_file_turn_by_turn(made):
    compared = made()
    data = report_on(compared, TEXT)
    for label, result in ((compared.left_rules, compared.left), (compared.right_rules, compared.right)):
        rows = [row for row in data.numbers if (row.section, row.rules, row.name) == ("series", label, "attackers")]
        assert [row.turn for row in rows] == list(range(result.turns + 1))
        assert [row.estimate for row in rows] == [result.by_turn("attackers", n).value for n in range(result.turns + 1)]
    units = {row.text for row in data.numbers if (row.section, row.name) == ("provenance", "unit")}
    assert units == {"day"}


def test_sampled_turns_carry_their_interval():
    rows = [row for row in report_on(sampled_days(), TEXT).numbers if row.section == "turn-quantile"]
    assert rows
    assert all(row.lo <= row.turn <= row.hi and row.text == "sampled" for row in rows)
    assert any(row.lo < row.hi for row in rows)
    exact = [row for row in report_on(days(), TEXT).numbers if row.section == "turn-quantile"]
    assert all(row.lo is None for row in exact)


def test_a_minus_sign_is_for_readers_and_a_hyphen_for_programs():
    row = NumberRow("odds", "siege", "ladder", estimate=-0.5, text="\N{MINUS SIGN}1")
    assert csv_bytes([row]).decode().splitlines()[1].endswith(",-1")
    assert ",-0.5," in csv_bytes([row]).decode()
