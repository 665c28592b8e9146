from __future__ import annotations

import csv
import io

import pytest

from charts.made_results import exact_result, repeated_result, sampled_result
from mangonel.charts.losses import loss_frame
from mangonel.odds.intervals import Estimate
from mangonel.reports import build_report, render_report
from reports.made_study import DIFFERENCES, TEXT, a_sweep, comparison, effects

PAIRS = {
    "exact and sampled": comparison(exact_result(), sampled_result()),
    "exact and repeats": comparison(exact_result(), repeated_result()),
}


def table(compared) -> list[dict[str, str]]:
    data = build_report(compared, TEXT, differences=DIFFERENCES, sweep=a_sweep(), effects=effects())
    content = render_report(data)["csv"].decode()
    return list(csv.DictReader(io.StringIO(content)))


def check(row: dict[str, str], found: Estimate) -> None:
    numbers = tuple(float(row[name]) for name in ("estimate", "lo", "hi", "se"))
    assert numbers == (found.value, found.low, found.high, found.se)
    assert row["text"] == ("" if found.exact else "sampled")


@pytest.mark.parametrize("compared", PAIRS.values(), ids=PAIRS.keys())
def test_every_number_is_that_of_the_result(compared):
    results = {compared.left_rules: compared.left, compared.right_rules: compared.right}
    seen: dict[str, int] = {}
    for row in table(compared):
        section, result = row["section"], results.get(row["rules"])
        seen[section] = seen.get(section, 0) + 1
        if section == "ending":
            check(row, result.probability(row["name"]))
        elif section == "curve":
            check(row, result.probability(row["name"], by_turn=int(row["turn"])))
        elif section == "mean":
            check(row, result.mean(row["name"]))
        elif section == "counter":
            check(row, result.tally(row["name"]))
        elif section.startswith("loss-"):
            frame = loss_frame(result, row["name"])
            name = "p" if section == "loss-exactly" else "at_least"
            assert float(row["estimate"]) == frame.loc[frame["k"] == int(row["value"]), name].item()
        elif section.startswith("difference-"):
            check(row, compared.difference(row["name"]))
        elif section == "heat-map":
            check(row, a_sweep().estimates[int(row["y"]) - 2][int(row["x"]) - 1])
    assert seen["ending"] == 2 * 4
    assert seen["curve"] == 2 * 3 * 7
    assert seen["mean"] == 2 * 5
    assert seen["counter"] == 2 * 2
    assert seen["loss-exactly"] == 2 * (7 + 5)
    assert seen["loss-at-least"] == 2 * (6 + 4)
    assert seen["difference-ending"] == 4
    assert seen["difference-mean"] == 5
    assert seen["difference-counter"] == 2
    assert seen["heat-map"] == 20
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
