"""The odds sheets of this game, as ``sheets.toml`` declares them."""

from __future__ import annotations

from functools import partial
from typing import Final

from mangonel.games.filo.questions import QUESTIONS
from mangonel.games.filo.sheets import combats, rolls
from mangonel.games.question import attempt
from mangonel.paper.catalogue import read_catalogue

CATALOGUE: Final = read_catalogue("filo", combats, rolls, attempt=partial(attempt, QUESTIONS))
