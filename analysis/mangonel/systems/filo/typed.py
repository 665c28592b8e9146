"""What the help of commands shows as examples, each as it is typed after ``mangonel``."""

from __future__ import annotations

__all__ = ["TYPED"]

TYPED = {
    "odds": ("odds combat --attacker Ch:4:6 --defender Pi:6:5 --charge", "odds rally --quality 5 --rules navas"),
    "simulate": ("simulate engagement-pikes",),
    "trace": ("trace recovery-militia --lang es",),
    "compare": ("compare engagement-pikes filo-read navas",),
}
"""By the command whose help shows them."""
