"""Features written as in a spec, run on small pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pytest_uibench.browser.act.actor import Actor
from pytest_uibench.browser.act.expect import run_expectation
from pytest_uibench.browser.act.feature import run_feature
from pytest_uibench.browser.act.navigator import Arrival, Move, Recognised
from pytest_uibench.browser.act.steps import Stage, run_step
from pytest_uibench.browser.session import AppSession
from pytest_uibench.model import ExpectTrace, FeatureTrace, StepTrace
from pytest_uibench.spec import load_spec
from pytest_uibench.spec.interactions import Feature
from pytest_uibench.spec.targets import Target

from .conftest import Opener

HEAD = """\
uibench: 1
task: shop
screens:
  - {id: home, route: /}
  - {id: cart, route: /cart}
  - {id: other, route: /other}
interactions:
  - id: item
    family: form
    features:
      - id: feature
        from: home
"""


def feature_of(folder: Path, do: str, expect: str) -> Feature:
    """A feature of a spec that is loaded as any other."""
    path = folder / "shop.yaml"
    path.write_text(f"{HEAD}        do: {do}\n        expect: {expect}\n", encoding="utf-8")
    (feature,) = load_spec(path).interactions[0].features
    return feature


@dataclass
class Addresses:
    """A navigator that knows screens by their paths alone, and takes a link where there is one."""

    session: AppSession

    def address(self, route: str) -> str:
        return self.session.address(route)

    def go(self, screen: str, by: Move | None, seconds: float) -> Arrival:
        page = self.session.page
        path = "/" if screen == "home" else f"/{screen}"
        link = page.locator(f"a[href='{path}']")
        if by != "address" and link.count():
            link.first.click(timeout=seconds * 1000)
            return Arrival(ok=True, by="control")
        if by == "control":
            return Arrival(ok=False, reason=f"no control leads to {screen}")
        answer = page.goto(self.address(path), wait_until="commit")
        return Arrival(ok=answer is not None and answer.ok, by="address", reason="no such page")

    def shows(self, screen: str) -> Recognised:
        path = self.session.page.url.removeprefix(self.session.origin)
        return Recognised(ok=path == f"/{screen}", reason=f"the page is {path}")


class Theatre:
    """Opens pages and plays features on them."""

    def __init__(self, opener: Opener, folder: Path) -> None:
        self.opener, self.folder = opener, folder

    def open(self, html: str, path: str = "/") -> Actor:
        """A settled page with its actor."""
        self.opener.site.pages[path] = f"<!doctype html><meta charset=utf-8><title>t</title>{html}"
        session = self.opener()
        session.visit(path)
        session.rest()
        return Actor(session.page, session.recorder, session.cdp, session.watchdog, Addresses(session))

    def play(self, html: str, do: str, expect: str = "[{visible: {selector: body}}]") -> FeatureTrace:
        """One feature on a page of its own."""
        return run_feature(self.open(html), feature_of(self.folder, do, expect))

    def steps(self, html: str, do: str) -> list[StepTrace]:
        """Steps alone, up to the first that fails."""
        stage = Stage(self.open(html))
        traces: list[StepTrace] = []
        for step in feature_of(self.folder, f"[{do}]", "[{visible: {selector: body}}]").do:
            traces.append(run_step(stage, step))
            if not traces[-1].ok:
                break
        return traces

    def step(self, html: str, do: str) -> StepTrace:
        """The last of these steps."""
        return self.steps(html, do)[-1]

    def expect(self, html: str, expect: str, timeout: float = 0.3) -> ExpectTrace:
        """One expectation on a page."""
        return self.expect_on(self.open(html), expect, timeout)

    def expect_on(self, actor: Actor, expect: str, timeout: float = 0.3) -> ExpectTrace:
        """One expectation on an open page."""
        feature = feature_of(self.folder, "[]", f"[{{{expect}, timeout: {timeout}}}]")
        return run_expectation(actor, feature.expect[0], {})

    def target(self, text: str) -> Target:
        """A target as a spec writes it."""
        feature = feature_of(self.folder, "[]", f"[{{visible: {text}}}]")
        return feature.expect[0].target  # type: ignore[union-attr]
