"""Expectations about elements of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from .conditions import NUMBER_TEST, TEXT_TESTS, CountTest, NumberTest, TextTest
from .expected import PROPERTY, Expected, ExpectedOf
from .matching import Pattern
from .records import key
from .rules import Rule, SomeOf
from .scalars import Choice, PatternText, Text
from .targets import TARGET, Target


@dataclass(frozen=True, kw_only=True)
class Visible(ExpectedOf):
    """The element is visible."""


@dataclass(frozen=True, kw_only=True)
class Hidden(ExpectedOf):
    """No such element is visible."""

    @property
    def negative(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class Checked(ExpectedOf):
    """The checkbox, radio button, switch or toggle button is on."""


@dataclass(frozen=True, kw_only=True)
class Enabled(ExpectedOf):
    """The control can be used."""


@dataclass(frozen=True, kw_only=True)
class Disabled(ExpectedOf):
    """The control cannot be used."""


@dataclass(frozen=True, kw_only=True)
class Focused(ExpectedOf):
    """The element has the keyboard focus."""


@dataclass(frozen=True, kw_only=True)
class HasText(Expected, TextTest):
    """The visible text of an element."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(TEXT_TESTS),)
    of: Target = field(metadata=key(TARGET, "The element."))


@dataclass(frozen=True, kw_only=True)
class HasValue(Expected, TextTest):
    """The value of a form field."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(TEXT_TESTS),)
    of: Target = field(metadata=key(TARGET, "The form field."))


@dataclass(frozen=True, kw_only=True)
class Invalid(Expected):
    """A form field is marked as invalid, by native validity or by aria-invalid."""

    of: Target = field(metadata=key(TARGET, "The form field."))
    message: Pattern | None = field(
        default=None, metadata=key(PatternText(), "Its message: native, or the text that describes the field.")
    )


@dataclass(frozen=True, kw_only=True)
class Count(Expected, CountTest):
    """How many such elements are visible."""

    of: Target = field(metadata=key(TARGET, "The elements."))

    @property
    def negative(self) -> bool:
        return self.equals == 0 or self.at_most == 0 or self.less_than == 1

    @property
    def remembered(self) -> tuple[str, ...]:
        return tuple(bound for bound in self.bounds if isinstance(bound, str))


@dataclass(frozen=True, kw_only=True)
class Order(Expected):
    """The elements are in order; fewer than two fail."""

    of: Target = field(metadata=key(TARGET, "The elements, or one part of each."))
    by: Literal["ascending", "descending"] = field(
        metadata=key(Choice(("ascending", "descending"), "a direction"), "Equal neighbours are in order.")
    )
    kind: Literal["number", "text", "date"] = field(
        default="text",
        metadata=key(
            Choice(("number", "text", "date"), "a kind of value"), "How they compare; text if not said.", name="as"
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Every(Expected, TextTest):
    """Every such element is so; no element fails."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf((*TEXT_TESTS, "number")),)
    of: Target = field(metadata=key(TARGET, "The elements, or one part of each."))
    number: NumberTest | None = field(default=None, metadata=key(NUMBER_TEST, "The number in the element's text."))


@dataclass(frozen=True, kw_only=True)
class HasAttribute(Expected, TextTest):
    """An attribute of an element; without is, contains or matches it must only be there."""

    of: Target = field(metadata=key(TARGET, "The element."))
    name: str = field(metadata=key(Text(), "Name of the attribute."))


@dataclass(frozen=True, kw_only=True)
class HasStyle(Expected, TextTest):
    """A computed style of an element."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf((*TEXT_TESTS, "number")),)
    of: Target = field(metadata=key(TARGET, "The element."))
    property: str = field(metadata=key(PROPERTY, "Name of the property."))
    number: NumberTest | None = field(default=None, metadata=key(NUMBER_TEST, "The number in its value (16px is 16)."))
