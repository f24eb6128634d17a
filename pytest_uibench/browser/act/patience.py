"""How long something is waited for: until its deadline, or until a page has nothing left that could bring it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from pytest_uibench.constants import ACT_IDLE_MS

if TYPE_CHECKING:
    from .actor import Actor

IDLE: Final = """() => {
  const state = window[Symbol.for("pytest-uibench")];
  if (!state || document.readyState !== "complete") return null;
  const moving = document.getAnimations().some((one) => {
    const end = one.effect?.getComputedTiming().endTime;
    return one.playState === "running" && Number.isFinite(end);
  });
  return moving || state.later.size || state.requests.size ? null : [performance.timeOrigin, state.mutations];
}"""


class Patience:
    """Ends at the deadline; earlier on a page in which no timer, request, animation or worker is left and nothing has
    changed for a while. Where the spec gives a ``timeout`` it is waited for in full (``whole``).
    """

    def __init__(self, actor: Actor, end: float, *, whole: bool = False) -> None:
        self._actor, self._end, self._whole = actor, end, whole or actor.patient
        self._since = time.monotonic()
        self._state: object = None

    def over(self) -> bool:
        """Whether waiting on makes no sense."""
        now = time.monotonic()
        if now >= self._end:
            return True
        if self._whole:
            return False
        state = self._actor.patiently(lambda: self._actor.page.evaluate(IDLE))
        busy = state is None or self._actor.page.workers or self._actor.recorder.loading(float("inf"))
        if busy or state != self._state:
            self._state = None if busy else state
            self._since = now
            return False
        return now - self._since >= ACT_IDLE_MS / 1000
