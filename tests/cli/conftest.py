"""Scenario files of a user's own, as tests of the command line use them."""

import pytest

from cli.files import write_scenarios


@pytest.fixture
def ram(tmp_path):
    return write_scenarios(tmp_path)[0]


@pytest.fixture
def ladder(tmp_path):
    return write_scenarios(tmp_path)[1]
