"""Try a spec's navigation entries and features, each on a page of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_uibench import constants
from pytest_uibench.browser.act.actor import Actor
from pytest_uibench.browser.act.expect import judge_now
from pytest_uibench.browser.act.feature import needs_comparison, run_feature, run_steps, without_acting
from pytest_uibench.browser.act.steps import Stage
from pytest_uibench.browser.faults import PageFaultError
from pytest_uibench.checks.fidelity.identity import Recogniser
from pytest_uibench.checks.plan import ascii_id, referenced
from pytest_uibench.model import Failure
from pytest_uibench.model.interaction import FeatureTrace, StepTrace
from pytest_uibench.model.navigation import NavigationTrace, Stop
from pytest_uibench.observe.gather import Gatherer
from pytest_uibench.observe.isolated import Isolated
from pytest_uibench.observe.visit import NewContext
from pytest_uibench.plugin.fidelity import aliases_of, compared
from pytest_uibench.plugin.navigator import Places, ScreenNavigator
from pytest_uibench.spec import External, Feature, NavigationEntry, Spec
from pytest_uibench.spec.steps import Click, Step

FOLDER = "trials"
"""Pictures of where entries ended, in the app's folder."""


@dataclass(slots=True)
class StartError(Exception):
    """The start was not reached; ``stop`` says whether that is a failure."""

    stop: Stop
    reason: str


def places_of(spec: Spec, gatherer: Gatherer) -> Places:
    """Where the app has the spec's screens; worked out once per process.

    Raises:
        UibenchError: the reference does not run or cannot be read.
    """
    known: Places | None = gatherer.kept.get("places")
    if known is not None:
        return known
    screens = referenced(spec)
    paths: dict[str, str | None] = {}
    recogniser = None
    if screens:
        record = compared(spec, gatherer)
        for found in record.screens:
            at = found.match.content.generated
            paths[found.screen] = None if at is None else record.paths[at]
        theirs, ours = gatherer.screens(), gatherer.reference(spec, screens)
        recogniser = Recogniser(ours.captures, theirs.captures, aliases_of(theirs))
    made = Places(
        screens=spec.screens_by_id, paths=paths, recogniser=recogniser, referenced=frozenset(s.id for s in screens)
    )
    gatherer.kept["places"] = made
    return made


@dataclass(slots=True)
class Trial:
    """One entry on one page."""

    spec: Spec
    gatherer: Gatherer
    at: Isolated
    navigator: ScreenNavigator
    actor: Actor

    @classmethod
    def begin(cls, spec: Spec, gatherer: Gatherer, new_context: NewContext) -> Trial:
        """A fresh context and page."""
        at = gatherer.isolated(new_context)
        navigator = ScreenNavigator(places_of(spec, gatherer), at)
        actor = Actor(page=at.page, recorder=at.recorder, cdp=at.cdp, watchdog=at.watchdog, navigator=navigator)
        return cls(spec, gatherer, at, navigator, actor)

    def start(self, screen: str, entry: NavigationEntry | Feature, stage: Stage) -> tuple[StepTrace, ...]:
        """Open a start screen, run ``before:``, and make sure that the page is this screen.

        Raises:
            StartError: it is not reached, or ``only_if`` does not hold on it.
        """
        path = self.navigator.path(screen)
        reach = self.spec.screens_by_id[screen].reach
        if path is None and not reach:
            raise StartError("start", f"no route of the app shows the start screen {screen!r}")
        self.at.open(path or "/")
        done = run_steps(stage, self.spec.before_of(entry))
        _all_done("before", done)
        if path is not None and done and not self.navigator.shows(screen).ok:
            self.at.open(path)
        if path is None:
            _all_done("reach", run_steps(stage, reach))
        found = self.navigator.shows(screen)
        if not found.ok:
            raise StartError("start", f"the start is not reached: {found.reason}")
        if entry.only_if is not None and not judge_now(self.actor, entry.only_if, stage.remembered).holds:
            raise StartError("skipped", "only_if does not hold on the start page")
        return done

    def picture(self, name: str) -> str | None:
        """Keep what the page shows now; relative to the app's folder."""
        from playwright.sync_api import Error

        folder = self.gatherer.folder / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        file = f"{ascii_id(name).replace('/', '-')}.png"
        try:
            self.at.page.screenshot(path=folder / file, animations="allow", timeout=constants.PICTURE_TIMEOUT_MS)
        except Error:
            return None
        return f"{FOLDER}/{file}"


