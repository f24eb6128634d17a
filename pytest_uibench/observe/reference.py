"""What an app is compared with: captures of the spec's screens, from a project, a capture folder, or pictures alone."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.browser.session import AppSession, SessionOptions
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.model import (
    Failure,
    PageObservation,
    Project,
    ScreenCapture,
    SubjectError,
    SubjectOptions,
    UibenchError,
)
from pytest_uibench.subject.cache import Cache, digest, touch
from pytest_uibench.subject.detect import detect
from pytest_uibench.subject.prepare import preparation_key, prepare
from pytest_uibench.subject.routes import discover
from pytest_uibench.subject.serve import serve

from .addresses import AddressBook
from .captures import SCHEMA_VERSION, Captured, load_capture, load_screen, save_capture
from .ocr import OcrMissingError, capture_picture
from .page import RouteRequest, View
from .routes import OpenSession, Pages
from .screen import Shot

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from pytest_uibench.spec import Screen, Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Captures of the screens that have a reference, in the spec's order."""

    captures: tuple[ScreenCapture, ...]
    pictures: tuple[Path | None, ...]
    """Their screenshots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What capturing a project needs besides the project."""

    options: SubjectOptions
    session: SessionOptions
    launch: Callable[[], Browser]
    say: Callable[[str], None]


def gather_reference(spec: Spec, screens: Sequence[Screen], around: Surroundings) -> Reference:
    """Captures of ``screens``: by the reference project or capture, else read off their screenshots.

    A project's captures are kept in the cache by its content: a second run builds and opens nothing.

    Raises:
        UibenchError: the reference does not run, its capture lacks a screen, a picture cannot be read, no OCR is there.
    """
    captured = _captured(spec, screens, around)
    found = [_screen(spec, screen, captured) for screen in screens]
    return Reference(captures=tuple(capture for capture, _ in found), pictures=tuple(picture for _, picture in found))


def _captured(spec: Spec, screens: Sequence[Screen], around: Surroundings) -> Captured | None:
    if spec.reference is None:
        return None
    if spec.reference.capture is not None:
        return load_capture(spec.reference.capture)
    wanted = [screen for screen in screens if screen.address is not None]
    return _of_project(detect(Path(str(spec.reference.app))), spec, wanted, around)


def _screen(spec: Spec, screen: Screen, captured: Captured | None) -> tuple[ScreenCapture, Path | None]:
    """A screen's capture; its screenshot is read where the project shows no text there (a wall, a canvas)."""
    capture = _find(captured, screen) if captured is not None else None
    usable = capture is not None and capture.fault is None and bool(capture.blocks)
    if screen.screenshot is not None and not usable:
        return _read(spec, screen, screen.screenshot), screen.screenshot
    if capture is None or captured is None:
        there = ", ".join(other.id for other in captured.captures) if captured else ""
        raise UibenchError(
            f"{screen.place}: the capture {captured.folder if captured else ''} has no screen {screen.id!r} and none "
            f"at {screen.route}; it has: {there}. Make it anew: `uibench capture APP --spec {spec.path} -o DIR`."
        )
    renamed = replace(capture, id=screen.id, route=screen.route or capture.route, label=screen.label or capture.label)
    return renamed, captured.picture(capture)


def _read(spec: Spec, screen: Screen, picture: Path) -> ScreenCapture:
    """A screen read off its screenshot; without OCR it cannot be scored, and is never called equal (F96)."""
    route = screen.route or ""
    try:
        return capture_picture(picture, id=screen.id, route=route, label=screen.label, viewport=spec.viewport)
    except OcrMissingError as error:
        fault = Failure(label="infra:ocr", stage="render", message=str(error))
        return ScreenCapture(id=screen.id, route=route, label=screen.label, viewport=spec.viewport, fault=fault)


def _find(captured: Captured, screen: Screen) -> ScreenCapture | None:
    by_id = {capture.id: capture for capture in captured.captures}
    by_route = {capture.route: capture for capture in captured.captures}
    return by_id.get(screen.id) or by_route.get(screen.route or "")


