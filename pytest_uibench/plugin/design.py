"""``assert_matches_design``: the visual comparison for hand-written tests with Python's Playwright."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench.checks.fidelity.evidence import Shot, write_evidence
from pytest_uibench.checks.fidelity.pair import judge_pair
from pytest_uibench.checks.fidelity.verdict import fidelity_lines
from pytest_uibench.model import ScreenCapture, ScreenFidelity, UibenchError
from pytest_uibench.observe.captures import load_capture, load_screen, save_screen
from pytest_uibench.observe.ocr import capture_picture
from pytest_uibench.observe.screen import ScreenName, capture_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

UPDATE = "UIBENCH_UPDATE_DESIGNS"
"""Set to 1 to write references anew from what the pages show."""
EVIDENCE = Path("uibench-designs")


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignMatch:
    """How close a page is to its reference; scores 0-100."""

    vfs: float | None
    """``vfs-paper/1``."""
    content_vfs: float | None
    """``vfs-content/1``; a single screen has no shell to leave out."""
    details: ScreenFidelity
    pictures: tuple[Path, ...]
    """Side by side, and the overlay of the blocks."""


def assert_matches_design(
    page: Page,
    reference: str | Path,
    *,
    min_vfs: float | None = None,
    min_content_vfs: float | None = None,
    screen: str | None = None,
    evidence: str | Path | None = EVIDENCE,
) -> DesignMatch:
    """Fail when ``page`` looks less like ``reference`` than asked for; say which blocks cost the points.

    Args:
        page: any page of Playwright's sync API; it is waited for until it has settled, and scrolled through once.
        reference: a picture (``.png``, read by OCR), a captured screen (``.json``), or the folder that ``uibench
            capture`` made, together with ``screen``. A ``.json`` that is not there yet is written from the page when
            the environment variable ``UIBENCH_UPDATE_DESIGNS`` is 1; an existing one is then replaced.
        min_vfs: least published score (METRICS section 3), 0-100.
        min_content_vfs: least content score, 0-100, which unmatched blocks lower. With neither, ``min_vfs`` is 90.
        screen: id of the screen in a capture folder.
        evidence: folder for the pictures; None draws none.

    Raises:
        AssertionError: below a threshold, with sub-metrics, the costliest blocks and the pictures' paths.
        UibenchError: the reference cannot be read, or the page cannot be captured.
    """
    __tracebackhide__ = True
    path = Path(reference)
    if min_vfs is None and min_content_vfs is None:
        min_vfs = 90.0
    _check_range(min_vfs=min_vfs, min_content_vfs=min_content_vfs)
    shot = capture_page(page, ScreenName(id=screen or path.stem, route=page.url))
    if shot.capture.fault is not None:
        raise UibenchError(f"{page.url} cannot be captured: {shot.capture.fault.message}")
    if path.suffix == ".json" and os.environ.get(UPDATE) == "1":
        save_screen(path, shot.hashed())
    wanted, picture = _reference(path, screen, shot.capture)
    found, comparison = judge_pair(wanted, shot.capture)
    short = _short(found, min_vfs, min_content_vfs)
    pictures: tuple[Path, ...] = ()
    if evidence is not None:
        folder = Path(evidence)
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", screen or path.stem)
        own = folder / f"{name}.png"
        own.write_bytes(shot.picture or b"")
        drawn = write_evidence(
            found, comparison, Shot(wanted, picture), Shot(shot.capture, own), folder=folder, name=name
        )
        pictures = tuple(folder / file for file in (drawn.side, drawn.overlay) if file)
    if short:
        lines = [f"{page.url} does not match {path}: {'; '.join(short)}", *fidelity_lines(found)]
        raise AssertionError("\n".join([*lines, *(f"picture: {picture}" for picture in pictures)]))
    return DesignMatch(vfs=found.vfs, content_vfs=found.content_vfs, details=found, pictures=pictures)


def _reference(path: Path, screen: str | None, seen: ScreenCapture) -> tuple[ScreenCapture, Path | None]:
    if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".webp"):
        if not path.is_file():
            raise UibenchError(f"{path} is not there: name a picture of the page as it should look")
        return capture_picture(path, id=path.stem, route=seen.route, viewport=seen.viewport), path
    if path.suffix == ".json":
        if not path.is_file():
            raise UibenchError(f"{path} is not there: run once with {UPDATE}=1 to write it from what the page shows")
        capture = load_screen(path)
        return capture, None if capture.screenshot is None else path.parent / capture.screenshot
    captured = load_capture(path)
    there = [capture.id for capture in captured.captures]
    chosen = next((capture for capture in captured.captures if capture.id == screen), None)
    if chosen is None:
        raise UibenchError(f"{path}: screen={screen!r} is not among its screens: {', '.join(there)}")
    return chosen, captured.picture(chosen)


def _short(found: ScreenFidelity, min_vfs: float | None, min_content_vfs: float | None) -> list[str]:
    """Thresholds that were missed; what could not be scored reaches none."""
    said = []
    for title, got, least in (("VFS", found.vfs, min_vfs), ("content VFS", found.content_vfs, min_content_vfs)):
        if least is not None and (got is None or got < least):
            said.append(f"{title} {'was not scored' if got is None else f'{got:.1f}'}, needs {least:g}")
    return said


def _check_range(**thresholds: float | None) -> None:
    for name, value in thresholds.items():
        if value is not None and not 0 <= value <= 100:
            raise UibenchError(f"{name}={value!r}: expects a score from 0 to 100")
