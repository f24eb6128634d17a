"""A page of the app in a context of its own, with all that acting on it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_uibench.browser.recorder import PageRecorder
from pytest_uibench.browser.settle import settle
from pytest_uibench.browser.watchdog import Watchdog

from .addresses import AddressBook
from .links import link_path
from .screen import ScreenName, Shot, capture_page

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

LINKS = """() => Array.from(document.querySelectorAll("a[href]"), (link, index) => ({
  index, href: link.getAttribute("href"), resolved: link.href,
  shown: link.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && link.getClientRects().length > 0,
}))"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolated:
    """One page: nothing of another item is left in it, and nothing of it will be."""

    page: Page
    recorder: PageRecorder
    cdp: CDPSession | None
    watchdog: Watchdog
    origin: str
    base: str
    book: AddressBook
    hash_router: bool

    def address(self, path: str) -> str:
        """Full address of a path as links have it."""
        return f"{self.origin}{self.base}{path if path.startswith('/') else '/' + path}"

    def open(self, path: str) -> None:
        """Load a path and wait until the page has settled."""
        self.page.goto(self.address(path), wait_until="commit")
        settle(self.page, cdp=self.cdp, recorder=self.recorder)

    def path(self) -> str:
        """Where the page stands, without origin and base, query kept; a foreign address in full."""
        target = link_path(self.page.url, self.page.url, self.origin, self.base, hash_router=self.hash_router)[1]
        return target or self.page.url

    def links_to(self, path: str) -> list[int]:
        """Visible links that lead to ``path``, as indexes among the page's ``a[href]``."""
        wanted = link_path(path, self.address(path), self.origin, self.base, hash_router=self.hash_router)[0]
        found = self.page.evaluate(LINKS)
        return [
            link["index"]
            for link in found
            if link["shown"]
            and wanted is not None
            and link_path(link["href"], link["resolved"], self.origin, self.base, hash_router=self.hash_router)[0]
            == wanted
        ]

    def capture(self, name: str) -> Shot:
        """What the page shows now."""
        route = self.path()
        return capture_page(self.page, ScreenName(id=name, route=route.split("?")[0], path=route), cdp=self.cdp)
