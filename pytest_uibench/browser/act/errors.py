"""Why a step could not be done."""

from __future__ import annotations

from pytest_uibench.spec.targets import Target

from .resolve import Found


class NotFoundError(Exception):
    """A target was not found in time; ``found`` says what is known, ``candidates`` what was near."""

    def __init__(self, target: Target, found: Found, candidates: tuple[str, ...]) -> None:
        because = f" ({found.why})" if found.why else ""
        super().__init__(f"not found: {target}{because}")
        self.found = found
        self.candidates = candidates


class StepError(Exception):
    """A step could not be done; the text says why."""


class GoneError(StepError):
    """The element was replaced while it was acted on: it is looked for again."""
