"""What an app's home page shows to a first visitor: its walls, and the view in front of a log-in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.browser import gates
from pytest_uibench.browser.faults import PageFaultError
from pytest_uibench.browser.gates.layers import consent_like, splash_signature
from pytest_uibench.model import GatePlan, GateSurvey, PageObservation

from .captures import save_screen
from .links import page_key
from .screen import ScreenName, capture_screen

if TYPE_CHECKING:
    from pytest_uibench.browser.gates import Sight
    from pytest_uibench.browser.session import AppSession

LOGIN_VIEW = "__login__"
"""Route of the pre-authentication view among the candidates of the alignment (METRICS section 2)."""


def survey_home(
    open_session: Callable[[], AppSession], plan: GatePlan, paths: Sequence[str], *, folder: Path | None = None
) -> GateSurvey:
    """What the home page shows to a first visitor and, with stored values in the plan, whether they do any good.

    Args:
        open_session: opens a fresh session without seeds.
        paths: of the home page, then of other routes without parameters: where the source shows a wall and the home
            page has none, the first few are looked at for it.
        folder: the app's folder in the output directory: a log-in view is kept there as capture ``__login__``.

    A home page that cannot be read gives an empty survey.

    Raises:
        BrowserGoneError: the browser ended.
    """
    session = open_session()
    try:
        home = _seen(session, paths[0])
        if home is None:
            return GateSurvey()
        walled, at = home, paths[0]
        for path in paths[1 : constants.GATE_SURVEY_PATHS + 1] if plan.seeds else ():
            if walled.login is not None:
                break
            walled, at = _seen(session, path) or home, path
        # A page with a password field that was not asked to give way to anything is no wall.
        login = walled.login if walled is home or page_key(walled.url) != page_key(session.address(at)) else None
        kept = {LOGIN_VIEW: capture_login(session, folder)} if login is not None and folder is not None else {}
        survey = GateSurvey(
            home=home.view,
            login=gates.signature(str(login["text"])) if login is not None else "",
            splash=splash_signature(home),
            overlay=_overlay(home),
            landed=home.url,
            kept=kept,
        )
    finally:
        session.close()
    harm = _harm(open_session, plan, at, walled) if plan.seeds else None
    return survey if harm is None else replace(survey, seeding=False, notes=(f"{harm}: they are left out",))


def _overlay(sight: Sight) -> str:
    layer = sight.overlay
    return gates.signature(str(layer["text"])) if layer is not None and consent_like(layer) else ""


def login_page(survey: GateSurvey, path: str = "/") -> PageObservation | None:
    """The kept log-in view as a page like others, to be one more candidate for the screens; None without one."""
    capture = survey.kept.get(LOGIN_VIEW)
    if capture is None:
        return None
    return PageObservation(
        route=LOGIN_VIEW, path=path, landed=path, source="probe", fingerprint=survey.home, capture=capture
    )


def capture_login(session: AppSession, folder: Path) -> str:
    """Keep what ``session``'s page shows as capture ``__login__``; its file, relative to ``folder``."""
    file = Path(constants.CAPTURES_FOLDER, f"{LOGIN_VIEW}.json")
    shot = capture_screen(session, ScreenName(id=LOGIN_VIEW, route=LOGIN_VIEW))
    save_screen(folder / file, shot)
    return file.as_posix()


def _harm(open_session: Callable[[], AppSession], plan: GatePlan, path: str, first: Sight) -> str | None:
    """What stored values spoil: a made-up payload may lack what the app reads from it; None when they do no harm."""
    session = open_session()
    try:
        gates.seed(session.context, plan, session.origin)
        seeded = _seen(session, path)
        errors = [line.text for line in session.recorder.drain().console if line.kind == "pageerror"]
    finally:
        session.close()
    if seeded is None:
        return "stored values make a page fail"
    now, then = int(seeded.facts["count"]), int(first.facts["count"])
    if errors and now < then:
        return f"stored values make a page throw ({errors[0][: constants.GATE_TEXT]})"
    if seeded.login is not None and first.login is not None:
        return "stored values do not pass the log-in"
    return None


def _seen(session: AppSession, path: str) -> Sight | None:
    from playwright.sync_api import Error

    try:
        visit = session.visit(path)
        if visit.fault is not None or not visit.document:
            return None
        session.rest()
    except PageFaultError:
        return None
    with session.watchdog.guard(constants.HANG_SECONDS):
        try:
            return gates.look(session.page)
        except Error:
            return None
