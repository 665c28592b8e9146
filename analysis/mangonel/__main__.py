"""``python -m mangonel`` is the command ``mangonel``."""

import gc
import sys

__all__ = ["start"]

_COLLECTED_AFTER = 50_000
"""Objects. What is read at the start stays; to look every few hundred of them for what could go takes its time."""


def start() -> int:
    """Run the command of this process, and leave what it holds to the end of the process."""
    gc.set_threshold(_COLLECTED_AFTER)
    from mangonel.cli.main import main

    try:
        return main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(start())
