"""Expectations about elements, judged at one moment of a page. Pure over a :class:`View`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pytest_uibench.constants import ACT_SHOWN_TEXT
from pytest_uibench.spec.conditions import TextTest
from pytest_uibench.spec.matching import normalise, tidy
from pytest_uibench.spec.on_elements import (
    Checked,
    Count,
    Disabled,
    Enabled,
    Every,
    Focused,
    HasAttribute,
    HasStyle,
    HasText,
    HasValue,
    Hidden,
    Invalid,
    Order,
    Visible,
)
from pytest_uibench.spec.targets import Target

from .facts import View
from .nearest import described
from .numbers import date_in, number_in
from .resolve import Found

Result = tuple[bool, str, Target | None, tuple[str, ...]]
"""Holds; what was found; target that was not found; notes."""
SHOWN: Final = 5
LEAST_ORDERED: Final = 2
OnElement = (
    Visible
    | Hidden
    | Checked
    | Enabled
    | Disabled
    | Focused
    | HasText
    | HasValue
    | Invalid
    | Count
    | Order
    | Every
    | HasAttribute
    | HasStyle
)
_KINDS: Final[Mapping[str, Callable[[str], Any]]] = {"number": number_in, "date": date_in, "text": normalise}


def judge_element(expectation: OnElement, view: View) -> Result:
    """Judge an expectation about elements."""
    target = expectation.target if isinstance(expectation, _OF_TARGET) else expectation.of
    found = view.found(target)
    match expectation:
        case Visible():
            return _visible(found, target)
        case Hidden():
            # Where nothing can be looked into, nothing can be said to be hidden.
            blind = bool(found.why and ("not inspectable" in found.why or "broken" in found.why))
            return not found.nodes and not blind, _shown(found), None, found.notes
        case Count():
            return _count(expectation, found, view)
        case Order():
            return _order(expectation, found, view)
        case Every():
            return _every(expectation, found, view)
    return _one(expectation, found, view, target)


def _visible(found: Found, target: Target) -> Result:
    if not found.nodes:
        return False, _shown(found), target, ()
    return True, _shown(found), None, found.notes


def _one(expectation: Any, found: Found, view: View, target: Target) -> Result:
    """Of one element: the first."""
    nodes = found.nodes or (found.hidden if isinstance(expectation, (Checked, HasValue)) else ())
    attributes = (expectation.name,) if isinstance(expectation, HasAttribute) else ()
    styles = (expectation.property,) if isinstance(expectation, HasStyle) else ()
    detail = next(iter(view.details(nodes[:1], attributes, styles)), None) if nodes else None
    if detail is None:
        return False, _shown(found), target, ()
    if isinstance(expectation, Focused):
        holds = any(one is not None and one["focused"] for one in view.details(nodes))
        return holds, "it has the focus" if holds else "it does not have the focus", None, found.notes
    several = f"{len(nodes)} elements match: the first was judged"
    return (*_state(expectation, detail), None, (*found.notes, several) if len(nodes) > 1 else found.notes)


def _state(expectation: Any, detail: Mapping[str, Any]) -> tuple[bool, str]:
    match expectation:
        case Checked():
            state = detail["checked"]
            return state is True, "it has no such state" if state is None else f"it is {'on' if state else 'off'}"
        case Enabled() | Disabled():
            off = bool(detail["disabled"])
            return off is isinstance(expectation, Disabled), f"it is {'disabled' if off else 'enabled'}"
        case HasText():
            return expectation.holds(detail["text"]), f"its text is {_cut(detail['text'])!r}"
        case HasValue():
            values = detail["values"]
            return any(map(expectation.holds, values)), f"its value is {' or '.join(map(repr, values))}"
        case Invalid():
            return _invalid(expectation, detail)
        case HasAttribute():
            value = detail["attributes"][expectation.name]
            if value is None:
                return False, f"it has no attribute {expectation.name}"
            return not expectation.asks or expectation.holds(value), f"{expectation.name} is {_cut(value)!r}"
        case _:
            value = detail["styles"][expectation.property]
            return _fits(expectation, value), f"{expectation.property} is {value!r}"


def _invalid(expectation: Invalid, detail: Mapping[str, Any]) -> tuple[bool, str]:
    messages: Sequence[str] = detail["messages"]
    told = ", ".join(repr(_cut(message)) for message in messages[:SHOWN])
    if not detail["invalid"]:
        return False, f"the field is not marked as invalid{f'; beside it: {told}' if told else ''}"
    message = expectation.message
    if message is None or any(map(message.matches, messages)):
        return True, f"invalid: {told}" if told else "invalid"
    return False, f"invalid, but its message is {told}" if told else "invalid, but without a message"


def _count(expectation: Count, found: Found, view: View) -> Result:
    numbers: dict[str, float] = {}
    for name in expectation.remembered:
        kept = view.remembered.get(name)
        if kept is None or kept.number is None:
            return False, f"no number is remembered as {name}", None, ()
        numbers[name] = kept.number
    count = len(found.nodes)
    told = f"{count} visible" + (f" ({found.why})" if found.why else "")
    compared = ", ".join(f"{name} is {number:g}" for name, number in numbers.items())
    holds = expectation.holds(count, numbers)
    if count == 0 and found.why and "not inspectable" in found.why:
        holds = False
    return holds, f"{told}; {compared}" if compared else told, None, found.notes


def _order(expectation: Order, found: Found, view: View) -> Result:
    texts = _texts(found, view)
    if len(texts) < LEAST_ORDERED:
        return False, f"{len(texts)} elements: fewer than two have no order", None, found.notes
    keys = [_KINDS[expectation.kind](text) for text in texts]
    for text, key in zip(texts, keys, strict=True):
        if key is None:
            return False, f"no {expectation.kind} in {_cut(text)!r}", None, found.notes
    ordered = sorted(keys, reverse=expectation.by == "descending")
    told = ", ".join(_cut(text) for text in texts[:SHOWN]) + (" …" if len(texts) > SHOWN else "")
    return keys == ordered, f"{len(texts)} elements: {told}", None, found.notes


def _every(expectation: Every, found: Found, view: View) -> Result:
    texts = _texts(found, view)
    if not texts:
        return False, _shown(found), expectation.of, ()
    if found.missing:
        return False, found.why or "", None, found.notes
    wrong = [text for text in texts if not _fits(expectation, text)]
    if not wrong:
        return True, f"all {len(texts)} are so", None, found.notes
    told = ", ".join(repr(_cut(text)) for text in wrong[:SHOWN])
    return False, f"{len(wrong)} of {len(texts)} are not so: {told}", None, found.notes


def _fits(expectation: Every | HasStyle, text: str) -> bool:
    if isinstance(expectation, TextTest) and expectation.asks and not expectation.holds(text):
        return False
    if expectation.number is None:
        return True
    number = number_in(text)
    return number is not None and expectation.number.holds(number)


def _texts(found: Found, view: View) -> list[str]:
    details = view.details(found.nodes) if any(node.text is None for node in found.nodes) else []
    if details:
        return [str(detail["text"]) for detail in details if detail is not None]
    return [node.said if not node.text else node.text for node in found.nodes]


def _shown(found: Found) -> str:
    if not found.nodes:
        return f"not found{f' ({found.why})' if found.why else ''}"
    more = f" and {len(found.nodes) - 1} more" if len(found.nodes) > 1 else ""
    return f"visible: {described(found.nodes[0])}{more}"


def _cut(text: str) -> str:
    plain = tidy(text)
    return plain if len(plain) <= ACT_SHOWN_TEXT else f"{plain[: ACT_SHOWN_TEXT - 1]}…"


_OF_TARGET: Final = (Visible, Hidden, Checked, Enabled, Disabled, Focused)
