"""Ctrl-C does not come between steps that belong together."""

import signal

import pytest

from mangonel.engine.interrupts import uninterrupted


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
