"""Synthetic screens for the fidelity tests: a back office with a sidebar, and what can go wrong with a page of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from pytest_uibench.model import Block, Box, Failure, ScreenCapture, Viewport

DESKTOP = Viewport(width=1440, height=900)
DARK, GREY, BLUE = (17, 24, 39), (107, 114, 128), (37, 99, 235)
LETTER, LINE = 0.0055, 0.024
"""Width of a letter and height of a line in viewport fractions."""

SIDEBAR = ("northwind desk", "overview", "orders", "customers", "calendar", "invoices", "team", "settings", "sign out")
PAGES: dict[str, tuple[str, ...]] = {
    "/": (
        "overview",
        "good morning, ada",
        "revenue this month",
        "open orders by region",
        "latest activity",
        "see more",
    ),
    "/orders": ("orders", "every order of the last quarter", "order number", "placed on", "shipment", "export as csv"),
    "/customers": (
        "customers",
        "people who bought twice",
        "lifetime value",
        "last contact",
        "add a customer",
        "segment",
    ),
    "/calendar": ("calendar", "june 2026", "board meeting at noon", "stock count", "dentist", "add an appointment"),
    "/invoices": ("invoices", "unpaid since may", "due date", "reminder sent", "download all", "paid in full"),
}


def block(
    text: str, x: float, y: float, color: tuple[int, int, int] = DARK, *, tag: str = "p", scale: float = 1
) -> Block:
    """One line of text as wide as its letters."""
    return Block(text, Box(x, y, max(1, len(text)) * LETTER * scale, LINE * scale), color, tag)


def sidebar(x: float = 0.02) -> list[Block]:
    return [block(text, x, 0.04 + 0.05 * row, GREY, tag="a") for row, text in enumerate(SIDEBAR)]


def body(texts: Sequence[str]) -> list[Block]:
    """A heading and lines in two columns."""
    heading = block(texts[0], 0.25, 0.06, DARK, tag="h1", scale=2)
    places = [(0.25 + 0.35 * (i % 2), 0.2 + 0.12 * (i // 2)) for i in range(len(texts) - 1)]
    colors = (DARK, GREY, BLUE)
    rest = [block(t, x, y, colors[i % 3]) for i, (t, (x, y)) in enumerate(zip(texts[1:], places, strict=True))]
    return [heading, *rest]


def capture(route: str, blocks: Iterable[Block], **more: object) -> ScreenCapture:
    """A capture with the same blocks in both forms."""
    kept = tuple(blocks)
    given: dict[str, object] = {"viewport": DESKTOP, "blocks": kept, "content": kept} | more
    return ScreenCapture(id=route.strip("/") or "home", route=route, **given)  # type: ignore[arg-type]


def screens(routes: Iterable[str] = tuple(PAGES)) -> list[ScreenCapture]:
    return [capture(route, [*sidebar(), *body(PAGES[route])]) for route in routes]


def failed(route: str, message: str = "the page crashed") -> ScreenCapture:
    fault = Failure(label="infra:browser", stage="render", message=message)
    return capture(route, (), fault=fault)


def altered(page: ScreenCapture, change: Callable[[Block], Block | None]) -> ScreenCapture:
    """The page with every block changed; None drops it."""
    kept = tuple(new for old in page.content if (new := change(old)) is not None)
    return replace(page, blocks=kept, content=kept)


def is_shell(one: Block) -> bool:
    return one.bbox.x < 0.2


def palette_swapped(one: Block) -> Block:
    red, green, blue = one.fg_color
    return replace(one, fg_color=(255 - blue, red, 255 - green))


def mirrored(one: Block) -> Block:
    return replace(one, bbox=replace(one.bbox, x=1 - one.bbox.x - one.bbox.w))


def doubled(one: Block) -> Block:
    """Twice as large about its own centre."""
    box = one.bbox
    return replace(one, bbox=Box(box.x - box.w / 2, box.y - box.h / 2, 2 * box.w, 2 * box.h))


def shuffled(page: ScreenCapture, seed: int = 3) -> ScreenCapture:
    """The texts of the page's body at one another's places, each as wide as its letters."""
    places = [one for one in page.content if not is_shell(one)]
    texts = [one.text for one in places]
    random.Random(seed).shuffle(texts)
    moved = [block(t, one.bbox.x, one.bbox.y, one.fg_color, tag=one.tag) for t, one in zip(texts, places, strict=True)]
    kept = (*(one for one in page.content if is_shell(one)), *moved)
    return replace(page, blocks=kept, content=kept)


def scrambled(one: Block) -> Block:
    """Every two letters swapped, except in the shell."""
    letters = [one.text[i : i + 2][::-1] for i in range(0, len(one.text), 2)]
    return one if is_shell(one) else replace(one, text="".join(letters))
