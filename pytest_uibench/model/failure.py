"""Failures of a subject, as values.

Shared DESIGN: a fault of the subject is a value with a code and a cause; a fault of ours is an exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Stage = Literal["detect", "install", "build", "types", "serve", "render"]
"""Where in the life of a subject something happened."""

Bucket = Literal["hallucination", "inconsistency", "syntax", "other"]
"""Coarse group of a failure code (METRICS section 1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One message of a tool with its place in the subject."""

    message: str
    """The telling lines only, without stack or colour codes."""
    file: str | None = None
    """Path relative to the subject directory, with forward slashes."""
    line: int | None = None
    """1-based."""
    column: int | None = None
    """1-based."""
    rule: str | None = None
    """The tool's own code, such as ``TS2304``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a stage of a subject failed."""

    label: str
    """``class:detail``, e.g. ``build:unresolved-import``; ``infra:*`` is never the app's fault."""
    stage: Stage
    message: str
    """The telling message, a few lines at most."""
    code: str | None = None
    """``C1`` to ``C9``, or ``install``, ``types``, ``timeout``, ``serve`` (METRICS section 1)."""
    bucket: Bucket | None = None
    file: str | None = None
    """Path relative to the subject directory, with forward slashes."""
    line: int | None = None
    column: int | None = None
    hint: str | None = None
    """What to do about it, for a person or a repairing agent."""
    log: str | None = None
    """Log file, relative to the output directory."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """All messages of the tool that carry a place, the telling one first."""

    @property
    def infrastructure(self) -> bool:
        """True when the environment failed, not the subject."""
        return self.label.startswith("infra:")

    @property
    def place(self) -> str | None:
        """``file:line`` for people, or None."""
        if self.file is None:
            return None
        return self.file if self.line is None else f"{self.file}:{self.line}"


class UibenchError(Exception):
    """A fault that the user must fix: says the place and the way out. Shown without a traceback."""


class SubjectError(Exception):
    """Raised inside the subject stages and turned into a value at their edge."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
