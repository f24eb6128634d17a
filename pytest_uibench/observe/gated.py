"""The gatekeeper of one app: passes the walls that stand in front of its routes, and says what it did."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakSet

from pytest_uibench import constants
from pytest_uibench.browser import gates
from pytest_uibench.browser.faults import PageFaultError, render_fault
from pytest_uibench.browser.gates.layers import consent_like, splash_signature
from pytest_uibench.browser.settle import LoopError, settle
from pytest_uibench.model import GatePlan, GateStep, GateSurvey, GateTrace

from .links import page_key

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from pytest_uibench.browser.gates import Sight
    from pytest_uibench.browser.session import AppSession

Act = Callable[[], GateTrace | None]
T = TypeVar("T")


class Gatekeeper:
    """Passes walls; keeps no state of a page from call to call, so that one serves any number of contexts."""

    def __init__(
        self,
        plan: GatePlan,
        origin: str,
        survey: GateSurvey | None = None,
        *,
        keep_intro_of: str | None = "/",
    ) -> None:
        """
        Args:
            plan: what the source shows (``subject.gates.find_gates``).
            origin: of the served app.
            survey: what the home page shows (:func:`.survey.survey_home`); without it, no intro is dismissed.
            keep_intro_of: route whose intro is its own screen and stays; None dismisses it there as well.
        """
        self.plan = plan if survey is None or survey.seeding else replace(plan, seeds=())
        self.origin = origin.rstrip("/")
        self.survey = survey or GateSurvey()
        self.keep_intro_of = keep_intro_of
        self._seeded: WeakSet[BrowserContext] = WeakSet()

    def prepare(self, context: BrowserContext) -> tuple[GateStep, ...]:
        """Seed ``context``; call before its first page of the app, any number of times. Steps of the first call."""
        if context in self._seeded or not self.plan.seeds:
            return ()
        self._seeded.add(context)
        return gates.seed(context, self.plan, self.origin)

    def after_load(self, session: AppSession, path: str, route: str) -> GateTrace | None:
        """Pass what stands in front of ``session``'s page, which is at rest; None when nothing does.

        Afterwards the page stands at ``path`` again and is at rest, or the trace says that it is gated.

        Args:
            path: concrete path that was opened, without the base, hash included.
            route: its pattern in the route list.

        Raises:
            PageFaultError: the page hangs, crashes or loads itself for ever.
            BrowserGoneError: the browser ended.
        """

        def rest() -> object:
            return settle(session.page, recorder=session.recorder)

        passage = _Passage(self, session.page, session.address(path), route, rest)
        if not self._guarded(session, constants.HANG_SECONDS, passage.needed):
            return None
        # The whole passage is watched: its single acts are bounded, a page that hangs in between is not.
        return self._guarded(session, constants.GATE_PASSAGE_SECONDS, passage.run)

    @staticmethod
    def _guarded(session: AppSession, seconds: float, step: Callable[[], T]) -> T:
        from playwright.sync_api import Error

        with session.watchdog.guard(seconds) as guard:
            try:
                return step()
            except LoopError as error:
                raise PageFaultError(render_fault("render:reload-loop", str(error))) from None
            except Error as error:
                raise session.fault(error, guard.fired) from None

    def pass_walls(
        self, page: Page, address: str, route: str, rest: Callable[[], object] | None = None
    ) -> GateTrace | None:
        """:meth:`after_load` for any page; ``address`` is the whole address that was opened.

        Raises:
            playwright Error: the page crashed or was closed.
        """
        passage = _Passage(self, page, address, route, rest or (lambda: settle(page)))
        return passage.run()

    def looped(self, error: PageFaultError) -> GateTrace | None:
        """The trace of a page that sends its visitor round and round, where a wall is known: it is gated, not broken.

        None for other faults and for apps without walls.
        """
        if error.failure.label != "render:reload-loop" or (self.plan.empty and not self.survey.login):
            return None
        return GateTrace(
            kind="storage" if self.plan.seeds else "login",
            passed=False,
            reason=f"a guard sends its visitor in circles: {error.failure.message}",
        )

    def login_route(self, route: str) -> bool:
        """Whether a log-in form is this route's own page."""
        return route in self.plan.login_routes


