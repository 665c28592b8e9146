"""Statistics of a small result worked by hand, and the frames made of it."""

import json
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from mangonel.engine.intervals import Z95, wilson
from mangonel.engine.result import Provenance, Result, curve_frame, endings_frame, means_frame, tallies_frame
from mangonel.errors import DataError

SOURCE = Provenance("0.1.0", "2.4", "siege", "0123456789ab", "A fight", "ba9876543210", "exact", states=12)

# Won in turn 1 with no dead (1/2), won in turn 3 with two dead (1/8), open after turn 4 with one dead (3/8).
EXACT = Result(
    sequence="fight",
    endings=("won", "lost"),
    measures=("dead",),
    turns=4,
    outcomes=np.array([[0, 4, 1], [1, 1, 0], [1, 3, 2]]),
    weights=np.array([0.375, 0.5, 0.125]),
    tallies=("shots",),
    tally_means=np.array([2.25]),
    tally_errors=np.zeros(1),
    provenance=SOURCE,
)
SAMPLED = replace(
    EXACT,
    tally_errors=np.array([0.1]),
    provenance=replace(SOURCE, engine="monte-carlo", trials=800, seed=3, states=None),
)


def test_probabilities_and_means():
    assert [EXACT.probability(name).value for name in EXACT.all_endings] == [0.625, 0.0, 0.375]
    assert [EXACT.probability("won", by_turn=turn).value for turn in range(5)] == [0.0, 0.5, 0.5, 0.625, 0.625]
    assert EXACT.mean("turn").value == 0.375 * 4 + 0.5 + 0.125 * 3
    assert EXACT.mean("dead").value == 0.375 + 0.125 * 2
    assert EXACT.tally("shots").value == 2.25
    assert EXACT.exact
    assert EXACT.mean("dead").se == 0


def test_errors_of_sampled_numbers():
    won, dead = SAMPLED.probability("won"), SAMPLED.mean("dead")
    assert won.se == pytest.approx(math.sqrt(0.625 * 0.375 / 800))
    assert (won.low, won.high) == pytest.approx(wilson(500, 800))
    variance = 0.375 * 1 + 0.125 * 4 - 0.625**2
    assert dead.se == pytest.approx(math.sqrt(variance / 800))
    shots = SAMPLED.tally("shots")
    assert shots.se == 0.1
    for one in (dead, shots):
        assert one.low == pytest.approx(one.value - Z95 * one.se)
        # The true mean may be so large that this one is as far below as its own error allows, which grows with it.
        assert one.high - one.value == pytest.approx(Z95 * one.se * math.sqrt(one.high / one.value))
    behind = SAMPLED.estimate(-SAMPLED.column("dead").astype(float))
    assert (behind.low + behind.high) / 2 == pytest.approx(behind.value) == -0.625
    assert not SAMPLED.exact


def test_what_was_never_met_stays_uncertain():
    lost = SAMPLED.probability("lost")
    assert (lost.value, lost.low) == (0.0, 0.0)
    assert lost.high == pytest.approx(wilson(0, 800)[1])
    assert not lost.exact


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: EXACT.probability("wonn"), "no such ending: 'wonn'; did you mean 'won'"),
        (lambda: EXACT.mean("deaths"), "no such measure: 'deaths'; did you mean 'dead'"),
        (lambda: EXACT.tally("shot"), "no such counter: 'shot'; did you mean 'shots'"),
        (lambda: EXACT.probability("undecidet"), "did you mean 'undecided'"),
        (lambda: EXACT.column("daed"), "did you mean 'dead'"),
    ],
)
def test_wrong_names_get_a_suggestion(ask, message):
    with pytest.raises(DataError, match=message):
        ask()


def test_names_are_known_with_underscores_and_with_blanks():
    ending = replace(EXACT, endings=("won_all", "lost"))
    assert ending.probability("won all").value == ending.probability("won_all").value == 0.625
    dead = replace(EXACT, measures=("all_dead",), maxima=(2,))
    assert dead.mean("all dead") == dead.mean("all_dead")
    with pytest.raises(DataError, match="no such measure"):
        dead.mean("alldead")


