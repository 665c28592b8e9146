"""The odds sheets of this game, as ``sheets.toml`` declares them."""

from __future__ import annotations

from functools import partial
from typing import Final

from mangonel.games.cryhavoc.questions import QUESTIONS
from mangonel.games.cryhavoc.sheets import combats, works
from mangonel.games.question import attempt
from mangonel.paper.catalogue import read_catalogue

CATALOGUE: Final = read_catalogue("cryhavoc", combats, works, attempt=partial(attempt, QUESTIONS))
