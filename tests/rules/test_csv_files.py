"""CSV files: no cell is a formula, and numbers stay numbers."""

import pandas as pd
import pytest

from mangonel.engine.result import frame_csv
from mangonel.rules.files import csv_text, read_csv

FORMULAS = ("=1+1", "@SUM(1)", "+x", "-x", "-1/+2", "\N{MINUS SIGN}x", '=HYPERLINK("http://x","y")')
PLAIN = ("", "-", "+1", "-2", "-0.5", "-3..0", "x=1", "'x", "8-9", -1.5, 3, True)


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_text_that_would_be_calculated_has_a_quote_before_it(tmp_path, cell):
    file = tmp_path / "x.csv"
    file.write_text(csv_text([[cell, 1]]), encoding="utf-8")
    assert file.read_text(encoding="utf-8").lstrip('"').startswith("'")
    assert read_csv(file) == [[cell, "1"]]


def test_all_else_is_written_as_it_is():
    assert csv_text([PLAIN]) == ",".join(map(str, PLAIN)) + "\n"


def test_frames_are_written_so_too():
    frame = pd.DataFrame({"=x": ["=1", "a", None], "n": [-1.5, 2.0, None], "i": [-1, 2, 3]})
    frame["kind"] = pd.Categorical(["-a", "b", "b"])
    quoted = frame.assign(kind=["'-a", "b", "b"], **{"=x": ["'=1", "a", None]}).rename(columns={"=x": "'=x"})
    assert frame_csv(frame) == quoted.to_csv(index=False)
