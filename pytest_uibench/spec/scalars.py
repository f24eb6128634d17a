"""Shapes of plain values: texts, numbers, words (see :mod:`.shapes`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .matching import Pattern, compile_regex, is_regex
from .routes import RoutePattern
from .shapes import BAD, Book, Reader, Schema
from .words import described, kind_of, listed, nearest, shown
from .yaml import QUOTE_HINT, Items, Node, Place

PARAMETER: Final = r"\$\{[A-Za-z_][A-Za-z0-9_]*\}"
"""``${name}`` stands for a value of ``parametrize`` and is replaced before values are read."""


@dataclass(frozen=True)
class Text:
    """Text; with ``pattern`` it must match that regular expression, which ``what`` names for people."""

    what: str = "text"
    pattern: str | None = None
    empty: bool = False
    limit: int | None = None

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if not isinstance(value, str):
            hint = QUOTE_HINT if value is None else "quote it"
            return reader.fault(at, f"{key}: expects {self.what}, got {described(value)}; {hint}")
        if not self.empty and not value.strip():
            return reader.fault(at, f"{key}: expects {self.what}, got {value!r}")
        if self.pattern and not re.fullmatch(self.pattern, value):
            return reader.fault(at, f"{key}: expects {self.what}, got {shown(value)}")
        if self.limit and len(value) > self.limit:
            return reader.fault(at, f"{key}: at most {self.limit} characters, {shown(value)} has {len(value)}")
        return value

    def schema(self, book: Book) -> Schema:
        del book
        made: Schema = {"type": "string"}
        if self.pattern:
            made["pattern"] = f"^(?:{self.pattern})$|{PARAMETER}"
        elif not self.empty:
            made["pattern"] = r"\S"
        return made | ({"maxLength": self.limit} if self.limit else {})


@dataclass(frozen=True)
class PatternText:
    """Text to be found on a page: plain, or a regular expression ``/…/i``; ``empty``: it may be ``''``."""

    exact: bool = False
    empty: bool = False

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = Text(empty=self.empty).read(value, at, reader, key)
        if text is BAD:
            return BAD
        if self.empty and not text:
            return Pattern("", "", None, exact=True)
        if is_regex(text) and not reader.trusted:
            # Its regular expressions over its own texts could hold up a run for ever.
            return reader.fault(
                at,
                f"{key}: {shown(text)}: an app's own spec matches plain text only; "
                "name the spec with --uibench-spec to use regular expressions",
            )
        try:
            return Pattern.parse(text, exact=self.exact)
        except ValueError as error:
            return reader.fault(at, f"{key}: {shown(text)} {error}")

    def schema(self, book: Book) -> Schema:
        return Text(empty=self.empty).schema(book)


@dataclass(frozen=True)
class RegexText:
    """A regular expression, with or without ``/…/`` around it."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = Text("a regular expression").read(value, at, reader, key)
        if text is BAD:
            return BAD
        if is_regex(text) or not reader.trusted:
            return PatternText().read(text if is_regex(text) else f"/{text}/", at, reader, key)
        try:
            return Pattern(text, "", compile_regex(text))
        except ValueError as error:
            return reader.fault(at, f"{key}: {shown(text)} {error}")

    def schema(self, book: Book) -> Schema:
        return Text().schema(book)


@dataclass(frozen=True)
class RouteText:
    """``matches:`` of an address."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = PatternText().read(value, at, reader, key) if not reader.trusted else None
        text = BAD if text is BAD else Text("an address or /…/").read(value, at, reader, key)
        if text is BAD:
            return BAD
        try:
            return RoutePattern.parse(text)
        except ValueError as error:
            return reader.fault(at, f"{key}: {shown(text)} {error}")

    def schema(self, book: Book) -> Schema:
        del book
        return {"type": "string", "pattern": rf"^(/|{PARAMETER})"}


@dataclass(frozen=True)
class Number:
    """A number between ``low`` and ``high``, both allowed; ``above``: greater than that."""

    low: float | None = None
    high: float | None = None
    above: float | None = None
    whole: bool = False
    what: str = ""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return reader.fault(at, f"{key}: expects {self.about}, got {shown(value) if value else described(value)}")
        fits = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        fits = fits and (self.above is None or value > self.above) and value == value  # noqa: PLR0124 - not a number
        if not fits or (self.whole and value != int(value)) or value in (float("inf"), float("-inf")):
            return reader.fault(at, f"{key}: expects {self.about}, got {shown(value)}")
        return int(value) if self.whole else float(value)

    @property
    def about(self) -> str:
        """``a number from 0 to 100``."""
        if self.what:
            return self.what
        bounds = f" above {self.above:g}" if self.above is not None else ""
        bounds += f" from {self.low:g}" if self.low is not None else ""
        bounds += f" to {self.high:g}" if self.high is not None else ""
        return f"a {'whole ' if self.whole else ''}number{bounds}"

    def schema(self, book: Book) -> Schema:
        del book
        names = {"minimum": self.low, "maximum": self.high, "exclusiveMinimum": self.above}
        made = {"type": "integer" if self.whole else "number"} | {k: v for k, v in names.items() if v is not None}
        return {"anyOf": [made, {"type": "string", "pattern": f"^{PARAMETER}$"}]}


@dataclass(frozen=True)
class Flag:
    """true or false."""

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if isinstance(value, bool):
            return value
        return reader.fault(at, f"{key}: expects true or false, got {described(value)}")

    def schema(self, book: Book) -> Schema:
        del book
        return {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": f"^{PARAMETER}$"}]}


@dataclass(frozen=True)
class Choice:
    """One of a few words (or true)."""

    values: Sequence[str | bool]
    what: str = "one of the allowed words"

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if any(value is entry or (isinstance(value, str) and value == entry) for entry in self.values):
            return value
        words = [shown(v) if isinstance(v, bool) else v for v in self.values]
        if isinstance(value, str):
            near = nearest(value, words)
            return reader.fault(at, f"{key}: {shown(value)} is not {self.what}.{near} Allowed: {listed(words)}")
        return reader.fault(at, f"{key}: expects {self.what}, got {described(value)}. Allowed: {listed(words)}")

    def schema(self, book: Book) -> Schema:
        del book
        return {"anyOf": [{"enum": list(self.values)}, {"type": "string", "pattern": f"^{PARAMETER}$"}]}


@dataclass(frozen=True)
class Scalar:
    """Any plain value, kept as it is or (``text``) as the text that a shell would see."""

    text: bool = False

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        if value is None or isinstance(value, (Node, Items)):
            return reader.fault(at, f"{key}: expects text, got {kind_of(value)}")
        if self.text:
            return str(value).lower() if isinstance(value, bool) else str(value)
        return value

    def schema(self, book: Book) -> Schema:
        del book
        return {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True)
class ScreenId:
    """The id of a screen; ``start``: the screen is opened there. ``also``: words that stand for something else."""

    start: bool = False
    also: Mapping[str, str] = field(default_factory=dict)

    def read(self, value: Any, at: Place, reader: Reader, key: str) -> Any:
        text = Text("the id of a screen").read(value, at, reader, key)
        if text is not BAD and text not in self.also:
            reader.references.append((at, key, text, self.start))
        return text

    def schema(self, book: Book) -> Schema:
        return Text().schema(book)
