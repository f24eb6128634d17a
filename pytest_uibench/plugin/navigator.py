"""Where an app has the spec's screens, and whether a page is one of them: what steps and expectations ask for."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pytest_uibench import constants
from pytest_uibench.browser.act.actor import Arrival, Recognised
from pytest_uibench.browser.settle import settle
from pytest_uibench.checks.fidelity.identity import Recogniser
from pytest_uibench.observe.isolated import Isolated
from pytest_uibench.observe.links import page_key
from pytest_uibench.spec import Screen


@dataclass(frozen=True, kw_only=True)
class Places:
    """Screens of one app: found once, by what its routes show."""

    screens: Mapping[str, Screen]
    paths: Mapping[str, str | None]
    """Screen id to the address where the app shows it; None where no route does."""
    recogniser: Recogniser | None
    """None for a spec without a reference."""
    referenced: frozenset[str]
    """Screens that are recognised by their blocks."""


@dataclass(slots=True)
class ScreenNavigator:
    """The :class:`~pytest_uibench.browser.act.actor.Navigator` of one page."""

    places: Places
    at: Isolated

    def address(self, route: str) -> str:
        """Full address of a route."""
        return self.at.address(self.at.book.path(route))

    def path(self, screen: str) -> str | None:
        """Address of a screen as links have it; None where no route of the app shows it."""
        if screen in self.places.referenced:
            return self.places.paths.get(screen)
        address = self.places.screens[screen].address
        return None if address is None else self.at.book.path(address)

    def go(self, screen: str, by: Literal["control", "address"] | None, seconds: float) -> Arrival:
        """Client-side where the page has a visible link that leads there, else by loading the address."""
        path = self.path(screen)
        if path is None:
            return Arrival(ok=False, reason=f"no route of the app shows the screen {screen!r}")
        if by != "address" and self._clicked(path, seconds):
            return Arrival(ok=True, by="control")
        if by == "control":
            return Arrival(ok=False, reason=f"no visible control leads to {path}")
        self.at.open(path)
        return Arrival(ok=True, by="address")

    def shows(self, screen: str) -> Recognised:
        """By blocks where there is a reference, else by the address and the screen's texts."""
        if self.places.recogniser is not None and screen in self.places.referenced:
            seen = self.at.capture("now").capture
            if seen.fault is not None:
                return Recognised(ok=False, reason=seen.fault.message)
            found = self.places.recogniser.identify(seen)
            agreement = found.agreement.get(screen, 0.0)
            if found.screen == screen:
                return Recognised(ok=True, reason=f"it shows {screen} ({agreement:.2f})")
            other = "no screen of the spec" if found.screen is None else f"{found.screen}"
            return Recognised(ok=False, reason=f"{self.at.path()} shows {other}, not {screen} ({agreement:.2f})")
        return self._by_address_and_text(screen)

    def _by_address_and_text(self, screen: str) -> Recognised:
        wanted, here = self.path(screen), self.at.path()
        if wanted is not None and page_key(here) != page_key(wanted):
            return Recognised(ok=False, reason=f"{here} is not the address of {screen} ({wanted})")
        shown = self.at.page.inner_text("body")
        lacking = [pattern for pattern in self.places.screens[screen].text if not pattern.matches(shown)]
        if lacking:
            return Recognised(ok=False, reason=f"{here} does not show {', '.join(map(str, lacking))}")
        return Recognised(ok=True, reason=f"it stands at {here}")

    def _clicked(self, path: str, seconds: float) -> bool:
        """Click the first visible link to ``path`` that can be clicked; True when the page then stands there."""
        from playwright.sync_api import Error

        end = time.monotonic() + seconds
        for index in self.at.links_to(path)[: constants.GO_LINKS_TRIED]:
            left = end - time.monotonic()
            if left <= 0:
                break
            try:
                self.at.page.locator("a[href]").nth(index).click(timeout=1000 * min(left, constants.GO_CLICK_SECONDS))
            except Error:
                # Covered, moving, or gone meanwhile: the next one, or the address.
                continue
            settle(self.at.page, cdp=self.at.cdp, recorder=self.at.recorder)
            if page_key(self.at.path()) == page_key(path):
                return True
        return False
