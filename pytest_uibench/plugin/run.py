"""What one process of a session holds while items run: one gatherer per app, ended with the app's last item."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from pytest_uibench import constants
from pytest_uibench.checks.plan import referenced
from pytest_uibench.model import SubjectOptions, UibenchError, Verdict, to_wire
from pytest_uibench.plugin.apps import App, app_of, apps_of
from pytest_uibench.plugin.options import settings_of
from pytest_uibench.plugin.progress import WORKER, Progress
from pytest_uibench.report.junit import properties

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from pytest_uibench.observe.gather import Gatherer
    from pytest_uibench.observe.visit import NewContext
    from pytest_uibench.plugin.case import Case

RUN = pytest.StashKey["Run"]()
RECORD = "uibench"


class Run:
    """Per-process state of a session."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.settings = settings_of(config)
        self.id = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
        self.selected: dict[str, list[str]] = {}
        """Route patterns of the selected items per app."""
        self.followed: set[str] = set()
        """Apps of which a selected item needs every page that links lead to."""
        self.captured: set[str] = set()
        """Apps of which a selected item needs to know what its pages show."""
        self._gatherers: dict[str, Gatherer] = {}
        self._browser: Browser | None = None

    def select(self, items: list[pytest.Item]) -> None:
        """Remember which routes will be asked for: they are rendered together."""
        for item in items:
            if "uibench_goto" in getattr(item, "fixturenames", ()):
                # It may be sent to a screen, which is found by what the routes show.
                self.captured |= {app.key for app in apps_of(self.config) if referenced(app.spec)}
            plan = getattr(item, "plan", None)
            app = app_of(self.config, item.path) if plan is not None else None
            if app is None or plan is None:
                continue
            if plan.kind == "route":
                self.selected.setdefault(app.key, []).append(plan.target or plan.id)
            elif plan.kind == "links":
                self.followed.add(app.key)
            elif plan.kind in ("fidelity", "navigation", "interaction") and referenced(app.spec):
                # Screens are found by what all the pages show.
                self.followed.add(app.key)
                self.captured.add(app.key)

    def case(self, item: Any, request: pytest.FixtureRequest) -> Case:
        """Gather and judge for one item, and leave its record in ``user_properties``.

        Raises:
            UibenchError: infrastructure failed; pytest shows a set-up error.
        """
        from pytest_uibench.plugin.case import Case, clock, evaluate, file_trouble, record_of

        app = item.parent.app
        attempt = getattr(item, "execution_count", 1)
        start = clock()
        try:
            contexts = self._contexts(request)
            verdict = evaluate(app, item.plan, self.gatherer(app, request), again=attempt > 1, contexts=contexts)
        except UibenchError as error:
            verdict = Verdict(
                status="errored", label="infra:setup", reason=next(iter(str(error).splitlines()), "no message")
            )
            _leave(item, record_of(app, item.plan, verdict, nodeid=item.nodeid, seconds=0.0, attempt=attempt))
            raise
        except OSError as error:
            verdict = file_trouble(error, self.settings.output)
        record = record_of(app, item.plan, verdict, nodeid=item.nodeid, seconds=clock() - start, attempt=attempt)
        _leave(item, record)
        if verdict.status == "errored":
            raise UibenchError("\n".join([f"{verdict.label}: {verdict.reason}", *verdict.detail[1:]]))
        return Case(plan=item.plan, verdict=verdict)

    def gatherer(self, app: App, request: pytest.FixtureRequest) -> Gatherer:
        """The gatherer of an app; it opens a browser only when a page is needed."""
        from pytest_uibench.observe.gather import Gatherer
        from pytest_uibench.observe.window import window_of

        if app.key not in self._gatherers:
            folder = self.settings.output / app.folder
            self._gatherers[app.key] = Gatherer(
                project=app.project,
                routes=app.routes,
                wanted=tuple(self.selected.get(app.key, ())),
                follow=app.key in self.followed,
                folder=folder,
                options=SubjectOptions(
                    cache=str(self.settings.cache),
                    logs=str(folder / "logs"),
                    run_id=self.id,
                    sandbox=self.settings.sandbox,
                    jobs=max(1, (os.cpu_count() or 1) // constants.CORES_PER_BUILD),
                ),
                session=window_of(app.spec, self.settings.network),
                capture=app.key in self.captured,
                examples=app.examples,
                say=self._say(app),
            )
        gatherer = self._gatherers[app.key]
        contexts = self._contexts(request) if self._artifacts else None
        gatherer.use_browser(lambda: self.browser(request), contexts)
        return gatherer

    @property
    def _artifacts(self) -> bool:
        """pytest-playwright is asked to record something of every item."""
        option = self.config.getoption
        return any(option(name, "off") not in ("off", None) for name in ("--tracing", "--video", "--screenshot"))

    @staticmethod
    def _contexts(request: pytest.FixtureRequest) -> NewContext:
        """pytest-playwright's ``new_context``; what its own arguments set wins over ours."""

        def make(**ours: Any) -> BrowserContext:
            new_context = request.getfixturevalue("new_context")
            given = request.getfixturevalue("browser_context_args")
            context: BrowserContext = new_context(**{name: value for name, value in ours.items() if name not in given})
            return context

        return make

    def browser(self, request: pytest.FixtureRequest) -> Browser:
        """The session's browser, started anew when it died."""
        if self._browser is None:
            self._browser = _fixture(request, "browser")
        if not self._browser.is_connected():
            self._browser = _fixture(request, "launch_browser")()
        return self._browser

    def open_page(self, app: App, request: pytest.FixtureRequest) -> Page:
        """A page in a fresh, isolated context, with pytest-playwright's tracing, video and screenshots."""
        return self.gatherer(app, request).open_page(self._contexts(request))

    def goto(self, app: App, page: Page, place: str) -> None:
        """Open a route or a screen of the app's spec, and wait until it has settled.

        Raises:
            UibenchError: no such screen, or no route of the app shows it.
        """
        gatherer = self._gatherers[app.key]
        if place.startswith("/"):
            gatherer.goto(page, place)
        else:
            gatherer.open(page, self._path(app, place, gatherer))

    @staticmethod
    def _path(app: App, name: str, gatherer: Gatherer) -> str:
        from pytest_uibench.plugin.fidelity import path_of

        screens = app.spec.screens_by_id if app.spec else {}
        screen = screens.get(name)
        if screen is None or app.spec is None:
            there = ", ".join(screens) or "none: give a spec with screens (--uibench-spec), or a route such as /cart"
            raise UibenchError(f"uibench_goto({name!r}): no such screen of {app.key}; there are: {there}")
        if screen not in referenced(app.spec):
            if screen.address is None:
                raise UibenchError(f"uibench_goto({name!r}): the screen has neither a reference nor an address")
            return screen.address
        path = path_of(app.spec, name, gatherer)
        if path is None:
            raise UibenchError(f"uibench_goto({name!r}): no route of {app.key} shows this screen")
        return path

    def leave(self, item: pytest.Item, following: pytest.Item | None) -> None:
        """End an app's server and pages after its last item in this process."""
        app = app_of(self.config, item.path)
        after = app_of(self.config, following.path) if following is not None else None
        if app is not None and (after is None or after.key != app.key):
            gatherer = self._gatherers.pop(app.key, None)
            if gatherer is not None:
                gatherer.close()

    def close(self) -> None:
        """End everything."""
        for gatherer in self._gatherers.values():
            gatherer.close()
        self._gatherers.clear()

    def _say(self, app: App) -> Callable[[str], None]:
        progress = Progress(self.config, self.settings.output / constants.PROGRESS_FILE)
        prefix = f"{app.key}: " if len(apps_of(self.config)) > 1 else ""
        own = f"{app.project.name}: "
        return lambda line: progress.say(f"{prefix}{line.removeprefix(own)}")


def _fixture(request: pytest.FixtureRequest, name: str) -> Any:
    """A fixture of pytest-playwright, its start-up trouble put into words."""
    from pytest_uibench.browser.launch import require_no_event_loop

    try:
        return request.getfixturevalue(name)
    except pytest.FixtureLookupError:
        raise UibenchError(
            "pytest-playwright is not loaded: install it, take -p no:playwright away, "
            "or add -p playwright when plugin autoload is off"
        ) from None
    except Exception as error:
        if "asyncio loop" in str(error):
            require_no_event_loop()
        raise


def run_of(config: pytest.Config) -> Run:
    """This process's run."""
    if RUN not in config.stash:
        config.stash[RUN] = Run(config)
    return config.stash[RUN]


def is_worker() -> bool:
    """True in an xdist worker."""
    return WORKER in os.environ


def _leave(item: pytest.Item, record: Any) -> None:
    kept = [entry for entry in item.user_properties if not entry[0].startswith(RECORD)]
    item.user_properties[:] = [*kept, (RECORD, to_wire(record)), *properties(record)]
