"""What a process dies of: a worker that is to do it has little else to read."""

import os
from pathlib import Path


def die_once(mark: Path, number: int) -> int:
    """End this process hard the first time that it is asked."""
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return number


class Large:
    """Has no room in the process to which it is sent."""

    def __reduce__(self):
        return no_room, ()


def no_room():
    raise MemoryError


def arrived(sent):
    return sent.thing