class _Passage:
    def __init__(self, keeper: Gatekeeper, page: Page, address: str, route: str, rest: Callable[[], object]) -> None:
        self.keeper = keeper
        self.page = page
        self.address = address
        self.route = route
        self.rest = rest
        self.traces: list[GateTrace] = []

    def needed(self) -> bool:
        """Whether anything stands in front of the page."""
        return self._next(gates.look(self.page)) is not None

    def run(self) -> GateTrace | None:
        for _ in range(constants.GATE_WALLS):
            act = self._next(gates.look(self.page))
            if act is None:
                break
            trace = act()
            if trace is None:
                break
            self.traces.append(trace)
            if not trace.passed:
                break
        chained: GateTrace | None = None
        for trace in reversed(self.traces):
            chained = replace(trace, then=chained)
        return chained

    def _next(self, sight: Sight) -> Act | None:
        done = {trace.kind for trace in self.traces}
        survey, overlay = self.keeper.survey, sight.overlay
        if overlay is not None and consent_like(overlay) and "consent" not in done:
            known = gates.signature(str(overlay["text"])) == survey.overlay
            # A layer that only one route has is that route's own (a page shown as a dialog).
            if known or self.route == "/":
                return lambda: gates.dismiss_consent(self.page, self.rest)
        if "login" not in done and self._walled(sight):
            return self._log_in
        intro = splash_signature(sight)
        if intro and intro == survey.splash and self.route != self.keeper.keep_intro_of and "splash" not in done:
            return self._leave_intro
        return None

    def _walled(self, sight: Sight) -> bool:
        """Whether a log-in form stands where another page should be."""
        login = sight.login
        if login is None or self.keeper.login_route(self.route):
            return False
        if not self._here():
            return True
        if self.route != "/" and gates.signature(str(login["text"])) == self.keeper.survey.login:
            return True
        # Without a guard in the source it is a page with a password field of its own: a sign-up, a change of password.
        return not self.keeper.plan.empty and int(login["outside"]) <= constants.GATE_OUTSIDE

    def _here(self) -> bool:
        return page_key(self.page.url) == page_key(self.address)

    def _log_in(self) -> GateTrace:
        loaded = self._with_cookies()
        if loaded is not None:
            return loaded
        trace = gates.pass_login(self.page, self.rest)
        return self._back(trace) if trace.passed else trace

    def _leave_intro(self) -> GateTrace | None:
        trace = gates.dismiss_splash(self.page, self.rest)
        return self._back(trace) if trace is not None and trace.passed else trace

    def _with_cookies(self) -> GateTrace | None:
        """Cookies are gone with each clearing of the context: a server sees them from the second load on."""
        context = self.page.context
        if not gates.add_cookies(context, self.keeper.plan, self.keeper.origin):
            return None
        before = self.page.url
        self._load()
        if self._walled(gates.look(self.page)):
            return None
        keys = [item.key for item in self.keeper.plan.seeds if item.storage == "cookie"]
        steps = (*(GateStep(action="seed", text=f"cookie: {key}") for key in keys), GateStep(action="load"))
        return GateTrace(
            kind="storage", passed=True, steps=steps, reason="the server asks for a cookie", before=before,
            after=self.page.url,
        )  # fmt: skip

    def _back(self, trace: GateTrace) -> GateTrace:
        """To the address that was asked for: inside of the app first, since a load forgets what is in memory (G09)."""
        if self._here():
            return trace
        step = gates.move_within(self.page, self.address, self.rest)
        if step is None:
            step = GateStep(action="load", text=self.address)
            self._load()
        steps = (*trace.steps, step)
        passed = self._here() and not self._walled(gates.look(self.page))
        reason = trace.reason
        if not passed:
            reason = f"{reason}; behind it, {self.address} is not reached: it ends at {self.page.url}"
        return replace(trace, steps=steps, passed=passed, reason=reason, after=self.page.url)

    def _load(self) -> None:
        from playwright.sync_api import Error

        with suppress(Error):
            self.page.goto(self.address, wait_until="commit")
        self.rest()
