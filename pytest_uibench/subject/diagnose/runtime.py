"""Codes of failures that show only in the browser (C9), and what they really come from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pytest_uibench.model import Diagnostic, Failure

from .codes import BUCKETS

_UNDEFINED = re.compile(
    r"(?i)undefined|type is invalid|is not a (?:function|constructor)|is not defined|does "
    r"not provide an export|not iterable|null"
)


def runtime_code(failure: Failure, warnings: Sequence[Diagnostic] = ()) -> Failure:
    """Give a render failure its code: C9, or the code of the missing export that the bundler only warned about.

    Args:
        failure: label ``render:*`` or ``serve:*``, as the browser stage made it.
        warnings: what :func:`warnings_in` found in the build log.
    """
    if failure.infrastructure or failure.code not in (None, "C9"):
        return failure
    cause = _cause(failure, warnings)
    if cause is not None:
        hint = f"The build warned: {cause.message}"
        return replace(
            failure,
            code=cause.rule,
            bucket=BUCKETS.get(cause.rule or ""),
            file=cause.file,
            line=cause.line,
            column=cause.column,
            hint=hint,
            diagnostics=(cause, *failure.diagnostics),
        )
    return replace(failure, code="C9", bucket=BUCKETS["C9"])


def _cause(failure: Failure, warnings: Sequence[Diagnostic]) -> Diagnostic | None:
    """The warning whose name the failure mentions, else the first when something is undefined."""
    if not failure.label.startswith("render:"):
        return None
    for warning in warnings:
        symbol = re.search(r"[\"'`]([^\"'`]+)[\"'`]", warning.message)
        if symbol and re.search(rf"(?<![\w$]){re.escape(symbol[1])}(?![\w$])", failure.message):
            return warning
    return warnings[0] if warnings and _UNDEFINED.search(failure.message) else None
