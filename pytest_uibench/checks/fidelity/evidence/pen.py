"""Drawing on a picture: text in a font that has its letters, outlines that show on light and dark pages."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_REGULAR = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf", "Helvetica.ttc", "segoeui.ttf")
_BOLD = ("DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "Arial Bold.ttf", "arialbd.ttf", "segoeuib.ttf")
_WIDE = ("NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular.otf", "msyh.ttc", "PingFang.ttc", "wqy-zenhei.ttc")
_WIDE_FROM = "\u2e80"
"""Start of the East Asian scripts, which common Latin fonts lack."""
_PLAIN = str.maketrans({"→": ">", "Δ": "d", "…": "...", "·": "-", "“": '"', "”": '"'})
_SMOOTH = 4
_DASH = (6, 4)
_OUTSIDE = 20.0


@functools.cache
def _font(size: int, bold: bool, wide: bool) -> tuple[FreeTypeFont | ImageFont, bool]:
    """A font of this size, and whether it has more than the Latin letters."""
    from PIL import ImageFont as Fonts

    names = (_WIDE if wide else ()) + ((_BOLD + _REGULAR) if bold else _REGULAR)
    for name in names:
        try:
            return Fonts.truetype(name, size), True
        except OSError:
            continue
    return Fonts.load_default(size), False


def _set(text: str, size: int, bold: bool) -> tuple[FreeTypeFont | ImageFont, str]:
    """A font for this text and the text as it can be set: one line, nothing that controls its direction."""
    font, full = _font(size, bold, any(letter >= _WIDE_FROM for letter in text))
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return font, line if full else line.translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on one picture."""

    image: Image
    draw: ImageDraw
    edge: str = "#ffffff"
    """Colour of the thin line that sets outlines off from pictures on the page: the page's background."""

    def text(self, at: Point, text: str, *, size: int = 14, color: str = "#1f2933", bold: bool = False) -> float:
        """Write one line with its top left corner at ``at``; returns its width."""
        font, shown = _set(text, size, bold)
        self.draw.text(at, shown, font=font, fill=color)
        return float(self.draw.textlength(shown, font=font))

    def fit(self, text: str, width: float, *, size: int = 14, bold: bool = False) -> str:
        """``text``, cut with an ellipsis to the width given."""
        if self.width(text, size=size, bold=bold) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + "…", size=size, bold=bold) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"

    def wrap(self, text: str, width: float, *, size: int = 14, lines: int = 3) -> list[str]:
        """``text`` in at most so many lines of this width, broken at blanks."""
        found: list[str] = []
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if not line or self.width(longer, size=size) <= width:
                line = longer
                continue
            found.append(line)
            line = word
        found.append(line)
        if len(found) > lines:
            found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
        return [self.fit(entry, width, size=size) for entry in found if entry]

    def width(self, text: str, *, size: int = 14, bold: bool = False) -> float:
        """Width of one line of text."""
        font, shown = _set(text, size, bold)
        return float(self.draw.textlength(shown, font=font))

    def outline(self, rect: Rect, color: str, *, width: int = 2, dashed: bool = False) -> None:
        """A frame around ``rect`` set off by the edge colour."""
        left, top = self._within(rect[:2])
        right, bottom = self._within(rect[2:])
        outer = (left - width, top - width, right + width, bottom + width)
        if dashed:
            self._dashes(outer, self.edge, width + 2)
            self._dashes(outer, color, width)
            return
        halo = (outer[0] - 1, outer[1] - 1, outer[2] + 1, outer[3] + 1)
        self.draw.rectangle(halo, outline=self.edge)
        self.draw.rectangle(outer, outline=color, width=width)

    def _within(self, point: Point) -> Point:
        """The point, or the nearest one just outside the picture: a page can place a block anywhere."""
        x, y = point
        return min(max(x, -_OUTSIDE), self.image.width + _OUTSIDE), min(max(y, -_OUTSIDE), self.image.height + _OUTSIDE)

    def _dashes(self, rect: Rect, color: str, width: int) -> None:
        left, top, right, bottom = rect
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        for start, end in itertools.pairwise(corners):
            self.dashed_line(start, end, color, width=width)

    def dashed_line(self, start: Point, end: Point, color: str, *, width: int = 2) -> None:
        """A straight dashed line."""
        length = math.dist(start, end)
        on, off = _DASH
        position = 0.0
        while position < length:
            stop = min(length, position + on)
            self.draw.line((_along(start, end, position / length), _along(start, end, stop / length)), color, width)
            position += on + off

    def arrow(self, start: Point, end: Point, color: str) -> None:
        """A line with a head at its end, set off by the edge colour."""
        start, end = self._within(start), self._within(end)
        for shade, width in ((self.edge, 6), (color, 3)):
            self.draw.line((start, end), shade, width)
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        sides = [(end[0] - 14 * math.cos(angle + turn), end[1] - 14 * math.sin(angle + turn)) for turn in (-0.45, 0.45)]
        self.draw.polygon((end, *sides), fill=color)

    def badge(self, center: Point, text: str, color: str, *, radius: int = 11) -> None:
        """A filled disc with a white edge and a short white text."""
        from PIL import Image as Images
        from PIL import ImageDraw as Draws

        side = 2 * radius + 2
        disc = Images.new("RGBA", (side * _SMOOTH, side * _SMOOTH))
        pen = Draws.Draw(disc)
        edge = disc.width - 1
        pen.ellipse((0, 0, edge, edge), fill="#ffffff")
        pen.ellipse((2 * _SMOOTH, 2 * _SMOOTH, edge - 2 * _SMOOTH, edge - 2 * _SMOOTH), fill=color)
        font, _ = _font(12 * _SMOOTH, True, False)
        pen.text((disc.width / 2, disc.height / 2), text, font=font, fill="#ffffff", anchor="mm")
        small = disc.resize((side, side), Images.Resampling.LANCZOS)
        self.image.paste(small, (round(center[0] - side / 2), round(center[1] - side / 2)), small)

    def swatches(self, at: Point, colors: tuple[str, str], *, side: int = 9) -> None:
        """Two squares that touch: the reference's colour and the generated one, dark and light edged."""
        x, y = at
        self.draw.rectangle((x - 2, y - 2, x + 2 * side + 1, y + side + 1), fill="#ffffff", outline="#1f2933")
        for index, color in enumerate(colors):
            left = x + index * side
            self.draw.rectangle((left, y, left + side - 1, y + side - 1), fill=color)


def pen_on(image: Image, edge: str = "#ffffff") -> Pen:
    """A pen for this RGB picture."""
    from PIL import ImageDraw as Draws

    return Pen(image, Draws.Draw(image), edge)


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
