"""All screens of one app captured: those of a spec, or every route that is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uibench.browser.session import AppSession, SessionOptions
from pytest_uibench.browser.watchdog import Watchdog
from pytest_uibench.model import Project, RouteMap, SubjectError, SubjectOptions, UibenchError
from pytest_uibench.spec import Spec
from pytest_uibench.subject.routes import discover

from .addresses import AddressBook
from .gather import Gatherer
from .picture import duplicates
from .reference import capture_screens
from .screen import Shot

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@dataclass(frozen=True, slots=True, kw_only=True)
class AppCapture:
    """What was captured."""

    shots: tuple[Shot, ...]
    notes: tuple[str, ...]
    """For people: what was left out, and why; log-ins and other oddities."""
    meta: Mapping[str, Any]
    """Worth keeping beside the screens."""


def capture_app(
    project: Project,
    spec: Spec | None,
    *,
    folder: Path,
    options: SubjectOptions,
    session: SessionOptions,
    launch: Callable[[], Browser],
    say: Callable[[str], None],
) -> AppCapture:
    """Build, serve and capture an app.

    With ``spec`` its screens that have an address, by their ids; without, every declared route and what links add,
    aliases and pages that look and read the same left out.

    Args:
        folder: for what is left over on the way.

    Raises:
        SubjectError: the app does not build, serve or show its home page.
        UibenchError: the spec names no screen that could be opened.
    """
    routes = discover(project)
    gatherer = Gatherer(
        project=project,
        routes=routes,
        wanted=(),
        follow=spec is None,
        folder=folder,
        options=options,
        session=session,
        capture=True,
        examples={},
        say=say,
    )
    gatherer.use_browser(launch)
    try:
        if (home := gatherer.home()).fault is not None:
            raise SubjectError(home.fault)
        shots, notes = _found(gatherer) if spec is None else _named(gatherer, routes, spec, session, launch)
    finally:
        gatherer.close()
    browser = launch()
    meta = {
        "app": project.name,
        "task": spec.task if spec else None,
        "browser": f"{browser.browser_type.name} {browser.version}",
        "network": session.network,
        "determinism": dict(session.determinism.record()),
    }
    return AppCapture(shots=tuple(shots), notes=(*notes, *_odd(shots)), meta=meta)


def _named(
    gatherer: Gatherer, routes: RouteMap, spec: Spec, session: SessionOptions, launch: Callable[[], Browser]
) -> tuple[list[Shot], list[str]]:
    """The spec's screens; one that repeats another is kept, since its name was asked for."""
    wanted = [screen for screen in spec.screens if screen.address is not None]
    if not wanted:
        raise UibenchError(
            f"{spec.path}: screens: none has an address to open it by: give them a 'route', and an 'example' where the "
            "route has a ':name' in it"
        )
    left = [screen.id for screen in spec.screens if screen.address is None]
    notes = [f"{name}: left out: it has no address (no route, or no example of one)" for name in left]
    if spec.before:
        notes.append("the spec's 'before' steps are not run: what is behind a log-in shows what anybody sees")
    served = gatherer.served()
    watchdog = Watchdog(launch())
    shots = capture_screens(
        lambda: AppSession(launch(), served.origin, base=served.base, options=session, watchdog=watchdog),
        wanted,
        AddressBook(routes, served.base),
    )
    for index, first in duplicates([shot.capture for shot in shots]).items():
        notes.append(f"{shots[index].capture.id}: looks like {shots[first].capture.id}")
    return shots, notes


def _found(gatherer: Gatherer) -> tuple[list[Shot], list[str]]:
    """Every route that shows something of its own."""
    screens = gatherer.screens()
    notes = [f"{pattern}: left out: {why}" for pattern, why in gatherer.site().unresolved.items()]
    notes += [f"{page.route}: left out: {page.fault.message}" for page in gatherer.site().pages if page.fault]
    shots: list[Shot] = []
    first: dict[str, str] = {}
    names: set[str] = set()
    for capture, picture, page in zip(screens.captures, screens.pictures, screens.pages, strict=True):
        if page.fault is not None:
            continue
        other = first.setdefault(page.fingerprint, page.route)
        if other != page.route:
            notes.append(f"{page.route}: left out: the same page as {other}")
            continue
        name = _unique(screen_id(page.route), names)
        data = picture.read_bytes() if picture is not None else None
        shots.append(Shot(capture=replace(capture, id=name, route=page.route), picture=data).hashed())
    repeated = duplicates([shot.capture for shot in shots])
    for index, same in repeated.items():
        notes.append(f"{shots[index].capture.route}: left out: looks and reads like {shots[same].capture.route}")
    return [shot for index, shot in enumerate(shots) if index not in repeated], notes


def screen_id(route: str) -> str:
    """An id for a route, as specs want them: ``/product/:id`` is ``product-id``, ``/`` is ``home``."""
    return re.sub(r"[^A-Za-z0-9]+", "-", route).strip("-") or "home"


def _unique(name: str, names: set[str]) -> str:
    found, number = name, 1
    while found.lower() in names:
        number += 1
        found = f"{name}-{number}"
    names.add(found.lower())
    return found


def _odd(shots: Sequence[Shot]) -> list[str]:
    """What a person who wants a reference should know of it."""
    told = {
        "login": "ended on a log-in page",
        "loading": "something that looks like a loading indicator is still on show",
        "unstable": "it moves",
        "fonts: timeout": "a font did not load",
    }
    notes = []
    for shot in shots:
        capture = shot.capture
        reasons = [text for flag, text in told.items() if flag in capture.flags]
        if "login" in capture.flags and capture.landed:
            reasons[0] = f"{reasons[0]} ({capture.landed})"
        if capture.capped:
            reasons.append("longer than what is compared: the capture ends before the page does")
        notes += [f"{capture.id}: {reason}" for reason in reasons]
    return notes
