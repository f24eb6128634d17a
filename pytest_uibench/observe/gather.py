"""All that is recorded of one app in one run: each artifact once, whatever the number of workers.

Stages run in order: prepared (install and bundle), types, served, home, routes, site. Each leaves a JSON file in
``<app folder>/observed``; a file lock makes the first process that needs it gather it, and the others read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_uibench import constants
from pytest_uibench.model import (
    PageObservation,
    Prepared,
    Project,
    RouteMap,
    Served,
    SiteObservation,
    StageReport,
    SubjectError,
    SubjectOptions,
    UibenchError,
    Viewport,
)
from pytest_uibench.observe.artifacts import Artifacts
from pytest_uibench.observe.places import Place, with_places
from pytest_uibench.observe.store import load
from pytest_uibench.subject.diagnose import scaffold_differences
from pytest_uibench.subject.prepare import check_types, prepare
from pytest_uibench.subject.routes.concrete import matches
from pytest_uibench.subject.serve import serve, server_error
from pytest_uibench.subject.sourcemap import SourcePlace, locate, state_set_while_rendering
from pytest_uibench.subject.variables import unset_variables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from pytest_uibench.browser.session import SessionOptions
    from pytest_uibench.observe.isolated import Isolated
    from pytest_uibench.observe.reference import Reference
    from pytest_uibench.observe.screens import Screens
    from pytest_uibench.observe.visit import NewContext, Visitor
    from pytest_uibench.spec import Screen, Spec


class Gatherer(Artifacts):
    """Gathers what one app shows, in one process."""

    def __init__(
        self,
        *,
        project: Project,
        routes: RouteMap,
        wanted: Sequence[str],
        follow: bool,
        folder: Path,
        options: SubjectOptions,
        session: SessionOptions,
        capture: bool,
        examples: Mapping[str, str],
        say: Callable[[str], None],
    ) -> None:
        self.project = project
        self.declared = routes
        super().__init__(folder)
        self.session = session
        self._capture = capture
        self._examples = dict(examples)
        self._wanted = tuple(wanted)
        self._follow = follow
        self._options = options
        self._say = say
        self._stack = ExitStack()
        self._launch: Callable[[], Browser] | None = None
        self._contexts: NewContext | None = None
        self._visitor: Visitor | None = None
        self._places: dict[Place, SourcePlace | None] = {}

    def use_browser(self, launch: Callable[[], Browser], contexts: NewContext | None = None) -> None:
        """Set how a live browser is had, and who makes the contexts of the item's own page; called before every item.

        With ``contexts`` every page is opened by the item that asks for it, so that its trace or video is its own.
        """
        self._launch = launch
        self._contexts = contexts

    def prepared(self) -> Prepared:
        """Install and bundle."""
        return self.once("prepared", Prepared, self._prepare)

    def types(self) -> StageReport:
        """The type check apart from bundling; runs beside it where it can."""
        return self.once("types", StageReport, lambda: check_types(self.prepared(), self._options, self._say))

    def served(self) -> Served:
        """A running site of this process.

        Raises:
            SubjectError: the app cannot be served, with the reason.
        """
        if "served" not in self.kept:
            prepared = self.prepared()
            if prepared.failure is not None:
                raise SubjectError(prepared.failure)
            with self._noting_failure():
                served = self._stack.enter_context(serve(prepared, self._options, self._say))
            self.kept["served"] = served
            self.note_seconds("serve", served.seconds)
        served_now: Served = self.kept["served"]
        return served_now

    def home(self, *, again: bool = False) -> PageObservation:
        """The home page."""
        with self._noting_failure():
            return self.once("home", PageObservation, lambda: self._see_home(alone=again), again=again)

    def routes(self, pattern: str, *, again: bool = False) -> SiteObservation:
        """Declared routes: all selected ones are rendered together when the first is asked for."""
        alone = again or self._contexts is not None
        known = self.read("site", SiteObservation)
        if known is not None and not alone and _covers(known, [pattern]):
            return known
        home = self.home(again=alone and pattern == "/")
        if self._follow and not alone and pattern in self._all:
            return self.site()
        with self.locked("site"):
            known = load(self.file("site"), SiteObservation) or SiteObservation()
            names = [pattern] if alone else self._missing(known, (pattern, *self._wanted))
            if not names:
                return self.keep("site", known)
            visitor = self._visit()
            with visitor.recorded(self._contexts):
                site = visitor.declared(names, known, home, everything=self._all)
            return self.keep("site", self.save("site", self._sourced(site)))

    def site(self) -> SiteObservation:
        """Every declared route, and what following links adds."""
        home = self.home()
        with self.locked("site"):
            known = load(self.file("site"), SiteObservation) or SiteObservation()
            if not known.crawled:
                names = self._missing(known, self._all)
                site = self._visit().declared(names, known, home, everything=self._all, follow=True)
                known = self.save("site", self._sourced(site))
            return self.keep("site", known)

    @staticmethod
    def _missing(known: SiteObservation, patterns: Sequence[str]) -> list[str]:
        return [pattern for pattern in dict.fromkeys(patterns) if not _covers(known, [pattern])]

    def screens(self) -> Screens:
        """What the app's routes show: its candidates for the screens of a spec."""
        from pytest_uibench.observe.screens import screens_of

        width, height = self.session.determinism.viewport
        patterns = [route.pattern for route in self.declared.routes]
        return screens_of(
            self.site(),
            self.folder,
            Viewport(width=width, height=height),
            lambda path: any(matches(pattern, path) for pattern in patterns),
        )

    def reference(self, spec: Spec, screens: Sequence[Screen]) -> Reference:
        """Captures of the spec's screens, to compare with.

        Raises:
            UibenchError: the reference does not run or cannot be read.
        """
        from pytest_uibench.observe.reference import Surroundings, gather_reference

        known: Reference | None = self.kept.get("reference")
        if known is not None:
            return known
        if "reference fault" in self.kept:
            # Every screen asks again: nobody waits for the same build to fail once more.
            raise UibenchError(self.kept["reference fault"])
        options = replace(self._options, logs=str(Path(self._options.logs) / "reference"), types=False)
        around = Surroundings(options=options, session=self.session, launch=self._browser, say=self._say)
        try:
            return self.keep("reference", gather_reference(spec, screens, around))
        except UibenchError as error:
            self.kept["reference fault"] = str(error)
            raise

    def open_page(self, new_context: NewContext) -> Page:
        """A page in a fresh context made by ``new_context``."""
        return self.isolated(new_context).page

    def isolated(self, new_context: NewContext) -> Isolated:
        """A page in a fresh context made by ``new_context``, with all that acting on it needs."""
        return self._visit().isolated(new_context)

    def goto(self, page: Page, route: str) -> None:
        """Open a path of the app and settle."""
        self._visit().goto(page, route)

    def open(self, page: Page, path: str) -> None:
        """Open an address of the app, as links have it, and settle."""
        self._visit().open(page, path)

    def close(self) -> None:
        """End the pages and, when no other process uses it, the server."""
        if self._visitor is not None:
            self._visitor.close()
            self._visitor = None
        self._stack.close()
        self.kept.pop("served", None)

    @property
    def _all(self) -> list[str]:
        return [route.pattern for route in self.declared.routes if route.opened]

    def _prepare(self) -> Prepared:
        prepared = prepare(self.project, self._options, self._say, meanwhile=self._warm)
        return replace(prepared, scaffold=scaffold_differences(self.project, root=self._source))

    def _warm(self) -> None:
        """Start the browser while the bundler works; what is wrong with it is said by the item that needs a page."""
        if self._launch is not None and (self._wanted or self._follow):
            with suppress(Exception):
                self._launch()

    @property
    def _source(self) -> Path:
        return Path(self.project.path) / self.project.folder

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        """Leave the reason why the app cannot be served for the report."""
        try:
            yield
        except SubjectError as error:
            self.save("serve", error.failure)
            raise

    def _see_home(self, *, alone: bool) -> PageObservation:
        visitor = self._visit()
        along = () if alone or self._contexts is not None else self._together
        with visitor.recorded(self._contexts):
            seen, beside = visitor.home(along)
        self.note(lambda notes: notes.update(browser=visitor.browser))
        self.note_seconds("render", seen.seconds)
        if seen.fault is not None and seen.fault.stage == "serve":
            raise SubjectError(seen.fault)
        if beside.pages:
            with self.locked("site"):
                known = load(self.file("site"), SiteObservation) or SiteObservation()
                site = known.adding(self._sourced(beside).pages)
                self.keep("site", self.save("site", replace(site, probe=site.probe or beside.probe)))
        return self._sourced(SiteObservation(pages=(seen,))).pages[0]

    @property
    def _together(self) -> tuple[str, ...]:
        """Patterns that will be asked for anyway."""
        return tuple(self._all) if self._follow else self._wanted

    def _sourced(self, site: SiteObservation) -> SiteObservation:
        """The same with errors at their places in the sources."""
        loop = partial(state_set_while_rendering, self.project)
        unset = partial(unset_variables, self.project)
        pages = [self._answered(page) for page in site.pages]
        return replace(site, pages=with_places(pages, self.project.library, self._locate, loop, unset))

    def _answered(self, page: PageObservation) -> PageObservation:
        """A page that the app's server could not make fails, whatever its error page looks like."""
        if page.fault is not None or (page.status or 0) < constants.SERVER_ERROR_STATUS:
            return page
        return replace(page, fault=server_error(page.status or 0, page.path, self._options))

    def _locate(self, places: Sequence[Place]) -> Mapping[Place, SourcePlace]:
        """Trace places back; what was asked before is answered from memory."""
        new = [place for place in places if place not in self._places]
        found = locate(self.prepared(), self._options, self._say, new) if new else {}
        self._places |= {place: found.get(place) for place in new}
        return {place: source for place in places if (source := self._places[place]) is not None}

    def _browser(self) -> Browser:
        if self._launch is None:
            raise UibenchError("no browser was given to this app's gatherer")
        return self._launch()

    def _visit(self) -> Visitor:
        from pytest_uibench.observe.visit import Visitor

        if self._visitor is None:
            self._visitor = Visitor(
                served=self.served(),
                project=self.project,
                routes=self.declared,
                folder=self.folder,
                session=self.session,
                capture=self._capture,
                examples=self._examples,
                launch=self._browser,
                say=self._say,
            )
        return self._visitor


def _covers(site: SiteObservation, patterns: Sequence[str]) -> bool:
    seen = {page.route for page in site.pages if page.source == "static"} | set(site.unresolved)
    return all(pattern in seen for pattern in patterns)
