"""Passing a log-in by its form."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pytest_uibench import constants
from pytest_uibench.model import GateStep, GateTrace

from .acts import Rest, click, rest_of, wait_until
from .credentials import Credentials, password_field, tries, user_field
from .sight import Facts, Sight, look

if TYPE_CHECKING:
    from playwright.sync_api import Page

OTHER_VALUES: Final = {
    "text": "Demo User",
    "search": "Demo User",
    "email": "demo@example.com",
    "tel": "5550100123",
    "number": "30",
    "date": "1990-01-01",
    "month": "1990-01",
    "time": "10:00",
    "url": "https://example.com",
    "textarea": "Demo",
}
"""For what a form asks beside name and password."""


def pass_login(page: Page, rest: Rest | None = None) -> GateTrace:
    """Fill and send the form with the password field that ``page`` shows, until the form is gone.

    Prefilled values and credentials that the page shows come first, then plausible ones, then the form's other controls
    (a demo account, a sign-up) and the form that they lead to. The address may change; see :func:`move_within`.

    Args:
        rest: brings the page to rest.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    attempt = _Attempt(page, rest or rest_of(page))
    return attempt.run()


class _Attempt:
    def __init__(self, page: Page, rest: Rest) -> None:
        self.page = page
        self.rest = rest
        self.steps: list[GateStep] = []
        self.said = ""
        self._end = time.monotonic() + constants.GATE_LOGIN_SECONDS

    def run(self) -> GateTrace:
        before = self.page.url
        sight = look(self.page)
        if sight.login is None:
            return self._trace(before, passed=False, reason="no form with a password field is on show")
        # Controls that stay here first (a demo account, a guest), then ways to another form (a sign-up).
        others = [
            one["text"] for one in sorted(sight.login["others"], key=lambda one: bool(one["away"])) if one["enabled"]
        ]
        for pair in tries(sight.login, str(sight.facts["text"])):
            if self._in_time() and self._send(pair):
                return self._trace(before, passed=True, reason=f"log-in form; credentials: {pair.source}")
        for name in dict.fromkeys(others):
            if self._in_time() and self._otherwise(name):
                return self._trace(before, passed=True, reason=f"log-in form; through {name!r}")
        said = f"; it says: {self.said}" if self.said else ""
        return self._trace(before, passed=False, reason=f"the log-in form stays, whatever is filled in{said}")

    def _in_time(self) -> bool:
        return time.monotonic() < self._end

    def _trace(self, before: str, *, passed: bool, reason: str) -> GateTrace:
        return GateTrace(
            kind="login", passed=passed, steps=tuple(self.steps), reason=reason, before=before, after=self.page.url
        )

    def _send(self, pair: Credentials) -> bool:
        """Fill the form and send it; True when no password is asked for any more."""
        sight = look(self.page)
        if sight.login is None:
            return True
        self._fill(sight, pair)
        # What was filled in may have enabled the button, or brought another field.
        sight = look(self.page)
        if sight.login is None:
            return True
        submit = sight.login["submit"]
        if submit is not None and not submit["enabled"]:
            self._check(sight, sight.login["fields"], every=True)
        shown = str(sight.login["text"])
        if submit is None or not click(self.page, sight, submit, self.steps):
            self._enter(sight)
        return self._gone(shown)

    def _gone(self, shown: str) -> bool:
        """Wait for the answer: log-ins pretend to think (G24)."""
        self.rest()
        login = look(self.page).login
        if login is None:
            return True
        waiting = login["submit"] is not None and not login["submit"]["enabled"]
        limit = constants.GATE_ANSWER_MS if waiting or login["text"] == shown else 0
        if limit and wait_until(self.page, lambda: self._moved_on(shown), limit):
            self.rest()
            login = look(self.page).login
        if login is not None and login["text"] != shown:
            self.said = _news(shown, str(login["text"]))
        return login is None

    def _moved_on(self, shown: str) -> bool:
        sight = look(self.page)
        if sight.login is None:
            return True
        submit = sight.login["submit"]
        busy = submit is not None and not submit["enabled"]
        return not busy and sight.login["text"] != shown and sight.timer == 0

    def _otherwise(self, name: str) -> bool:
        """Another control of the view by its name: a demo account, a guest, a sign-up."""
        sight = look(self.page)
        if sight.login is None:
            return True
        control = next((one for one in sight.login["others"] if one["text"] == name and one["enabled"]), None)
        if control is None or not click(self.page, sight, control, self.steps):
            return False
        self.rest()
        if look(self.page).login is None:
            return self._let_in(control, sight)
        for _ in range(constants.GATE_FORMS):
            sight = look(self.page)
            pair = next(tries(sight.login, str(sight.facts["text"])), None) if sight.login is not None else None
            if pair is None or self._send(pair):
                return pair is not None
        return False

    def _let_in(self, control: Facts, before: Sight) -> bool:
        """Whether a control opened the app; a way to a forgotten password shows less than the form did, and is left."""
        now = look(self.page)
        if not control["away"] and now.facts["count"] > before.facts["count"]:
            return True
        if now.url != before.url:
            self.page.go_back(wait_until="commit")
            self.rest()
        return False

    def _fill(self, sight: Sight, pair: Credentials) -> None:
        fields: Sequence[Facts] = sight.login["fields"] if sight.login is not None else ()
        user, password = user_field(fields), password_field(fields)
        groups = {one["group"] for one in fields if one["type"] == "radio" and one["checked"]}
        for one in fields:
            if one["type"] == "password":
                self._put(sight, one, pair.password)
            elif user is not None and one["index"] == user["index"] and password is not None:
                self._put(sight, one, pair.user)
            elif one["type"] == "radio":
                if one["group"] not in groups:
                    groups.add(one["group"])
                    self._tick(sight, one)
            elif one["type"] == "select":
                self._select(sight, one)
            elif one["type"] in OTHER_VALUES and not one["filled"]:
                self._put(sight, one, "demo@example.com" if one["email"] else OTHER_VALUES[one["type"]])
        self._check(sight, fields, every=False)

    def _put(self, sight: Sight, facts: Facts, value: str | None) -> None:
        from playwright.sync_api import Error

        element = sight.element(facts["index"]) if value is not None else None
        if element is None or value is None:
            return
        try:
            element.fill(value, timeout=constants.GATE_ACT_MS)
        except Error:
            return
        self.steps.append(GateStep(action="fill", selector=facts["path"], text=facts["name"] or facts["type"]))

    def _select(self, sight: Sight, facts: Facts) -> None:
        from playwright.sync_api import Error

        element = sight.element(facts["index"])
        if element is None or facts["filled"] or not facts["options"]:
            return
        try:
            element.select_option(facts["options"][0], timeout=constants.GATE_ACT_MS)
        except Error:
            return
        self.steps.append(GateStep(action="fill", selector=facts["path"], text=facts["name"] or facts["type"]))

    def _check(self, sight: Sight, fields: Sequence[Facts], *, every: bool) -> None:
        """Boxes that are required (terms of use), or all of them when the form does not let itself be sent."""
        for one in fields:
            if one["type"] == "checkbox" and not one["checked"] and (every or one["required"]):
                self._tick(sight, one)

    def _tick(self, sight: Sight, facts: Facts) -> None:
        from playwright.sync_api import Error

        element = sight.element(facts["index"])
        if element is None:
            return
        try:
            element.check(timeout=constants.GATE_ACT_MS)
        except Error:
            # A box that is drawn by its label: the label is what a person clicks.
            label = element.evaluate_handle("box => (box.labels && box.labels[0]) || null").as_element()
            if label is None:
                return
            try:
                label.click(timeout=constants.GATE_ACT_MS)
            except Error:
                return
        self.steps.append(GateStep(action="check", selector=facts["path"], text=facts["name"]))

    def _enter(self, sight: Sight) -> None:
        from playwright.sync_api import Error

        password = password_field(sight.login["fields"]) if sight.login is not None else None
        element = sight.element(password["index"]) if password is not None else None
        if element is None or password is None:
            return
        try:
            element.press("Enter", timeout=constants.GATE_ACT_MS)
        except Error:
            return
        self.steps.append(GateStep(action="click", selector=password["path"], text="Enter"))


def _news(before: str, after: str) -> str:
    """Words that were not there before: what a form says of its refusal."""
    known = set(before.split())
    words = [word for word in after.split() if word not in known]
    return " ".join(words)[: constants.GATE_TEXT]
