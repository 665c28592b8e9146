"""``python -m mangonel`` is the command ``mangonel``."""

import gc
import sys

__all__ = ["start"]

_COLLECTED_AFTER = 200_000
"""Objects. Most stay to the end: looking for garbage among them every 700 objects costs an eighth of a start."""


def start() -> int:
    """Run the command of this process."""
    gc.set_threshold(_COLLECTED_AFTER)
    from mangonel.cli.main import main

    try:
        return main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(start())
