"""Expectations: what must hold afterwards (SPEC.md, "Expectations"). One dataclass per kind.

Runners go by type (``match expectation: case Visible(): …``). Every expectation has ``timeout`` (seconds, None: the
default) and ``place``. Those that are ``negative`` are judged only once the page has settled; the others are polled
until they hold or the deadline passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pytest_uibench.constants import STEP_TIMEOUT_SECONDS

from .expected import TIMEOUT, Expected
from .on_elements import (
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
from .on_pages import (
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
from .records import Record, key
from .scalars import ScreenId
from .shapes import Lazy, ListOf, Shape
from .targets import TARGET
from .verbs import Variant, Wrapped

RELOAD: Final = "reload"
EXPECTATION: Final[Shape] = Lazy(lambda: _EXPECTATION)
EXPECTATIONS: Final = ListOf(EXPECTATION, least=1)


@dataclass(frozen=True, kw_only=True)
class Persists(Expected):
    """Something still holds after a walk through screens; judged where the walk ends, so it comes last."""

    through: tuple[str, ...] = field(
        metadata=key(
            ListOf(ScreenId(also={RELOAD: RELOAD}), least=1, single=True), "Screens walked through in order, or reload."
        )
    )
    then: tuple[Expectation, ...] = field(metadata=key(EXPECTATIONS, "What must hold at the end."))

    @property
    def inner(self) -> tuple[Expectation, ...]:
        return self.then


@dataclass(frozen=True, kw_only=True)
class AnyOf(Expected):
    """At least one of them holds."""

    expectations: tuple[Expectation, ...]

    @property
    def negative(self) -> bool:
        return all(inner.negative for inner in self.expectations)

    @property
    def inner(self) -> tuple[Expectation, ...]:
        return self.expectations


@dataclass(frozen=True, kw_only=True)
class AllOf(Expected):
    """All of them hold at the same time."""

    expectations: tuple[Expectation, ...]

    @property
    def negative(self) -> bool:
        return any(inner.negative for inner in self.expectations)

    @property
    def inner(self) -> tuple[Expectation, ...]:
        return self.expectations


@dataclass(frozen=True, kw_only=True)
class Not(Expected):
    """It does not hold."""

    expectation: Expectation

    @property
    def negative(self) -> bool:
        return True

    @property
    def inner(self) -> tuple[Expectation, ...]:
        return (self.expectation,)


Expectation = (
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
    | Changed
    | Unchanged
    | Order
    | Every
    | HasAttribute
    | HasStyle
    | OnRoute
    | OnScreen
    | SawDialog
    | GotDownload
    | OpenedPopup
    | InClipboard
    | InStorage
    | Persists
    | AnyOf
    | AllOf
    | Not
)
"""Any expectation."""

_VERBS: Final[dict[str, Shape]] = {
    "visible": Wrapped(Visible, "target", TARGET),
    "hidden": Wrapped(Hidden, "target", TARGET),
    "text": Record(HasText, "text", "has_text"),
    "value": Record(HasValue, "value", "has_value"),
    "checked": Wrapped(Checked, "target", TARGET),
    "enabled": Wrapped(Enabled, "target", TARGET),
    "disabled": Wrapped(Disabled, "target", TARGET),
    "invalid": Record(Invalid, "invalid", "invalid"),
    "count": Record(Count, "count", "count"),
    "changed": Record(Changed, "changed", "changed"),
    "unchanged": Record(Unchanged, "unchanged", "unchanged", short="source"),
    "order": Record(Order, "order", "order"),
    "every": Record(Every, "every", "every"),
    "attribute": Record(HasAttribute, "attribute", "has_attribute"),
    "style": Record(HasStyle, "style", "has_style"),
    "focused": Wrapped(Focused, "target", TARGET),
    "route": Record(OnRoute, "route", "on_route"),
    "screen": Wrapped(OnScreen, "screen", ScreenId()),
    "dialog": Record(SawDialog, "dialog", "saw_dialog"),
    "download": Record(GotDownload, "download", "got_download"),
    "popup": Record(OpenedPopup, "popup", "opened_popup"),
    "clipboard": Record(InClipboard, "clipboard", "in_clipboard"),
    "storage": Record(InStorage, "storage", "in_storage"),
    "persists": Record(Persists, "persists", "persists"),
    "any_of": Wrapped(AnyOf, "expectations", EXPECTATIONS),
    "all_of": Wrapped(AllOf, "expectations", EXPECTATIONS),
    "not": Wrapped(Not, "expectation", EXPECTATION),
}
_EXPECTATION: Final[Shape] = Variant(
    "an expectation",
    "expectation",
    _VERBS,
    {"timeout": (TIMEOUT, f"Seconds to poll (default {STEP_TIMEOUT_SECONDS:g}).")},
    "{visible: {text: Your cart}}",
)


def with_inner(expectations: tuple[Expectation, ...]) -> Iterator[Expectation]:
    """The expectations and all that they hold, outer ones first."""
    for expectation in expectations:
        yield expectation
        yield from with_inner(expectation.inner)
