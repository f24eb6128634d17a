"""What a text or a number must be: the parts that expectations share. Pure, with the judgement beside the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pytest_uibench.constants import COUNT_LIMIT

from .matching import Pattern
from .records import Placed, Record, key
from .rules import Rule, SomeOf
from .scalars import Number, PatternText, RegexText, Text
from .shapes import NumberOrText

TEXT_TESTS: Final = ("is", "contains", "matches")
NUMBER_TESTS: Final = ("is", "at_least", "at_most", "more_than", "less_than")
REMEMBERED: Final = Text("a number or the name of a remembered value", r"[A-Za-z_][A-Za-z0-9_]*")
ANY_NUMBER: Final = Number()
COUNT: Final = NumberOrText(Number(low=0, high=COUNT_LIMIT, whole=True), REMEMBERED)


@dataclass(frozen=True, kw_only=True)
class TextTest(Placed):
    """What a text must be; all that are given must hold."""

    equals: Pattern | None = field(
        default=None,
        metadata=key(
            PatternText(exact=True, empty=True), "The whole text, normalised; or /…/ that matches all of it.", name="is"
        ),
    )
    contains: Pattern | None = field(default=None, metadata=key(PatternText(), "A part of the text, normalised."))
    matches: Pattern | None = field(
        default=None, metadata=key(RegexText(), "A regular expression that is found in the text.")
    )

    @property
    def asks(self) -> bool:
        """Whether anything is asked of the text."""
        return self.equals is not None or self.contains is not None or self.matches is not None

    def holds(self, text: str) -> bool:
        """Whether ``text`` is so."""
        if self.equals is not None and not self.equals.matches(text):
            return False
        if self.contains is not None and not self.contains.matches(text):
            return False
        return self.matches is None or self.matches.matches(text)


@dataclass(frozen=True, kw_only=True)
class NumberTest(Placed):
    """What a number must be; all that are given must hold."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(NUMBER_TESTS),)
    equals: float | None = field(default=None, metadata=key(ANY_NUMBER, "Exactly this number.", name="is"))
    at_least: float | None = field(default=None, metadata=key(ANY_NUMBER, "This or more."))
    at_most: float | None = field(default=None, metadata=key(ANY_NUMBER, "This or less."))
    more_than: float | None = field(default=None, metadata=key(ANY_NUMBER, "More than this."))
    less_than: float | None = field(default=None, metadata=key(ANY_NUMBER, "Less than this."))

    def problems(self) -> Iterator[str]:
        if self.equals is None and _empty_range(self.at_least, self.at_most):
            yield f"no number is at least {self.at_least:g} and at most {self.at_most:g}"

    def holds(self, number: float) -> bool:
        """Whether ``number`` is so."""
        return _in_bounds(number, (self.equals, self.at_least, self.at_most, self.more_than, self.less_than))


@dataclass(frozen=True, kw_only=True)
class CountTest(Placed):
    """How many there must be: numbers, or names of remembered values; all that are given must hold."""

    RULES: ClassVar[tuple[Rule, ...]] = (SomeOf(NUMBER_TESTS),)
    equals: int | str | None = field(default=None, metadata=key(COUNT, "Exactly as many.", name="is"))
    at_least: int | str | None = field(default=None, metadata=key(COUNT, "As many or more."))
    at_most: int | str | None = field(default=None, metadata=key(COUNT, "As many or fewer."))
    more_than: int | str | None = field(default=None, metadata=key(COUNT, "More than this."))
    less_than: int | str | None = field(default=None, metadata=key(COUNT, "Fewer than this."))

    def problems(self) -> Iterator[str]:
        low, high = self.at_least, self.at_most
        if isinstance(low, int) and isinstance(high, int) and low > high:
            yield f"no count is at least {low} and at most {high}"
        if self.less_than == 0:
            yield "no count is less than 0"

    @property
    def bounds(self) -> tuple[int | str | None, ...]:
        """In the order is, at_least, at_most, more_than, less_than."""
        return (self.equals, self.at_least, self.at_most, self.more_than, self.less_than)

    @property
    def remembered(self) -> tuple[str, ...]:
        """Names of remembered values that it needs."""
        return tuple(bound for bound in self.bounds if isinstance(bound, str))

    def holds(self, count: int, remembered: Mapping[str, float]) -> bool:
        """Whether ``count`` is so; ``remembered`` maps names to numbers (KeyError for a name that is not there)."""
        return _in_bounds(count, [remembered[b] if isinstance(b, str) else b for b in self.bounds])


NUMBER_TEST: Final = Record(NumberTest, "number", "number_test")


def _empty_range(low: float | None, high: float | None) -> bool:
    return low is not None and high is not None and low > high


def _in_bounds(number: float, bounds: tuple[float | None, ...] | list[float | int | None]) -> bool:
    equals, at_least, at_most, more_than, less_than = bounds
    return (
        (equals is None or number == equals)
        and (at_least is None or number >= at_least)
        and (at_most is None or number <= at_most)
        and (more_than is None or number > more_than)
        and (less_than is None or number < less_than)
    )
