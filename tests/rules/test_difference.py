"""What two rule sets disagree about, where readings of cells come in."""

from mangonel.rules.change import CellChange
from mangonel.rules.difference import differences
from mangonel.rules.loading import load_rules


def test_a_cell_set_to_what_is_printed_against_a_reading_is_a_difference():
    reading = load_rules("navas").replaced(options={"rest-outcome": "fatigued"})
    printed = reading.replaced(cells=[CellChange("states", "rest", "organised_fatigued", "organised_fresh")])
    (found,) = differences(reading, printed)
    assert (found.where, found.left, found.right) == (
        "states.rest.organised_fatigued",
        "organised_fatigued",
        "organised_fresh",
    )
