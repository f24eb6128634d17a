"""What is held fixed so that two loads of a page show the same, each switchable and recorded."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from pytest_uibench.constants import (
    CLOCK_READINGS,
    CONSOLE_LIMIT,
    CONSOLE_TEXT_LIMIT,
    FIXED_TIME,
    LOCALE,
    RANDOM_SEED,
    SAME_DOCUMENT_LOOP_LIMIT,
    SETTLE_BUSY_MS,
    SETTLE_LIVE_COUNT,
    SETTLE_LIVE_MS,
    SETTLE_POLL_REPEATS,
    SETTLE_TIMER_DEPTH,
    TIMEZONE,
    VIEWPORT_HEIGHT,
    VIEWPORT_WIDTH,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

ClockMode = Literal["fixed", "frozen", "off"]
"""``fixed``: ``new Date()`` always reads the fixed time, ``Date.now()`` starts there and runs (lodash's ``debounce``
and timed loops wait for it to move); ``frozen``: both stand still; ``off``: the machine's clock."""

Scheme = Literal["light", "dark", "no-preference"]

SCRIPTS = ("determinism.js", "recorder.js", "settle.js")


@dataclass(frozen=True, slots=True, kw_only=True)
class Determinism:
    """Settings of a context that make page loads repeatable.

    The clock is our own and not ``page.clock``: Playwright's replaces every timer too, and an error thrown in a timer
    is then a console line instead of an uncaught error (tested in ``tests/browser/test_determinism.py``). Timers,
    animation frames, ``performance.now`` and workers stay the browser's own. ``Math.random`` is seeded anew for each
    load in a tab; ``crypto`` is left alone because identifiers must differ from those in storage after a reload.
    """

    clock: ClockMode = "fixed"
    time: str = FIXED_TIME
    """ISO 8601."""
    seed: int | None = RANDOM_SEED
    """None leaves ``Math.random`` alone."""
    scheme: Scheme = "light"
    reduced_motion: bool = True
    timezone: str = TIMEZONE
    locale: str = LOCALE
    viewport: tuple[int, int] = (VIEWPORT_WIDTH, VIEWPORT_HEIGHT)
    """CSS pixels."""

    def record(self) -> Mapping[str, object]:
        """What was held fixed, for the report."""
        return {
            "clock": self.clock,
            "time": None if self.clock == "off" else self.time,
            "random_seed": self.seed,
            "crypto": "real",
            "timers": "real",
            "workers": "real",
            "color_scheme": self.scheme,
            "reduced_motion": self.reduced_motion,
            "timezone": self.timezone,
            "locale": self.locale,
            "viewport": list(self.viewport),
            "scale": 1,
            "service_workers": "blocked",
        }


def described() -> dict[str, object]:
    """The defaults, as plain values for the report."""
    return dict(Determinism().record())


def init_script(determinism: Determinism) -> str:
    """The script that runs in every frame before the app's own code."""
    moment = datetime.fromisoformat(determinism.time)
    config = json.dumps(
        {
            "clock": determinism.clock,
            "time": round(moment.timestamp() * 1000),
            "seed": determinism.seed,
            "readings": CLOCK_READINGS,
            "liveMs": SETTLE_LIVE_MS,
            "liveCount": SETTLE_LIVE_COUNT,
            "timerMs": SETTLE_BUSY_MS,
            "timerDepth": SETTLE_TIMER_DEPTH,
            "moveLimit": 2 * SAME_DOCUMENT_LOOP_LIMIT,
            "errorLimit": CONSOLE_LIMIT,
            "clipboardLimit": CONSOLE_TEXT_LIMIT,
            "pollRepeats": SETTLE_POLL_REPEATS,
        }
    )
    return "\n".join(f"({_script(name)})({config});" for name in SCRIPTS)


def apply(context: BrowserContext, determinism: Determinism) -> None:
    """Install the scripts in ``context``; call before its first page is opened."""
    context.add_init_script(init_script(determinism))


@functools.cache
def _script(name: str) -> str:
    text = files(__package__).joinpath("scripts", name).read_text(encoding="utf-8")
    return text.strip().removesuffix(";")
