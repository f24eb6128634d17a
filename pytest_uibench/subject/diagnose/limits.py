"""Failures of a stage that went beyond what it may use."""

from __future__ import annotations

from typing import Literal

from pytest_uibench.model import Failure, Stage

from .codes import failure

Limit = Literal["timeout", "output", "memory", "cpu"]

_SAID: dict[Limit, tuple[str, str]] = {
    "timeout": (
        "took longer than {limit}",
        "Does a step wait for input, watch files or never end? A build must end by itself.",
    ),
    "output": ("wrote more than {limit}", "Does a step print in a loop, or write its output into itself?"),
    "memory": ("used more memory than {limit}", "Import less at once, or turn source maps off."),
    "cpu": (
        "used more processor time than {limit}",
        "Is there an endless loop in a configuration file or a page rendered at build time?",
    ),
}


def diagnose_limit(stage: Stage, kind: Limit, *, limit: str = "it may", last: str = "") -> Failure:
    """Make the failure of a stage that was ended at a limit.

    Args:
        stage: where.
        kind: which limit.
        limit: the limit for people: ``300 s``, ``2 GiB``.
        last: the last line that the stage printed, if any.
    """
    said, hint = _SAID[kind]
    message = f"{stage} {said.format(limit=limit)}" + (
        f"; the last it said: {last.strip()[:200]}" if last.strip() else ""
    )
    detail = "timeout" if kind in ("timeout", "cpu") else kind
    return failure(f"{stage}:{detail}", stage, message, code="timeout" if detail == "timeout" else None, hint=hint)
