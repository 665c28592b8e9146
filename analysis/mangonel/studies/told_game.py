"""A game played once, that shows itself: as lines, as a map in a notebook, and as a chart."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

from mangonel.engine.trace import Trace
from mangonel.rules.words import capital, load_locale
from mangonel.studies.shown import handed_to_pyplot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ToldGame"]


@dataclass(frozen=True, repr=False)
class ToldGame(Trace):
    """One game from start to end."""

    title: str = ""
    """The scenario and the rule set."""

    @classmethod
    def of(cls, game: Trace, title: str) -> Self:
        """Return a game with its title."""
        return cls(**{field.name: getattr(game, field.name) for field in fields(game)}, title=title)

    def _repr_html_(self) -> str:
        from mangonel.document.trace_map import trace_svg

        return trace_svg(self, self.title, load_locale("en"))

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw what is watched of the game, turn by turn.

        Parameters
        ----------
        ax
            Where it is drawn; by default a new figure.
        """
        from mangonel.paper.charts.watched import watched_steps

        words = load_locale("en")
        lines = {
            capital(words.word("series", name, self.sequence)): [frame.watched[name] for frame in self.frames]
            for name in self.frames[0].watched
        }
        return handed_to_pyplot(watched_steps(lines, words.word("units", self.unit), self.title, ax=ax), ax)
