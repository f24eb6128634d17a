"""Text blocks of a page, and what one screen shows (METRICS sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .failure import Failure

Source = Literal["dom", "ocr"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in fractions of the viewport's width (``x``, ``w``) and height (``y``, ``h``)."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of visible text."""

    text: str
    """Trimmed, lower case, at most 200 characters."""
    bbox: Box
    fg_color: tuple[int, int, int]
    """8-bit sRGB."""
    tag: str
    """Element name, lower case; ``line`` for OCR."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewport:
    """What a capture was taken with, in CSS pixels."""

    width: int
    height: int
    scale: float = 1.0
    """Device pixels per CSS pixel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One element of a page's snapshot: what is needed to recognise it again and to compare its look."""

    selector: str
    """Short CSS path, unique on the page."""
    tag: str
    role: str | None = None
    """Explicit or implied ARIA role."""
    name: str = ""
    """Accessible name, else visible text, cut."""
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Left, top, width, height in CSS pixels of the page."""
    styles: Mapping[str, str] = field(default_factory=dict)
    """A few computed styles, as the browser gives them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenCapture:
    """One screen as it was seen, enough for scoring on another machine."""

    id: str
    """Screen id of the spec, or the route where there is none."""
    route: str
    """Expected route (reference) or route pattern (generated app)."""
    label: str | None = None
    path: str | None = None
    """Concrete path that was opened."""
    landed: str | None = None
    """Path where the page ended."""
    title: str = ""
    viewport: Viewport
    source: Source = "dom"
    blocks: tuple[Block, ...] = ()
    """Paper form: one per text node's parent, merged (``vfs-paper/1``)."""
    content: tuple[Block, ...] = ()
    """Content form: one per text node (``vfs-content/1``)."""
    elements: tuple[Element, ...] = ()
    page_height: int = 0
    """Height of the document in CSS pixels."""
    screenshot: str | None = None
    """PNG file, relative to the folder of the file that holds this capture."""
    capped: bool = False
    """The picture or the blocks end before the page does (F75)."""
    opaque: float = 0.0
    """Share of the captured area under canvas, video or foreign frames: not comparable by DOM."""
    estimated_colors: bool = False
    """Colours come from pixels, not from styles (OCR)."""
    average_hash: str | None = None
    """32x32 average hash of the picture, 256 hex digits."""
    flags: tuple[str, ...] = ()
    """``fonts: timeout``, ``unstable``, ``login``, ``loading``, ``scrolled`` …"""
    fault: Failure | None = None
    """The capture failed: no score, never an empty page."""
