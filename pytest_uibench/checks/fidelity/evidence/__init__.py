"""Pictures that show why a screen scored what it did. Needs Pillow, loaded where it draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.checks.fidelity.content import Comparison
from pytest_uibench.checks.fidelity.likeness import Likeness, likeness
from pytest_uibench.checks.fidelity.pictures import Picture, open_picture
from pytest_uibench.model import ScreenCapture, ScreenFidelity, UibenchError, Viewport

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Shot:
    """A capture with the place of its screenshot."""

    capture: ScreenCapture
    path: Path | None
    """PNG taken at the capture's ``viewport.scale``; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Files written for one screen, by name in the folder given."""

    side: str
    """Reference beside generated."""
    overlay: str | None
    """Outlined blocks with legend; None for a screen that no route shows."""
    likeness: Likeness | None
    """SSIM, plain and over what is drawn; None where a picture is missing."""
    notes: tuple[str, ...] = ()
    """Pictures that could not be used, and why."""


def write_evidence(
    screen: ScreenFidelity,
    comparison: Comparison | None,
    reference: Shot,
    generated: Shot | None,
    *,
    folder: Path,
    name: str,
) -> Evidence:
    """Draw and save ``<name>-side.png`` and ``<name>-overlay.png``.

    Args:
        screen: scores and reasons.
        comparison: of the content score (or the paper's); None draws no overlay.
        reference: the screen. generated: the matched route; None for MISS.
        folder: exists. name: safe as a file name.

    A screenshot that is missing or damaged is replaced by a hatched area and noted, never an exception.
    """
    notes: list[str] = []
    ours, theirs = _open(reference, notes), _open(generated, notes) if generated else None
    alike = _likeness(ours, theirs, notes)
    from .side import side_by_side

    viewport = reference.capture.viewport
    title = f"{screen.screen}   {screen.route} → {generated.capture.route if generated else 'no route (MISS)'}"
    absent = "no screenshot" if generated else "no route shows this screen"
    size = (viewport.width, viewport.height)
    sheet = side_by_side(title, _subtitle(screen, alike), ours, theirs, size, absent=absent)
    side = f"{name}-side.png"
    _save(sheet, folder / side)
    outlined = None
    if comparison is not None:
        outlined = f"{name}-overlay.png"
        facts = [*_facts(screen, alike), *screen.flags, *notes]
        _save(_outlined(screen, comparison, theirs, viewport, facts), folder / outlined)
    return Evidence(side=side, overlay=outlined, likeness=alike, notes=tuple(notes))


def _outlined(
    screen: ScreenFidelity,
    comparison: Comparison,
    picture: Picture | None,
    viewport: Viewport,
    facts: Sequence[str],
) -> Image:
    from PIL import Image as Images

    from .legend import WIDTH, legend
    from .overlay import framed, overlay
    from .pen import pen_on
    from .sheet import INK, MARGIN, PAPER

    page, counts, worst, shown = overlay(comparison, picture, viewport)
    column = legend(comparison.metric, counts, worst, facts)
    top = 48
    size = (page.width + WIDTH + 3 * MARGIN, max(page.height, column.height) + top + MARGIN)
    sheet = Images.new("RGB", size, PAPER)
    pen = pen_on(sheet)
    pen.text(
        (MARGIN, 16),
        pen.fit(f"{screen.screen}   {shown.caption}", page.width, size=15, bold=True),
        size=15,
        color=INK,
        bold=True,
    )
    sheet.paste(framed(page), (MARGIN, top))
    sheet.paste(column, (page.width + 2 * MARGIN, top))
    return sheet


def _subtitle(screen: ScreenFidelity, alike: Likeness | None) -> str:
    return "   ".join([screen.reason, *_facts(screen, alike)])


def _facts(screen: ScreenFidelity, alike: Likeness | None) -> list[str]:
    facts = [] if screen.vfs is None else [f"published VFS {screen.vfs:.1f}"]
    if alike is not None:
        ink = (
            "nothing drawn" if alike.ink_ssim is None else f"{alike.ink_ssim:.2f} over the {alike.ink_share:.0%} drawn"
        )
        facts.append(f"SSIM {alike.ssim:.2f}, {ink}")
    return facts


def _open(shot: Shot, notes: list[str]) -> Picture | None:
    if shot.path is None:
        return None
    try:
        return open_picture(shot.path, shot.capture.viewport.scale)
    except UibenchError as error:
        notes.append(str(error))
        return None


def _likeness(ours: Picture | None, theirs: Picture | None, notes: list[str]) -> Likeness | None:
    if ours is None or theirs is None:
        return None
    try:
        return likeness(ours.image, theirs.image)
    except UibenchError as error:
        notes.append(str(error))
        return None


def _save(image: Image, path: Path) -> None:
    image.save(path, format="PNG", compress_level=constants.EVIDENCE_PNG_LEVEL)
