"""The reference beside the generated page, at one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uibench.checks.fidelity.pictures import Picture

from .pen import pen_on
from .sheet import FAINT, INK, MARGIN, PAPER, RULE, padded, panel

if TYPE_CHECKING:
    from PIL.Image import Image

_HEADER = 92
_CAPTION = 34
_TITLE, _SUBTITLE, _LABEL = 28, 19, 18


def side_by_side(
    title: str,
    subtitle: str,
    reference: Picture | None,
    generated: Picture | None,
    viewport: tuple[int, int],
    *,
    absent: str = "no screenshot",
) -> Image:
    """One sheet with both screenshots; the smaller one stands on hatching, neither is resized to the other.

    Args:
        title: screen and routes. subtitle: scores in one line.
        reference, generated: pictures in CSS pixels, None where there is none.
        viewport: width and height that stand for a picture that is missing.
        absent: why there is no generated picture.
    """
    from PIL import Image as Images

    panels = [panel("Reference", reference, viewport), panel("Generated", generated, viewport, absent)]
    width = max(p.image.width for p in panels)
    height = max(p.image.height for p in panels)
    size = (2 * width + 3 * MARGIN, _HEADER + _CAPTION + height + MARGIN)
    sheet = Images.new("RGB", size, PAPER)
    pen = pen_on(sheet)
    room = size[0] - 2 * MARGIN
    pen.text((MARGIN, 16), pen.fit(title, room, size=_TITLE, bold=True), size=_TITLE, color=INK, bold=True)
    pen.text((MARGIN, 56), pen.fit(subtitle, room, size=_SUBTITLE), size=_SUBTITLE, color=FAINT)
    for index, shown in enumerate(panels):
        left, top = MARGIN + index * (width + MARGIN), _HEADER + _CAPTION
        label = pen.fit(shown.caption, width, size=_LABEL, bold=True)
        pen.text((left, _HEADER + 4), label, size=_LABEL, color=INK, bold=True)
        sheet.paste(padded(shown.image, (width, height)), (left, top))
        pen.draw.rectangle((left - 1, top - 1, left + width, top + height), outline=RULE)
    return sheet
