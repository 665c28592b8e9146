"""Ctrl-C does not come between steps that belong together."""

import signal

import pytest

from mangonel.engine.keeping import uninterrupted


@pytest.fixture(autouse=True)
def ctrl_c_is_heard():
    """Python listens to Ctrl-C, even where it was started in the background and so ignores it."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


def steps(done):
    with uninterrupted():
        signal.raise_signal(signal.SIGINT)
        done.append("first")
        done.append("second")
    done.append("after")


def test_an_interruption_waits_until_the_steps_are_done():
    done = []
    with pytest.raises(KeyboardInterrupt):
        steps(done)
    assert done == ["first", "second"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