def test_outcome_frame():
    wanted = pd.DataFrame(
        {
            "ending": pd.Categorical(["won", "undecided", "won"], categories=["undecided", "won", "lost"]),
            "turn": [1, 4, 3],
            "dead": [0, 1, 2],
            "p": [0.5, 0.375, 0.125],
        },
        index=[1, 0, 2],
    )
    pd.testing.assert_frame_equal(EXACT.to_frame(), wanted)
    # The likeliest come first there: the index tells where they belong.
    for result in (EXACT, SAMPLED):
        dead, frame = result.column("dead"), result.to_frame()
        assert result.estimate(frame["dead"]) == result.estimate(dead) != result.estimate(np.sort(dead))
    sampled = SAMPLED.to_frame()
    assert sampled["n"].tolist() == [400, 300, 100]


def test_endings_frame():
    frame = endings_frame(EXACT)
    assert frame["ending"].tolist() == ["won", "lost", "undecided"]
    assert frame["p"].tolist() == [0.625, 0.0, 0.375]
    # Of 0.625: half is there in turn 1, nine tenths (0.5625) in turn 3.
    assert frame["turn_median"].tolist()[::2] == [1, 4]
    assert frame["turn_90"].tolist()[::2] == [3, 4]
    assert pd.isna(frame["turn_median"][1])
    assert frame["p_lo"].tolist() == frame["p_hi"].tolist() == frame["p"].tolist()
    assert endings_frame(SAMPLED)["p_se"][0] == SAMPLED.probability("won").se


def test_curve_frame():
    frame = curve_frame(EXACT)
    assert len(frame) == 2 * 5
    won = frame[frame["ending"] == "won"]
    assert won["turn"].tolist() == [0, 1, 2, 3, 4]
    assert won["p"].tolist() == [0.0, 0.5, 0.5, 0.625, 0.625]
    assert frame[frame["ending"] == "lost"]["p"].eq(0).all()


def test_means_and_tallies_frames():
    means = means_frame(EXACT)
    assert dict(zip(means["measure"], means["mean"], strict=True)) == {"turn": 2.375, "dead": 0.625}
    assert means[["q10", "q50", "q90"]].to_numpy().tolist() == [[1, 1, 4], [0, 0, 2]]
    tallies = tallies_frame(SAMPLED)
    assert tallies["counter"].tolist() == ["shots"]
    assert tallies["mean_se"].tolist() == [0.1]
    bare = replace(EXACT, tallies=(), tally_means=np.zeros(0), tally_errors=np.zeros(0))
    assert tallies_frame(bare).columns.tolist() == tallies.columns.tolist()


@pytest.mark.parametrize("result", [EXACT, SAMPLED])
def test_summary_is_json_without_nan(result):
    text = json.dumps(result.to_dict(), allow_nan=False)
    document = json.loads(text)
    assert document == result.to_dict()
    assert [row["p"] for row in document["endings"]] == [0.625, 0.0, 0.375]
    assert document["endings"][1]["turn_median"] is None
    assert document["provenance"]["digest"] == "0123456789ab"
    assert document["counters"][0]["mean"] == 2.25


def test_a_result_shows_its_endings():
    assert repr(EXACT) == "<Result fight: won 62.5 %, undecided 37.5 %; exact>"
    assert "<table" in EXACT._repr_html_()


def test_a_share_that_rounds_above_one_stays_in_its_interval():
    source = replace(SOURCE, engine="monte-carlo", trials=1_000_000, seed=1)
    rounded = replace(EXACT, weights=np.array([0.0, 1.0 + 4e-11, 0.0]), provenance=source)
    for found in (rounded.probability(ending) for ending in rounded.all_endings):
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0


def test_what_did_not_vary_yet_is_not_certain():
    source = replace(SOURCE, engine="monte-carlo", trials=8, seed=1)
    still = replace(EXACT, weights=np.array([0.0, 1.0, 0.0]), provenance=source).mean("dead")
    assert (still.value, still.low) == (0.0, 0.0)
    assert still.high == pytest.approx(3 / 8)