def try_navigation(spec: Spec, entry: NavigationEntry, gatherer: Gatherer, new_context: NewContext) -> NavigationTrace:
    """Open the start, one action, one verdict (METRICS section 4).

    Raises:
        UibenchError: the reference does not run or cannot be read.
        BrowserGoneError: the browser ended.
    """
    started = time.monotonic()
    trial = Trial.begin(spec, gatherer, new_context)
    stage = Stage(trial.actor)
    before: tuple[StepTrace, ...] = ()
    steps: tuple[StepTrace, ...] = ()
    stop: Stop | None = None
    fault: Failure | None = None
    try:
        if entry.kind == "page":
            stop, reason = _exists(trial, entry)
        else:
            before = trial.start(str(entry.start), entry, stage)
            steps = run_steps(stage, _actions(entry))
            stop, reason = _arrived(trial, entry, steps)
    except StartError as error:
        stop, reason = error.stop, error.reason
    except PageFaultError as error:
        stop, reason, fault = "click", error.failure.message, error.failure
    return NavigationTrace(
        id=entry.id,
        kind=entry.kind,
        stop=stop,
        reason=reason,
        start=trial.navigator.path(entry.start) if entry.start else None,
        landed=None if fault is not None else trial.at.path(),
        before=before,
        steps=steps,
        picture=trial.picture(f"navigation-{entry.id}") if stop is not None and fault is None else None,
        seconds=round(time.monotonic() - started, 3),
        fault=fault,
    )


def try_feature(spec: Spec, feature: Feature, gatherer: Gatherer, new_context: NewContext) -> FeatureTrace:
    """Run a feature on its start screen, and its moves alone on a second page where those could mislead.

    Raises:
        UibenchError: the reference does not run or cannot be read.
        BrowserGoneError: the browser ended.
    """
    started = time.monotonic()
    trial = Trial.begin(spec, gatherer, new_context)
    stage = Stage(trial.actor)
    try:
        trial.start(feature.start, feature, stage)
        held = None
        if needs_comparison(feature):
            other = Trial.begin(spec, gatherer, new_context)
            other.start(feature.start, feature, Stage(other.actor))
            held = without_acting(other.actor, feature)
            other.at.page.context.close()
        return run_feature(trial.actor, feature, remembered=stage.remembered, held_without_acting=held)
    except StartError as error:
        label = "interact:only-if" if error.stop == "skipped" else "interact:start"
        fault = Failure(label=label, stage="render", message=error.reason)
    except PageFaultError as error:
        fault = error.failure
    return FeatureTrace(url_end=trial.at.path(), seconds=round(time.monotonic() - started, 3), fault=fault)


def _exists(trial: Trial, entry: NavigationEntry) -> tuple[Stop | None, str]:
    screen = str(entry.screen)
    path = trial.navigator.path(screen)
    if path is None:
        return "destination", f"no route of the app shows {screen!r}"
    trial.at.open(path)
    found = trial.navigator.shows(screen)
    return (None if found.ok else "destination"), found.reason


def _actions(entry: NavigationEntry) -> Sequence[Step]:
    if entry.click is None:
        return entry.do
    return (*entry.do, Click(target=entry.click, place=entry.place))


def _arrived(trial: Trial, entry: NavigationEntry, steps: Sequence[StepTrace]) -> tuple[Stop | None, str]:
    broken = next((step for step in steps if not step.ok), None)
    if broken is not None:
        stop: Stop = "click" if len(steps) == len(_actions(entry)) else "steps"
        return stop, broken.reason or "a step failed"
    if isinstance(entry.to, External):
        return _left(trial, entry.to)
    found = trial.navigator.shows(str(entry.to))
    return (None if found.ok else "destination"), found.reason


def _left(trial: Trial, to: External) -> tuple[Stop | None, str]:
    """Whether the click asked for the address off the site; the hermetic network does not let the page go there."""
    recorded = trial.at.recorder.drain()
    asked = [trial.at.page.url, *recorded.popups, *(f.url for f in recorded.requests if f.resource == "document")]
    hit = next((url for url in asked if to.external.matches(url)), None)
    if hit is not None:
        return None, f"it leads to {hit}"
    return "destination", f"nothing asked for {to.external}; asked for: {', '.join(asked)}"


def _all_done(name: str, steps: Sequence[StepTrace]) -> None:
    broken = next((step for step in steps if not step.ok), None)
    if broken is not None:
        raise StartError("start", f"{name}: {broken.text}: {broken.reason}")
