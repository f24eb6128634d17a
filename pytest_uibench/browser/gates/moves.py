"""Moves inside of an app without a load, so that what it keeps in memory survives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uibench import constants
from pytest_uibench.model import GateStep

from .acts import Rest, rest_of, same_path
from .sight import look

if TYPE_CHECKING:
    from playwright.sync_api import Page

MARK: Final = "() => { window[Symbol.for('pytest-uibench-gate')] = true; }"
SAME: Final = "() => window[Symbol.for('pytest-uibench-gate')] === true"
LINK: Final = """(target) => {
  const plain = (url) => url.origin + url.pathname.replace(/\\/$/, "") + (/^#!?\\//.test(url.hash) ? url.hash : "");
  const wanted = plain(new URL(target));
  return [...document.querySelectorAll("a[href]")].find((link) => link.target !== "_blank" && !link.download
    && /^https?:/.test(link.protocol) && plain(new URL(link.href)) === wanted
    && link.getBoundingClientRect().width > 1 && (!link.checkVisibility || link.checkVisibility())) || null;
}"""
KEEP: Final = """() => {
  // A link that no router takes would load the page and lose what is in memory.
  const keep = (event) => {
    if (event.defaultPrevented) return;
    if (event.composedPath().some((node) => node.localName === "a")) event.preventDefault();
  };
  window.addEventListener("click", keep, { once: true });
  window.setTimeout(() => window.removeEventListener("click", keep), 500);
}"""
HASH: Final = "(hash) => { location.hash = hash; }"
NEXT: Final = """(target) => {
  const router = window.next && window.next.router;
  if (!router || !router.push) return false;
  const url = new URL(target);
  router.push(url.pathname + url.search + url.hash);
  return true;
}"""
DELEGATED: Final = """(target) => {
  // Routers that listen for clicks on any link (SvelteKit, Astro, page.js) take one that is put there.
  const link = document.createElement("a");
  link.href = target;
  link.style.position = "absolute";
  const root = document.querySelector("#app, #root, #svelte, body > div") || document.body;
  let taken = false;
  const keep = (event) => { taken = event.defaultPrevented; event.preventDefault(); };
  window.addEventListener("click", keep, { once: true });
  root.appendChild(link);
  const init = { bubbles: true, cancelable: true, composed: true, button: 0, view: window };
  link.dispatchEvent(new MouseEvent("click", init));
  window.removeEventListener("click", keep);
  link.remove();
  return taken;
}"""
HISTORY: Final = """(target) => {
  // Routers read their own notes in the entry: React Router an index, Vue Router a position.
  const old = history.state && typeof history.state === "object" ? history.state : {};
  const url = new URL(target);
  const path = url.pathname + url.search + url.hash;
  const state = { ...old, usr: null, key: "uibench", idx: (old.idx ?? 0) + 1,
    position: (old.position ?? 0) + 1, back: old.current ?? null, current: path, forward: null, replaced: false };
  history.pushState(state, "", target);
  window.dispatchEvent(new PopStateEvent("popstate", { state }));
}"""


def move_within(page: Page, address: str, rest: Rest | None = None) -> GateStep | None:
    """Move ``page`` to ``address`` (whole, of the same origin) without a load; None when no router takes it there.

    Tried in order: a link of the app, the address's hash, the router of Next, a click that a delegating router takes,
    an entry in the history that routers hear of.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    mover = _Mover(page, address, rest or rest_of(page))
    return mover.run()


class _Mover:
    def __init__(self, page: Page, address: str, rest: Rest) -> None:
        self.page = page
        self.address = address
        self.rest = rest

    def run(self) -> GateStep | None:
        if same_path(self.page.url, self.address):
            return GateStep(action="move", text="already there")
        self.page.evaluate(MARK)
        self.before = look(self.page).view
        for name, act in (
            ("link", self._link),
            ("hash", self._hash),
            ("router", self._next),
            ("delegated click", self._delegated),
            ("history", self._history),
        ):
            selector = act()
            if selector is not None and self._arrived():
                return GateStep(action="move", selector=selector or None, text=f"{name}: {self.address}")
            if not self.page.evaluate(SAME):
                return None
        return None

    def _arrived(self) -> bool:
        """Whether the address is the wanted one, the document still the same, and something else on show."""
        self.rest()
        if not self.page.evaluate(SAME) or not same_path(self.page.url, self.address):
            return False
        return look(self.page).view != self.before

    def _link(self) -> str | None:
        from playwright.sync_api import Error

        link = self.page.evaluate_handle(LINK, self.address).as_element()
        if link is None:
            return None
        self.page.evaluate(KEEP)
        try:
            link.click(timeout=constants.GATE_ACT_MS)
        except Error:
            return None
        return "a[href]"

    def _hash(self) -> str | None:
        path, _, fragment = self.address.partition("#")
        if not fragment.startswith(("/", "!/")) or not same_path(path, self.page.url.partition("#")[0]):
            return None
        self.page.evaluate(HASH, fragment)
        return ""

    def _next(self) -> str | None:
        return "" if self.page.evaluate(NEXT, self.address) else None

    def _delegated(self) -> str | None:
        return "" if self.page.evaluate(DELEGATED, self.address) else None

    def _history(self) -> str | None:
        self.page.evaluate(HISTORY, self.address)
        return ""
