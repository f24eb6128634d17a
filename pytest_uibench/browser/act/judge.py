"""Whether an expectation holds at one moment of a page, and what was found instead. Pure over a :class:`View`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_uibench.constants import ACT_SHOWN_TEXT
from pytest_uibench.spec.expectations import AllOf, AnyOf, Expectation, Not, Persists
from pytest_uibench.spec.matching import Pattern, tidy
from pytest_uibench.spec.on_pages import (
    Changed,
    GotDownload,
    InClipboard,
    InStorage,
    OnRoute,
    OnScreen,
    OpenedPopup,
    SawDialog,
    Unchanged,
)
from pytest_uibench.spec.targets import Target

from .facts import View, addresses_of, read
from .judge_elements import judge_element
from .numbers import number_in

SHOWN = 5
SAME = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Whether it holds."""

    holds: bool
    found: str
    """What was found."""
    lost: Target | None = None
    """Target that was not found: candidates near it are worth telling."""
    notes: tuple[str, ...] = ()


def judge(expectation: Expectation, view: View) -> Judgement:
    """Judge one expectation, and those in it, at this moment."""
    match expectation:
        case Not():
            inner = judge(expectation.expectation, view)
            return Judgement(holds=not inner.holds, found=inner.found, notes=inner.notes)
        case AnyOf() | AllOf():
            return _several(expectation, view)
        case Persists():
            return _together([judge(inner, view) for inner in expectation.then], every=True)
        case Changed() | Unchanged():
            return _remembered(expectation, view)
        case OnRoute():
            holds = any(expectation.holds(address) for address in view.addresses)
            return Judgement(holds=holds, found=f"the address is {view.addresses[-1]}")
        case OnScreen():
            shown = view.shows(expectation.screen)
            return Judgement(holds=shown.ok, found=shown.reason or ("it is" if shown.ok else "it is another one"))
        case SawDialog() | GotDownload() | OpenedPopup() | InClipboard() | InStorage():
            return _raised(expectation, view)
    holds, found, lost, notes = judge_element(expectation, view)
    return Judgement(holds=holds, found=found, lost=lost, notes=notes)


def _several(expectation: AnyOf | AllOf, view: View) -> Judgement:
    judged = [judge(inner, view) for inner in expectation.expectations]
    return _together(judged, every=isinstance(expectation, AllOf))


def _together(judged: Sequence[Judgement], *, every: bool) -> Judgement:
    holds = all(one.holds for one in judged) if every else any(one.holds for one in judged)
    telling = [one for one in judged if one.holds is holds] or judged
    lost = next((one.lost for one in telling if one.lost is not None), None)
    notes = tuple(note for one in judged for note in one.notes)
    return Judgement(holds=holds, found="; ".join(one.found for one in telling), lost=lost, notes=notes)


def _remembered(expectation: Changed | Unchanged, view: View) -> Judgement:
    before = view.remembered.get(expectation.source)
    if before is None:
        return Judgement(holds=False, found=f"nothing is remembered as {expectation.source}")
    now, found = read(before.step, view)
    if now is None:
        told = (
            f"what was remembered as {expectation.source} is not there any more{f' ({found.why})' if found.why else ''}"
        )
        return Judgement(holds=False, found=told, lost=None)
    told = f"it was {_cut(before.value)!r} and is {_cut(now)!r}"
    same = tidy(now) == tidy(before.value)
    if isinstance(expectation, Unchanged):
        return Judgement(holds=same, found=told)
    holds = not same
    if expectation.by is not None:
        old, new = before.number, number_in(now)
        if old is None or new is None:
            return Judgement(holds=False, found=f"{told}: no number in it")
        holds = abs(new - old - expectation.by) < SAME
    if isinstance(expectation.to, Pattern):
        holds = holds and expectation.to.matches(now)
    elif expectation.to is not None:
        holds = holds and number_in(now) == expectation.to
    return Judgement(holds=holds, found=told)


def _raised(expectation: SawDialog | GotDownload | OpenedPopup | InClipboard | InStorage, view: View) -> Judgement:
    dialogs, popups, downloads = view.notes()
    match expectation:
        case SawDialog():
            messages = [dialog.partition(": ")[2] for dialog in dialogs]
            return _among("dialog", dialogs, any(not expectation.asks or expectation.holds(one) for one in messages))
        case GotDownload():
            name = expectation.name
            return _among("download", downloads, any(name is None or name.matches(one) for one in downloads))
        case OpenedPopup():
            route = expectation.route
            fits = any(route is None or any(map(route.matches, (url, *addresses_of(url)))) for url in popups)
            return _among("popup", popups, fits)
        case InClipboard():
            texts = view.clipboard()
            return _among("clipboard text", texts, any(expectation.holds(text) for text in texts))
        case InStorage():
            kept = view.storage()
            fits = any(
                expectation.name.matches(key) and (not expectation.asks or expectation.holds(value))
                for key, value in kept
            )
            return _among("stored key", [f"{key} = {value}" for key, value in kept], fits)


def _among(what: str, seen: Sequence[str], holds: bool) -> Judgement:
    if not seen:
        return Judgement(holds=False, found=f"there was no {what}")
    shown = ", ".join(repr(_cut(one)) for one in list(seen)[:SHOWN])
    return Judgement(holds=holds, found=f"{what}: {shown}")


def _cut(text: str) -> str:
    plain = tidy(text)
    return plain if len(plain) <= ACT_SHOWN_TEXT else f"{plain[: ACT_SHOWN_TEXT - 1]}…"
