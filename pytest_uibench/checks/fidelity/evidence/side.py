"""The reference beside the generated page, at one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uibench.checks.fidelity.pictures import Picture

from .pen import pen_on
from .sheet import FAINT, INK, MARGIN, PAPER, RULE, padded, panel

if TYPE_CHECKING:
    from PIL.Image import Image

_HEADER = 76
_CAPTION = 30


def side_by_side(
    title: str,
    subtitle: str,
    reference: Picture | None,
    generated: Picture | None,
    viewport: tuple[int, int],
) -> Image:
    """One sheet with both screenshots; the smaller one stands on hatching, neither is resized to the other.

    Args:
        title: screen and routes. subtitle: scores in one line.
        reference, generated: pictures in CSS pixels, None where there is none.
        viewport: width and height that stand for a picture that is missing.
    """
    from PIL import Image as Images

    panels = [panel("Reference", reference, viewport), panel("Generated", generated, viewport)]
    width = max(p.image.width for p in panels)
    height = max(p.image.height for p in panels)
    size = (2 * width + 3 * MARGIN, _HEADER + _CAPTION + height + MARGIN)
    sheet = Images.new("RGB", size, PAPER)
    pen = pen_on(sheet)
    room = size[0] - 2 * MARGIN
    pen.text((MARGIN, 16), pen.fit(title, room, size=22, bold=True), size=22, color=INK, bold=True)
    pen.text((MARGIN, 46), pen.fit(subtitle, room, size=15), size=15, color=FAINT)
    for index, shown in enumerate(panels):
        left, top = MARGIN + index * (width + MARGIN), _HEADER + _CAPTION
        pen.text((left, _HEADER + 4), pen.fit(shown.caption, width, size=15, bold=True), size=15, color=INK, bold=True)
        sheet.paste(padded(shown.image, (width, height)), (left, top))
        pen.draw.rectangle((left - 1, top - 1, left + width, top + height), outline=RULE)
    return sheet
