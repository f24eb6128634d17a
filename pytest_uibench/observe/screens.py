"""The screens that a generated app shows, out of the pages that were opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_uibench import constants
from pytest_uibench.model import PageObservation, ScreenCapture, SiteObservation, Viewport

from .store import load


@dataclass(frozen=True, slots=True, kw_only=True)
class Screens:
    """Captures of the app's routes: the candidates of the alignment."""

    captures: tuple[ScreenCapture, ...]
    pictures: tuple[Path | None, ...]
    pages: tuple[PageObservation, ...]
    """The pages that they were taken from, one each."""


def screens_of(site: SiteObservation, folder: Path, viewport: Viewport, declared: Callable[[str], bool]) -> Screens:
    """Captures of every declared route and of what the crawl found beyond them.

    Args:
        site: pages of the app.
        folder: the app's folder in the output directory, which the pages' files are relative to.
        viewport: of the pages that were not captured.
        declared: True for a path that belongs to a declared route: its other values are the same screen.

    A page that is not there, or fails by its own fault, is no candidate; one that the machine failed is one.
    """
    found: list[tuple[ScreenCapture, Path | None, PageObservation]] = []
    for page in site.pages:
        if (page.status or 0) >= constants.CLIENT_ERROR_STATUS:
            continue
        if page.source == "crawl" and (declared(page.path) or _not_found(page, site)):
            continue
        capture, picture = _capture(page, folder, viewport)
        if capture is not None and (capture.fault is None or capture.fault.infrastructure):
            found.append((capture, picture, page))
    return Screens(
        captures=tuple(capture for capture, _, _ in found),
        pictures=tuple(picture for _, picture, _ in found),
        pages=tuple(page for _, _, page in found),
    )


def _not_found(page: PageObservation, site: SiteObservation) -> bool:
    """A link that leads nowhere: it shows what an address shows that cannot exist."""
    return site.probe is not None and page.fingerprint == site.probe.fingerprint


def _capture(page: PageObservation, folder: Path, viewport: Viewport) -> tuple[ScreenCapture | None, Path | None]:
    if page.capture is None:
        if page.fault is None:
            return None, None
        return ScreenCapture(id=page.route, route=page.route, path=page.path, viewport=viewport, fault=page.fault), None
    file = folder / page.capture
    # Written by this run: what a stranger may have edited is checked, this is not.
    capture = load(file, ScreenCapture)
    if capture is None:
        return None, None
    return capture, None if capture.screenshot is None else file.parent / capture.screenshot
