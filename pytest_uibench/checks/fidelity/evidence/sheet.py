"""Panels on a sheet: screenshots padded to one size, framed, with captions (FIELD-CASES F88)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.checks.fidelity.pictures import Picture

from .pen import pen_on

if TYPE_CHECKING:
    from PIL.Image import Image

PAPER = "#eef1f4"
INK = "#1f2933"
FAINT = "#5b6774"
RULE = "#9aa5b1"
MARGIN = 24
_HATCH = ("#dfe4ea", "#cbd2d9")
_HATCH_STEP = 14


@dataclass(frozen=True, slots=True)
class Panel:
    """A screenshot cut to what is shown, with a caption that says everything that was done to it."""

    image: Image
    caption: str


def panel(name: str, picture: Picture | None, fallback: tuple[int, int], absent: str = "no screenshot") -> Panel:
    """A screenshot with its caption; an empty hatched area of the viewport's size where there is none."""
    from PIL import Image as Images

    if picture is None:
        return Panel(hatched(fallback), f"{name}: {absent}")
    image = picture.image
    facts = [f"{image.width} x {image.height} px"]
    if picture.scale != 1.0:
        width, height = picture.size
        facts.append(f"reduced to CSS pixels from {width} x {height}, taken at scale {picture.scale:g}")
    size = (min(image.width, constants.EVIDENCE_MAX_WIDTH), min(image.height, constants.EVIDENCE_MAX_HEIGHT))
    if size != image.size:
        facts.append(f"only the first {size[0]} x {size[1]} px are shown")
        image = image.crop((0, 0, *size))
    return Panel(Images.Image.copy(image), f"{name}: {', '.join(facts)}")


def padded(image: Image, size: tuple[int, int]) -> Image:
    """``image`` at the top left of a hatched area: nothing is stretched, and padding cannot be taken for the page."""
    if image.size == size:
        return image
    area = hatched(size)
    area.paste(image, (0, 0))
    return area


def hatched(size: tuple[int, int]) -> Image:
    """An area that is visibly no page."""
    from PIL import Image as Images

    width, height = size
    area = Images.new("RGB", (max(1, width), max(1, height)), _HATCH[0])
    pen = pen_on(area)
    for offset in range(-height, width, _HATCH_STEP):
        pen.draw.line(((offset, height), (offset + height, 0)), _HATCH[1], 2)
    return area


def background(image: Image) -> tuple[int, int, int]:
    """The most frequent colour of the picture, by a coarse look."""
    small = image.resize((64, 64), 0).convert("RGB")
    colors = Counter(small.getpixel((x, y)) for x in range(64) for y in range(64))
    found = colors.most_common(1)[0][0]
    if not isinstance(found, tuple):  # pragma: no cover - RGB pixels are tuples
        return (255, 255, 255)
    red, green, blue = found[:3]
    return red, green, blue
