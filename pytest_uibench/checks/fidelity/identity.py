"""Which screen is this? A page is the screen that it shows best among all, if it shows it at all (SPEC.md).

The same recognition as the alignment has (see ``recognise``), for one page at a time: after a click, after a walk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_uibench.model import ScreenCapture

from .content import content_comparison
from .field import content_of, lay_out, share_a_word
from .ratios import Ratios
from .recognise import recognise, set_apart
from .shell import height_of

_FULL = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What a page was recognised as."""

    screen: str | None
    """Id of the screen; None when the page is none of them."""
    agreement: Mapping[str, float]
    """Screen id to the mean of content score and recognised share, 0-1."""
    accepted: frozenset[str]
    """Screens of which the page shows enough."""


class Recogniser:
    """Knows a reference's screens and the app's shell."""

    def __init__(
        self,
        references: Sequence[ScreenCapture],
        generated: Sequence[ScreenCapture],
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """``generated``: captures of the app's routes, by which its shell is found where it stands elsewhere."""
        self._field = lay_out(references, generated, aliases or {})

    def identify(self, page: ScreenCapture) -> Identity:
        """The screen that ``page`` shows; none for a page that could not be captured."""
        if page.fault is not None:
            return Identity(screen=None, agreement={}, accepted=frozenset())
        field = self._field
        screens = [field.references[index] for index in field.rows]
        blocks, shell = content_of(page), field.shell.in_generated(content_of(page), height_of(page))
        kept = [block for index, block in enumerate(blocks) if index not in shell]
        ratios = Ratios(
            [block.text for screen in screens for block in content_of(screen)], [block.text for block in blocks]
        )
        judged = set_apart(
            [
                (recognise(own, kept, ratios, same_word=share_a_word(screen.route, page.route)),)
                for own, screen in zip(field.own, screens, strict=True)
            ]
        )
        agreement: dict[str, float] = {}
        accepted: set[str] = set()
        for screen, (found,) in zip(screens, judged, strict=True):
            compared = content_comparison(screen, page, field.shell, ratios)
            content = compared.metric.score.page / _FULL if compared else 0.0
            agreement[screen.id] = content if found.share is None else (content + found.share) / 2
            if found.accepted:
                accepted.add(screen.id)
        best = max(accepted, key=lambda name: (agreement[name], name), default=None)
        return Identity(screen=best, agreement=agreement, accepted=frozenset(accepted))
