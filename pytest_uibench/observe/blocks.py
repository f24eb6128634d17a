"""Text blocks and elements of a live page, in the paper's form and in the content form (METRICS 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_uibench import constants
from pytest_uibench.model import Block, Box, Element

from .world import ask

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

SURROGATES = re.compile("[\ud800-\udfff]")

Raw = Sequence[Any]
"""``[text, left, top, width, height, red, green, blue, tag]`` in CSS pixels of the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """What one walk over a page found."""

    blocks: tuple[Block, ...]
    """Paper form, merged."""
    content: tuple[Block, ...]
    """Content form."""
    elements: tuple[Element, ...]
    width: int
    """Viewport, in CSS pixels."""
    height: int
    scale: float
    """Device pixels per CSS pixel."""
    page_height: int
    inner_height: int
    """Height of what the page's own scroller holds where the document itself does not scroll, else 0."""
    opaque: float
    """Share of the captured area under canvas, video, plug-ins and frames of other origins."""
    cut: tuple[str, ...]
    """What was bounded: ``blocks``, ``content``, ``elements``, ``nodes``, ``frames``."""
    url: str
    title: str
    password: bool
    """A password field is on show."""
    glyphs: tuple[str, ...]
    """Characters of the page that no font here has (F82)."""
    busy: bool
    """Something that looks like a loading indicator is on show."""


def read_content(page: Page, cdp: CDPSession | None = None) -> PageContent:
    """Blocks in both forms and the element snapshot of ``page`` as it stands: one question, nothing changed.

    Colours are what the browser paints, in 8-bit sRGB, whatever the notation (``oklch()``, ``color-mix()``, names). In
    the paper's form that is the parent's ``color`` without its alpha; in the content form alpha and opacity are mixed
    with the background colours beneath, text cut out of a gradient has the gradient's mean, SVG text its fill.

    Raises:
        playwright Error: the page moved on, crashed or was closed.
    """
    found: Mapping[str, Any] = ask(page, cdp, "blocks", _options())
    width, height = max(1, found["width"]), max(1, found["height"])
    return PageContent(
        blocks=merge_blocks(_block(raw, width, height) for raw in found["paper"]),
        content=tuple(_rounded(_block(raw, width, height)) for raw in found["content"]),
        elements=tuple(map(_element, found["elements"])),
        width=width,
        height=height,
        scale=float(found["scale"]),
        page_height=found["pageHeight"],
        inner_height=found["inner"],
        opaque=round(found["opaque"], constants.BLOCK_DIGITS),
        cut=tuple(found["cut"]),
        url=found["url"],
        title=_clean(found["title"]),
        password=found["password"],
        glyphs=tuple(map(_clean, found["bare"])),
        busy=found["busy"],
    )


def merge_blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Join neighbours as the paper does (METRICS 3), in document order; boxes rounded.

    A block joins the previous one when their tops differ by less than 0.02, its left edge is less than 0.02 right of
    the previous right edge (or anywhere left of it), and the tag is the same: texts joined by a blank, only the width
    grows, the colour is the first one's.
    """
    merged: list[Block] = []
    for block in blocks:
        last = merged[-1] if merged else None
        if last is not None and _joins(last, block):
            right = max(last.bbox.x + last.bbox.w, block.bbox.x + block.bbox.w)
            merged[-1] = replace(last, text=f"{last.text} {block.text}", bbox=replace(last.bbox, w=right - last.bbox.x))
        else:
            merged.append(block)
    return tuple(map(_rounded, merged))


def _joins(last: Block, block: Block) -> bool:
    distance = constants.BLOCK_MERGE_DISTANCE
    same_line = abs(block.bbox.y - last.bbox.y) < distance
    return same_line and block.bbox.x - (last.bbox.x + last.bbox.w) < distance and block.tag == last.tag


def normal_text(text: str) -> str:
    """A block's text: trimmed, lower case, at most 200 characters; what is not Unicode text replaced."""
    return _clean(text).strip().lower()[: constants.BLOCK_TEXT_LIMIT]


def _clean(text: str) -> str:
    return SURROGATES.sub("\ufffd", text)


def _block(raw: Raw, width: int, height: int) -> Block:
    text, left, top, wide, high, red, green, blue, tag = raw
    return Block(
        text=normal_text(text),
        bbox=Box(left / width, top / height, wide / width, high / height),
        fg_color=(red, green, blue),
        tag=tag,
    )


def _rounded(block: Block) -> Block:
    x, y, w, h = (round(v, constants.BLOCK_DIGITS) for v in (block.bbox.x, block.bbox.y, block.bbox.w, block.bbox.h))
    return replace(block, bbox=Box(x, y, w, h))


def _element(found: Mapping[str, Any]) -> Element:
    left, top, width, height = (float(side) for side in found["box"])
    return Element(
        selector=found["selector"],
        tag=found["tag"],
        role=found["role"],
        name=_clean(found["name"]),
        box=(left, top, width, height),
        styles=dict(found["styles"]),
    )


def _options() -> dict[str, float | str]:
    return {
        "viewports": constants.BLOCK_VIEWPORTS,
        "minSide": constants.BLOCK_MIN_SIDE,
        "textLimit": constants.BLOCK_TEXT_LIMIT,
        "longest": constants.BLOCK_TEXT_LONGEST,
        "blocks": constants.BLOCK_LIMIT,
        "nodes": constants.BLOCK_NODES_LIMIT,
        "frameDepth": constants.BLOCK_FRAME_DEPTH,
        "faint": constants.BLOCK_FAINT,
        "mask": constants.BLOCK_PASSWORD_MASK,
        "scrollerShare": constants.SCROLLER_SHARE,
        "elements": constants.ELEMENT_LIMIT,
        "name": constants.ELEMENT_NAME_LIMIT,
        "selector": constants.ELEMENT_SELECTOR_LIMIT,
        "glyphs": constants.GLYPH_SAMPLES,
        "busy": constants.LOADING_MARKS,
        "pulseArea": constants.LOADING_PULSE_AREA,
    }
