"""The command line as tests use it."""

import json

import pytest

from cli.files import write_scenarios
from mangonel.cli.main import main


def no_constant(name):
    raise AssertionError(f"{name} is no JSON")


@pytest.fixture
def say(capsys):
    """Run the command line; return exit code, standard output and standard error."""

    def run_it(*words):
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run_it


@pytest.fixture
def told(say):
    """Run the command line, see that it succeeds, and return its output."""

    def run_it(*words):
        code, out, _ = say(*words)
        assert code == 0
        return out

    return run_it


@pytest.fixture
def ask(say):
    """Run the command line with --json and return the document."""

    def run_it(*words):
        code, out, err = say(*words, "--json")
        assert (code, err) == (0, "")
        return json.loads(out, parse_constant=no_constant)

    return run_it


@pytest.fixture
def refused(say):
    """Run the command line, see that it refuses, and return its message."""

    def run_it(*words):
        code, out, err = say(*words)
        assert (code, out) == (2, "")
        return err

    return run_it


@pytest.fixture
def ram(tmp_path):
    return write_scenarios(tmp_path)[0]


@pytest.fixture
def ladder(tmp_path):
    return write_scenarios(tmp_path)[1]