def _of_project(project: Project, spec: Spec, screens: Sequence[Screen], around: Surroundings) -> Captured:
    cache = Cache(Path(around.options.cache))
    key = digest(
        preparation_key(project, around.options),
        f"format {SCHEMA_VERSION}.{constants.CACHE_FORMAT}",
        json.dumps([[s.id, s.route, s.address, s.label] for s in screens]),
        json.dumps(around.session.determinism.record(), sort_keys=True),
        around.session.network,
    )
    folder = cache.captures(key)
    with cache.lock(f"captures-{key}", f"capture of the reference {project.name}", around.say):
        known = _kept(folder)
        if known is not None:
            return known
        around.say(f"reference {project.name}: capturing {len(screens)} screens")
        return _made(project, spec, screens, around, folder)


def _kept(folder: Path) -> Captured | None:
    try:
        captured = load_capture(folder)
    except UibenchError:
        return None
    touch(folder)
    return captured


def _made(project: Project, spec: Spec, screens: Sequence[Screen], around: Surroundings, folder: Path) -> Captured:
    try:
        prepared = prepare(project, around.options, around.say)
        if prepared.failure is not None:
            raise SubjectError(prepared.failure)
        with serve(prepared, around.options, around.say) as served:
            watchdog = Watchdog(around.launch())
            shots = capture_screens(
                lambda: AppSession(
                    around.launch(), served.origin, base=served.base, options=around.session, watchdog=watchdog
                ),
                screens,
                AddressBook(discover(project), served.base),
            )
    except SubjectError as error:
        raise UibenchError(
            f"the reference {project.path} of {spec.path} does not run: {error.failure.label}: {error.failure.message}"
        ) from None
    broken = [shot.capture for shot in shots if shot.capture.fault is not None]
    if broken and len(broken) == len(shots):
        raise UibenchError(f"no screen of the reference {project.path} could be captured: {broken[0].fault}")
    save_capture(folder, shots, {"app": project.name})
    return load_capture(folder)


def capture_screens(open_session: OpenSession, screens: Sequence[Screen], book: AddressBook) -> list[Shot]:
    """Open every screen at its address and capture it; a few pages in flight, results in order."""
    requests = [RouteRequest(route=screen.id, path=book.path(str(screen.address))) for screen in screens]
    requests.append(RouteRequest(route="*", path=book.missing, source="probe"))
    with tempfile.TemporaryDirectory(prefix="uibench-") as scratch:
        root = Path(scratch)
        view = View(capture=True, shots=root / "shots", shots_name="shots")
        with Pages(open_session, view) as pages:
            *seen, missing = pages.observe(requests)
        for screen, page in zip(screens, seen, strict=True):
            _check(screen, page, missing, book)
        return [_shot(screen, root / str(page.capture)) for screen, page in zip(screens, seen, strict=True)]


def _check(screen: Screen, page: PageObservation, missing: PageObservation, book: AddressBook) -> None:
    """A reference that has no such page is a mistake in the spec: every app would be compared with "not found"."""
    if page.capture is None or (page.status or 0) >= constants.CLIENT_ERROR_STATUS:
        why = page.fault.message if page.fault else f"it gave no page (status {page.status})"
        raise UibenchError(f"{screen.place}: screen {screen.id!r}: {screen.address} of the reference: {why}")
    if page.fingerprint == missing.fingerprint and page.path != "/" and book.declared(str(screen.address)):
        raise UibenchError(
            f"{screen.place}: screen {screen.id!r}: at {screen.address} the reference shows what it shows at addresses "
            f"that do not exist: give an address that it has (example: …)"
        )


def _shot(screen: Screen, file: Path) -> Shot:
    capture = load_screen(file)
    picture = None if capture.screenshot is None else (file.parent / capture.screenshot).read_bytes()
    named = replace(capture, id=screen.id, route=screen.route or str(screen.address), label=screen.label)
    return Shot(capture=named, picture=picture).hashed()
