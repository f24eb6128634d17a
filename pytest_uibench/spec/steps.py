"""Steps: what a person does (SPEC.md, "Steps"). One dataclass per verb; :data:`Step` is any of them.

A runner goes by type (``match step: case Click(): …``). Every step has ``timeout`` (seconds, None: the default) and
``place`` (``file:line:column`` of its entry).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from pytest_uibench.constants import STEP_TIMEOUT_SECONDS

from .expectations import EXPECTATION, Expectation
from .expected import ADDRESS, NAME, PROPERTY, TIMEOUT
from .files import UploadFile, UploadName
from .matching import Pattern
from .records import Placed, Record, key
from .roles import KEYS
from .rules import OneOf, Rule
from .scalars import Choice, PatternText, ScreenId, Text
from .shapes import ListOf, Shape
from .targets import TARGET, Target
from .verbs import Variant, Wrapped
from .words import listed, nearest

MOVES: Final = ("back", "forward", "reload")


@dataclass(frozen=True, kw_only=True)
class _Step(Placed):
    timeout: float | None = None
    """Seconds that this step may take; None: :attr:`deadline` is the default."""

    @property
    def deadline(self) -> float:
        """Seconds that this step may take."""
        return STEP_TIMEOUT_SECONDS if self.timeout is None else self.timeout


@dataclass(frozen=True, kw_only=True)
class _OnTarget(_Step):
    target: Target


@dataclass(frozen=True, kw_only=True)
class Click(_OnTarget):
    """Click the element."""


@dataclass(frozen=True, kw_only=True)
class DoubleClick(_OnTarget):
    """Double-click the element."""


@dataclass(frozen=True, kw_only=True)
class Hover(_OnTarget):
    """Move the pointer over the element and leave it there."""


@dataclass(frozen=True, kw_only=True)
class Focus(_OnTarget):
    """Give the element the keyboard focus."""


@dataclass(frozen=True, kw_only=True)
class Check(_OnTarget):
    """Tick a checkbox, a radio button or a switch, unless it is ticked."""


@dataclass(frozen=True, kw_only=True)
class Uncheck(_OnTarget):
    """Untick a checkbox or a switch, unless it is unticked."""


@dataclass(frozen=True, kw_only=True)
class Fill(_Step):
    """Replace the value of a form field."""

    target: Target = field(metadata=key(TARGET, "The form field."))
    value: str = field(metadata=key(Text(empty=True), "Its new value; '' empties it."))


@dataclass(frozen=True, kw_only=True)
class Type(_Step):
    """Type into a form field key by key."""

    target: Target = field(metadata=key(TARGET, "The form field."))
    value: str = field(metadata=key(Text(empty=True), "What is typed."))


@dataclass(frozen=True, kw_only=True)
class Press(_Step):
    """Press a key, or keys together such as Control+A, on the focused element."""

    keys: str

    def problems(self) -> Iterator[str]:
        # The last part may be the plus key itself: "Control++".
        parts = [*self.keys[:-1].split("+")[:-1], "+"] if self.keys.endswith("++") else self.keys.split("+")
        for part in parts if self.keys != "+" else []:
            if len(part) != 1 and part not in KEYS:
                near = nearest(part, KEYS)
                yield f"press: {part!r} is not a key.{near} Allowed: a single character, or {listed(KEYS)}"


@dataclass(frozen=True, kw_only=True)
class Select(_Step):
    """Choose an option of a native select or an ARIA combobox (it is opened first)."""

    target: Target = field(metadata=key(TARGET, "The select or combobox."))
    option: Pattern = field(metadata=key(PatternText(), "Visible text of the option."))


@dataclass(frozen=True, kw_only=True)
class Drag(_Step):
    """Drag one element onto another."""

    source: Target = field(metadata=key(TARGET, "What is dragged.", name="from"))
    to: Target = field(metadata=key(TARGET, "Where it is dropped."))


@dataclass(frozen=True, kw_only=True)
class ScrollUntil(_Step):
    """Scroll until an element is visible."""

    visible: Target = field(metadata=key(TARGET, "What is to be seen."))
    within: Target | None = field(
        default=None, metadata=key(TARGET, "The scroll container; without it the page, or its largest scroller.")
    )


@dataclass(frozen=True, kw_only=True)
class Upload(_Step):
    """Give files to a file input or to the button that stands for it."""

    target: Target = field(metadata=key(TARGET, "The file input, its label, or the button that opens it."))
    files: tuple[UploadFile, ...] = field(
        metadata=key(
            ListOf(UploadName(), least=1, single=True),
            "Files: a path relative to this spec, or a bare name such as photo.png, for which a file is generated.",
        )
    )


@dataclass(frozen=True, kw_only=True)
class Go(_Step):
    """Go to a screen, an address, or back, forward, or reload. Exactly one of screen, route and move is given."""

    RULES: ClassVar[tuple[Rule, ...]] = (OneOf(("screen", "route")),)
    screen: str | None = field(
        default=None, metadata=key(ScreenId(also={move: move for move in MOVES}), "Id of the screen.")
    )
    route: str | None = field(default=None, metadata=key(ADDRESS, "Address to load."))
    by: Literal["control", "address"] | None = field(
        default=None,
        metadata=key(
            Choice(("control", "address")),
            "Insist on clicking a visible control, or on loading the address; without it a control is tried first.",
        ),
    )

    @property
    def move(self) -> Literal["back", "forward", "reload"] | None:
        """``go: back``, ``go: forward``, ``go: reload``; :attr:`screen` is the same word then."""
        return self.screen if self.screen in MOVES else None  # type: ignore[return-value]

    def problems(self) -> Iterator[str]:
        if self.by and (self.route or self.move):
            yield "go: by: goes with a screen"


@dataclass(frozen=True, kw_only=True)
class Answer(_Step):
    """Answer the next dialog (alert, confirm, prompt); stands before the step that raises it."""

    dialog: Literal["accept", "dismiss"] = field(
        metadata=key(Choice(("accept", "dismiss"), "an answer"), "Which button is pressed.")
    )
    text: str | None = field(default=None, metadata=key(Text(empty=True), "What is entered into a prompt."))

    def problems(self) -> Iterator[str]:
        if self.text is not None and self.dialog == "dismiss":
            yield "answer: text goes with dialog: accept"


@dataclass(frozen=True, kw_only=True)
class WaitFor(_Step):
    """Wait until an expectation holds."""

    expectation: Expectation


@dataclass(frozen=True, kw_only=True)
class AttributeOf(Placed):
    """An attribute of an element."""

    of: Target = field(metadata=key(TARGET, "The element."))
    name: str = field(metadata=key(Text(), "Name of the attribute."))


@dataclass(frozen=True, kw_only=True)
class StyleOf(Placed):
    """A computed style of an element."""

    of: Target = field(metadata=key(TARGET, "The element."))
    property: str = field(metadata=key(PROPERTY, "Name of the property."))


@dataclass(frozen=True, kw_only=True)
class Remember(_Step):
    """Remember a value of the page under a name, for ``changed``, ``unchanged`` and ``count``."""

    RULES: ClassVar[tuple[Rule, ...]] = (OneOf(("text", "value", "count", "attribute", "style")),)
    name: str = field(metadata=key(NAME, "Name of the remembered value.", name="as"))
    text: Target | None = field(default=None, metadata=key(TARGET, "Remember the visible text of this element."))
    value: Target | None = field(default=None, metadata=key(TARGET, "Remember the value of this form field."))
    count: Target | None = field(default=None, metadata=key(TARGET, "Remember how many such elements are visible."))
    attribute: AttributeOf | None = field(
        default=None, metadata=key(Record(AttributeOf, "attribute", "attribute_of"), "Remember an attribute.")
    )
    style: StyleOf | None = field(
        default=None, metadata=key(Record(StyleOf, "style", "style_of"), "Remember a computed style.")
    )


Step = (
    Click
    | DoubleClick
    | Hover
    | Focus
    | Check
    | Uncheck
    | Fill
    | Type
    | Press
    | Select
    | Drag
    | ScrollUntil
    | Upload
    | Go
    | Answer
    | WaitFor
    | Remember
)
"""Any step."""

_VERBS: Final[dict[str, Shape]] = {
    "click": Wrapped(Click, "target", TARGET),
    "double_click": Wrapped(DoubleClick, "target", TARGET),
    "hover": Wrapped(Hover, "target", TARGET),
    "focus": Wrapped(Focus, "target", TARGET),
    "fill": Record(Fill, "fill", "fill"),
    "type": Record(Type, "type", "type"),
    "press": Wrapped(Press, "keys", Text("a key such as Enter or Control+A")),
    "select": Record(Select, "select", "select"),
    "check": Wrapped(Check, "target", TARGET),
    "uncheck": Wrapped(Uncheck, "target", TARGET),
    "drag": Record(Drag, "drag", "drag"),
    "scroll_until": Record(ScrollUntil, "scroll_until", "scroll_until"),
    "upload": Record(Upload, "upload", "upload"),
    "go": Record(Go, "go", "go", short="screen"),
    "answer": Record(Answer, "answer", "answer"),
    "wait_for": Wrapped(WaitFor, "expectation", EXPECTATION),
    "remember": Record(Remember, "remember", "remember"),
}
STEP: Final = Variant(
    "a step",
    "step",
    _VERBS,
    {"timeout": (TIMEOUT, f"Seconds that it may take (default {STEP_TIMEOUT_SECONDS:g}).")},
    "{click: {role: button, name: Save}}",
)
STEPS: Final = ListOf(STEP)
