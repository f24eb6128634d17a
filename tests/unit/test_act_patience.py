"""When waiting ends: at the deadline, or where a page has nothing left to do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uibench.browser.act import patience
from pytest_uibench.browser.act.patience import Patience


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


class Page:
    """A page whose state changes at given moments; None: it is busy."""

    def __init__(self, clock: Clock, states: dict[float, object], workers: tuple[object, ...] = ()) -> None:
        self.clock, self.states, self.workers = clock, states, workers

    def evaluate(self, script: str) -> object:
        del script
        return [state for since, state in self.states.items() if since <= self.clock.now][-1]


def waited(
    monkeypatch: pytest.MonkeyPatch,
    states: dict[float, object],
    *,
    whole: bool = False,
    patient: bool = False,
    workers: tuple[object, ...] = (),
    loading: bool = False,
) -> float:
    """Seconds of a clock of our own until the waiting ends; the deadline is 10."""
    clock = Clock()
    monkeypatch.setattr(patience, "time", clock)
    actor: Any = SimpleNamespace(
        page=Page(clock, states, workers),
        patient=patient,
        patiently=lambda question: question(),
        recorder=SimpleNamespace(loading=lambda younger_than: loading),
    )
    waiting = Patience(actor, 10.0, whole=whole)
    while not waiting.over():
        clock.now = round(clock.now + 0.1, 1)
    return clock.now


def test_an_idle_page_is_left_early(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waited(monkeypatch, {0: [1, 5]}) == pytest.approx(1.5)


def test_changes_begin_the_waiting_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waited(monkeypatch, {0: [1, 5], 1: [1, 6], 2: [2, 0]}) == pytest.approx(3.5)


def test_a_busy_page_has_its_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waited(monkeypatch, {0: None}) == 10
    assert waited(monkeypatch, {0: [1, 5], 1: None, 4: [1, 5]}) == pytest.approx(5.5)
    assert waited(monkeypatch, {0: [1, 5]}, workers=("worker",)) == 10
    assert waited(monkeypatch, {0: [1, 5]}, loading=True) == 10


def test_a_given_time_is_waited_for_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waited(monkeypatch, {0: [1, 5]}, whole=True) == 10
    assert waited(monkeypatch, {0: [1, 5]}, patient=True) == 10
