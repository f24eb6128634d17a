"""See one page once: open, settle, probe, picture, and what was recorded around it."""

from __future__ import annotations

import functools
import hashlib
import io
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pytest_uibench import constants
from pytest_uibench.browser.faults import PageFaultError
from pytest_uibench.browser.records import Recorded, with_places
from pytest_uibench.browser.session import AppSession, Visit
from pytest_uibench.browser.settle import capture, navigated_away
from pytest_uibench.model import Failure, Link, PageObservation, Probe, Settling

from .captures import save_screen
from .links import app_path, link_path
from .screen import ScreenName, capture_screen

SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteRequest:
    """One address to open and what it stands for."""

    route: str
    """Pattern or path in the route list."""
    path: str
    """Concrete path, hash included, without the base; a query is kept."""
    source: Literal["static", "crawl", "probe"] = "static"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How pages of one app are looked at."""

    hash_router: bool = False
    """Every hash is a route, and an address without one is the route ``/``."""
    shots: Path | None = None
    """Folder for screenshots; None takes none."""
    shots_name: str = "screenshots"
    """The folder's path in the observation: relative to the app's folder in the output directory."""
    deadline_ms: int = constants.SETTLE_DEADLINE_MS
    capture: bool = False
    """Capture each page in the same visit (blocks, elements, picture of the whole page), where there are screenshots:
    into a folder beside theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A page that has begun to load."""

    request: RouteRequest
    visit: Visit
    started: float
    kills: int
    """The watchdog's count when the load began."""


def observe_page(session: AppSession, request: RouteRequest, view: View | None = None) -> PageObservation:
    """Open ``request`` afresh in ``session`` (empty storage) and return what was seen.

    A page that hangs, crashes, loads itself for ever or gives no answer is an observation with ``fault``.

    Raises:
        BrowserGoneError: the browser ended.
    """
    return finish_page(session, start_page(session, request), view or View())


def start_page(session: AppSession, request: RouteRequest) -> Opened:
    """First half of :func:`observe_page`: returns as soon as the document begins to arrive."""
    started = time.monotonic()
    return Opened(request=request, kills=session.watchdog.kills, visit=session.visit(request.path), started=started)


def finish_page(session: AppSession, opened: Opened, view: View) -> PageObservation:
    """Second half of :func:`observe_page`: settle, probe, picture."""
    if opened.visit.fault is not None or not opened.visit.document:
        return _not_seen(session, opened, opened.visit.fault)
    try:
        return _seen(session, opened, view)
    except PageFaultError as error:
        return _not_seen(session, opened, error.failure)


def observe_current(
    session: AppSession, request: RouteRequest, view: View | None = None, *, status: int | None = None
) -> PageObservation:
    """What the page shows now, after moves within the app: no load, no storage cleared."""
    opened = Opened(request=request, kills=session.watchdog.kills, visit=Visit(status=status), started=time.monotonic())
    _park_mouse(session)
    return finish_page(session, opened, view or View())


def _park_mouse(session: AppSession) -> None:
    """Outside the page: a pointer that rests on an element shows its hover state (F52)."""
    from playwright.sync_api import Error

    with session.watchdog.guard(constants.HANG_SECONDS), suppress(Error):
        session.page.mouse.move(-1, -1)


def _seen(session: AppSession, opened: Opened, view: View) -> PageObservation:
    at_rest = session.rest(view.deadline_ms)
    capturing = view.capture and opened.request.source != "probe"
    found, picture = _look(session, at_rest.frame, view.shots is not None and not capturing)
    canvases = found["canvases"]
    probe = Probe(
        mount=found["mount"],
        all=found["all"],
        text=found["textLength"],
        visuals=found["visuals"],
        interactive=found["interactive"],
        canvas=_canvas(canvases, picture) if canvases else "none",
    )
    inner = SURROGATES.sub("\ufffd", found["inner"])
    text = " ".join(inner.split())
    origin, base = session.origin, session.base
    # Before the capture, so that what the page does while it is scrolled leaves the verdict on the route alone.
    recorded = with_places(session.recorder.drain(), found["errors"], session.recorder.policy)
    captured = _captured(session, opened.request, view, at_rest.settling) if capturing else None
    return _observation(
        opened,
        recorded,
        settling=at_rest.settling,
        landed=app_path(found["url"], origin, base, hash_router=view.hash_router) or found["url"],
        title=SURROGATES.sub("\ufffd", found["title"]),
        text=text[: constants.TEXT_LIMIT],
        fingerprint=hashlib.sha256(f"{found['all']}\n{text}".encode()).hexdigest()[:32],
        elements=found["all"],
        probe=probe,
        links=tuple(_link(link, origin, base, view.hash_router) for link in found["links"]),
        # One picture does for both.
        screenshot=captured.picture if captured else _keep(picture, opened.request, view),
        capture=captured.file if captured else None,
    )


