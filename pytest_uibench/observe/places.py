"""Console lines with the places of what a person wrote: minified places traced back, once for all pages of a call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pytest_uibench import constants
from pytest_uibench.model import ConsoleLine, PageObservation
from pytest_uibench.subject.sourcemap import SourcePlace

Place = tuple[str, int, int]
Locate = Callable[[Sequence[Place]], Mapping[Place, SourcePlace]]

RENDER_LOOP = re.compile(r"React error #301\b|Too many re-renders")
SWALLOWING = frozenset({"vue", "angular"})
"""Libraries that log an error which nobody caught, and go on."""


def with_places(
    pages: Sequence[PageObservation],
    library: str | None,
    locate: Locate,
    render_loop: Callable[[], SourcePlace | None],
    unset: Callable[[str], tuple[str, ...]] = lambda file: (),
) -> tuple[PageObservation, ...]:
    """Give the errors on ``pages`` their place in the sources; asks ``locate`` only when there is one to be found.

    Args:
        library: the project's interface library: decides whether logged errors count as its own.
        locate: :func:`pytest_uibench.subject.sourcemap.locate` of one prepared subject.
        render_loop: gives the place of React's render loop, which no stack tells.
        unset: gives the variables that a source file reads and nothing sets.
    """
    wanted = {place: None for page in pages for line in _telling(page, library) for place in _places(line)}
    if not wanted:
        return tuple(pages)
    found = locate(list(wanted))
    return tuple(
        replace(page, console=tuple(_with_unset(_placed(line, found, render_loop), unset) for line in page.console))
        if _telling(page, library)
        else page
        for page in pages
    )


def _with_unset(line: ConsoleLine, unset: Callable[[str], tuple[str, ...]]) -> ConsoleLine:
    """The line with what its source file misses, where it stands at one."""
    source = line.url is not None and not line.url.startswith(("/", "http:", "https:"))
    return replace(line, unset=unset(line.url)) if source and line.url else line


def _telling(page: PageObservation, library: str | None) -> list[ConsoleLine]:
    """Lines whose place is worth a build with maps: uncaught errors, and logged ones that explain a broken page."""
    logged = library in SWALLOWING or _looks_broken(page)
    return [
        line
        for line in page.console
        if _generated(line.url) and (line.kind == "pageerror" or (line.kind == "error" and line.frames and logged))
    ]


def _looks_broken(page: PageObservation) -> bool:
    """Little on show, or a router's own error page: wider than the render rule, which is for checks to apply."""
    probe = page.probe
    if constants.ROUTER_ERROR_TITLE in page.text:
        return True
    return (
        probe is None
        or probe.canvas == "flat"
        or probe.all < constants.RENDERED_MIN_ELEMENTS
        or probe.text < constants.RENDERED_MIN_TEXT
    )


def _generated(url: str | None) -> bool:
    return url is not None and url.startswith("/")


def _places(line: ConsoleLine) -> list[Place]:
    """The line's own place, then the stack's."""
    own = [(line.url, line.line, line.column)] if line.url and line.line and line.column else []
    return [*own, *filter(None, map(_frame, line.frames))]


def _frame(text: str) -> Place | None:
    url, _, line = text.rpartition(":")[0].rpartition(":")
    column = text.rpartition(":")[2]
    return (url, int(line), int(column)) if url and line.isdigit() and column.isdigit() else None


def _placed(
    line: ConsoleLine, found: Mapping[Place, SourcePlace], render_loop: Callable[[], SourcePlace | None]
) -> ConsoleLine:
    """The line at the innermost place of the app's own source; unchanged when there is none."""
    if not _generated(line.url):
        return line
    places = _places(line)
    logger = None
    if line.kind != "pageerror":
        # Where an error was logged is not where it was thrown.
        called = found.get(places[0]) if places and line.line and line.column else None
        logger = called.package if called else None
        places = [place for place in map(_frame, line.frames) if place]
    thrown = next((found[place] for place in places if place in found and found[place].package is None), None)
    if thrown is None and line.kind == "pageerror" and RENDER_LOOP.search(line.text):
        thrown = render_loop()
    if thrown is None:
        return replace(line, logger=logger)
    return replace(line, url=thrown.file, line=thrown.line, column=thrown.column, logger=logger)
