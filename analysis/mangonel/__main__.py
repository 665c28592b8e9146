"""``python -m mangonel`` is the command ``mangonel``."""

import sys

from mangonel.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
