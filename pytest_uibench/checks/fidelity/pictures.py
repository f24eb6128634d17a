"""Screenshots as pictures in CSS pixels: opened safely, brought to scale 1, never resized to fit one another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.model import UibenchError

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot in CSS pixels."""

    image: Image
    """RGB."""
    scale: float = 1.0
    """Device pixels per CSS pixel of the file."""
    size: tuple[int, int] = (0, 0)
    """Of the file, in device pixels."""


def open_picture(path: Path, scale: float = 1.0) -> Picture:
    """Open a screenshot, transparency on white, reduced by ``scale`` (2 for a picture taken at device scale 2).

    Raises:
        UibenchError: the file is missing, no picture, or larger than what is opened.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as found:
            width, height = found.size
            if width * height > constants.PICTURE_MAX_PIXELS:
                raise UibenchError(
                    f"{path.name} has {width} x {height} pixels; at most {constants.PICTURE_MAX_PIXELS:,} are opened. "
                    "Capture a shorter page."
                )
            image = on_white(found)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, SyntaxError, ValueError) as error:
        raise UibenchError(f"{path.name} cannot be opened as a picture: {error}") from None
    return Picture(to_css(image, scale), scale, (width, height))


def on_white(image: Image) -> Image:
    """As RGB, what is transparent on white (a page's own background is part of its screenshot)."""
    from PIL import Image as Images

    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layer = image.convert("RGBA")
        base = Images.new("RGBA", layer.size, (255, 255, 255, 255))
        return Images.alpha_composite(base, layer).convert("RGB")
    return image.convert("RGB")


def to_css(image: Image, scale: float) -> Image:
    """The picture in CSS pixels; untouched at scale 1."""
    if scale <= 0:
        raise UibenchError(f"A scale of {scale:g} is none: device pixels per CSS pixel are above 0.")
    if scale == 1.0:
        return image
    from PIL.Image import Resampling

    size = (max(1, round(image.width / scale)), max(1, round(image.height / scale)))
    return image.resize(size, Resampling.LANCZOS)
