"""Intros and layers in front of a page: dismissed by their own controls, never by force."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pytest_uibench import constants
from pytest_uibench.model import GateStep, GateTrace

from .acts import Rest, click, rest_of, same_path, wait_until
from .sight import Facts, Sight, look, signature, usable

if TYPE_CHECKING:
    from playwright.sync_api import Page

ACCEPT: Final = re.compile(
    r"(?i)\b(?:accept|agree|allow|ok(?:ay)?|got it|akzept|zustimm|einverstanden|acept|aceit|accett|accord|d'accord|"
    r"tout accepter|setuju|terima|akceptuj|godk|tillåt|принять|соглас|kabul)|同意|接受|允许|许可|동의|允許|知道了"
)
REJECT: Final = re.compile(
    r"(?i)\b(?:reject|decline|deny|refuse|necessary|essential|ablehn|notwendig|rechaz|rejeit|recus|rifiut|refus|tolak|"
    r"odrzu|avvis|neka|отклон|reddet)|拒绝|拒絕|거부|必要"
)
LEAVE: Final = re.compile(
    r"(?i)\b(?:skip|omitir|saltar|überspringen|passer|pular|lewati|пропустить|atla)|跳过|跳過|건너뛰기|スキップ"
)
"""Only between several controls that their form does not set apart (G23)."""


def dismiss_consent(page: Page, rest: Rest | None = None) -> GateTrace | None:
    """Answer a layer that blocks ``page`` while its content stands behind it; None when there is none.

    Told by structure: at most points of the window a click would meet a fixed layer, a dialog, or nothing at all
    (``pointer-events: none``). One with fields to fill in is the app's own and left alone.
    Its controls are pressed as they are, the most prominent first, two at most.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    sight = look(page)
    layer = sight.overlay
    if layer is None or not consent_like(layer):
        return None
    rest = rest or rest_of(page)
    before, steps = page.url, list[GateStep]()
    tried: list[str] = []
    for _ in range(constants.GATE_CONSENT_TRIES):
        control = next((one for one in _answers(layer["buttons"]) if one["path"] not in tried), None)
        if control is None:
            break
        tried.append(control["path"])
        if not click(page, sight, control, steps):
            continue
        rest()
        sight = look(page)
        if sight.overlay is None or signature(sight.overlay["text"]) != signature(layer["text"]):
            return _trace("consent", page, before, steps, passed=True, reason=_blocks(layer))
        layer = sight.overlay
    reason = f"{_blocks(layer)}; none of its controls takes it away"
    return _trace("consent", page, before, steps, passed=False, reason=reason)


def dismiss_splash(page: Page, rest: Rest | None = None) -> GateTrace | None:
    """Leave an intro that covers ``page`` or is all that it shows; None when it does not look like one.

    A control of its own is pressed; without one, its timer is waited for. Whether a short page is an intro or just
    short cannot be told from one address: call this only where other addresses show the same.

    Raises:
        playwright Error: the page crashed or was closed.
    """
    sight = look(page)
    if splash_of(sight) is None:
        return None
    rest = rest or rest_of(page)
    before, steps = page.url, list[GateStep]()
    for _ in range(constants.GATE_INTRO_STEPS):
        splash = splash_of(sight)
        if splash is None:
            return _trace("splash", page, before, steps, passed=True, reason="an intro in front of the page")
        shown = sight.view
        if not _forward(page, sight, splash, steps):
            break
        rest()
        sight = look(page)
        if sight.overlay is None and sight.view != shown:
            # A page of its own is left with one step: what comes next may be short as well.
            passed = same_path(page.url, before) or not same_path(sight.url, before)
            return _trace("splash", page, before, steps, passed=passed, reason="an intro in front of the page")
        if sight.view == shown:
            break
    return _trace("splash", page, before, steps, passed=False, reason="an intro stays in front of the page")


def consent_like(layer: Facts) -> bool:
    """Whether a layer stands in front of content, and asks nothing but to be answered."""
    answers = usable(layer["buttons"])
    return (
        bool(answers)
        and not layer["fields"]
        and not layer["password"]
        and not covers_all(layer)
        and bool(layer["behind"])
    )


def covers_all(layer: Facts) -> bool:
    """Whether what speaks covers the window itself, and not a panel in it."""
    return bool(layer["share"] >= constants.GATE_COVERING)


def splash_of(sight: Sight) -> Facts | None:
    """The layer or page that looks like an intro."""
    layer = sight.overlay
    if layer is not None:
        few = len(layer["buttons"]) <= constants.GATE_INTRO_BUTTONS and not layer["fields"] and not layer["password"]
        return layer if few and (covers_all(layer) or not layer["behind"]) else None
    return sight.intro if sight.login is None else None


def splash_signature(sight: Sight) -> str:
    """Signature of an intro on show; empty without one."""
    splash = splash_of(sight)
    return signature(str(splash["text"]) or "-") if splash is not None else ""


def _forward(page: Page, sight: Sight, splash: Facts, steps: list[GateStep]) -> bool:
    controls = usable(splash["buttons"])
    skip = [one for one in controls if LEAVE.search(one["text"])] if len(controls) > 1 else []
    for one in (*skip, *sorted(controls, key=_prominence, reverse=True)):
        if click(page, sight, one, steps):
            return True
    if controls:
        return False
    # No control: it goes away by itself.
    shown = sight.view
    limit = max(sight.timer, constants.GATE_INTRO_MS)
    if wait_until(page, lambda: look(page).view != shown, limit):
        steps.append(GateStep(action="wait", text="until the intro went away by itself"))
        return True
    return False


def _answers(buttons: Sequence[Facts]) -> list[Facts]:
    """Controls of a layer, the likeliest to take it away first: words only part what structure does not."""
    ready = [one for one in usable(buttons) if not one["opens"]]
    plain = [one for one in ready if not one["link"]] or ready

    def order(one: Facts) -> tuple[int, int, int, int]:
        words = 2 if ACCEPT.search(one["text"]) else 1 if REJECT.search(one["text"]) else 0
        return (words, 1 if one["filled"] and not one["corner"] else 0, 1 if one["corner"] else 0, one["area"])

    return sorted(plain, key=order, reverse=True)


def _prominence(one: Facts) -> tuple[int, int]:
    return (1 if one["filled"] else 0, one["area"])


def _blocks(layer: Facts) -> str:
    how = "takes every click of the page" if layer["dead"] else "lies over the page"
    return f"a layer {how}: {str(layer['text'])[: constants.GATE_TEXT]}"


def _trace(kind: str, page: Page, before: str, steps: Sequence[GateStep], *, passed: bool, reason: str) -> GateTrace:
    return GateTrace(
        kind="consent" if kind == "consent" else "splash",
        passed=passed,
        steps=tuple(steps),
        reason=reason,
        before=before,
        after=page.url,
    )
