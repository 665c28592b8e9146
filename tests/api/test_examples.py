"""The examples in the documentation of what is typed at a prompt are run."""

import doctest
from importlib import import_module

import matplotlib.pyplot as plt
import pytest

STUDIES = ("attribute", "compare", "decide", "sampled_plans", "sensitivity", "shown", "survey", "sweep", "tactics")
MODULES = [
    "mangonel",
    "mangonel.odds",
    "mangonel.rules",
    "mangonel.api.play",
    *(f"mangonel.studies.{name}" for name in STUDIES),
]
HOW = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = import_module(name)
    # The finder looks into a package while names of it are imported; its own examples are those of its docstring.
    found = doctest.DocTestFinder(recurse=not hasattr(module, "__path__")).find(module, name)
    runner = doctest.DocTestRunner(optionflags=HOW)
    for one in found:
        runner.run(one)
    plt.close("all")
    assert runner.tries > 0
    assert runner.failures == 0
