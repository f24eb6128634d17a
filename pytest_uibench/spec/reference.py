"""What an app is compared with, and the viewport it is looked at in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final

from pytest_uibench.constants import (
    PHONE_HEIGHT,
    PHONE_WIDTH,
    VIEWPORT_HEIGHT,
    VIEWPORT_SCALES,
    VIEWPORT_SIDES,
    VIEWPORT_WIDTH,
)
from pytest_uibench.model import Viewport

from .files import PathTo
from .records import Placed, Record, key
from .rules import OneOf, Rule
from .scalars import Choice, Number
from .shapes import Shape

_SIDE: Final = Number(low=VIEWPORT_SIDES[0], high=VIEWPORT_SIDES[1], whole=True)
DEFAULT_VIEWPORT: Final = Viewport(width=VIEWPORT_WIDTH, height=VIEWPORT_HEIGHT)


@dataclass(frozen=True, kw_only=True)
class Device:
    """A viewport with what belongs to it."""

    viewport: Viewport
    touch: bool = False


DEVICES: Final[Mapping[str, Device]] = {
    "desktop": Device(viewport=DEFAULT_VIEWPORT),
    "phone": Device(viewport=Viewport(width=PHONE_WIDTH, height=PHONE_HEIGHT), touch=True),
}


@dataclass(frozen=True, kw_only=True)
class Reference(Placed):
    """What the app is compared with: a runnable project, or a capture made of one. Exactly one of the two is given."""

    RULES: ClassVar[tuple[Rule, ...]] = (OneOf(("app", "capture")),)
    app: Path | None = field(
        default=None,
        metadata=key(PathTo("folder"), "Folder of the reference project, relative to this spec."),
    )
    capture: Path | None = field(
        default=None,
        metadata=key(
            PathTo("folder", " `uibench capture APP -o DIR` makes one."),
            "Folder that `uibench capture` made, relative to this spec.",
        ),
    )


@dataclass(frozen=True, kw_only=True)
class _Viewport(Placed):
    """Size of the window, in CSS pixels."""

    width: int = field(metadata=key(_SIDE, "Width."))
    height: int = field(metadata=key(_SIDE, "Height."))
    scale: float = field(
        default=1.0,
        metadata=key(Number(low=VIEWPORT_SCALES[0], high=VIEWPORT_SCALES[1]), "Device pixels per CSS pixel."),
    )


def _to_model(made: _Viewport) -> Viewport:
    return Viewport(width=made.width, height=made.height, scale=made.scale)


REFERENCE: Final = Record(Reference, "reference", "reference")
VIEWPORT: Final[Shape] = Record(_Viewport, "viewport", "viewport", finish=_to_model)
DEVICE: Final = Choice(tuple(DEVICES), "a device")
