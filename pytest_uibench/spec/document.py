"""The whole of a spec file, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from pytest_uibench.model import SubjectOverrides, Viewport

from .fidelity import FIDELITY, Fidelity
from .gates import GATES, Gates
from .interactions import INTERACTIONS, Feature, InteractionItem
from .navigation import NAVIGATION, NavigationEntry
from .records import Placed, Record, key
from .reference import DEFAULT_VIEWPORT, DEVICE, DEVICES, REFERENCE, VIEWPORT, Reference
from .rules import NotBoth, Rule
from .scalars import Text
from .screens import SCREENS, Screen
from .shapes import Book, Reader, Schema
from .steps import STEPS, Step
from .subject import SUBJECT
from .words import shown
from .yaml import Place

FORMAT: Final = 1


@dataclass(frozen=True)
class Format:
    """The version of the format."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if value == FORMAT and not isinstance(value, bool):
            return value
        return reader.fault(at, f"{key}: {shown(value)}: this version reads format {FORMAT}")

    def schema(self, book: Book) -> Schema:
        del book
        return {"const": FORMAT}


@dataclass(frozen=True, kw_only=True)
class Document(Placed):
    """A task: the screens an app should have, how one gets around, what its controls do, how close it must look."""

    RULES: ClassVar[tuple[Rule, ...]] = (NotBoth("viewport", "device"),)
    format: int = field(default=FORMAT, metadata=key(Format(), "Version of the format.", name="uibench"))
    task: str = field(
        default="", metadata=key(Text(), "Unique name of the task; the file's name without its ending if not given.")
    )
    title: str | None = field(default=None, metadata=key(Text(), "One line for people.", null=True))
    category: str | None = field(default=None, metadata=key(Text(), "Category that results are grouped by.", null=True))
    given_viewport: Viewport | None = field(
        default=None, metadata=key(VIEWPORT, "Size of the window; default 1440 x 900.", name="viewport")
    )
    device: str | None = field(default=None, metadata=key(DEVICE, "A device in place of viewport."))
    reference: Reference | None = field(default=None, metadata=key(REFERENCE, "What the app is compared with."))
    subject: SubjectOverrides = field(
        default_factory=SubjectOverrides, metadata=key(SUBJECT, "Overrides of how the app is built.", null=True)
    )
    before: tuple[Step, ...] = field(
        default=(),
        metadata=key(STEPS, "Steps run after opening any start (consent, log-in), reported apart.", null=True),
    )
    screens: tuple[Screen, ...] = field(default=(), metadata=key(SCREENS, "Screens the app should have.", null=True))
    navigation: tuple[NavigationEntry, ...] = field(
        default=(), metadata=key(NAVIGATION, "How one gets around.", null=True)
    )
    interactions: tuple[InteractionItem, ...] = field(
        default=(), metadata=key(INTERACTIONS, "What the controls do.", null=True)
    )
    fidelity: Fidelity | None = field(default=None, metadata=key(FIDELITY, "How close it must look.", null=True))
    gates: Gates | None = field(default=None, metadata=key(GATES, "What decides the exit status.", null=True))


@dataclass(frozen=True, kw_only=True)
class Spec(Document):
    """One task as its YAML file describes it; everything in it remembers its place (``place``: file, line, column)."""

    place: Place = field(default=Place("", 1, 1), compare=False, repr=False)
    path: Path
    trusted: bool = True
    """False for an app's own ``uibench.yaml``: no command, no environment, no gates, no path out of the app."""
    warnings: tuple[str, ...] = ()
    """What a lint found, ``file:line:col: …`` each: nothing wrong, but perhaps not what is meant."""
    lines: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """The file's lines, for :meth:`source`."""

    @property
    def viewport(self) -> Viewport:
        """The window that the app is looked at in."""
        if self.device is not None:
            return DEVICES[self.device].viewport
        return self.given_viewport or DEFAULT_VIEWPORT

    @property
    def touch(self) -> bool:
        """Whether the device has a touch screen."""
        return self.device is not None and DEVICES[self.device].touch

    @cached_property
    def screens_by_id(self) -> Mapping[str, Screen]:
        """Screens by their id."""
        return {screen.id: screen for screen in self.screens}

    def features(self) -> Iterator[tuple[InteractionItem, Feature]]:
        """Every feature with the item it belongs to, in the order of the file."""
        for item in self.interactions:
            for feature in item.features:
                yield item, feature

    def before_of(self, entry: NavigationEntry | Feature) -> tuple[Step, ...]:
        """Steps to run after opening the entry's start: its own ``before:``, else the spec's."""
        return self.before if entry.before is None else entry.before

    def source(self, place: Place) -> str:
        """The line of the file that a part stands on, for failure texts; empty when it is not known."""
        return self.lines[place.line - 1].rstrip() if 0 < place.line <= len(self.lines) else ""


DOCUMENT: Final = Record(Document, "a spec", "spec")
