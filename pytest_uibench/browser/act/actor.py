"""The page that is acted on, asked in a script world of our own."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from pytest_uibench import constants
from pytest_uibench.browser import world
from pytest_uibench.browser.faults import BrowserGoneError, PageFaultError, first_line, render_fault
from pytest_uibench.browser.settle import LoopError, navigated_away, settle
from pytest_uibench.spec.targets import Target

from .errors import NotFoundError, StepError
from .hints import CLICKABLE, FIELD_ROLES
from .navigator import Arrival, Move, Navigator, Recognised
from .nearest import nearest
from .patience import Patience
from .resolve import Found, asks_labels, named_roles, resolve, selectors_of
from .snapshot import Snapshot

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Error, Page

    from pytest_uibench.browser.recorder import PageRecorder
    from pytest_uibench.browser.watchdog import Watchdog

T = TypeVar("T")
PARTS = ("roles", "names", "elements", "look", "aim", "details", "forms", "moves", "main")


@dataclass(slots=True)
class Actor:
    """One page with all that is needed to act on it."""

    page: Page
    recorder: PageRecorder
    cdp: CDPSession | None
    watchdog: Watchdog
    navigator: Navigator
    clipboard: list[str] = field(default_factory=list)
    """What the app wrote to the clipboard so far."""
    patient: bool = False
    """Wait until deadlines in full, also on a page that has nothing left to do: the spec gives a ``timeout``."""
    _folder: TemporaryDirectory[str] | None = None

    # --- Asking

    def ask(self, op: str, **options: Any) -> Any:
        """The answer of an operation of ``scripts/``; waits out a document that is being replaced."""
        return self.patiently(lambda: world.ask(self.page, self.cdp, script(), {"op": op, **options}))

    def patiently(self, question: Callable[[], T]) -> T:
        """The answer to a question that is asked again while the page moves on to another document."""
        from playwright.sync_api import Error

        end = time.monotonic() + constants.STEP_TIMEOUT_SECONDS
        while True:
            try:
                return question()
            except Error as error:
                moving = navigated_away(error) or "context" in str(error).lower()
                if not moving or time.monotonic() >= end:
                    raise
                self.page.wait_for_timeout(constants.ACT_POLL_MS)

    def look(self, targets: Sequence[Target] = (), *, names: bool = False) -> Snapshot:
        """The page as it is now; ``targets`` tell what to ask for, ``names`` asks for all names and labels."""
        roles = named_roles(targets)
        answer = self.ask(
            "look",
            selectors=selectors_of(targets),
            roles=None if names else sorted(roles),
            clickable=bool(roles & CLICKABLE),
            labels=names or asks_labels(targets) or bool(roles & FIELD_ROLES),
            notices=not targets,
            limit=constants.ACT_ELEMENTS_LIMIT,
            textLimit=constants.ACT_TEXT_LIMIT,
            shortLimit=constants.ACT_SHORT_TEXT,
            besideLimit=constants.ACT_BESIDE_LIMIT,
        )
        return Snapshot.of(json.loads(answer))

    def details(
        self, indices: Sequence[int], attributes: Sequence[str] = (), styles: Sequence[str] = ()
    ) -> list[Mapping[str, Any] | None]:
        """What the elements of the last look are like; None for one that is gone."""
        if not indices:
            return []
        found: list[Mapping[str, Any] | None] = self.ask(
            "details",
            indices=list(indices),
            attributes=list(attributes),
            styles=list(styles),
            limit=constants.ACT_DETAIL_LIMIT,
        )
        return found

    def find(self, target: Target, end: float, *, hidden: bool = False) -> Found:
        """What the target stands for, as soon as it is visible; ``hidden`` takes a hidden one too (file inputs).

        Raises:
            NotFoundError: not before ``end`` (monotonic seconds).
        """
        patience = Patience(self, end)
        while True:
            snapshot = self.look([target])
            found = resolve(target, snapshot)
            if found.nodes or (hidden and found.hidden):
                return found
            if patience.over():
                if snapshot.full and not found.why:
                    found = replace(found, why=f"only the first {constants.ACT_ELEMENTS_LIMIT} elements are looked at")
                raise NotFoundError(target, self.explained(found), self.nearest(target))
            self.pause()

    def nearest(self, target: Target) -> tuple[str, ...]:
        """The nearest visible candidates for a target that is not there."""
        return nearest(target, self.look([target], names=True))

    def explained(self, found: Found) -> Found:
        """``found`` with a word about what cannot be looked into, where that may be the reason."""
        closed = 0 if found.why else self.closed_roots()
        if not closed:
            return found
        return replace(found, why=f"{closed} closed shadow root{'s' * (closed > 1)} on the page: not inspectable")

    def closed_roots(self) -> int:
        """Number of closed shadow roots (F57); 0 where the browser does not tell."""
        from playwright.sync_api import Error

        if self.cdp is None:
            return 0
        try:
            found = world.handle(self.page, self.cdp, "() => document", None)
            tree = self.cdp.send("DOM.describeNode", {"objectId": found, "depth": -1, "pierce": True})
        except Error:
            return 0
        return sum(root.get("shadowRootType") == "closed" for root in _shadow_roots(tree["node"]))

    # --- Time

    def pause(self, milliseconds: float = constants.ACT_POLL_MS) -> None:
        """Let the page go on for a while; recorded events arrive meanwhile."""
        self.page.wait_for_timeout(milliseconds)

    def settle(self) -> None:
        """Wait until what was done has had its effect; an endless animation or stream does not hold it.

        Raises:
            PageFaultError: the page loads itself for ever.
        """
        try:
            self.recorder.calm()
            settle(self.page, recorder=self.recorder, deadline_ms=constants.ACT_SETTLE_MS)
        except LoopError as error:
            raise PageFaultError(render_fault("interact:reload-loop", str(error))) from None
        self.collect()

    @contextmanager
    def guard(self, seconds: float) -> Iterator[None]:
        """Within the block a page that hangs or crashes becomes a fault (F73).

        Raises:
            PageFaultError: ``interact:hang``, ``interact:crash``.
            BrowserGoneError: the browser ended.
        """
        from playwright.sync_api import Error

        with self.watchdog.guard(seconds + constants.HANG_SECONDS) as guard:
            try:
                yield
            except Error as error:
                raise self._fault(error, hung=guard.fired) from None

    def _fault(self, error: Error, *, hung: bool) -> Exception:
        if not self.page.context.browser or not self.page.context.browser.is_connected():
            return BrowserGoneError(first_line(error))
        if hung:
            told = f"the page's script did not answer for {constants.HANG_SECONDS:.0f} s (an endless loop?)"
            return PageFaultError(render_fault("interact:hang", told))
        if self.recorder.crashed or "crashed" in str(error).lower():
            return PageFaultError(render_fault("interact:crash", "the page crashed its renderer (out of memory?)"))
        if self.page.is_closed():
            return PageFaultError(render_fault("interact:closed", "the page closed itself"))
        return StepError(f"the browser could not do it: {first_line(error)}")

    # --- What is known of the page

    @property
    def url(self) -> str:
        """Path and query of the page, with the fragment where there is one."""
        parts = urlsplit(self.page.url)
        return (
            (parts.path or "/")
            + (f"?{parts.query}" if parts.query else "")
            + (f"#{parts.fragment}" if parts.fragment else "")
        )

    def collect(self) -> None:
        """Fetch what the page noted of its clipboard: the notes go with the document."""
        self.clipboard += self.patiently(lambda: self.page.evaluate(CLIPBOARD))

    def activity(self) -> tuple[object, ...]:
        """Changes when the page does anything: equal before and after an action that had no effect."""
        notes = self.recorder.notes
        state = self.patiently(lambda: self.page.evaluate(ACTIVITY))
        return (self.page.url, *state, len(notes.dialogs), len(notes.popups), len(notes.downloads), len(self.clipboard))

    # --- Files

    def folder(self) -> Path:
        """A folder for generated files, until :meth:`close`."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="uibench-upload-")
        return Path(self._folder.name)

    def close(self) -> None:
        """Remove generated files; the page stays open."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


CLIPBOARD = """() => {
  const state = window[Symbol.for("pytest-uibench")];
  return state && state.clipboard ? state.clipboard.splice(0) : [];
}"""
ACTIVITY = """() => {
  const state = window[Symbol.for("pytest-uibench")];
  const at = document.activeElement;
  const field = /^(INPUT|TEXTAREA|SELECT)$/.test(at?.tagName) ? at.tagName + at.id : "";
  let kept = [];
  try { kept = [localStorage, sessionStorage].map((one) => one.length); } catch { kept = []; }
  return [performance.timeOrigin, state?.mutations ?? 0, state?.begun ?? 0, field,
          document.scrollingElement?.scrollTop ?? 0, ...kept, history.length];
}"""


@functools.cache
def script() -> str:
    """All operations as one function expression."""
    folder = files(__package__).joinpath("scripts")
    parts = [folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in PARTS]
    return "(request) => {\n" + "\n".join(parts) + "}"


def _shadow_roots(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for root in node.get("shadowRoots", ()):
        if root.get("shadowRootType") != "user-agent":
            yield root
        yield from _shadow_roots(root)
    for child in (*node.get("children", ()), *([node["contentDocument"]] if "contentDocument" in node else [])):
        yield from _shadow_roots(child)


__all__ = ["Actor", "Arrival", "Move", "Navigator", "Recognised"]
