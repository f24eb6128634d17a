"""Fixtures: those of the items, and those for hand-written tests beside the YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_uibench.model import SubjectError, UibenchError
from pytest_uibench.plugin.apps import App, apps_of
from pytest_uibench.plugin.run import Run, run_of
from pytest_uibench.report.text import clean

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pytest_uibench.plugin.case import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class UibenchApp:
    """An app under test, built and served, for hand-written tests."""

    name: str
    url: str
    """Address of the home page."""
    path: Path
    """Subject directory."""
    routes: tuple[str, ...]
    """Declared route patterns."""


@pytest.fixture
def uibench_case(request: pytest.FixtureRequest) -> Case:
    """Verdict of an app's item. Trouble that is not the app's ends here, as a set-up error."""
    with plain_errors():
        return run_of(request.config).case(request.node, request)


@pytest.fixture
def uibench_app(request: pytest.FixtureRequest) -> UibenchApp:
    """The app under test, served; a test that asks for it runs once per app."""
    with plain_errors():
        app, run = _app(request)
        served = run.gatherer(app, request).served()
    routes = tuple(route.pattern for route in app.routes.routes)
    return UibenchApp(name=app.key, url=f"{served.origin}{served.base}/", path=app.root, routes=routes)


@pytest.fixture
def uibench_page(request: pytest.FixtureRequest, uibench_app: UibenchApp) -> Page:
    """The app's home page, settled, in a fresh context of its own."""
    with plain_errors():
        app, run = _app(request)
        page = run.open_page(app, request)
        run.goto(app, page, "/")
    return page


@pytest.fixture
def uibench_goto(request: pytest.FixtureRequest, uibench_page: Page) -> Callable[[str], Page]:
    """A function that opens a screen of the spec, or a route, in ``uibench_page`` and waits until it has settled.

    A screen is found by what the app's routes show, whatever they are called.
    """
    app, run = _app(request)

    def goto(place: str) -> Page:
        with plain_errors():
            run.goto(app, uibench_page, place)
        return uibench_page

    return goto


@contextmanager
def plain_errors() -> Iterator[None]:
    """Show what a person must fix as its own text: a traceback through this package tells nobody anything."""
    try:
        yield
    except UibenchError as error:
        message = str(error)
    except SubjectError as error:
        message = "\n".join([f"{error.failure.label}: {error.failure.message}", error.failure.hint or ""]).rstrip()
    else:
        return
    raise pytest.fail.Exception(clean(message), pytrace=False) from None


def parametrize_apps(metafunc: pytest.Metafunc) -> None:
    """One run of a test per app; without an app the test is skipped with the way out."""
    if "uibench_app" not in metafunc.fixturenames:
        return
    apps = apps_of(metafunc.config)
    params: list[Any] = [pytest.param(app, id=app.key) for app in apps]
    if not params:
        mark = pytest.mark.skip(reason="no app to test: run with --uibench-app=DIR")
        params = [pytest.param(None, id="no-app", marks=mark)]
    metafunc.parametrize("uibench_app", params, indirect=True)


def _app(request: pytest.FixtureRequest) -> tuple[App, Run]:
    params = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    app = params.get("uibench_app")
    if app is None:
        raise UibenchError("uibench fixtures need an app: run with --uibench-app=DIR")
    return app, run_of(request.config)