def _look(session: AppSession, frame: bytes | None, shots: bool) -> tuple[Mapping[str, Any], bytes | None]:
    """The probe's answer and a picture of the viewport; asked again when the page moves on in between."""
    from playwright.sync_api import Error

    options = {
        "mounts": list(constants.MOUNT_SELECTORS),
        "flatRange": constants.CANVAS_FLAT_RANGE,
        "linksLimit": constants.LINKS_LIMIT,
        "labelLimit": constants.LINK_TEXT_LIMIT,
    }
    with session.watchdog.guard(constants.HANG_SECONDS) as guard:
        for last in (False, False, True):
            try:
                found: Mapping[str, Any] = session.page.evaluate(_probe_script(), options)
                wanted = shots or any(canvas["painted"] is None for canvas in found["canvases"])
                if frame is None and wanted and session.cdp is not None:
                    frame = capture(session.cdp)
                return found, frame
            except Error as error:
                if last or guard.fired or not navigated_away(error):
                    raise session.fault(error, guard.fired) from None
    raise AssertionError("unreachable")


@functools.cache
def _probe_script() -> str:
    return files(__package__).joinpath("scripts", "probe.js").read_text(encoding="utf-8").strip()


def _canvas(canvases: Sequence[Mapping[str, Any]], picture: bytes | None) -> Literal["flat", "painted"]:
    """``painted`` when the pixels of any canvas differ among themselves (METRICS 1; WebGL by the screenshot, F58)."""
    if any(canvas["painted"] for canvas in canvases):
        return "painted"
    unknown = [canvas["box"] for canvas in canvases if canvas["painted"] is None]
    if not unknown or picture is None:
        return "flat"
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as opened:
        image = opened.convert("RGB")
    for left, top, width, height in unknown:
        box = (max(0, left), max(0, top), min(image.width, left + width), min(image.height, top + height))
        if box[2] - box[0] < 1 or box[3] - box[1] < 1:
            continue
        part = image.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3])))
        channels = (part.getchannel(name).getextrema() for name in part.getbands())
        if any(float(high) - float(low) > constants.CANVAS_FLAT_RANGE for low, high in channels):  # type: ignore[arg-type]
            return "painted"
    return "flat"


def _link(link: Mapping[str, Any], origin: str, base: str, hash_router: bool) -> Link:
    path, target = link_path(link["href"], link["resolved"], origin, base, hash_router=hash_router)
    return Link(
        href=SURROGATES.sub("\ufffd", link["href"]),
        path=path,
        target=target,
        text=SURROGATES.sub("\ufffd", link["text"]),
        blank=link["blank"],
        download=link["download"],
    )


def _keep(picture: bytes | None, request: RouteRequest, view: View) -> str | None:
    if picture is None or view.shots is None:
        return None
    name = shot_name(request)
    view.shots.mkdir(parents=True, exist_ok=True)
    (view.shots / name).write_bytes(picture)
    return f"{view.shots_name}/{name}" if view.shots_name else name


@dataclass(frozen=True, slots=True)
class _Captured:
    """Files of a capture, relative to the app's folder."""

    file: str
    picture: str | None


def _captured(session: AppSession, request: RouteRequest, view: View, settling: Settling) -> _Captured | None:
    """The page's capture, written beside its screenshot's folder; None where there is none."""
    if view.shots is None:
        return None
    name = ScreenName(id=request.route, route=request.route, path=request.path)
    shot = capture_screen(session, name, settling=settling, hash_router=view.hash_router)
    file = Path(constants.CAPTURES_FOLDER, shot_name(request)).with_suffix(".json")
    save_screen(view.shots.parent / file, shot)
    shown = Path(view.shots_name).parent / file
    return _Captured(shown.as_posix(), None if shot.picture is None else shown.with_suffix(".png").as_posix())


def shot_name(request: RouteRequest) -> str:
    """File name of a request's screenshot: readable, safe on every file system, one per route and path."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", request.path).strip("-")[: constants.SHOT_NAME_LIMIT] or "home"
    digest = hashlib.sha256(f"{request.source} {request.route} {request.path}".encode()).hexdigest()[:8]
    return f"{words}-{digest}.png"


def _not_seen(session: AppSession, opened: Opened, fault: Failure | None) -> PageObservation:
    recorded = session.recorder.drain()
    landed = next((f.url for f in recorded.requests if f.refused and f.resource == "document"), opened.request.path)
    return _observation(opened, recorded, landed=landed, fault=fault)


def _observation(opened: Opened, recorded: Recorded, **values: Any) -> PageObservation:
    return PageObservation(
        route=opened.request.route,
        path=opened.request.path,
        source=opened.request.source,
        status=opened.visit.status,
        console=recorded.console,
        requests=recorded.requests,
        hosts=recorded.hosts,
        refused_hosts=recorded.refused_hosts,
        dialogs=recorded.dialogs,
        popups=recorded.popups,
        downloads=recorded.downloads,
        seconds=round(time.monotonic() - opened.started, 3),
        **values,
    )
