"""Steps and expectations in words, as messages and reports show them."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, Final

from pytest_uibench.spec.expectations import AllOf, AnyOf, Expectation, Not, Persists
from pytest_uibench.spec.matching import Pattern
from pytest_uibench.spec.steps import Remember, Step, WaitFor
from pytest_uibench.spec.targets import Target

_SILENT: Final = frozenset({"place", "timeout", "key"})
_KEYS: Final = {"equals": "is", "source": "from", "kind": "as"}
_VERBS: Final = {
    "HasText": "text",
    "HasValue": "value",
    "HasAttribute": "attribute",
    "HasStyle": "style",
    "OnRoute": "route",
    "OnScreen": "screen",
    "SawDialog": "dialog",
    "GotDownload": "download",
    "OpenedPopup": "popup",
    "InClipboard": "clipboard",
    "InStorage": "storage",
}


def step_text(step: Step) -> str:
    """``click role=button name='Add to cart'``."""
    if isinstance(step, WaitFor):
        return f"wait_for {expectation_text(step.expectation)}"
    if isinstance(step, Remember):
        kind = next(name for name in ("text", "value", "count", "attribute", "style") if getattr(step, name))
        return f"remember {kind} of {remembered_target(step)} as {step.name}"
    return _said(step)


def expectation_text(expectation: Expectation) -> str:
    """``visible text='Your cart'``, ``not visible …``, ``persists through cart, reload: visible …``."""
    match expectation:
        case Not():
            return f"not {expectation_text(expectation.expectation)}"
        case AnyOf():
            return " or ".join(f"({expectation_text(one)})" for one in expectation.expectations)
        case AllOf():
            return " and ".join(f"({expectation_text(one)})" for one in expectation.expectations)
        case Persists():
            then = "; ".join(expectation_text(one) for one in expectation.then)
            return f"persists through {', '.join(expectation.through)}: {then}"
    return _said(expectation)


def remembered_target(step: Remember) -> Target:
    """The element that a ``remember`` reads."""
    plain = step.text or step.value or step.count
    held = step.attribute or step.style
    if plain is None and held is None:
        raise ValueError("a remember step without a target")
    return plain or held.of  # type: ignore[union-attr]


def _said(part: Any) -> str:
    kind = type(part).__name__
    words = [_VERBS.get(kind) or re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()]
    for entry in fields(part):
        value = getattr(part, entry.name)
        if entry.name in _SILENT or value is None or value == ():
            continue
        if isinstance(value, Target):
            words.append(
                f"{value}" if entry.name in ("target", "of") else f"{_KEYS.get(entry.name, entry.name)} {value}"
            )
        else:
            words.append(f"{_KEYS.get(entry.name, entry.name)} {_plain(value)}")
    return " ".join(words)


def _plain(value: Any) -> str:
    if isinstance(value, Pattern):
        return value.source if value.regex else repr(value.source)
    if isinstance(value, tuple):
        return ", ".join(getattr(one, "name", str(one)) for one in value)
    if hasattr(value, "holds"):
        return _said(value).partition(" ")[2]
    return str(value)
