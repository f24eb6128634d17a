"""What expectations are held against: one moment of a page and what it raised so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import unquote

from pytest_uibench.spec.expectations import Expectation, with_inner
from pytest_uibench.spec.steps import Remember
from pytest_uibench.spec.targets import Target

from .actor import Actor
from .navigator import Recognised
from .numbers import number_in
from .resolve import Found, resolve
from .snapshot import Node, Snapshot
from .words import remembered_target


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """A remembered value, with how to read it again."""

    step: Remember
    value: str
    """As the page shows it; a count as digits."""

    @property
    def number(self) -> float | None:
        """The number in it."""
        return number_in(self.value)


class View(Protocol):
    """One moment of a page."""

    @property
    def remembered(self) -> Mapping[str, Remembered]:
        """Values by name."""

    @property
    def addresses(self) -> Sequence[str]:
        """Address of the page; for a hash router what stands behind the hash too."""

    def found(self, target: Target) -> Found:
        """What a target stands for."""

    def details(
        self, nodes: Sequence[Node], attributes: Sequence[str] = (), styles: Sequence[str] = ()
    ) -> Sequence[Mapping[str, Any] | None]:
        """Value, state, messages, attributes and styles of elements."""

    def notes(self) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
        """Dialogs (``kind: message``), popups (addresses), downloads (names)."""

    def clipboard(self) -> Sequence[str]:
        """Texts that the app wrote to the clipboard."""

    def storage(self) -> Sequence[tuple[str, str]]:
        """Keys and values of local and session storage."""

    def shows(self, screen: str) -> Recognised:
        """Whether the page is a screen."""


@dataclass(slots=True)
class PageView:
    """A page as it is at this moment, looked at once."""

    actor: Actor
    remembered: Mapping[str, Remembered]
    snapshot: Snapshot
    _found: dict[int, Found] = field(default_factory=dict)

    @classmethod
    def now(cls, actor: Actor, remembered: Mapping[str, Remembered], targets: Sequence[Target]) -> PageView:
        """Look at the page; ``targets`` are all that will be asked for."""
        return cls(actor, remembered, actor.look(targets))

    @property
    def addresses(self) -> Sequence[str]:
        return addresses_of(self.actor.url)

    def found(self, target: Target) -> Found:
        key = id(target)
        if key not in self._found:
            self._found[key] = resolve(target, self.snapshot)
        return self._found[key]

    def details(
        self, nodes: Sequence[Node], attributes: Sequence[str] = (), styles: Sequence[str] = ()
    ) -> Sequence[Mapping[str, Any] | None]:
        return self.actor.details([node.index for node in nodes], attributes, styles)

    def notes(self) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
        return self.actor.recorder.notes

    def clipboard(self) -> Sequence[str]:
        self.actor.collect()
        return self.actor.clipboard

    def storage(self) -> Sequence[tuple[str, str]]:
        return [(key, value) for key, value in self.actor.ask("stored")]

    def shows(self, screen: str) -> Recognised:
        return self.actor.navigator.shows(screen)


def addresses_of(url: str) -> tuple[str, ...]:
    """``/cart?a=1``; for ``/#/cart`` also ``/cart``."""
    head, mark, fragment = url.partition("#")
    inner = fragment.lstrip("!")
    return (head, unquote(inner)) if mark and inner.startswith("/") else (head,)


def targets_of(expectations: Sequence[Expectation], remembered: Mapping[str, Remembered]) -> list[Target]:
    """Every target that judging the expectations asks for."""
    found: list[Target] = []
    for expectation in with_inner(tuple(expectations)):
        for name in ("target", "of"):
            value = getattr(expectation, name, None)
            if isinstance(value, Target):
                found.append(value)
        found += [remembered_target(remembered[name].step) for name in expectation.remembered if name in remembered]
    return found


def read(step: Remember, view: View) -> tuple[str | None, Found]:
    """The value that a ``remember`` reads now; None when the element is not there."""
    target = remembered_target(step)
    found = view.found(target)
    if step.count is not None:
        return str(len(found.nodes)), found
    if found.first is None:
        return None, found
    attributes = (step.attribute.name,) if step.attribute else ()
    styles = (step.style.property,) if step.style else ()
    detail = next(iter(view.details([found.first], attributes, styles)), None)
    if detail is None:
        return None, found
    if step.attribute is not None:
        return detail["attributes"][step.attribute.name] or "", found
    if step.style is not None:
        return detail["styles"][step.style.property], found
    return (detail["values"][-1] if step.value is not None else detail["text"]), found
